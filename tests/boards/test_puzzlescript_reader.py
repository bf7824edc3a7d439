"""What the reader of PuzzleScript says about one faulty line: at that line, with the remedy."""

from __future__ import annotations

from difflib import get_close_matches

import pytest

from clew.families.puzzlescript.goal import goal_words
from clew.families.puzzlescript.reader import Report, read
from clew.families.puzzlescript.reader.lines import Line
from clew.families.puzzlescript.reader.prelude import PALETTES
from clew.families.puzzlescript.sample import SAMPLE_TEXT

PARTS = {
    "prelude": "title A room\nauthor Nobody",
    "objects": "Background\nblack\n\nPlayer\nwhite\n\nCrate Box\nred\n\n"
    "Wall\nbrown\n\nTarget\ngreen\n\nBall\npink\n",
    "legend": ". = Background\n# = Wall\nP = Player\n* = Crate\n"
    "@ = Crate and Target\nO = Target\nThing = Crate or Ball",
    "sounds": "",
    "collisionlayers": "Background\nTarget\nPlayer, Wall, Crate, Ball",
    "rules": "[ > Player | Crate ] -> [ > Player | > Crate ]",
    "winconditions": "all Target on Crate",
    "levels": "#####\n#P*O#\n#####",
}


def source_of(section: str, more: str) -> str:
    """A game without faults, and more lines in one section."""
    parts = PARTS | {section: f"{PARTS[section]}\n{more}".strip("\n")}
    text = [
        line for name, body in parts.items() for line in ("" if name == "prelude" else name.upper(), body)
    ]
    return "\n\n".join(text) + "\n"


def test_the_game_has_no_faults() -> None:
    assert read(source_of("sounds", ""))[1].remarks == []


