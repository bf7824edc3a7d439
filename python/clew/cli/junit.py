"""JUnit XML: a test case per board, for the reports of continuous integration."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:

    class Case(NamedTuple):
        """A board: where it comes from, its name there, the seconds, and what is wrong.

        `fault`: None, or ``"failure"`` for a board that breaks a promise, ``"error"`` for one of which
        nothing is known; `kind` is one word for programs, `message` says it.
        """

        file: str
        name: str
        seconds: float
        fault: str | None
        kind: str
        message: str
else:
    from collections import namedtuple

    Case = namedtuple("Case", "file name seconds fault kind message")


def report(cases: list[Case]) -> str:
    """Return the XML: one suite, a case per board in order. It has what the schemas of Ant and of Jenkins ask
    for, and nothing that either of them refuses.
    """
    counts = {
        "tests": len(cases),
        "failures": sum(case.fault == "failure" for case in cases),
        "errors": sum(case.fault == "error" for case in cases),
        "skipped": 0,
        "time": f"{sum(case.seconds for case in cases):.3f}",
        "timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": "localhost",
    }
    told = "".join(f' {name}="{value}"' for name, value in counts.items())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    lines += [f'  <testsuite name="clew check" package="clew" id="0"{told}>', "    <properties/>"]
    for case in cases:
        head = f"    <testcase classname={_quoted(case.file)} name={_quoted(case.name)}"
        head += f' time="{case.seconds:.3f}"'
        if case.fault is None:
            lines.append(f"{head}/>")
            continue
        first = case.message.partition("\n")[0]
        lines.append(f"{head}>")
        lines.append(
            f"      <{case.fault} type={_quoted(case.kind)} message={_quoted(first)}>"
            f"{escape(_clean(case.message))}</{case.fault}>"
        )
        lines.append("    </testcase>")
    lines += ["    <system-out/>", "    <system-err/>", "  </testsuite>", "</testsuites>", ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\t": "&#9;"})


def _clean(text: str) -> str:
    """The text without the characters that XML cannot hold: controls, halves of surrogate pairs."""
    return "".join(sign if _is_xml(ord(sign)) else "\ufffd" for sign in text)


def _is_xml(code: int) -> bool:
    return code in (9, 10) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code > 0xFFFF
