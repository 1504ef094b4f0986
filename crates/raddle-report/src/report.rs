//! The report of one check, as data. Whatever is shown of it, to whomever, is made from this value alone.
//!
//! Its form as JSON is described in `docs/json.md`: keys may be added, never changed or taken away without a new version.
//! What is claimed comes from the kernel's verdict only ([`Answer`] has no other maker), so that nothing less can be
//! reported as a proof.

use std::collections::BTreeMap;
use std::time::Duration;

use raddle_explore::context::{Failure, Thrown};
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::names::ActorId;
use raddle_explore::operation::Access;
use raddle_explore::program::{Choice, Program};
use raddle_explore::races::RacingAccess;
use raddle_explore::schedule::to_text;
use raddle_explore::search::{Outcome, Settings, Stats};
use raddle_explore::source::{SourcePlace, StackLine};
use raddle_explore::verdict::{Gap, Verdict};
use raddle_explore::words::{PlaceName, Words};
use serde::{Serialize, Serializer};

use crate::allow::Allowed;
use crate::made::Made;
use crate::story::{Step, Story, Told};

/// The version of the report's shape.
pub const VERSION: u32 = 1;

/// What is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Every schedule is covered, and none misbehaves.
    Proved,
    /// A schedule misbehaves.
    Found,
    /// Every schedule within bounds is covered.
    Bounded,
    /// Some schedules were tried.
    Sampled,
    /// Nothing is claimed.
    Incomplete,
    /// The command came to no result.
    Error,
}

impl Answer {
    /// The one word for it.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::Found => "found",
            Answer::Bounded => "bounded",
            Answer::Sampled => "sampled",
            Answer::Incomplete => "incomplete",
            Answer::Error => "error",
        }
    }
}

impl From<&Verdict> for Answer {
    fn from(verdict: &Verdict) -> Answer {
        match verdict {
            Verdict::Proved { .. } => Answer::Proved,
            Verdict::Found => Answer::Found,
            Verdict::Bounded(_) => Answer::Bounded,
            Verdict::Sampled => Answer::Sampled,
            Verdict::Incomplete(_) => Answer::Incomplete,
        }
    }
}

/// One side of a data race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Who.
    pub actor: String,
    /// Whether it reads or writes.
    pub access: Access,
    /// Where.
    pub location: SourcePlace,
}

/// What a finding is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Matter {
    /// These wait for each other, each for the next, the last for the first.
    Deadlock {
        /// In this order.
        actors: Vec<String>,
    },
    /// These wait for what nobody can give.
    Stuck {
        /// All of them.
        actors: Vec<String>,
    },
    /// These go round for ever.
    Livelock {
        /// All of them.
        actors: Vec<String>,
    },
    /// Two accesses that nothing orders.
    Race {
        /// The variable.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<PlaceName>,
        /// Both.
        accesses: [Side; 2],
    },
    /// An assertion does not hold.
    Assertion(Raised),
    /// An exception that nobody caught.
    Exception(Raised),
    /// The message says all that there is.
    Other {},
}

/// What was thrown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Raised {
    /// By whom.
    pub actors: [String; 1],
    /// What, in words.
    pub thrown: String,
    /// Where, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<SourcePlace>,
}

impl Raised {
    fn new(actor: String, thrown: &Thrown) -> Raised {
        // A call says where it is by itself; a line belongs to what is said.
        let is_call = thrown.at.as_ref().is_some_and(|at| !at.function.is_empty());
        let words = if is_call { thrown.what.clone() } else { thrown.to_string() };
        Raised { actors: [actor], thrown: words, location: thrown.at.clone() }
    }
}

/// A finding, and the run that shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Found {
    /// The kind, in one word.
    pub kind: String,
    /// One sentence.
    pub message: String,
    /// What it is about.
    #[serde(flatten)]
    pub matter: Matter,
    /// The choices that lead to it.
    pub schedule: String,
    /// The run.
    #[serde(flatten)]
    pub story: Story,
    /// The way to it in the words of the program's language, where those say more.
    #[serde(skip)]
    pub way: Option<String>,
}

