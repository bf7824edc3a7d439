"""The formats of boards, a module each: how to recognise it, read it and write it (`clew.boards.format`).

What a format of one family needs to know of the family is in the family's folder:
`families/<family>/formats/`. Both folders are found by `clew.boards.recognition`; a new format is a new file
in one of them.
"""
