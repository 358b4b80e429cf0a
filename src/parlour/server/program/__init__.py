"""The server as a program: its process, and the commands that start, check and look after it."""
