"""Shapes as PDF 1.4: vector pages at true size, the same bytes for the same pages, without dependencies."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from zlib import compress

from clew.errors import ClewError
from clew.pictures import glyphs
from clew.pictures.colours import fixed
from clew.pictures.shapes import (
    ARC,
    Circle,
    Drawing,
    Group,
    Image,
    Label,
    Paint,
    Path,
    Rect,
    Segment,
    Shape,
)
from clew.pictures.svg import number

POINTS_PER_MM = 72 / 25.4


class Page(NamedTuple):
    """A sheet of paper; all lengths are millimetres, from its upper left corner.

    `clip`: the area (x, y, width, height) inside which `clipped` is printed. `scale`: the millimetres of a
    unit of the shapes.
    """

    width: float
    height: float
    shapes: Sequence[Shape | Image]
    clip: tuple[float, float, float, float] | None = None
    clipped: tuple[Shape, ...] = ()
    scale: float = 1


def document(pages: Sequence[Page], theme: str, title: str) -> bytes:
    """A PDF file of the pages."""
    objects: list[bytes] = []

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    catalogue, tree, info = add(b""), add(b""), add(b"")
    kids = []
    for page in pages:
        writer = _Content(theme)
        packed = compress(writer.page(page).encode("ascii"), 9)
        content = add(b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed))
        states = "".join(
            f"/G{index}<</ca {number(opacity)}/CA {number(opacity)}>>"
            for index, opacity in enumerate(writer.opacities)
        )
        images = "".join(f"/I{index} {add(_bitmap(png))} 0 R" for index, png in enumerate(writer.images))
        size = f"{number(page.width * POINTS_PER_MM)} {number(page.height * POINTS_PER_MM)}"
        kids.append(
            add(
                f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 {size}]/Contents {content} 0 R"
                f"/Resources<</ExtGState<<{states}>>/XObject<<{images}>>>>>>".encode("ascii")
            )
        )
    objects[catalogue - 1] = b"<</Type/Catalog/Pages %d 0 R>>" % tree
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[tree - 1] = f"<</Type/Pages/Kids[{listed}]/Count {len(kids)}>>".encode("ascii")
    told = title.encode("utf-16-be").hex().upper()
    objects[info - 1] = f"<</Title<FEFF{told}>/Producer(Clew)>>".encode("ascii")
    return _file(objects, catalogue, info)


def _file(objects: list[bytes], catalogue: int, info: int) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for index, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (index, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer<</Size %d/Root %d 0 R/Info %d 0 R>>\n" % (len(objects) + 1, catalogue, info)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


class _Content:
    """The content of one page."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.opacities: list[float] = []
        self.images: list[bytes] = []
        self._out: list[str] = []

    def page(self, page: Page) -> str:
        scale = number(POINTS_PER_MM * page.scale, 5)
        self._out.append(f"1 J 1 j {scale} 0 0 -{scale} 0 {number(page.height * POINTS_PER_MM)} cm")
        self._shapes(page.shapes)
        if page.clip is not None:
            self._out.append(f"q {' '.join(number(part) for part in page.clip)} re W n")
            self._shapes(page.clipped)
            self._out.append("Q")
        return "\n".join(self._out)

    def _shapes(self, shapes: Iterable[Shape | Image]) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                scale = number(shape.scale, 5)
                self._out.append(f"q {scale} 0 0 {scale} {number(shape.dx, 3)} {number(shape.dy, 3)} cm")
                self._shapes(shape.shapes)
                self._out.append("Q")
            elif isinstance(shape, Image):
                self._image(shape)
            elif isinstance(shape, Drawing):
                raise ClewError("a puzzle's own SVG cannot go on PDF pages; draw it as .svg or .png")
            elif isinstance(shape, Label):
                self._label(shape)
            elif not shape.paint.blur:
                self._painted(_segments(shape), shape.paint)

    def _image(self, image: Image) -> None:
        """A bitmap fills the unit square, which lies on its head here: y points down."""
        x, lower, wide, high = (
            number(length, 3) for length in (image.x, image.y + image.height, image.width, image.height)
        )
        self._out.append(f"q {wide} 0 0 -{high} {x} {lower} cm /I{len(self.images)} Do Q")
        self.images.append(image.png)

    def _painted(self, segments: Iterable[Segment], paint: Paint) -> None:
        words = ["q"]
        if paint.opacity != 1:
            if paint.opacity not in self.opacities:
                self.opacities.append(paint.opacity)
            words.append(f"/G{self.opacities.index(paint.opacity)} gs")
        if paint.fill is not None:
            words.append(f"{self._colour(paint.fill)} rg")
        if paint.stroke is not None:
            words.append(f"{self._colour(paint.stroke)} RG {number(paint.width, 3)} w")
        if paint.dash:
            words.append(f"[{' '.join(number(part) for part in paint.dash)}] 0 d")
        self._out.append(" ".join(words))
        letters = {"M": "m", "L": "l", "C": "c", "Z": "h"}
        self._out += [
            " ".join([*(number(n, 3) for n in numbers), letters[letter]]) for letter, numbers in segments
        ]
        drawn = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
        self._out.append(f"{drawn[paint.fill is not None, paint.stroke is not None]} Q")

    def _colour(self, colour: str) -> str:
        text = fixed(colour, self.theme)
        return " ".join(number(int(text[at : at + 2], 16) / 255, 3) for at in (1, 3, 5))

    def _label(self, label: Label) -> None:
        if not glyphs.is_known(label.text):
            # A PDF must contain its fonts, and outlines exist only for some alphabets; characters of others
            # are shown as their numbers.
            codes = " ".join(c if glyphs.is_known(c) else f"{ord(c):X}" for c in label.text)
            label = label._replace(text=codes, size=label.size * 0.6)
        place = glyphs.setting(label)
        scale = number(place.size / glyphs.EM, 6)
        self._out.append(f"q {scale} 0 0 {scale} {number(place.x, 3)} {number(place.y, 3)} cm")
        self._painted(glyphs.segments(label.text), Paint(fill=label.fill))
        self._out.append("Q")


