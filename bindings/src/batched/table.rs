//! The rows of the states met so far, computed many at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use clew_engine::watch::{Outside, Stop};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::asking::{Asking, locked};
use crate::batched::known::{Known, grow};
use crate::user_rules::{PuzzleError, UserRules};

/// States in the smallest and in the largest call.
const FEW: u64 = 32;
const MANY: u64 = 1 << 14;
/// A call that takes longer is followed by smaller ones, so that the search reacts to Ctrl-C and limits in time.
const LONG: Duration = Duration::from_millis(20);

/// Numbers that are examined for each state that a call has room for.
const LOOKED_AT: usize = 4;

const NOT_ASKED: u32 = u32::MAX;
const UNKNOWN: u8 = 2;
const NO_BOUND: u32 = u32::MAX - 1;

/// The rules, as Python functions of an array of states, (n, width).
pub struct Functions {
    /// Returns three arrays: the states after the moves, (m, width); how many moves each state has, (n,); and the costs
    /// of the moves, (m,), or None.
    pub successors: Py<PyAny>,
    /// Returns 1 for goals, 0 for other states, (n,).
    pub goals: Py<PyAny>,
    /// Returns lower bounds, (n,).
    pub bounds: Option<Py<PyAny>>,
    /// Returns the numbers of the names of the moves of one state, given by its words.
    pub landings: Py<PyAny>,
    /// Whether moves have costs.
    pub weighted: bool,
    /// Whether goals, and bounds, are found one state at a time. If so, a call with many states gains nothing.
    pub single: [bool; 2],
}

/// How many states a call of a rule may take: as many as keep the search responsive.
struct Pace {
    most: u64,
    largest: u64,
}

impl Pace {
    fn new(is_single: bool) -> Self {
        let largest = if is_single { FEW } else { MANY };
        Self { most: largest, largest }
    }

    fn note(&mut self, took: Duration, states: usize) {
        if took > LONG {
            self.most = (states as u64 / 2).max(FEW);
        } else if took < LONG / 4 && states as u64 >= self.most {
            self.most = (2 * self.most).min(self.largest);
        }
    }
}

/// Where the row of a state is: in which part of the rows, and where in that part.
#[derive(Clone, Copy)]
struct Row {
    part: u32,
    begin: u32,
    length: u16,
    /// Whether a search has asked for it.
    wanted: bool,
}

/// The rows of the states of one call.
struct Part {
    after: Vec<u32>,
    /// Empty if every move costs 1.
    cost: Vec<u16>,
}

/// A successor and what the move to it costs.
#[derive(Clone, Copy, Default)]
pub struct Next {
    pub after: u32,
    pub cost: u16,
}

pub struct Table {
    pub known: Box<dyn Known>,
    rows: Vec<Row>,
    parts: Vec<Part>,
    goals: Vec<u8>,
    bounds: Vec<u32>,
    landings: HashMap<u32, Vec<u32>>,
    /// The number of rows that searches have asked for; as many may be computed ahead.
    wanted: u64,
    pace_of_rows: Pace,
    pace_of_goals: Pace,
    pace_of_bounds: Pace,
    in_parts: usize,
    counted: u64,
}

impl Table {
    /// `single`: as in [`Functions`].
    pub fn new(known: Box<dyn Known>, single: [bool; 2]) -> Self {
        Self {
            known,
            rows: Vec::new(),
            parts: Vec::new(),
            goals: Vec::new(),
            bounds: Vec::new(),
            landings: HashMap::new(),
            wanted: 0,
            pace_of_rows: Pace::new(false),
            pace_of_goals: Pace::new(single[0]),
            pace_of_bounds: Pace::new(single[1]),
            in_parts: 0,
            counted: 0,
        }
    }

    /// Every state has a row, even if it was not asked for yet.
    fn keep_up(&mut self) {
        let (count, before) = (self.known.len(), self.rows.len());
        grow(&mut self.rows, count - before);
        self.rows.resize(count, Row { part: NOT_ASKED, begin: 0, length: 0, wanted: false });
        grow(&mut self.goals, count - before);
        self.goals.resize(count, UNKNOWN);
        grow(&mut self.bounds, count - before);
        self.bounds.resize(count, NO_BOUND);
    }

