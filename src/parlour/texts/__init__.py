"""The texts of house, page and terminal: `en.json` by key, and a file for each language into which they were translated.

The texts of a game lie in its own folder. `parlour texts` prints all of them, which is what a translator starts from.
"""
