//! Which cell is the pivot, and which slots are A and B: with as few edges across as a local search finds.

use crate::pebbles::graph::Graph;
use clew_core::watch::{Limit, Watch};

/// Starts that are tried where a board has few positions.
const LEAST_STARTS: usize = 64;

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
    /// long as that leaves fewer edges across. Where there are few positions, only some of these starts are
    /// tried: looking for a better split must not take longer than the census.
    pub fn best(graph: &Graph, positions: u64, watch: &mut Watch) -> Result<Self, Limit> {
        let cells = graph.cells();
        let starts = cells * (cells - 1);
        let tried = usize::try_from(positions).unwrap_or(usize::MAX) / (cells * cells);
        let mut best: Option<(usize, usize, Vec<bool>)> = None;
        for start in (0..starts).step_by(starts.div_ceil(tried.max(LEAST_STARTS))) {
            let (pivot, other) = (start / (cells - 1), start % (cells - 1));
            let seed = other + usize::from(other >= pivot);
            let in_a = improved(graph, pivot, gathered(graph, pivot, seed), watch)?;
            let cost = across(graph, pivot, &in_a);
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, pivot, in_a));
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

/// Exchanges the two slots that leave the fewest edges across, until none leave fewer.
fn improved(graph: &Graph, pivot: usize, mut in_a: Vec<bool>, watch: &mut Watch) -> Result<Vec<bool>, Limit> {
    let slots = |in_a: &[bool], of: bool| -> Vec<usize> {
        (0..in_a.len()).filter(|&cell| cell != pivot && in_a[cell] == of).collect()
    };
    loop {
        let pulls = pulls(graph, pivot, &in_a);
        let (ones, twos) = (slots(&in_a, true), slots(&in_a, false));
        let mut best: Option<(i32, usize, usize)> = None;
        for &one in &ones {
            watch.tick()?;
            for &two in &twos {
                let most = pulls[one] + pulls[two];
                if most > best.map_or(0, |best| best.0) {
                    // An edge between the two stays across.
                    let fewer = most - 2 * i32::from(graph.neighbours(one).contains(&two));
                    if fewer > best.map_or(0, |best| best.0) {
                        best = Some((fewer, one, two));
                    }
                }
            }
        }
        let Some((_, one, two)) = best else { return Ok(in_a) };
        in_a.swap(one, two);
    }
}

/// By how many edges fewer would be across if a slot changed sides alone.
fn pulls(graph: &Graph, pivot: usize, in_a: &[bool]) -> Vec<i32> {
    let pull = |cell: usize| {
        let others = graph.neighbours(cell).iter().filter(|&&other| other != pivot);
        others.map(|&other| if in_a[other] == in_a[cell] { -1 } else { 1 }).sum()
    };
    (0..in_a.len()).map(pull).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a look at every exchange finds, edge by edge.
    fn plainly_improved(graph: &Graph, pivot: usize, mut in_a: Vec<bool>) -> Vec<bool> {
        let cells = in_a.len();
        loop {
            let mut best = (across(graph, pivot, &in_a), None);
            for one in (0..cells).filter(|&cell| cell != pivot && in_a[cell]) {
                for two in (0..cells).filter(|&cell| cell != pivot && !in_a[cell]) {
                    let mut other = in_a.clone();
                    other.swap(one, two);
                    let cost = across(graph, pivot, &other);
                    if cost < best.0 {
                        best = (cost, Some(other));
                    }
                }
            }
            match best.1 {
                Some(other) => in_a = other,
                None => return in_a,
            }
        }
    }

    proptest! {
        #[test]
        fn exchanges_are_those_of_a_plain_search(
            cells in 3..12usize,
            edges in prop::collection::vec((0..12usize, 0..12usize), 2..40),
            start in (0..12usize, 0..12usize),
        ) {
            let mut near = vec![std::collections::BTreeSet::new(); cells];
            for (one, two) in edges {
                let (one, two) = (one % cells, two % cells);
                if one != two {
                    near[one].insert(two);
                    near[two].insert(one);
                }
            }
            let near: Vec<Vec<usize>> = near.into_iter().map(|near| near.into_iter().collect()).collect();
            let graph = Graph::new(&near).unwrap();
            let pivot = start.0 % cells;
            let seed = (pivot + 1 + start.1 % (cells - 1)) % cells; // another cell
            let in_a = gathered(&graph, pivot, seed);
            let plain = plainly_improved(&graph, pivot, in_a.clone());
            prop_assert_eq!(improved(&graph, pivot, in_a, &mut Watch::unlimited()), Ok(plain));
        }
    }
}
