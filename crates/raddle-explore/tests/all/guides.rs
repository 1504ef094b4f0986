//! Guides: their memory goes along the path and comes back, their watchers see steps, and nothing that they end is proved by
//! silence.

use std::sync::atomic::{AtomicU64, Ordering};

use raddle_explore::bounds::Bounds;
use raddle_explore::context::{Flow, Unwatched, Watcher};
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::{Answer, Guide, Judgement, Seen};
use raddle_explore::names::ActorId;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};
use raddle_threads::{Instruction, PrivateCode, ThreadProgram, ThreadRun, builtin};

/// Remembers who went, and compares that with the run at each state.
#[derive(Default)]
struct Diary {
    states: AtomicU64,
}

impl Guide<ThreadRun> for Diary {
    type Memory = Vec<ActorId>;
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, went: &mut Vec<ActorId>, _: &mut Unwatched, seen: &Seen<'_, ThreadRun>) -> Answer {
        went.extend(seen.event().map(|event| event.choice.actor));
        let really: Vec<ActorId> = seen.log.choices().map(|choice| choice.actor).collect();
        assert_eq!(*went, really);
        self.states.fetch_add(1, Ordering::Relaxed);
        Answer::default()
    }
}

fn every_way() -> Vec<Settings> {
    let looks = Looks { races: false, livelocks: false };
    let base = Settings { looks, ..Settings::default() };
    let strategies = [(Named::Dpor, false), (Named::Exhaustive, false), (Named::Exhaustive, true)];
    let mut ways = Vec::new();
    for (strategy, merge_states) in strategies {
        for jobs in [1, 4] {
            for forks in [true, false] {
                ways.push(Settings { strategy, merge_states, jobs, forks, ..base.clone() });
            }
        }
    }
    ways
}

#[test]
fn a_memory_goes_along_the_path_and_comes_back() {
    let program = builtin::locking(&[2, 2, 2]);
    for settings in every_way() {
        let diary = Diary::default();
        let outcome = search(&program, &diary, &settings, &Hooks::default());
        assert!(outcome.verdict.is_proved(), "{settings:?}: {:?}", outcome.verdict);
        let shown = diary.states.load(Ordering::Relaxed);
        assert!(shown >= outcome.stats.states, "{settings:?}: {shown} of {}", outcome.stats.states);
    }
    let bounds = Bounds { preemptions: Some(2), ..Bounds::default() };
    for settings in every_way() {
        search(&program, &Diary::default(), &Settings { bounds, ..settings }, &Hooks::default());
    }
    for strategy in [Named::Random, Named::Pct { depth: 3 }, Named::Pos, Named::Surw] {
        let settings = Settings { strategy, samples: 50, jobs: 2, ..Settings::default() };
        search(&program, &Diary::default(), &settings, &Hooks::default());
    }
}

/// A guided search that is large enough to be shared has the same counts for any number of workers.
#[test]
fn guided_searches_share_their_work() {
    let program = builtin::locking(&[2, 2, 2, 2]);
    for strategy in [Named::Exhaustive, Named::Dpor] {
        let counts = [1, 4].map(|jobs| {
            let settings = Settings { strategy, jobs, ..Settings::default() };
            search(&program, &Diary::default(), &settings, &Hooks::default()).stats
        });
        assert!(counts[0].states > 4_000, "{strategy:?} is too small: {:?}", counts[0]);
        assert_eq!(counts[0], counts[1], "{strategy:?}");
    }
}

/// Says of the states in which a thread is done that they are what it looks for.
struct Stop;

impl Guide<ThreadRun> for Stop {
    type Memory = ();
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, (): &mut (), _: &mut Unwatched, seen: &Seen<'_, ThreadRun>) -> Answer {
        let cycle = raddle_explore::ending::wait_cycle(seen.pending);
        let found = cycle.map(|cycle| Judgement::Found(FindingKind::Deadlock(cycle)));
        Answer { judgement: found.unwrap_or_default(), ..Answer::default() }
    }
}

#[test]
fn what_a_guide_finds_is_found() {
    for settings in every_way() {
        let outcome = search(&builtin::dining(3, 1, false), &Stop, &settings, &Hooks::default());
        assert_eq!(outcome.verdict, Verdict::Found, "{settings:?}");
        assert!(matches!(outcome.findings[0].kind, FindingKind::Deadlock(_)), "{settings:?}");
    }
}

/// Looks into steps, and ends the run at an addition.
struct Sentry(Flow);

impl Watcher<PrivateCode> for Sentry {
    fn observe(&mut self, (_, instruction): (ActorId, Instruction)) -> Flow {
        if matches!(instruction, Instruction::Compute { .. }) { self.0 } else { Flow::Continue }
    }
}

impl Guide<ThreadRun> for Sentinel {
    type Memory = ();
    type Watcher = Sentry;

    fn watcher(&self) -> Sentry {
        Sentry(self.0)
    }

    fn visit(&self, (): &mut (), _: &mut Sentry, _: &Seen<'_, ThreadRun>) -> Answer {
        Answer::default()
    }
}

/// What its watcher does where it ends a run.
struct Sentinel(Flow);

fn watched(program: &ThreadProgram, flow: Flow, settings: &Settings) -> Outcome {
    search(program, &Sentinel(flow), settings, &Hooks::default())
}

#[test]
fn a_run_that_a_watcher_ends_is_pruned_or_a_gap() {
    let program = builtin::counter(2, false);
    for settings in every_way() {
        let whole = watched(&program, Flow::Continue, &settings);
        assert_eq!((whole.verdict.word(), whole.stats.pruned), ("found", 0), "{settings:?}");
        let pruned = watched(&program, Flow::Prune(7), &settings);
        assert!(pruned.verdict.is_proved(), "the guide promises it: {settings:?}");
        assert!(pruned.stats.pruned > 0 && pruned.stats.runs == 0, "{settings:?}: {:?}", pruned.stats);
        let abandoned = watched(&program, Flow::Abandon, &settings);
        assert_eq!(abandoned.verdict, Verdict::Incomplete([Gap::Abandoned].into()), "{settings:?}");
    }
}
