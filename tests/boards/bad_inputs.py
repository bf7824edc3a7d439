"""Everything that must be refused, as data: files, sets, and the boards of `bad_boards`."""

from __future__ import annotations

from tests.boards.bad import Bad
from tests.boards.bad_boards import (
    BLOCK_BOARDS,
    BLOCKS,
    BOARD,
    COROUTINE_BOARDS,
    PEBBLE_BOARDS,
    RICOCHET_BOARDS,
    SOKOBAN_BOARDS,
)
from tests.boards.bad_compact_forms import COMPACT_FORMS

TEN_MEGABYTES = 10 * 1024 * 1024

FILES = [
    Bad("empty file", "toml", "", ("bad.toml", "is empty", 'family = "blocks"')),
    Bad("blank file", "toml", "\n  \n", ("bad.toml", "is empty", 'family = "blocks"')),
    Bad("only a comment", "toml", "# nothing\n", ("`family`", "is missing", "add family =")),
    Bad("no TOML", "toml", BLOCKS + "board = AAo\n", ("line 2", "not valid TOML", "strings in quotes")),
    Bad(
        "unclosed string",
        "toml",
        BLOCKS + 'board = "AAo\n',
        ("line 2", "not valid TOML", "strings in quotes"),
    ),
    Bad("a key twice", "toml", BLOCKS + BOARD + BOARD, ("line 3", "not valid TOML", "give each key once")),
    Bad("an image", "toml", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("line 3", "NUL byte", "UTF-8 text file")),
    Bad("NUL byte", "toml", BLOCKS + 'board = "AA\0"\n', ("line 2", "NUL byte", "save it as a UTF-8")),
    Bad("bad UTF-8", "toml", b'family = "blocks"\ntitle = "\xff"\n', ("line 2", "0xff", "save it as UTF-8")),
    Bad("cut UTF-8", "toml", b'family = "blocks"\n# \xe2\x82', ("line 2", "0xe2", "save it as UTF-8")),
    Bad("UTF-16", "toml", (BLOCKS + BOARD).encode("utf-16"), ("line 1", "UTF-16", "save it as UTF-8")),
    Bad("ten megabytes", "toml", b"#" * TEN_MEGABYTES, ("bad.toml", "1,000,000 bytes", "make it smaller")),
    Bad("deep lists", "toml", "edges = " + "[" * 50_000, ("nested too deeply", "lists of lists")),
    Bad("a key of many dots", "toml", BOARD + "a." * 3_000 + "a = 1", ("line 2", "8 dots", "as one word")),
    Bad("dots in a header", "toml", BOARD + "[" + "a . " * 3_000 + "a]", ("line 2", "8 dots", "as one word")),
    Bad("dots of quoted keys", "toml", '"a".' * 3_000 + "a = 1", ("line 1", "8 dots", "as one word")),
    Bad("dots after quotes", "toml", 'a = {b = """c"""", ' + "d." * 3_000, ("line 1", "8 dots", "one word")),
    Bad("too many keys", "toml", "a = 1\n" * 30_000, ("line 20001", "20,000 keys", "make it smaller")),
    Bad("too many tables", "toml", "[[a]]\n" * 15_000, ("line 10001", "lists and tables", "make it smaller")),
    Bad("huge number", "toml", "par = " + "9" * 5000, ("a number", "fewer digits")),
    Bad("no family", "toml", BOARD, ("`family`", "is missing", 'add family = "blocks"')),
    Bad("unknown family", "toml", 'family = "block"\n' + BOARD, ("line 1", "`family`", "mean `blocks`")),
    Bad("family is a list", "toml", 'family = ["blocks"]\n', ("line 1", "a list", 'family = "blocks"')),
    Bad("custom family", "toml", 'family = "chess"\n', ("`family`", "chess", "Families: blocks, coroutine")),
    Bad("unknown key", "toml", BLOCKS + 'bord = "AA"\n', ("line 2", "`bord`", "did you mean `board`?")),
    Bad("key of another family", "toml", BLOCKS + BOARD + "walls = []\n", ("line 3", "`walls`", "movement")),
    Bad("unknown table", "toml", BLOCKS + BOARD + "[extra]\na = 1\n", ("line 3", "`extra`", "The keys of")),
    Bad("a number as title", "toml", BLOCKS + BOARD + "title = 7\n", ("line 3", "`title`", 'title = "..."')),
    Bad("negative par", "toml", BLOCKS + BOARD + "par = -1\n", ("line 3", "`par`", "from 0 to")),
    Bad("par as text", "toml", BLOCKS + BOARD + 'par = "8"\n', ("line 3", "`par`", "a whole number")),
    Bad("par as truth", "toml", BLOCKS + BOARD + "par = true\n", ("line 3", "`par`", "a whole number")),
    Bad(
        "wrong file", "argument", "no/such/board.toml", ("no/such/board.toml", "no such file", "compact form")
    ),
    Bad("path with NUL", "argument", "bo\0ard.toml", ("is not a path", "write the name of a file")),
    Bad("a JSON list without boards", "json", "[]", ("bad.json", "contains no board", "add at least one")),
    Bad("a JSON file of numbers", "json", "[1, 2]", ("line 1", "a list", "one object per line")),
    Bad("a workbook", "xlsx", b"PK\x03\x04\x14\0\x06\0\x08\0", ("bad.xlsx", "a workbook", "save it as CSV")),
]