fn matter<P: Program>(program: &P, kind: &FindingKind, words: &Words) -> Matter {
    let name = |actor: ActorId| words.actor(actor, program.names());
    let names = |actors: &[ActorId]| actors.iter().map(|&actor| name(actor)).collect();
    match kind {
        FindingKind::Deadlock(actors) => Matter::Deadlock { actors: names(actors) },
        FindingKind::Stuck(actors) => Matter::Stuck { actors: names(actors) },
        FindingKind::Livelock(actors) => Matter::Livelock { actors: names(actors) },
        FindingKind::Race(race) => {
            let side = |side: &RacingAccess| Side {
                actor: name(side.actor),
                access: side.access,
                location: program.describe_source(side.source),
            };
            let accesses = race.sides(program.names()).map(side);
            Matter::Race { place: words.place(race.place).cloned(), accesses }
        }
        FindingKind::Failure(actor, Failure::Assertion(thrown)) => {
            Matter::Assertion(Raised::new(name(*actor), thrown))
        }
        FindingKind::Failure(actor, Failure::Exception(thrown)) => {
            Matter::Exception(Raised::new(name(*actor), thrown))
        }
        FindingKind::Failure(_, Failure::ExitCode(_) | Failure::Other(..)) => Matter::Other {},
    }
}

impl Found {
    /// A finding with its run.
    pub fn new<P: Program>(program: &P, finding: &Finding, told: Told) -> Found {
        let Told { story, words } = told;
        Found {
            kind: finding.kind.word().to_owned(),
            message: finding.kind.describe(program, &words),
            matter: matter(program, &finding.kind, &words),
            schedule: to_text(program.names(), &finding.schedule),
            story,
            way: None,
        }
    }

    /// A run that shows nothing.
    pub fn nothing<P: Program>(program: &P, schedule: &[Choice], told: Told) -> Found {
        let schedule = to_text(program.names(), schedule);
        Found { schedule, story: told.story, ..Found::bare("", "") }
    }

    /// A finding of whose run nothing is known.
    pub fn bare(kind: &str, message: &str) -> Found {
        Found {
            kind: kind.to_owned(),
            message: message.to_owned(),
            matter: Matter::Other {},
            schedule: String::new(),
            story: Story::default(),
            way: None,
        }
    }

    /// Where in the program's source it is best shown: where it failed, an access that nothing orders, where somebody waits
    /// who takes part. Code of the library only where there is no other.
    pub fn blamed(&self) -> Option<&SourcePlace> {
        let waits = self.story.waits.iter().filter(|wait| wait.culprit).map(|wait| &wait.operation.location);
        let steps = self.story.steps.iter().rev();
        let culprits = steps.clone().filter(|step| step.culprit).map(|step| &step.operation.location);
        let thrown = match &self.matter {
            Matter::Assertion(raised) | Matter::Exception(raised) => raised.location.as_ref(),
            _ => None,
        };
        let sides: &[Side] = match &self.matter {
            Matter::Race { accesses, .. } => accesses,
            _ => &[],
        };
        let stacks = self.story.steps.iter().filter(|step| step.culprit).flat_map(|step| &step.stack);
        let calls = stacks.filter_map(|line| match line {
            StackLine::Call(place) => Some(place),
            StackLine::Cause(_) => None,
        });
        let all = thrown.into_iter().chain(calls).chain(sides.iter().map(|side| &side.location));
        let all = all.chain(waits).chain(culprits).chain(steps.map(|step| &step.operation.location));
        let known: Vec<&SourcePlace> = all.filter(|place| !place.file.is_empty()).collect();
        known.iter().find(|place| !place.is_of_library()).or(known.first()).copied()
    }

    /// What it is called from one check to the next, whatever the schedule: kind, program, and where in the
    /// source, or what is said of it where that is not known.
    pub fn identity(&self, program: &str) -> String {
        let place = match &self.matter {
            Matter::Race { place: Some(place), .. } if !place.declared.is_empty() => place.declared.clone(),
            _ => self.blamed().map_or_else(|| self.message.clone(), ToString::to_string),
        };
        format!("{}:{program}:{place}", self.kind)
    }

    /// Whether actors wait in it.
    pub fn is_standstill(&self) -> bool {
        matches!(self.matter, Matter::Deadlock { .. } | Matter::Stuck { .. })
    }
}

/// What goes wrong if waits give up while others could go on. It is no finding, since a proof says that it relies on that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning(pub Found);

impl Warning {
    /// The first step in which a wait gave up while others could go on.
    pub fn first_early(&self) -> Option<&Step> {
        self.0.story.steps.iter().find(|step| !step.overtaken.is_empty())
    }

