//! How the language is to be understood where the seeds and today's ABS differ, and how exact reduction is.

/// What `await` does when its guard holds already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AwaitSemantics {
    /// Goes on, as in the seeds.
    #[default]
    Continues,
    /// Gives the location away all the same.
    Suspends,
}

/// Where random numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RandomSource {
    /// Every number is a choice of the scheduler.
    #[default]
    Explored,
    /// From a seed, the task's name and the number of draws.
    Seeded(u64),
}

/// Which macro steps depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dependence {
    /// All of them: no reduction.
    None,
    /// Those of one location.
    Location,
    /// Those of one location that touch a field in common, one of them writing.
    #[default]
    Fields,
    /// As `Fields`, but two steps that commute in the state at hand don't depend there.
    Exact,
}

/// The options of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What `await` does when its guard holds already.
    pub await_semantics: AwaitSemantics,
    /// Where random numbers come from.
    pub random: RandomSource,
    /// Which macro steps depend on each other.
    pub dependence: Dependence,
    /// Whether pending steps tell what they touch. Strategies that don't reduce can do without, and are faster.
    pub touches: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            await_semantics: AwaitSemantics::default(),
            random: RandomSource::default(),
            dependence: Dependence::default(),
            touches: true,
        }
    }
}
