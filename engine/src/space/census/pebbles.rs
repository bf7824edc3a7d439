//! Which census suits a board of pebbles: matrices for one hole, ranks for more, as memory allows.

use super::matrices::{Matrices, Plan};
use super::ranks::{Ranking, Ranks, ranking};
use super::{Census, Method, Order, Refusal, take};
use crate::packed::Packed;
use crate::puzzles::pebbles::Pebbles;
use crate::watch::{Limit, Watch};

/// The census of a board of pebbles.
pub fn census<W: Packed>(
    puzzle: &Pebbles<W>,
    mut order: Order,
    watch: &mut Watch,
) -> Result<Census<W>, Refusal> {
    let method = match order.method {
        None => order.book.method()?,
        asked => asked,
    };
    if method == Some(Method::Hashed) {
        return super::census(puzzle, order, watch);
    }
    let Some((ranking, goals)) = ranking(puzzle) else {
        return Err(format!(
            "a census counts at most {} positions, and this board has more",
            super::ranks::MOST
        ));
    };
    let total = ranking.words();
    let plan = Plan::new(puzzle);
    let fits = |bytes: u64| watch.limits.memory.is_none_or(|most| bytes <= most);
    let by_matrices = plan.as_ref().is_some_and(|plan| fits(plan.bytes()));
    let by_ranks = fits(Ranks::<W>::bytes_for(&ranking));
    match (method, plan) {
        (Some(Method::Matrices), None) => {
            Err("the census by matrices is for pebbles with one hole, and for tables of moderate size"
                .to_owned())
        }
        (None | Some(Method::Matrices), Some(plan)) if by_matrices => {
            take(Matrices::new(puzzle, plan, &goals), total, order, watch)
        }
        (None | Some(Method::Ranks), _) if by_ranks => ranked(puzzle, ranking, &goals, order, watch),
        _ => Ok(Census::stopped(method.unwrap_or(Method::Ranks), total, Limit::Memory)),
    }
}

fn ranked<W: Packed>(
    puzzle: &Pebbles<W>,
    ranking: Ranking,
    goals: &[W],
    order: Order,
    watch: &mut Watch,
) -> Result<Census<W>, Refusal> {
    let total = ranking.words();
    take(Ranks::new(puzzle, ranking, goals), total, order, watch)
}
