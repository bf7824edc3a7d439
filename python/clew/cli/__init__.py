"""The command line: one file per subcommand, and no rules of games.

`main` imports only the module of the command that is called, and modules import `json`, `re` and the like
where they need them: a small board must be answered in a few hundredths of a second, and starting Python
takes most of that.
"""
