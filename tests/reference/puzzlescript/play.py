"""A game being played as the published player plays it, key by key."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board, Rule
from .chance import Luck
from .expand import expanded
from .rules import written
from .source import Level, Refused, Words, levels, sections, wins

KEYS = ("up", "left", "down", "right", "action")
TICK = None
RETRIES = 50


class Game:
    """What a source says."""

    def __init__(self, source: str, strict: bool = True) -> None:
        parts = sections(source)
        self.words = Words(parts, strict)
        lines, loops = written(parts["rules"], self.words)
        rules = [Rule(plain, self.words) for plain in expanded(lines, self.words, strict)]
        self.commands = {command for rule in rules for command in rule.commands}
        self.early = _groups([rule for rule in rules if not rule.late])
        self.late = _groups([rule for rule in rules if rule.late])
        self.loops = _loops(self.early, loops), _loops(self.late, loops)
        self.is_random = any(
            rule.random or any(one and (one.chances or one.random_ways) for row in rule.rows for one in row)
            for rule in rules
        )
        self.wins = wins(parts["winconditions"], self.words)
        self.levels = levels(parts["levels"], self.words)

    def holds(self, level: Level) -> bool:
        """Do all win conditions hold?"""
        cells = [cell for row in level for cell in row]
        for said in self.wins:
            first = [cell for cell in cells if self.words.has(cell, said[1])]
            both = [cell for cell in first if len(said) < 4 or self.words.has(cell, said[3])]
            fails = {"no": bool(both), "some": not both, "any": not both, "all": len(both) < len(first)}
            if fails[said[0]]:
                return False
        return bool(self.wins)


def _groups(rules: list[Rule]) -> list[list[Rule]]:
    found: dict[int, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.group, []).append(rule)
    return [found[number] for number in sorted(found)]


def _loops(groups: list[list[Rule]], lines: Sequence[tuple[int, str]]) -> dict[int, int]:
    """For the last group of each loop, its first."""
    found: dict[int, int] = {}
    for (first, _), (last, _) in zip(lines[::2], lines[1::2], strict=True):
        held = [at for at, group in enumerate(groups) if first < group[0].line < last]
        if held:
            found[held[-1]] = held[0]
        for group in groups:
            if any(group[0].line < line < group[-1].line for line in (first, last)):
                raise Refused(first, "a loop holds whole groups")
    return found


class Play:
    """A level of a game, with what can be taken back."""

    def __init__(self, game: Game, level: Level, luck: Luck) -> None:
        self.game, self.luck = game, luck
        self.won = False
        self.waiting = False
        """Does a turn follow by itself?"""
        self.asleep = False
        """Is the level over, so that wins no longer count?"""
        self.told: list[str] = []
        """What turns asked for besides: sounds, `cancel`, `restart`, messages with their texts."""
        self.restarting = False
        self.begin(level)

    def begin(self, level: Level) -> None:
        self.here = self.kept = level
        self.before: list[Level] = []
        self.waiting = False
        if "run_rules_on_level_start" in self.game.words.settings:
            self.turn(TICK, silent=True)

    def undo(self) -> None:
        if "noundo" in self.game.words.settings:
            return
        while len(self.before) > 1 and self.before[-1] == self.here:
            self.before.pop()
        if self.before:
            self.here = self.before.pop()

    def restart(self, force: bool = False) -> None:
        if self.restarting or ("norestart" in self.game.words.settings and not force):
            return
        self.restarting = True
        if not force:
            self.before.append(self.here)
        self.here = self.kept
        if "run_rules_on_level_start" in self.game.words.settings:
            self.turn(TICK, silent=True)
        self.restarting = False

    def turn(self, key: str | None, silent: bool = False, probe: bool = False) -> bool:
        """One turn; is there a change? A probe changes nothing, but draws from the luck."""
        self.waiting = False
        before = self.here
        board = self._run(before, key)
        commands = board.commands
        if self._stands_still(before, board, key):
            return False
        # A turn that is cancelled, and asks for more, would be played for that alone.
        if not probe or ("cancel" in commands and len(commands) > 1):
            self.told += [one for one in commands if one.startswith(("sfx", "message"))]
            self.told += [one for one in ("cancel", "restart") if one in commands]
        if "cancel" in commands:
            return False
        if "restart" in commands:
            if self.restarting:
                self.here = board.level()
            elif not probe:
                self.before.append(before)
                self.restart(force=True)
                self.won |= not silent and not self.asleep and self.game.holds(self.here)
            return True
        after = board.level()
        if probe:
            return after != before or "win" in commands
        changed = after != before
        self.here = after
        if changed and key is not TICK:
            self.before.append(before)
        if not silent and not self.asleep and ("win" in commands or self.game.holds(after)):
            self.won = True
            return changed
        if "checkpoint" in commands:
            self.kept = after
        if "again" in commands and changed and self.turn(TICK, silent=True, probe=True):
            self.waiting = True
        return changed

    def _run(self, level: Level, key: str | None) -> Board:
        game = self.game
        banned: set[int] = set()
        for _ in range(RETRIES):
            board = Board(game.words, level, self.luck)
            for place, cell in board.cells.items():
                if key is not TICK and game.words.has(cell, "player"):
                    for name in cell & set(game.words.means["player"][1]):
                        board.send(place, game.words.layer[name], key)
            board.run(game.early, game.loops[0], banned)
            stopped = board.resolve(game.early)
            if not stopped:
                board.run(game.late, game.loops[1], set())
                break
            banned |= stopped
        return board

    def _stands_still(self, level: Level, board: Board, key: str | None) -> bool:
        """Must the player move, and did not? Whatever is left of it where it was counts as not."""
        if key is TICK or "require_player_movement" not in self.game.words.settings:
            return False
        has, parts = self.game.words.has, set(self.game.words.means["player"][1])
        places = [(x, y) for y, row in enumerate(level) for x, cell in enumerate(row) if has(cell, "player")]
        return bool(places) and all(board.cells[place] & parts for place in places)

    def on(self, most: int = 5_000) -> bool:
        """The turns that follow by themselves; do they come to an end?"""
        met = set()
        for _ in range(most):
            if not self.waiting or self.won:
                return True
            now = self.luck.drawn, tuple(cell for row in self.here for cell in row)
            if now in met:
                return False
            met.add(now)
            self.turn(TICK)
        return not self.waiting or self.won
