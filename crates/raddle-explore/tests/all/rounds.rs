//! Programs that learn from their runs that they have more to show: they are searched again, and only a round in which
//! they learnt nothing counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use raddle_explore::bounds::Budget;
use raddle_explore::context::{Failure, Interruption, StepContext, Watcher};
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::Unguided;
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use raddle_explore::program::{Choice, Pending, PendingBuffer, Program, Run, SourceId};
use raddle_explore::replay;
use raddle_explore::rounds::MOST_ROUNDS;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};

/// What the runs of a program share: what it shows, and what it has learnt.
#[derive(Default)]
struct Shared {
    /// The variables up to this one are shown.
    shown: AtomicUsize,
    learnt: AtomicBool,
    starts: AtomicUsize,
}

/// Two actors meet, and then each reads and writes `variables` variables in turn, one after the other. The program shows
/// no access to a variable until it has seen that both touch it, and it learns so of one variable at a time.
struct Toy {
    names: Names,
    variables: usize,
    /// Whether accesses add one indivisibly.
    atomic: bool,
    /// Whether it is wrong that the second actor comes to the meeting first.
    in_order: bool,
    /// Whether a run that learns something ends there.
    interrupts: bool,
    /// Whether it believes to have learnt something whatever it sees.
    insatiable: bool,
    shared: Arc<Shared>,
}

impl Toy {
    fn new(variables: usize, atomic: bool) -> Toy {
        let (names, shared) = (Names::with_roots(2), Arc::default());
        Toy { names, variables, atomic, in_order: false, interrupts: false, insatiable: false, shared }
    }
}

#[derive(Clone)]
struct ToyRun {
    shared: Arc<Shared>,
    shown: usize,
    atomic: bool,
    in_order: bool,
    interrupts: bool,
    at: [usize; 2],
    seen: [u32; 2],
    values: Vec<u32>,
    touched: Vec<[bool; 2]>,
}

impl Program for Toy {
    type Run = ToyRun;

    fn name(&self) -> String {
        "toy".to_owned()
    }

    fn start(&self) -> ToyRun {
        self.shared.starts.fetch_add(1, Ordering::Relaxed);
        ToyRun {
            shared: Arc::clone(&self.shared),
            shown: self.shared.shown.load(Ordering::Relaxed),
            atomic: self.atomic,
            in_order: self.in_order,
            interrupts: self.interrupts,
            at: [0, 0],
            seen: [0, 0],
            values: vec![0; self.variables],
            touched: vec![[false; 2]; self.variables],
        }
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn revise(&self) -> bool {
        let learnt = self.shared.learnt.swap(false, Ordering::Relaxed);
        if learnt {
            self.shared.shown.fetch_add(1, Ordering::Relaxed);
        }
        learnt || self.insatiable
    }
}

impl ToyRun {
    /// The variable of an actor's next access; `None` at the meeting.
    fn variable(&self, who: usize) -> Option<usize> {
        self.at[who].checked_sub(1).map(|access| access / 2)
    }

    fn has_ended(&self, who: usize) -> bool {
        self.at[who] == 1 + 2 * self.values.len()
    }

    /// Makes an actor's next access.
    fn access(&mut self, who: usize, failures: &mut Vec<Failure>) -> bool {
        let variable = self.variable(who);
        self.at[who] += 1;
        let Some(variable) = variable else {
            if self.in_order && who == 1 && self.at[0] == 0 {
                failures.push(Failure::Assertion("in order".to_owned().into()));
            }
            return false;
        };
        let reads = self.at[who].is_multiple_of(2);
        match (reads, self.atomic) {
            (true, true) => self.values[variable] += 1,
            (true, false) => self.seen[who] = self.values[variable],
            (false, true) => {}
            (false, false) => self.values[variable] = self.seen[who] + 1,
        }
        if self.has_ended(0) && self.has_ended(1) {
            for (number, value) in self.values.iter().enumerate().filter(|(_, value)| **value != 2) {
                failures.push(Failure::Assertion(format!("variable {number} is {value}").into()));
            }
        }
        self.touched[variable][who] = true;
        variable >= self.shown && self.touched[variable] == [true; 2]
    }
}

impl Run for ToyRun {
    type Observation = ();

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        for who in (0..2).filter(|&who| !self.has_ended(who)) {
            let place = Place::new(self.variable(who).map_or(0, |variable| 1 + variable as u64), 0);
            let mut pending = Pending::new(ActorId(who as u32), OperationKind::ReadModifyWrite);
            pending.mode = Mode::Synchronising;
            pending.source = SourceId(self.at[who] as u32);
            into.push(pending, &[Touch::write(place)]);
        }
    }

