//! A hint to the allocator: freed memory will be needed again soon.
//!
//! The tables of a large search grow all the time, each into a larger block of memory. The C library of most Linux
//! systems gives a large block back to the system as soon as it is freed, and requests the next one:
//!
//! ```text
//!   table  1.0 MB  ->  1.5 MB  ->  2.3 MB          given back: 1.0 and 1.5 MB, page by page
//!                                                  asked for:  2.3 MB, and every page is cleared at first touch
//! ```
//!
//! In a search of 16 million states, 160,000 pages change hands this way, though only 94,000 are held in the end; and
//! each time some are returned, all threads of the process lose cached address translations (a TLB shootdown). That
//! took a tenth of the time on one thread and a sixth on two.
//!
//! That library adapts to its users: once a block was freed, blocks of up to that size (32 MiB at most) are taken
//! from memory that it keeps, and the free memory at its end is returned when it reaches twice that size
//! (`M_MMAP_THRESHOLD` in mallopt(3)). So it is enough to allocate one large block and free it untouched. With other
//! allocators this has no effect and costs nothing.

use std::hint::black_box;
use std::sync::Once;
use std::thread;

/// The most from which glibc learns is 32 MiB, with some bytes of its own in it.
const LARGEST: usize = (32 << 20) - (64 << 10);

/// Bytes beyond which memory is freed by [`free_aside`]: fewer are freed in some milliseconds.
pub const MUCH: usize = 32 << 20;

/// Bytes that a list takes while up to `more` items are added.
///
/// A list that is full moves to a larger block, and both are held while it does. Blocks beyond [`LARGEST`] are not
/// copied: the system moves their pages, and gives new ones as they are written to.
#[must_use]
pub fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let (held, filled) = (list.capacity() * size_of::<T>(), (list.len() + more) * size_of::<T>());
    match (held > LARGEST, filled > held) {
        (true, _) => filled,
        (false, true) => held + filled,
        (false, false) => held,
    }
}

/// Lets the allocator keep freed blocks of up to 32 MiB for later allocations.
pub fn keep_freed() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        // Without that much memory the hint cannot be given, and no harm is done.
        let mut block = Vec::<u8>::new();
        if block.try_reserve_exact(LARGEST).is_ok() {
            black_box(&mut block);
        }
    });
}

/// Frees a large value on a thread of its own.
///
/// The system takes back a gigabyte page by page, a tenth of a second or two of it. A user who has reached a limit, or
/// pressed Ctrl-C, would wait that long for an answer that is already known.
pub fn free_aside<T: Send + 'static>(value: T) {
    // Where no thread can be started, the closure is dropped at once, and the value with it.
    let _ = thread::Builder::new().name("free".to_owned()).spawn(move || drop(value));
}
