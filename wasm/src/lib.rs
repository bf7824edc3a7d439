//! The engine in a web page: the calls of the Python bindings that a game needs, in plain numbers. A file of it has
//! the families that its features name.
//!
//! The page writes a call into the engine's memory and reads the answer there ([`memory`]); both are values in a
//! stream of whole numbers ([`stream`]). There is no wasm-bindgen: see `docs/decisions/0030-the-engine-in-a-page.md`.
// Denied, not forbidden: `memory` passes addresses.
#![deny(unsafe_code)]

pub mod calls;
#[cfg(target_family = "wasm")]
mod memory;
