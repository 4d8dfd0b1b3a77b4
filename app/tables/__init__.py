"""The table: people, seats, invites, moves, undo. The only writer of the database.

`app.tables.tables.Tables` is the front door; what it hands out is a `Table`, which never changes once it is handed out.
"""
