"""What the house remembers of a player on this machine: finished games and saved house rules.

What lives here: the files and what is made of them. What must not: any game's name, and anything a table needs to play.
"""
