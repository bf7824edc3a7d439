use std::fmt;

/// Why a file proves nothing, or why this program cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// Refuses the file, with a reason written like the arguments of `format!`.
macro_rules! refuse {
    ($($why:tt)*) => { return Err($crate::refused::Refused::new(format!($($why)*))) };
}
pub(crate) use refuse;
