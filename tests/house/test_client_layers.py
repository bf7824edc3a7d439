"""The client's files know each other from the top down only, and nothing outside its folder knows a family.

The layers are those of docs/architecture.md. Folders of one layer, such as `play` and `maker`, do not know
each other either: what they share belongs below.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.house.client_graph import Edge, circles, edges

SRC = Path(__file__).parents[2] / "studio" / "client" / "src"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("app",),
    ("pages",),
    (
        "account",
        "alone",
        "classes",
        "experiments",
        "gallery",
        "games",
        "maker",
        "map",
        "play",
        "rules",
        "shell",
        "world",
    ),
    ("board",),
    ("local",),
    ("families",),
    ("family",),
    ("kit",),
    ("ui",),
    ("router",),
    ("state",),
    ("i18n",),
    ("api", "engine"),
)
"""From the top down. `families` finds the folders of the families; `family` is any one of those folders."""

PLACE = {room: place for place, layer in enumerate(LAYERS) for room in layer}


@cache
def sources() -> dict[str, str]:
    """The client's sources by their path below `src`, without tests."""
    found = (path for path in sorted(SRC.rglob("*")) if path.suffix in (".ts", ".svelte"))
    return {
        path.relative_to(SRC).as_posix(): path.read_text(encoding="utf-8")
        for path in found
        if not path.name.endswith(".test.ts")
    }


def room(path: str) -> str:
    """The room that a file is in; for a file directly in `lib`, its own name."""
    first, *rest = path.split("/")
    if first != "lib":
        return first if rest else "app"
    if len(rest) == 1:
        return rest[0].split(".")[0]
    return "family" if rest[0] == "families" and len(rest) > 2 else rest[0]


def breaches(files: dict[str, str]) -> list[str]:
    """What breaks the layers: each with its file, its line and the rule."""
    found = [f"{path} is in no layer: {room(path)}" for path in files if room(path) not in PLACE]
    for edge in edges(files):
        user, used = room(edge.user), room(edge.used)
        if user not in PLACE or used not in PLACE:
            continue
        if user == used == "family" and edge.user.split("/")[2] != edge.used.split("/")[2]:
            found.append(f"{edge}, another family")
        elif user != used and PLACE[used] <= PLACE[user]:
            where = "above it" if PLACE[used] < PLACE[user] else "beside it"
            found.append(f"{edge}, which is {where}: {user} may not use {used}")
    return found


def file_circles(files: dict[str, str]) -> list[list[str]]:
    return circles({(edge.user, edge.used) for edge in edges(files)})


def families(files: dict[str, str]) -> set[str]:
    return {path.split("/")[2] for path in files if room(path) == "family"}


def mentions(files: dict[str, str], names: set[str]) -> list[str]:
    """Where a family is named outside its folder, as a text or a key of its own: `'blocks'`, `blocks:`."""
    keys = names - {"null"}  # a word of the language as well: only as a text it is surely the family
    named = re.compile(
        rf"(['\"`])({'|'.join(sorted(names))})\1|\b({'|'.join(sorted(keys))})\s*:", re.IGNORECASE
    )
    return [
        f"{path}:{number} names a family: {line.strip()}"
        for path, text in files.items()
        if room(path) != "family"
        for number, line in enumerate(text.splitlines(), 1)
        if named.search(line)
    ]


def test_imports_lead_downwards() -> None:
    assert breaches(sources()) == []


def test_no_files_use_each_other_in_a_circle() -> None:
    assert file_circles(sources()) == []


def test_a_family_is_named_in_its_folder_only() -> None:
    assert {"null", "blocks"} <= families(sources())
    assert mentions(sources(), families(sources())) == []


def test_every_import_of_our_own_is_followed() -> None:
    """A reader that misses imports would find no fault with any of them."""
    read = edges(sources())
    assert len(read) > 600
    assert {edge.used for edge in read if edge.user == "lib/families/drawings.ts"} >= {
        f"lib/families/{family}/Drawing.svelte" for family in families(sources())
    }
    unused = set(sources()) - {edge.used for edge in read}
    entries = {"main.ts", "map.ts", "alone.ts", "clew-board.ts", "offline.ts"}
    entries |= {"lib/engine/worker.ts", *(file for file in unused if file.endswith("/testing.ts"))}
    # What the builds for pages put in the place of others, and the types of that.
    entries |= {"lib/alone/Icon.svelte", "virtual.d.ts"}
    assert unused <= entries, "used by nobody, or their imports were not read"


