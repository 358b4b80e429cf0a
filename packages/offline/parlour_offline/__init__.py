"""The files of Parlour's house for browsers. There is no code here: `parlour.server.http.kept` finds the folder `files`."""
