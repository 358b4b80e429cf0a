"""The server in a browser: its own `House`, run by Pyodide in a worker of the page, without a network.

`house.py` opens it and answers what the pages ask, `store.py` keeps its database in memory, and `engine.py` runs kernels with
the browser's own WebAssembly. Nothing here may depend on a particular game or define messages of the protocol: those of the
server are used.
"""