SETS = [
    Bad("txt: no family", "txt", "AAo/ooo\n", ("line 1", "the family is missing", "family:body")),
    Bad(
        "txt: after a comment", "txt", "# fine\nblocks:BBo\n", ("line 2", "`goal`", "no piece A", "add goal")
    ),
    Bad("txt: unknown family", "txt", "\n\nrush:AAo\n", ("line 3", "rush", "Families: blocks")),
    Bad("txt: NUL", "txt", "blocks:A\0A\n", ("line 1", "NUL byte", "UTF-8 text file")),
    Bad("txt: bad UTF-8", "txt", b"blocks:\xc3\x28\n", ("line 1", "0xc3", "save it as UTF-8")),
    Bad(
        "txt: ten megabytes",
        "txt",
        b"blocks:" + b"A" * TEN_MEGABYTES,
        ("line 1", "1,000,000 bytes", "shorten it"),
    ),
    Bad("csv: no board", "csv", "id,puzzle\n1,x\n", ("line 1", "no `board` column", "add one")),
    Bad("csv: empty", "csv", "", ("bad.csv", "is empty", "a `board` column")),
    Bad("csv: a workbook", "csv", b"PK\x03\x04\x14\0\x06\0\x08\0", ("a workbook", "save it as CSV")),
    Bad("csv: a bad key", "csv", "board,metrc\nblocks:AAo,step\n", ("line 2", "`metrc`", "mean `metric`?")),
    Bad("csv: no name", "csv", "board,\nblocks:AAo,7\n", ("line 2", "without a name", "name the column")),
    Bad("csv: par is a word", "csv", "board,par\nblocks:AAo,many\n", ("line 2", "`par`", "a whole number")),
    Bad(
        "csv: twice",
        "csv",
        "board,metric\nblocks[piece]:AAo,step\n",
        ("line 2", "`metric`", "otherwise", "only once"),
    ),
    Bad("csv: column twice", "csv", "board,board\nx,y\n", ("line 1", "share a name", "its own name")),
    Bad("csv: extra cell", "csv", "board,id\npebbles:A,-/A,-,1\n", ("line 2", "header has 2", "put quotes")),
    Bad("csv: empty cell", "csv", "board,id\n,1\n", ("line 2", "`board`", "write a compact form")),
    Bad("csv: no family", "csv", "board\nAAo/ooo\n", ("line 2", "the family is missing", "family:body")),
    Bad(
        "csv: plates of blocks",
        "csv",
        "family,plates,pebbles\nblocks,A,-\n",
        ("line 2", "`board`", "is missing", "add board"),
    ),
    Bad(
        "csv: open quote",
        "csv",
        'board,id\n"blocks:AAo,1\n',
        ("line 2", "not valid CSV", "never ends; close it"),
    ),
    Bad(
        "csv: pebbles",
        "csv",
        "plates,pebbles,layout\nAB-,AA-,grid 1x3\n",
        ("line 2", "`plates`", "with its token"),
    ),
    Bad(
        "jsonl: broken",
        "jsonl",
        '{"family": "blocks", }\n',
        ("line 1", "not valid JSON at column", "one object per line"),
    ),
    Bad("jsonl: cut", "jsonl", '{"family": "blocks"\n', ("line 1", "not valid JSON", "one object per line")),
    Bad("jsonl: a list", "jsonl", "[1]\n", ("line 1", "a list", "one object per line")),
    Bad(
        "jsonl: no family", "jsonl", '{"board": "AAo"}\n', ("line 1", "`family`", "is missing", "add family")
    ),
    Bad(
        "jsonl: family is null",
        "jsonl",
        '{"family": null}\n',
        ("line 1", "`family`", "null", "must be a string"),
    ),
    Bad(
        "jsonl: no board",
        "jsonl",
        '{"family": "blocks", "bord": "AAo"}\n',
        ("line 1", "`bord`", "did you mean `board`?"),
    ),
    Bad("jsonl: no board at all", "jsonl", '{"family": "blocks"}\n', ("line 1", "`board`", "add board")),
    Bad("jsonl: case", "jsonl", '{"family": "blocks", "Board": "AAo"}\n', ("line 1", "mean `board`?")),
    Bad(
        "jsonl: an exit",
        "jsonl",
        '{"family": "blocks", "board": "AAo", "exit": "left"}\n',
        ("line 1", "`exit`", "mean `goal`?"),
    ),
    Bad(
        "jsonl: two puzzles",
        "jsonl",
        '{"puzzle": "blocks:AAo", "board": "oAA"}\n',
        ("line 1", "`board`", "the whole puzzle", "delete one"),
    ),
    Bad(
        "jsonl: another metric",
        "jsonl",
        '{"puzzle": "blocks:AAo", "metric": "step"}\n',
        ("line 1", "`metric`", "the whole puzzle", "delete one"),
    ),
    Bad("jsonl: deep", "jsonl", '{"a":' + "[" * 100_000, ("line 1", "nested too deeply", "lists of lists")),
    Bad("jsonl: huge number", "jsonl", '{"par": ' + "1" * 5000 + "}", ("line 1", "a number", "fewer digits")),
    Bad(
        "jsonl: surrogate",
        "jsonl",
        '{"family": "blocks", "board": "AA", "title": "\\ud800"}',
        ("`title`", "whole character"),
    ),
    Bad(
        "jsonl: par is infinite",
        "jsonl",
        '{"family": "null", "start": 1, "par": 1e999}',
        ("`par`", "a whole number"),
    ),
    Bad(
        "stdin: TOML",
        "stdin",
        'title = "x"\n' + BLOCKS + "bord = 1\n",
        ("standard input, line 3", "`bord`", "mean `board`?"),
    ),
    Bad(
        "stdin: JSON",
        "stdin",
        '{"family": "blocks", "board": "AB"}\n',
        ("standard input, line 1", "single cell", "longer"),
    ),
    Bad("stdin: compact", "stdin", "# one\nblocks:AAo/oo\n", ("standard input, line 2", "row 2", "add 1")),
    Bad(
        "stdin: neither",
        "stdin",
        "hello\n",
        ("standard input, line 1", "the family is missing", "family:body"),
    ),
    Bad("stdin: TOML too large", "stdin", BLOCKS + "# x\n" * 300_000, ("1,000,000 bytes", "make it smaller")),
]

BAD_INPUTS = [
    *FILES,
    *BLOCK_BOARDS,
    *RICOCHET_BOARDS,
    *PEBBLE_BOARDS,
    *COROUTINE_BOARDS,
    *SOKOBAN_BOARDS,
    *COMPACT_FORMS,
    *SETS,
]
