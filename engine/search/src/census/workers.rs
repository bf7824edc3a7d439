//! Work in parts on several threads, while the caller's thread checks the limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clew_core::quiet::{is_quiet, set_quiet};
use clew_core::watch::{Limit, Watch, Work};

/// Time between two checks of the limits.
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// The sum of `run` over the tasks, which are taken in order. `run` gets a flag that tells it to give up; its result is
/// then ignored.
pub fn sum<T: Send>(
    tasks: impl IntoIterator<Item = T>,
    threads: usize,
    watch: &mut Watch,
    work: Work,
    run: impl Fn(T, &AtomicBool) -> u64 + Sync,
) -> Result<u64, Limit> {
    let mut tasks: Vec<T> = tasks.into_iter().collect();
    tasks.reverse();
    let (left, threads) = (tasks.len(), threads.clamp(1, tasks.len().max(1)));
    let (tasks, give_up, run) = (Mutex::new(tasks), AtomicBool::new(false), &run);
    let quiet = is_quiet();
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).pop();
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for started in 0..threads {
            let (sender, give_up, next) = (sender.clone(), &give_up, &next);
            let work = move || {
                set_quiet(quiet);
                while !give_up.load(Ordering::Relaxed)
                    && let Some(task) = next()
                    && sender.send(run(task, give_up)).is_ok()
                {}
            };
            // If the system cannot start more threads, those already running do the work.
            let thread = std::thread::Builder::new().spawn_scoped(scope, work);
            if started > 0 && thread.is_err() {
                break;
            }
            thread.expect("the system starts one thread");
        }
        drop(sender);
        let (mut total, mut left) = (0, left);
        while left > 0 {
            match results.recv_timeout(POLL_INTERVAL) {
                Ok(count) => {
                    total += count;
                    left -= 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break, // a thread panicked: the scope says so
            }
            let now = Work { stored: work.stored + total, ..work };
            watch.check(&now).inspect_err(|_| give_up.store(true, Ordering::Relaxed))?;
        }
        Ok(total)
    })
}