@pytest.mark.parametrize(
    ("section", "line", "severity", "words"),
    [
        ("prelude", "titel A", "error", "is not a setting"),
        ("prelude", "again_interval", "error", "needs a value"),
        ("prelude", "again_interval soon", "error", "needs a number of seconds"),
        ("prelude", "flickscreen 5", "warning", "needs a size in cells"),
        ("prelude", "color_palette lilac", "error", "there is no palette"),
        ("prelude", "color_palette C64", "warning", "not of c64"),
        ("prelude", "color_palette 8", "warning", "not of ega"),
        ("prelude", "text_color reddish", "warning", "is not a colour"),
        ("prelude", "noaction please", "warning", "takes no value"),
        ("objects", "Player", "error", "is in use"),
        ("objects", "Message", "warning", "is a keyword"),
        ("legend", "a b = Player", "error", "not a legend entry"),
        ("legend", "a = Player and Crate or Wall", "error", "only AND or only OR"),
        ("legend", "a = Player or @", "error", "is defined with AND"),
        ("legend", "a = Thing and Wall", "error", "is defined with OR"),
        ("legend", "a = Crate but Wall", "error", "stands where AND or OR belongs"),
        ("legend", "a = Nobody", "error", "is not defined"),
        ("legend", "a = a", "error", "cannot be defined by itself"),
        ("legend", "P = Crate", "error", "is in use"),
        ("legend", "a = Player and Crate", "error", "in one layer and cannot share a cell"),
        ("legend", "a = @ and Crate", "error", "contains CRATE twice"),
        ("legend", "a = Crate or Crate", "warning", "appears twice"),
        ("sounds", "Player move sideways", "error", "a direction or the number"),
        ("sounds", "@ move 1", "error", "cannot have a sound"),
        ("sounds", "undo 12 move", "error", "nothing may follow"),
        ("sounds", "sfx11 1", "warning", "is neither an event"),
        ("collisionlayers", "Nobody", "error", "is not defined"),
        ("collisionlayers", "@", "error", "cannot share a layer"),
        ("collisionlayers", "Player", "warning", "is in several layers"),
        ("rules", "[ > Player ] [ > Crate ]", "error", "a rule needs an arrow"),
        ("rules", "[ Player | Crate ] -> [ Player ]", "error", "equally many cells"),
        ("rules", "[ Player ... Crate ] -> [ Player ... Crate ]", "error", "stands in a cell alone"),
        ("rules", "[ Player | ... ] -> [ Player | ... ]", "error", "has no effect"),
        ("rules", "+ random [ Player ] -> [ Player ]", "error", "first rule of the group"),
        ("rules", "[ sfx1 ] -> restart", "error", "move it to the end of the rule"),
        ("rules", "[ Player ] message Hello -> [ Player ]", "error", "move it to the end of the rule"),
        ("rules", "sideways [ Player ] -> [ Player ]", "error", "cannot stand here"),
        ("objects", "Plank", "error", "has no colour"),
        ("legend", "a = # or Ball", "error", "use a name of letters"),
        ("collisionlayers", "#", "error", "use a name of letters"),
        ("winconditions", "no #", "error", "use a name of letters"),
        ("winconditions", "(now) no Ball", "error", "a comment cannot stand before a condition"),
        ("winconditions", "no Ball on", "warning", "nothing follows ON"),
        ("rules", "late rigid [ Player ] -> [ Crate ]", "error", "a late rule cannot be rigid"),
        ("rules", "[ > Player | Crate rigid ] -> [ Player | ]", "error", "at the start of a rule"),
        ("rules", "(first) [ Player ] -> [ Player ]", "error", "a comment cannot stand before a rule"),
        ("levels", "#P #", "error", "there are no spaces in a level"),
        ("levels", "#####(a wall)####", "warning", "what follows a comment"),
        ("rules", "late [ > Player ] -> [ Player ]", "error", "a late rule has no movements"),
        ("rules", "[ Player ] -> [ Player Crate ]", "error", "layer"),
        ("rules", "[ random Player ] -> [ Player ]", "error", "after the arrow"),
        ("rules", "[ Player no @ ] -> [ ]", "error", "defined with AND"),
        ("winconditions", "every Target", "error", "cannot begin a condition"),
        ("winconditions", "all Target Crate", "error", "where ON belongs"),
        ("winconditions", "some Nobody", "error", "is not an object"),
        ("levels", "#P?", "error", "is not in the legend"),
        ("levels", "###", "warning", "wide"),
    ],
)
def test_a_faulty_line_is_told(section: str, line: str, severity: str, words: str) -> None:
    source = source_of(section, line)
    number = len(source.split("\n")) - source.split("\n")[::-1].index(line)
    told = [remark for remark in read(source)[1].remarks if words in remark.message]
    assert [(remark.line, remark.severity) for remark in told] == [(number, severity)]


@pytest.mark.parametrize(
    ("section", "line", "words", "part"),
    [
        ("prelude", "noaction please", "takes no value", "please"),
        ("objects", "Plank Crate\nred", "is in use", "Crate"),
        ("objects", "Plank\nred lilac", "is not a colour", "lilac"),
        ("legend", "a = Crate (or what) or Nobody", "is not defined", "Nobody"),
        ("sounds", "Player move sideways", "a direction or the number", "sideways"),
        ("collisionlayers", "  (new) Nobody", "is not defined", "Nobody"),
        ("rules", "[ > Player | Crate ] -> [ > Player | > Crete ]", "is not defined", "Crete"),
        ("rules", "[ Player | Crate ] -> [ Player > | Crate ]", "needs an object after it", ">"),
        ("rules", "[Player]->[Player|Crate", "is not closed", "["),
        ("rules", "up [ Player ] [ -> [ ]", "not inside", "->"),
        ("rules", "[ stationary Player | ] -> [ > Player | random no ]", "before one object", "no"),
        ("winconditions", "all Target at Crate", "where ON belongs", "at"),
        ("levels", "#P*O#\n(a comment)\n(\U0001f642) #PX.# (said)\n#####", "is not in the legend", "x"),
        ("levels", "#P*O#\n#P) #", "closes no comment", ")"),
        ("rules", "[ > Player | Crate ] -> [ > Player | İ ]", "is not defined", "İ"),
    ],
)
def test_a_remark_marks_what_it_is_about(section: str, line: str, words: str, part: str) -> None:
    source = source_of(section, line)
    (told, *_) = (remark for remark in read(source)[1].remarks if words in remark.message)
    written = source.split("\n")[told.line - 1][told.column - 1 :][: told.length]
    assert written.lower() == part.lower()
    assert written in line