    /// This state, and states with the next numbers for which `open` is true as well, `most` at most, with their words.
    fn ahead(&self, number: u32, most: u64, open: impl Fn(usize) -> bool) -> (Vec<u32>, Vec<u64>) {
        let most = self.wanted.clamp(FEW, most) as usize;
        let near = self.known.len().min(number as usize + 1 + LOOKED_AT * most);
        let later = (number as usize + 1..near).filter(|&later| open(later));
        let numbers: Vec<u32> =
            std::iter::once(number).chain(later.take(most - 1).map(|later| later as u32)).collect();
        let mut words = Vec::new();
        numbers.iter().for_each(|&number| self.known.words(number, &mut words));
        (numbers, words)
    }

    /// Bytes that have not been counted yet.
    fn uncounted(&mut self) -> u64 {
        let rows =
            self.rows.capacity() * size_of::<Row>() + self.goals.capacity() + 4 * self.bounds.capacity();
        let bytes = (self.known.bytes() + rows + self.in_parts) as u64;
        let more = bytes.saturating_sub(self.counted);
        self.counted += more;
        more
    }
}

pub struct Shared {
    pub width: usize,
    pub functions: Functions,
    pub table: Mutex<Table>,
    pub asking: Asking,
}

fn wrong(words: String) -> PyErr {
    PuzzleError::new_err(words)
}

