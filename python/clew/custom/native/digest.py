"""A digest of compiled rules: of their code and everything compiled into it.

Numba freezes what a rule reads: the code of functions that it calls, and the values of names, wherever they
are. So all of that is read here, as Numba finds it, from the names in the code:

    STEP            a global, a variable of an enclosing function, or a builtin
    helper.STEP     an attribute of a module; of a class, the members of an enumeration
    step(state)     a function, with what it reads itself

What is not understood, such as an attribute that a module computes, is no reason to refuse the rules. Their
code is then compiled for each puzzle: see `Digest.lasts`.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from clew.custom.native.taught import changes_numba
from clew.custom.native.values import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.custom.native.values import Reader
    from clew.custom.rules import Rule

FORMAT = "clew rules 5"

_turns = count()


class Digest(NamedTuple):
    """The `name` of machine code. `lasts`: whether it names the same code in another process. `reader`: what
    the code was found to read.
    """

    name: str
    lasts: bool
    reader: Reader


def digest(rules: dict[str, Rule], words: int, most: int) -> Digest:
    """A name for the machine code of these rules on this processor; it changes with the rules, with all that
    they read, and with versions.
    """
    from hashlib import sha256

    from clew.custom.native.target import name_of

    found, reader = read(tuple(rule.function for rule in rules.values()))
    about = [(name, rule.takes_table) for name, rule in rules.items()]
    taught = changes_numba()
    parts = [FORMAT, _versions(), _settings(), name_of(), words, most, about, found]
    if taught:
        parts.append(next(_turns))
    name = sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return Digest(name, reader.lasts and not taught, reader)


def _versions() -> list[str]:
    import sys
    from importlib.metadata import PackageNotFoundError, version

    found = [sys.version]
    for library in ("numba", "numpy"):
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            found.append(f"{library} ?")
    return found


def _settings() -> list[tuple[str, str]]:
    """Numba's settings, from which it takes what a function does not say itself."""
    import os

    return sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
