//! The solution that is shown: the first in the order of moves.

use super::super::inside::{Inside, bits};
use super::{Edge, NONE, Plane, Planes};

impl Planes {
    /// The states on the first solution in the order of moves, or if `any` will do, on some shortest one.
    ///
    /// Backwards from all goals of the last layer, every state on a shortest path is marked, layer by layer; forwards
    /// the first move to a marked state is taken. Moves can be reversed, so the states before are among those after.
    /// If any solution will do, one state of each layer is marked.
    pub(super) fn path(&mut self, inside: &Inside, any: bool) -> Vec<u64> {
        let last = self.layers.len() - 1;
        let mut marks: Vec<Marks> = Vec::with_capacity(last + 1);
        marks.push(enough(self.goals(), any));
        for layer in (0..last).rev() {
            let after = &marks[marks.len() - 1];
            let before = self.before(after, layer, inside);
            marks.push(enough(before, any));
        }
        let first = marks.pop().expect("the layer of the start")[0];
        let mut state = self.planes[first.0 as usize].outer | inside.state(first.1);
        let mut path = vec![state];
        while let Some(next) = marks.pop() {
            state = self.first_of(state, &next, inside);
            path.push(state);
        }
        path
    }

    /// The goals of the last layer.
    fn goals(&self) -> Marks {
        let records = &self.records[self.layers[self.layers.len() - 1]..];
        let goals = records
            .iter()
            .map(|record| (record.plane, record.states & self.planes[record.plane as usize].goal));
        sorted(goals.filter(|&(_, states)| states != 0).collect())
    }

    /// The states of a layer from which a move leads to marked ones of the next.
    fn before(&mut self, after: &Marks, layer: usize, inside: &Inside) -> Marks {
        let mut before = Marks::new();
        for &(number, states) in after {
            if self.planes[number as usize].first == NONE {
                self.look(number as usize, inside);
            }
            let Plane { outer, possible, first, end, .. } = self.planes[number as usize];
            before.push((number, inside.moved(states, possible) & self.in_layer(number, layer)));
            for &Edge { clear, stand, .. } in &self.edges[first as usize..end as usize] {
                if states & clear != 0 {
                    let other = self.slots[self.slot(inside.stand(stand as usize).put(outer))];
                    before.push((other, states & clear & self.in_layer(other, layer)));
                }
            }
        }
        before.retain(|&(_, states)| states != 0);
        sorted(before)
    }

    /// The marked state to which the first move leads.
    fn first_of(&self, state: u64, marks: &Marks, inside: &Inside) -> u64 {
        let plane = self.planes[self.slots[self.slot(inside.outer(state))] as usize];
        let at = inside.arrangement(state);
        let marked = |outer: u64, states: u64| {
            let place = marks.binary_search_by_key(&self.slots[self.slot(outer)], |mark| mark.0);
            place.map_or(0, |place| marks[place].1 & states)
        };
        let within = bits(marked(plane.outer, inside.moved(at, plane.possible)));
        let within = within.map(|bit| plane.outer | inside.state(1 << bit));
        let edges = self.edges[plane.first as usize..plane.end as usize].iter();
        let others = edges
            .filter(|edge| edge.clear & at != 0)
            .map(|edge| inside.stand(edge.stand as usize).put(plane.outer));
        let others = others.filter(|&outer| marked(outer, at) != 0).map(|outer| outer | inside.state(at));
        let first = within.chain(others).min_by_key(|&after| inside.layers.place_in_order(state, after));
        first.expect("a move leads on from a state on a shortest path")
    }
}

/// States by plane, in the order of the planes' numbers, each plane once.
type Marks = Vec<(u32, u64)>;

/// The marks; if `any` will do, only the first state of them.
fn enough(mut marks: Marks, any: bool) -> Marks {
    if any {
        marks.truncate(1);
        marks.iter_mut().for_each(|(_, states)| *states &= states.wrapping_neg());
    }
    marks
}

fn sorted(mut marks: Marks) -> Marks {
    marks.sort_unstable_by_key(|mark| mark.0);
    marks.dedup_by(|one, other| {
        let same = one.0 == other.0;
        other.1 |= if same { one.1 } else { 0 };
        same
    });
    marks
}
