"""What changed between two versions of a file of the contract, in words."""

from __future__ import annotations

ACCEPT = """\
If this is what you want: a removed or changed line breaks programs, so name it in CHANGELOG.md under
BREAKING (docs/versions.md has the rule); then run `make contract` and commit what it writes."""


def changes(name: str, old: str, new: str) -> list[str]:
    """The lines that went and that came, each with its file; empty if the two are the same."""
    before, after = old.splitlines(), new.splitlines()
    gone = [f"{name}: removed  {line}" for line in before if line not in set(after)]
    come = [f"{name}: added    {line}" for line in after if line not in set(before)]
    return gone + come or ([] if old == new else [f"{name}: the same lines, in another order"])


def report(found: list[str]) -> str:
    """The changes, and how to accept them."""
    return "\n".join(["The public contract has changed:", *found, "", ACCEPT])
