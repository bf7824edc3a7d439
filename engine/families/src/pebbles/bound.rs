//! Lower bounds on the moves that a pebble position still needs.
//!
//! # Distances by colour
//!
//! A move carries one pebble along one edge, so a pebble needs at least as many moves as its plate is
//! edges away. Within a colour, it is open which pebble goes to which plate; the cheapest matching of the
//! colour's pebbles to its plates can only be cheaper than what the solution does. Colours move different
//! pebbles, so that their costs add up (*hd*).
//!
//! The cells of a colour's k pebbles determine its cost. There are C(cells, k) sets of k cells, and the
//! combinatorial number system numbers them densely: {a < b < c} is C(a,1) + C(b,2) + C(c,3). One pass
//! over the cells in ascending order adds up the numbers of all colours at once, and one table per colour gives the
//! cost. A colour with too many sets for a table pays each pebble's way to its nearest plate, which is cheaper still;
//! for a single pebble both are the same.
//!
//! # Parity
//!
//! On a bipartite graph with one hole, a move exchanges the hole with a pebble (the permutation changes
//! its parity) and the hole changes sides. So parity plus side never changes (Johnson and Story 1879).
//! If all tokens are distinct, the position tells its class, and if no goal has the same class, none can
//! be reached. The parity is that of the number of pairs of cells whose tokens are in falling order.

use super::graph::{APART, Graph};
use clew_core::matching;
use clew_core::packed::{Fields, Packed};
use clew_core::puzzle::DEAD_END;
use clew_core::ranks::{next_set, subsets, terms};

/// Entries of all tables of sets together: about a tenth of a second of matchings.
const TABLE_BUDGET: usize = 1 << 15;
/// Colours that may have a table of sets; the others use their nearest plates.
const SLOTS: usize = 16;
/// In `slot`: this token has no table of sets.
const NEAREST: u8 = u8::MAX;
/// As a table entry: no plate can be reached.
const NO_WAY: u16 = u16::MAX;

/// The entry of a cost, cut where no solution is as long.
fn entry(cost: u32) -> u16 {
    cost.min(u32::from(NO_WAY) - 1) as u16
}

/// The cost of an entry, [`DEAD_END`] if there is no way.
fn cost(entry: u16) -> u32 {
    if entry == NO_WAY { DEAD_END } else { u32::from(entry) }
}

/// Tables of the bounds, for one graph and one set of plates. Tokens are dense: 0 the hole, then 1, 2, ...
#[derive(Clone, Debug)]
pub struct Bound {
    cells: usize,
    plates: Vec<u8>,
    /// For each token and cell, the entry of a lone pebble: to its nearest plate.
    nearest: Vec<u16>,
    /// For each token, its place among `sets`, or [`NEAREST`].
    slot: Vec<u8>,
    /// A token of several pebbles, and the entry of each set of cells that they may cover, by its number.
    sets: Vec<(u32, Vec<u16>)>,
    /// `terms[k * cells + c]` is C(c, k + 1).
    terms: Vec<u32>,
    parity: Option<Parity>,
}

/// Tells positions that parity proves unsolvable.
#[derive(Clone, Debug)]
struct Parity {
    sides: Vec<u8>,
    /// The one class of positions in which there is a goal.
    solvable: u32,
}

impl Bound {
    /// `plates` and `counts` (of pebbles, by token; `counts[0]` the holes) in dense tokens.
    pub fn new(graph: &Graph, plates: &[u8], counts: &[usize]) -> Self {
        Self::with_budget(graph, plates, counts, TABLE_BUDGET)
    }

    /// The same with at most `budget` table entries.
    pub fn with_budget(graph: &Graph, plates: &[u8], counts: &[usize], budget: usize) -> Self {
        let cells = graph.cells();
        let homes = |token: usize| (0..cells).filter(move |&cell| usize::from(plates[cell]) == token);
        let mut nearest = vec![0; cells];
        for token in 1..counts.len() {
            let lone = graph.distances(homes(token));
            nearest.extend(lone.into_iter().map(|d| if d == APART { NO_WAY } else { entry(u32::from(d)) }));
        }
        let mut bound = Self {
            cells,
            plates: plates.to_vec(),
            nearest,
            slot: vec![NEAREST; counts.len()],
            sets: Vec::new(),
            terms: Vec::new(),
            parity: None,
        };
        bound.add_sets(graph, counts, budget);
        bound.parity = graph.sides().and_then(|sides| Parity::new(sides, plates, counts));
        bound
    }

    /// Builds tables of sets for the colours of two and more pebbles, small ones first, while they fit.
    fn add_sets(&mut self, graph: &Graph, counts: &[usize], mut budget: usize) {
        let mut many: Vec<usize> = (1..counts.len()).filter(|&token| counts[token] > 1).collect();
        many.sort_by_key(|&token| counts[token].min(self.cells - counts[token]));
        let deepest = many.iter().map(|&token| counts[token]).max().unwrap_or(0);
        self.terms = terms(self.cells, deepest);
        for &token in &many {
            let size = subsets(self.cells, counts[token]);
            if size > budget as u64 || self.sets.len() == SLOTS {
                return;
            }
            let size = size as usize;
            budget -= size;
            self.slot[token] = self.sets.len() as u8;
            self.sets.push((token as u32, self.costs_of_sets(graph, token, counts[token], size)));
        }
    }

