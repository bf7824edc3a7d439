//! How many optimal solutions there are if orders of moves that commute count as one: Mazurkiewicz traces.
//!
//! Two moves that follow each other commute where they may be swapped: `a b` and `b a`, as players write them, are both
//! legal in that state, stay on optimal solutions and lead to the same state. Solutions are essentially the same if such
//! swaps turn one into the other. Whether two moves commute depends on the state, so this is no trace monoid, whose traces
//! a table of states could count; the definition is followed instead, backwards from the goals:
//!
//! ```text
//!        t ---b---        the solutions from s are those from its next states, a step longer.
//!       a         \       Two swapped moves glue together, for each class of solutions from u,
//!      /           u ...  the class in which it lies after a b and the one in which it lies after b a.
//!     s           /
//!       b        a        Classes from t that differ may be glued as soon as a is put before them, never
//!        t'------         the other way round, so what is kept for a step is where each class of t goes.
//! ```
//!
//! The cost is that of the numbers of classes along all steps of the optimal-path DAG. Where these are too many for the memory,
//! the answer is that limit.

use std::collections::HashMap;

use crate::dyn_puzzle::DynPuzzle;
use crate::optimal_dag::OptimalDag;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

/// States between two checks of the memory that is taken.
const LOOK_EVERY: usize = 1 << 8;

/// A step of the optimal-path DAG.
struct Step {
    to: u32,
    /// The number of what is written besides a letter.
    words: u32,
    /// Where the piece stands whose letter is written, and where it comes to.
    moved: Option<[u16; 2]>,
    /// The class of each class of solutions from `to`, once this step is put before it.
    classes: Vec<u32>,
}

/// What is written for a move: the words, and the piece by its place in a state before.
type Sign = (u32, Option<u16>);

impl Step {
    fn sign(&self) -> Sign {
        (self.words, self.moved.map(|[from, _]| from))
    }

    /// The same for a step that comes after `first`, by the place of its piece before that.
    fn sign_before(&self, first: &Self) -> Sign {
        let place = self.moved.map(|[from, _]| match first.moved {
            Some([before, after]) if after == from => before,
            _ => from,
        });
        (self.words, place)
    }
}

/// The number of essentially different optimal solutions.
pub fn essential<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    dag: &OptimalDag<S>,
    watch: &mut Watch,
) -> Result<u64, Limit> {
    watch.phase = "count";
    let number = dag.states.len();
    let mut held = dag.bytes() + number * (size_of::<Vec<Step>>() + size_of::<u32>());
    watch.room_for(held)?;
    let mut steps: Vec<Vec<Step>> = Vec::with_capacity(number);
    steps.resize_with(number, Vec::new);
    let mut classes = vec![0u32; number];
    let (mut words, mut alive) = (HashMap::new(), number);
    for id in (0..number).rev() {
        watch.tick()?;
        if rules.is_goal(dag.states[id]) {
            classes[id] = 1;
            continue;
        }
        let mut here = steps_of(rules, dag, id as u32, &mut words);
        classes[id] = glue(&mut here, &steps, &classes, watch)?;
        held += bytes_of(&here);
        steps[id] = here;
        // Layer by layer, only the steps of the next layer are needed.
        while rules.unit_cost() && dag.remaining[alive - 1] + 1 < dag.remaining[id] {
            alive -= 1;
            held -= bytes_of(&std::mem::take(&mut steps[alive]));
        }
        if id.is_multiple_of(LOOK_EVERY) {
            watch.room_for(held)?;
        }
    }
    Ok(classes.first().copied().unwrap_or_default().into())
}

fn bytes_of(steps: &[Step]) -> usize {
    steps.iter().map(|step| size_of::<Step>() + size_of::<u32>() * step.classes.len()).sum()
}

/// The steps of a state, with the classes still empty. `words`: the numbers given so far.
fn steps_of<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    dag: &OptimalDag<S>,
    id: u32,
    words: &mut HashMap<Vec<u16>, u32>,
) -> Vec<Step> {
    let (mut written, mut steps) = (rules.written_moves(dag.states[id as usize]), Vec::new());
    dag.each_step(rules, id, &mut |number, to| {
        let mv = &mut written[number as usize];
        let fresh = words.len() as u32;
        let words = *words.entry(std::mem::take(&mut mv.words)).or_insert(fresh);
        steps.push(Step { to, words, moved: mv.moved, classes: Vec::new() });
    });
    steps
}

/// Fills in the classes of a state's steps; says how many the state has. `later` are the steps of later states, and
/// `numbers` their numbers of classes.
fn glue(here: &mut [Step], later: &[Vec<Step>], numbers: &[u32], watch: &mut Watch) -> Result<u32, Limit> {
    let mut begins = Vec::with_capacity(here.len());
    let mut sum = 0u32;
    for step in &*here {
        begins.push(sum);
        sum = sum.checked_add(numbers[step.to as usize]).ok_or(Limit::Memory)?;
    }
    let mut sets = Sets::new(sum, watch)?;
    for (i, a) in here.iter().enumerate() {
        for b in &later[a.to as usize] {
            let swapped = |(j, other): &(usize, &Step)| *j > i && other.sign() == b.sign_before(a);
            for (j, b_first) in here.iter().enumerate().filter(swapped) {
                let a_second = later[b_first.to as usize]
                    .iter()
                    .find(|step| step.to == b.to && step.sign_before(b_first) == a.sign());
                if let Some(a_second) = a_second {
                    for (&one, &two) in b.classes.iter().zip(&a_second.classes) {
                        watch.tick()?;
                        sets.join(begins[i] + one, begins[j] + two);
                    }
                }
            }
        }
    }
    let (names, count) = sets.numbered();
    for (step, begin) in here.iter_mut().zip(begins) {
        let begin = begin as usize;
        step.classes = names[begin..begin + numbers[step.to as usize] as usize].to_vec();
    }
    Ok(count)
}

/// Disjoint sets of numbers (union-find).
struct Sets(Vec<u32>);

impl Sets {
    fn new(size: u32, watch: &Watch) -> Result<Self, Limit> {
        watch.room_for(2 * size_of::<u32>() * size as usize)?;
        Ok(Self((0..size).collect()))
    }

    /// The least number of the set.
    fn root(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let above = self.0[self.0[number as usize] as usize];
            self.0[number as usize] = above;
            number = above;
        }
        number
    }

    fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.root(one), self.root(two));
        self.0[one.max(two) as usize] = one.min(two);
    }

    /// For each number that of its set, and how many sets there are.
    fn numbered(mut self) -> (Vec<u32>, u32) {
        let mut count = 0;
        for number in 0..self.0.len() {
            // The roots before it have been numbered: those of smaller numbers.
            let above = self.0[number] as usize;
            self.0[number] = if above == number {
                count += 1;
                count - 1
            } else {
                self.0[above]
            };
        }
        (self.0, count)
    }
}
