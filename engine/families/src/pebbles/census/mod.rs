//! Which census suits a board of pebbles: matrices for one hole, ranks for more, as memory allows.

pub mod matrices;
pub mod ranks;

use self::matrices::{Matrices, Plan};
use self::ranks::Ranks;
use crate::pebbles::board::Pebbles;
use clew_core::packed::Packed;
use clew_core::ranks::{MOST_WORDS, Words};
use clew_core::watch::{Limit, Watch};
use clew_search::census::{self as levels, Census, CensusRequest, Method, Refusal, take};

/// The census of a board of pebbles.
pub fn census<W: Packed>(
    puzzle: &Pebbles<W>,
    mut request: CensusRequest,
    watch: &mut Watch,
) -> Result<Census<W>, Refusal> {
    let method = match request.method {
        None => request.checkpoints.method()?,
        asked => asked,
    };
    if method == Some(Method::Hashed) {
        return levels::census(puzzle, request, watch);
    }
    let Some(words) = Words::new(puzzle.counts()) else {
        return Err(format!("a census counts at most {} positions, and this board has more", MOST_WORDS));
    };
    let total = words.size();
    if watch.limits.states.is_some_and(|most| most < total) {
        // Both methods reserve room for every position from the start, and a level may take minutes.
        return Ok(Census::stopped(method.unwrap_or(Method::Ranks), Some(total), Limit::States));
    }
    prepared(puzzle, method, words, request, watch)
        .unwrap_or_else(|limit| Ok(Census::stopped(method.unwrap_or(Method::Ranks), Some(total), limit)))
}

type Taken<W> = Result<Census<W>, Refusal>;

/// Chooses how to store the levels, and takes the census. `Err`: a limit is reached before it begins.
fn prepared<W: Packed>(
    puzzle: &Pebbles<W>,
    method: Option<Method>,
    words: Words,
    request: CensusRequest,
    watch: &mut Watch,
) -> Result<Taken<W>, Limit> {
    let total = words.size();
    watch.phase = "tables";
    let plan = match method {
        Some(Method::Ranks) => None,
        _ => Plan::new(puzzle, total, watch)?,
    };
    let fits = |bytes: u64| watch.limits.memory.is_none_or(|most| bytes <= most);
    let by_matrices = plan.as_ref().is_some_and(|plan| fits(plan.bytes()));
    let by_ranks = fits(Ranks::<W>::bytes_for(&words));
    Ok(match (method, plan) {
        (Some(Method::Matrices), None) => {
            Err("the census by matrices is for pebbles with one hole, and for tables of moderate size"
                .to_owned())
        }
        (None | Some(Method::Matrices), Some(plan)) if by_matrices => {
            take(Matrices::new(puzzle, plan, watch)?, total, request, watch)
        }
        (None | Some(Method::Ranks), _) if by_ranks => {
            take(Ranks::new(puzzle, words, watch)?, total, request, watch)
        }
        _ => return Err(Limit::Memory),
    })
}
