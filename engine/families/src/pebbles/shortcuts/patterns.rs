//! Additive pattern databases (Korf and Felner 2002) for boards on which every pebble has its own plate.
//!
//! ```text
//!   - a a a      the pebbles of a group, alone on the board: the fewest moves *of these pebbles*
//!   b c c a      that bring them home, whatever the others do, for every place where they may lie
//!   b c c a
//!   b b b b ...  a move moves one pebble, so the groups' numbers add up to a lower bound
//! ```
//!
//! A group knows how its pebbles get in each other's way, which single distances do not: on the 15-puzzle
//! two groups of six and one of three need about a five-hundredth of the nodes. Larger groups would need
//! fewer nodes still, but take longer to build (7 and 8: half a billion entries) than they save.
//!
//! **When to build.** It is unknown in advance how hard a board is, or how many will follow. So groups one
//! smaller come first: a tenth of the work to build, five times the nodes. When searches with them, of all boards
//! of the layout together, have taken about as long as the large ones take to build, those are built: at
//! worst that is twice the time of the better choice.
//!
//! **The mirror.** Where the graph has a symmetry that keeps the hole's plate, the mirrored groups have the
//! same tables: the bound of a position is that of its mirror image. Both are followed, and the larger one
//! counts.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use super::costs::Costs;
use super::databases::{Databases, Known, StateLayout};
use super::deepening::IncrementalHeuristic;
use super::pattern_table::{self, PatternGraph};
use super::position::{MOST, Position};
use crate::pebbles::graph::Graph;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::parallel::{self, Cancellation};

/// Bits of the index of a group: its table has two to this power entries of a byte.
const MOST_BITS: u32 = 24;
/// Steps after which no further symmetry is looked for.
const SYMMETRY_STEPS: u32 = 100_000;

/// The bound, from both sides of the mirror.
pub struct Patterns {
    costs: Costs,
    mirrored: Option<Costs>,
    /// Pebbles of a group, at most.
    size: usize,
    spent: AtomicU64,
}

/// A position as it is and in the mirror.
#[derive(Clone)]
pub struct Both {
    here: Position,
    there: Position,
}

/// What the databases are made for: a graph, and where each pebble and the hole are at home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctLayout {
    pub neighbours: Vec<Vec<usize>>,
    /// By pebble (its token less one).
    pub homes: Vec<usize>,
    pub hole: usize,
}

impl DistinctLayout {
    /// `None` unless every pebble has one plate of its own and there is one hole.
    pub fn new(graph: &Graph, plates: &[u8], counts: &[usize]) -> Option<Self> {
        let cells = graph.cells();
        if cells > pattern_table::MOST_CELLS || counts.len() != cells {
            return None;
        }
        let home = |token: usize| {
            let mut cells = (0..cells).filter(|&cell| usize::from(plates[cell]) == token);
            cells.next().filter(|_| cells.next().is_none())
        };
        let homes: Option<Vec<usize>> = (1..cells).map(home).collect();
        let neighbours = (0..cells).map(|cell| graph.neighbours(cell).to_vec()).collect();
        Some(Self { neighbours, homes: homes?, hole: home(0)? })
    }

    fn cells(&self) -> usize {
        self.neighbours.len()
    }

    fn width(&self) -> u32 {
        self.cells().next_power_of_two().ilog2()
    }

    /// Bytes of all tables, and of the largest's working memory, for groups of at most `size` pebbles.
    fn bytes(&self, size: usize) -> u64 {
        let entries = |pebbles: usize| if pebbles == 0 { 0 } else { 1u64 << (self.width() * pebbles as u32) };
        let tables = entries(size) * (self.homes.len() / size) as u64 + entries(self.homes.len() % size);
        tables + self.working(size)
    }

    /// Bytes of the working memory of a group of `size` pebbles.
    fn working(&self, size: usize) -> u64 {
        6 << (self.width() * size as u32)
    }

