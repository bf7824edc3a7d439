"""The meaning of every column: the tables, `codebook.csv` and `read.R` are made from this list."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column: its name, its kind ("text", "int", "float", "bool"), its unit, and its meaning."""

    name: str
    kind: str
    unit: str
    definition: str


_WHO = (
    Column("player", "text", "", "who played: a pseudonym, unless ids were asked for in clear"),
    Column("level", "text", "", "name of the level"),
)
_ATTEMPT = Column(
    "attempt",
    "int",
    "",
    "number of the attempt of this player on this level, from 1; a restart begins a new one",
)

MOVES = (
    *_WHO,
    _ATTEMPT,
    Column("step", "int", "moves", "effective moves of the attempt before this row"),
    Column("source_row", "int", "", "line of the log (of JSON: number of the item), from 1"),
    Column("event", "text", "", "move, win, undo, redo, restart, start, hint, surrender, drag_start, ..."),
    Column(
        "t_ms", "float", "ms", "time since the attempt began, or by the clock of the log where it has one"
    ),
    Column(
        "rt_ms", "float", "ms", "time before this move: since the one before it, or since the level was shown"
    ),
    Column("piece", "text", "", "piece that moved, by its letter on the board"),
    Column("move", "text", "", "the move by its name on the board; missing where nothing moved"),
    Column("logged", "text", "", "the move as the log says it"),
    Column("automatic", "bool", "", "made by the program after the level was won, not by the player"),
    Column("effective", "bool", "", "the state after differs from the state before"),
    Column(
        "no_effect", "bool", "", "a drag to where the piece already is, or the note of a win: nothing moves"
    ),
    Column("state_before", "text", "", "the position before"),
    Column("state_after", "text", "", "the position after"),
    Column("d_before", "int", "moves", "fewest moves to a goal before; missing where none can be reached"),
    Column("d_after", "int", "moves", "fewest moves to a goal after; missing where none can be reached"),
    Column("gain", "int", "moves", "d_before - d_after"),
    Column("quality", "int", "", "of an effective move: 1 better (nearer to a goal), 0 same, -1 worse"),
    Column("regret", "int", "moves", "1 - gain, of an effective move: 0 where it is optimal"),
    Column("n_legal", "int", "moves", "legal moves before an effective move"),
    Column("n_better", "int", "moves", "of them those that lead nearer to a goal"),
    Column("n_same", "int", "moves", "of them those that keep the distance"),
    Column("n_worse", "int", "moves", "of them those that lead farther away, or out of reach of every goal"),
    Column("p_chance", "float", "probability", "n_better / n_legal: that a random move is better"),
    Column("bits", "float", "bits", "-log2(p_chance); missing where no move is better"),
    Column("undo", "bool", "", "an effective move back to the state before the last effective move"),
    Column("revisit", "bool", "", "an effective move to a state met before in the attempt; undo is one"),
    Column("lag_revisit", "int", "moves", "effective moves since that state was last met; 2 for an undo"),
    Column("same_piece", "bool", "", "an effective move of the piece of the effective move before"),
    Column(
        "new_min_distance",
        "bool",
        "",
        "an effective move to a smaller distance than any before in the attempt",
    ),
    Column("dead_end", "bool", "", "no goal can be reached after this row"),
    Column(
        "log_rt_z",
        "float",
        "MAD",
        "(log rt - median) / (1.4826 MAD) over the player's own effective moves",
    ),
    Column("pause", "bool", "", "log_rt_z above the threshold (2 unless told): time spent thinking"),
    Column(
        "run_id",
        "int",
        "",
        "number of the run in the attempt, from 0; each pause after the first row begins one",
    ),
    Column("flag", "text", "", "what is wrong with the row, several joined by ;"),
    Column("flag_reason", "text", "", "the same in words"),
)