    fn step<W: Watcher<()>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        let who = choice.actor.index();
        let mut failures = Vec::new();
        loop {
            if self.access(who, &mut failures) {
                self.shared.learnt.store(true, Ordering::Relaxed);
                if self.interrupts {
                    return Err(Interruption::Outdated);
                }
            }
            let hidden = self.variable(who).is_some_and(|variable| variable >= self.shown);
            if self.has_ended(who) || !hidden {
                break;
            }
        }
        failures.into_iter().for_each(|failure| context.fail(failure));
        Ok(())
    }

    fn fork(&self) -> Option<ToyRun> {
        Some(self.clone())
    }

    fn fingerprint(&self) -> Option<u128> {
        let numbers = self.at.iter().map(|&at| at as u128).chain(self.seen.map(u128::from));
        let values = self.values.iter().map(|&value| u128::from(value));
        let mix = |state: u128, number: u128| {
            (state ^ number).wrapping_mul(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)
        };
        Some(numbers.chain(values).fold(1, mix))
    }
}

fn check(program: &Toy, settings: &Settings) -> Outcome {
    search(program, &Unguided, settings, &Hooks::default())
}

/// Every way to cover a program.
fn ways() -> [Settings; 5] {
    let dpor = Settings { stop_at_first: true, ..Settings::default() };
    let exhaustive = Settings { strategy: Named::Exhaustive, ..dpor.clone() };
    let merged = Settings { merge_states: true, ..exhaustive.clone() };
    let jobs = Settings { jobs: 3, ..dpor.clone() };
    let covering = Settings { early_deadlock: true, ..dpor.clone() };
    [dpor, exhaustive, merged, jobs, covering]
}

#[test]
fn what_was_hidden_is_found_in_a_later_round() {
    for interrupts in [false, true] {
        for settings in ways() {
            let program = Toy { interrupts, ..Toy::new(2, false) };
            let outcome = check(&program, &settings);
            assert_eq!(outcome.verdict, Verdict::Found, "{settings:?}");
            assert!(outcome.rounds > 1, "{settings:?}");
            let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
            assert!(replay::shows(&program, &settings, &finding.schedule, &finding.kind));
        }
    }
}

#[test]
fn a_proof_comes_from_a_round_in_which_nothing_was_learnt() {
    for interrupts in [false, true] {
        for settings in ways() {
            let program = Toy { interrupts, ..Toy::new(3, true) };
            let outcome = check(&program, &settings);
            assert_eq!((outcome.verdict.word(), outcome.rounds), ("proved", 4), "{settings:?}");
            // The counts are those of the last round: as if nothing had been hidden.
            let open = Toy::new(3, true);
            open.shared.shown.store(3, Ordering::Relaxed);
            let expected = check(&open, &settings);
            assert_eq!((outcome.stats, expected.rounds), (expected.stats, 1), "{settings:?}");
        }
    }
}

#[test]
fn what_never_learns_is_searched_once() {
    for settings in ways() {
        assert_eq!(check(&Toy::new(0, true), &settings).rounds, 1);
    }
}

#[test]
fn what_an_earlier_round_found_stands_and_replays_in_the_revised_program() {
    let settings = Settings::default();
    for interrupts in [false, true] {
        let program = Toy { in_order: true, interrupts, ..Toy::new(2, true) };
        let outcome = check(&program, &settings);
        assert!(outcome.rounds > 1);
        let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
        let expected = FindingKind::Failure(ActorId(1), Failure::Assertion("in order".to_owned().into()));
        assert_eq!(finding.kind, expected);
        assert!(replay::shows(&program, &settings, &finding.schedule, &finding.kind));
    }
}

#[test]
fn there_is_an_end_to_looking_closer() {
    for settings in ways() {
        let program = Toy { insatiable: true, ..Toy::new(1, true) };
        let outcome = check(&program, &settings);
        assert_eq!(outcome.verdict, Verdict::Incomplete([Gap::Rounds(MOST_ROUNDS)].into()));
        assert_eq!(outcome.rounds, MOST_ROUNDS);
    }
}

#[test]
fn a_round_that_time_cuts_is_cut() {
    for interrupts in [false, true] {
        // Each round takes more than twice as long as the one before it: the last ones have no end.
        let program = Toy { interrupts, ..Toy::new(60, true) };
        let budget = Budget { time: Some(Duration::from_millis(200)), ..Budget::default() };
        let outcome = check(&program, &Settings { budget, ..Settings::default() });
        assert_eq!(outcome.verdict, Verdict::Incomplete([Gap::Time].into()));
        assert!(outcome.rounds > 2, "{} rounds", outcome.rounds);
    }
}

#[test]
fn a_sample_begins_again_only_if_it_was_interrupted() {
    for (interrupts, rounds) in [(false, 1), (true, 3)] {
        let program = Toy { interrupts, ..Toy::new(2, true) };
        let settings = Settings { strategy: Named::Random, samples: 5, ..Settings::default() };
        let outcome = check(&program, &settings);
        assert_eq!((&outcome.verdict, outcome.rounds), (&Verdict::Sampled, rounds));
        assert_eq!(outcome.stats.runs, 5);
    }
}
