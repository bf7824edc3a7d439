//! The methods to store the levels of a census, by name.

/// A method to store the levels of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Matrices,
    Ranks,
    Hashed,
}

impl Method {
    pub const ALL: [Self; 3] = [Self::Matrices, Self::Ranks, Self::Hashed];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Matrices => "matrices",
            Method::Ranks => "ranks",
            Method::Hashed => "hash",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Why a census did not start, or had to stop, in words for the caller.
pub type Refusal = String;
