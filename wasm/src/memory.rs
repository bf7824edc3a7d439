//! How a call and its answer get from the page to the engine and back.
//!
//! ```text
//!   at = room(words)      the page writes the call there
//!   at = call(at, words)  answers it: the number of words, then the words
//!   free(at)              when the page has read them
//! ```
//!
//! Unsafe code: the page has no other way to name memory than by its address. Every address that it passes comes from
//! `room` or from `call`.
#![allow(unsafe_code)]

use clew_core::clock;

use crate::calls;

#[link(wasm_import_module = "clew")]
unsafe extern "C" {
    /// Milliseconds since some moment in the past.
    safe fn now() -> f64;
}

/// Room for a call of that many words.
#[unsafe(no_mangle)]
pub extern "C" fn room(words: usize) -> *mut i32 {
    Box::into_raw(vec![0; words].into_boxed_slice()).cast()
}

/// Answers the call, whose room is free afterwards.
///
/// # Safety
///
/// `at` and `words` must be those of a [`room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(at: *mut i32, words: usize) -> *mut i32 {
    clock::lend(|| now());
    // SAFETY: `room` made this slice and gave it away.
    let asked = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, words)) };
    let answer = calls::answer(&asked);
    let mut counted = Vec::with_capacity(answer.len() + 1);
    counted.push(answer.len() as i32);
    counted.extend(answer);
    Box::into_raw(counted.into_boxed_slice()).cast()
}

/// Frees an answer.
///
/// # Safety
///
/// `at` must be what [`call`] returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut i32) {
    // SAFETY: `call` made this slice, whose first word says how many follow.
    unsafe {
        let words = *at as usize + 1;
        drop(Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, words)));
    }
}
