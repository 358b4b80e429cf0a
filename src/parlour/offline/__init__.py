"""The house in a browser: the server's own house, run by Pyodide in a worker of the page, without a network.

`house.py` opens it and answers what the pages ask, `store.py` keeps its database in memory, and `engine.py` runs kernels with
the browser's own WebAssembly. Nothing here may know a game, or write a message of the protocol: those of the server are used.
"""
