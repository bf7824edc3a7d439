//! How many optimal solutions lead from a state of a map to a goal, exactly.

use num_bigint::BigUint;

use crate::map::NO_WAY;
use clew_core::watch::{Limit, Watch};
use clew_search::tally::Tally;

/// The parts of a map that determine which moves are optimal, wherever they are stored.
#[derive(Clone, Copy, Debug)]
pub struct OptimalWays<'a> {
    pub indptr: &'a [u64],
    pub indices: &'a [u32],
    pub costs: Option<&'a [u16]>,
    pub distance: &'a [u16],
    pub goal: &'a [bool],
}

/// The states on optimal solutions, each after all that follow it, and the place of each in that list. `None`: some
/// moves that cost nothing form a cycle.
type Ordered = Option<(Vec<u32>, Vec<u32>)>;

impl OptimalWays<'_> {
    /// Visits the states after the optimal moves of a state, in the order of moves. A goal has none.
    fn down(&self, state: u32, mut visit: impl FnMut(u32)) {
        let at = state as usize;
        if self.goal[at] || self.distance[at] == NO_WAY {
            return;
        }
        for edge in self.indptr[at] as usize..self.indptr[at + 1] as usize {
            let cost = self.costs.map_or(1, |costs| costs[edge]);
            let left = self.distance[self.indices[edge] as usize];
            if left != NO_WAY && u32::from(left) + u32::from(cost) == u32::from(self.distance[at]) {
                visit(self.indices[edge]);
            }
        }
    }

    /// The states on optimal solutions from `from`.
    fn optimal_dag(&self, from: u32, watch: &mut Watch) -> Result<Ordered, Limit> {
        const NEW: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let mut place = vec![NEW; self.distance.len()];
        let mut order = Vec::new();
        let mut stack = vec![from];
        while let Some(&state) = stack.last() {
            watch.tick()?;
            match place[state as usize] {
                NEW => {
                    place[state as usize] = OPEN;
                    let mut circle = false;
                    self.down(state, |after| match place[after as usize] {
                        NEW => stack.push(after),
                        OPEN => circle = true,
                        _ => {}
                    });
                    if circle {
                        return Ok(None);
                    }
                }
                OPEN => {
                    place[state as usize] = order.len() as u32;
                    order.push(state);
                    stack.pop();
                }
                _ => {
                    stack.pop();
                }
            }
        }
        Ok(Some((order, place)))
    }

    /// The number of optimal solutions from a state: 0 if no goal can be reached, 1 at a goal. `None` if there are
    /// infinitely many.
    pub fn count(&self, from: u32, watch: &mut Watch) -> Result<Option<BigUint>, Limit> {
        watch.phase = "count";
        if self.distance[from as usize] == NO_WAY {
            return Ok(Some(BigUint::ZERO));
        }
        let Some((order, place)) = self.optimal_dag(from, watch)? else { return Ok(None) };
        match self.sum::<u64>(&order, &place, watch)? {
            Some(number) => Ok(Some(number)),
            None => self.sum::<BigUint>(&order, &place, watch),
        }
    }

    fn sum<T: Tally>(
        &self,
        order: &[u32],
        place: &[u32],
        watch: &mut Watch,
    ) -> Result<Option<BigUint>, Limit> {
        let mut ways: Vec<T> = Vec::with_capacity(order.len());
        for &state in order {
            watch.tick()?;
            if self.goal[state as usize] {
                ways.push(T::one());
                continue;
            }
            let mut sum = Some(T::default());
            self.down(state, |after| {
                sum = sum.take().and_then(|sum| sum.plus(&ways[place[after as usize] as usize]));
            });
            let Some(sum) = sum else { return Ok(None) };
            ways.push(sum);
        }
        Ok(ways.last().map(Tally::big))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ladder of that many rungs: two ways on at each.
    fn ladder(rungs: usize) -> (Vec<u64>, Vec<u32>, Vec<u16>, Vec<bool>) {
        let last = 2 * rungs;
        let (mut indptr, mut indices) = (vec![0u64], Vec::new());
        for state in 0..=last {
            let rung = state.div_ceil(2);
            if rung < rungs {
                indices.extend([2 * rung as u32 + 1, 2 * rung as u32 + 2]);
            }
            indptr.push(indices.len() as u64);
        }
        let distance = (0..=last).map(|state| (rungs - state.div_ceil(2)) as u16).collect();
        let goal = (0..=last).map(|state| state.div_ceil(2) == rungs).collect();
        (indptr, indices, distance, goal)
    }

    #[test]
    fn counts_exactly_beyond_machine_integers() {
        for rungs in [1, 5, 200] {
            let (indptr, indices, distance, goal) = ladder(rungs);
            let optimal_ways = OptimalWays {
                indptr: &indptr,
                indices: &indices,
                costs: None,
                distance: &distance,
                goal: &goal,
            };
            let count = optimal_ways.count(0, &mut Watch::unlimited());
            assert_eq!(count, Ok(Some(BigUint::from(2u32).pow(rungs as u32))));
        }
    }

    #[test]
    fn a_circle_that_costs_nothing_has_no_count() {
        // 0 <-> 1 for nothing, 1 -> 2 for 1.
        let optimal_ways = OptimalWays {
            indptr: &[0, 1, 3, 3],
            indices: &[1, 0, 2],
            costs: Some(&[0, 0, 1]),
            distance: &[1, 1, 0],
            goal: &[false, false, true],
        };
        assert_eq!(optimal_ways.count(0, &mut Watch::unlimited()), Ok(None));
        assert_eq!(optimal_ways.count(2, &mut Watch::unlimited()), Ok(Some(BigUint::from(1u32))));
    }
}
