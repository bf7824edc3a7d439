//! An iteration of IDA* on threads: all lines of first moves, and what follows each by any free thread.
//!
//! ```text
//!   root      a  b  c        three beginnings, in the order in which one thread would try them;
//!             |  |  |        a thread takes the first that nobody has taken
//!   thread 1  a     c
//!   thread 2     b  goal     a goal in c is the answer once a and b are done without one
//! ```
//!
//! **Same solution for any number of threads.** The first goal in the order of moves counts: after a goal no thread
//! begins or continues what comes later in that order, but what comes earlier is finished. Recognised positions
//! ([`super::transpositions`]) do not change that: a thread with a table takes beginnings in their order, so that a
//! position is left out only where an earlier one had as many moves left.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::subtree::{IncrementalHeuristic, Iteration, Node, Nodes, Subtree, Tables};
use clew_core::puzzle::DEAD_END;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::parallel::{self, Cancellation};

/// Beginnings for each thread: they differ much in what follows.
const SHARE: usize = 64;
/// Moves of a beginning, at most.
const LONGEST: usize = 24;

/// A beginning: the line to a position, which is a goal or has not been searched.
struct Beginning<At> {
    number: usize,
    at: At,
    line: Vec<Node>,
    ended: Option<Iteration>,
}

/// An iteration on threads.
pub struct Threads<'a, G> {
    pub subtree: Subtree<'a, G>,
    pub root: Node,
    /// The iteration ends once this many nodes were entered in all.
    pub most: u64,
    pub threads: usize,
    /// The work of the search, for the limits.
    pub work: Work,
}

impl<G: IncrementalHeuristic> Threads<'_, G> {
    /// Runs it from `at`; a goal's line is left in `line`.
    pub fn iterate(
        self,
        at: &G::At,
        line: &mut [Node],
        nodes: &mut Nodes,
        tables: &mut Tables,
        watch: &mut Watch,
    ) -> Result<Iteration, Limit> {
        let Self { subtree, root, most, threads, work } = self;
        let (mut beginnings, next_bound) = beginnings(&subtree, at, root, SHARE * threads, nodes);
        watch.check_expanded(&Work { expanded: nodes.entered, ..work })?;
        let shared = Shared {
            entered: AtomicU64::new(nodes.entered),
            looked_at: AtomicU64::new(nodes.looked_at),
            goal: AtomicUsize::new(usize::MAX),
            spent: AtomicBool::new(false),
            most,
            tables: Mutex::new(tables),
        };
        let cancellation = &Cancellation::new(watch);
        parallel::map_watched(&mut beginnings, threads, cancellation, |one| {
            shared.search(&subtree, one, cancellation);
        });
        *nodes = Nodes { entered: shared.entered.into_inner(), looked_at: shared.looked_at.into_inner() };
        let (goal, spent) = (shared.goal.into_inner(), shared.spent.into_inner());
        cancellation.result()?;
        if spent {
            return Ok(Iteration::Spent);
        }
        if let Some(one) = beginnings.get(goal)
            && let Some(Iteration::Goal(depth)) = one.ended
        {
            line[..=depth].copy_from_slice(&one.line[..=depth]);
            return Ok(Iteration::Goal(depth));
        }
        let cut = beginnings.iter().filter_map(|one| match one.ended {
            Some(Iteration::Next(cost)) => Some(cost),
            _ => None,
        });
        Ok(Iteration::Next(cut.fold(next_bound, u32::min)))
    }
}

/// At least that many beginnings, if there are as many of [`LONGEST`] moves, in the order in which one thread would try
/// them; and the least cost that was cut off on the way.
fn beginnings<G: IncrementalHeuristic>(
    subtree: &Subtree<G>,
    at: &G::At,
    root: Node,
    wanted: usize,
    nodes: &mut Nodes,
) -> (Vec<Beginning<G::At>>, u32) {
    let root = Beginning { number: 0, at: at.clone(), line: vec![root], ended: None };
    let mut next_bound = DEAD_END;
    let mut beginnings = vec![root];
    for _ in 0..LONGEST {
        if beginnings.len() >= wanted || beginnings.iter().all(|one| one.ended.is_some()) {
            break;
        }
        beginnings = longer(subtree, beginnings, nodes, &mut next_bound);
    }
    beginnings.iter_mut().zip(0..).for_each(|(one, number)| one.number = number);
    (beginnings, next_bound)
}

