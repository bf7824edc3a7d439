//! One pattern database: for a few pebbles of a board, the fewest moves of theirs that bring them home.
//!
//! ```text
//!   a . . b      the other pebbles are alike: to them the hole walks for nothing, so that all cells
//!   . . c -      that it can reach without moving a, b or c are one region
//! ```
//!
//! Breadth-first from home over (places of the pebbles, region of the hole): a layer is a move of one of
//! the pebbles into the region. A word for each placing of the pebbles has a bit for each cell where the hole
//! has been, so a region is noted, and met again, in one access. The first layer in which a placing is met,
//! with the hole in any region, is its entry.

use crate::watch::{Limit, Watch, Work};

/// Cells of the largest board: the bits of a set of cells.
pub const MOST_CELLS: usize = 32;
/// Regions between two looks at the limits.
const CHECK_EVERY: usize = 1 << 14;

/// The graph, as a set of neighbours a cell.
pub struct Board {
    near: Vec<u32>,
    width: u32,
}

impl Board {
    pub fn new(neighbours: &[Vec<usize>]) -> Self {
        let near = neighbours.iter().map(|list| list.iter().map(|&cell| 1 << cell).sum()).collect();
        Self { near, width: neighbours.len().next_power_of_two().ilog2() }
    }

    /// The cells that the hole reaches without moving what is `taken`.
    #[inline]
    fn region(&self, hole: usize, taken: u32) -> u32 {
        let (mut region, mut fresh) = (1u32 << hole, 1u32 << hole);
        while fresh != 0 {
            let near = self.near[fresh.trailing_zeros() as usize] & !taken & !region;
            fresh = (fresh & (fresh - 1)) | near;
            region |= near;
        }
        region
    }
}

/// Fills the table of the pebbles with these `homes`: the place of the i-th is field i of the index.
/// Places that cannot come about, or not be solved, get the largest cost.
pub fn fill(
    board: &Board,
    homes: &[usize],
    hole: usize,
    table: &mut [u8],
    work: Work,
    watch: &mut Watch,
) -> Result<(), Limit> {
    if board.near.len() <= 16 {
        fill_with::<u16>(board, homes, hole, table, work, watch)
    } else {
        fill_with::<u32>(board, homes, hole, table, work, watch)
    }
}

/// A set of cells.
trait Set: Copy + Default + Into<u32> + TryFrom<u32> {}
impl Set for u16 {}
impl Set for u32 {}

fn fill_with<S: Set>(
    board: &Board,
    homes: &[usize],
    hole: usize,
    table: &mut [u8],
    mut work: Work,
    watch: &mut Watch,
) -> Result<(), Limit> {
    table.fill(u8::MAX);
    let mut been = vec![S::default(); table.len()];
    let width = board.width;
    let index = homes.iter().rev().fold(0u32, |index, &home| index << width | home as u32);
    let mut layer = vec![(index, hole as u8)];
    let mut next = Vec::new();
    for cost in 0..=u8::MAX {
        for part in layer.chunks(CHECK_EVERY) {
            work.expanded += part.len() as u64;
            work.depth = cost.into();
            watch.check(&work)?;
            for &(index, hole) in part {
                let seen: u32 = been[index as usize].into();
                if seen >> hole & 1 != 0 {
                    continue;
                }
                let place = |i: usize| index >> (width * i as u32) & ((1 << width) - 1);
                let taken = (0..homes.len()).fold(0u32, |taken, i| taken | 1 << place(i));
                let region = board.region(hole.into(), taken);
                if let Ok(both) = S::try_from(seen | region) {
                    been[index as usize] = both;
                }
                let entry = &mut table[index as usize];
                *entry = cost.min(*entry);
                for i in 0..homes.len() {
                    let from = place(i);
                    let mut ways = board.near[from as usize] & region;
                    while ways != 0 {
                        let after = index ^ (from ^ ways.trailing_zeros()) << (width * i as u32);
                        ways &= ways - 1;
                        let seen: u32 = been[after as usize].into();
                        if seen >> from & 1 == 0 {
                            next.push((after, from as u8));
                        }
                    }
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
        if layer.is_empty() {
            break;
        }
    }
    Ok(())
}
