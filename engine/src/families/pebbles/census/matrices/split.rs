//! Which cell is the pivot, and which slots are A and B: with as few edges across as a local search finds.

use crate::families::pebbles::graph::Graph;
use crate::watch::{Limit, Watch};

/// The pivot and the two sides; places on a side are numbered by these lists.
#[derive(Clone, Debug)]
pub struct Split {
    pub pivot: usize,
    /// The cells whose slots are on each side.
    pub a: Vec<usize>,
    pub b: Vec<usize>,
    /// Edges inside each side, and across, by places.
    pub inside_a: Vec<(usize, usize)>,
    pub inside_b: Vec<(usize, usize)>,
    pub across: Vec<(usize, usize)>,
}

impl Split {
    /// From every pivot, and every cell around which A may gather, slots are exchanged between the sides as
    /// long as that leaves fewer edges across.
    pub fn best(graph: &Graph, watch: &mut Watch) -> Result<Self, Limit> {
        let cells = graph.cells();
        let mut best: Option<(usize, usize, Vec<bool>)> = None;
        for pivot in 0..cells {
            for seed in (0..cells).filter(|&seed| seed != pivot) {
                let in_a = improved(graph, pivot, gathered(graph, pivot, seed), watch)?;
                let cost = across(graph, pivot, &in_a);
                if best.as_ref().is_none_or(|best| cost < best.0) {
                    best = Some((cost, pivot, in_a));
                }
            }
        }
        let (_, pivot, in_a) = best.expect("a board has two cells or more");
        Ok(Self::of(graph, pivot, &in_a))
    }

    fn of(graph: &Graph, pivot: usize, in_a: &[bool]) -> Self {
        let side =
            |of: bool| (0..in_a.len()).filter(move |&cell| cell != pivot && in_a[cell] == of).collect();
        let (a, mut b): (Vec<usize>, Vec<usize>) = (side(true), side(false));
        // The first letters of a word change least between neighbouring columns, so that the moves across
        // which use them move runs of bits.
        let crossing = |&cell: &usize| {
            graph
                .neighbours(cell)
                .iter()
                .filter(|&&other| other != pivot && in_a[other] != in_a[cell])
                .count()
        };
        b.sort_by_key(|cell| std::cmp::Reverse(crossing(cell)));
        let place = |list: &[usize], cell: usize| list.iter().position(|&other| other == cell);
        let mut split = Self { pivot, a, b, inside_a: vec![], inside_b: vec![], across: vec![] };
        for cell in 0..in_a.len() {
            for &other in graph.neighbours(cell) {
                match (place(&split.a, cell), place(&split.a, other)) {
                    (Some(one), Some(two)) if one < two => split.inside_a.push((one, two)),
                    (Some(one), None) if other != pivot => {
                        let two = place(&split.b, other).expect("what is not the pivot and not in A is in B");
                        split.across.push((one, two));
                    }
                    _ => {}
                }
                if let (Some(one), Some(two)) = (place(&split.b, cell), place(&split.b, other))
                    && one < two
                {
                    split.inside_b.push((one, two));
                }
            }
        }
        split
    }

    /// The cells whose slots these are, side by side.
    pub fn slots(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.a.iter().chain(&self.b).copied()
    }

    /// The cell whose pebble is in a slot.
    pub fn cell(&self, slot: usize, hole: usize) -> usize {
        if slot == hole { self.pivot } else { slot }
    }

    /// The places of each side that have an edge across.
    pub fn across_slots(&self) -> (Vec<usize>, Vec<usize>) {
        let distinct = |mut places: Vec<usize>| {
            places.sort_unstable();
            places.dedup();
            places
        };
        (
            distinct(self.across.iter().map(|edge| edge.0).collect()),
            distinct(self.across.iter().map(|edge| edge.1).collect()),
        )
    }
}

/// Half of the slots, those nearest to a cell.
fn gathered(graph: &Graph, pivot: usize, seed: usize) -> Vec<bool> {
    let cells = graph.cells();
    let mut order = vec![seed];
    let mut next = 0;
    while order.len() < cells {
        let fresh = match order.get(next) {
            Some(&cell) => graph.neighbours(cell).to_vec(),
            None => (0..cells).filter(|cell| !order.contains(cell)).take(1).collect(),
        };
        next += usize::from(next < order.len());
        for cell in fresh {
            if !order.contains(&cell) {
                order.push(cell);
            }
        }
    }
    let mut in_a = vec![false; cells];
    for &cell in order.iter().filter(|&&cell| cell != pivot).take((cells - 1) / 2) {
        in_a[cell] = true;
    }
    in_a
}

fn across(graph: &Graph, pivot: usize, in_a: &[bool]) -> usize {
    let edge = |cell: usize, other: usize| cell < other && other != pivot && in_a[cell] != in_a[other];
    let from = |cell: usize| graph.neighbours(cell).iter().filter(|&&other| edge(cell, other)).count();
    (0..in_a.len()).filter(|&cell| cell != pivot).map(from).sum()
}

fn improved(graph: &Graph, pivot: usize, mut in_a: Vec<bool>, watch: &mut Watch) -> Result<Vec<bool>, Limit> {
    let cells = in_a.len();
    let mut cost = across(graph, pivot, &in_a);
    loop {
        let mut better = None;
        for one in (0..cells).filter(|&cell| cell != pivot && in_a[cell]) {
            for two in (0..cells).filter(|&cell| cell != pivot && !in_a[cell]) {
                watch.tick()?;
                let mut other = in_a.clone();
                other.swap(one, two);
                let found = across(graph, pivot, &other);
                if found < cost {
                    cost = found;
                    better = Some(other);
                }
            }
        }
        match better {
            Some(other) => in_a = other,
            None => return Ok(in_a),
        }
    }
}
