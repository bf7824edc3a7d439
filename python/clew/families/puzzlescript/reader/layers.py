"""The collision layers, and the masks of every name that follow from them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.objects import check_word

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report


MOST_LAYERS = 192
"""Collision layers of a game."""


def read_layers(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the section COLLISIONLAYERS into the game."""
    layers: list[list[str]] = []
    places: dict[str, list[int]] = {}
    full = False
    for line in lines:
        if line.blank:
            continue
        layer: list[str] = []
        explicit: set[str] = set()
        for word in re.split(r"[\s,]+", line.lower):
            if word:
                _add(word, layer, explicit, line.number, game, report)
        if layer and len(layers) == MOST_LAYERS:
            if not full:
                report.error(line.number, f"a game has at most {MOST_LAYERS} collision layers; combine some")
            full = True
            layers[-1] += layer  # so that no message says that they have none
            continue
        if layer:
            for name in dict.fromkeys(layer):
                places.setdefault(name, []).append(len(layers) + 1)
                if len(places[name]) > 1:
                    numbers = ", ".join(f"#{number}" for number in places[name])
                    report.warning(
                        line.number,
                        f"{name.upper()} is in several layers ({numbers}); leave it in one",
                        at=name,
                    )
            layers.append(list(dict.fromkeys(layer)))
    if not layers:
        report.error(
            lines[0].number if lines else 1, "there are no collision layers; every object must be in one"
        )
    _number(layers, game, report)
    _background(game, report)
    _player(game, report)


def _add(
    word: str,
    layer: list[str],
    explicit: set[str],
    line: int,
    game: Game,
    report: Report,
) -> None:
    name = game.meant(word)
    if "background" in (name, word):
        if layer:
            report.error(
                line, "the background must be in a layer by itself; give it a line of its own", at=word
            )
    elif "background" in explicit:
        report.error(line, "the background must be in a layer by itself; give it a line of its own", at=word)
    if name in game.aggregates:
        report.error(
            line,
            f"{word.upper()} is defined with AND: its objects share a cell, so they cannot share a layer; "
            "give each its own layer",
            at=word,
        )
        return
    objects = _objects(name, game)
    if not objects and not game.known(name):
        odd = re.sub(r"[\w]", "", word)
        what = f'"{word.upper()}" is not defined' if not odd else f'"{word}" is not a valid object name'
        told = f"{what}; define it above, or remove it from the layer"
        report.unknown(line, told, word, word, game.names())
        return
    check_word(word, line, report)
    if name in game.things and name in explicit:
        report.warning(line, f"{name.upper()} appears twice in this layer; write it once", at=word)
    explicit.update((name, word))
    layer += objects


def _objects(name: str, game: Game) -> list[str]:
    """The objects of a name: itself, or those of a property."""
    name = game.meant(name)
    return [name] if name in game.things else game.properties.get(name, [])


def _number(layers: list[list[str]], game: Game, report: Report) -> None:
    """Numbers objects in the order of layers, and makes the mask of every name."""
    for number, layer in enumerate(layers):
        for name in layer:
            game.things[name].layer = number
    for number, layer in enumerate(layers):
        for name in layer:
            thing = game.things[name]
            if thing.layer == number and thing.number < 0:
                thing.number = len(game.order)
                game.order.append(thing)
    for thing in game.things.values():
        if thing.layer < 0:
            report.error(
                thing.line,
                f"{thing.name.upper()} is in no collision layer; add it to a line of COLLISIONLAYERS",
                at=thing.name,
            )
    _check_aggregates(game, report)
    game.layers = [0] * len(layers)
    game.masks = dict.fromkeys(game.things, 0)
    for thing in game.order:
        game.layers[thing.layer] |= 1 << thing.number
        game.masks[thing.name] = 1 << thing.number
    for name, parts in (*game.properties.items(), *game.aggregates.items()):
        mask = 0
        for part in parts:
            mask |= game.masks.get(part, 0)
        game.masks[name] = mask
    for name, other in game.synonyms.items():
        game.masks[name] = game.masks.get(other, 0)
    for name, parts in game.properties.items():
        found = {game.things[part].layer for part in parts}
        if len(found) == 1 and -1 not in found:
            game.single_layer[name] = found.pop()


def _check_aggregates(game: Game, report: Report) -> None:
    """The objects of an aggregate share a cell, so no two of them may be in one layer."""
    for name, parts in game.aggregates.items():
        seen: dict[int, str] = {}
        for part in parts:
            layer = game.things[part].layer
            if layer < 0:
                report.error(
                    _line(name, game),
                    f"{name.upper()} contains {part.upper()}, which is in no layer",
                    at=part,
                )
            elif layer in seen:
                twice = seen[layer] == part
                report.error(
                    _line(name, game),
                    f"{name.upper()} contains {part.upper()} twice; name it once"
                    if twice
                    else f"{name.upper()} contains {seen[layer].upper()} and {part.upper()}, which are in "
                    "one layer and cannot share a cell; put one of them in a layer of its own",
                )
            seen[layer] = part


def _line(name: str, game: Game) -> int:
    return game.lines.get(name, 1)


def _background(game: Game, report: Report) -> None:
    name = game.meant("background")
    if not game.known("background"):
        report.error(1, "there is no object `Background`; define one, in OBJECTS or in the legend")
        return
    if name in game.aggregates:
        report.error(
            _line("background", game),
            "`Background` cannot be defined with AND; use one object, or OR between several",
        )
        return
    found = [game.things[part] for part in _objects(name, game)]
    placed = [thing for thing in found if thing.layer >= 0]
    if not placed:
        report.error(_line("background", game), "`Background` is in no collision layer; add it to one")
        return
    if len({thing.layer for thing in placed}) > 1:
        report.error(
            _line("background", game), "the objects of `Background` must be in one layer; put them together"
        )
    game.background = placed[0].number
    game.background_layer = placed[0].layer


def _player(game: Game, report: Report) -> None:
    if not game.known("player"):
        report.error(1, "there is no object `Player`; define one, in OBJECTS or in the legend")
        return
    name = game.meant("player")
    game.player = game.masks.get(name, 0)
    game.player_all = name in game.aggregates
