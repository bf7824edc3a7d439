"""The studio's catalogue of texts: `make catalogue` brings it up to date with the source and compiles it.

Texts are found in the syntax tree of the Python files (calls of gettext and its like), in what
the families declare, in the templates and in the titles of the example boards.
New ones appear in the .po file with an empty translation, which a test does not let pass. In French,
spaces next to punctuation become no-break spaces.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import polib

from clew.puzzles.families import NAMES, declared

ROOT = Path(__file__).parents[1]
STUDIO = ROOT / "studio" / "clew_studio"
LANGUAGES = ("fr",)
CALLS = ("gettext", "gettext_noop", "_")
NO_BREAK, NARROW_NO_BREAK = "\u00a0", "\u202f"
IN_TEMPLATE = re.compile(r'{% translate "([^"]+)" %}')
HEAD = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n > 1);",
}


def texts() -> list[str]:
    """Every text that the studio shows, in the order of files and lines, without repetitions."""
    found: list[str] = []
    for path in sorted(STUDIO.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in CALLS and node.args:
                text = node.args[0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found.append(text.value)
    for name in NAMES:
        found += declared(name).sentences
    for path in sorted(STUDIO.rglob("*.html")):
        found += IN_TEMPLATE.findall(path.read_text(encoding="utf-8"))
    return list(dict.fromkeys([*found, *titles()]))


def titles() -> list[str]:
    """The titles of the boards that a new site has."""
    played = [name for name in NAMES if declared(name).played]
    paths = [path for name in played for path in sorted((ROOT / "boards" / name).glob("*.toml"))]
    found = (tomllib.loads(path.read_text(encoding="utf-8")).get("title") for path in paths)
    return [title for title in found if title]


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def file_of(language: str) -> Path:
    """The catalogue of a language."""
    return STUDIO / "locale" / language / "LC_MESSAGES" / "django.po"


def typeset(translation: str) -> str:
    """A French text with no-break spaces: narrow ones before ; ! ?, wide ones before : and inside « »."""
    text = re.sub(r" (?=[;!?])", NARROW_NO_BREAK, translation)
    text = re.sub(r" (?=[:»%])|(?<=«) ", NO_BREAK, text)
    return re.sub(r"(?<=}) (?=(?:s|ms|Mio)\b)", NO_BREAK, text)


def compiled(language: str) -> bytes:
    """The catalogue as Django reads it."""
    return bytes(polib.pofile(str(file_of(language))).to_binary())


def update(language: str) -> list[str]:
    """Rewrites the catalogue with exactly these texts; returns those without a translation."""
    path = file_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    old = {entry.msgid: typeset(entry.msgstr) for entry in polib.pofile(str(path))} if path.exists() else {}
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = {**HEAD, "Language": language}
    catalogue.extend(polib.POEntry(msgid=text, msgstr=old.get(text, "")) for text in texts())
    catalogue.save(str(path))
    path.with_suffix(".mo").write_bytes(compiled(language))
    return [entry.msgid for entry in catalogue if not entry.msgstr]


def main() -> int:
    missing = {language: update(language) for language in LANGUAGES}
    for language, found in missing.items():
        for text in found:
            print(f"{language}: no translation of {text!r}", file=sys.stderr)
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
