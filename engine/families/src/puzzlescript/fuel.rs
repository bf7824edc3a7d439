//! How much work one position may cost: rules are their author's program, which need not end.

/// How often a group of rules, or a loop of groups, is run at most in one go, as in the published player: if something
/// still changes then, the turn goes on with what comes after.
pub const ROUNDS: usize = 200;
/// What the rules may do in all moves of one position, in units of a nanosecond or two. This many take some tenths of a
/// second at most whatever the rules do, and are more than twice what the most expensive position of 235 recorded games
/// takes.
const WORK: u64 = 7 << 25;
/// A test of a word of 64 cells.
pub const LOOK: u64 = 64;
/// Trying a rule costs this much, even if it can match nowhere.
pub const RULE: u64 = 8;
/// A word of a set of rules that a change may wake.
pub const WOKEN: u64 = 2;
/// Each place found, and each combination of places, costs this much in addition.
pub const PLACE: u64 = 64;

/// What has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A group of rules goes on changing something.
    Group,
    /// A loop of groups does.
    Loop,
    /// `again` follows `again`.
    Again,
    /// Everything together takes too long.
    Work,
}

/// What never ends, and the line of the rule that is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless {
    pub why: Why,
    pub line: u32,
}

impl Endless {
    /// The message for the author.
    #[must_use]
    pub fn words(self) -> String {
        let line = self.line;
        match self.why {
            Why::Group => format!(
                "line {line}: the rules of this group still change something after {} rounds of one turn; they \
                 are stopped there, as in the published player",
                ROUNDS
            ),
            Why::Loop => format!(
                "line {line}: the loop that begins here still changes something after {} rounds of one turn; it \
                 is stopped there, as in the published player",
                ROUNDS
            ),
            Why::Again => format!(
                "line {line}: this rule asks for `again` without end; a turn that never ends is no move"
            ),
            Why::Work => format!(
                "line {line}: with this rule, the moves of one position take more than {WORK} units of work; \
                 make the level smaller, or let the rule match in fewer places"
            ),
        }
    }
}

/// What is left of the work.
#[derive(Clone, Debug)]
pub struct Fuel(u64);

impl Default for Fuel {
    fn default() -> Self {
        Self(WORK)
    }
}

impl Fuel {
    /// Whether so little was used that whoever did the work holds little memory.
    pub fn is_plenty(&self) -> bool {
        self.0 > WORK / 16 * 15
    }

    /// `Err` if it is used up.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Result<(), ()> {
        self.0 = self.0.saturating_sub(work);
        if self.0 == 0 { Err(()) } else { Ok(()) }
    }
}
