//! The list of states of a proof that no solution is shorter (docs/reference/proofs.md).
//!
//! Give every state s a number f(s) with f(goal) <= 0 and f(s) <= cost(s -> t) + f(t) for every move; then no solution
//! from s costs less than f(s). A proof lists the states whose number is above a *default* for which both lines hold of
//! themselves. With g the least cost from the start, f = length - g does, wherever that is above the default:
//!
//! ```text
//!   g = 0     1     2     3  (= length)          listed: start 3, s 2, t 1. The successors of a listed state
//!   start --> s --> t --> goal                   are listed too, or f(s) <= cost + default holds for them:
//!     |       |                                  so the search stops where g + default reaches the length.
//!     v       v
//!     u       w
//! ```
//!
//! So the list is a breadth-first search that is cut off by the default. With [`Default::Near`] there are two, of which
//! the smaller goes on until they meet: the default is then the distance to the nearest goal, as far as it is known.
//! Where no goal can be reached, the list is everything that can.

use std::ops::Range;

use crate::dyn_puzzle::{Direction, DynPuzzle, TOGETHER};
use crate::graph::CostQueue;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::puzzle::Backward;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// States expanded between two looks at the limits.
const CHECK_EVERY: u64 = 512;
/// States that may be met between two looks at the limits.
const SOON: usize = 64 * CHECK_EVERY as usize;
/// Goals that a list from both ends may begin with.
const MOST_GOALS: usize = 100_000;
/// The list from the goals has numbers below this.
const MOST_BELOW: u32 = 255;
/// Bits by which states are sorted at a time: the places of all their values stay in the nearest cache.
const DIGIT: u32 = 11;

/// The number of a state that is not in the list.
#[derive(Clone, Copy, Debug)]
pub enum Default<'a> {
    Zero,
    /// The sum over the position's numbers of what the table of each says of its value; 0 where it says nothing. No
    /// move may lower it by more than it costs, and at a goal it must be 0.
    Cells(&'a [Vec<u8>]),
    /// The distance to the nearest goal where that is below a number, and this number elsewhere.
    Near,
}

/// How the states of a proof are written.
#[derive(Clone, Debug)]
pub struct Form {
    /// The numbers of a position, in the order in which they are written. Those of a group are sorted.
    pub groups: Vec<Vec<usize>>,
    /// What is written in place of each number; empty: the number itself.
    pub values: Vec<u16>,
    /// Bytes of a number that is written: 1 or 2.
    pub bytes: usize,
}

/// States with a number each.
pub struct Numbered<S> {
    pub states: Vec<S>,
    pub numbers: Vec<u32>,
}

impl<S> Numbered<S> {
    fn new() -> Self {
        Self { states: Vec::new(), numbers: Vec::new() }
    }

    fn add(&mut self, states: impl IntoIterator<Item = S>, number: u32) {
        self.states.extend(states);
        self.numbers.resize(self.states.len(), number);
    }

    fn bytes(&self) -> usize {
        list_bytes(&self.states, SOON) + list_bytes(&self.numbers, SOON)
    }
}

/// What a proof lists.
pub struct Listing<S> {
    pub listed: Numbered<S>,
    /// Where the default is the distance to a goal: the number below which it is known, and the states where it is.
    pub near: Option<(u32, Numbered<S>)>,
    pub work: Work,
}

/// Why there is no list.
pub enum Unlisted {
    Limit(Limit, Work),
    /// The puzzle does not allow it, in words.
    Refused(&'static str),
}

/// The list that proves that no solution costs less than `length`, which must be the least cost; or, without a length,
/// that there is none.
pub fn list<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    start: S,
    length: Option<u32>,
    default: Default,
    watch: &mut Watch,
) -> Result<Listing<S>, Unlisted> {
    watch.phase = "proof";
    let mut lister = Lister { rules, length, watch, expanded: 0, bytes: 0, stored: 0 };
    let (listed, near) = match (default, length) {
        (_, Some(0)) => (Numbered::new(), None),
        (Default::Near, Some(length)) => {
            let (listed, near) = lister.both_ends(start, length)?;
            (listed, Some(near))
        }
        (Default::Cells(tables), _) => (lister.one_end(start, Some(&rules.sums(tables)))?, None),
        _ => (lister.one_end(start, None)?, None),
    };
    let work = lister.work();
    Ok(Listing { listed, near, work })
}

/// The list, and, with the number that they are below, the distances to a goal.
type BothEnds<S> = (Numbered<S>, (u32, Numbered<S>));

/// The default of a state; none: 0 for all.
type Rest<'a, S> = Option<&'a dyn Fn(S) -> u32>;

struct Lister<'a, 'w, S> {
    rules: &'a dyn DynPuzzle<S>,
    length: Option<u32>,
    watch: &'a mut Watch<'w>,
    expanded: u64,
    bytes: usize,
    stored: usize,
}

impl<S: Packed> Lister<'_, '_, S> {
    fn work(&self) -> Work {
        Work {
            stored: self.stored as u64,
            expanded: self.expanded,
            bytes: self.bytes as u64,
            ..Work::default()
        }
    }

