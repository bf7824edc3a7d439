//! One pattern database: for a few pebbles of a board, the fewest moves of theirs that bring them home.
//!
//! ```text
//!   a . . b      the other pebbles are alike: to them the hole walks for nothing, so that all cells
//!   . . c -      that it can reach without moving a, b or c are one region
//! ```
//!
//! Breadth-first from home over (places of the pebbles, region of the hole): a layer is a move of one of
//! the pebbles into the region. A word for each placing of the pebbles has a bit for each cell where the hole
//! has been, so a region is noted, and met again, in one access; noted as soon as it is met, it comes into the
//! next layer once. The first layer in which a placing is met, with the hole in any region, is its entry. Which cells
//! are a region depends on the cells taken alone, so that on small boards each is worked out once ([`Regions`]).

use std::ops::BitOr;

use clew_core::prefetch;
use clew_search::parallel::Cancellation;

/// Cells of the largest board: the bits of a set of cells.
pub const MOST_CELLS: usize = 32;
/// Regions that are worked on together.
const TOGETHER: usize = 64;
/// Times that many between two looks for cancellation.
const LOOK_EVERY: u32 = 64;

/// The graph, as a set of neighbours for each cell.
pub struct PatternGraph {
    near: Vec<u32>,
    width: u32,
}

impl PatternGraph {
    pub fn new(neighbours: &[Vec<usize>]) -> Self {
        let near = neighbours.iter().map(|list| list.iter().map(|&cell| 1 << cell).sum()).collect();
        Self { near, width: neighbours.len().next_power_of_two().ilog2() }
    }

    /// The cells that the hole reaches without moving what is `taken`.
    #[inline]
    fn region(&self, hole: u8, taken: u32) -> u32 {
        let (mut region, mut fresh) = (1u32 << hole, 1u32 << hole);
        while fresh != 0 {
            let near = self.near[fresh.trailing_zeros() as usize] & !taken & !region;
            fresh = (fresh & (fresh - 1)) | near;
            region |= near;
        }
        region
    }

    /// The place of a pebble.
    #[inline(always)]
    fn place(&self, index: u32, pebble: usize) -> u32 {
        index >> (self.width * pebble as u32) & ((1 << self.width) - 1)
    }

    /// The cells that these pebbles take.
    #[inline(always)]
    fn taken(&self, index: u32, pebbles: usize) -> u32 {
        (0..pebbles).fold(0, |taken, pebble| taken | 1 << self.place(index, pebble))
    }

    /// Visits the places after each move of a pebble into the region, with the cell that it leaves.
    #[inline(always)]
    fn each_move(&self, index: u32, region: u32, pebbles: usize, mut visit: impl FnMut(u32, u8)) {
        for pebble in 0..pebbles {
            let from = self.place(index, pebble);
            let mut ways = self.near[from as usize] & region;
            while ways != 0 {
                visit(index ^ (from ^ ways.trailing_zeros()) << (self.width * pebble as u32), from as u8);
                ways &= ways - 1;
            }
        }
    }
}

/// Fills the table of the pebbles with these `homes`: the place of the i-th is field i of the index.
/// Places that cannot occur, or cannot be solved, get the largest cost. Incomplete if the work is cancelled.
pub fn fill(
    board: &PatternGraph,
    homes: &[usize],
    hole: usize,
    table: &mut [u8],
    cancellation: &Cancellation,
) {
    if board.near.len() <= 16 {
        fill_with::<u16>(board, homes, hole, table, cancellation);
    } else {
        fill_with::<u32>(board, homes, hole, table, cancellation);
    }
}

/// A set of cells.
trait Set: Copy + Default + PartialEq + BitOr<Output = Self> + Into<u32> + TryFrom<u32> {}
impl Set for u16 {}
impl Set for u32 {}

fn fill_with<S: Set>(
    board: &PatternGraph,
    homes: &[usize],
    hole: usize,
    table: &mut [u8],
    cancellation: &Cancellation,
) {
    table.fill(u8::MAX);
    let mut regions = Regions::<S>::new(board);
    let mut been = vec![S::default(); table.len()];
    let index = homes.iter().rev().fold(0u32, |index, &home| index << board.width | home as u32);
    let region = regions.of(board.taken(index, homes.len()), hole as u8);
    been[index as usize] = region;
    table[index as usize] = 0;
    let mut layer = vec![(index, region)];
    let (mut next, mut after) = (Vec::new(), Vec::new());
    for cost in 1..=u8::MAX {
        for (number, few) in (0u32..).zip(layer.chunks(TOGETHER)) {
            if number.is_multiple_of(LOOK_EVERY) && cancellation.is_cancelled() {
                return;
            }
            after.clear();
            for &(index, region) in few {
                board.each_move(index, region.into(), homes.len(), |moved, from| {
                    prefetch::soon(&been, moved as usize);
                    after.push((moved, from));
                });
            }
            for &(moved, from) in &after {
                let seen: u32 = been[moved as usize].into();
                if seen >> from & 1 != 0 {
                    continue;
                }
                if seen == 0 {
                    table[moved as usize] = cost;
                }
                let region = regions.of(board.taken(moved, homes.len()), from);
                been[moved as usize] = been[moved as usize] | region;
                next.push((moved, region));
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
        if layer.is_empty() {
            break;
        }
    }
}

/// Regions by the cells taken and a cell of theirs, on boards so small that all fit a table of two megabytes.
struct Regions<'a, S> {
    board: &'a PatternGraph,
    /// Empty sets where none was asked for yet.
    known: Vec<[S; MOST_CELLS_KNOWN]>,
}

const MOST_CELLS_KNOWN: usize = 16;

impl<'a, S: Set> Regions<'a, S> {
    fn new(board: &'a PatternGraph) -> Self {
        let cells = board.near.len();
        let sets = if cells <= MOST_CELLS_KNOWN { 1 << cells } else { 0 };
        Self { board, known: vec![[S::default(); MOST_CELLS_KNOWN]; sets] }
    }

    /// The cells that the hole reaches without moving what is `taken`.
    #[inline(always)]
    fn of(&mut self, taken: u32, hole: u8) -> S {
        let Some(known) = self.known.get_mut(taken as usize) else {
            return set(self.board.region(hole, taken));
        };
        let region = &mut known[usize::from(hole) % MOST_CELLS_KNOWN];
        if *region == S::default() {
            *region = set(self.board.region(hole, taken));
        }
        *region
    }
}

fn set<S: Set>(cells: u32) -> S {
    S::try_from(cells).unwrap_or_else(|_| unreachable!("a set holds all cells of its board"))
}
