//! How far every state is from the goals, over the rows of a map.

use crate::map::{NO_WAY, Rows, Unmapped};
use clew_core::prefetch;
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: usize = 1 << 14;
/// Rows of larger maps are prefetched this many states ahead.
const FAR: usize = 1 << 14;
const AHEAD: usize = 10;

/// States that wait by cost (Dial's buckets). The cheapest comes out first; of equals, the one that waited
/// longest.
pub struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// States in the buckets, including those already taken from the current one.
    held: usize,
    level: usize,
    next: usize,
}

impl BucketQueue {
    pub fn of(states: impl IntoIterator<Item = u32>) -> Self {
        let first: Vec<u32> = states.into_iter().collect();
        Self { held: first.len(), buckets: vec![first], level: 0, next: 0 }
    }

    /// Bytes that it takes, at most.
    pub fn bytes(&self) -> usize {
        2 * size_of::<u32>() * self.held + size_of::<Vec<u32>>() * self.buckets.capacity()
    }

    pub fn push(&mut self, state: u32, cost: u32) {
        let cost = cost as usize;
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(state);
        self.held += 1;
    }

    /// A state and the cost at which it waited.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.level) {
            if let Some(&state) = bucket.get(self.next) {
                self.next += 1;
                return Some((state, self.level as u32));
            }
            self.held -= bucket.len();
            *bucket = Vec::new();
            self.level += 1;
            self.next = 0;
        }
        None
    }
}

/// The numbers of the goals.
pub fn goals(goal: &[bool]) -> impl Iterator<Item = u32> {
    // Most stretches have none, and that is seen at once.
    const STRETCH: usize = 16;
    let stretches = goal.chunks(STRETCH).enumerate().filter(|(_, stretch)| stretch.contains(&true));
    stretches.flat_map(|(number, stretch)| {
        let states = (number * STRETCH) as u32..;
        states.zip(stretch).filter_map(|(state, &goal)| goal.then_some(state))
    })
}

/// Rows of up to this many moves are laid side by side; longer ones are read where they are.
const AT_ONCE: usize = 16;
/// Neighbours between two checks for more.
const STRIDE: usize = 8;
/// Neighbours that are processed at once.
const BATCH: usize = 512;

/// States that wait, in the order in which they were met.
struct Queue {
    states: Vec<u32>,
    len: usize,
    /// 1 for each state that was not met.
    is_new: Vec<u8>,
}

impl Queue {
    /// Writes a state behind the queue, which grows if it is new.
    #[inline(always)]
    fn meet(&mut self, state: u32) {
        self.states[self.len] = state;
        let is_new = &mut self.is_new[state as usize];
        self.len += usize::from(*is_new);
        *is_new = 0;
    }
}

/// Fewest moves from each state to the nearest origin, where every move costs 1 and can be undone by another, so that
/// predecessors are successors.
///
/// Level by level. A mispredicted branch costs more than visiting a neighbour, and neither the length of a row nor
/// whether a neighbour is new can be predicted. So rows are first laid side by side; then each neighbour is written
/// behind the queue, and the queue grows if it is new, without a branch:
///
/// ```text
///   neighbours   4 9 4 2 7 ..        queue   .. 3 8 | 4 9 2       the second 4 is not new: the 2 is written over it
/// ```
pub fn symmetric(
    indptr: &[u64],
    indices: &[u32],
    origins: impl IntoIterator<Item = u32>,
    mut work: Work,
    watch: &mut Watch,
) -> Result<Vec<u16>, Unmapped> {
    let states = indptr.len() - 1;
    let is_far = states > FAR;
    work.bytes += 7 * states as u64;
    let stopped = |limit| Unmapped::Limit(limit, work);
    watch.room_for(work.bytes as usize).map_err(stopped)?;
    let mut distance = watch.filled(states, || NO_WAY).map_err(stopped)?;
    let is_new = watch.filled(states, || 1).map_err(stopped)?;
    let mut queue = Queue { states: vec![0; states + 1], len: 0, is_new };
    let mut neighbours = [0; BATCH + AT_ONCE + STRIDE];
    let (mut next, mut level, mut checked) = (0, 0, 0);
    origins.into_iter().for_each(|origin| queue.meet(origin));
    while next < queue.len {
        let end = queue.len;
        while next < end {
            if next >= checked {
                watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))?;
                checked = next + CHECK_EVERY;
            }
            let mut filled = 0;
            while next < end && filled < BATCH {
                let state = queue.states[next] as usize;
                if is_far && let Some(&soon) = queue.states.get(next + AHEAD) {
                    let soon = indptr[soon as usize] as usize;
                    prefetch::soon(indices, soon);
                    prefetch::soon(indices, soon + AT_ONCE);
                }
                next += 1;
                distance[state] = level;
                let (from, to) = (indptr[state] as usize, indptr[state + 1] as usize);
                match indices[from..].first_chunk::<AT_ONCE>() {
                    // What is copied beyond the end of a row is written over by the next.
                    Some(moves) if to - from <= AT_ONCE => {
                        neighbours[filled..filled + AT_ONCE].copy_from_slice(moves);
                        filled += to - from;
                    }
                    _ => indices[from..to].iter().for_each(|&other| queue.meet(other)),
                }
            }
            // The last few are filled up with one that was met.
            let whole = filled.next_multiple_of(STRIDE);
            neighbours[filled..filled + STRIDE].fill(queue.states[0]);
            for others in neighbours[..whole].as_chunks::<STRIDE>().0 {
                others.iter().for_each(|&other| queue.meet(other));
            }
        }
        level += 1;
        if level == NO_WAY && next < queue.len {
            return Err(Unmapped::too_long());
        }
    }
    Ok(distance)
}

