//! A user's rules in Python, compiled to machine code and called through their addresses.
//!
//! A state is a fixed number of words, each a whole number from 0 to 2^63 - 1. All rules have one signature:
//!
//! ```text
//!   rule(state: *u64, out: *u64, mv: i64, table: *i64, size: i64) -> i64
//!        words        room for `most` states,         the puzzle's    a count, a truth value, a bound, a cost,
//!                     one after the other             own numbers     or BROKEN if the rule raised
//! ```
//!
//! **Why the calls are sound.** The addresses come from `clew.custom.native`, where Numba compiled the code, which stays
//! loaded as long as [`Code::_kept`] lives. It wraps each rule in a function of this signature that views `out` as an
//! array of exactly `most` states and `table` as one of `size` numbers. The rule is compiled with bounds checks: an index
//! out of bounds raises in it, which the wrapper turns into [`BROKEN`]. A function that its author compiled without these
//! checks and to which the rule passes `out` is its author's responsibility, as everywhere in Numba. The code needs no
//! GIL (what Numba calls Python for, such as `print`, acquires it), so it runs on any thread. A rule's result is not
//! trusted further than that: a count is compared with `most` before a state is read.

use std::sync::Arc;

use clew_core::outside::Runs;
use clew_core::packed::{Packed, Wide};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle};
use clew_core::watch::{Outside, Stop};
use clew_families::any::{AnyPuzzle, Erased};
use clew_solve::NoWays;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::wrong;
use crate::user_rules::{PuzzleError, UserRules};

/// The result of a rule that raised.
const BROKEN: i64 = i64::MIN;
/// Up to this many words, the states after a move need no list on the heap.
const FEW: usize = 32;

type Rule = unsafe extern "C" fn(*const u64, *mut u64, i64, *const i64, i64) -> i64;

/// A rule that was compiled.
#[derive(Clone, Copy)]
struct Compiled(Rule);

impl Compiled {
    #[allow(unsafe_code)]
    fn at(address: usize) -> PyResult<Self> {
        if address == 0 {
            return Err(PuzzleError::new_err("a compiled rule has no address"));
        }
        // SAFETY: a function of this signature is at the address, and stays there: see the head of this file.
        Ok(Self(unsafe { std::mem::transmute::<usize, Rule>(address) }))
    }

    /// Calls the rule. `out` must have room for everything that it may write.
    #[allow(unsafe_code)]
    #[inline(always)]
    fn call(self, state: &[u64], out: &mut [u64], mv: i64, table: &[i64]) -> i64 {
        // SAFETY: the pointers are valid for what the rule reads and writes: see the head of this file.
        unsafe { (self.0)(state.as_ptr(), out.as_mut_ptr(), mv, table.as_ptr(), table.len() as i64) }
    }
}

/// The rules and their numbers.
struct Code {
    words: usize,
    most: usize,
    start: Vec<u64>,
    table: Vec<i64>,
    expand: Compiled,
    is_goal: Compiled,
    heuristic: Option<Compiled>,
    cost: Option<Compiled>,
    predecessors: Option<Compiled>,
    /// Creates the exception for a rule that failed, from its name, the words of the state and its result.
    blame: Py<PyAny>,
    /// The machine code itself.
    _kept: Py<PyAny>,
}

impl Code {
    fn read(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let item = |name: &str| {
            let item = given.get_item(name)?;
            item.ok_or_else(|| pyo3::exceptions::PyTypeError::new_err(format!("`{name}` is missing")))
        };
        let rule = |name: &str| -> PyResult<Option<Compiled>> {
            given.get_item(name)?.map(|address| Compiled::at(address.extract()?)).transpose()
        };
        let need = |name: &str| rule(name)?.map_or_else(|| Compiled::at(0), Ok);
        Ok(Self {
            words: item("words")?.extract()?,
            most: item("most")?.extract()?,
            start: item("start")?.extract()?,
            table: item("table")?.extract()?,
            expand: need("expand")?,
            is_goal: need("is_goal")?,
            heuristic: rule("heuristic")?,
            cost: rule("cost")?,
            predecessors: rule("predecessors")?,
            blame: item("blame")?.unbind(),
            _kept: item("kept")?.unbind(),
        })
    }
}

