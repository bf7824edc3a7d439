"""The SVG that a custom puzzle gives of a state: what it may contain, and how large it is.

It goes into pictures as an image of its own, so that its names and styles do not clash with others. Anything
that could run or load something is refused all the same, because pages and viewers differ in what they block.
"""

from __future__ import annotations

import re
from typing import NoReturn
from xml.parsers import expat

from clew.errors import PuzzleError

LONGEST = 1_000_000
"""Characters of one picture: a solution may show hundreds."""

SPACE = "http://www.w3.org/2000/svg"
_NAMES = """
    svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon
    text tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker filter
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
    feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
"""
ELEMENTS = frozenset(_NAMES.split())
_WITHIN = re.compile(r"#|data:image/(png|jpeg|gif|webp);base64,")
_LOADS = re.compile(r"""@import|\\|url\(\s*(?!["']?\s*#)""", re.IGNORECASE)
_NUMBER = r"\s*\+?([0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?)"


def size_of(svg: object, method: str) -> tuple[float, float]:
    """The width and the height of an SVG picture that may be drawn. `method`: who made it, for errors.

    Raises `PuzzleError` if it is not SVG, is too long, or could run or load anything.
    """
    return _Reader(method).read(svg)


class _Reader:
    """Reads one picture, element by element."""

    def __init__(self, method: str) -> None:
        self._method = method
        self._size: tuple[float, float] | None = None
        self._open: list[str] = []

    def read(self, svg: object) -> tuple[float, float]:
        if not isinstance(svg, str):
            self._refuse(f"returned {type(svg).__name__}; return the picture as a string, or None")
        if len(svg) > LONGEST:
            self._refuse(f"has {len(svg):,} characters; a picture may have {LONGEST:,}")
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._element
        parser.EndElementHandler = lambda name: self._open.pop()
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = lambda *about: self._refuse("has a DOCTYPE; leave it out")
        parser.ProcessingInstructionHandler = self._instruction
        parser.buffer_text = True
        try:
            parser.Parse(svg, True)
        except (expat.ExpatError, UnicodeEncodeError) as error:
            self._refuse(f"is not well-formed SVG: {error}")
        assert self._size is not None
        return self._size

    def _refuse(self, what: str) -> NoReturn:
        raise PuzzleError(f"{self._method}: {what}")

    def _instruction(self, target: str, data: str) -> None:
        self._refuse(f"has a processing instruction, <?{target}?>; leave it out")

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if not self._open:
            if (space, local) != (SPACE, "svg"):
                self._refuse(f'the outermost element is not <svg xmlns="{SPACE}">')
            self._size = self._measured(attributes)
        if space != SPACE or local not in ELEMENTS:
            self._refuse(f"<{local}> may not stand in a picture")
        self._open.append(local)
        for key, value in attributes.items():
            self._attribute(local, key.rpartition(" "), value)

    def _attribute(self, element: str, key: tuple[str, str, str], value: str) -> None:
        space, _, local = key
        if local.lower().startswith("on") or (local == "base" and space):
            self._refuse(f"<{element}> has the attribute {local}, which may not stand in a picture")
        if local in ("href", "src") and not _WITHIN.match(value.strip()):
            self._refuse(f'<{element}> refers to "{value[:60]}"; refer only to parts of the picture (#name)')
        if local not in ("href", "src"):
            self._check_style(value)

    def _characters(self, text: str) -> None:
        if self._open[-1] == "style":
            self._check_style(text)

    def _check_style(self, text: str) -> None:
        if found := _LOADS.search(text):
            place = text[found.start() : found.start() + 60]
            self._refuse(f'a style has "{place}"; refer only to parts of the picture: url(#name)')

    def _measured(self, attributes: dict[str, str]) -> tuple[float, float]:
        box = attributes.get("viewBox", "").replace(",", " ").split()
        given = box[2:] if len(box) == 4 else [attributes.get(key, "") for key in ("width", "height")]
        sizes = [float(found[1]) if (found := re.match(_NUMBER, text)) else 0.0 for text in given]
        if not all(0 < size < 1e6 for size in sizes):
            self._refuse('has no size; give its <svg> a viewBox, such as viewBox="0 0 100 60"')
        return sizes[0], sizes[1]
