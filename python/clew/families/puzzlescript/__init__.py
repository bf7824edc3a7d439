"""PuzzleScript: games written in the language of that name, a board for each level."""

from clew.families.puzzlescript import remarks
from clew.families.puzzlescript.goal import SENTENCES
from clew.families.puzzlescript.sample import SAMPLE
from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "PuzzleScript",
    about="A level of a game written in PuzzleScript: push, slide, merge, whatever its rules say.",
    sample=(f"puzzlescript:{SAMPLE}", 3, 1),
    example="right, or up, left, down, action",
    cell=12.0,
    caps={"level": limits.GAME_SIDE},
    called=("PuzzleScript", "games", "jeux"),
    pack=("Games", "Levels of games written in PuzzleScript."),
    sentences=(
        *SENTENCES,
        remarks.MEANT,
        "a move is a key: {keys}",
        "`{move}` changes nothing here",
        "the player",
        "Press an arrow key.",
        "Wait for a tick of the clock.",
        "Press {key}.",
        "the up key",
        "the left key",
        "the down key",
        "the right key",
        "the action key",
        "a tick of the clock",
    ),
    quoting=remarks.SENTENCES,
)