def _bitmap(png: bytes) -> bytes:
    """A PNG with a palette as an image of a PDF, which packs rows of pixels in the same way."""
    chunks: dict[bytes, bytes] = {}
    for kind, body in _chunks(png):
        chunks[kind] = chunks.get(kind, b"") + body
    wide, high, bits, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (bits, colours) == (8, 3), "maps are drawn with palettes"
    palette, pixels = chunks[b"PLTE"], chunks[b"IDAT"]
    return b"".join(
        (
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8" % (wide, high),
            b"/ColorSpace[/Indexed/DeviceRGB %d<%s>]"
            % (len(palette) // 3 - 1, palette.hex().encode("ascii")),
            b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 1/BitsPerComponent 8/Columns %d>>" % wide,
            b"/Length %d>>stream\n%s\nendstream" % (len(pixels), pixels),
        )
    )


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG file: kind and content."""
    at = 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8 : at + 8 + length]
        at += length + 12


def _segments(shape: Circle | Rect | Path) -> Iterable[Segment]:
    if isinstance(shape, Path):
        return shape.segments
    if isinstance(shape, Circle):
        r = shape.r
        return _round(shape.x - r, shape.y - r, 2 * r, 2 * r, r)
    return _round(shape.x, shape.y, shape.width, shape.height, shape.r)


def _round(x: float, y: float, width: float, height: float, r: float) -> list[Segment]:
    """A rectangle with rounded corners, from the upper left, clockwise."""
    right, bottom = x + width, y + height
    if not r:
        return [
            ("M", (x, y)),
            ("L", (right, y)),
            ("L", (right, bottom)),
            ("L", (x, bottom)),
            ("Z", ()),
        ]
    k = r * (1 - ARC)
    return [
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    ]
