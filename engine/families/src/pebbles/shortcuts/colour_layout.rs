//! Which colours have pattern databases together, and what these take.

use std::sync::Arc;

use super::colour_table::{self, MOST_IN_A_ROW, Sets};
use super::costs::Costs;
use super::databases::StateLayout;
use crate::pebbles::graph::Graph;
use clew_core::ranks::subsets;

/// Cells of the largest board: the bits of a set of cells.
const MOST_CELLS: usize = 64;
/// Colours that may be part of a database; the place after them stands for none.
pub const MOST_COLOURS: usize = 15;
/// Colours of the largest databases.
pub const LARGEST: usize = 3;
/// Entries of a database at most, and of all databases.
const MOST_ENTRIES: u64 = 1 << 22;
const MOST_IN_ALL: u64 = 1 << 26;

/// What the databases are made for: a board and its colours.
#[derive(Clone)]
pub struct ColourLayout {
    graph: Graph,
    plates: Vec<u8>,
    counts: Vec<usize>,
    pub costs: Arc<Costs>,
    /// The tokens whose cost comes from one table, those with few sets last.
    tokens: Vec<usize>,
    /// The colours of each database, as places in `tokens`: all pairs, then all triples that fit, small databases first.
    patterns: Vec<Vec<usize>>,
}

impl PartialEq for ColourLayout {
    fn eq(&self, other: &Self) -> bool {
        (&self.plates, &self.counts, &self.graph) == (&other.plates, &other.counts, &other.graph)
    }
}

impl ColourLayout {
    /// `None` where no two colours fit.
    pub fn new(graph: &Graph, plates: &[u8], counts: &[usize], costs: &Arc<Costs>) -> Option<Self> {
        if graph.cells() > MOST_CELLS || costs.singles().is_some() {
            return None;
        }
        let mut tokens: Vec<usize> =
            (1..counts.len()).filter(|&token| costs.only_group(token).is_some()).collect();
        tokens.sort_by_key(|&token| subsets(graph.cells(), counts[token]));
        tokens.truncate(MOST_COLOURS);
        tokens.reverse();
        let (plates, counts, costs) = (plates.to_vec(), counts.to_vec(), Arc::clone(costs));
        let mut layout = Self { graph: graph.clone(), plates, counts, costs, tokens, patterns: Vec::new() };
        layout.patterns = layout.choose();
        (!layout.patterns.is_empty()).then_some(layout)
    }

    /// The tokens of the colours, with the number of their pebbles.
    pub fn tokens(&self) -> impl Iterator<Item = (usize, usize)> {
        self.tokens.iter().map(|&token| (token, self.counts[token]))
    }

    pub fn cells(&self) -> usize {
        self.graph.cells()
    }

    /// The sets of cells that a colour's pebbles may cover.
    pub fn sets(&self, colour: usize) -> u64 {
        subsets(self.graph.cells(), self.counts[self.tokens[colour]])
    }

    pub fn entries_of(&self, pattern: &[usize]) -> u64 {
        pattern.iter().fold(1, |entries: u64, &colour| entries.saturating_mul(self.sets(colour)))
    }

    /// The colours of each database.
    fn choose(&self) -> Vec<Vec<usize>> {
        let below = |end: usize| (0..end).flat_map(|b| (0..b).map(move |a| vec![a, b]));
        let pairs = below(self.tokens.len());
        let triples = (0..self.tokens.len()).flat_map(|c| below(c).map(move |pair| [pair, vec![c]].concat()));
        let mut all: Vec<Vec<usize>> = pairs.chain(triples).collect();
        let fits =
            |pattern: &Vec<usize>| pattern.last().is_some_and(|&last| self.sets(last) <= MOST_IN_A_ROW);
        all.retain(|pattern| self.entries_of(pattern) <= MOST_ENTRIES && fits(pattern));
        all.sort_by_key(|pattern| (pattern.len(), self.entries_of(pattern)));
        let mut sum = 0;
        all.retain(|pattern| {
            sum += self.entries_of(pattern);
            sum <= MOST_IN_ALL
        });
        all
    }

    /// The colours of each database of up to `size` colours.
    pub fn patterns(&self, size: usize) -> impl Iterator<Item = &[usize]> {
        self.patterns.iter().map(Vec::as_slice).take_while(move |pattern| pattern.len() <= size)
    }

    /// Entries of all databases of up to `size` colours.
    pub fn entries(&self, size: usize) -> u64 {
        self.patterns(size).map(|pattern| self.entries_of(pattern)).sum()
    }

    /// The databases of that many colours with their parts of the table that holds them.
    pub fn parts<'t>(&self, colours: usize, mut table: &'t mut [u8]) -> Vec<(&[usize], &'t mut [u8])> {
        let mut parts = Vec::new();
        for pattern in self.patterns(colours).filter(|pattern| pattern.len() == colours) {
            let Some((part, rest)) = table.split_at_mut_checked(self.entries_of(pattern) as usize) else {
                break;
            };
            parts.push((pattern, part));
            table = rest;
        }
        parts
    }

    /// Bytes of what a thread works on.
    fn working(&self, size: usize) -> u64 {
        let last = |pattern: &[usize]| pattern.last().map_or(0, |&last| self.sets(last));
        let of = |pattern: &[usize]| colour_table::working(self.entries_of(pattern), last(pattern));
        self.patterns(size).map(of).max().unwrap_or(0)
    }

    /// Bytes of all databases and of the work on them.
    pub fn bytes_to_build(&self, size: usize, threads: u64) -> u64 {
        let sets: u64 = self.tokens.iter().map(|&token| Sets::bytes(&self.graph, self.counts[token])).sum();
        let numbers = size_of::<u32>() * self.costs.table().len();
        self.entries(size) + threads * self.working(size) + sets + numbers as u64
    }

    /// The sets of each colour.
    pub fn all_sets(&self) -> Vec<Sets> {
        let of = |&token: &usize| {
            let cells = (0..self.graph.cells()).filter(|&cell| usize::from(self.plates[cell]) == token);
            let plates = cells.map(|cell| 1 << cell).sum();
            let sets = self.costs.sets_of(token, self.counts[token]).expect("a colour with one table");
            Sets::new(&self.graph, self.counts[token], plates, sets.costs)
        };
        self.tokens.iter().map(of).collect()
    }
}

impl StateLayout for ColourLayout {
    const LEAST: usize = 2;
    const NODES_BEFORE_READING: u64 = 1 << 17;

    fn largest(&self, memory: Option<u64>) -> Option<usize> {
        let fits = |&size: &usize| {
            let before = if size > Self::LEAST { self.entries(size - 1) } else { 0 };
            // A file is read before it is a table.
            let bytes = self.bytes_to_build(size, 1).max(2 * self.entries(size));
            memory.is_none_or(|most| bytes + before <= most)
        };
        let there_are = |&size: &usize| self.patterns(size).any(|pattern| pattern.len() == size);
        (Self::LEAST..=LARGEST).rev().filter(there_are).find(fits)
    }

    fn nodes_before(&self, built: Option<usize>) -> u64 {
        match built {
            None => self.entries(2) / 12,
            Some(_) => self.entries(LARGEST) / 16,
        }
    }

    fn name(&self, size: usize) -> String {
        let neighbours: Vec<&[usize]> =
            (0..self.graph.cells()).map(|cell| self.graph.neighbours(cell)).collect();
        let (plates, counts) = (&self.plates, &self.counts);
        format!(
            "pattern databases of colours, up to {size} together, {neighbours:?}, plates {plates:?}, counts {counts:?}"
        )
    }
}
