//! Which pebbles may follow which: the moves of a single hole without the immediate undo.
//!
//! The hole walks along edges, and a move back is never part of a shortest solution. For each edge along
//! which the hole may have come there is a list of the moves that may follow, without the move back, so that a search
//! tests nothing: it walks from list to list.

use std::ops::Range;

use crate::pebbles::graph::Graph;

/// A move of the hole: the pebble of `from` goes into the hole; the moves that may follow are `first..last`.
#[derive(Clone, Copy, Debug, Default)]
pub struct HoleMove {
    pub from: u8,
    pub first: u32,
    pub last: u32,
}

pub struct HoleMoves {
    pub moves: Vec<HoleMove>,
    /// By cell, the steps of a hole that has not moved yet.
    roots: Vec<Range<u32>>,
}

impl HoleMoves {
    pub fn new(graph: &Graph) -> Self {
        let cells = graph.cells();
        let onward = |hole: usize, came: Option<usize>| {
            graph.neighbours(hole).iter().copied().filter(move |&from| Some(from) != came)
        };
        // Lists in the order of (where the hole came from, where it is), the roots at the end.
        let edges = (0..cells).flat_map(|came| graph.neighbours(came).iter().map(move |&hole| (came, hole)));
        let lists: Vec<(Option<usize>, usize)> =
            edges.map(|(came, hole)| (Some(came), hole)).chain((0..cells).map(|hole| (None, hole))).collect();
        let (mut begins, mut end) = (vec![0u32; cells * cells], 0);
        let mut roots = Vec::new();
        for &(came, hole) in &lists {
            let begin = end;
            end += onward(hole, came).count() as u32;
            match came {
                Some(came) => begins[came * cells + hole] = begin,
                None => roots.push(begin..end),
            }
        }
        let step = |hole: usize, from: usize| {
            let first = begins[hole * cells + from];
            HoleMove { from: from as u8, first, last: first + graph.neighbours(from).len() as u32 - 1 }
        };
        let all = lists.iter().flat_map(|&(came, hole)| onward(hole, came).map(move |from| step(hole, from)));
        Self { moves: all.collect(), roots }
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.moves.len() * size_of::<HoleMove>() + self.roots.len() * size_of::<Range<u32>>()
    }

    /// The steps of a hole that has not moved yet.
    pub fn root(&self, hole: u8) -> Range<u32> {
        self.roots[usize::from(hole)].clone()
    }
}