    /// Entries of the tables of these groups.
    fn entries(&self, groups: &[Vec<usize>]) -> usize {
        groups.iter().map(|group| 1usize << (self.width() * group.len() as u32)).sum()
    }

    /// The pebbles in groups of neighbours, `size` each and the rest: a group begins with the home farthest
    /// from the hole's, and takes in those that touch it most.
    fn groups(&self, size: usize) -> Vec<Vec<usize>> {
        let graph = Graph::new(&self.neighbours).expect("the layout of a board");
        let far = graph.distances([self.hole]);
        let mut left: Vec<usize> = (0..self.homes.len()).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        while !left.is_empty() {
            let mut group: Vec<usize> = Vec::new();
            while group.len() < size && !left.is_empty() {
                let touching = |pebble: usize| {
                    let near = &self.neighbours[self.homes[pebble]];
                    group.iter().filter(|&&member| near.contains(&self.homes[member])).count()
                };
                let best = (0..left.len())
                    .max_by_key(|&i| (touching(left[i]), far[self.homes[left[i]]]))
                    .expect("pebbles are left");
                group.push(left.swap_remove(best));
            }
            groups.push(group);
        }
        groups
    }
}

impl StateLayout for DistinctLayout {
    const LEAST: usize = 3;
    const NODES_BEFORE_READING: u64 = 1 << 20;

    fn largest(&self, memory: Option<u64>) -> Option<usize> {
        let most = ((MOST_BITS / self.width()) as usize).min(self.homes.len());
        let beside = |size: usize| self.bytes((size - 1).max(Self::LEAST));
        let fits = |&size: &usize| memory.is_none_or(|most| self.bytes(size) + beside(size) <= most);
        (Self::LEAST..=most).rev().find(fits)
    }

    /// A tenth of a second before small groups; with these, as many as take as long as the large ones to build.
    fn nodes_before(&self, built: Option<usize>) -> u64 {
        if built.is_none() { 1 << 23 } else { 1 << 25 }
    }

    fn name(&self, size: usize) -> String {
        format!(
            "pattern databases, {size} in a group, {:?}, homes {:?}, hole {}",
            self.neighbours, self.homes, self.hole
        )
    }
}

impl Databases for Patterns {
    type StateLayout = DistinctLayout;

    fn known() -> &'static Known<Self> {
        static KNOWN: Known<Patterns> = Mutex::new(Vec::new());
        &KNOWN
    }

    fn build(
        layout: &DistinctLayout,
        size: usize,
        lower_bound: u32,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let phase = std::mem::replace(&mut watch.phase, "tables");
        let groups = layout.groups(size);
        // Allocated as shared from the start: converting a `Vec` into an `Arc` would copy it.
        let mut cost: Arc<[u8]> = std::iter::repeat_n(0, layout.entries(&groups)).collect();
        let board = PatternGraph::new(&layout.neighbours);
        // Each thread needs the working memory of a group.
        let bytes = |threads: u64| layout.bytes(size) + (threads - 1) * layout.working(size);
        let threads =
            (1..=threads.max(1) as u64).rev().find(|&many| watch.room_for(bytes(many) as usize).is_ok());
        let threads = threads.unwrap_or(1);
        watch.check(&Work { bytes: bytes(threads), lower_bound, ..Work::default() })?;
        let mut rest = Arc::get_mut(&mut cost).expect("nobody else has it yet");
        let mut parts = Vec::new();
        for group in &groups {
            let homes: Vec<usize> = group.iter().map(|&pebble| layout.homes[pebble]).collect();
            let (table, after) = rest.split_at_mut(layout.entries(std::slice::from_ref(group)));
            parts.push((homes, table));
            rest = after;
        }
        let cancellation = &Cancellation::new(watch);
        parallel::map_watched(&mut parts, threads as usize, cancellation, |(homes, table)| {
            pattern_table::fill(&board, homes, layout.hole, table, cancellation);
        });
        cancellation.result()?;
        watch.phase = phase;
        Ok(Self::of(layout, size, &groups, cost))
    }

    /// The databases of groups of `size` pebbles, from their [`table`](Self::table); `None` if it is not theirs.
    fn of_table(layout: &DistinctLayout, size: usize, table: Arc<[u8]>) -> Option<Self> {
        let groups = layout.groups(size);
        (table.len() == layout.entries(&groups)).then(|| Self::of(layout, size, &groups, table))
    }

    fn table(&self) -> &[u8] {
        self.costs.table()
    }

    fn size(&self) -> usize {
        self.size
    }

    fn bytes(&self) -> usize {
        self.costs.bytes()
    }

    fn spent(&self) -> &AtomicU64 {
        &self.spent
    }

    fn position(&self, tokens: &[u8]) -> (Both, u32) {
        let (here, estimate) = self.costs.position(tokens.iter().copied());
        let mirrored = self.mirrored.as_ref().unwrap_or(&self.costs);
        let (there, _) = mirrored.position(tokens.iter().copied());
        (Both { here, there }, estimate)
    }
}

