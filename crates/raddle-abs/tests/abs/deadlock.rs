//! The deadlock analysis and the search guided by it: the seeds' figures, and programs that say what is in them.

use crate::support::{file, program};
use raddle_abs::deadlock::analysis::describe::Describe;
use raddle_abs::deadlock::guided::reach::Reachability;
use raddle_abs::deadlock::guided::search::{Criterion, Guided, GuidedSettings, GuidedVerdict, search};
use raddle_abs::deadlock::{AnalysisOptions, GraphKind, analyze};
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::bounds::Budget;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search as explore};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::Verdict;

fn exhaustive() -> Settings {
    let looks = Looks { races: false, livelocks: false };
    Settings { strategy: Named::Exhaustive, looks, ..Settings::default() }
}

fn load(path: &str) -> AbsProgram {
    program(&file(path), Options { dependence: Dependence::None, ..Options::default() })
}

fn guided(path: &str, settings: &GuidedSettings) -> Guided {
    let program = load(path);
    let analysis = analyze(&program, AnalysisOptions::default());
    search(&program, &analysis, settings, &Hooks::default())
}

#[test]
fn the_barber_has_the_one_cycle_of_example_4() {
    let program = load("examples/abs/sleeping_barber.abs");
    for precision in 0..3 {
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        let describe = Describe::new(&program, &analysis);
        assert_eq!(analysis.cycles.len(), 1);
        assert_eq!(
            describe.cycle_line(0),
            "barber (line 37) -[line 14]-> chair.taken -[line 22]-> client.sits -> \
             client (line 38) -[line 31]-> barber.cuts -> barber (line 37)"
        );
        assert!(describe.text(false).contains(
            "barber (line 37) is blocked by barber.sleeps, which waits in line 14 for chair.taken."
        ));
        assert_eq!(describe.json()["cycles"][0]["edges"].as_array().map(Vec::len), Some(5));
        assert_eq!(describe.json()["cycles"][0]["constraints"].as_array().map(Vec::len), Some(3));
        assert_eq!(describe.dot().matches("penwidth").count(), 5);
    }
}

fn all_derivations(reachability: Reachability) -> GuidedSettings {
    GuidedSettings { all: true, reachability, kernel: exhaustive(), ..GuidedSettings::default() }
}

#[test]
fn the_barber_guided_has_19_states() {
    for reachability in [Reachability::Syntactic, Reachability::PointsTo, Reachability::Values] {
        let found = guided("examples/abs/sleeping_barber.abs", &all_derivations(reachability));
        let total = found.total();
        assert_eq!((total.states, total.deadlocks, total.pruned), (19, 6, 3));
    }
}

#[test]
fn the_database_guided_has_2_deadlocked_runs_and_no_other() {
    let found = guided("benches/abs/DB.abs", &all_derivations(Reachability::Syntactic));
    assert_eq!(found.searches.len(), 1);
    assert_eq!((found.total().deadlocks, found.searches[0].complete), (2, 0));
}

/// Cycles with a deadlock, unfeasible ones and all of them, and the states of the search.
fn per_cycle(
    text: &str,
    strategy: Named,
    dependence: Dependence,
    graph: GraphKind,
) -> ((usize, usize, usize), u64) {
    let program = program(text, Options { dependence, ..Options::default() });
    let analysis = analyze(&program, AnalysisOptions { graph, ..AnalysisOptions::default() });
    let settings = GuidedSettings {
        criterion: Criterion::DeadlockPerCycle,
        kernel: Settings { strategy, ..exhaustive() },
        ..GuidedSettings::default()
    };
    let found = search(&program, &analysis, &settings, &Hooks::default());
    (found.decided(), found.total().states)
}