    /// Who gives up too early, and who could have gone on.
    pub fn sentence(&self) -> Option<String> {
        let step = self.first_early()?;
        let at = match step.operation.source.as_str() {
            "" => String::new(),
            source => format!(" at {source}"),
        };
        let others = match step.overtaken.as_slice() {
            [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
            names => names.join(", "),
        };
        Some(format!(
            "In step {} the wait of {}{at} gives up, while {others} could go on.",
            step.step, step.operation.actor
        ))
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Keys<'w> {
            kind: &'static str,
            breaks: &'w str,
            message: String,
            overtaken: &'w [String],
            schedule: &'w str,
            #[serde(flatten)]
            story: &'w Story,
        }
        let Found { kind, message, schedule, story, .. } = &self.0;
        let sentence = self.sentence().map_or(String::new(), |sentence| format!(". {sentence}"));
        Keys {
            kind: "timeout",
            breaks: kind,
            message: format!("{message}{sentence}"),
            overtaken: self.first_early().map_or(&[], |step| &step.overtaken),
            schedule,
            story,
        }
        .serialize(serializer)
    }
}

/// What was counted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Runs that came to an end.
    pub runs: u64,
    /// Runs that were given up because all they could show is covered elsewhere.
    pub blocked_runs: u64,
    /// Nodes of the search.
    pub states: u64,
    /// Points where an alternative remained.
    pub choice_points: u64,
    /// Steps.
    pub steps: u64,
    /// Instructions, of Java programs.
    #[serde(skip_serializing_if = "is_zero")]
    pub bytecodes: u64,
    /// Runs that ended with actors that wait for ever.
    pub deadlocks: u64,
    /// Nodes at which a guide ended the run.
    pub pruned: u64,
    /// The steps of the longest run.
    pub longest: u64,
    /// How often the search was begun.
    pub rounds: u32,
    /// The time it took.
    pub seconds: f64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Counts {
    fn new(stats: &Stats, rounds: u32, elapsed: Duration) -> Counts {
        Counts {
            runs: stats.runs,
            blocked_runs: stats.blocked_runs,
            states: stats.states,
            choice_points: stats.choice_points,
            steps: stats.steps,
            bytecodes: stats.instructions,
            deadlocks: stats.deadlocks,
            pruned: stats.pruned,
            longest: stats.longest,
            rounds,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// How much of the search was done; nothing where that is not known.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Explored {
    /// The part of it.
    pub fraction: Option<f64>,
    /// Its standard error.
    pub stderr: Option<f64>,
    /// No rule of thumb is told any more.
    pub heuristic: bool,
}

/// How much a suite of test cases covers: how many, and of how many.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Covered {
    /// Test cases in the suite.
    pub cases: usize,
    /// Statements that a case begins.
    pub statements: (usize, usize),
    /// Branches that a case takes.
    pub branches: (usize, usize),
}

/// A constraint of a cycle, and how many states it pruned.
#[derive(Clone, Debug, Serialize)]
pub struct Constraint {
    /// In words.
    pub constraint: String,
    /// So many.
    pub pruned: u64,
}

/// What came of one cycle of a static deadlock analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Cycle {
    /// Its number, from 1; nothing for all that are not listed.
    pub cycle: Option<usize>,
    /// The cycle in a line.
    pub line: Option<String>,
    /// What came of it, in words.
    pub outcome: String,
    /// Whether a deadlock of it was found.
    #[serde(skip)]
    pub is_deadlock: bool,
    /// Whether it was searched at all.
    #[serde(skip)]
    pub is_searched: bool,
    /// States of its search.
    pub states: u64,
    /// States that were pruned.
    pub pruned: u64,
    /// States in which nobody who can move could help to meet its constraints.
    #[serde(skip)]
    pub helpless: u64,
    /// The time its search took.
    pub seconds: f64,
    /// Its constraints.
    pub constraints: Vec<Constraint>,
}

/// What came of the cycles of a static deadlock analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Cycles {
    /// Whether there are more than were listed.
    pub more: bool,
    /// Each one.
    pub list: Vec<Cycle>,
    /// How many there are, those with a deadlock, and those that can't come true.
    #[serde(skip)]
    pub decided: (usize, usize, usize),
    /// The states of all searches.
    #[serde(skip)]
    pub states: u64,
}

/// How the command came to its report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Course {
    /// Its search came to an end.
    #[default]
    Searched,
    /// The program could not be explored, or not be found; with diagnostics for people.
    Refused(String),
    /// It was cut before it could say what it knew.
    Cut,
}

