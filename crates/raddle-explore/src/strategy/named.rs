//! The kernel's own strategies by their names, and which of them stands behind a name for the program at hand.

use std::time::Instant;

use crate::guide::Guide;
use crate::program::Program;
use crate::search::{Hooks, Outcome, Settings, once_by};
use crate::strategy::{Covering, Dpor, Exhaustive, Sampling, Unfolded};

/// The name of a strategy of the kernel's own. Others are given to a search as they are
/// ([`crate::search::search_by`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// Every interleaving, as a tree; with merging of states, as a graph.
    Exhaustive,
    /// One run per Mazurkiewicz trace.
    Dpor,
    /// One run per event of the unfolding that no run has shown.
    Unfolding,
    /// Any enabled actor, each with the same chance.
    Random,
    /// Random priorities that change at `depth - 1` steps.
    Pct {
        /// The number of ordering constraints of the bugs that are looked for.
        depth: u32,
    },
    /// Random priorities of operations.
    Pos,
    /// Uniform over the orders of the operations on one place.
    Surw,
}

impl Named {
    /// The strategy that samples behind this name, if it does.
    fn sampling(self) -> Option<Sampling> {
        match self {
            Named::Exhaustive | Named::Dpor | Named::Unfolding => None,
            Named::Random => Some(Sampling::Random),
            Named::Pct { depth } => Some(Sampling::Pct { depth }),
            Named::Pos => Some(Sampling::Pos),
            Named::Surw => Some(Sampling::Surw),
        }
    }

    /// Whether it tries some schedules only.
    pub fn samples(self) -> bool {
        self.sampling().is_some()
    }

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Named::Exhaustive => "exhaustive",
            Named::Dpor => "dpor",
            Named::Unfolding => "unfolding",
            Named::Random => "random",
            Named::Pct { .. } => "pct",
            Named::Pos => "pos",
            Named::Surw => "surw",
        }
    }

    /// Searches once by the strategy of this name that fits the program, the guide and the settings.
    pub(crate) fn search<P: Program, G: Guide<P::Run>>(
        self,
        program: &P,
        guide: &G,
        settings: &Settings,
        hooks: &Hooks<'_>,
        started: Instant,
    ) -> Outcome {
        // What is cut hides the events that the optimal strategy needs to see, and so do touches that change.
        let cuts = settings.bounds.any() || settings.early_deadlock || G::ACTIVE;
        if let Some(sampling) = self.sampling() {
            return once_by(program, guide, &sampling, settings, hooks, started);
        }
        let abilities = program.abilities();
        match self {
            Named::Exhaustive => {
                let sparse =
                    settings.merge_states && settings.leave_out_states && !cuts && abilities.foretells;
                once_by(program, guide, &Exhaustive { sparse }, settings, hooks, started)
            }
            Named::Unfolding => once_by(program, guide, &Unfolded, settings, hooks, started),
            _ if cuts || abilities.touches_depend_on_state => {
                once_by(program, guide, &Covering, settings, hooks, started)
            }
            _ => once_by(program, guide, &Dpor, settings, hooks, started),
        }
    }
}
