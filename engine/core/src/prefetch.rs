//! A hint to the processor: this memory will be read soon.
//!
//! A look-up in a table larger than the caches waits for memory most of its time. If the next look-ups are known, they
//! can be announced early, and the waits overlap:
//!
//! ```text
//!   look-up 1   [ wait........ ] work                      look-up 1   [ wait........ ] work
//!   look-up 2                        [ wait........ ]      look-up 2     [ wait........ ] work
//! ```
//!
//! Unsafe code: the standard library has no safe wrapper for the instruction. It reads nothing, changes nothing and
//! cannot fault, wherever it points; and it only ever points into a slice.
#![allow(unsafe_code)]

/// Whether [`soon`] does anything. Working out what to prefetch takes time, too.
pub const IS_THERE: bool = cfg!(target_arch = "x86_64");

/// Prefetches the item. Does nothing past the end of the slice, or on processors
/// for which stable Rust has no such instruction.
#[inline(always)]
pub fn soon<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; `item` is a live reference, so even the address is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

#[cfg(test)]
mod tests {
    #[test]
    fn anything_may_be_named() {
        let slice = [1u16, 2, 3];
        for index in [0, 2, 3, usize::MAX] {
            super::soon(&slice, index);
        }
        super::soon::<u64>(&[], 0);
        assert_eq!(slice, [1, 2, 3]);
    }
}