    fn look(&mut self) -> Result<(), Unlisted> {
        let work = self.work();
        self.watch.check(&work).map_err(|limit| Unlisted::Limit(limit, work))
    }

    /// What is left of the length after this cost, and 1 for any cost if there is no length.
    fn left(&self, spent: u32) -> u32 {
        self.length.map_or(1, |length| length.saturating_sub(spent))
    }

    fn one_end(&mut self, start: S, default: Rest<S>) -> Result<Numbered<S>, Unlisted> {
        if self.rules.unit_cost() { self.layers(start, default) } else { self.by_cost(start, default) }
    }

    fn layers(&mut self, start: S, default: Rest<S>) -> Result<Numbered<S>, Unlisted> {
        let (mut seen, mut listed) = (Seen::<S, ()>::default(), Numbered::new());
        let (mut layer, mut first) = (Vec::new(), vec![start]);
        keep_below(default, self.left(0), &mut first);
        seen.insert_all(&first, (), &mut layer);
        for spent in 0.. {
            listed.add(layer.iter().copied(), self.left(spent));
            let left = self.left(spent + 1);
            if layer.is_empty() || left == 0 {
                break;
            }
            let admit = |after: &mut Vec<S>| keep_below(default, left, after);
            layer = self.expand(Direction::Forward, &layer, &mut seen, &admit, listed.bytes())?;
        }
        Ok(listed)
    }

    /// The states one move from these that are new, of those that `admit` leaves. `held`: bytes of everything but the
    /// layers and `seen`.
    fn expand(
        &mut self,
        direction: Direction,
        layer: &Vec<S>,
        seen: &mut Seen<S, ()>,
        admit: &dyn Fn(&mut Vec<S>),
        held: usize,
    ) -> Result<Vec<S>, Unlisted> {
        let (mut next, mut after, stored) = (Vec::new(), Vec::new(), self.stored);
        for some in layer.chunks(TOGETHER) {
            after.clear();
            self.rules.neighbours(direction, some, &mut after);
            admit(&mut after);
            seen.insert_all(&after, (), &mut next);
            let before = self.expanded / CHECK_EVERY;
            self.expanded += some.len() as u64;
            if self.watch.outside.is_some() || self.expanded / CHECK_EVERY > before {
                self.stored = stored + next.len();
                self.bytes = seen.bytes_soon() + list_bytes(layer, 0) + list_bytes(&next, SOON) + held;
                self.look()?;
            }
        }
        self.stored = stored + next.len();
        Ok(next)
    }

    /// For moves of different costs.
    fn by_cost(&mut self, start: S, default: Rest<S>) -> Result<Numbered<S>, Unlisted> {
        let (mut least, mut listed) = (Seen::<S, u32>::default(), Numbered::new());
        let rest = |state| default.map_or(0, |default| default(state));
        let mut waiting = CostQueue::of((self.left(0) > rest(start)).then_some(start), 0);
        while let Some((state, spent)) = waiting.pop() {
            // The first time that a state is met here is the cheapest.
            if least.insert(state, spent).is_some() {
                continue;
            }
            listed.add([state], self.left(spent));
            self.rules.each_move(state, &mut |cost, after| {
                let spent = spent.saturating_add(cost);
                if least.get(after).is_none() && self.left(spent) > rest(after) {
                    waiting.push(after, spent);
                }
            });
            self.expanded += 1;
            self.stored = listed.states.len();
            if self.watch.due(self.expanded, CHECK_EVERY) {
                self.bytes =
                    least.bytes_soon() + listed.bytes() + waiting.bytes() + 2 * SOON * size_of::<S>();
                self.look()?;
            }
        }
        Ok(listed)
    }

    /// From the start and from all goals, whichever has fewer states at its rim, until the two meet.
    fn both_ends(&mut self, start: S, length: u32) -> Result<BothEnds<S>, Unlisted> {
        if !self.rules.unit_cost() || self.rules.backward() == Backward::No {
            return Err(Unlisted::Refused("moves of this puzzle cannot be taken back, or do not all cost 1"));
        }
        let mut goals = Vec::new();
        let watch = &mut *self.watch;
        if !self.rules.goals_while(MOST_GOALS, &mut || watch.tick().is_ok(), &mut goals) {
            self.look()?;
            return Err(Unlisted::Refused("the goals of this puzzle cannot be listed"));
        }
        let (mut met, mut known) = (Seen::<S, ()>::default(), Seen::<S, ()>::default());
        let (mut listed, mut near) = (Numbered::new(), Numbered::new());
        let (mut here, mut there) = (Vec::new(), Vec::new());
        met.insert_all(&[start], (), &mut here);
        known.insert_all(&goals, (), &mut there);
        near.add(there.iter().copied(), 0);
        self.stored = here.len() + there.len();
        listed.add(here.iter().copied(), length);
        // The list holds what is less than `ahead` moves from the start, `near` what is less than `below` from a goal.
        let (mut ahead, mut below) = (1, 1);
        while ahead + below < length {
            if here.len() <= there.len() || below == MOST_BELOW {
                let held = listed.bytes() + near.bytes() + known.bytes() + list_bytes(&there, 0);
                here = self.expand(Direction::Forward, &here, &mut met, &|_| (), held)?;
                listed.add(here.iter().copied(), length - ahead);
                ahead += 1;
            } else {
                let held = listed.bytes() + near.bytes() + met.bytes() + list_bytes(&here, 0);
                there = self.expand(Direction::Backward, &there, &mut known, &|_| (), held)?;
                near.add(there.iter().copied(), below);
                below += 1;
            }
        }
        Ok((listed, (below, near)))
    }
}