#[test]
fn benchmarks_keep_their_cycles() {
    // Guided by the published graph alone, and with reduction on top; what our own graph leaves out was unfeasible.
    for (name, decided, most, most_reduced) in [
        ("DB", (1, 0, 1), 3, 3),
        ("HB", (2, 0, 2), 1249, 218),
        ("FA", (2, 1, 3), 9, 9),
        ("UL", (1, 0, 1), 4, 4),
        ("SB", (1, 0, 1), 4, 4),
        ("PA", (2, 0, 2), 6, 10),
        ("WM", (1, 1, 2), 5, 5),
        ("fFA", (0, 1, 1), 5, 4),
        ("fP2P", (0, 1, 1), 2834, 86),
        ("fPA", (0, 2, 2), 108, 119),
        ("fUL", (0, 1, 1), 1, 1),
    ] {
        let text = file(&format!("benches/abs/{name}.abs"));
        for graph in [GraphKind::AsPublished, GraphKind::Sharp] {
            let (found, states) = per_cycle(&text, Named::Exhaustive, Dependence::None, graph);
            let of_ours = |found: (usize, usize, usize)| {
                found.0 == decided.0 && found.1 <= decided.1 && found.2 == found.0 + found.1
            };
            let fits = |found| if graph == GraphKind::Sharp { of_ours(found) } else { found == decided };
            assert!(fits(found), "{name}, {graph:?}: {found:?}");
            assert!(states <= most, "{name}, {graph:?}: {states} states");
            let (found, states) = per_cycle(&text, Named::Dpor, Dependence::Fields, graph);
            println!("{name}, {graph:?}: {found:?}, {states} states with reduction");
            assert!(fits(found), "{name}, {graph:?}, reduced: {found:?}");
            assert!(states <= most_reduced, "{name}, {graph:?}, reduced: {states} states");
        }
    }
}

/// More babies are still two places: the published graph has as many cycles, each with a deadlock.
#[test]
fn more_hungry_birds_have_the_same_cycles() {
    let text = file("benches/abs/HB.abs");
    for babies in [4, 5] {
        let more = text.replace("Int others = 2;", &format!("Int others = {};", babies - 1));
        assert_ne!(text, more);
        let (found, _) = per_cycle(&more, Named::Dpor, Dependence::Fields, GraphKind::AsPublished);
        assert_eq!(found, (2, 0, 2), "{babies} babies");
    }
}

/// No more states than were published, in all and for a cycle, in the worst of 20 orders: of all steps, or of those that
/// are equally good.
#[test]
fn benchmarks_stay_short_in_any_order() {
    for (name, published, most_published) in [
        ("HB", 103_000, 34_000),
        ("FA", 3_000, 2_000),
        ("UL", 5, 5),
        ("SB", 23, 23),
        ("PA", 12, 6),
        ("WM", 258_000, 258_000),
        ("fFA", 11_000, 11_000),
        ("fP2P", 52_000, 52_000),
        ("fPA", 9_000, 4_000),
        ("fUL", 236, 236),
    ] {
        let program = load(&format!("benches/abs/{name}.abs"));
        for (ordered, graph) in [true, false]
            .into_iter()
            .flat_map(|ordered| [GraphKind::AsPublished, GraphKind::Sharp].map(|graph| (ordered, graph)))
        {
            let analysis = analyze(&program, AnalysisOptions { graph, ..AnalysisOptions::default() });
            for seed in 0..20 {
                let settings = GuidedSettings {
                    criterion: Criterion::DeadlockPerCycle,
                    ordered,
                    shuffle: Some(seed),
                    kernel: exhaustive(),
                    ..GuidedSettings::default()
                };
                let found = search(&program, &analysis, &settings, &Hooks::default());
                let states = found.total().states;
                assert!(states <= published, "{name}, seed {seed}: {states} states");
                let of_a_cycle = found.searches.iter().map(|search| search.counts.states).max();
                assert!(of_a_cycle <= Some(most_published), "{name}, seed {seed}: {of_a_cycle:?} states");
            }
        }
    }
}

