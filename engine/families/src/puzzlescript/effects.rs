//! What rules can do to the objects of a level, read from the masks of their cells.

use super::bits::{Set, add, common, has, holds, layer, meets, members, none, set, without};
use super::game::{Cell, Change, Game, Group, Rule};

/// What can happen in a cell where a rule matches.
pub struct Effect {
    /// Objects that may come or go.
    pub exchanged: Set,
    /// Objects that may be given a movement, or keep the one that they have.
    pub moving: Set,
    /// Objects that may be given a movement that they do not have.
    pub pushed: Set,
}

/// What can lie in a layer of a cell where a rule matches.
pub fn there(game: &Game, cell: &Cell, number: usize) -> Set {
    let of_layer = &game.layers[number];
    if meets(&cell.present, of_layer) {
        return common(&cell.present, of_layer);
    }
    let any = cell.any_of.iter().find(|any| has(of_layer, any));
    without(any.unwrap_or(of_layer), &cell.missing)
}

pub fn effect(game: &Game, cell: &Cell, change: &Change) -> Effect {
    let nothing = none(game.layer_of.len());
    let mut found = Effect { exchanged: nothing.clone(), moving: nothing.clone(), pushed: nothing };
    for &object in &change.chosen {
        set(&mut found.exchanged, object);
        add(&mut found.exchanged, &game.layers[game.layer_of[object]]);
    }
    for (number, of_layer) in game.layers.iter().enumerate() {
        let there = there(game, cell, number);
        let put = common(&change.put, of_layer);
        for word in 0..put.len() {
            let stays = put[word] & cell.present[word];
            found.exchanged[word] |= put[word] & !stays | there[word] & change.clear[word] & !stays;
        }
        let movement = layer(&change.moving, number);
        let turned = change.turned.contains(&number);
        if movement != 0 || turned {
            let mut moving = there.clone();
            add(&mut moving, &put);
            add(&mut found.moving, &moving);
            if turned || movement & !layer(&cell.moving, number) != 0 {
                add(&mut found.pushed, &moving);
            }
        }
    }
    found
}

/// The objects that no turn leaves anywhere: a late rule takes them all away, and none after it makes them.
///
/// ```text
///   late [ Queen | ] -> [ Queen | Threat ]       Threat: gone when the turn ends
///   late [ Threat Pawn ] -> [ Threat Dying ]
///   late [ Threat ] -> []
///   late [ Dying ] -> [ Ghost ]                  Ghost: it stays
/// ```
///
/// The rule must be tried in each turn, so a late loop, which may be stopped halfway, keeps everything. So does a level
/// that is drawn with the object, since play may begin there or come back.
pub fn passing(game: &Game) -> Set {
    let mut found = none(game.layer_of.len());
    if game.late.loops.iter().any(Option::is_some) {
        return found;
    }
    for group in &game.late.groups {
        for rule in &group.rules {
            members(&taken_everywhere(game, group, rule)).for_each(|object| set(&mut found, object));
        }
        found = without(&found, &made(game, group));
    }
    for object in members(&found.clone()) {
        if game.level.plane(object).iter().any(|&word| word != 0) {
            found[object / 64] &= !(1 << (object % 64));
        }
    }
    found
}

/// The objects that a rule takes from every cell that has them.
fn taken_everywhere(game: &Game, group: &Group, rule: &Rule) -> Set {
    let nothing = none(game.layer_of.len());
    let [row] = &rule.rows[..] else { return nothing };
    let [Cell { present, missing, any_of, moving, unmoved, change: Some(change) }] = &row.cells[..] else {
        return nothing;
    };
    let asks_more = [missing, moving, unmoved].into_iter().any(|set| members(set).next().is_some());
    if asks_more || group.random || rule.rigid.is_some() || rule.commands != 0 || change.is_by_chance() {
        return nothing;
    }
    let mut found = without(&change.clear, &change.put);
    any_of.iter().for_each(|any| found = common(&found, any));
    let asked = members(present).count();
    for object in members(&found.clone()) {
        if asked > usize::from(holds(present, object)) {
            found[object / 64] &= !(1 << (object % 64));
        }
    }
    found
}

/// The objects that a group of rules may put where they are not.
fn made(game: &Game, group: &Group) -> Set {
    let mut found = none(game.layer_of.len());
    for cell in group.rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells) {
        let Some(change) = &cell.change else { continue };
        add(&mut found, &without(&change.put, &cell.present));
        change.chosen.iter().for_each(|&object| set(&mut found, object));
    }
    found
}