    /// The entry of each set of `count` cells, by its number.
    fn costs_of_sets(&self, graph: &Graph, token: usize, count: usize, size: usize) -> Vec<u16> {
        let homes: Vec<usize> =
            (0..self.cells).filter(|&cell| usize::from(self.plates[cell]) == token).collect();
        let ways: Vec<Vec<u16>> = homes.iter().map(|&home| graph.distances([home])).collect();
        let mut set: Vec<usize> = (0..count).collect();
        let mut costs = Vec::with_capacity(size);
        loop {
            let cost = matching::min_cost(count, homes.len(), |pebble, home| match ways[home][set[pebble]] {
                APART => matching::FORBIDDEN,
                distance => u32::from(distance),
            });
            costs.push(cost.map_or(NO_WAY, entry));
            if !next_set(&mut set, self.cells) {
                return costs;
            }
        }
    }

    /// Visits each set of cells that the `count` pebbles of a token may cover, with its cost; a cost of [`DEAD_END`] is
    /// none. Says `false`, and visits nothing, if the token has no table of sets.
    pub(crate) fn each_set(&self, token: usize, count: usize, mut visit: impl FnMut(&[usize], u32)) -> bool {
        let Some((_, costs)) = self.sets.get(usize::from(self.slot[token])) else {
            return false;
        };
        let mut set: Vec<usize> = (0..count).collect();
        for &entry in costs {
            visit(&set, cost(entry));
            next_set(&mut set, self.cells);
        }
        true
    }

    /// The cost of a lone pebble, to its nearest plate.
    pub(crate) fn lone(&self, token: usize, cell: usize) -> u32 {
        cost(self.nearest[token * self.cells + cell])
    }

    /// A lower bound on the moves to a goal, or [`DEAD_END`]. `shifts` are those of the cells' fields.
    #[inline]
    pub fn of<W: Packed>(&self, state: W, fields: Fields, shifts: &[u16]) -> u32 {
        let mut cost = 0;
        let (mut number, mut seen) = ([0u32; SLOTS], [0usize; SLOTS]);
        for (cell, &shift) in shifts.iter().enumerate() {
            let token = state.field(u32::from(shift), fields.width) as usize;
            if token == 0 {
                continue;
            }
            let slot = usize::from(self.slot[token]);
            if slot < SLOTS {
                number[slot] += self.terms[seen[slot] * self.cells + cell];
                seen[slot] += 1;
                continue;
            }
            let entry = self.nearest[token * self.cells + cell];
            if entry == NO_WAY {
                return DEAD_END;
            }
            cost += u32::from(entry);
        }
        for ((_, costs), number) in self.sets.iter().zip(number) {
            let entry = costs[number as usize];
            if entry == NO_WAY {
                return DEAD_END;
            }
            cost += u32::from(entry);
        }
        let tokens = shifts.iter().map(|&shift| state.field(u32::from(shift), fields.width));
        if self.parity_forbids(tokens) { DEAD_END } else { cost }
    }

    /// Whether parity proves that no goal can be reached from a position with these tokens.
    #[inline]
    pub(crate) fn parity_forbids(&self, tokens: impl ExactSizeIterator<Item = u32>) -> bool {
        self.parity.as_ref().is_some_and(|parity| parity.class(tokens) != parity.solvable)
    }
}

impl Parity {
    /// `None` where parity proves nothing: several holes, equal tokens, or goals in both classes.
    fn new(sides: Vec<u8>, plates: &[u8], counts: &[usize]) -> Option<Self> {
        if counts.iter().any(|&count| count != 1) {
            return None;
        }
        let mut parity = Self { sides, solvable: 0 };
        // One hole leaves one plate uncovered: one that wants it, or any of a token with two plates.
        let mut classes = (0..plates.len()).filter_map(|hole| {
            let mut goal = plates.to_vec();
            goal[hole] = 0;
            let pebbles = goal.iter().filter(|&&token| token != 0).count();
            let all_there = (1..counts.len()).all(|token| goal.contains(&(token as u8)));
            (all_there && pebbles == counts.len() - 1)
                .then(|| parity.class(goal.iter().map(|&token| u32::from(token))))
        });
        let first = classes.next()?;
        let one_class = classes.all(|class| class == first);
        drop(classes);
        parity.solvable = first;
        one_class.then_some(parity)
    }

    /// The class (0 or 1) of a position, which no move changes.
    #[inline]
    fn class(&self, tokens: impl ExactSizeIterator<Item = u32>) -> u32 {
        if tokens.len() <= 64 { self.class_in::<u64>(tokens) } else { self.class_in::<u128>(tokens) }
    }

    /// `T` has a bit for each token. The bits of `seen` at and above a token count the earlier cells with
    /// a higher one; only the parity of their number matters, so that all words are added without carry
    /// and counted once.
    #[inline]
    fn class_in<T: Bits>(&self, tokens: impl Iterator<Item = u32>) -> u32 {
        let (mut seen, mut falling, mut side) = (T::default(), T::default(), 0);
        for (cell, token) in tokens.enumerate() {
            falling = falling ^ (seen >> token);
            seen = seen | (T::from(1) << token);
            if token == 0 {
                side = u32::from(self.sides[cell]);
            }
        }
        (falling.into().count_ones() + side) % 2
    }
}

/// The unsigned words that can serve as a set of tokens.
trait Bits:
    Copy
    + Default
    + From<u8>
    + Into<u128>
    + std::ops::Shl<u32, Output = Self>
    + std::ops::Shr<u32, Output = Self>
    + std::ops::BitOr<Output = Self>
    + std::ops::BitXor<Output = Self>
{
}
impl Bits for u64 {}
impl Bits for u128 {}