@pytest.mark.parametrize(
    ("section", "line", "words", "column"),
    [
        ("rules", "late [ Player | Crate ] -> [ Player | > Crate ]", "a late rule has no movements", 39),
        ("rules", "late up [ up Player ] -> [ Player ]", "a late rule has no movements", 11),
        ("rules", "[ Thing | Thing | ] -> [ | | Thing ]", "after the arrow is ambiguous", 30),
        ("rules", "[ moving Crate | moving Crate ] -> [ moving Ball | ]", "is ambiguous", 38),
        ("rules", "[ Crate | Ball ] -> [ | Ball Crate ]", "cannot share a cell", 30),
        ("rules", "[ Crate | no Thing ] -> [ Crate | Ball no Thing ]", "removes what", 43),
        ("rules", "[ Player | Crate ] -> [ Player | Crate Crate ]", "appears twice in a cell", 34),
        ("sounds", "Player cantmove 1 1", "nothing may follow", 19),
    ],
)
def test_a_remark_marks_the_word_where_it_is_wrong(section: str, line: str, words: str, column: int) -> None:
    source = source_of(section, line)
    (told, *_) = (remark for remark in read(source)[1].remarks if words in remark.message)
    assert (source.split("\n")[told.line - 1], told.column) == (line, column)


def test_a_remark_about_a_word_that_is_not_there_marks_the_line() -> None:
    """What a synonym stands for is not written in the line, and a part of another word is not it."""
    report = Report()
    report.lines[1] = Line(1, "[ Wallet ]", at=range(1, 11))
    report.error(1, "odd", at="wall")
    assert [(remark.column, remark.length) for remark in report.remarks] == [(1, 10)]


@pytest.mark.parametrize(
    ("section", "line", "meant"),
    [
        ("legend", "a = Crat and Target", "Crate"),
        ("collisionlayers", "Wal", "Wall"),
        ("rules", "[ > Playr ] -> [ Player ]", "Player"),
        ("winconditions", "some Tarjet", "Target"),
    ],
)
def test_an_unknown_name_is_answered_with_the_one_that_was_meant(section: str, line: str, meant: str) -> None:
    told = [remark.message for remark in read(source_of(section, line))[1].remarks]
    assert any(message.endswith(f"Did you mean {meant}?") for message in told)


def test_names_are_told_as_their_author_writes_them() -> None:
    source = source_of("rules", "[ cRate Crate ] -> [ ]").replace("Player, Wall, Crate", "Player, Wall")
    told = [remark.message for remark in read(source)[1].remarks if remark.severity == "error"]
    assert "cRate appears twice in a cell; write it once" in told
    assert "Crate is in no collision layer; add it to a line of COLLISIONLAYERS" in told


def test_an_unknown_name_is_compared_once_however_often_it_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []

    def near(word: str, names: list[str], n: int) -> list[str]:
        compared.append(word)
        return get_close_matches(word, names, n=n)

    monkeypatch.setattr("clew.families.puzzlescript.reader.report.get_close_matches", near)
    source = source_of("rules", f"[ {'Crat ' * 50}] -> [ ]\n[ Crat ] -> [ ]")
    told = [remark.message for remark in read(source)[1].remarks]
    assert len([message for message in told if "Did you mean Crate?" in message]) == 2
    assert compared == ["crat"]


