//! The part of the interface that a game needs: the rules, a solution, a hint. A web page has only this part.

use std::sync::Arc;

use super::Shared;
use super::erased::Erased;
use super::plain::{Answer, Code, Judged, Position, answer, codes_along};
use clew_core::puzzle::Puzzle;
use clew_core::trouble::Trouble;
use clew_core::watch::Watch;
use clew_core::whole::{NOT_IN_PAGES, WHOLE};
use clew_search::auto::Request;
use clew_solve::hint::hint;

/// A puzzle of any family, to be played.
pub trait AnyPlayed: Send + Sync {
    fn initial(&self) -> Position;
    fn canonical(&self, position: &[u16]) -> Result<Position, String>;
    /// The legal moves: code, cost, position after.
    fn moves(&self, position: &[u16]) -> Result<Vec<(Code, u32, Position)>, String>;
    /// See [`Puzzle::asked`].
    fn asked(&self, position: &[u16], code: &[u16]) -> Result<Vec<u16>, String>;
    fn is_goal(&self, position: &[u16]) -> Result<bool, String>;
    fn heuristic(&self, position: &[u16]) -> Result<u32, String>;
    /// See [`Puzzle::afresh`].
    fn afresh(&self) -> Option<Shared>;
    /// See [`Puzzle::trouble`].
    fn trouble(&self) -> Option<Arc<Trouble>>;
    fn solve(&self, position: &[u16], request: Request, watch: &mut Watch) -> Result<Answer, String>;
    fn hint(&self, position: &[u16], request: Request, watch: &mut Watch) -> Result<Judged, String>;
}

impl<P: Puzzle + 'static> AnyPlayed for Erased<P> {
    fn initial(&self) -> Position {
        self.puzzle().unpack(self.puzzle().initial())
    }

    fn canonical(&self, position: &[u16]) -> Result<Position, String> {
        Ok(self.puzzle().unpack(self.puzzle().pack(position)?))
    }

    fn moves(&self, position: &[u16]) -> Result<Vec<(Code, u32, Position)>, String> {
        let state = self.puzzle().pack(position)?;
        let (puzzle, mut moves) = (self.puzzle(), Vec::new());
        let mut codes = puzzle.describe_all(state).into_iter();
        puzzle.successors(state, |mv, after| {
            moves.extend(codes.next().map(|code| (code, puzzle.cost(state, mv), puzzle.unpack(after))));
        });
        Ok(moves)
    }

    fn asked(&self, position: &[u16], code: &[u16]) -> Result<Vec<u16>, String> {
        Ok(self.puzzle().asked(self.puzzle().pack(position)?, code))
    }

    fn is_goal(&self, position: &[u16]) -> Result<bool, String> {
        Ok(self.puzzle().is_goal(self.puzzle().pack(position)?))
    }

    fn heuristic(&self, position: &[u16]) -> Result<u32, String> {
        Ok(self.puzzle().heuristic(self.puzzle().pack(position)?))
    }

    fn afresh(&self) -> Option<Shared> {
        Some(Arc::new(Self(self.0.afresh()?)))
    }

    fn trouble(&self) -> Option<Arc<Trouble>> {
        self.puzzle().trouble()
    }

    fn solve(&self, position: &[u16], request: Request, watch: &mut Watch) -> Result<Answer, String> {
        let start = self.puzzle().pack(position)?;
        let (found, choice) = self.0.solve(start, request, watch);
        Ok(answer(self.puzzle(), start, &found, choice))
    }

    fn hint(&self, position: &[u16], request: Request, watch: &mut Watch) -> Result<Judged, String> {
        if !WHOLE {
            return Err(NOT_IN_PAGES.to_owned());
        }
        let start = self.puzzle().pack(position)?;
        let judged = hint(&self.0, start, request, watch);
        let mut legal = Vec::new();
        self.puzzle().moves(start, &mut legal);
        let codes = self.puzzle().describe_all(start);
        let code = |mv| legal.iter().position(|&other| other == mv).map(|number| codes[number].clone());
        let best = judged.best.iter().filter_map(|&mv| code(mv)).collect();
        let moves = judged.here.moves.unwrap_or_default();
        Ok(Judged {
            limit: judged.limit,
            distance: judged.here.length,
            moves: judged.moves.into_iter().filter_map(|(mv, cost)| Some((code(mv)?, cost))).collect(),
            best,
            line: codes_along(self.puzzle(), start, &moves),
            stored: judged.stored,
        })
    }
}
