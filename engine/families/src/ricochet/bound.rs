//! The bound h1: tiles to goal cells, each by the slides of a lone tile that may stop anywhere.
//!
//! Why it never exceeds the true cost. Take a solution, and the goal's cells of one colour. Distinct tiles
//! of that colour cover them in the end. A slide moves one tile, along cells that no wall, block or edge
//! parts, so that it is one step of the tile's walk in the relaxed game in which a tile is alone and may stop
//! on any cell of its run; such a walk from cell `t` to cell `g` takes at least `d(t, g)` steps (found once per
//! board by breadth-first search from each goal cell). The solution therefore has at least as many slides as
//! the cheapest assignment of the colour's tiles to its goal cells, and slides of different colours are
//! different slides: the sum over colours is a bound, and of several alternatives the least. If every assignment is
//! infinite, no tile can ever get there: a dead end.
//!
//! ```text
//!   A . . . .            d = 1 in the row and the column of the goal `a`, 2 elsewhere on an empty board;
//!   . . . # .            walls and blocks break runs and make it larger.
//!   . . a # .
//! ```
//!
//! Why it is fast. Distances lie in rows of `LANES` alternatives, so that one pass of additions and minima,
//! which the compiler turns into vector instructions, serves 16 alternatives (a molecule that may be put
//! together anywhere has as many as the board has room for). With one alternative a lane is a number.

use std::collections::HashMap;

use super::goals::Alternative;
use super::rays::Rays;
use super::tiles::{Placed, Tiles};
use clew_core::matching::{FORBIDDEN, min_cost};
use clew_core::packed::CellSet;
use clew_core::puzzle::DEAD_END;

/// As a distance: unreachable. Sums saturate here; finite ones stay far below (64 tiles, 255 slides each).
pub const NEVER: u16 = u16::MAX;

/// Goal cells of one colour up to which assignments are found for all lanes at once.
const TOGETHER: usize = 8;

type Lanes<const N: usize> = [u16; N];

#[inline(always)]
fn add<const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    std::array::from_fn(|i| a[i].saturating_add(b[i]))
}

#[inline(always)]
fn min<const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    std::array::from_fn(|i| a[i].min(b[i]))
}

/// The goal cells of one group of tiles under all alternatives. An alternative that wants fewer cells than
/// another has slots that any tile fills at no cost.
#[derive(Clone, Debug)]
pub struct Demand<const N: usize> {
    pub group: usize,
    slots: usize,
    cells: usize,
    /// Slides to the goal cell: by batch of alternatives, slot and cell of the tile.
    slides: Vec<Lanes<N>>,
}

impl<const N: usize> Demand<N> {
    fn new<C: CellSet>(
        group: usize,
        alternatives: &[Alternative<C>],
        to_goal: &HashMap<usize, Vec<u16>>,
        cells: usize,
    ) -> Option<Self> {
        let wanted: Vec<Vec<usize>> = alternatives
            .iter()
            .map(|alternative| {
                let own = alternative.wants.iter().find(|&&(named, _)| named == group);
                own.map_or(Vec::new(), |&(_, cells)| cells.cells().collect())
            })
            .collect();
        let slots = wanted.iter().map(Vec::len).max().filter(|&slots| slots > 0)?;
        let mut slides = Vec::with_capacity(alternatives.len().div_ceil(N) * slots * cells);
        for batch in wanted.chunks(N) {
            for slot in 0..slots {
                slides.extend((0..cells).map(|cell| -> Lanes<N> {
                    std::array::from_fn(|lane| match batch.get(lane).map(|goals| goals.get(slot)) {
                        Some(Some(goal)) => to_goal[goal][cell],
                        Some(None) => 0,
                        None => NEVER,
                    })
                }));
            }
        }
        Some(Self { group, slots, cells, slides })
    }

    #[inline(always)]
    fn slides(&self, batch: usize, slot: usize, tile: u16) -> &Lanes<N> {
        &self.slides[(batch * self.slots + slot) * self.cells + usize::from(tile)]
    }

    /// The cheapest assignment of tiles to slots, for each alternative of a batch.
    #[inline]
    pub fn cost(&self, batch: usize, tiles: &[u16]) -> Lanes<N> {
        match (self.slots, tiles) {
            (1, _) => self.nearest_tile(batch, 0, tiles),
            (2, &[a, b]) => {
                let straight = add(self.slides(batch, 0, a), self.slides(batch, 1, b));
                let crossed = add(self.slides(batch, 0, b), self.slides(batch, 1, a));
                min(&straight, &crossed)
            }
            (3.., _) if self.slots > TOGETHER => self.lane_by_lane(batch, tiles),
            _ => self.assignment(batch, tiles),
        }
    }

    #[inline(always)]
    fn nearest_tile(&self, batch: usize, slot: usize, tiles: &[u16]) -> Lanes<N> {
        tiles.iter().fold([NEVER; N], |best, &tile| min(&best, self.slides(batch, slot, tile)))
    }