impl Patterns {
    fn of(layout: &DistinctLayout, size: usize, groups: &[Vec<usize>], cost: Arc<[u8]>) -> Self {
        let costs = Costs::of_groups(layout.cells(), groups, cost);
        let mirrored = symmetry(layout).map(|image| {
            let mut before = vec![0; image.len()];
            image.iter().enumerate().for_each(|(cell, &to)| before[to] = cell);
            let role = |pebble: usize| {
                let home = before[layout.homes[pebble]];
                layout.homes.iter().position(|&other| other == home).expect("the hole's plate stays")
            };
            costs.in_the_mirror(&before, role)
        });
        Self { costs, mirrored, size, spent: AtomicU64::new(0) }
    }
}

impl IncrementalHeuristic for Patterns {
    type At = Both;

    #[inline(always)]
    fn hole(&self, at: &Both) -> u8 {
        at.here.hole
    }

    #[inline(always)]
    fn after(&self, at: &Both, now: u32, from: u8) -> u32 {
        self.costs.after(&at.here, now, from)
    }

    #[inline(always)]
    fn hop(&self, at: &mut Both, from: u8) {
        self.costs.hop(&mut at.here, from);
        if let Some(mirrored) = &self.mirrored {
            mirrored.hop(&mut at.there, from);
        }
    }

    #[inline(always)]
    fn closer(&self, at: &Both, estimate: u32, _: u32) -> u32 {
        self.mirrored.as_ref().map_or(0, |mirrored| mirrored.sum(&at.there).saturating_sub(estimate))
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        MOST as u32 * u32::from(u8::MAX)
    }
}

/// Where each cell goes under a symmetry of the graph that moves some cell, but not the hole's plate.
fn symmetry(layout: &DistinctLayout) -> Option<Vec<usize>> {
    fn extend(layout: &DistinctLayout, image: &mut Vec<usize>, steps: &mut u32) -> bool {
        let cell = image.len();
        if cell == layout.cells() {
            return image.iter().enumerate().any(|(cell, &to)| cell != to);
        }
        let joined = |a: usize, b: usize| layout.neighbours[a].contains(&b);
        for to in 0..layout.cells() {
            *steps += 1;
            let fits = !image.contains(&to)
                && (cell == layout.hole) == (to == layout.hole)
                && layout.neighbours[cell].len() == layout.neighbours[to].len()
                && (0..cell).all(|other| joined(cell, other) == joined(to, image[other]));
            if fits && *steps < SYMMETRY_STEPS {
                image.push(to);
                if extend(layout, image, steps) {
                    return true;
                }
                image.pop();
            }
        }
        false
    }
    let mut image = Vec::new();
    extend(layout, &mut image, &mut 0).then_some(image)
}