@pytest.mark.parametrize("edge", ["startloop", "endloop"])
def test_a_loop_holds_whole_groups_of_rules(edge: str) -> None:
    group = "[ Player ] -> [ Player ]\n{}\n+ [ Crate ] -> [ Crate ]"
    parts = (
        "startloop\n" if edge == "endloop" else "",
        group.format(edge),
        "\nendloop" if edge == "startloop" else "",
    )
    source = source_of("rules", "".join(parts))
    (told,) = read(source)[1].remarks
    assert (told.line, told.severity) == (source.split("\n").index("startloop") + 1, "error")
    assert "a loop holds whole groups" in told.message


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("legend", "X = Crate(a)and(b)Target"),
        ("legend", "X(a)=(b)Crate(c)and Target"),
        ("legend", "(a) X = Crate and (b(c)) Target"),
        ("objects", "Log(a)Beam\nred(b)blue\n01(c)010\n"),
        ("sounds", "Player(a)move(b)up(c)123"),
        ("rules", "[ Player ] -> [ Player ] (the player stays) again"),
        ("winconditions", "no Ball (on) Wall"),
        ("levels", "(a level)\n#P*O#(the only row)"),
    ],
)
def test_a_comment_is_a_space_in_lists_and_ends_other_lines(section: str, line: str) -> None:
    source = source_of(section, line).replace("Player, Wall,", "Player(who)Wall(where) , ")
    source = source.replace("Background\nTarget", "Background\nTarget\nLog(x)") if "Log" in line else source
    game, report = read(source)
    assert not report.errors
    if section == "legend":
        assert game.aggregates["x"] == ["crate", "target"]
    if section == "objects":
        thing = game.things["log"]
        assert (game.synonyms["beam"], thing.colours, thing.sprite[0]) == ("log", ["red", "blue"], "01010")
    if section == "rules":
        assert game.rules[-1].commands == []
    if section == "winconditions":
        assert game.wins[-1].words == "no ball"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("[ Player ] -> message Read the messages", "Read the messages"),
        ("[ Player ] -> again MESSAGE A message (a Message!)", "A message (a Message!)"),
        ("[ Messages ] -> [ Messages ] message Messages", "Messages"),
        ("[ Player ] -> message", ""),
    ],
)
def test_a_message_begins_after_the_first_word_that_says_so(rule: str, text: str) -> None:
    source = source_of("rules", rule).replace("Thing =", "Messages = Crate or Ball\nThing =")
    game, report = read(source)
    assert not report.remarks
    assert game.rules[-1].commands[-1] == ("message", text)


@pytest.mark.parametrize(
    ("rule", "count"),
    [
        ("[ Kind no Target ] -> [ Kind Target ]", 1),
        ("[ > Player | Kind no Target ] -> [ > Player | Kind Target ]", 4),
        ("[ Kind no Target | Crate ] -> [ Kind Target | Ball ]", 4),
    ],
)
def test_what_a_property_cannot_be_is_dropped_before_the_right_side_counts(rule: str, count: int) -> None:
    source = source_of("rules", rule).replace("Thing =", "Kind = Ball or Target\nThing =")
    game, report = read(source)
    assert not report.errors
    assert len([one for one in game.rules if one.line == source.split("\n").index(rule) + 1]) == count


def test_a_rule_of_which_nothing_can_match_is_an_error_though_a_part_never_does() -> None:
    source = source_of("rules", "[ Kind Crate no Target ] -> [ ]")
    report = read(source.replace("Thing =", "Kind = Ball or Target\nThing ="))[1]
    assert [remark.severity for remark in report.remarks if "never share a cell" in remark.message] == [
        "error"
    ]


def test_only_an_object_itself_stands_against_no_of_its_property() -> None:
    """An aggregate that contains it does not, in the reference implementation either."""
    faulty = read(source_of("rules", "[ Crate ] -> [ Crate no Thing ]"))[1].remarks
    assert [remark.severity for remark in faulty] == ["error"]
    assert read(source_of("rules", "[ Crate | ] -> [ | @ no Thing ]"))[1].remarks == []


@pytest.mark.parametrize("name", PALETTES)
def test_every_palette_is_known_by_name_and_by_number(name: str) -> None:
    for value in (name, name.upper(), str(PALETTES.index(name) + 1)):
        assert not read(source_of("prelude", f"color_palette {value}"))[1].errors


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ("all Target on Crate", "Wanted: a crate on every target."),
        ("all Crate on Target", "Wanted: every crate on a target."),
        ("some Player on Target\nno Crate", "Wanted: a player on a target; no crate left."),
        ("no Target on Crate", "Wanted: no crate on a target."),
        ("some Crate", "Wanted: at least one crate."),
    ],
)
def test_the_goal_is_said_in_words(conditions: str, words: str) -> None:
    game, _ = read(SAMPLE_TEXT.replace("all Target on Crate", conditions))
    assert goal_words(game) == words
