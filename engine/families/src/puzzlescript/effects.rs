//! What a cell of a rule can do to the objects of a level, read from its masks.

use super::bits::{add, has, layer, meets, set};
use super::game::{Cell, Change, Game};

/// What can happen in a cell where a rule matches.
pub struct Effect<const O: usize> {
    /// Objects that may come or go.
    pub exchanged: [u64; O],
    /// Objects that may be given a movement, or keep the one that they have.
    pub moving: [u64; O],
    /// Objects that may be given a movement that they do not have.
    pub pushed: [u64; O],
}

/// What can lie in a layer of a cell where a rule matches.
pub fn there<const O: usize, const M: usize>(
    game: &Game<O, M>,
    cell: &Cell<O, M>,
    number: usize,
) -> [u64; O] {
    let of_layer = &game.layers[number];
    if meets(&cell.present, of_layer) {
        return common(&cell.present, of_layer);
    }
    let any = cell.any_of.iter().find(|any| has(of_layer, any));
    std::array::from_fn(|word| any.map_or(of_layer[word], |any| any[word]) & !cell.missing[word])
}

pub fn effect<const O: usize, const M: usize>(
    game: &Game<O, M>,
    cell: &Cell<O, M>,
    change: &Change<O, M>,
) -> Effect<O> {
    let mut found = Effect { exchanged: [0; O], moving: [0; O], pushed: [0; O] };
    for &object in &change.chosen {
        set(&mut found.exchanged, object);
        add(&mut found.exchanged, &game.layers[game.layer_of[object]]);
    }
    for (number, of_layer) in game.layers.iter().enumerate() {
        let there = there(game, cell, number);
        let put = common(&change.put, of_layer);
        for word in 0..O {
            let stays = put[word] & cell.present[word];
            found.exchanged[word] |= put[word] & !stays | there[word] & change.clear[word] & !stays;
        }
        let movement = layer(&change.moving, number);
        let turned = change.turned.contains(&number);
        if movement != 0 || turned {
            let mut moving = there;
            add(&mut moving, &put);
            add(&mut found.moving, &moving);
            if turned || movement & !layer(&cell.moving, number) != 0 {
                add(&mut found.pushed, &moving);
            }
        }
    }
    found
}

fn common<const O: usize>(one: &[u64; O], other: &[u64; O]) -> [u64; O] {
    std::array::from_fn(|word| one[word] & other[word])
}