ATTEMPTS = (
    *_WHO,
    _ATTEMPT,
    Column("source_row", "int", "", "its first row in the log"),
    Column("rows", "int", "rows", "rows of the log"),
    Column("flagged", "int", "rows", "of them flagged ones"),
    Column("solved", "bool", "", "a goal was reached"),
    Column("won", "bool", "", "the log says that it was won"),
    Column("restarted", "bool", "", "ended unsolved by a restart: the same player began the level again"),
    Column("surrendered", "bool", "", "the log says that it was given up"),
    Column("hints", "int", "", "hints taken"),
    Column("moves", "int", "moves", "effective moves"),
    Column("min_moves", "int", "moves", "fewest moves from the first state to a goal"),
    Column("d_first", "int", "moves", "distance to a goal at the beginning"),
    Column("d_last", "int", "moves", "distance to a goal at the end"),
    Column("excess", "int", "moves", "moves - min_moves, of a solved attempt"),
    Column("excess_ratio", "float", "", "moves / min_moves, of a solved attempt"),
    Column("time_ms", "float", "ms", "sum of rt_ms, automatic rows left out; missing where one of them is"),
    Column("first_rt_ms", "float", "ms", "rt_ms of the first effective move"),
    Column("first_share", "float", "share", "first_rt_ms / time_ms"),
    Column("median_rt_ms", "float", "ms", "median rt_ms of effective moves, automatic rows left out"),
    Column("share_better", "float", "share", "effective moves that are better; the three sum to 1"),
    Column("share_same", "float", "share", "effective moves that keep the distance"),
    Column("share_worse", "float", "share", "effective moves that are worse"),
    Column("undo_rate", "float", "share", "effective moves that are undo"),
    Column("revisit_rate", "float", "share", "effective moves that are revisit"),
    Column("unique_states", "int", "states", "different states met, the first included"),
    Column("coverage", "float", "share", "unique_states / states of the level"),
    Column("max_detour", "int", "moves", "largest distance met - d_first"),
    Column(
        "final_path_moves", "int", "moves", "effective moves after the last visit at the largest distance"
    ),
    Column("final_path_ms", "float", "ms", "their rt_ms, automatic rows left out"),
    Column("slope", "float", "moves/move", "slope of the distance over the number of moves (least squares)"),
    Column("n_pauses", "int", "", "pauses"),
    Column(
        "gain_after_pause_error",
        "float",
        "moves",
        "mean gain of moves after a pause that follows a worse move",
    ),
    Column(
        "gain_after_pause_good",
        "float",
        "moves",
        "mean gain of moves after a pause that follows a better move",
    ),
)

LEVELS_OF_PLAY = (
    Column("n", "int", "players", "players who tried the level"),
    Column("attempts", "int", "attempts", "attempts of them"),
    Column("solve_rate", "float", "share", "of these players those who solved it"),
    Column(
        "difficulty_logtime", "float", "log ms", "effect of the level on log time, skill taken out; mean 0"
    ),
    Column("difficulty_logtime_se", "float", "log ms", "its standard error"),
    Column("mean_excess", "float", "moves", "mean excess of solved attempts"),
    Column("restarts", "int", "attempts", "attempts that were restarted"),
    Column("median_time_ms", "float", "ms", "median time to the solution, earlier attempts included"),
    Column("rho_time_moves", "float", "", "Spearman's rho over players: time and moves to the solution"),
)

PLAYERS = (
    _WHO[0],
    Column("levels", "int", "levels", "levels tried"),
    Column("attempts", "int", "attempts", "attempts"),
    Column("solved", "int", "levels", "levels solved"),
    Column("moves", "int", "moves", "effective moves"),
    Column("flagged", "int", "rows", "flagged rows"),
    Column("median_rt_ms", "float", "ms", "median rt_ms of effective moves"),
    Column("share_better", "float", "share", "effective moves that are better"),
    Column(
        "skill", "float", "log ms", "minus the effect of the player on log time, difficulty taken out; mean 0"
    ),
    Column("skill_se", "float", "log ms", "its standard error"),
    Column("thinking_share", "float", "share", "of the time of moves that of pauses"),
    Column("acting_share", "float", "share", "1 - thinking_share"),
    Column("pause_after_error", "float", "share", "of pauses after a move those that follow a worse one"),
    Column("residual_time", "float", "log ms", "player effect on log time beyond what good moves foretell"),
    Column(
        "residual_moves", "float", "log moves", "player effect on log moves beyond what good moves foretell"
    ),
    Column("persistence", "float", "moves", "mean moves of unsolved attempts / min_moves of their levels"),
    Column("exploration", "float", "share", "mean over attempts of unique_states / (moves + 1)"),
    Column("cluster", "int", "", "style found by clustering, from 1; missing where there are no clusters"),
)

INDEXED = ("step", "run_id")
"""Columns that count from 0, or from 1 in a one-based export."""
