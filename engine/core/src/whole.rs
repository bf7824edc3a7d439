//! The whole engine, or the part of it for web pages.

/// Whether this is the whole engine. The part for web pages knows fewer kinds of states and answers fewer questions, so
/// that it is a tenth of the size; what it does not need is not compiled.
pub const WHOLE: bool = cfg!(feature = "whole");

/// Why that part refuses a board.
pub const TOO_LARGE: &str = "the board is too large for the engine in a page";
/// Why that part refuses anything else.
pub const NOT_IN_PAGES: &str = "the engine in a page does not do this";
