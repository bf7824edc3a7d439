//! Fewest moves of straight pieces: the layers of a breadth-first search, up to 64 states at a time.
//!
//! Some pieces are called *inner*: few enough for all their arrangements to be the bits of a word. All states in
//! which the other pieces stand in the same places are a **plane**. The search goes from plane to plane, and does to
//! a word what others do to a state.
//!
//! ```text
//!   . A A . . C      Inner, say: A (offsets 0 to 4, bits 1 apart) and C (offsets 0 to 3, bits 5 apart).
//!   . . . . . C      Bit 5 * c + a is the state with A at a and C at c: this one is bit 1. Not possible,
//!   . B B . . .      whatever the outer pieces do: A at 4 and C at 0. Not possible in this plane: what
//!   . . . D . .      covers a cell of B or D.
//!   . . . D . .
//! ```
//!
//! * *A step of an inner piece* shifts the word by the piece's distance between bits; bits that are not possible,
//!   or would go from the last offset round to the first, are masked out.
//! * *A step of an outer piece* leads to another plane. Those states take part whose inner pieces leave the cell
//!   clear that the outer piece enters: an AND with the set of arrangements that do. Their bits stay where they are.
//! * *A slide* is a row of such steps, each from what is left of the step before.
//! * *Which states are new* is one AND NOT with the plane's closed states.
//!
//! **Why it is right.** Bits and states correspond one to one. Each move of a state is one of the above, and moves
//! just its bit; a word is the union of its bits, and all the operations distribute over unions. So each layer holds
//! the states of the layer of an ordinary breadth-first search.
//!
//! **Why it is fast.** Moves of the outer pieces are worked out once for each plane, not for each state, and a plane
//! is met in few layers. On the published boards of 50 moves and more a plane holds four to twelve states, two or
//! three in a layer, and they take half the time of a search state by state with sleep sets (Godefroid, 1990). **Which
//! pieces are inner** changes the time up to three times: best are those that can go far in many states. That is
//! measured in the first states that the search meets, and in a large search once more.

mod inside;
#[cfg(test)]
mod layers_tests;
mod planes;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use crate::blocks::axis::{Axis, AxisMove};
use crate::blocks::boxes;
use crate::blocks::setup::Metric;
use clew_core::packed::Packed;
use clew_core::puzzle::Algorithm;
use clew_core::watch::Watch;
use clew_search::auto::{Choice, Request, choice};
use clew_search::found::Found;
use clew_search::techniques::{Technique, Techniques};
use clew_solve::Ways;
use clew_space::{Map, MapOptions, Unmapped};
use inside::{Inside, MOST_ARRANGEMENTS};
use planes::Planes;

/// The inner pieces are chosen again after this many planes.
const LOOKS: [usize; 2] = [48, 3072];
/// Start over only if other pieces promise this much more.
const WORTHWHILE: f64 = 1.2;
/// States in which the pieces' room is examined.
const SAMPLES: usize = 64;
/// Bytes of tables kept for the next search on a thread: enough for some 100,000 states.
const MOST_SPARE: u64 = 1 << 22;

/// A piece that moves along its line.
#[derive(Clone, Copy, Debug)]
struct Runner {
    piece: u8,
    /// Where its offset is in a state.
    shift: u32,
    /// Its stands are from here.
    first: usize,
    /// The largest offset.
    last: u32,
}

/// A piece at one of its offsets.
#[derive(Clone, Copy, Debug)]
struct Stand {
    cells: u64,
    /// The cell that a step back (left, up) enters, and one forth; none at the end of its track.
    ahead: [u64; 2],
}

/// The shortcut for boards whose cells and states fit in a word.
#[derive(Clone)]
pub struct AxisLayers {
    runners: Vec<Runner>,
    stands: Vec<Stand>,
    width: u32,
    /// A move goes one cell far.
    single: bool,
    /// Shift and allowed offsets of each piece that the goal names.
    goals: Vec<(u32, u32)>,
    techniques: Techniques,
}

impl AxisLayers {
    #[must_use]
    pub fn new(puzzle: &Axis<u64, u64>) -> Self {
        let (mut runners, mut stands) = (Vec::new(), Vec::new());
        for (piece, track) in puzzle.tracks().iter().enumerate() {
            let cell = |place: usize| 1u64 << track.cell(puzzle.columns(), place);
            let (shift, last) = (puzzle.fields().shift(piece), track.last);
            runners.push(Runner { piece: piece as u8, shift, first: stands.len(), last: last as u32 });
            stands.extend((0..=last).map(|offset| {
                let (first, end) = (track.base + offset, track.base + offset + track.length);
                let back = if offset > 0 { cell(first - 1) } else { 0 };
                let forth = if offset < last { cell(end) } else { 0 };
                Stand {
                    cells: (first..end).fold(0, |cells, place| cells | cell(place)),
                    ahead: [back, forth],
                }
            }));
        }
        let goals = puzzle.named().iter().map(|&(piece, offsets)| (puzzle.fields().shift(piece), offsets));
        Self {
            runners,
            stands,
            width: puzzle.fields().width,
            single: puzzle.metric() == Metric::Step,
            goals: goals.collect(),
            techniques: Techniques::default(),
        }
    }

