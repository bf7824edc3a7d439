"""The command line: one file a subcommand, no rule of any game.

`main` imports only the module of the command that is called, and modules import `json`, `re` and the like
where they need them: a small board must be answered in a few hundredths of a second, most of which Python
takes to start.
"""
