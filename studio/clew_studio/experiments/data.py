"""The data of an experiment in one file: tables as CSV and Parquet, their codebook, boards, and scripts."""

from __future__ import annotations

import itertools
import json
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

from clew.optional import needed
from clew.version import version
from clew_studio.experiments import design as designs
from clew_studio.experiments import steps, written
from clew_studio.experiments.design import Design
from clew_studio.models import Event, Experiment, Game, Participant, Response
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.research import exporting

Row = list[Any]
IN_MEMORY = 8 << 20
OUTCOMES = {"won": "won", "surrendered": "gave-up", "expired": "timeout", "playing": "unfinished"}


class Column(NamedTuple):
    """A column: its name, the kind of its values, their unit, and what they mean."""

    name: str
    kind: str
    unit: str
    definition: str


class Table(NamedTuple):
    """A table of the data: `rows` makes its rows anew each time."""

    name: str
    columns: list[Column]
    rows: Callable[[], Iterable[Row]]


PARTICIPANT = Column("participant", "string", "", "the participant: a random name, the same in every table")
CONDITION = Column(
    "condition", "string", "", "name of the participant's condition; empty if there is one only"
)

PARTICIPANTS = [
    PARTICIPANT,
    Column("pid", "string", "", "what the recruiting site calls the participant; empty after a withdrawal"),
    CONDITION,
    Column(
        "row",
        "integer",
        "",
        "how many participants came before in the same condition: the row of a Latin square",
    ),
    Column("arrived", "time", "UTC", "when the participant opened the link"),
    Column("consented", "time", "UTC", "when the participant agreed; if there is no text, when they arrived"),
    Column(
        "finished", "time", "UTC", "when it ended for the participant, in whatever way; empty if under way"
    ),
    Column(
        "ending", "string", "", "finished, screened-out (comprehension checks), withdrawn; empty if under way"
    ),
    Column("simulated", "boolean", "", "true for players of a pilot, who are no people"),
    Column("comprehension_tries", "integer", "", "how often comprehension checks were answered wrongly"),
    Column(
        "checks", "integer", "", "questions with a right answer that were answered, comprehension left out"
    ),
    Column("checks_right", "integer", "", "how many of them were answered rightly"),
]
ANSWERS = [
    PARTICIPANT,
    CONDITION,
    Column("part", "string", "", "comprehension, before, attention or after"),
    Column("item", "string", "", "name of the question; its words are in the codebook"),
    Column("occurrence", "integer", "", "which try, from 1: comprehension checks may be answered again"),
    Column(
        "value",
        "string",
        "",
        "point of a scale, number of an option from 1, number, or text; options are joined by ;",
    ),
    Column("label", "string", "", "the chosen options in words"),
    Column("right", "boolean", "", "whether a check was answered rightly; empty for other questions"),
    Column(
        "t_client_ms",
        "integer",
        "ms",
        "how long the page had shown the questions of this step, by its own clock",
    ),
    Column("t_server", "time", "UTC", "when the answer was stored, by the clock of the server"),
]
LEVELS = [
    PARTICIPANT,
    CONDITION,
    Column("level", "string", "", "the board: the name of its file in levels/"),
    Column("family", "string", "", "the kind of puzzle"),
    Column("practice", "boolean", "", "whether the level is practice, which does not count"),
    Column(
        "position",
        "integer",
        "",
        "place of the level in this participant's order, from 1; practice counts apart",
    ),
    Column("attempt", "integer", "", "which game of the participant on this board, from 1, as in events"),
    Column(
        "outcome",
        "string",
        "",
        "won, gave-up, timeout, skipped (time for all levels over), unfinished, not-reached",
    ),
    Column("par", "integer", "moves", "the fewest moves that solve the board"),
    Column("moves", "integer", "moves", "length of the line of moves at the end, without what was undone"),
    Column("moves_made", "integer", "moves", "all moves made, also those that were undone"),
    Column("undos", "integer", "", "how often a move was undone"),
    Column("restarts", "integer", "", "how often the board was set back to its start"),
    Column("hints", "integer", "", "hints that were given"),
    Column("time_ms", "integer", "ms", "from the start of the level to its end, by the clock of the server"),
    Column(
        "active_ms",
        "integer",
        "ms",
        "the same without pauses of more than two minutes, from the first activity on",
    ),
    Column(
        "first_move_ms",
        "integer",
        "ms",
        "from the start of the level to the first move, by the clock of the server",
    ),
    Column("started", "time", "UTC", "when the level was shown, by the clock of the server"),
    Column("finished", "time", "UTC", "when it ended, by the clock of the server"),
]
KINDS = {"attempt": "integer", "seq": "integer", "t_client_ms": "integer"}


