//! Sets of positions as matrices of bits.

use super::Shape;
use crate::memory;
use crate::search::census::checkpoint::{Input, Output};

/// One set of matrices for each place of the hole.
#[derive(Debug)]
pub struct Sets {
    /// The words of each hole.
    pub words: Vec<Vec<u64>>,
    /// Which matrices of each hole have a bit.
    pub filled: Vec<Vec<bool>>,
}

impl Sets {
    pub fn new(holes: usize, words: usize, shares: usize) -> Self {
        let words = (0..holes).map(|_| vec![0; words]).collect();
        Self { words, filled: vec![vec![false; shares]; holes] }
    }

    fn bytes(&self) -> usize {
        self.words.iter().map(|words| words.len() * size_of::<u64>()).sum()
    }

    pub fn save(&self, output: &mut Output, shapes: &[Shape]) -> std::io::Result<()> {
        for (words, filled) in self.words.iter().zip(&self.filled) {
            output.bytes(filled.iter().map(|&some| u8::from(some)))?;
            for (shape, _) in shapes.iter().zip(filled).filter(|(_, some)| **some) {
                output.numbers(&words[shape.first..shape.end()])?;
            }
        }
        Ok(())
    }

    pub fn load(&mut self, input: &mut Input, shapes: &[Shape]) -> std::io::Result<()> {
        for (words, filled) in self.words.iter_mut().zip(&mut self.filled) {
            input.bytes(shapes.len(), |share, some| filled[share] = some != 0)?;
            for (shape, &some) in shapes.iter().zip(&*filled) {
                let words = &mut words[shape.first..shape.end()];
                if some { input.fill(words)? } else { words.fill(0) }
            }
        }
        Ok(())
    }
}

impl Drop for Sets {
    fn drop(&mut self) {
        if self.bytes() > memory::MUCH {
            memory::free_aside(std::mem::take(&mut self.words));
        }
    }
}