/// The beginnings that are one move longer, in their order; goals stay as they are.
fn longer<G: IncrementalHeuristic>(
    subtree: &Subtree<G>,
    beginnings: Vec<Beginning<G::At>>,
    nodes: &mut Nodes,
    next_bound: &mut u32,
) -> Vec<Beginning<G::At>> {
    let mut all = Vec::with_capacity(3 * beginnings.len());
    for one in beginnings {
        if one.ended.is_some() {
            all.push(one);
            continue;
        }
        let depth = one.line.len() - 1;
        let node = one.line[depth];
        for &onward in &subtree.moves[node.next as usize..node.last as usize] {
            nodes.looked_at += 1;
            let mut at = one.at.clone();
            match subtree.enter(&mut at, node, onward.from, depth) {
                Err(cost) => *next_bound = cost.min(*next_bound),
                Ok(estimate) => {
                    nodes.entered += 1;
                    let (next, last, hole) = (onward.first, onward.last, onward.from);
                    let line =
                        one.line.iter().copied().chain([Node { next, last, hole, estimate }]).collect();
                    let ended = (estimate == 0).then_some(Iteration::Goal(depth + 1));
                    all.push(Beginning { number: 0, at, line, ended });
                }
            }
        }
    }
    all
}

/// What the threads of an iteration share.
struct Shared<'t> {
    entered: AtomicU64,
    looked_at: AtomicU64,
    /// The first beginning, as far as is known, that leads to a goal.
    goal: AtomicUsize,
    spent: AtomicBool,
    most: u64,
    tables: Mutex<&'t mut Tables>,
}

impl<'t> Shared<'t> {
    fn search<G: IncrementalHeuristic>(
        &self,
        subtree: &Subtree<G>,
        one: &mut Beginning<G::At>,
        cancellation: &Cancellation,
    ) {
        if self.is_over(one.number) || cancellation.is_cancelled() {
            return;
        }
        if one.ended.is_some() {
            self.goal.fetch_min(one.number, Ordering::Relaxed);
            return;
        }
        let base = one.line.len() - 1;
        one.line.resize(subtree.bound as usize + 1, Node::default());
        let mut table = self.tables().take();
        let (mut nodes, mut counted) = (Nodes::default(), Nodes::default());
        let number = one.number;
        let ended = Subtree { base, ..*subtree }.search(
            &mut one.at,
            &mut one.line,
            &mut table,
            &mut nodes,
            &mut |nodes, _, _| {
                self.count(nodes, &mut counted);
                Ok(!self.is_over(number) && !cancellation.is_cancelled())
            },
        );
        self.count(nodes, &mut counted);
        self.tables().put(table);
        if let Ok(Iteration::Goal(_)) = ended {
            self.goal.fetch_min(number, Ordering::Relaxed);
        }
        one.ended = ended.ok();
    }

    fn tables(&self) -> MutexGuard<'_, &'t mut Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what was not counted yet.
    fn count(&self, nodes: Nodes, counted: &mut Nodes) {
        let entered = nodes.entered - counted.entered;
        let all = self.entered.fetch_add(entered, Ordering::Relaxed) + entered;
        self.looked_at.fetch_add(nodes.looked_at - counted.looked_at, Ordering::Relaxed);
        *counted = nodes;
        if all >= self.most {
            self.spent.store(true, Ordering::Relaxed);
        }
    }

    /// Whether this beginning is no longer of interest.
    fn is_over(&self, number: usize) -> bool {
        number > self.goal.load(Ordering::Relaxed) || self.spent.load(Ordering::Relaxed)
    }
}
