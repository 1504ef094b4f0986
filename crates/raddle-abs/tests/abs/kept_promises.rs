//! Programs with a deadlock that is lost as soon as the guide forgets one thing: each shows one rule at work.
//!
//! Most of them have two tasks that block on each other's locations, and something that must come first: a field that
//! others assign, a location that must be given free, an exception, an object that is made. Each rule of the search
//! was dropped in turn to see that one of these programs tells.

use crate::promises::{self, Tree};
use crate::support::{file, program};
use raddle_abs::deadlock::guided::reach::Reachability;
use raddle_abs::deadlock::guided::search::{Criterion, GuidedSettings, GuidedVerdict, search};
use raddle_abs::deadlock::{AnalysisOptions, analyze};
use raddle_abs::machine::options::Options;
use raddle_explore::finding::Looks;
use raddle_explore::search::{Hooks, Settings};
use raddle_explore::strategy::Named;

/// No program of the folder has more states than that.
const STATES: usize = 30_000;

fn programs() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/deadlock");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| name.ends_with(".abs"));
    let mut programs: Vec<(String, String)> =
        names.map(|name| (name.clone(), file(&format!("tests/programs/deadlock/{name}")))).collect();
    programs.sort();
    assert!(programs.len() > 20);
    programs
}

/// The program has a deadlock, from which no guide turns away in any state.
fn check(source: &str, name: &str) {
    let program = program(source, Options::default());
    let tree = Tree::of(&program, STATES).expect("there are few states");
    assert!(tree.deadlocks, "{name}");
    for precision in 0..3 {
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        for reachability in [Reachability::Syntactic, Reachability::PointsTo, Reachability::Values] {
            let what = || format!("{name}, precision {precision}, {reachability:?}");
            promises::check(&program, &tree, &analysis, reachability, &what);
        }
    }
}

#[test]
fn guides_keep_their_promises() {
    for (name, source) in programs() {
        check(&source, &name);
    }
}

#[test]
fn deadlocks_are_found_in_every_way() {
    for (name, source) in programs() {
        let program = program(&source, Options::default());
        let analysis = analyze(&program, AnalysisOptions::default());
        for strategy in [Named::Exhaustive, Named::Dpor] {
            for criterion in [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks]
            {
                let looks = Looks { races: false, livelocks: false };
                let kernel = Settings { strategy, looks, ..Settings::default() };
                let settings = GuidedSettings { criterion, kernel, ..GuidedSettings::default() };
                let found = search(&program, &analysis, &settings, &Hooks::default());
                assert_eq!(found.verdict, GuidedVerdict::Deadlock, "{name}, {strategy:?}, {criterion:?}");
            }
        }
    }
}

