"""A line through waypoints: each leg is a shortest way from one position to another.

The engine searches towards goals; a leg ends at one given position. It is found by Dijkstra's search from
both ends (Nicholson 1966), on the engine's canonical positions:

    start  o--o--o--.   meeting    .--o--o--o  waypoint
            forward, by moves       backward, by predecessors

Each side takes its cheapest open layer whole, the smaller layer first. Let f and b be the cheapest open
costs of the two sides, and m the cheapest meeting seen: a line not yet seen costs at least f + b, so that
the search may stop once f + b >= m. A family without predecessors gets the forward half alone (b = 0).
A game ends at its first goal: no leg passes through one, though the last waypoint may be one.
"""

from __future__ import annotations

from itertools import pairwise

from clew.search.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew._engine import Engine, Found, LimitName, Status
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Run

    Place = tuple[int, ...]
    Code = tuple[int, ...]

_BYTES_A_STATE = 600  # a tuple of about ten numbers, two dictionary entries and its place in a layer
_LOOK_EVERY = 256


class _Leg:
    def __init__(
        self, codes: list[Code] | None, length: int | None, limit: LimitName | None, states: int
    ) -> None:
        self.codes = codes
        self.length = length
        self.limit = limit
        self.states = states


class _Side:
    """One half of the search: costs from its end, and open positions by cost."""

    def __init__(self, origin: Place) -> None:
        self.costs: dict[Place, int] = {origin: 0}
        self.links: dict[Place, Place] = {}
        self.open: dict[int, list[Place]] = {0: [origin]}

    @property
    def lowest(self) -> int:
        return min(self.open)

    def reach(self, place: Place, cost: int, link: Place) -> bool:
        """Records a way of this cost, by `link`; False if one as cheap was known."""
        if self.costs.get(place, cost + 1) <= cost:
            return False
        self.costs[place] = cost
        self.links[place] = link
        self.open.setdefault(cost, []).append(place)
        return True

    def take_layer(self) -> tuple[int, list[Place]]:
        """The cheapest open layer, without positions that were reached cheaper since."""
        cost = self.lowest
        return cost, [place for place in self.open.pop(cost) if self.costs[place] == cost]


def solve_through(puzzle: EnginePuzzle, start: str, waypoints: list[str], run: Run) -> Solution:
    """The fewest moves that come through the waypoints in this order and end in a goal."""
    engine = puzzle.engine
    direct = run.call(engine.solve, puzzle.position(start))
    optimum = direct["length"] if direct["status"] == "solved" else None
    codes: list[Code] = []
    legs: list[int] = []
    states = direct["states"]
    here = engine.canonical(puzzle.position(start))
    for number, waypoint in enumerate(waypoints, 1):
        target = engine.canonical(puzzle.position(waypoint))
        leg = _shortest(engine, tuple(here), tuple(target), run, states)
        states += leg.states
        if leg.codes is None or leg.length is None:
            reason = f"no line of moves leads to waypoint {number}, {waypoint}, before the puzzle is solved"
            broken = _broken(direct, run, leg.limit, sum(legs), reason, states)
            return Solution(puzzle, start, broken, legs, optimum)
        codes += leg.codes
        legs.append(leg.length)
        here = target
    last = run.call(engine.solve, here)
    states += last["states"]
    through: Found = {**last, "states": states, "seconds": run.seconds}
    through["reason"] = f"two-sided search to each waypoint, then: {last['reason']}"
    if last["lower_bound"] is not None:
        through["lower_bound"] = last["lower_bound"] + sum(legs)
    if last["codes"] is not None and last["length"] is not None:
        legs.append(last["length"])
        through["codes"] = codes + last["codes"]
        through["length"] = sum(legs)
    return Solution(puzzle, start, through, legs, optimum)


def _broken(direct: Found, run: Run, limit: LimitName | None, length: int, reason: str, states: int) -> Found:
    """No line through a waypoint: proved, or not known at a limit."""
    status: Status = "unsolvable" if limit is None else "limit"
    return {
        **direct,
        "status": status,
        "limit": limit,
        "length": None,
        "codes": None,
        "optimal": False,
        "lower_bound": None if limit is None else max(length, direct["lower_bound"] or 0),
        "states": states,
        "seconds": run.seconds,
        "reason": reason,
    }


def _shortest(engine: Engine, start: Place, target: Place, run: Run, stored: int) -> _Leg:
    """The cheapest line from start to target; without codes if there is none, or a limit was reached."""
    if start == target:
        return _Leg([], 0, None, 1)
    ahead, back = _Side(start), _Side(target)
    backward = engine.predecessors(list(target)) is not None
    best: int | None = None
    meeting = target
    expanded = 0
    try:
        while ahead.open and (back.open or not backward):
            floor = ahead.lowest + (back.lowest if backward else 0)
            if best is not None and floor >= best:
                break
            forward = not backward or len(ahead.open[ahead.lowest]) <= len(back.open[back.lowest])
            side, other = (ahead, back) if forward else (back, ahead)
            cost, layer = side.take_layer()
            for place in layer:
                expanded += 1
                if expanded % _LOOK_EVERY == 0:
                    limit = _limit(run, stored + len(ahead.costs) + len(back.costs))
                    if limit is not None:
                        return _Leg(None, None, limit, len(ahead.costs) + len(back.costs))
                for near, price in _ways(engine, place, forward):
                    if not side.reach(near, cost + price, place) or near not in other.costs:
                        continue
                    total = cost + price + other.costs[near]
                    if best is None or total < best:
                        best, meeting = total, near
    except KeyboardInterrupt:
        return _Leg(None, None, "interrupted", len(ahead.costs) + len(back.costs))
    states = len(ahead.costs) + len(back.costs)
    if best is None:
        return _Leg(None, None, None, states)
    if run.limits.moves is not None and best > run.limits.moves:
        return _Leg(None, None, "moves", states)
    return _Leg(_codes(engine, _places(ahead, back, meeting)), best, None, states)


def _ways(engine: Engine, place: Place, forward: bool) -> list[tuple[Place, int]]:
    """Positions one move away, with its cost; none beyond a goal."""
    position = list(place)
    if forward:
        if engine.is_goal(position):
            return []
        return [(tuple(after), cost) for _, cost, after in engine.moves(position)]
    ways = engine.predecessors(position) or []
    return [(tuple(before), cost) for before, cost in ways if not engine.is_goal(before)]


def _limit(run: Run, states: int) -> LimitName | None:
    limits = run.limits
    if run.stop.is_set():
        return "interrupted"
    if limits.states is not None and states > limits.states:
        return "states"
    if limits.seconds is not None and run.seconds > limits.seconds:
        return "seconds"
    return "memory" if states * _BYTES_A_STATE > run.memory else None


def _places(ahead: _Side, back: _Side, meeting: Place) -> list[Place]:
    places = [meeting]
    while places[-1] in ahead.links:
        places.append(ahead.links[places[-1]])
    places.reverse()
    while places[-1] in back.links:
        places.append(back.links[places[-1]])
    return places


def _codes(engine: Engine, places: list[Place]) -> list[Code]:
    """The cheapest move between each two neighbours of the line."""
    codes: list[Code] = []
    for place, near in pairwise(places):
        ways = [(cost, code) for code, cost, after in engine.moves(list(place)) if tuple(after) == near]
        codes.append(min(ways)[1])
    return codes