/// What was asked of the check.
pub struct Asked<'a> {
    /// The program as the user named it.
    pub program: &'a str,
    /// The strategy as the user named it.
    pub strategy: &'a str,
    /// The search whose answer it is.
    pub answered_by: &'a str,
    /// What was asked of that.
    pub settings: &'a Settings,
    /// Whether nothing but deadlocks was looked for.
    pub only_deadlocks: bool,
}

/// The report of one check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of its shape.
    pub version: u32,
    /// The program as the user named it, or the test.
    pub program: String,
    /// The strategy as the user named it.
    pub strategy: String,
    /// The search whose answer it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answered_by: String,
    /// What is claimed.
    pub verdict: Answer,
    /// Why that is less than a proof; of findings, why there may be more.
    pub reasons: Vec<String>,
    /// What a proof relies on beyond the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// What was looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_for: Vec<String>,
    /// What is wrong.
    pub findings: Vec<Found>,
    /// What is wrong as well, but may be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Allowed>,
    /// What goes wrong if waits give up early.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The verdict of the search for these, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early_timeouts: Option<Answer>,
    /// What was counted.
    pub stats: Counts,
    /// How much was done.
    pub explored: Explored,
    /// What a suite of test cases covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Covered>,
    /// What came of the cycles of a static analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadlock_cycles: Option<Cycles>,
    /// How it was made.
    pub made: Made,
    /// Whether nothing but deadlocks was looked for.
    #[serde(skip)]
    pub only_deadlocks: bool,
    /// Whether the search ended at the first finding.
    #[serde(skip)]
    pub stopped_at_first: bool,
    /// Whether all that was asked for is there, though the search did not come to its end.
    #[serde(skip)]
    pub is_satisfied: bool,
    /// Whether the user takes the answer for a success.
    #[serde(skip)]
    pub is_accepted: bool,
    /// Where the files of its sources are, by what [`Report::path_of`] would call them.
    #[serde(skip)]
    pub paths: BTreeMap<String, String>,
    /// What actors are, in a word.
    #[serde(skip)]
    pub actor_word: &'static str,
    /// Where the first finding's schedule was written.
    #[serde(skip)]
    pub saved: Option<String>,
    /// A table that was asked for.
    #[serde(skip)]
    pub table: Option<String>,
    /// How the command came to it.
    #[serde(skip)]
    pub course: Course,
}

/// Why a verdict is less than a proof: the bounds that cut something off, or what is missing. Where something was found,
/// why there may be more.
fn reasons(outcome: &Outcome) -> Vec<String> {
    match &outcome.verdict {
        Verdict::Proved { .. } | Verdict::Sampled => Vec::new(),
        Verdict::Bounded(bounds) => bounds.iter().map(ToString::to_string).collect(),
        Verdict::Found => outcome.gaps.iter().map(ToString::to_string).collect(),
        Verdict::Incomplete(gaps) => gaps.iter().map(ToString::to_string).collect(),
    }
}

/// The properties that a search looks for.
fn looked_for(actors: &str, settings: &Settings, only_deadlocks: bool) -> Vec<String> {
    if only_deadlocks {
        return vec!["deadlocks".to_owned()];
    }
    let mut list: Vec<String> =
        ["deadlocks", &format!("stuck {actors}s"), "failed assertions", "uncaught exceptions"]
            .map(str::to_owned)
            .to_vec();
    list.extend(settings.looks.races.then(|| "data races".to_owned()));
    list.extend(settings.looks.livelocks.then(|| "livelocks".to_owned()));
    list
}

impl Report {
    /// What came of a search.
    pub fn new<P: Program>(
        program: &P,
        asked: &Asked<'_>,
        outcome: &Outcome,
        findings: Vec<Found>,
    ) -> Report {
        let explored = outcome.explored;
        Report {
            answered_by: asked.answered_by.to_owned(),
            reasons: reasons(outcome),
            assumptions: program.assumptions(),
            looked_for: looked_for(program.actor_word(), asked.settings, asked.only_deadlocks),
            findings,
            stats: Counts::new(&outcome.stats, outcome.rounds, outcome.elapsed),
            explored: Explored {
                fraction: explored.map(|explored| explored.fraction),
                stderr: explored.map(|explored| explored.stderr),
                heuristic: false,
            },
            only_deadlocks: asked.only_deadlocks,
            stopped_at_first: asked.settings.stop_at_first,
            is_satisfied: matches!(
                &outcome.verdict,
                Verdict::Incomplete(gaps) if gaps.iter().all(|gap| *gap == Gap::Satisfied)
            ),
            actor_word: program.actor_word(),
            ..Report::empty(asked.program, asked.strategy, Answer::from(&outcome.verdict))
        }
    }

