"""Shapes as SVG: small, the same bytes for the same picture, without scripts, fonts or external files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from clew.pictures import glyphs
from clew.pictures.colours import ROOMS, fixed
from clew.pictures.shapes import Circle, Drawing, Group, Image, Label, Paint, Path, Rect, Shape

SHADE = (("#FFFFFF", 0.2), ("#000000", 0.04))
"""The shading of pieces, from top to bottom; a darker one would lose contrast against the board."""


class Svg(str):
    """The text of an SVG picture, which notebooks show as the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def document(
    shapes: Sequence[Shape | Image],
    width: float,
    height: float,
    *,
    theme: str = "auto",
    title: str = "",
    description: str = "",
    pixels: float | None = None,
) -> Svg:
    """A complete SVG file of `width` x `height` units, shown `pixels` wide (None: one pixel per unit)."""
    defined, body = finished(raw(shapes, theme))
    across = width if pixels is None else pixels
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(across)}" height="{number(across * height / width)}" role="img" '
        f'stroke-linecap="round" stroke-linejoin="round">'
    )
    told = f"<title>{escape(title)}</title>" if title else ""
    if description:
        told += f"<desc>{escape(description)}</desc>"
    return Svg(f"{head}\n{told}{_style(defined + body, theme)}{defined}{body}</svg>\n")


def raw(shapes: Iterable[Shape | Image], theme: str) -> str:
    """The elements of the shapes, one per line, with marks around what is shared; only for `finished`."""
    return "".join(_element(shape, theme) for shape in shapes)


def finished(text: str) -> tuple[str, str]:
    """The definitions and the elements of a picture, from all its raw text.

    Repeated shapes are defined once, and so are the gradient and the filters. Their names are unique to this
    picture, because browsers use the first element of that name on a page, and draw nothing if it is hidden.
    """
    prefix = f"clew-{crc32(text.encode()):08x}"
    defined: list[str] = []
    while match := _INNERMOST.search(text):
        inner, transform = match[1], match[2]
        if text.count(f"\x01{inner}\x02") > 1 and len(inner) > 120:
            name = f"{prefix}-{len(defined)}"
            defined.append(f'<g id="{name}">\n{inner}</g>\n')
            place = re.compile(f"\x01{re.escape(inner)}\x02([^\x03]*)\x03")
            text = place.sub(lambda found, name=name: f'<use href="#{name}"{found[1]}/>\n', text)  # type: ignore[misc]
        else:
            whole = f"<g{transform}>\n{inner}</g>\n" if transform else inner
            text = text[: match.start()] + whole + text[match.end() :]
    shared = "".join(defined)
    definitions = _gradient(f"{prefix}-shade") if "url(#S)" in shared + text else ""
    definitions += "".join(_filter(blur) for blur in sorted(set(_BLUR.findall(shared + text)), key=float))
    definitions += shared
    head = f"<defs>{definitions}</defs>\n" if definitions else ""
    shade = f"url(#{prefix}-shade)"
    return head.replace("url(#S)", shade), text.replace("url(#S)", shade)


_INNERMOST = re.compile("\x01([^\x01\x02]*)\x02([^\x03]*)\x03")
_BLUR = re.compile(r"url\(#blur-([^)]*)\)")


def _gradient(name: str) -> str:
    stops = "".join(
        f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for at, (colour, opacity) in enumerate(SHADE)
    )
    return f'<linearGradient id="{name}" x2="0" y2="1">{stops}</linearGradient>\n'


def _filter(blur: str) -> str:
    return (
        f'<filter id="blur-{blur}" x="-50%" y="-50%" width="200%" height="200%">'
        f'<feGaussianBlur stdDeviation="{blur}"/></filter>\n'
    )


def _style(body: str, theme: str) -> str:
    """The style rules of the roles that are used, if light or dark is the reader's choice."""
    if theme != "auto":
        return ""

    def rules(room: dict[str, str]) -> str:
        return "".join(
            f".clew-{kind[0]}-{role}{{{kind}:{colour}}}"
            for role, colour in room.items()
            for kind in ("fill", "stroke")
            if f'clew-{kind[0]}-{role}"' in body or f"clew-{kind[0]}-{role} " in body
        )

    light = rules(ROOMS["light"])
    if not light:
        return ""
    return f"<style>{light}@media(prefers-color-scheme:dark){{{rules(ROOMS['dark'])}}}</style>\n"


