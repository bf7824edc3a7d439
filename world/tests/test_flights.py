"""Flights are judged by bisection; tick by tick, as the physics moves a body, the answer is the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clew_world.elements import STEP, Build, Rect
from clew_world.routes.flight import Flight, is_clear, ticks_to
from clew_world.routes.surfaces import Obstacles
from clew_world.routes.wedges import Wedge
from clew_world.slopes import Slope

BUILD = Build(0.6, 1.0, 3.0, 1.4)
ROOM, GRAZE = 0.03, 0.06
lengths = st.integers(1, 400).map(lambda hundredths: hundredths / 100)
places = st.integers(-500, 500).map(lambda hundredths: hundredths / 100)
boxes = st.builds(lambda x, y, wide, high: Rect(x, y, x + wide, y + high), places, places, lengths, lengths)


def path(start: tuple[float, float], flight: Flight, gravity: float) -> list[tuple[float, float]]:
    """Where the foot is at the end of each tick."""
    (x, y), vy, found = start, flight.vy, []
    height = 0.0
    for tick in range(1, flight.ticks + 1):
        vy -= gravity * STEP
        height += vy * STEP
        found.append((x + flight.vx * STEP * tick, y + height))
    return found


def plainly(
    blocks: list[Rect],
    tops: list[Rect],
    wedges: list[Wedge],
    start: tuple[float, float],
    floor: float,
    flight: Flight,
) -> bool:
    """As `is_clear`, but tick by tick."""
    feet = path(start, flight, 10.0)
    half = BUILD.width / 2 + ROOM
    before = start[1]
    for tick, (x, foot) in enumerate(feet):
        is_last = tick == flight.ticks - 1
        stopped = max(foot, floor) if is_last else foot
        for block in blocks:
            if (
                block.left - half < x < block.right + half
                and stopped + 0.02 < block.top
                and block.bottom < stopped + BUILD.height
            ):
                return False
        for wedge in wedges:
            if wedge.hits(x, stopped + 0.01, stopped + BUILD.height):
                return False
        for top in tops:
            # It is caught by a top that its foot passes on the way down.
            falls = foot < before
            over = top.left - half < x < top.right + half
            if over and falls and not is_last and foot <= top.top <= before + GRAZE:
                return False
        before = foot
    return True


@given(
    blocks=st.lists(boxes, max_size=3),
    tops=st.lists(boxes, max_size=2),
    slopes=st.lists(st.tuples(places, places, lengths, st.sampled_from([-1.0, -0.4, 0.3, 1.0])), max_size=2),
    vx=st.integers(-300, 300).map(lambda hundredths: hundredths / 100),
    vy=st.integers(0, 600).map(lambda hundredths: hundredths / 100),
    fall=st.integers(-300, 60).map(lambda hundredths: hundredths / 100),
)
def test_a_flight_is_clear_if_it_is_so_in_every_tick(
    blocks: list[Rect],
    tops: list[Rect],
    slopes: list[tuple[float, float, float, float]],
    vx: float,
    vy: float,
    fall: float,
) -> None:
    ticks = ticks_to(vy, fall, 10.0)
    if ticks is None:
        return
    wedges = [
        Wedge(Slope(number, "", (x, y), (x + wide, y + wide * grade), y - 1), BUILD)
        for number, (x, y, wide, grade) in enumerate(slopes)
    ]
    start, flight = (0.137, 0.011), Flight(vx, vy, ticks)
    floor = start[1] + fall
    found = is_clear(Obstacles(blocks, tops, wedges), BUILD, 10.0, start, floor, flight)
    assert found == plainly(blocks, tops, wedges, start, floor, flight)
