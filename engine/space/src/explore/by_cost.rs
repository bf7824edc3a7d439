//! Maps of puzzles whose moves differ in cost.

use super::{CHECK_EVERY, MapBuilder, SOON};
use crate::distances::BucketQueue;
use crate::map::{Places, Unmapped};
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

impl<S: Packed> MapBuilder<'_, S> {
    /// States get their numbers when they are first met, cheapest first (Dial 1969); rows follow when all numbers are known.
    pub(super) fn number_by_cost(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        let mut queue = BucketQueue::of([0]);
        let mut done = vec![false];
        while let Some((number, cost)) = queue.pop() {
            let number = number as usize;
            if std::mem::replace(&mut done[number], true) {
                continue;
            }
            if watch.due(self.work.expanded, CHECK_EVERY) {
                self.waiting = queue.bytes() + list_bytes(&done, SOON);
                self.look(watch)?;
            }
            if !self.opens(number) {
                continue;
            }
            self.work.expanded += 1;
            self.work.depth = cost;
            self.collect(number);
            self.row.after.iter().for_each(|&after| self.listed.numbers.announce(after));
            for index in 0..self.row.after.len() {
                let after = self.row.after[index];
                let reached = cost + self.row.costs[index];
                let after = self.enter(after, reached)? as usize;
                done.resize(self.listed.len(), false);
                let cheaper = !done[after] && reached <= u32::from(self.depth[after]);
                if cheaper {
                    if !watch.admits(reached) {
                        return Err(Unmapped::Limit(Limit::Moves, self.work_now()));
                    }
                    self.depth[after] = reached as u16;
                    queue.push(after as u32, reached);
                }
            }
        }
        drop((queue, done));
        self.waiting = 0;
        self.fill_rows(watch)
    }

    fn fill_rows(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        for number in 0..self.listed.len() {
            if watch.due(number as u64, CHECK_EVERY) {
                self.look(watch)?;
            }
            if self.opens(number) {
                self.collect(number);
                self.row.after.iter().for_each(|&after| self.listed.numbers.announce(after));
                for (&after, &cost) in self.row.after.iter().zip(&self.row.costs) {
                    self.rows.indices.push(self.listed.number(after).expect("states after moves are known"));
                    if let Some(costs) = &mut self.rows.costs {
                        costs.push(u16::try_from(cost).map_err(|_| Unmapped::too_long())?);
                    }
                }
            }
            self.rows.indptr.push(self.rows.indices.len() as u64);
        }
        self.edges = self.rows.indices.len() as u64;
        Ok(())
    }

    /// Collects the moves of a state, in order.
    fn collect(&mut self, number: usize) {
        self.row.clear();
        self.rules.rows(&[self.listed.states[number]], &mut self.row);
    }

    /// The number of a state, entered at that depth if it is new.
    fn enter(&mut self, state: S, depth: u32) -> Result<u32, Unmapped> {
        let number = self.listed.enter(state);
        if number as usize == self.depth.len() {
            if number == u32::MAX {
                return Err(Unmapped::too_many(u64::from(u32::MAX)));
            }
            let depth = u16::try_from(depth).ok().filter(|&depth| depth != u16::MAX);
            self.depth.push(depth.ok_or_else(Unmapped::too_long)?);
            self.goal.push(self.rules.is_goal(state));
        }
        Ok(number)
    }
}