/// Leaves the states whose default is below this number. Which these are cannot be predicted, so all do the same, without
/// a branch.
fn keep_below<S: Packed>(default: Rest<S>, number: u32, states: &mut Vec<S>) {
    let Some(default) = default else { return };
    let mut kept = 0;
    for at in 0..states.len() {
        let state = states[at];
        states[kept] = state;
        kept += usize::from(number > default(state));
    }
    states.truncate(kept);
}

/// States as a proof writes them, in their order: a column for each number of a position, then their own numbers, of
/// `width` bytes each (0: none).
pub fn columns<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    numbered: &Numbered<S>,
    form: &Form,
    width: usize,
    watch: &mut Watch,
) -> Result<Vec<u8>, Limit> {
    let fields: usize = form.groups.iter().map(Vec::len).sum();
    let states = numbered.states.len();
    // At most: the columns or the words, one word more, two orders, and what is returned.
    watch.room_for(states * (2 * fields + 3 * size_of::<u64>() + fields * form.bytes + width))?;
    let mut columns = vec![vec![0; states]; fields];
    let mut together = Vec::new();
    for (place, &state) in numbered.states.iter().enumerate() {
        watch.tick()?;
        let mut position = rules.unpack(state);
        if !form.values.is_empty() {
            position.iter_mut().for_each(|number| *number = form.values[usize::from(*number)]);
        }
        let mut field = 0;
        for group in &form.groups {
            if let [index] = group[..] {
                columns[field][place] = position[index];
            } else {
                together.clear();
                together.extend(group.iter().map(|&index| position[index]));
                together.sort_unstable();
                columns[field..].iter_mut().zip(&together).for_each(|(column, &value)| column[place] = value);
            }
            field += group.len();
        }
    }
    // Fields side by side in words are sorted in far fewer passes than one by one.
    let (mut order, mut spare): (Vec<u32>, _) = ((0..states as u32).collect(), vec![0; states]);
    let mut words: Vec<(Vec<u64>, Vec<Range<u32>>)> = Vec::new();
    let mut columns = columns.into_iter().peekable();
    while columns.peek().is_some() {
        let (mut word, mut places, mut end) = (vec![0; states], Vec::new(), 0);
        while let Some(column) = columns.next_if(|column| end + bits_of(column) <= u64::BITS) {
            let begin = end;
            end += bits_of(&column);
            places.push(begin..end);
            word.iter_mut().zip(&column).for_each(|(word, &value)| *word |= u64::from(value) << begin);
        }
        sort_by(&word, end, &mut order, &mut spare, watch)?;
        words.push((word, places));
    }
    let mut out = Vec::with_capacity(states * (fields * form.bytes + width));
    for (word, places) in words {
        watch.look()?;
        let word: Vec<u64> = order.iter().map(|&number| word[number as usize]).collect();
        for Range { start, end } in places {
            append(
                word.iter().map(|word| (word >> start) as u32 & ((1 << (end - start)) - 1)),
                form.bytes,
                &mut out,
            );
        }
    }
    append(order.iter().map(|&number| numbered.numbers[number as usize]), width, &mut out);
    Ok(out)
}

/// Bits that a field takes, from 1 to 16.
fn bits_of(column: &[u16]) -> u32 {
    u16::BITS - column.iter().fold(1, |all, &value| all | value).leading_zeros()
}

/// Appends numbers of so many bytes each.
fn append(numbers: impl Iterator<Item = u32>, bytes: usize, out: &mut Vec<u8>) {
    if bytes == 1 {
        out.extend(numbers.map(|number| number as u8)); // nearly always, and far quicker than what follows
    } else {
        numbers.for_each(|number| out.extend_from_slice(&number.to_le_bytes()[..bytes]));
    }
}

/// Sorts by words of so many bits what is sorted by those before them: by some bits at a time, with counting sorts, which
/// keep the order of equals.
fn sort_by(
    words: &[u64],
    bits: u32,
    order: &mut Vec<u32>,
    spare: &mut Vec<u32>,
    watch: &mut Watch,
) -> Result<(), Limit> {
    let passes = bits.div_ceil(DIGIT);
    let digit = bits.div_ceil(passes);
    for pass in 0..passes {
        watch.look()?;
        let digit_of = |word: u64| (word >> (pass * digit)) as usize & ((1 << digit) - 1);
        let mut places = vec![0; 1 << digit];
        words.iter().for_each(|&word| places[digit_of(word)] += 1);
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for &number in &*order {
            let place = &mut places[digit_of(words[number as usize])];
            spare[*place] = number;
            *place += 1;
        }
        std::mem::swap(order, spare);
    }
    Ok(())
}