/// Tasks that only seem to come in turn, or to be done when they are waited for: what another task does before it asks,
/// and what the main block does, so that both ask at the same time.
#[test]
fn what_only_seems_to_come_in_turn_is_not_left_out() {
    const ASKS: &str = "Fut<Unit> f = other!answer(); f.get;";
    const STARTS: &str = "Fut<Unit> f = this!ask(other); await f?;";
    for (ask, start, main) in [
        // Branches: which future the local holds, and what has been called, depends on the way.
        (
            ASKS,
            STARTS,
            "Fut<Unit> f = a!ask(b); if (r == 0) { skip; } else { f = a!answer(); } await f?; b!ask(a);",
        ),
        (ASKS, "this!ask(other);", "if (r == 0) { skip; } else { await a!start(b); } b!ask(a);"),
        // Loops: only the last of two calls is waited for.
        (
            ASKS,
            STARTS,
            "Fut<Unit> f = null; Int i = 0; while (i < 2) { \
             f = a!ask(b); if (i == 1) { await f?; await b!ask(a); } i = i + 1; }",
        ),
        // An exception comes before the wait.
        (
            ASKS,
            STARTS,
            "Fut<Unit> f = null; try { f = a!ask(b); assert r == 0; await f?; } catch { _ => skip; } b!ask(a);",
        ),
        // The local holds another future by then.
        (
            ASKS,
            STARTS,
            "Fut<Unit> f = a!ask(b); Fut<Unit> g = a!answer(); f = head(list[g]); await f?; b!ask(a);",
        ),
        // What a new object runs is never waited for.
        (ASKS, STARTS, "new Runner(a, b); b!ask(a);"),
        // Two tasks block at the same place, and one of them comes in turn.
        ("this.within(other);", "this.within(other);", "await a!start(b); a!ask(b); b!ask(a);"),
        // The caller may end before it has waited.
        (
            ASKS,
            "Fut<Unit> f = this!ask(other); Fut<Unit> g = null; await g?; await f?;",
            "await a!start(b); b!ask(a);",
        ),
        (
            ASKS,
            "Fut<Unit> f = this!ask(other); Int no = 1 % (1 - 1); await f?;",
            "await a!start(b); b!ask(a);",
        ),
        (
            ASKS,
            "Peer c = new Peer(); Fut<Unit> g = c!fail(); Fut<Unit> f = this!ask(other); g.get; await f?;",
            "await a!start(b); b!ask(a);",
        ),
        (
            ASKS,
            "Fut<Unit> f = this!ask(other); if (True) { assert False; } await f?;",
            "await a!start(b); b!ask(a);",
        ),
        (ASKS, "Fut<Unit> f = this!ask(other);", "await a!start(b); b!ask(a);"),
        // A future that was done is not the one that is waited for, or was never waited for.
        ("Fut<Unit> f = other!answer(); await f?; f = other!answer(); f.get;", STARTS, "a!ask(b); b!ask(a);"),
        ("Fut<Unit> f = other!answer(); if (False) { await f?; } f.get;", STARTS, "a!ask(b); b!ask(a);"),
        ("Fut<Unit> f = other!answer(); while (False) { await f?; } f.get;", STARTS, "a!ask(b); b!ask(a);"),
        (
            "Fut<Unit> f = other!answer(); await f?; Int i = 0; while (i < 2) { f.get; f = other!answer(); i = i + 1; }",
            STARTS,
            "a!ask(b); b!ask(a);",
        ),
        (
            "Fut<Unit> f = other!answer(); await f?; foreach (e in list[1, 2]) { f.get; f = other!answer(); }",
            STARTS,
            "a!ask(b); b!ask(a);",
        ),
        (
            "Fut<Unit> f = other!answer(); try { assert False; await f?; } catch { _ => skip; } f.get;",
            STARTS,
            "a!ask(b); b!ask(a);",
        ),
    ] {
        let source = format!(
            "module Turns;
            interface Peer {{ Unit start(Peer other); Unit ask(Peer other); Unit answer(); Unit fail(); }}
            class Peer implements Peer {{
              Unit start(Peer other) {{ {start} }}
              Unit ask(Peer other) {{ {ask} }}
              Unit within(Peer other) {{ Fut<Unit> f = other!answer(); f.get; }}
              Unit answer() {{ }}
              Unit fail() {{ assert False; }}
            }}
            class Runner(Peer a, Peer b) {{ Unit run() {{ await a!ask(b); }} }}
            {{ Int r = 1; Peer a = new Peer(); Peer b = new Peer(); {main} }}"
        );
        check(&source, &format!("{ask} {start} {main}"));
    }
}

/// Two objects of one place block on each other by two of very many waits: more than are told apart.
#[test]
fn a_place_with_many_waits_is_not_left_alone() {
    let waits: String = (0..40).map(|number| format!("if (number == {number}) {{ f.get; }} ")).collect();
    let source = format!(
        "module ManyWaits;
        interface P {{ Unit cross(P other, Int number); Unit nothing(); }}
        class P implements P {{
          Unit cross(P other, Int number) {{ Fut<Unit> f = other!nothing(); {waits} }}
          Unit nothing() {{ }}
        }}
        {{
          List<P> made = Nil;
          Int i = 0;
          while (i < 2) {{ P p = new P(); made = Cons(p, made); i = i + 1; }}
          P a = nth(made, 0);
          P b = nth(made, 1);
          a!cross(b, 3);
          b!cross(a, 38);
        }}"
    );
    check(&source, "many waits");
}
