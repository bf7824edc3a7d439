"""The physics: Box2D (Erin Catto, zlib licence) behind the few functions that a world needs.

What supports a character is *counted* again in every step: the contacts that the solver is about to solve
and whose normal points up by more than a half.

```text
      [_]            [_]              |[_]            [_]  ^
    ====|====    two contacts at    ==|            ====|====   from below through a
                 a seam: count 2      | a wall:        one-way platform: the contact
    one: 1                              0              is let go, count 0
```

Tops are separate edges above the blocks. Where tops meet they form one chain, whose edges know their
neighbours, so that nothing stumbles over a seam, as it would over the corner of a block.

A flag "stands on something", set when a contact begins and cleared when it ends, would be wrong at a seam,
where the left contact ends after the right one has begun. And if every contact counted, a character pressed
against a wall would hang there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew_world.elements import MASS, STEP, Build, Carrier, Character, Crate, Rect, Solid
from clew_world.lifts import Lift
from clew_world.packages import quietly
from clew_world.slopes import CORNER, Slope, sole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_VELOCITY_ROUNDS, _POSITION_ROUNDS = 8, 3
_ORIGIN = (0.0, 0.0)
_UP = 0.5
BOUNCE = 0.2
"""The restitution of a landing: the share of the speed of a fall that is returned."""
_SINK = 0.04
"""Metres: how deep a foot may be in a one-way platform and still stand on it."""
_SOLID_BITS, _CHARACTER_BITS, _CRATE_BITS = 1, 2, 4
_GROUND_FRICTION, _CRATE_FRICTION = 1.0, 0.6
"""Box2D takes the root of the product of two frictions; that of characters is 0, so they feel none."""
_SLOPE_FRICTION = 2.0
"""With it, crates hold on slopes of up to 47 degrees."""
_TOUCH = 0.005
"""Metres: the shortest edge of a chain; tops closer than this meet."""
_UNDER = 0.02
"""Metres: how far below its top edge a block begins."""


class Body:
    """The body of a character or a crate, and what the last step found out about it."""

    def __init__(self, element: Character | Crate, handle: Any) -> None:
        self.element = element
        self.handle = handle
        # Views of data in Box2D's body: read them, but never keep them longer than the body.
        self.place = handle.position
        self.velocity = handle.linearVelocity
        self.impulse = handle.ApplyLinearImpulse
        self.count = 0
        self.lift: Lift | None = None
        """The lift on which it stands."""
        self.through = False
        """Whether it passes one-way platforms now, because it is climbing a ladder."""
        self.carriers: tuple[Carrier, ...] | None = None
        """The only lifts that it does not pass through now; None for all."""

    def push(self, dx: float, dy: float) -> None:
        """Applies an impulse, in kilogram metres per second."""
        self.impulse((dx, dy), _ORIGIN, True)

    def gravity(self, on: bool) -> None:
        """Switches gravity on or off for this body."""
        self.handle.gravityScale = 1.0 if on else 0.0


Passes = Callable[[Character, Character], bool]
"""Whether two characters pass through each other."""


class Physics:
    """The bodies of a world. The same pushes give the same results, step by step.

    With `passes`, characters collide, but for those of whom it is true. They do so only sideways: nobody
    stands on somebody's head, and they pass on ladders.
    """

    def __init__(
        self,
        width: float,
        height: float,
        gravity: float,
        solids: Iterable[Solid],
        doors: Iterable[Solid] = (),
        slopes: Iterable[Slope] = (),
        passes: Passes | None = None,
    ) -> None:
        self._box2d: Any = quietly("Box2D")
        listener = _listener_class(self._box2d)(passes)
        self._collides = passes is not None
        self._world = self._box2d.b2World(gravity=(0.0, -gravity), contactListener=listener)
        self._listener = listener  # Box2D does not keep a reference itself.
        solids = list(solids)
        for solid in solids:
            if not solid.one_way:
                self._add_block(solid.rect)
        for left in (-1.0, width):
            self._add_block(Rect(left, -10.0, left + 1.0, height + 1000.0))
        for y, points, one_way in _runs(solids):
            self._add_top(y, points, one_way)
        for slope in slopes:
            self._add_slope(slope)
        self._doors = {door.number: self._add_door(door.rect) for door in doors}
        self.bodies: list[Body] = []
        self._lifts: list[tuple[Lift, Any]] = []

    def _add_door(self, rect: Rect) -> list[Any]:
        """A door has its own block and top, so that it can be removed."""
        chain = self._box2d.b2ChainShape(vertices_chain=[(rect.left, rect.top), (rect.right, rect.top)])
        return [self._add_block(rect), self._add_still(chain, None)]

    def open(self, door: int) -> None:
        """Removes the door of that number from the world."""
        for body in self._doors.pop(door):
            self._world.DestroyBody(body)

    def _add_block(self, rect: Rect) -> Any:
        top = max(rect.top - _UNDER, (rect.bottom + rect.top) / 2)
        half = ((rect.right - rect.left) / 2, (top - rect.bottom) / 2)
        middle = ((rect.left + rect.right) / 2, (rect.bottom + top) / 2)
        return self._add_still(self._box2d.b2PolygonShape(box=(*half, middle, 0.0)), None)

    def _add_slope(self, slope: Slope) -> None:
        """A slope is a block and a top, too; crates hold on it."""
        (left, low), (right, high) = slope.ends
        under = min(_UNDER, (min(low, high) - slope.base) / 2)
        corners = [(left, slope.base), (right, slope.base), (right, high - under), (left, low - under)]
        self._add_still(self._box2d.b2PolygonShape(vertices=corners), None, _SLOPE_FRICTION)
        self._add_still(self._box2d.b2ChainShape(vertices_chain=slope.ends), None, _SLOPE_FRICTION)

    def _add_top(self, y: float, points: Sequence[float], one_way: bool) -> None:
        chain = self._box2d.b2ChainShape(vertices_chain=[(x, y) for x in points])
        self._add_still(chain, y if one_way else None)

    def _add_still(self, shape: Any, one_way_top: float | None, friction: float = _GROUND_FRICTION) -> Any:
        b2 = self._box2d
        place = b2.b2Filter(categoryBits=_SOLID_BITS, maskBits=_CHARACTER_BITS | _CRATE_BITS)
        fixture = b2.b2FixtureDef(shape=shape, friction=friction, userData=one_way_top, filter=place)
        return self._world.CreateStaticBody(fixtures=fixture)

    def add(self, character: Character) -> Body:
        """Adds a body for the character, with its foot where the character stands."""
        b2 = self._box2d
        others = _SOLID_BITS | _CRATE_BITS | (_CHARACTER_BITS if self._collides else 0)
        place = b2.b2Filter(categoryBits=_CHARACTER_BITS, maskBits=others)
        common = {"friction": 0.0, "restitution": BOUNCE, "filter": place, "density": 1.0}
        return self._add_body(character, character.build, MASS, common, sleeps=False)

    def add_lift(self, lift: Lift) -> None:
        """Adds a lift; only its top carries anything."""
        b2 = self._box2d
        place = b2.b2Filter(categoryBits=_SOLID_BITS, maskBits=_CHARACTER_BITS | _CRATE_BITS)
        top = b2.b2ChainShape(vertices_chain=[(0.0, 0.0), (lift.width, 0.0)])
        fixture = b2.b2FixtureDef(shape=top, friction=_GROUND_FRICTION, userData=lift, filter=place)
        handle = self._world.CreateKinematicBody(position=(lift.x, lift.y), fixtures=fixture)
        self._lifts.append((lift, handle))

    def add_crate(self, crate: Crate) -> Body:
        """Adds a body for a crate."""
        everything = _SOLID_BITS | _CHARACTER_BITS | _CRATE_BITS
        place = self._box2d.b2Filter(categoryBits=_CRATE_BITS, maskBits=everything)
        common = {"friction": _CRATE_FRICTION, "restitution": 0.0, "filter": place, "density": 1.0}
        build = Build(crate.width, crate.height, 0.0, 0.0)
        return self._add_body(crate, build, crate.mass, common, sleeps=True)

    def _add_body(
        self,
        element: Character | Crate,
        build: Build,
        mass: float,
        common: dict[str, Any],
        *,
        sleeps: bool,
    ) -> Body:
        b2 = self._box2d
        handle = self._world.CreateDynamicBody(
            position=(element.x, element.y),
            fixedRotation=True,
            allowSleep=sleeps,
            fixtures=b2.b2FixtureDef(shape=b2.b2PolygonShape(vertices=_corners(build)), **common),
        )
        handle.massData = b2.b2MassData(mass=mass, center=(0.0, build.height / 2), I=1.0)
        body = Body(element, handle)
        for fixture in handle.fixtures:
            fixture.userData = body
        self.bodies.append(body)
        return body

    def remove(self, body: Body) -> None:
        """Removes a body from the world."""
        self._world.DestroyBody(body.handle)
        self.bodies.remove(body)

    def place(self, body: Body, x: float, y: float) -> None:
        """Puts a body somewhere, at rest."""
        body.handle.position = (x, y)
        body.handle.linearVelocity = (0.0, 0.0)
        body.handle.awake = True
        # The next push is the difference to what the element knows.
        body.element.vx = body.element.vy = 0.0

    def step(self) -> None:
        """Runs one tick: moves the bodies and updates where their characters and crates are."""
        if self._lifts:
            for body in self.bodies:
                body.lift = None
        for lift, handle in self._lifts:
            x, y = lift.place(lift.tick + 1)
            handle.linearVelocity = ((x - handle.position.x) / STEP, (y - handle.position.y) / STEP)
        self._world.Step(STEP, _VELOCITY_ROUNDS, _POSITION_ROUNDS)
        for lift, _ in self._lifts:
            lift.follow()
        for body in self.bodies:
            element, place, velocity = body.element, body.place, body.velocity
            element.x, element.y = place.x, place.y
            element.vx, element.vy = velocity.x, velocity.y
            element.standing, body.count = body.count, 0


def _runs(solids: Sequence[Solid]) -> list[tuple[float, list[float], bool]]:
    """Runs of tops that meet: height, ends of the parts from left to right, whether the run is one-way."""
    runs: list[tuple[float, list[float], bool]] = []
    rows = sorted((solid.rect.top, solid.one_way, solid.rect.left, solid.rect.right) for solid in solids)
    for top, one_way, left, right in rows:
        last = runs[-1] if runs else None
        if last is not None and last[0] == top and last[2] == one_way and left <= last[1][-1] + _TOUCH:
            if right > last[1][-1] + _TOUCH:
                last[1].append(right)
        else:
            runs.append((top, [left, right], one_way))
    return runs


def _corners(build: Build) -> list[tuple[float, float]]:
    """The corners of a body with its foot at (0, 0): an upright box without its lower corners."""
    half, flat, tall = build.width / 2, sole(build), build.height
    return [(-flat, 0.0), (flat, 0.0), (half, CORNER), (half, tall), (-half, tall), (-half, CORNER)]


def _listener_class(b2: Any) -> Any:
    # Box2D calls `PreSolve` for each contact in each step: the bodies of a contact were looked up when it
    # began, and one manifold, which contains `normal`, is reused for all.
    manifold = b2.b2WorldManifold()
    normal = manifold.normal
    fill = b2.b2Contact._b2Contact__GetWorldManifold_internal

    class Listener(b2.b2ContactListener):  # type: ignore[misc]
        """Counts contacts."""

        def __init__(self, passes: Passes | None) -> None:
            super().__init__()
            self._passes = passes
            self._meetings: dict[int, bool] = {}
            """For each contact of two characters: whether they pass through each other."""
            self._sides: dict[int, tuple[Body, float | Lift | None, float]] = {}
            """For each contact: the body that is carried, the top of what may carry it if it is one-way, and
            which way the normal points."""

        def BeginContact(self, contact: Any) -> None:
            carried, other, up = contact.fixtureA.userData, contact.fixtureB.userData, -1.0
            # A crate may carry a character: of the two, the character is the one to be supported.
            if not isinstance(carried, Body) or (
                isinstance(other, Body) and isinstance(carried.element, Crate)
            ):
                carried, other, up = other, carried, 1.0
            if isinstance(other, Body):
                if isinstance(carried.element, Character) and isinstance(other.element, Character):
                    free = self._passes is None or self._passes(carried.element, other.element)
                    self._meetings[int(contact.this)] = free
                other, contact.restitution = None, 0.0
            self._sides[int(contact.this)] = carried, other, up

        def EndContact(self, contact: Any) -> None:
            self._sides.pop(int(contact.this), None)
            self._meetings.pop(int(contact.this), None)

        def PostSolve(self, contact: Any, impulse: Any) -> None:
            """Does nothing, which takes less time than the inherited method."""

        def PreSolve(self, contact: Any, old: Any) -> None:
            carried, other, up = self._sides[int(contact.this)]
            if self._meetings and (free := self._meetings.get(int(contact.this))) is not None:
                fill(contact, manifold)
                contact.enabled = not free and abs(normal.y) < _UP
                return
            if other is not None:
                top = other.y if isinstance(other, Lift) else other
                only = carried.carriers if isinstance(other, Lift) else None
                free = only is not None and other not in only
                if free or carried.through or carried.element.y < top - _SINK:
                    contact.enabled = False
                    return
            fill(contact, manifold)
            if up * normal.y > _UP:
                carried.count += 1
                if isinstance(other, Lift):
                    carried.lift = other

    return Listener