def _element(shape: Shape | Image, theme: str) -> str:
    if isinstance(shape, Image):
        return _image(shape, "image/png", shape.png)
    if isinstance(shape, Drawing):
        return _image(shape, "image/svg+xml", shape.svg.encode())
    if isinstance(shape, Group):
        inside = "".join(_element(inner, theme) for inner in shape.shapes)
        if not inside:
            return ""
        move = f"translate({number(shape.dx)} {number(shape.dy)})" if shape.dx or shape.dy else ""
        scale = f"scale({number(shape.scale, 4)})" if shape.scale != 1 else ""
        both = " ".join(part for part in (move, scale) if part)
        transform = f' transform="{both}"' if both else ""
        if shape.shared:
            return f"\x01{inside}\x02{transform}\x03"
        return f"<g{transform}>\n{inside}</g>\n" if transform else inside
    if isinstance(shape, Label):
        return _label(shape, theme)
    geometry = _geometry(shape)
    text = f"<{geometry}{_paint(shape.paint, theme)}/>\n"
    if shape.paint.shade:
        text += f'<{geometry} fill="url(#S)"/>\n'
    return text


def _geometry(shape: Circle | Rect | Path) -> str:
    if isinstance(shape, Circle):
        return f'circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.r)}"'
    if isinstance(shape, Rect):
        corner = f' rx="{number(shape.r)}"' if shape.r else ""
        return (
            f'rect x="{number(shape.x)}" y="{number(shape.y)}" '
            f'width="{number(shape.width)}" height="{number(shape.height)}"{corner}'
        )
    data = "".join(letter + " ".join(number(n) for n in numbers) for letter, numbers in shape.segments)
    return f'path d="{data}"'


def _paint(paint: Paint, theme: str) -> str:
    words, roles = [], []
    for kind, colour in (("fill", paint.fill), ("stroke", paint.stroke)):
        if colour is None:
            words += ['fill="none"'] if kind == "fill" else []
        elif theme == "auto" and not colour.startswith("#"):
            roles.append(f"clew-{kind[0]}-{colour}")
        else:
            words.append(f'{kind}="{fixed(colour, theme)}"')
    if roles:
        words.insert(0, f'class="{" ".join(roles)}"')
    if paint.stroke is not None:
        words.append(f'stroke-width="{number(paint.width)}"')
    if paint.dash:
        words.append(f'stroke-dasharray="{" ".join(number(part) for part in paint.dash)}"')
    if paint.opacity != 1:
        words.append(f'opacity="{number(paint.opacity)}"')
    if paint.blur:
        words.append(f'filter="url(#blur-{number(paint.blur)})"')
    return "".join(f" {word}" for word in words)


def _image(image: Image | Drawing, kind: str, content: bytes) -> str:
    return (
        f'<image x="{number(image.x)}" y="{number(image.y)}" width="{number(image.width)}" '
        f'height="{number(image.height)}" href="data:{kind};base64,{b64encode(content).decode()}"/>\n'
    )


def _label(label: Label, theme: str) -> str:
    if not label.text.strip():
        return ""
    place = glyphs.setting(label)
    paint = _paint(Paint(fill=label.fill), theme)
    if glyphs.is_known(label.text):
        move = f"translate({number(place.x)} {number(place.y)}) scale({number(place.size / glyphs.EM, 5)})"
        return f'<path transform="{move}" d="{glyphs.path_data(label.text)}"{paint}/>\n'
    family = quoteattr("Inter, system-ui, sans-serif")
    return (
        f'<text x="{number(label.x)}" y="{number(place.y)}" font-size="{number(place.size)}" '
        f'font-family={family} font-weight="600" text-anchor="{label.anchor}"{paint}>'
        f"{escape(label.text)}</text>\n"
    )


def number(value: float, digits: int = 2) -> str:
    """A number, as short as possible: ``12``, ``0.5``, ``-3.25``."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
