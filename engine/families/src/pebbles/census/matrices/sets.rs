//! Sets of positions as matrices of bits.

use super::Shape;
use clew_core::memory;
use clew_search::census::checkpoint::{Input, Output};

/// One set of matrices for each place of the hole.
#[derive(Debug)]
pub struct Sets {
    /// The words of each hole.
    pub words: Vec<Vec<u64>>,
    /// Which matrices of each hole have a bit.
    pub filled: Vec<Vec<bool>>,
}

impl Sets {
    /// Room for those of the holes that are used.
    pub fn new(holes: impl Iterator<Item = bool>, words: usize, shares: usize) -> Self {
        let words: Vec<_> = holes.map(|used| vec![0; if used { words } else { 0 }]).collect();
        let filled = vec![vec![false; shares]; words.len()];
        Self { words, filled }
    }

    pub fn has(&self, hole: usize) -> bool {
        !self.words[hole].is_empty()
    }

    pub fn clear(&mut self) {
        let used = |filled: &Vec<bool>| filled.contains(&true);
        for (words, filled) in self.words.iter_mut().zip(&mut self.filled).filter(|(_, filled)| used(filled))
        {
            words.fill(0);
            filled.fill(false);
        }
    }

    fn bytes(&self) -> usize {
        self.words.iter().map(|words| words.len() * size_of::<u64>()).sum()
    }

    /// Writes the sets, each joined with that of `more` where there is one for the hole.
    pub fn save<'a>(
        &self,
        more: impl Fn(usize) -> Option<&'a Sets>,
        output: &mut Output,
        shapes: &[Shape],
    ) -> std::io::Result<()> {
        for hole in (0..self.words.len()).filter(|&hole| self.has(hole)) {
            let more = more(hole);
            let filled =
                |share: usize| [Some(self), more].map(|sets| sets.is_some_and(|s| s.filled[hole][share]));
            output.bytes((0..shapes.len()).map(|share| u8::from(filled(share).contains(&true))))?;
            for (share, shape) in shapes.iter().enumerate() {
                let words = &self.words[hole][shape.first..shape.end()];
                match (filled(share), more) {
                    ([_, true], Some(more)) => {
                        let both =
                            words.iter().zip(&more.words[hole][shape.first..]).map(|(one, two)| one | two);
                        output.numbers(&both.collect::<Vec<_>>())?;
                    }
                    ([true, _], _) => output.numbers(words)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    pub fn load(&mut self, input: &mut Input, shapes: &[Shape]) -> std::io::Result<()> {
        for (words, filled) in
            self.words.iter_mut().zip(&mut self.filled).filter(|(words, _)| !words.is_empty())
        {
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
