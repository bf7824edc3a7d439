//! The techniques inside the families' own searches. Each can be turned off to measure what it gains; answers stay the
//! same.

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Pebbles: a position that an iteration meets again is pruned.
    KnownPositions,
    /// Pebbles: additive pattern databases.
    Patterns,
    /// Pebbles, ricochet: from the goals as well.
    BothEnds,
    /// Pebbles: optimal solutions are counted by walks from both ends.
    Walks,
    /// Blocks: all arrangements of some pieces at once.
    InnerPieces,
    /// Blocks: those pieces are chosen again as the search goes on.
    ChosenAgain,
    /// Ricochet: where one tile counts, the slides of those that must stop it.
    Blockers,
}

impl Technique {
    pub const ALL: [Self; 7] = [
        Self::KnownPositions,
        Self::Patterns,
        Self::BothEnds,
        Self::Walks,
        Self::InnerPieces,
        Self::ChosenAgain,
        Self::Blockers,
    ];

    /// Its name in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::KnownPositions => "known_positions",
            Self::Patterns => "patterns",
            Self::BothEnds => "both_ends",
            Self::Walks => "walks",
            Self::InnerPieces => "inner_pieces",
            Self::ChosenAgain => "chosen_again",
            Self::Blockers => "blockers",
        }
    }
}

/// The techniques that are turned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Default for Techniques {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Techniques {
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    #[must_use]
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> (technique as u32) & 1 != 0
    }

    /// All techniques except the named ones; `Err` names one that does not exist.
    pub fn without_named(names: &[String]) -> Result<Self, String> {
        names.iter().try_fold(Self::default(), |techniques, name| {
            let technique = Technique::ALL.into_iter().find(|technique| technique.name() == name);
            technique.map(|technique| techniques.without(technique)).ok_or_else(|| {
                let known = Technique::ALL.map(Technique::name).join(", ");
                format!("there is no technique {name:?}; the techniques are {known}")
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_can_be_left_out_by_its_name() {
        for left_out in Technique::ALL {
            let techniques = Techniques::without_named(&[left_out.name().to_owned()]).unwrap();
            assert!(
                Technique::ALL
                    .into_iter()
                    .all(|technique| techniques.has(technique) == (technique != left_out))
            );
        }
        let unknown = Techniques::without_named(&["luck".to_owned()]).unwrap_err();
        assert!(unknown.contains("\"luck\"") && unknown.contains("blockers"), "{unknown}");
    }
}
