//! When a position is solved: one of several alternatives holds.

use super::tiles::{Placed, Tiles};
use clew_core::packed::{CellSet, Packed};
use clew_core::ranks::placements;

/// For each group of tiles that it names, the cells that this group must cover.
#[derive(Clone, Debug)]
pub struct Alternative<C> {
    pub wants: Vec<(usize, C)>,
    pub cells: C,
}

impl<C: CellSet> Alternative<C> {
    /// `None` if it cannot hold on any position: it wants more tiles of a colour than there are, or a cell
    /// that is not free, or two colours on one cell.
    fn new(wanted: &[(u32, u16)], tiles: &Tiles, free: C) -> Option<Self> {
        let mut wants: Vec<(usize, C)> = Vec::new();
        for &(colour, cell) in wanted {
            let group = tiles.group_of_colour(colour)?;
            match wants.iter_mut().find(|(known, _)| *known == group) {
                Some((_, cells)) => *cells = cells.with(usize::from(cell)),
                None => wants.push((group, C::of([usize::from(cell)]))),
            }
        }
        wants.sort_unstable_by_key(|&(group, _)| group);
        let cells = wants.iter().fold(C::NONE, |all, &(_, cells)| all.or(cells));
        let apart = wants.iter().map(|(_, cells)| cells.count()).sum::<u32>() == cells.count();
        let enough =
            wants.iter().all(|&(group, cells)| cells.count() as usize <= tiles.fields_of(group).len());
        (apart && enough && cells.minus(free).is_empty()).then_some(Self { wants, cells })
    }

    #[inline]
    fn holds(&self, tiles: &Tiles, placed: &Placed, occupied: C) -> bool {
        self.cells.minus(occupied).is_empty()
            && self.wants.iter().all(|&(group, cells)| {
                let stand = placed.cells()[tiles.fields_of(group)].iter().map(|&cell| usize::from(cell));
                cells.minus(C::of(stand)).is_empty()
            })
    }

    /// How many tiles of each group may stand anywhere.
    fn spare(&self, tiles: &Tiles) -> Vec<usize> {
        let mut spare: Vec<usize> = tiles.groups().map(|fields| fields.len()).collect();
        for &(group, cells) in &self.wants {
            spare[group] -= cells.count() as usize;
        }
        spare
    }
}

/// The alternatives that can hold. They are found by the lowest cell that they want, so that a state is
/// compared with few of them however many there are.
#[derive(Clone, Debug)]
pub struct Goals<C> {
    alternatives: Vec<Alternative<C>>,
    lowest: C,
    by_lowest: Vec<Vec<u32>>,
    everywhere: bool,
}

impl<C: CellSet> Goals<C> {
    pub fn new(alternatives: &[Vec<(u32, u16)>], tiles: &Tiles, free: C) -> Self {
        let mut wanted = alternatives.to_vec();
        for alternative in &mut wanted {
            alternative.sort_unstable();
            alternative.dedup();
        }
        wanted.sort_unstable();
        wanted.dedup();
        let everywhere = wanted.first().is_some_and(Vec::is_empty);
        if everywhere {
            wanted.truncate(1);
        }
        let alternatives: Vec<_> =
            wanted.iter().filter_map(|alternative| Alternative::new(alternative, tiles, free)).collect();
        let mut by_lowest = vec![Vec::new(); C::CAPACITY];
        let mut lowest = C::NONE;
        for (index, alternative) in alternatives.iter().enumerate().filter(|(_, a)| !a.cells.is_empty()) {
            by_lowest[alternative.cells.first()].push(index as u32);
            lowest = lowest.with(alternative.cells.first());
        }
        Self { alternatives, lowest, by_lowest, everywhere }
    }

    pub fn alternatives(&self) -> &[Alternative<C>] {
        &self.alternatives
    }

    #[inline]
    pub fn hold(&self, tiles: &Tiles, placed: &Placed) -> bool {
        let occupied: C = placed.occupied();
        self.everywhere
            || self.lowest.and(occupied).cells().any(|cell| {
                self.by_lowest[cell]
                    .iter()
                    .any(|&index| self.alternatives[index as usize].holds(tiles, placed, occupied))
            })
    }

    /// Appends every solved state, if they are at most `limit`. They are counted first, one alternative
    /// after the other (states of two alternatives count twice), so that a hopeless list costs nothing.
    /// `go_on` may end it, which counts as too many.
    pub fn list<W: Packed>(
        &self,
        tiles: &Tiles,
        free: C,
        limit: usize,
        go_on: &mut dyn FnMut() -> bool,
        out: &mut Vec<W>,
    ) -> bool {
        let before = out.len();
        let number = self.alternatives.iter().fold(0u64, |sum, alternative| {
            let room = free.minus(alternative.cells).count() as usize;
            sum.saturating_add(placements(room, alternative.spare(tiles).into_iter()))
        });
        if number > limit as u64 {
            return false;
        }
        for (index, alternative) in self.alternatives.iter().enumerate() {
            let mut stand = vec![C::NONE; tiles.groups().len()];
            for &(group, cells) in &alternative.wants {
                stand[group] = cells;
            }
            let room = free.minus(alternative.cells);
            let listed = fill_spare(alternative.spare(tiles), stand, room, |stand| {
                let state = tiles.pack_fields(stand.iter().flat_map(|cells| cells.cells()));
                let placed = tiles.read(state);
                let occupied = placed.occupied();
                if !self.alternatives[..index].iter().any(|other| other.holds(tiles, &placed, occupied)) {
                    out.push(state);
                }
                go_on().then_some(())
            });
            if listed.is_none() {
                out.truncate(before);
                return false;
            }
        }
        true
    }
}

/// Calls `emit` with the cells of each group, for every way to put the spare tiles of the groups on free
/// cells beside those in `stand`; stops at the first `None`.
pub fn fill_spare<C: CellSet>(
    spare: Vec<usize>,
    stand: Vec<C>,
    free: C,
    emit: impl FnMut(&[C]) -> Option<()>,
) -> Option<()> {
    Fill { spare, stand, emit }.group(0, free)
}

struct Fill<C, F> {
    spare: Vec<usize>,
    stand: Vec<C>,
    emit: F,
}

impl<C: CellSet, F: FnMut(&[C]) -> Option<()>> Fill<C, F> {
    fn group(&mut self, group: usize, free: C) -> Option<()> {
        match self.spare.get(group) {
            Some(&spare) => self.tiles(group, spare, free, free),
            None => (self.emit)(&self.stand),
        }
    }

    /// `left` more tiles of `group` go to cells of `above`, in increasing order.
    fn tiles(&mut self, group: usize, left: usize, free: C, mut above: C) -> Option<()> {
        if left == 0 {
            return self.group(group + 1, free);
        }
        while above.count() as usize >= left {
            let cell = above.first();
            above = above.without(cell);
            let before = self.stand[group];
            self.stand[group] = before.with(cell);
            self.tiles(group, left - 1, free.without(cell), above)?;
            self.stand[group] = before;
        }
        Some(())
    }
}
