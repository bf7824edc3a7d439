//! The bytes of a proof: a line that says what it is, a header, and a compressed body.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::refused::{Refused, refuse};

const MAGIC: &[u8] = b"clew proof 1\n";
const MOST_HEADER: usize = 4 << 20;

/// Splits a file into its header, as text, and its body.
pub fn split(file: &[u8]) -> Result<(&[u8], Body<'_>), Refused> {
    let Some(rest) = file.strip_prefix(MAGIC) else {
        refuse!("this is no proof of version 1: it does not begin with `clew proof 1`")
    };
    let Some((size, rest)) = rest.split_first_chunk::<4>() else { refuse!("the file ends too early") };
    let size = u32::from_be_bytes(*size) as usize;
    if size > MOST_HEADER {
        refuse!("the header is too long");
    }
    let Some((header, body)) = rest.split_at_checked(size) else { refuse!("the file ends too early") };
    Ok((header, Body { state: InflateState::new_boxed(DataFormat::Zlib), packed: body, ended: false }))
}

/// A compressed body, unpacked only as far as it is asked for.
pub struct Body<'a> {
    state: Box<InflateState>,
    packed: &'a [u8],
    ended: bool,
}

impl Body<'_> {
    /// Fills `to` with the next bytes.
    pub fn read(&mut self, to: &mut [u8]) -> Result<(), Refused> {
        if self.some(to)? < to.len() {
            refuse!("the file ends too early");
        }
        Ok(())
    }

    /// Refuses the file unless all of the body was read, and nothing follows it.
    pub fn end(mut self) -> Result<(), Refused> {
        if self.some(&mut [0])? > 0 || !self.packed.is_empty() {
            refuse!("something follows the end of the list");
        }
        if !self.ended {
            refuse!("the file ends too early");
        }
        Ok(())
    }

    /// Fills `to` as far as there are bytes, and says how far that is.
    fn some(&mut self, to: &mut [u8]) -> Result<usize, Refused> {
        let mut filled = 0;
        while filled < to.len() && !self.ended {
            let step = inflate(&mut self.state, self.packed, &mut to[filled..], MZFlush::None);
            self.packed = &self.packed[step.bytes_consumed..];
            filled += step.bytes_written;
            match step.status {
                Ok(MZStatus::StreamEnd) => self.ended = true,
                Ok(_) if step.bytes_consumed + step.bytes_written > 0 => {}
                Ok(_) | Err(MZError::Buf) => break,
                Err(_) => refuse!("the body is damaged"),
            }
        }
        Ok(filled)
    }
}