/// Lemma C1: nodes that are told of their administrator whatever else happens are not followed until they are.
#[test]
fn a_condition_is_assured() {
    let text = file("benches/abs/fP2Pa.abs");
    let (found, states) = per_cycle(&text, Named::Exhaustive, Dependence::None, GraphKind::AsPublished);
    assert_eq!(found, (0, 1, 1));
    assert!(states <= 100_000, "{states} states");
    // Whoever takes the administrator away again, or forgets a node, leaves somebody waiting.
    for (wrong, stuck) in [
        ("n3!setAdmin(admin);", "skip;"),
        ("n3!setAdmin(admin);", "n3!setAdmin(null);"),
        ("n3!setAdmin(admin);", "n3!setAdmin(admin); n3!setAdmin(null);"),
    ] {
        let changed = text.replace(wrong, stuck);
        let program = program(&changed, Options { dependence: Dependence::None, ..Options::default() });
        let analysis = analyze(&program, AnalysisOptions::default());
        let settings = GuidedSettings { kernel: exhaustive(), ..GuidedSettings::default() };
        let found = search(&program, &analysis, &settings, &Hooks::default());
        assert_eq!(found.verdict, GuidedVerdict::Stuck, "{stuck}");
    }
}

/// Every program of the folder is free of deadlocks, and the guided search says so.
#[test]
fn programs_without_deadlocks_are_proved_to_have_none() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/deadlock_free");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    let mut flagged = 0;
    for name in names {
        let path = format!("tests/programs/deadlock_free/{name}");
        let program = program(&file(&path), Options::default());
        let analysis = analyze(&program, AnalysisOptions::default());
        let published = AnalysisOptions { graph: GraphKind::AsPublished, ..AnalysisOptions::default() };
        flagged += u64::from(!analyze(&program, published).cycles.is_empty());
        for strategy in [Named::Exhaustive, Named::Dpor] {
            let kernel = Settings { strategy, ..exhaustive() };
            let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
            let found = search(&program, &analysis, &settings, &Hooks::default());
            assert_eq!(found.verdict, GuidedVerdict::DeadlockFree, "{name}: {:?}", found.searches);
        }
        println!("{name}: {} cycles", analysis.cycles.len());
    }
    assert!(flagged >= 5, "the programs are too easy for the published analysis");
}

/// The main block orders two tasks that block on each other's locations, or seems to.
fn peers(ask: &str, main: &str) -> AbsProgram {
    let source = format!(
        "module Peers;
        interface Peer {{ Unit start(Peer other); Unit ask(Peer other); Unit answer(); }}
        class Peer implements Peer {{
          Unit start(Peer other) {{ {ask} }}
          Unit ask(Peer other) {{ Fut<Unit> f = other!answer(); f.get; }}
          Unit answer() {{ }}
        }}
        {{ Peer a = new Peer(); Peer b = new Peer(); {main} }}"
    );
    program(&source, Options::default())
}

#[test]
fn cycles_of_tasks_that_come_one_after_the_other_are_left_out() {
    let waits = "Fut<Unit> f = this!ask(other); await f?;";
    for (ask, main, kept) in [
        (waits, "await a!start(b); b!start(a);", false),
        (waits, "Fut<Unit> f = a!start(b); Fut<Unit> g = f; g.get; b!start(a);", false),
        (waits, "Int i = 0; while (i < 2) { await a!start(b); i = i + 1; } await b!start(a);", false),
        (waits, "Fut<Unit> f = a!start(b); if (True) { f.get; } else { await f?; } b!start(a);", false),
        (waits, "a!start(b); b!start(a);", true),
        (waits, "Fut<Unit> f = a!start(b); if (True) { f.get; } b!start(a);", true),
        // Who starts the other one does not wait for it, or may fail before it does.
        ("this!ask(other);", "await a!start(b); b!start(a);", true),
        ("Fut<Unit> f = this!ask(other); assert True; await f?;", "await a!start(b); b!start(a);", true),
        // Others may be called meanwhile, of whom it is known that they are there.
        (
            "Fut<Unit> f = this!ask(other); Fut<Unit> g = this!answer(); await g?; await f?;",
            "await a!start(b); b!start(a);",
            false,
        ),
        (
            "Fut<Unit> f = this!ask(other); Fut<Unit> g = other!answer(); await g?; await f?;",
            "await a!start(b); b!start(a);",
            true,
        ),
        (
            "Fut<Unit> f = this!ask(other); Fut<Unit> g = this!answer(); g.get; await f?;",
            "await a!start(b); b!start(a);",
            true,
        ),
        (
            "Fut<Unit> f = this!ask(other); f = this!answer(); await f?;",
            "await a!start(b); b!start(a);",
            true,
        ),
        // A loop that waits for each before the next; one that waits for the last only; one that waits for an old one.
        (
            waits,
            "Int i = 0; while (i < 2) { Fut<Unit> f = a!start(b); await f?; i = i + 1; } b!start(a);",
            false,
        ),
        (
            waits,
            "Fut<Unit> f = a!answer(); Int i = 0; while (i < 2) { f = a!start(b); i = i + 1; } await f?; b!start(a);",
            true,
        ),
        (
            waits,
            "Fut<Unit> f = a!answer(); Fut<Unit> g = f; Int i = 0; \
             while (i < 2) { g = f; f = a!start(b); await g?; i = i + 1; } b!start(a);",
            true,
        ),
        (waits, "Fut<Unit> f = a!start(b); try { await f?; } catch { _ => skip; } b!start(a);", true),
        (waits, "Int i = 0; if (i == 0) { a!start(b); } else { b!start(a); }", false),
        (
            waits,
            "Int i = 0; while (i < 2) { if (i == 0) { a!start(b); } else { b!start(a); } i = i + 1; }",
            true,
        ),
        // Either may be called or not, but never the first one behind the second.
        (waits, "Int i = 0; if (i == 0) { await a!start(b); } if (i == 0) { b!start(a); }", false),
        // The first one is called again behind the second.
        (waits, "Int i = 0; while (i < 2) { await a!start(b); b!start(a); i = i + 1; }", true),
    ] {
        let program = peers(ask, main);
        let analysis = analyze(&program, AnalysisOptions::default());
        assert_eq!(!analysis.cycles.is_empty(), kept, "{ask} {main}");
    }
}

