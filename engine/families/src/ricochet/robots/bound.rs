//! A lower bound on the slides to a goal, where slides may bend and the target must turn.
//!
//! Distances. As on plain boards (see [`super::super::bound`]): a slide moves one tile along its path, so that it is at
//! most one step of a lone tile that may stop anywhere on its paths. Those distances, found by breadth-first search
//! from each goal cell with the paths of the tile's own colour, are no larger than the slides of the tile; different
//! tiles cover different goal cells, and so the cheapest matching of each colour, added up, is a bound. Of several
//! alternatives the least counts.
//!
//! The turn. A target that has not turned yet needs another slide: at a goal it has turned, and only its own slides
//! change that. One that has not moved at all needs two, if no diagonal can deflect it: a first straight slide is not a
//! turn. Every solution keeps both bounds, so that it keeps the larger.

use std::collections::HashMap;

use super::Turn;
use super::paths::Paths;
use crate::ricochet::goals::{Alternative, Goals};
use crate::ricochet::tiles::{Placed, Tiles};
use clew_core::matching::{FORBIDDEN, min_cost};
use clew_core::packed::CellSet;
use clew_core::puzzle::DEAD_END;

/// Entries of all tables together up to which they are made: a pattern that may be put together anywhere on a large
/// board has a goal on every cell.
const MOST_ENTRIES: usize = 1 << 24;

/// "No way."
const NEVER: u16 = u16::MAX;

/// For one alternative: what a group wants.
#[derive(Clone, Debug)]
struct Demand {
    group: usize,
    /// The table of each wanted cell.
    tables: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Bound {
    /// Slides from each cell to one goal cell, for one group.
    tables: Vec<Vec<u16>>,
    alternatives: Vec<Vec<Demand>>,
    /// Slides that the target needs at least before it moved at all; 0 where none must turn.
    first_turn: u32,
    /// There are no tables: the goals are too many.
    blind: bool,
}

impl Bound {
    /// `straight`: whether no slide can be deflected, if a tile must turn.
    pub fn new<C: CellSet>(goals: &Goals<C>, paths: &[Paths], cells: usize, straight: Option<bool>) -> Self {
        let first_turn = straight.map_or(0, |straight| 1 + u32::from(straight));
        let mut bound = Self { tables: Vec::new(), alternatives: Vec::new(), first_turn, blind: false };
        let mut known = HashMap::new();
        for alternative in goals.alternatives() {
            let demands = bound.demands(alternative, paths, cells, &mut known);
            bound.alternatives.push(demands);
            if bound.tables.len() * cells > MOST_ENTRIES {
                return Self { tables: Vec::new(), alternatives: Vec::new(), first_turn, blind: true };
            }
        }
        bound
    }

    fn demands<C: CellSet>(
        &mut self,
        alternative: &Alternative<C>,
        paths: &[Paths],
        cells: usize,
        known: &mut HashMap<(usize, usize), usize>,
    ) -> Vec<Demand> {
        let wants = alternative.wants.iter();
        wants
            .map(|&(group, goals)| {
                let mut table = |goal| {
                    *known.entry((group, goal)).or_insert_with(|| {
                        self.tables.push(distances(&paths[group], goal, cells));
                        self.tables.len() - 1
                    })
                };
                Demand { group, tables: goals.cells().map(&mut table).collect() }
            })
            .collect()
    }

    #[inline]
    pub fn of(&self, tiles: &Tiles, placed: &Placed, turn: u32) -> u32 {
        let left = match turn {
            Turn::DONE => 0,
            0 => self.first_turn,
            _ => 1,
        };
        if self.blind {
            return left;
        }
        let cost = |demands: &Vec<Demand>| {
            demands.iter().try_fold(0, |sum, demand| {
                let stand = &placed.cells()[tiles.fields_of(demand.group)];
                self.cost(demand, stand).map(|cost| sum + cost)
            })
        };
        let least = self.alternatives.iter().filter_map(cost).min();
        least.map_or(DEAD_END, |least: u32| least.max(left))
    }

    fn cost(&self, demand: &Demand, stand: &[u16]) -> Option<u32> {
        let slides = |table: usize, tile: u16| match self.tables[table][usize::from(tile)] {
            NEVER => FORBIDDEN,
            slides => u32::from(slides),
        };
        match demand.tables[..] {
            [table] => {
                stand.iter().map(|&tile| slides(table, tile)).min().filter(|&least| least != FORBIDDEN)
            }
            _ => min_cost(demand.tables.len(), stand.len(), |goal, tile| {
                slides(demand.tables[goal], stand[tile])
            }),
        }
    }
}

/// Slides to `goal` of a lone tile that may stop anywhere on its paths.
fn distances(paths: &Paths, goal: usize, cells: usize) -> Vec<u16> {
    let mut slides = vec![NEVER; cells];
    slides[goal] = 0;
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for other in paths.beside(cell) {
            if slides[other] == NEVER {
                slides[other] = slides[cell] + 1;
                queue.push(other);
            }
        }
    }
    slides
}
