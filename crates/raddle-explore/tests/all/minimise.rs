//! Minimised schedules are as good as those of plain breadth-first search, and still show what they should.

use std::collections::{BTreeMap, VecDeque};

use raddle_explore::bounds::Bounds;
use raddle_explore::context::StepContext;
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::guide::Unguided;
use raddle_explore::minimise::{Effort, minimise};
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::random::Seed;
use raddle_explore::replay;
use raddle_explore::schedule::context_switches;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_threads::{ThreadProgram, generate, oracle};

/// The fewest context switches with which each finding shows, by going through all schedules breadth first.
fn fewest_switches(program: &ThreadProgram) -> BTreeMap<FindingKind, usize> {
    let settings = Settings::default();
    let mut best: BTreeMap<FindingKind, usize> = BTreeMap::new();
    let mut queue = VecDeque::from([Vec::<Choice>::new()]);
    while let Some(schedule) = queue.pop_front() {
        let replayed = replay::replay(program, &settings, &schedule).expect("it is made of possible choices");
        for kind in replayed.shows {
            let switches = context_switches(&schedule);
            let known = best.entry(kind).or_insert(switches);
            *known = switches.min(*known);
        }
        let mut run = program.start();
        let mut context = StepContext::plain();
        for &choice in &schedule {
            context.begin();
            run.step(choice, &mut context).expect("it went well before");
        }
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        if run.has_exited() {
            continue;
        }
        for entry in pending.enabled() {
            for option in 0..entry.options {
                let mut next = schedule.clone();
                next.push(Choice { actor: entry.actor, option });
                queue.push_back(next);
            }
        }
    }
    best
}

fn check(program: &ThreadProgram, finding: &Finding, best: usize, effort: Effort) {
    let settings = Settings::default();
    let minimised = minimise(program, &settings, finding, effort);
    assert_eq!(minimised.kind, finding.kind);
    assert!(replay::shows(program, &settings, &minimised.schedule, &finding.kind));
    let switches = context_switches(&minimised.schedule);
    assert!(switches <= context_switches(&finding.schedule));
    if effort.states > 0 {
        assert!(
            switches <= best,
            "{}: {switches} switches, {best} are enough for {:?}",
            program.name(),
            finding.kind
        );
    }
}

#[test]
fn minimised_schedules_are_shortest() {
    let mut failing = 0;
    let mut seed = 1;
    while failing < 200 {
        let program = generate::program(Seed(seed));
        seed += 1;
        if oracle::explore(&program, &Bounds::default(), 300).is_none() {
            continue;
        }
        let outcome = search(&program, &Unguided, &Settings::default(), &Hooks::default());
        if outcome.findings.is_empty() {
            continue;
        }
        failing += 1;
        let best = fewest_switches(&program);
        for finding in &outcome.findings {
            check(&program, finding, best[&finding.kind], Effort::default());
            // Without the search, the schedule at hand is improved, and never made worse.
            check(&program, finding, best[&finding.kind], Effort { states: 0, replays: 200 });
        }
    }
}
