//! The ideas inside families' own ways, each of which can be left out to see what it is worth. Answers stay the same.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// Pebbles: colours that cover each other's plates need a move more.
    ClosedCycles,
    /// Pebbles: a position that an iteration meets again is left out.
    KnownPositions,
    /// Pebbles: additive pattern databases.
    Patterns,
    /// Pebbles, ricochet: from the goals as well.
    BothEnds,
    /// Blocks: all arrangements of some pieces at once.
    InnerPieces,
    /// Blocks: those pieces are chosen anew as the search goes on.
    ChosenAgain,
    /// Ricochet: a table of exact distances with colours merged.
    MergedTable,
}

impl Idea {
    pub const ALL: [Self; 7] = [
        Self::ClosedCycles,
        Self::KnownPositions,
        Self::Patterns,
        Self::BothEnds,
        Self::InnerPieces,
        Self::ChosenAgain,
        Self::MergedTable,
    ];

    /// Its name in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ClosedCycles => "closed_cycles",
            Self::KnownPositions => "known_positions",
            Self::Patterns => "patterns",
            Self::BothEnds => "both_ends",
            Self::InnerPieces => "inner_pieces",
            Self::ChosenAgain => "chosen_again",
            Self::MergedTable => "merged_table",
        }
    }
}

/// Those that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u32);

impl Default for Ideas {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Ideas {
    #[must_use]
    pub fn without(self, idea: Idea) -> Self {
        Self(self.0 & !(1 << idea as u32))
    }

    #[must_use]
    pub fn has(self, idea: Idea) -> bool {
        self.0 >> (idea as u32) & 1 != 0
    }

    /// All but those of these names; `Err` names one that there is not.
    pub fn without_named(names: &[String]) -> Result<Self, String> {
        names.iter().try_fold(Self::default(), |ideas, name| {
            let idea = Idea::ALL.into_iter().find(|idea| idea.name() == name);
            idea.map(|idea| ideas.without(idea)).ok_or_else(|| {
                let known = Idea::ALL.map(Idea::name).join(", ");
                format!("there is no idea {name:?}; there are {known}")
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_idea_can_be_left_out_by_its_name() {
        for left_out in Idea::ALL {
            let ideas = Ideas::without_named(&[left_out.name().to_owned()]).unwrap();
            assert!(Idea::ALL.into_iter().all(|idea| ideas.has(idea) == (idea != left_out)));
        }
        let unknown = Ideas::without_named(&["luck".to_owned()]).unwrap_err();
        assert!(unknown.contains("\"luck\"") && unknown.contains("merged_table"), "{unknown}");
    }
}