    /// Dynamic programming over tiles: `least[filled]` is the least cost at which the tiles so far fill the
    /// slots of the mask `filled`. Larger masks first, so that a tile fills one slot only.
    fn assignment(&self, batch: usize, tiles: &[u16]) -> Lanes<N> {
        let mut least = [[NEVER; N]; 1 << TOGETHER];
        least[0] = [0; N];
        let all = (1usize << self.slots) - 1;
        for (before, &tile) in tiles.iter().enumerate() {
            // Slots that the tiles after this one cannot fill must be filled by now.
            let due = (self.slots + before + 1).saturating_sub(tiles.len()) as u32;
            for filled in (1..=all).rev() {
                if filled.count_ones() < due || filled.count_ones() as usize > before + 1 {
                    continue;
                }
                let mut best = least[filled];
                for slot in (0..self.slots).filter(|slot| filled >> slot & 1 == 1) {
                    let with = add(&least[filled & !(1 << slot)], self.slides(batch, slot, tile));
                    best = min(&best, &with);
                }
                least[filled] = best;
            }
        }
        least[all]
    }

    /// The same one lane after the other, for goal cells so many that their masks would be too many.
    fn lane_by_lane(&self, batch: usize, tiles: &[u16]) -> Lanes<N> {
        std::array::from_fn(|lane| {
            let cost = |slot, tile: usize| match self.slides(batch, slot, tiles[tile])[lane] {
                NEVER => FORBIDDEN,
                slides => u32::from(slides),
            };
            min_cost(self.slots, tiles.len(), cost).map_or(NEVER, |slides| slides as u16)
        })
    }
}

/// All demands, for batches of `N` alternatives.
#[derive(Clone, Debug)]
struct DemandTable<const N: usize> {
    demands: Vec<Demand<N>>,
    batches: usize,
}

impl<const N: usize> DemandTable<N> {
    fn new<C: CellSet>(alternatives: &[Alternative<C>], rays: &Rays<C>, groups: usize, cells: usize) -> Self {
        let goals = alternatives.iter().fold(C::NONE, |all, alternative| all.or(alternative.cells));
        let to_goal = goals.cells().map(|goal| (goal, lone_slides(rays, goal))).collect();
        let demands =
            (0..groups).filter_map(|group| Demand::new(group, alternatives, &to_goal, cells)).collect();
        Self { demands, batches: alternatives.len().div_ceil(N) }
    }

    #[inline]
    fn bound(&self, tiles: &Tiles, placed: &Placed) -> u16 {
        let mut least = [NEVER; N];
        for batch in 0..self.batches {
            let mut sum = [0; N];
            for demand in &self.demands {
                let stand = &placed.cells()[tiles.fields_of(demand.group)];
                sum = add(&sum, &demand.cost(batch, stand));
            }
            least = min(&least, &sum);
        }
        least.into_iter().min().unwrap_or(NEVER)
    }
}

/// Slides from every cell to `goal` for a lone tile that may stop anywhere.
fn lone_slides<C: CellSet>(rays: &Rays<C>, goal: usize) -> Vec<u16> {
    rays.free_slides([goal], 0).into_iter().map(|slides| slides.unwrap_or(NEVER)).collect()
}

const LANES: usize = 16;

/// Bytes of tables up to which they are made. What is beyond, a molecule of many atoms that may be put together anywhere
/// on a very large board, would take longer to prepare than many a search.
const MOST_BYTES: usize = 1 << 27;

#[derive(Clone, Debug)]
enum Tables {
    One(DemandTable<1>),
    Many(DemandTable<LANES>),
    /// They would be too large.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Bound(Tables);

impl Bound {
    pub fn new<C: CellSet>(
        alternatives: &[Alternative<C>],
        rays: &Rays<C>,
        groups: usize,
        cells: usize,
    ) -> Self {
        Self(match alternatives {
            [_] => Tables::One(DemandTable::new(alternatives, rays, groups, cells)),
            _ if bytes(alternatives, groups, cells) > MOST_BYTES => Tables::Nothing,
            _ => Tables::Many(DemandTable::new(alternatives, rays, groups, cells)),
        })
    }

    /// Where the goal has one alternative: what each colour wants. The bound is the sum of their costs.
    pub fn demands(&self) -> Option<&[Demand<1>]> {
        match &self.0 {
            Tables::One(table) => Some(&table.demands),
            Tables::Many(_) | Tables::Nothing => None,
        }
    }

    #[inline]
    pub fn of(&self, tiles: &Tiles, placed: &Placed) -> u32 {
        let bound = match &self.0 {
            Tables::One(table) => table.bound(tiles, placed),
            Tables::Many(table) => table.bound(tiles, placed),
            Tables::Nothing => 0,
        };
        if bound == NEVER { DEAD_END } else { u32::from(bound) }
    }
}

/// Bytes of the tables of that many alternatives.
fn bytes<C: CellSet>(alternatives: &[Alternative<C>], groups: usize, cells: usize) -> usize {
    let wanted = |alternative: &Alternative<C>, group: usize| {
        let own = alternative.wants.iter().find(|&&(named, _)| named == group);
        own.map_or(0, |(_, cells)| cells.count() as usize)
    };
    let most = |group| alternatives.iter().map(|alternative| wanted(alternative, group)).max();
    let slots: usize = (0..groups).filter_map(most).sum();
    alternatives.len().div_ceil(LANES) * slots * cells * size_of::<Lanes<LANES>>()
}
