//! What a cell of a rule can do to the objects of a level, read from its masks.

use super::bits::{Set, add, common, has, layer, meets, none, set, without};
use super::game::{Cell, Change, Game};

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