/// Methods order the tasks that they call, if they run once and nobody else calls those tasks.
#[test]
fn cycles_of_tasks_that_a_method_calls_in_turn_are_left_out() {
    for (body, main, kept) in [
        ("await a!ask(b); b!ask(a);", "d!drive(a, b);", false),
        ("Fut<Unit> f = a!ask(b); f.get; b!ask(a);", "d!drive(a, b);", false),
        ("a!ask(b); b!ask(a);", "d!drive(a, b);", true),
        ("await a!ask(b); b!ask(a);", "d!pass(a, b);", false),
        // Twice, at two places or in a loop.
        ("await a!ask(b); b!ask(a);", "d!drive(a, b); d!drive(a, b);", true),
        ("await a!ask(b); b!ask(a);", "Int i = 0; while (i < 2) { d!drive(a, b); i = i + 1; }", true),
        ("await a!ask(b); b!ask(a);", "d!drive(a, b); d!pass(a, b);", true),
        // One of the tasks is also called by somebody else.
        ("await a!ask(b); b!ask(a);", "d!drive(a, b); b!ask(a);", true),
        ("await a!ask(b); b!ask(a);", "d!drive(a, b); b!start(a);", true),
    ] {
        let source = format!(
            "module Driven;
            interface Peer {{ Unit start(Peer other); Unit ask(Peer other); Unit answer(); }}
            interface Driver {{ Unit drive(Peer a, Peer b); Unit pass(Peer a, Peer b); }}
            class Peer implements Peer {{
              Unit start(Peer other) {{ this!ask(other); }}
              Unit ask(Peer other) {{ Fut<Unit> f = other!answer(); f.get; }}
              Unit answer() {{ }}
            }}
            class Driver implements Driver {{
              Unit drive(Peer a, Peer b) {{ {body} }}
              Unit pass(Peer a, Peer b) {{ this!drive(a, b); }}
            }}
            {{ Peer a = new Peer(); Peer b = new Peer(); Driver d = new Driver(); {main} }}"
        );
        let program = program(&source, Options::default());
        let analysis = analyze(&program, AnalysisOptions::default());
        assert_eq!(!analysis.cycles.is_empty(), kept, "{body} {main}");
    }
}