def tables(experiment: Experiment, sort: str) -> list[Table]:
    """The tables of an experiment: of its participants, or of those that a pilot has simulated."""
    design = designs.read(experiment.design)
    people = list(
        experiment.participants.filter(sort=sort, consented__isnull=False).order_by("arrived", "pk")
    )
    parameters = list(dict.fromkeys(name for person in people for name in person.parameters))
    asked = [
        Column(f"param_{name}", "string", "", f"the parameter {name} of the participant's link")
        for name in parameters
    ]
    events = [
        Column(name, KINDS.get(name, "string"), unit, _told(name, definition))
        for name, unit, definition in exporting.CODEBOOK
    ]
    return [
        Table("participants", [*PARTICIPANTS, *asked], lambda: _participants(design, people, parameters)),
        Table("answers", ANSWERS, lambda: _answers(experiment, sort, people)),
        Table("levels", LEVELS, lambda: _levels(design, people)),
        Table("events", events, lambda: _events(people)),
    ]


def _told(name: str, definition: str) -> str:
    told = {"player": PARTICIPANT.definition, "level": "the board: the name of its file in levels/"}
    return told.get(name, definition)


def _name(design: Design, person: Participant) -> str:
    return design.groups()[person.condition or 0].name


def _participants(design: Design, people: list[Participant], parameters: list[str]) -> Iterator[Row]:
    for person in people:
        has_gone = person.ending == Participant.Ending.WITHDRAWN and not person.sequence
        checks = list(
            person.responses.filter(right__isnull=False)
            .exclude(part="comprehension")
            .values_list("right", flat=True)
        )
        yield [
            person.pk,
            "" if has_gone else person.pid,
            _name(design, person),
            person.row,
            person.arrived,
            person.consented,
            person.finished,
            person.ending,
            person.sort == Participant.Sort.SIMULATED,
            person.tries,
            len(checks),
            sum(checks),
            *(person.parameters.get(name, "") for name in parameters),
        ]


def _answers(experiment: Experiment, sort: str, people: list[Participant]) -> Iterator[Row]:
    design = designs.read(experiment.design)
    items = {(part, item.name): item for part, _, item in design.items()}
    known = {person.pk: person for person in people}
    rows = Response.objects.filter(participant__experiment=experiment, participant__sort=sort)
    rows = rows.order_by("participant__arrived", "participant", "pk")
    for row in rows.iterator(chunk_size=500):
        item = items[row.part, row.item]
        value = ";".join(map(str, row.value)) if isinstance(row.value, list) else row.value
        yield [
            row.participant_id,
            _name(design, known[row.participant_id]),
            row.part,
            row.item,
            row.occurrence,
            "" if value is None else str(value),
            "" if row.value is None else steps.label_of(item, row.value),
            row.right,
            row.t_client_ms,
            row.t_server,
        ]


def _attempts(person: Participant) -> Iterator[tuple[steps.Step, int]]:
    """The levels of a participant, each with which of their games on that board it is."""
    seen: Counter[str] = Counter()
    for step in person.sequence:
        if step["kind"] == "level":
            seen[step["level"]] += 1
            yield step, seen[step["level"]]


def _levels(design: Design, people: list[Participant]) -> Iterator[Row]:
    planned = {level.name: level for level in design.all_levels()}
    for person in people:
        games = {game.pk: game for game in Game.objects.filter(participant=person)}
        counts = _event_counts(person)
        for step, attempt in _attempts(person):
            game = games.get(step.get("game", ""))
            name = step["level"]
            head = [person.pk, _name(design, person), name, planned[name].family, step["practice"]]
            head += [step["position"], attempt]
            if game is None:
                missed = "skipped" if step.get("skipped") else "not-reached"
                yield [*head, missed, planned[name].par, *[None] * (len(LEVELS) - len(head) - 2)]
                continue
            count = counts[game.pk]
            first = count.get("first")
            yield [
                *head,
                OUTCOMES[game.status],
                planned[name].par,
                game.length,
                count.get("move", 0),
                count.get("undo", 0),
                count.get("restart", 0),
                game.hints,
                None if game.finished is None else _ms(game.started, game.finished),
                game.elapsed_ms,
                None if first is None else _ms(game.started, first),
                game.started,
                game.finished,
            ]


def _event_counts(person: Participant) -> dict[str, dict[str, Any]]:
    """For each game of a participant: how many events of each kind, and when the first move was made."""
    found: dict[str, dict[str, Any]] = {game: {} for game in person.games.values_list("pk", flat=True)}
    rows = Event.objects.filter(game__participant=person).order_by("game", "seq")
    for game, event, moment in rows.values_list("game", "event", "t_server"):
        counted = found[game]
        counted[event] = counted.get(event, 0) + 1
        if event == "move":
            counted.setdefault("first", moment)
    return found


