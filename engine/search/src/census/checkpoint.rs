//! The checkpoint of a census between two levels, from which it can resume another day.
//!
//! ```text
//!   "clew census 6\n"  puzzle  method  counts by level  what the method keeps  checksum of all but the first line
//! ```
//!
//! Numbers are u64, little-endian. A census resumes only after the checksum has been compared: a bit that has changed on
//! a disk must not become a position.

use std::io::{self, Read, Write};
use std::time::Duration;

use super::method::{Method, Refusal};
use crate::breadth_first::Layer;
use clew_core::checksum::Running;
use clew_core::clock::Instant;
use clew_core::packed::Packed;
use clew_core::watch::Limit;

const MAGIC: &[u8] = b"clew census 6\n";
/// A checkpoint is written once the census has run this many times longer than the last one took to write.
const PATIENCE: u32 = 10;
/// Numbers that are converted to bytes together.
const BATCH: usize = 1 << 13;
const MOST_TEXT: u64 = 1 << 20;

/// Where a checkpoint is stored.
pub trait CheckpointStore: Send {
    /// Opens the checkpoint, if there is one.
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>>;
    /// Replaces the checkpoint. If `write` fails, the old one must stay.
    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
}

/// Writes numbers.
pub struct Output<'a> {
    file: &'a mut dyn Write,
    sum: Running,
}

impl Output<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.file.write_all(bytes)
    }

    fn end(self) -> io::Result<()> {
        self.file.write_all(&self.sum.value().to_le_bytes())
    }

    pub fn numbers(&mut self, numbers: &[u64]) -> io::Result<()> {
        self.put(&(numbers.len() as u64).to_le_bytes())?;
        let mut bytes = Vec::with_capacity(8 * BATCH);
        for batch in numbers.chunks(BATCH) {
            bytes.clear();
            bytes.extend(batch.iter().flat_map(|number| number.to_le_bytes()));
            self.put(&bytes)?;
        }
        Ok(())
    }

    pub fn bytes(&mut self, bytes: impl ExactSizeIterator<Item = u8>) -> io::Result<()> {
        self.put(&(bytes.len() as u64).to_le_bytes())?;
        let mut batch = Vec::with_capacity(8 * BATCH);
        for byte in bytes {
            batch.push(byte);
            if batch.len() == batch.capacity() {
                self.put(&batch)?;
                batch.clear();
            }
        }
        self.put(&batch)
    }

    /// States, each with its level.
    pub fn states<S: Packed>(&mut self, states: impl Iterator<Item = (S, Layer)>) -> io::Result<()> {
        let word = |state: S, lane: u32| {
            u64::from(state.field(64 * lane, 32)) | u64::from(state.field(64 * lane + 32, 32)) << 32
        };
        let mut bytes = Vec::with_capacity(9 * BATCH);
        for (state, level) in states {
            (0..S::BITS / 64).for_each(|lane| bytes.extend(word(state, lane).to_le_bytes()));
            bytes.extend(level.to_le_bytes());
            if bytes.len() >= 8 * BATCH {
                self.put(&bytes)?;
                bytes.clear();
            }
        }
        self.put(&bytes)
    }
}

/// Reads what [`Output`] wrote, for as long as the census may go on.
pub struct Input<'a> {
    file: &'a mut dyn Read,
    sum: Running,
    go_on: GoOn<'a>,
    reached: &'a mut Option<Limit>,
}

/// Whether a census may go on and hold that many bytes.
type GoOn<'a> = &'a mut dyn FnMut(usize) -> Result<(), Limit>;

/// Why a checkpoint was not read.
#[derive(Debug)]
pub enum Unread {
    /// It cannot be used.
    Refused(Refusal),
    /// A limit was reached before all of it was read.
    Stopped(Limit),
}