#[test]
fn a_bound_on_the_cycles_is_said_and_hides_nothing() {
    let program = peers("Fut<Unit> f = this!ask(other); f.get;", "a!start(b); b!ask(a);");
    let all = analyze(&program, AnalysisOptions::default());
    assert!(all.cycles.len() > 1 && !all.more_cycles);
    for cycle_bound in [0, 1] {
        let analysis = analyze(&program, AnalysisOptions { cycle_bound, ..AnalysisOptions::default() });
        assert!(analysis.more_cycles && analysis.cycles.len() == cycle_bound);
        assert!(Describe::new(&program, &analysis).text(false).starts_with("More abstract deadlock cycles"));
        let settings = GuidedSettings { kernel: exhaustive(), ..GuidedSettings::default() };
        let found = search(&program, &analysis, &settings, &Hooks::default());
        assert_eq!((found.verdict, found.searches.len()), (GuidedVerdict::Deadlock, cycle_bound + 1));
    }
}

/// A chain of waiting tasks that a dying object dissolves is no deadlock.
#[test]
fn a_chain_that_a_dying_object_dissolves_is_no_deadlock() {
    let source = "module Dies;
        interface A { Unit first(B b); Unit end(); }
        interface B { Unit hold(Fut<Unit> f); Unit ping(); }
        class A implements A {
          Unit first(B b) { Fut<Unit> f = b!ping(); await f?; }
          Unit end() { die NullPointerException; }
        }
        class B implements B {
          Unit hold(Fut<Unit> f) { try { f.get; } catch { _ => skip; } }
          Unit ping() { }
        }
        { A a = new A(); B b = new B(); Fut<Unit> f = a!first(b); b!hold(f); a!end(); }";
    let program = program(source, Options::default());
    let analysis = analyze(&program, AnalysisOptions::default());
    assert!(analysis.kills);
    let plain = explore(&program, &Unguided, &exhaustive(), &Hooks::default());
    assert!(plain.findings.iter().all(|finding| finding.kind.word() != "deadlock"));
    assert_eq!(analysis.cycles.len(), 1);
    for criterion in [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks] {
        let settings = GuidedSettings { criterion, kernel: exhaustive(), ..GuidedSettings::default() };
        let found = search(&program, &analysis, &settings, &Hooks::default());
        assert_eq!(found.verdict, GuidedVerdict::DeadlockFree, "{:?}", found.searches);
    }
}

/// The examples say what a search finds in them, and so do the analysis and the guided search.
#[test]
fn examples_deadlock_where_they_say_so() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/abs");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    for name in entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
        if !name.ends_with(".abs") {
            continue;
        }
        let text = file(&format!("examples/abs/{name}"));
        let expected = text.lines().any(|line| line.starts_with("// finds:") && line.contains("deadlock"));
        let program = program(&text, Options::default());
        let analysis = analyze(&program, AnalysisOptions::default());
        let describe = Describe::new(&program, &analysis);
        assert!(describe.json()["cycles"].is_array() && describe.dot().starts_with("digraph"), "{name}");
        let stuck = text.lines().any(|line| line.starts_with("// finds:") && line.contains("stuck"));
        let budget = Budget { states: Some(20_000), ..Budget::default() };
        let kernel = Settings { strategy: Named::Dpor, budget, ..exhaustive() };
        let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
        let found = search(&program, &analysis, &settings, &Hooks::default());
        println!("{name}: {} cycles, {:?}, {:?}", analysis.cycles.len(), found.verdict, found.decided());
        assert_eq!(found.verdict == GuidedVerdict::Deadlock, expected, "{name}\n{}", describe.text(false));
        assert_eq!(found.verdict == GuidedVerdict::Stuck, stuck, "{name}\n{}", describe.text(false));
    }
}

