//! How a search ended. Each ending is a variant, so that a bounded search can't be printed as a proof.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A bound that cut something off: every schedule within it was covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The number of times that an actor which could go on was stopped.
    Preemptions,
    /// The number of times that the scheduler's default was passed over.
    Delays,
    /// The number of steps.
    Depth,
    /// The number of steps in a row of one actor while another could go.
    Fairness,
    /// The amount of private code in one step.
    Fuel,
    /// The number of time-outs.
    Timeouts,
}

impl fmt::Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Bound::Preemptions => "preemptions",
            Bound::Delays => "delays",
            Bound::Depth => "depth",
            Bound::Fairness => "fairness",
            Bound::Fuel => "private steps",
            Bound::Timeouts => "time-outs",
        })
    }
}

/// Why a search covers less than it was asked to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gap {
    /// The time was over.
    Time,
    /// The number of runs was reached.
    Runs,
    /// The number of states was reached.
    States,
    /// The memory was used up.
    Memory,
    /// Somebody asked for the end.
    Interrupted,
    /// What was wanted of the search was reached before its end.
    Satisfied,
    /// The program learnt of something that it had not shown, and did not make itself ready to be explored again.
    Outdated,
    /// After so many rounds of looking closer the program still learnt of something that it had not shown.
    Rounds(u32),
    /// A possible deadlock was neither found nor excluded, and why.
    Undecided(String),
    /// A run was longer than this, and may have no end.
    LongRun(usize),
    /// The program needs something that the front end lacks.
    Unsupported(String),
    /// A watcher gave a run up, and promised nothing.
    Abandoned,
    /// A finding did not show again when its schedule was replayed: a front end broke its promises, or the kernel did.
    NotReplayed(String),
}

impl Gap {
    /// Whether a limit was reached or somebody asked for the end, so that nothing more can be searched.
    pub fn is_limit(&self) -> bool {
        match self {
            Gap::Time | Gap::Runs | Gap::States | Gap::Memory | Gap::Interrupted | Gap::Satisfied => true,
            Gap::Outdated
            | Gap::Rounds(_)
            | Gap::Undecided(_)
            | Gap::LongRun(_)
            | Gap::Unsupported(_)
            | Gap::Abandoned
            | Gap::NotReplayed(_) => false,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Time => formatter.write_str("the time limit was reached"),
            Gap::Runs => formatter.write_str("the limit of runs was reached"),
            Gap::States => formatter.write_str("the limit of states was reached"),
            Gap::Memory => formatter.write_str("the memory limit was reached"),
            Gap::Satisfied => formatter.write_str("what was wanted was reached before the end"),
            Gap::Interrupted => formatter.write_str("it was interrupted"),
            Gap::Outdated => formatter.write_str("the program has more to show than was explored"),
            Gap::Rounds(rounds) => {
                write!(
                    formatter,
                    "after {rounds} rounds of looking closer the program has more to show than was explored"
                )
            }
            Gap::LongRun(steps) => {
                write!(
                    formatter,
                    "a run of more than {steps} steps, maybe endless (--bound depth=N cuts runs)"
                )
            }
            Gap::Undecided(why) => write!(formatter, "a cycle is not decided: {why}"),
            Gap::Unsupported(what) => write!(formatter, "not supported: {what}"),
            Gap::Abandoned => formatter.write_str("a run was given up by its watcher"),
            Gap::NotReplayed(what) => write!(formatter, "a finding did not replay: {what}"),
        }
    }
}

/// What a search says of its program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every schedule was covered, and none misbehaves. Only the kernel can say so, from what its jobs have covered:
    /// ```compile_fail
    /// let claimed = raddle_explore::verdict::Verdict::Proved;
    /// ```
    #[non_exhaustive]
    Proved,
    /// A schedule misbehaves, and was replayed.
    Found,
    /// Every schedule within these bounds was covered, and none of them misbehaves.
    Bounded(BTreeSet<Bound>),
    /// Some schedules were tried, and none of them misbehaved.
    Sampled,
    /// Something is missing, so nothing is claimed.
    Incomplete(BTreeSet<Gap>),
}

/// What a search has covered. Only a set of jobs that was explored gives one; parts of it can be put together, and what is
/// missing is added as gaps, but nobody can claim more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage(Extent);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Extent {
    /// Every schedule within these bounds.
    Whole(BTreeSet<Bound>),
    /// So many runs.
    Samples(u64),
    /// Jobs were left.
    Nothing,
}

impl Coverage {
    /// What jobs have covered that were explored to their ends.
    pub(crate) fn of_finished_jobs(bounds: BTreeSet<Bound>) -> Coverage {
        Coverage(Extent::Whole(bounds))
    }

    /// What so many runs have covered that some schedules were tried by.
    pub(crate) fn of_samples(runs: u64) -> Coverage {
        Coverage(Extent::Samples(runs))
    }

    /// Nothing that counts.
    pub fn nothing() -> Coverage {
        Coverage(Extent::Nothing)
    }

    /// What two searches have covered, each its own part. That there are no other parts is the promise of whoever divided
    /// the search.
    pub fn and(self, other: Coverage) -> Coverage {
        Coverage(match (self.0, other.0) {
            (Extent::Whole(mut bounds), Extent::Whole(more)) => {
                bounds.extend(more);
                Extent::Whole(bounds)
            }
            (Extent::Samples(runs), Extent::Samples(more)) => Extent::Samples(runs + more),
            (Extent::Samples(runs), Extent::Whole(_)) | (Extent::Whole(_), Extent::Samples(runs)) => {
                Extent::Samples(runs)
            }
            (Extent::Nothing, _) | (_, Extent::Nothing) => Extent::Nothing,
        })
    }

    /// Whether only some schedules were tried.
    pub fn is_sampled(&self) -> bool {
        matches!(self.0, Extent::Samples(_))
    }
}

impl Verdict {
    /// What is said of a program of which so much was covered, in which something was found or not, and where this is
    /// missing.
    pub fn of(coverage: &Coverage, found: bool, gaps: &BTreeSet<Gap>) -> Verdict {
        match &coverage.0 {
            _ if found => Verdict::Found,
            Extent::Samples(1..) if gaps.iter().all(|gap| matches!(gap, Gap::Runs | Gap::Time)) => {
                Verdict::Sampled
            }
            _ if !gaps.is_empty() => Verdict::Incomplete(gaps.clone()),
            Extent::Samples(_) => Verdict::Incomplete([Gap::Runs].into()),
            Extent::Nothing => Verdict::Incomplete([Gap::Interrupted].into()),
            Extent::Whole(bounds) if !bounds.is_empty() => Verdict::Bounded(bounds.clone()),
            Extent::Whole(_) => Verdict::Proved,
        }
    }

    /// Whether every schedule was covered, and none misbehaves.
    pub fn is_proved(&self) -> bool {
        *self == Verdict::Proved
    }

    /// The one word for it in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Found => "found",
            Verdict::Bounded(_) => "bounded",
            Verdict::Sampled => "sampled",
            Verdict::Incomplete(_) => "incomplete",
        }
    }

    /// The process's exit code for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Verdict::Proved => 0,
            Verdict::Found => 1,
            Verdict::Bounded(_) | Verdict::Sampled => 3,
            Verdict::Incomplete(_) => 4,
        }
    }
}
