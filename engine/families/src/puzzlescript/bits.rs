//! Sets of objects and of movements as a few words.

/// Layers in a word of movements: five bits each.
pub const A_WORD: usize = 12;

#[inline(always)]
pub fn has<const N: usize>(all: &[u64; N], some: &[u64; N]) -> bool {
    all.iter().zip(some).fold(0, |lacking, (all, some)| lacking | some & !all) == 0
}

#[inline(always)]
pub fn meets<const N: usize>(one: &[u64; N], other: &[u64; N]) -> bool {
    one.iter().zip(other).fold(0, |common, (one, other)| common | one & other) != 0
}

#[inline(always)]
pub fn add<const N: usize>(to: &mut [u64; N], more: &[u64; N]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to |= more);
}

#[inline(always)]
pub fn take<const N: usize>(from: &mut [u64; N], less: &[u64; N]) {
    from.iter_mut().zip(less).for_each(|(from, less)| *from &= !less);
}

#[inline(always)]
pub fn is_empty<const N: usize>(set: &[u64; N]) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

pub fn set<const N: usize>(to: &mut [u64; N], bit: usize) {
    to[bit / 64] |= 1 << (bit % 64);
}

pub fn holds<const N: usize>(all: &[u64; N], bit: usize) -> bool {
    all[bit / 64] >> (bit % 64) & 1 != 0
}

/// The members of a set, in order.
pub fn members<const N: usize>(set: &[u64; N]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
}

/// The places of the ones of a word, in order.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// Some of the cells of a level.
#[derive(Clone, Default)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    pub fn new(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)])
    }

    #[inline(always)]
    pub fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// All cells of a level with that many.
    pub fn fill(&mut self, cells: usize) {
        self.0.fill(u64::MAX);
        if let Some(last) = self.0.last_mut().filter(|_| !cells.is_multiple_of(64)) {
            *last = (1 << (cells % 64)) - 1;
        }
    }

    /// How many words it has, and each of them: for loops that change what the set belongs to.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub fn word(&self, at: usize) -> u64 {
        self.0[at]
    }

    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
    }
}

/// The five bits of a layer.
#[inline(always)]
pub fn layer<const M: usize>(movements: &[u64; M], layer: usize) -> u64 {
    movements[layer / A_WORD] >> (5 * (layer % A_WORD)) & 31
}

#[inline(always)]
pub fn add_layer<const M: usize>(movements: &mut [u64; M], layer: usize, bits: u64) {
    movements[layer / A_WORD] |= bits << (5 * (layer % A_WORD));
}

#[inline(always)]
pub fn take_layer<const M: usize>(movements: &mut [u64; M], layer: usize, bits: u64) {
    movements[layer / A_WORD] &= !(bits << (5 * (layer % A_WORD)));
}
