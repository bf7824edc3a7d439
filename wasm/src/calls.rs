//! The calls that a page may make. Each is a list, its name first; the answer is `[true, ...]`, or `[false, words]`.
//!
//! ```text
//!   make   family [name value ...]    ->  position
//!   moves  position                   ->  solved [[code cost position] ...]
//!   asked  position code              ->  [number ...]
//!   solve  position limits            ->  status length [code ...] optimal lower-bound states [left-out ...]
//! ```
//!
//! `limits` is `[seconds megabytes]`, status is `solved`, `unsolvable` or the limit that was reached, and -1 stands for a
//! number that is not known or does not exist. `left-out` is in words: the rules whose turns never end, which are no moves,
//! so that what is proved holds for play without them.

use std::cell::RefCell;
use std::sync::Arc;

use clew_core::stream;
use clew_core::trouble::Trouble;
use clew_core::values::{Form, Value, Values};
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_families::RULES_COME_WITH_BOARDS;
use clew_families::any::{Code, Shared};
use clew_search::auto::Request;
use clew_search::found::Status;

thread_local! {
    /// The puzzle that was made last.
    static PUZZLE: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

/// Answers a call, both as streams.
#[must_use]
pub fn answer(asked: &[i32]) -> Vec<i32> {
    let answered = stream::read(&mut asked.iter().copied())
        .and_then(|asked| if let Value::List(parts) = asked { Some(parts) } else { None })
        .ok_or_else(|| "a call is a list".to_owned())
        .and_then(|parts| called(&parts));
    let answer = match answered {
        Ok(mut parts) => {
            parts.insert(0, Value::Truth(true));
            parts
        }
        Err(why) => vec![Value::Truth(false), Value::Text(why)],
    };
    let mut words = Vec::new();
    stream::write(&Value::List(answer), &mut words);
    words
}

fn called(parts: &[Value]) -> Result<Vec<Value>, String> {
    let name: String = part(parts, 0)?;
    if name == "make" {
        return make(parts);
    }
    PUZZLE.with_borrow(|puzzle| {
        let made = puzzle.as_ref().ok_or("no puzzle was made")?;
        let puzzle =
            &if RULES_COME_WITH_BOARDS { made.afresh() } else { None }.unwrap_or_else(|| Arc::clone(made));
        match name.as_str() {
            "moves" => moves(puzzle, &part::<Vec<u16>>(parts, 1)?),
            "asked" => asked(puzzle, &part::<Vec<u16>>(parts, 1)?, &part::<Vec<u16>>(parts, 2)?),
            "solve" => solve(puzzle, &part::<Vec<u16>>(parts, 1)?, part(parts, 2)?),
            _ => Err(format!("there is no call `{name}`; the calls are make, moves, asked, solve")),
        }
    })
}

fn make(parts: &[Value]) -> Result<Vec<Value>, String> {
    let family: String = part(parts, 1)?;
    let Some(Value::List(given)) = parts.get(2) else {
        return Err("`make` needs the values of a board".to_owned());
    };
    let named = |pair: &[Value]| match pair {
        [name, value] => String::of(name).map(|name| (name, value.clone())),
        _ => None,
    };
    let values: Option<Vec<_>> = given.chunks(2).map(named).collect();
    let values = Values::new(values.ok_or("values are pairs of a name and a value")?);
    let puzzle = clew_families::make(&family, &values)?;
    let position = numbers(&puzzle.initial());
    PUZZLE.set(Some(puzzle));
    Ok(vec![position])
}

fn moves(puzzle: &Shared, position: &[u16]) -> Result<Vec<Value>, String> {
    let found = checked(puzzle, &Stop::default(), || puzzle.moves(position))?.into_iter();
    let listed = found.map(|(code, cost, after)| {
        Value::List(vec![numbers(&code), Value::Number(cost.into()), numbers(&after)])
    });
    Ok(vec![Value::Truth(puzzle.is_goal(position)?), Value::List(listed.collect())])
}

fn asked(puzzle: &Shared, position: &[u16], code: &[u16]) -> Result<Vec<Value>, String> {
    Ok(vec![numbers(&checked(puzzle, &Stop::default(), || puzzle.asked(position, code))?)])
}

/// Work over rules that may have come with the board: an error in them is reported instead of the answer.
fn checked<T>(puzzle: &Shared, stop: &Stop, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let Some(trouble) = trouble(puzzle) else { return work() };
    let run = trouble.begin(stop);
    let answer = work();
    trouble.end(run).map_or(answer, Err)
}

/// What can go wrong in the rules. Other families than this one have none of their own, nor the code for that.
fn trouble(puzzle: &Shared) -> Option<Arc<Trouble>> {
    if RULES_COME_WITH_BOARDS { puzzle.trouble() } else { None }
}

/// A search, unless nothing can be proved about the puzzle.
fn searched<T>(
    puzzle: &Shared,
    [seconds, megabytes]: [u32; 2],
    work: impl FnOnce(&mut Watch) -> Result<T, String>,
) -> Result<T, String> {
    let trouble = trouble(puzzle);
    if let Some(words) = trouble.as_ref().and_then(|trouble| trouble.refusal()) {
        return Err(words);
    }
    let memory = Some(u64::from(megabytes) << 20);
    let limits = Limits { seconds: Some(seconds.into()), memory, ..Limits::default() };
    let stop = Stop::default();
    let mut watch = Watch::new(limits, stop.clone(), None);
    watch.outside = trouble.and_then(|trouble| trouble.memory());
    checked(puzzle, &stop, || work(&mut watch))
}

fn solve(puzzle: &Shared, position: &[u16], limits: [u32; 2]) -> Result<Vec<Value>, String> {
    let found = searched(puzzle, limits, |watch| puzzle.solve(position, Request::default(), watch))?;
    let solved = found.status == Status::Solved;
    Ok(vec![
        status(found.limit, solved),
        known(found.length),
        codes(&found.codes.unwrap_or_default()),
        Value::Truth(found.optimal),
        known(found.lower_bound),
        states(found.work.stored),
        Value::List(left_out(puzzle)),
    ])
}

fn left_out(puzzle: &Shared) -> Vec<Value> {
    let notes = trouble(puzzle).map_or_else(Vec::new, |trouble| trouble.notes());
    notes.into_iter().filter(|&(left_out, _)| left_out).map(|(_, words)| Value::Text(words)).collect()
}

fn part<T: Form>(parts: &[Value], number: usize) -> Result<T, String> {
    let found = parts.get(number).ok_or_else(|| format!("part {number} of the call is missing"))?;
    T::of(found)
        .ok_or_else(|| format!("part {number} of the call is {found:?}, which is not of the right form"))
}

fn status(limit: Option<Limit>, solved: bool) -> Value {
    Value::Text(limit.map_or(if solved { "solved" } else { "unsolvable" }, Limit::name).to_owned())
}

fn known(number: Option<u32>) -> Value {
    Value::Number(number.map_or(-1, i64::from))
}

fn states(number: u64) -> Value {
    Value::Number(number.try_into().unwrap_or(i64::MAX))
}

fn numbers(numbers: &[u16]) -> Value {
    Value::List(numbers.iter().map(|&number| Value::Number(number.into())).collect())
}

fn codes(codes: &[Code]) -> Value {
    Value::List(codes.iter().map(|code| numbers(code)).collect())
}
