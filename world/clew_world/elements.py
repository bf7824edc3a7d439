"""The model: the elements of a world. They know nothing about drawing, physics or Lua.

Metres, x to the right, y up, (0, 0) is the lower left corner of the world. The position of a character or an
item is the middle of its bottom edge: it stands *at* (x, y).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

LOOKS = ("player", "monkey", "fox", "chicken", "tortoise", "cat", "owl", "mouse")
THEMES = ("dusk", "day", "winter")
"""How the scene of a level looks."""
THINGS = ("banana", "apple", "key", "gem", "corn")
"""The items with a picture of their own; others are drawn as a token with their initial."""

STEP = 1 / 60
"""Seconds of a tick."""
TOKEN = 0.4
"""Metres: the sides of the box in which an item or a switch is touched."""
MASS = 30.0
"""Kilograms. All characters weigh the same: the control multiplies by it, so it cancels."""


_APART = 0.05
"""Metres: bodies that are nearer touch."""


class Rect(NamedTuple):
    """An upright rectangle: left, bottom, right, top."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside the rectangle or on its edge."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def overlaps(self, other: Rect) -> bool:
        """Whether the interiors of the two have a point in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )


def grown(rect: Rect) -> Rect:
    """The box and what is so near to it that it touches: the physics keeps bodies a little apart."""
    left, bottom, right, top = rect
    return Rect(left - _APART, bottom - _APART, right + _APART, top + _APART)


class Element:
    """Anything in a world.

    `number` and `name` are unique within the world; rules refer to its `kind`.
    """

    def __init__(self, number: int, kind: str, name: str) -> None:
        self.number = number
        self.kind = kind
        self.name = name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Solid(Element):
    """Ground, a platform or a wall. A one-way platform supports from above and can be passed from below."""

    def __init__(self, number: int, kind: str, name: str, rect: Rect, one_way: bool = False) -> None:
        super().__init__(number, kind, name)
        self.rect = rect
        self.one_way = one_way


class Ladder(Element):
    """A ladder: a character on it can climb, and does not fall."""

    def __init__(self, number: int, name: str, rect: Rect) -> None:
        super().__init__(number, "ladder", name)
        self.rect = rect

    @property
    def x(self) -> float:
        """The x of its middle, in metres."""
        return (self.rect.left + self.rect.right) / 2


class Door(Solid):
    """A solid until a switch opens it; from then on it stays open."""

    def __init__(self, number: int, name: str, rect: Rect) -> None:
        super().__init__(number, "door", name, rect)


class Switch(Element):
    """Opens doors for good as soon as a character of one of the kinds `by` touches it."""

    def __init__(
        self, number: int, name: str, x: float, y: float, opens: tuple[str, ...], by: tuple[str, ...]
    ) -> None:
        super().__init__(number, "switch", name)
        self.x = x
        self.y = y
        self.opens = opens
        self.by = by

    @property
    def rect(self) -> Rect:
        """The box in which a character touches it."""
        return Rect(self.x - TOKEN / 2, self.y, self.x + TOKEN / 2, self.y + TOKEN)


class Crate(Element):
    """A box that characters push. It slides and falls, stays upright, and can be stood on."""

    def __init__(
        self, number: int, name: str, x: float, y: float, width: float, height: float, mass: float
    ) -> None:
        super().__init__(number, "crate", name)
        self.width = width
        self.height = height
        self.mass = mass
        self.start = (x, y)
        self.x = x
        self.y = y
        self.vx = 0.0
        self.vy = 0.0
        self.standing = 0

    @property
    def rect(self) -> Rect:
        """The box that the crate fills."""
        half = self.width / 2
        return Rect(self.x - half, self.y, self.x + half, self.y + self.height)

    @property
    def reach(self) -> Rect:
        """The box in which a character touches it: the physics keeps bodies a little apart."""
        return grown(self.rect)


class Item(Element):
    """An item, which stays where it is until a character takes it."""

    def __init__(self, number: int, kind: str, name: str, x: float, y: float) -> None:
        super().__init__(number, kind, name)
        self.x = x
        self.y = y
        self.alive = True

    @property
    def rect(self) -> Rect:
        """The box that the item fills."""
        return Rect(self.x - TOKEN / 2, self.y, self.x + TOKEN / 2, self.y + TOKEN)


class Build(NamedTuple):
    """What a body can do, in metres and metres per second. Characters of the same build share a route
    network.
    """

    width: float
    height: float
    speed: float
    jump: float
    """How high it can jump; 0: it cannot jump."""


class Carrier(Protocol):
    """What a character sees of the lift that carries it."""

    vx: float
    vy: float

    @property
    def halt(self) -> tuple[int, int] | None:
        """The end at which it waits, and for how many more ticks; None while it rides."""


class Character(Element):
    """The player, or an animal.

    `standing` counts the contacts that support it; `target` is where it is going.
    """

    def __init__(
        self,
        number: int,
        kind: str,
        name: str,
        look: str,
        x: float,
        y: float,
        build: Build,
        script: str | None,
    ) -> None:
        super().__init__(number, kind, name)
        self.look = look
        self.build = build
        self.script = script
        self.start = (x, y)
        self.x = x
        self.y = y
        self.vx = 0.0
        self.vy = 0.0
        self.alive = True
        self.solid = False
        """Whether it does not pass through other characters."""
        self.standing = 0
        self.supported = 0.0
        """Seconds since something last supported it; 0 while something does."""
        self.lift: Carrier | None = None
        """The lift that carries it, if there is one."""
        self.on_ladder = False
        self.on_slope = False
        """Whether its feet hold it on a slope, or beside one."""
        self.sunk = 0.0
        """Metres below its foot at which it is drawn: on slopes its body stands on an edge."""
        self.controlled = False
        """Whether the control acted on it in the last tick."""
        self.facing = 1
        self.walked = 0.0
        """Metres walked so far, from which the pose of its legs is drawn."""
        self.target: tuple[float, float] | None = None
        self.answer = ""
        """`""` without a target, else `on the way`, `arrived` or `cannot get there`."""
        self.why = ""
        """Why it cannot get there, while that is its answer."""
        self.words = ""
        self.words_until = 0

    @property
    def reach(self) -> Rect:
        """The box in which others touch it."""
        return grown(self.rect) if self.solid else self.rect

    @property
    def shown_y(self) -> float:
        """The height at which it is drawn."""
        return self.y - self.sunk

    @property
    def rect(self) -> Rect:
        """The box that the character fills."""
        half = self.build.width / 2
        return Rect(self.x - half, self.y, self.x + half, self.y + self.build.height)
