use std::fmt;

/// Why a file proves nothing, or why this program cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    /// A reason, cut short and without control characters: a part of it may come from the file.
    pub(crate) fn new(why: &str) -> Self {
        let signs = why
            .chars()
            .take(200)
            .map(|sign| if sign.is_control() { char::REPLACEMENT_CHARACTER } else { sign });
        Self(signs.collect())
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
    ($($why:tt)*) => { return Err($crate::refused::Refused::new(&format!($($why)*))) };
}
pub(crate) use refuse;