def _ms(start: datetime, end: datetime) -> int:
    return round((end - start).total_seconds() * 1000)


def _events(people: list[Participant]) -> Iterator[Row]:
    for person in people:
        games = {
            step["game"]: (step["level"], attempt) for step, attempt in _attempts(person) if "game" in step
        }
        events = (
            Event.objects.filter(game__in=games)
            .select_related("game")
            .order_by("game__started", "game", "seq")
        )
        for event in events.iterator(chunk_size=500):
            name, attempt = games[event.game_id]
            yield list(exporting.row_of(event, person.pk, name, attempt))


def write(experiment: Experiment, sort: str, is_gone: Callable[[], bool] = lambda: False) -> IO[bytes]:
    """The file with all data; the caller closes it. It is cut short once `is_gone` says that nobody will read
    it. Raises `ClewError` if pyarrow is missing.
    """
    design = designs.read(experiment.design)
    found = tables(experiment, sort)
    is_simulated = sort == Participant.Sort.SIMULATED
    held: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed by the caller
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in found:
            if is_gone():
                return held
            with archive.open(f"{table.name}.csv", "w", force_zip64=True) as file:
                for line in _csv(table):
                    file.write(line.encode())
            with (
                _parquet(table) as made,
                archive.open(f"{table.name}.parquet", "w", force_zip64=True) as file,
            ):
                shutil.copyfileobj(made, file)
        for level in design.all_levels():
            archive.writestr(f"levels/{level.name}.toml", read_puzzle(level.puzzle).to_toml())
        archive.writestr("codebook.csv", "".join(_codebook(design, found)))
        archive.writestr("dataset_description.json", _json(_described(experiment, found, is_simulated)))
        archive.writestr("design.json", _json(designs.written(design)))
        archive.writestr("preregistration.md", written.preregistration(design))
        for name in ("analysis.R", "analysis.py"):
            archive.writestr(name, written.script(name))
    held.seek(0)
    return held


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _csv(table: Table) -> Iterator[str]:
    yield exporting.line(column.name for column in table.columns)
    for row in table.rows():
        yield exporting.line(exporting.cell(_text(value)) for value in row)


def _text(value: Any) -> Any:
    """A value as it stands in CSV: times in ISO 8601, booleans as `true` and `false`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return exporting.moment(value) if isinstance(value, datetime) else value


def _parquet(table: Table) -> IO[bytes]:
    """A table as a Parquet file, which the caller closes. Raises `ClewError` if pyarrow is missing."""
    arrow, parquet = needed("pyarrow", "Parquet", "sweep"), needed("pyarrow.parquet", "Parquet", "sweep")
    kinds = {
        "integer": arrow.int64(),
        "boolean": arrow.bool_(),
        "string": arrow.string(),
        "time": arrow.timestamp("ms", tz="UTC"),
    }
    schema = arrow.schema([(column.name, kinds[column.kind]) for column in table.columns])
    held: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed by the caller
    rows = iter(table.rows())
    with parquet.ParquetWriter(held, schema) as writer:
        while some := list(itertools.islice(rows, exporting.GROUP)):
            columns = zip(*some, strict=True)
            arrays = [arrow.array(list(one), field.type) for one, field in zip(columns, schema, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
    held.seek(0)
    return held


def _codebook(design: Design, found: list[Table]) -> Iterator[str]:
    yield exporting.line(("table", "name", "type", "unit", "definition"))
    for table in found:
        for column in table.columns:
            told = (table.name, column.name, column.kind, column.unit, column.definition)
            yield exporting.line(map(exporting.cell, told))
    for part, _, item in design.items():
        yield exporting.line(
            map(exporting.cell, ("answers", item.name, item.kind, "", written.question(part, item)))
        )


def _described(experiment: Experiment, found: list[Table], is_simulated: bool) -> dict[str, Any]:
    """The description of the data as JSON-LD, with the fields that Psych-DS asks for."""
    columns = {column.name: column for table in found for column in table.columns}
    told = "Simulated players, no people: a pilot. " if is_simulated else ""
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": experiment.title,
        "description": f"{told}Data of the experiment “{experiment.title}”, made with Clew {version()}.",
        "dateCreated": experiment.created.date().isoformat(),
        "temporalCoverage": None if experiment.opened is None else experiment.opened.date().isoformat(),
        "variableMeasured": [
            {
                "@type": "PropertyValue",
                "name": column.name,
                "description": column.definition,
                **({"unitText": column.unit} if column.unit else {}),
            }
            for column in columns.values()
        ],
        "hasPart": [
            {"@type": "DataDownload", "name": f"{table.name}.{ending}", "encodingFormat": kind}
            for table in found
            for ending, kind in (("csv", "text/csv"), ("parquet", "application/vnd.apache.parquet"))
        ],
    }