/// Least cost from each state to a goal, whatever the moves.
pub fn backwards(
    rows: &Rows,
    goal: &[bool],
    mut work: Work,
    watch: &mut Watch,
) -> Result<Vec<u16>, Unmapped> {
    work.bytes += ReverseEdges::bytes_for(rows) as u64;
    let stopped = |limit| Unmapped::Limit(limit, work);
    watch.room_for(work.bytes as usize).map_err(stopped)?;
    let reverse = ReverseEdges::of(rows, watch).map_err(stopped)?;
    spread(goal, work, watch, |state, cost, visit| {
        for &(before, price) in reverse.edges(state) {
            visit(before, cost + u32::from(price));
        }
    })
}

/// `around(state, cost, visit)` visits the states before a state that is `cost` from a goal, with their costs.
fn spread(
    goal: &[bool],
    mut work: Work,
    watch: &mut Watch,
    around: impl Fn(u32, u32, &mut dyn FnMut(u32, u32)),
) -> Result<Vec<u16>, Unmapped> {
    let mut distance = watch.filled(goal.len(), || NO_WAY).map_err(|limit| Unmapped::Limit(limit, work))?;
    let mut queue = BucketQueue::of(goals(goal));
    work.bytes += 2 * goal.len() as u64;
    queue.buckets[0].iter().for_each(|&state| distance[state as usize] = 0);
    let (mut popped, mut too_long) = (0usize, false);
    while let Some((state, cost)) = queue.pop() {
        if popped.is_multiple_of(CHECK_EVERY) {
            let work = Work { bytes: work.bytes + queue.bytes() as u64, ..work };
            watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))?;
        }
        popped += 1;
        if u32::from(distance[state as usize]) != cost {
            continue;
        }
        around(state, cost, &mut |before, cost| {
            if cost < u32::from(distance[before as usize]) {
                distance[before as usize] = cost as u16;
                queue.push(before, cost);
            } else if distance[before as usize] == NO_WAY {
                too_long = true;
            }
        });
        if too_long {
            return Err(Unmapped::too_long());
        }
    }
    Ok(distance)
}

/// The edges of a map by the state that they lead to.
struct ReverseEdges {
    begins: Vec<u64>,
    /// State before, cost.
    edges: Vec<(u32, u16)>,
}

impl ReverseEdges {
    /// Bytes that it takes while it is built: the list of row offsets exists twice.
    fn bytes_for(rows: &Rows) -> usize {
        2 * size_of_val(&rows.indptr[..]) + rows.indices.len() * size_of::<(u32, u16)>()
    }

    fn of(rows: &Rows, watch: &mut Watch) -> Result<Self, Limit> {
        let states = rows.indptr.len() - 1;
        let mut begins = vec![0u64; states + 1];
        for some in rows.indices.chunks(CHECK_EVERY) {
            watch.look()?;
            some.iter().for_each(|&to| begins[to as usize + 1] += 1);
        }
        for state in 0..states {
            begins[state + 1] += begins[state];
        }
        let mut next = begins.clone();
        let mut edges = vec![(0, 0); rows.indices.len()];
        for from in 0..states {
            watch.tick()?;
            for edge in rows.indptr[from] as usize..rows.indptr[from + 1] as usize {
                let cost = rows.costs.as_ref().map_or(1, |costs| costs[edge]);
                let slot = &mut next[rows.indices[edge] as usize];
                edges[*slot as usize] = (from as u32, cost);
                *slot += 1;
            }
        }
        Ok(Self { begins, edges })
    }

    fn edges(&self, state: u32) -> &[(u32, u16)] {
        &self.edges[self.begins[state as usize] as usize..self.begins[state as usize + 1] as usize]
    }
}