impl Shared {
    pub fn table(&self) -> MutexGuard<'_, Table> {
        locked(&self.table)
    }

    /// The number of a state; the next one if it is new.
    pub fn enter(&self, words: &[u64]) -> PyResult<u32> {
        let mut table = self.table();
        Ok(self.number_all(&mut table, words)?[0])
    }

    fn number_all(&self, table: &mut Table, words: &[u64]) -> PyResult<Vec<u32>> {
        let count = words.len() / self.width;
        if table.known.len() + count >= NO_BOUND as usize {
            return Err(wrong("there are more than 4 billion states".to_owned()));
        }
        let mut numbers = Vec::with_capacity(count);
        table.known.number_all(words, &mut numbers);
        table.keep_up();
        self.asking.outside.hold(table.uncounted());
        Ok(numbers)
    }

    /// Copies successors of a state, from the one with number `from` on, as many as there is room for. Returns how many.
    pub fn successors(&self, number: u32, from: usize, out: &mut [Next]) -> usize {
        loop {
            let mut table = self.table();
            let row = table.rows[number as usize];
            if row.part != NOT_ASKED {
                if !row.wanted {
                    table.rows[number as usize].wanted = true;
                    table.wanted += 1;
                }
                let part = &table.parts[row.part as usize];
                let range = row.begin as usize + from..row.begin as usize + usize::from(row.length);
                let count = range.len().min(out.len());
                for (place, at) in out.iter_mut().zip(range) {
                    *place = Next { after: part.after[at], cost: part.cost.get(at).copied().unwrap_or(1) };
                }
                return count;
            }
            drop(table);
            if self.asking.ask(|py| self.ask_rows(py, number)).is_none() {
                return 0;
            }
        }
    }

    fn array<'py>(&self, py: Python<'py>, words: Vec<u64>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let states = words.len() / self.width;
        PyArray1::from_vec(py, words).reshape([states, self.width])
    }

    fn ask_rows(&self, py: Python<'_>, number: u32) -> PyResult<()> {
        let (numbers, words) = {
            let table = self.table();
            table.ahead(number, table.pace_of_rows.most, |at| table.rows[at].part == NOT_ASKED)
        };
        let began = Instant::now();
        let answer = self.functions.successors.bind(py).call1((self.array(py, words)?,))?;
        type Costs<'py> = Option<PyReadonlyArray1<'py, u16>>;
        let (after, counts, costs): (PyReadonlyArray2<'_, u64>, PyReadonlyArray1<'_, u32>, Costs<'_>) =
            answer.extract()?;
        let contiguous = |_| wrong("the arrays of successors are not contiguous".to_owned());
        let (after, counts) = (after.as_slice().map_err(contiguous)?, counts.as_slice().map_err(contiguous)?);
        let costs =
            costs.as_ref().map(|costs| costs.as_slice().map_err(contiguous)).transpose()?.unwrap_or(&[]);
        let edges = counts.iter().map(|&count| count as usize).sum::<usize>();
        let rows = counts.len() == numbers.len() && after.len() == edges * self.width;
        if !rows || (self.functions.weighted && costs.len() != edges) {
            return Err(wrong("the arrays of successors have inconsistent lengths".to_owned()));
        }
        if let Some(count) = counts.iter().find(|&&count| count > u32::from(u16::MAX)) {
            return Err(wrong(format!("a state has {count} moves; at most 65535 are allowed")));
        }
        let mut table = self.table();
        table.pace_of_rows.note(began.elapsed(), numbers.len());
        let after = self.number_all(&mut table, after)?;
        let part = table.parts.len() as u32;
        let mut begin = 0;
        for (&number, &count) in numbers.iter().zip(counts) {
            let length = count as u16;
            let row = &mut table.rows[number as usize];
            *row = Row { part, begin, length, wanted: row.wanted };
            begin += count;
        }
        let part = Part { after, cost: if self.functions.weighted { costs.to_vec() } else { Vec::new() } };
        table.in_parts += size_of::<Part>() + 4 * part.after.capacity() + 2 * part.cost.capacity();
        table.parts.push(part);
        let more = table.uncounted();
        drop(table);
        self.asking.outside.hold(more);
        Ok(())
    }

    pub fn is_goal(&self, number: u32) -> bool {
        let found = self.table().goals[number as usize];
        if found != UNKNOWN {
            return found == 1;
        }
        let asked = self.asking.ask(|py| {
            let (numbers, words) = {
                let table = self.table();
                table.ahead(number, table.pace_of_goals.most, |at| table.goals[at] == UNKNOWN)
            };
            let began = Instant::now();
            let answer = self.functions.goals.bind(py).call1((self.array(py, words)?,))?;
            let goals: PyReadonlyArray1<'_, u8> = answer.extract()?;
            let goals =
                goals.as_slice().map_err(|_| wrong("the array of goals is not contiguous".to_owned()))?;
            let mut table = self.table();
            table.pace_of_goals.note(began.elapsed(), numbers.len());
            for (&number, &goal) in numbers.iter().zip(goals) {
                table.goals[number as usize] = u8::from(goal != 0);
            }
            Ok(goals.first() == Some(&1))
        });
        asked.unwrap_or(false)
    }

    /// A lower bound; `None` if the rules have none.
    pub fn bound(&self, number: u32) -> Option<u32> {
        let rule = self.functions.bounds.as_ref()?;
        let found = self.table().bounds[number as usize];
        if found != NO_BOUND {
            return Some(found);
        }
        self.asking.ask(|py| {
            let (numbers, words) = {
                let table = self.table();
                table.ahead(number, table.pace_of_bounds.most, |at| table.bounds[at] == NO_BOUND)
            };
            let began = Instant::now();
            let answer = rule.bind(py).call1((self.array(py, words)?,))?;
            let bounds: PyReadonlyArray1<'_, u32> = answer.extract()?;
            let bounds =
                bounds.as_slice().map_err(|_| wrong("the array of bounds is not contiguous".to_owned()))?;
            let mut table = self.table();
            table.pace_of_bounds.note(began.elapsed(), numbers.len());
            for (&number, &bound) in numbers.iter().zip(bounds) {
                table.bounds[number as usize] = bound;
            }
            Ok(bounds[0])
        })
    }

    pub fn landings(&self, number: u32) -> Option<Vec<u32>> {
        let mut words = Vec::new();
        {
            let table = self.table();
            if let Some(known) = table.landings.get(&number) {
                return Some(known.clone());
            }
            table.known.words(number, &mut words);
        }
        let asked = self
            .asking
            .ask(|py| self.functions.landings.call1(py, (words.clone(),))?.extract::<Vec<u32>>(py))?;
        self.table().landings.insert(number, asked.clone());
        Some(asked)
    }
}

impl UserRules for Shared {
    fn begin(&self, stop: &Stop) {
        self.asking.begin(stop);
    }

    fn failure(&self, py: Python<'_>, stop: &Stop) -> Option<PyErr> {
        self.asking.end(py, stop)
    }

    fn outside(&self) -> Option<Arc<Outside>> {
        Some(Arc::clone(&self.asking.outside))
    }
}