    /// How many offsets each piece can reach in one move, plus its own, on average.
    fn room(&self, states: &[u64]) -> Vec<f64> {
        let mut steps = vec![0u32; self.runners.len()];
        for state in states {
            let at = |runner: &Runner| runner.first + state.field(runner.shift, self.width) as usize;
            let cells = self.runners.iter().fold(0, |cells, runner| cells | self.stands[at(runner)].cells);
            for (steps, runner) in steps.iter_mut().zip(&self.runners) {
                for (forth, turn) in [(0, usize::MAX), (1, 1)] {
                    let mut at = at(runner);
                    while self.stands[at].ahead[forth] & !cells != 0 {
                        at = at.wrapping_add(turn);
                        *steps += 1;
                    }
                }
            }
        }
        steps.iter().map(|&steps| 1.0 + f64::from(steps) / states.len() as f64).collect()
    }

    /// The set of pieces with the largest product of rooms, among the sets with few enough arrangements.
    fn choose(&self, room: &[f64]) -> u64 {
        let mut best = (1.0, 0);
        if self.techniques.has(Technique::InnerPieces) {
            self.choose_from(0, room, (1.0, 0), 1, &mut best);
        }
        best.1
    }

    fn choose_from(
        &self,
        from: usize,
        room: &[f64],
        (worth, set): (f64, u64),
        count: u64,
        best: &mut (f64, u64),
    ) {
        if worth > best.0 {
            *best = (worth, set);
        }
        for number in from..self.runners.len() {
            let count = count * u64::from(self.runners[number].last + 1);
            if count <= MOST_ARRANGEMENTS && room[number] > 1.0 {
                let more = (worth * room[number], set | 1 << number);
                self.choose_from(number + 1, room, more, count, best);
            }
        }
    }

    /// The piece in which neighbouring states differ.
    fn moved(&self, before: u64, after: u64) -> &Runner {
        let changed = before ^ after;
        let moved = |runner: &&Runner| changed.field(runner.shift, self.width) != 0;
        self.runners.iter().find(moved).expect("neighbouring states differ in one piece")
    }

    /// The move between neighbouring states.
    fn move_between(&self, before: u64, after: u64) -> AxisMove {
        let runner = self.moved(before, after);
        AxisMove { piece: runner.piece, to: after.field(runner.shift, self.width) as u8 }
    }

    /// Where that move stands in the order of moves.
    fn place_in_order(&self, before: u64, after: u64) -> u64 {
        self.move_between(before, after)
            .place(before.field(self.moved(before, after).shift, self.width) as u8)
    }

    /// The moves along a path of states.
    fn moves(&self, path: &[u64]) -> Vec<AxisMove> {
        path.windows(2).map(|pair| self.move_between(pair[0], pair[1])).collect()
    }

    /// Fewest moves; `None` where a limit on states is passed.
    fn search(&self, planes: &mut Planes, start: u64, watch: &mut Watch) -> Option<Found<Axis<u64, u64>>> {
        let mut set = self.choose(&self.room(&[start]));
        let mut inside = Inside::new(self, set);
        planes.begin(&inside, start);
        let looks = if self.techniques.has(Technique::ChosenAgain) { &LOOKS[..] } else { &[] };
        for &look in looks {
            if planes.go_on(&inside, look, watch) {
                return planes.found(&inside, watch.any_line);
            }
            let room = self.room(&planes.sample(&inside, SAMPLES));
            let other = self.choose(&room);
            let worth = |set: u64| {
                (0..room.len())
                    .filter(|number| set >> number & 1 != 0)
                    .map(|number| room[number])
                    .product::<f64>()
            };
            if worth(other) > WORTHWHILE * worth(set) {
                set = other;
                inside = Inside::new(self, set);
                planes.begin(&inside, start);
            }
        }
        planes.go_on(&inside, usize::MAX, watch);
        planes.found(&inside, watch.any_line)
    }
}

thread_local! {
    /// The memory of the last search on this thread, for the next one: a fresh page from the system costs more than all
    /// the states that fit in it.
    static SPARE: Cell<Planes> = const { Cell::new(Planes::EMPTY) };
}

impl Ways<Axis<u64, u64>> for AxisLayers {
    fn solve(
        &self,
        puzzle: &Axis<u64, u64>,
        start: u64,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<Axis<u64, u64>>, Choice)> {
        let choice = choice(puzzle, request);
        if choice.algorithm != Algorithm::Bfs {
            return None;
        }
        let mut planes = SPARE.replace(Planes::EMPTY);
        let found = self.search(&mut planes, start, watch);
        if planes.bytes() <= MOST_SPARE {
            SPARE.set(planes);
        }
        Some((found?, choice))
    }

    fn map(
        &self,
        puzzle: &Axis<u64, u64>,
        start: u64,
        options: MapOptions,
        watch: &mut Watch,
    ) -> Option<Result<Map<u64>, Unmapped>> {
        boxes::map(puzzle, start, options, watch)
    }

    fn with_techniques(
        &self,
        _: &Axis<u64, u64>,
        techniques: Techniques,
    ) -> Option<Box<dyn Ways<Axis<u64, u64>>>> {
        Some(Box::new(Self { techniques, ..self.clone() }))
    }
}
