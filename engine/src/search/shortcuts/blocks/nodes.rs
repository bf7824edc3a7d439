//! The states of one search, in the order in which they were met, and the table that finds them.
//!
//! **The table** holds no states, only their numbers: four bytes a slot, at most a quarter of them taken, so
//! that it stays in the near caches and almost every look-up ends at the first slot.

const FIRST_SLOTS: usize = 1 << 11;

/// A state with what the search keeps beside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub state: u64,
    /// Cells of the pieces in rows.
    pub lying: u64,
    /// Cells of the pieces in columns.
    pub standing: u64,
    /// Cells of the pieces that need not be moved.
    pub asleep: u64,
}

/// All states met, numbered in the order in which they were, and a table that finds them.
pub(super) struct Nodes {
    /// The nodes met are the first `len`; those beyond are room.
    pub nodes: Vec<Node>,
    pub parents: Vec<u32>,
    pub len: usize,
    /// 0, or the number of a node plus 1.
    slots: Vec<u32>,
    /// How many nodes there may be before more room is needed.
    room: usize,
}

/// Both halves of the product with 2^64 over the golden ratio, so that every bit of the state counts.
#[inline(always)]
fn hash(state: u64) -> usize {
    let product = u128::from(state) * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64) as usize
}

impl Nodes {
    pub const EMPTY: Self =
        Self { nodes: Vec::new(), parents: Vec::new(), len: 0, slots: Vec::new(), room: 0 };

    /// Begins a search.
    pub fn begin(&mut self, origin: Node) {
        self.len = 0;
        self.make_room(FIRST_SLOTS);
        self.nodes[0] = origin;
        self.slots[hash(origin.state) & (FIRST_SLOTS - 1)] = 1;
        self.len = 1;
    }

    /// Makes room for so many more nodes.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize) {
        while self.len + more > self.room {
            self.make_room(4 * self.slots.len());
        }
    }

    /// Stores a node if it is new; of one that is known, those sleep on that sleep in both. Room must have
    /// been reserved.
    ///
    /// Whether a node is new cannot be foreseen, so that a branch on it would often go wrong: the same is
    /// done for both. The node is written to the end of the list, and the end moves on if it is new.
    #[inline(always)]
    pub fn insert(&mut self, node: Node, parent: u32) {
        let (nodes, slots) = (&mut self.nodes[..], &mut self.slots[..]);
        let mask = slots.len() - 1;
        nodes[self.len] = node;
        self.parents[self.len] = parent;
        let mut slot = hash(node.state) & mask;
        let number = loop {
            let found = slots[slot] as usize;
            let number = if found == 0 { self.len } else { found - 1 };
            if nodes[number].state == node.state {
                break number;
            }
            slot = (slot + 1) & mask;
        };
        nodes[number].asleep &= node.asleep;
        slots[slot] = number as u32 + 1;
        self.len += usize::from(number == self.len);
    }

    /// Makes the table as large as that, and the lists of nodes as long as it may be filled.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, slots: usize) {
        self.room = slots / 4;
        // One more than there may be: the next node is written before it is known to be new.
        if self.nodes.len() <= self.room {
            self.nodes.resize(self.room + 1, Node::default());
            self.parents.resize(self.room + 1, 0);
        }
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, node) in (1..).zip(&self.nodes[..self.len]) {
            let mut slot = hash(node.state) & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number;
        }
    }

    pub fn bytes(&self) -> u64 {
        let node = size_of::<Node>() + size_of::<u32>();
        (self.nodes.len() * node + self.slots.len() * size_of::<u32>()) as u64
    }
}
