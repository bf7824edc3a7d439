//! A growing list that never moves its items: a frontier of a hundred million states would otherwise be copied, and
//! held twice, each time it grows.

/// Items in a piece, at most.
pub const CHUNK: usize = 1 << 15;

/// A list in chunks.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Copy> Chunks<T> {
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(item),
            _ => self.start_chunk(item),
        }
    }

    #[cold]
    fn start_chunk(&mut self, item: T) {
        // The first chunk grows from nothing, so that small searches stay small.
        let mut chunk = if self.chunks.is_empty() { Vec::new() } else { Vec::with_capacity(CHUNK) };
        chunk.push(item);
        self.chunks.push(chunk);
    }

    /// Takes over the items of a slice.
    pub fn extend_from_slice(&mut self, mut items: &[T]) {
        while let [first, rest @ ..] = items {
            self.push(*first);
            let last = self.chunks.last_mut().expect("a chunk was just pushed to");
            let (here, later) = rest.split_at(rest.len().min(CHUNK - last.len()));
            last.extend_from_slice(here);
            items = later;
        }
    }

    /// Takes the last item off.
    pub fn pop(&mut self) -> Option<T> {
        loop {
            match self.chunks.last_mut()?.pop() {
                Some(item) => return Some(item),
                None => self.chunks.pop(),
            };
        }
    }

    /// Takes over another list.
    pub fn append(&mut self, other: Self) {
        self.chunks.extend(other.chunks);
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chunks.iter().all(Vec::is_empty)
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>()
    }

    /// Bytes that were written to, in constant time: the pages of later chunks are untouched beyond their last item.
    #[inline(always)]
    #[must_use]
    pub fn touched(&self) -> usize {
        let items = match &self.chunks[..] {
            [] => 0,
            [only] => only.capacity(),
            [earlier @ .., last] => earlier.len() * CHUNK + last.len(),
        };
        items * size_of::<T>()
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.chunks.iter().flatten().copied()
    }

    /// The pieces of the list, for work in blocks.
    #[must_use]
    pub fn pieces(&self) -> &[Vec<T>] {
        &self.chunks
    }
}

impl<T: Copy> FromIterator<T> for Chunks<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_over_chunks() {
        let mut list: Chunks<usize> = (0..CHUNK + 5).collect();
        list.append((0..3).collect());
        list.push(7);
        list.push(8);
        assert_eq!(list.pop(), Some(8));
        let mut longer: Chunks<usize> = Chunks::default();
        longer.extend_from_slice(&(0..3).collect::<Vec<_>>());
        longer.extend_from_slice(&(3..2 * CHUNK + 1).collect::<Vec<_>>());
        assert!(longer.iter().eq(0..2 * CHUNK + 1) && longer.pieces().len() == 3);
        assert_eq!(list.len(), CHUNK + 9);
        assert!(list.iter().take(CHUNK + 5).eq(0..CHUNK + 5));
        assert!(list.iter().skip(CHUNK + 5).eq([0, 1, 2, 7]));
    }
}
