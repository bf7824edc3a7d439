use std::fmt;

/// What a proof says of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// No solution costs less than this.
    AtLeast(u32),
    /// No solution costs less than this, and the file holds one that costs as much.
    Fewest(u32),
    /// There is no solution.
    Unsolvable,
}

impl fmt::Display for Claimed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(to, "no solution costs less than {least}"),
            Self::Fewest(fewest) => write!(to, "the fewest moves are {fewest}"),
            Self::Unsolvable => to.write_str("no solution"),
        }
    }
}