MADE_UP = {
    "main.ts": "import App from './App.svelte';",
    "App.svelte": "<script lang=\"ts\">\n  const page = import('./pages/Play.svelte');\n</script>",
    "pages/Play.svelte": "<script>\n  import { t } from '$lib/i18n/index.svelte';\n</script>",
    "lib/i18n/index.svelte.ts": "export const t = 1;",
    "lib/play/game.svelte.ts": "import type { Move } from '$lib/api/types';",
    "lib/maker/draft.ts": "",
    "lib/api/types.ts": "export interface Move {}",
    "lib/families/drawings.ts": "const found = import.meta.glob<A>(\n  './*/Drawing.svelte', {});",
    "lib/families/lamps/Drawing.svelte": "<script module>\n  import { at } from './places';\n</script>",
    "lib/families/lamps/places.ts": "export const at = 1;",
    "lib/families/tally/Drawing.svelte": "",
}


def made_up(**more: str) -> dict[str, str]:
    """A small client with some of its sources changed; `__` stands for `/`, `_` for the dot of the ending."""
    return {**MADE_UP, **{name.replace("__", "/").replace("_", "."): text for name, text in more.items()}}


def test_a_client_in_order_passes() -> None:
    assert breaches(MADE_UP) == []
    assert file_circles(MADE_UP) == []
    assert Edge("App.svelte", 2, "pages/Play.svelte") in edges(MADE_UP)
    assert Edge("lib/families/drawings.ts", 1, "lib/families/lamps/Drawing.svelte") in edges(MADE_UP)


def test_an_import_upwards_is_named_with_its_line() -> None:
    files = made_up(lib__api__types_ts="\n\nimport {\n  t,\n} from '$lib/i18n/index.svelte';")
    assert breaches(files) == [
        "lib/api/types.ts:5 imports lib/i18n/index.svelte.ts, which is above it: api may not use i18n"
    ]


def test_an_import_sideways_is_found() -> None:
    files = made_up(lib__play__words_ts="export * from '../maker/draft';")
    assert breaches(files) == [
        "lib/play/words.ts:1 imports lib/maker/draft.ts, which is beside it: play may not use maker"
    ]


def test_families_that_know_each_other_are_found() -> None:
    files = made_up(lib__families__tally__maker_ts="import { at } from '../lamps/places';")
    assert breaches(files) == [
        "lib/families/tally/maker.ts:1 imports lib/families/lamps/places.ts, another family"
    ]


def test_a_room_without_a_place_is_found() -> None:
    assert breaches(made_up(lib__tools__x_ts="")) == ["lib/tools/x.ts is in no layer: tools"]


def test_what_is_commented_out_is_no_import() -> None:
    files = made_up(
        lib__api__types_ts="// import { t } from '$lib/i18n/index.svelte';\n/* from '$lib/play/game' */"
    )
    assert breaches(files) == []


def test_a_circle_is_found() -> None:
    files = made_up(lib__families__lamps__places_ts="import { drawing } from './Drawing.svelte';")
    assert file_circles(files) == [["lib/families/lamps/Drawing.svelte", "lib/families/lamps/places.ts"]]


def test_a_family_that_is_named_elsewhere_is_found() -> None:
    files = made_up(
        lib__play__texts_ts="const way = scene.family === 'lamps' ? 1 : 2;\nconst table = { tally: 1 };"
    )
    assert mentions(files, {"lamps", "tally"}) == [
        "lib/play/texts.ts:1 names a family: const way = scene.family === 'lamps' ? 1 : 2;",
        "lib/play/texts.ts:2 names a family: const table = { tally: 1 };",
    ]
    assert mentions({"lib/play/x.ts": "if (piece === null) return { a: null };"}, {"null", "tally"}) == []