/// What went wrong: the rule, the state, the result.
type RuleFailure = (&'static str, Vec<u64>, i64);

pub struct CompiledRules {
    code: Code,
    runs: Runs<RuleFailure>,
}

impl CompiledRules {
    #[cold]
    #[inline(never)]
    fn fail(&self, rule: &'static str, state: &[u64], answer: i64) {
        self.runs.fail((rule, state.to_vec(), answer));
    }
}

impl UserRules for CompiledRules {
    fn begin(&self, stop: &Stop) {
        self.runs.begin(stop);
    }

    fn failure(&self, py: Python<'_>, stop: &Stop) -> Option<PyErr> {
        let (rule, state, answer) = self.runs.end(stop)?;
        let raised = self.code.blame.call1(py, (rule, state, (answer != BROKEN).then_some(answer)));
        Some(raised.map_or_else(|error| error, |error| PyErr::from_value(error.into_bound(py))))
    }

    fn outside(&self) -> Option<Arc<Outside>> {
        None
    }
}

/// A state as a word of the engine, from and to the words of a rule.
trait Words: Packed {
    type Buffer: AsRef<[u64]>;
    fn words(self) -> Self::Buffer;
    fn of(words: &[u64]) -> Self;
}

impl Words for u64 {
    type Buffer = [u64; 1];
    #[inline(always)]
    fn words(self) -> [u64; 1] {
        [self]
    }
    #[inline(always)]
    fn of(words: &[u64]) -> Self {
        words[0]
    }
}

impl Words for u128 {
    type Buffer = [u64; 2];
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
    #[inline(always)]
    fn of(words: &[u64]) -> Self {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

impl<const N: usize> Words for Wide<N> {
    type Buffer = [u64; N];
    #[inline(always)]
    fn words(self) -> [u64; N] {
        self.0
    }
    #[inline(always)]
    fn of(words: &[u64]) -> Self {
        let mut all = [0; N];
        all[..words.len()].copy_from_slice(words);
        Wide(all)
    }
}

/// The puzzle with compiled rules. A move is its index among the states that `expand` writes.
struct CompiledPuzzle<W> {
    native: Arc<CompiledRules>,
    word: std::marker::PhantomData<fn() -> W>,
}

impl<W: Words> CompiledPuzzle<W> {
    /// A rule's result for a state; `broken` if it failed.
    #[inline(always)]
    fn ask(&self, rule: Compiled, name: &'static str, state: W, mv: i64, broken: i64) -> i64 {
        let words = state.words();
        let words = &words.as_ref()[..self.native.code.words];
        let answer = rule.call(words, &mut [], mv, &self.native.code.table);
        if answer == BROKEN {
            self.native.fail(name, words, answer);
            return broken;
        }
        answer
    }

    /// Visits the states that a rule writes.
    #[inline(always)]
    fn each(&self, rule: Compiled, name: &'static str, state: W, visit: impl FnMut(W)) {
        let Code { words, most, .. } = self.native.code;
        if words * most <= FEW {
            self.each_in(&mut [0; FEW], rule, name, state, visit);
        } else {
            self.each_in(&mut vec![0; words * most], rule, name, state, visit);
        }
    }

    #[inline(always)]
    fn each_in(
        &self,
        out: &mut [u64],
        rule: Compiled,
        name: &'static str,
        state: W,
        mut visit: impl FnMut(W),
    ) {
        let Code { words, most, table, .. } = &self.native.code;
        let buffer = state.words();
        let from = &buffer.as_ref()[..*words];
        let count = rule.call(from, out, 0, table);
        if count < 0 || count > *most as i64 || self.native.runs.have_failed() {
            if count < 0 || count > *most as i64 {
                self.native.fail(name, from, count);
            }
            return;
        }
        for after in out.chunks_exact(*words).take(count as usize) {
            if after.iter().any(|&word| word > i64::MAX as u64) {
                self.native.fail(name, from, count);
                return;
            }
            visit(W::of(after));
        }
    }
}

impl<W: Words> Puzzle for CompiledPuzzle<W> {
    type State = W;
    type Move = u32;

    fn initial(&self) -> W {
        W::of(&self.native.code.start)
    }

    fn moves(&self, state: W, out: &mut Vec<u32>) {
        self.successors(state, |mv, _| out.push(mv));
    }

    fn apply(&self, state: W, mv: u32) -> W {
        let mut found = state;
        self.successors(state, |other, after| {
            if other == mv {
                found = after;
            }
        });
        found
    }

    #[inline(always)]
    fn is_goal(&self, state: W) -> bool {
        self.ask(self.native.code.is_goal, "is_goal", state, 0, 0) != 0
    }

    fn cost(&self, state: W, mv: u32) -> u32 {
        let Some(rule) = self.native.code.cost else { return 1 };
        let cost = self.ask(rule, "cost", state, i64::from(mv), 1);
        u32::try_from(cost).ok().filter(|&cost| cost < u32::from(u16::MAX)).unwrap_or_else(|| {
            self.native.fail("cost", &state.words().as_ref()[..self.native.code.words], cost);
            1
        })
    }

    fn unit_cost(&self) -> bool {
        self.native.code.cost.is_none()
    }

    fn heuristic(&self, state: W) -> u32 {
        let Some(rule) = self.native.code.heuristic else { return 0 };
        let bound = self.ask(rule, "heuristic", state, 0, -1);
        if bound < 0 { DEAD_END } else { bound.min(1_000_000) as u32 }
    }

    #[inline(always)]
    fn successors(&self, state: W, mut visit: impl FnMut(u32, W)) {
        let mut mv = 0;
        self.each(self.native.code.expand, "expand", state, |after| {
            visit(mv, after);
            mv += 1;
        });
    }

    fn sort_moves<T>(&self, _: W, _: &mut [(u32, T)]) {} // they are in the user's order

    fn preferred(&self) -> (Algorithm, &'static str) {
        match self.native.code.heuristic {
            Some(_) => (Algorithm::AStar, "A*: the puzzle has a heuristic"),
            None => (
                Algorithm::Bfs,
                "breadth-first search: the puzzle has no heuristic that could guide another search",
            ),
        }
    }

    fn backward(&self) -> Backward {
        match self.native.code.predecessors {
            Some(_) => Backward::Predecessors,
            None => Backward::No,
        }
    }

    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        let Some(rule) = self.native.code.predecessors else { return };
        if self.unit_cost() {
            return self.each(rule, "predecessors", state, |before| visit(before, 1));
        }
        self.each(rule, "predecessors", state, |before| {
            self.successors(before, |mv, after| {
                if after == state {
                    visit(before, self.cost(before, mv));
                }
            });
        });
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let count = self.native.code.words;
        if position.len() != 4 * count {
            return Err(format!("a position is {count} words of four numbers each"));
        }
        let word =
            |quarters: &[u16]| quarters.iter().rev().fold(0, |word, &part| word << 16 | u64::from(part));
        let words: Vec<u64> = position.chunks_exact(4).map(word).collect();
        let state = W::of(&words);
        let wrong = words.iter().any(|&word| word > i64::MAX as u64);
        if wrong {
            Err("a word of a state is a whole number from 0 to 2^63 - 1".to_owned())
        } else {
            Ok(state)
        }
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        let words = state.words();
        let words = &words.as_ref()[..self.native.code.words];
        words.iter().flat_map(|word| (0..4).map(move |part| (word >> (16 * part)) as u16)).collect()
    }

    fn describe(&self, _state: W, mv: u32) -> Vec<u16> {
        vec![0, mv as u16]
    }

    // The number of the move: nothing is known about pieces and places.
    fn landing(&self, _state: W, mv: u32) -> [u16; 2] {
        [0, mv as u16]
    }
}

fn shared<W: Words>(native: &Arc<CompiledRules>) -> Arc<dyn AnyPuzzle> {
    let puzzle = CompiledPuzzle::<W> { native: Arc::clone(native), word: std::marker::PhantomData };
    Arc::new(Erased::new(puzzle, NoWays))
}

/// The puzzle of compiled rules, with the smallest words that hold its states.
pub fn compiled(given: &Bound<'_, PyDict>) -> PyResult<(Arc<dyn AnyPuzzle>, Arc<CompiledRules>)> {
    let code = Code::read(given)?;
    if code.start.len() != code.words || code.most > usize::from(u16::MAX) {
        return Err(wrong(
            "the start has the wrong number of words, or a state may have too many moves".into(),
        ));
    }
    let words = code.words;
    let native = Arc::new(CompiledRules { code, runs: Runs::default() });
    let puzzle = match words {
        1 => shared::<u64>(&native),
        2 => shared::<u128>(&native),
        3..=8 => shared::<Wide<8>>(&native),
        _ => return Err(wrong(format!("a state has {words} words; it can have from 1 to 8"))),
    };
    Ok((puzzle, native))
}