impl Input<'_> {
    /// Checks that the census may go on and hold that many bytes.
    pub fn look(&mut self, bytes: usize) -> io::Result<()> {
        (self.go_on)(bytes).map_err(|limit| {
            *self.reached = Some(limit);
            io::Error::other("a limit was reached")
        })
    }

    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.look(0)?;
        self.file.read_exact(bytes)?;
        self.sum.add(bytes);
        Ok(())
    }

    /// Compares the checksum, behind which there is nothing more.
    fn end(&mut self) -> io::Result<()> {
        let mut sum = [0; 8];
        self.file.read_exact(&mut sum)?;
        let more = self.file.read(&mut [0])?;
        if more > 0 || u64::from_le_bytes(sum) != self.sum.value() { Err(damaged()) } else { Ok(()) }
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.take(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Reads numbers into a slice of exactly the expected length.
    pub fn fill(&mut self, numbers: &mut [u64]) -> io::Result<()> {
        if self.number()? != numbers.len() as u64 {
            return Err(damaged());
        }
        let mut bytes = vec![0; 8 * BATCH];
        for batch in numbers.chunks_mut(BATCH) {
            let bytes = &mut bytes[..8 * batch.len()];
            self.take(bytes)?;
            for (number, bytes) in batch.iter_mut().zip(bytes.chunks_exact(8)) {
                *number = u64::from_le_bytes(bytes.try_into().expect("chunks of 8"));
            }
        }
        Ok(())
    }

    /// At most `most` numbers.
    pub fn numbers(&mut self, most: u64) -> io::Result<Vec<u64>> {
        let len = self.number()?;
        if len > most {
            return Err(damaged());
        }
        let mut numbers = Vec::new();
        for _ in 0..len {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    pub fn bytes(&mut self, len: usize, mut take: impl FnMut(usize, u8)) -> io::Result<()> {
        if self.number()? != len as u64 {
            return Err(damaged());
        }
        let mut batch = vec![0; 8 * BATCH];
        for first in (0..len).step_by(batch.len()) {
            let batch = &mut batch[..(len - first).min(8 * BATCH)];
            self.take(batch)?;
            batch.iter().enumerate().for_each(|(i, &byte)| take(first + i, byte));
        }
        Ok(())
    }

    /// That many states, each with its level.
    pub fn states<S: Packed>(&mut self, count: usize, mut take: impl FnMut(S, Layer)) -> io::Result<()> {
        let lanes = (S::BITS / 64) as usize;
        let row = 8 * lanes + size_of::<Layer>();
        let mut bytes = vec![0; row * BATCH];
        for first in (0..count).step_by(BATCH) {
            let bytes = &mut bytes[..row * (count - first).min(BATCH)];
            self.take(bytes)?;
            for row in bytes.chunks_exact(row) {
                let (words, level) = row.split_at(8 * lanes);
                let state = words.chunks_exact(4).zip(0..).fold(S::ZERO, |state, (half, place)| {
                    state.with_field(
                        32 * place,
                        32,
                        u32::from_le_bytes(half.try_into().expect("chunks of 4")),
                    )
                });
                take(state, Layer::from_le_bytes(level.try_into().expect("a level")));
            }
        }
        Ok(())
    }

    fn text(&mut self) -> io::Result<String> {
        let len = self.number()?;
        if len > MOST_TEXT {
            return Err(damaged());
        }
        let mut bytes = vec![0; len as usize];
        self.take(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| damaged())
    }
}

pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is damaged, or was made by another version")
}

/// The levels of these counts, of which an empty last one says that the census is complete.
fn levels_of(counts: &[u64]) -> &[u64] {
    counts.strip_suffix(&[0]).unwrap_or(counts)
}

/// Reads and writes the checkpoint of one census, if there is a store.
pub struct Checkpoints<'a> {
    store: Option<&'a mut dyn CheckpointStore>,
    /// The puzzle's text: the checkpoint of another puzzle is refused.
    puzzle: String,
    written: Instant,
    took: Duration,
    /// Levels in the stored checkpoint.
    levels: usize,
    /// Whether there is one, so that a census can be continued.
    has_written: bool,
    /// Why the last checkpoint could not be written.
    pub unsaved: Option<String>,
}

impl<'a> Checkpoints<'a> {
    #[must_use]
    pub fn new(store: Option<&'a mut dyn CheckpointStore>, puzzle: String) -> Self {
        let (written, took) = (Instant::now(), Duration::ZERO);
        Self { store, puzzle, written, took, levels: 0, has_written: false, unsaved: None }
    }

    /// Whether checkpoints are wanted.
    #[must_use]
    pub fn are_kept(&self) -> bool {
        self.store.is_some()
    }

    /// The method of the stored checkpoint, if there is one.
    pub fn method(&mut self) -> Result<Option<Method>, Refusal> {
        let mut found = None;
        let taken = self.open(&mut |_| Ok(()), |method, _, _| {
            found = Some(method);
            Ok(())
        });
        match taken {
            Err(Unread::Refused(words)) => Err(words),
            _ => Ok(found),
        }
    }

    /// The counts of the checkpoint, which may be no more than `total`, after `load` has read the rest; `None` where
    /// there is no checkpoint.
    pub fn resume(
        &mut self,
        method: Method,
        total: u64,
        go_on: GoOn,
        load: impl FnOnce(&[u64], &mut Input) -> io::Result<()>,
    ) -> Result<Option<Vec<u64>>, Unread> {
        let mut found = None;
        self.open(go_on, |recorded, counts, input| {
            if recorded != method {
                let words = format!("it belongs to a census by {}, not {}", recorded.name(), method.name());
                return Err(io::Error::other(words));
            }
            let met = counts.iter().try_fold(0, |met: u64, &count| met.checked_add(count));
            if met.is_none_or(|met| met > total) {
                return Err(damaged());
            }
            load(levels_of(&counts), input)?;
            input.end()?;
            found = Some(counts);
            Ok(())
        })?;
        self.levels = found.as_ref().map_or(0, Vec::len);
        self.has_written = found.is_some();
        Ok(found)
    }

    fn open(
        &mut self,
        go_on: GoOn,
        take: impl FnOnce(Method, Vec<u64>, &mut Input) -> io::Result<()>,
    ) -> Result<(), Unread> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let (puzzle, mut limit) = (&self.puzzle, None);
        let reached = &mut limit;
        let read = || -> io::Result<()> {
            let Some(mut file) = store.open()? else { return Ok(()) };
            let mut magic = [0; MAGIC.len()];
            file.read_exact(&mut magic)?;
            if magic != MAGIC {
                return Err(damaged());
            }
            let mut input = Input { file: &mut *file, sum: Running::default(), go_on, reached };
            let found = input.text()?;
            if found != *puzzle {
                return Err(io::Error::other(format!("it belongs to another puzzle, {found}")));
            }
            let method = Method::named(&input.text()?).ok_or_else(damaged)?;
            let counts = input.numbers(MOST_TEXT)?;
            if counts.first().is_none_or(|&goals| goals == 0) {
                return Err(damaged());
            }
            take(method, counts, &mut input)
        };
        let read = read();
        let error = match (limit, read) {
            (Some(limit), _) => return Err(Unread::Stopped(limit)),
            (None, Ok(())) => return Ok(()),
            (None, Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => damaged(),
            (None, Err(error)) => error,
        };
        Err(Unread::Refused(format!("the checkpoint cannot be used: {error}")))
    }

    /// Writes a checkpoint if one is due or this is the `last` chance, unless nothing has changed: stopping a large
    /// census should not have to wait for that.
    ///
    /// Fails where the first one cannot be written, before much has been counted. Later a disk may be full for a while,
    /// and a census of hours is not thrown away for that: the next level tries again, and `unsaved` says why it failed.
    pub fn keep(
        &mut self,
        last: bool,
        method: Method,
        counts: &[u64],
        save: impl Fn(u32, &mut Output) -> io::Result<()>,
    ) -> Result<(), Refusal> {
        let due = last || self.written.elapsed() >= PATIENCE * self.took;
        let news = counts.len() > self.levels;
        let Some(store) = self.store.as_mut().filter(|_| due && news) else { return Ok(()) };
        let began = Instant::now();
        let depth = levels_of(counts).len() as u32 - 1;
        let puzzle = &self.puzzle;
        let written = store.replace(&mut |file| {
            file.write_all(MAGIC)?;
            let mut output = Output { file, sum: Running::default() };
            output.bytes(puzzle.bytes())?;
            output.bytes(method.name().bytes())?;
            output.numbers(counts)?;
            save(depth, &mut output)?;
            output.end()
        });
        self.unsaved = written.err().map(|error| format!("the checkpoint cannot be written: {error}"));
        match &self.unsaved {
            Some(words) if !last && !self.has_written => return Err(words.clone()),
            Some(_) => {}
            None => {
                (self.took, self.written) = (began.elapsed(), Instant::now());
                (self.levels, self.has_written) = (counts.len(), true);
            }
        }
        Ok(())
    }
}
