"""Helpers of the terminal tests: a terminal of which every line can be read, and scripts of what is typed."""