    fn empty(program: &str, strategy: &str, verdict: Answer) -> Report {
        Report {
            version: VERSION,
            program: program.to_owned(),
            strategy: strategy.to_owned(),
            answered_by: String::new(),
            verdict,
            reasons: Vec::new(),
            assumptions: Vec::new(),
            looked_for: Vec::new(),
            findings: Vec::new(),
            allowed: Vec::new(),
            warnings: Vec::new(),
            early_timeouts: None,
            stats: Counts::default(),
            explored: Explored::default(),
            coverage: None,
            deadlock_cycles: None,
            made: Made::default(),
            only_deadlocks: false,
            stopped_at_first: false,
            is_satisfied: false,
            is_accepted: false,
            paths: BTreeMap::new(),
            actor_word: "thread",
            saved: None,
            table: None,
            course: Course::Searched,
        }
    }

    /// A command that came to no result: because of something that is not supported, or of a mistake.
    pub fn refused(
        program: &str,
        strategy: &str,
        reason: &str,
        is_unsupported: bool,
        diagnostics: &str,
    ) -> Report {
        let verdict = if is_unsupported { Answer::Incomplete } else { Answer::Error };
        Report {
            reasons: vec![reason.to_owned()],
            course: Course::Refused(diagnostics.to_owned()),
            ..Report::empty(program, strategy, verdict)
        }
    }

    /// What is known of a check that was cut before it could say so itself: what was found, or nothing.
    pub fn cut(
        program: &str,
        strategy: &str,
        found: Option<Found>,
        reason: &str,
        elapsed: Duration,
    ) -> Report {
        let verdict = if found.is_some() { Answer::Found } else { Answer::Incomplete };
        Report {
            reasons: vec![reason.to_owned()],
            findings: found.into_iter().collect(),
            stats: Counts::new(&Stats::default(), 1, elapsed),
            course: Course::Cut,
            ..Report::empty(program, strategy, verdict)
        }
    }

    /// The file of a place, by the folders of its package where its language has such; or where that file is, if somebody
    /// looked for it.
    pub fn path_of(&self, place: &SourcePlace) -> String {
        let name = path_in_package(place);
        self.paths.get(&name).cloned().unwrap_or(name)
    }

    /// Looks for the files of all places.
    pub fn find_files(&mut self, find: impl Fn(&str) -> Option<String>) {
        let found = self.findings.iter().chain(self.warnings.iter().map(|warning| &warning.0));
        let mut paths = BTreeMap::new();
        for found in found {
            let steps = found.story.steps.iter().map(|step| &step.operation.location);
            let waits = found.story.waits.iter().map(|wait| &wait.operation.location);
            let own = steps.chain(waits).chain(found.blamed());
            for place in own.filter(|place| !place.file.is_empty() && !place.is_of_library()) {
                let name = path_in_package(place);
                if !paths.contains_key(&name)
                    && let Some(path) = find(&name)
                {
                    paths.insert(name, path);
                }
            }
        }
        self.paths = paths;
    }

    /// Adds what came of a search in which waits may give up early, which may make assumptions unnecessary.
    pub fn add_early<P: Program>(&mut self, program: &P, outcome: &Outcome, found: Vec<Found>) {
        self.early_timeouts = Some(Answer::from(&outcome.verdict));
        self.warnings = found.into_iter().map(Warning).collect();
        if outcome.verdict.is_proved() {
            self.assumptions = program.assumptions();
        }
    }
}

/// The file of a place, behind the folders of the package that its function is in.
fn path_in_package(place: &SourcePlace) -> String {
    let class = place.function.rsplit_once('.').map_or("", |(class, _)| class);
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{}", package.replace('.', "/"), place.file),
        None => place.file.clone(),
    }
}

/// What a replayed schedule shows.
#[derive(Clone, Debug, Serialize)]
pub struct Replayed {
    /// The version of the shape.
    pub version: u32,
    /// The program as the user named it, or the test.
    pub program: String,
    /// Whether the schedule still shows its finding.
    pub shown: bool,
    /// What it shows.
    #[serde(flatten)]
    pub found: Found,
    /// What it should show.
    #[serde(skip)]
    pub expected: String,
    /// What actors are, in a word.
    #[serde(skip)]
    pub actor_word: &'static str,
}
