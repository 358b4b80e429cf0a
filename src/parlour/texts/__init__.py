"""The texts of server, pages and terminal: `en.json` by key, and one file for each translation.

The texts of a game are in its own folder. `parlour texts` prints all of them; a translator starts from that.
"""