/// How many cycles the analysis has, and whether a whole search finds that tasks wait for each other.
fn cycles_and_truth(text: &str) -> (usize, bool) {
    let program = program(text, Options::default());
    let cycles = analyze(&program, AnalysisOptions::default()).cycles.len();
    let budget = Budget { states: Some(20_000), ..Budget::default() };
    let outcome = explore(&program, &Unguided, &Settings { budget, ..exhaustive() }, &Hooks::default());
    assert!(
        matches!(outcome.verdict, Verdict::Proved { .. } | Verdict::Found),
        "{:?}\n{text}",
        outcome.verdict
    );
    (cycles, outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock"))
}

const PAIR: &str = "module M;\ninterface I { Unit call(I o); Unit late(I o); Int one(); }\n";

#[test]
fn a_call_within_a_location_waits_for_nobody() {
    // The helper is made near, goes through a field, a parameter and a list, and calls back.
    let near = "class C implements I {\n  I helper; List<I> all = Nil;\n\
        Unit call(I o) { helper = new local C(); all = list[helper]; helper.late(this); this.pass(head(all)); }\n\
        Unit pass(I other) { Int x = other.one(); }\n\
        Unit late(I o) { Int x = o.one(); }\n  Int one() { return 1; } }\n\
        { I a = new C(); I b = new C(); a!call(b); b!call(a); }\n";
    assert_eq!(cycles_and_truth(&format!("{PAIR}{near}")), (0, false));
    let main = "class C implements I { Unit call(I o) { o.late(this); } Unit late(I o) { Int x = o.one(); }\n\
        Int one() { return 1; } }\n{ I a = new local C(); I b = new local C(); a!call(b); b!call(a); }\n";
    assert_eq!(cycles_and_truth(&format!("{PAIR}{main}")), (0, false));
    // What was made near and then handed to another location is far from there.
    let handed = "class D implements I { Unit call(I o) { skip; } Unit late(I o) { skip; } Int one() { return 1; } }\n\
        class C implements I {\n\
        Unit call(I o) { I near = new local D(); Fut<Unit> f = o!late(near); f.get; }\n\
        Unit late(I o) { Int x = o.one(); } Int one() { return 1; } }\n\
        { I a = new C(); I b = new C(); a!call(b); }\n";
    let (cycles, deadlocks) = cycles_and_truth(&format!("{PAIR}{handed}"));
    assert!(cycles > 0 && deadlocks);
    // Two objects of one site, each the other's: one abstract location, two real ones.
    let crossed = "class C implements I { I other;\n\
        Unit call(I o) { other = o; other.late(this); } Unit late(I o) { skip; } Int one() { return 1; } }\n\
        { I a = null; I b = null; Int i = 0;\n\
          while (i < 2) { b = a; a = new C(); i = i + 1; }\n  a!call(b); b!call(a); }\n";
    let (cycles, deadlocks) = cycles_and_truth(&format!("{PAIR}{crossed}"));
    assert!(cycles > 0 && deadlocks);
}

#[test]
fn a_local_is_what_it_was_last_given() {
    let class = |body: &str| {
        format!(
            "{PAIR}class C implements I {{ Unit call(I o) {{ {body} }} Unit late(I o) {{ Int x = o.one(); }}\n\
             Int one() {{ return 1; }} }}\n{{ I a = new C(); I b = new C(); a!call(b); }}\n"
        )
    };
    // The call that would come back is started, but what is waited for is another.
    let fresh =
        class("Fut<Unit> f = o!late(this); I other = new C(); Fut<Int> g = other!one(); Int x = g.get;");
    assert_eq!(cycles_and_truth(&fresh), (0, false));
    let safe = class(
        "Fut<Unit> f = o!late(this); I other = new C(); I third = new C(); f = other!late(third); f.get;",
    );
    assert_eq!(cycles_and_truth(&safe), (0, false));
    // What may be kept on some way is kept: in a branch, round a loop, out of a `try`.
    for kept in [
        "Fut<Unit> f = o!late(this); I p = new C(); I q = new C(); Bool b = p == q; if (b) { f = p!late(q); } f.get;",
        "I p = new C(); I q = new C(); Fut<Unit> f = p!late(q); Int i = 0;\n\
         while (i < 2) { f.get; f = o!late(this); i = i + 1; }",
        "I p = new C(); I q = new C(); Fut<Unit> f = p!late(q);\n\
         try { f = o!late(this); assert False; f = p!late(q); } catch { _ => skip; } f.get;",
        "Fut<Unit> f = o!late(this); I p = new C(); I q = new C(); switch (i) { 1 => f = p!late(q); _ => skip; } f.get;",
    ] {
        let text = class(kept).replace("switch (i)", "switch (2)");
        let (cycles, deadlocks) = cycles_and_truth(&text);
        assert!(cycles > 0 && deadlocks, "{text}");
    }
}
