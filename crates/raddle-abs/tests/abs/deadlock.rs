//! The deadlock analysis and the search guided by it: the seeds' figures, and random programs.

use crate::mini::{Random, generate, write};
use crate::support::{file, program};
use raddle_abs::deadlock::constraints::Reachability;
use raddle_abs::deadlock::describe::Describe;
use raddle_abs::deadlock::search::{
    Criterion, CycleOutcome, Guided, GuidedSettings, GuidedVerdict, Order, search,
};
use raddle_abs::deadlock::{AnalysisOptions, analyze};
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::bounds::Budget;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::replay;
use raddle_explore::search::{Hooks, Settings, search as explore};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::Verdict;

/// How many random programs are searched in every way.
const PROGRAMS: u64 = 600;
/// Programs with more states are left out.
const STATES: u64 = 600;

fn exhaustive() -> Settings {
    let looks = Looks { races: false, livelocks: false };
    Settings { strategy: Strategy::Exhaustive, looks, ..Settings::default() }
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
        assert!(describe.text().contains(
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
    for reachability in [Reachability::Syntactic, Reachability::PointsTo] {
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
fn per_cycle(name: &str, strategy: Strategy, dependence: Dependence) -> ((usize, usize, usize), u64) {
    let program =
        program(&file(&format!("benches/abs/{name}.abs")), Options { dependence, ..Options::default() });
    let analysis = analyze(&program, AnalysisOptions::default());
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
    // Guided by the analysis alone, and with reduction on top; WM takes too long without.
    for (name, decided, most, most_reduced) in [
        ("DB", (1, 0, 1), 4, 4),
        ("HB", (3, 0, 3), 7926, 233),
        ("FA", (1, 0, 1), 30, 30),
        ("UL", (1, 0, 1), 8, 8),
        ("SB", (2, 0, 2), 23, 23),
        ("PA", (6, 0, 6), 77, 77),
        ("WM", (1, 1, 2), 0, 817),
        ("fFA", (0, 0, 0), 0, 0),
        ("fP2P", (0, 0, 0), 0, 0),
        ("fPA", (0, 3, 3), 11_505, 11_505),
        ("fUL", (0, 1, 1), 10_555, 153),
    ] {
        if name != "WM" {
            let (found, states) = per_cycle(name, Strategy::Exhaustive, Dependence::None);
            assert_eq!(found, decided, "{name}");
            assert!(states <= most, "{name}: {states} states");
        }
        let (found, states) = per_cycle(name, Strategy::Dpor, Dependence::Fields);
        println!("{name}: {found:?}, {states} states with reduction");
        assert_eq!(found, decided, "{name}, reduced");
        assert!(states <= most_reduced, "{name}, reduced: {states} states");
    }
}

/// Whether the program has a deadlock, by every interleaving; none if there are too many.
fn has_deadlock(program: &AbsProgram) -> Option<bool> {
    let budget = Budget { states: Some(STATES), ..Budget::default() };
    let outcome = explore(program, &Unguided, &Settings { budget, ..exhaustive() }, &Hooks::default());
    if outcome.stats.states > STATES || matches!(outcome.verdict, Verdict::Incomplete(_)) {
        return None;
    }
    Some(outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock"))
}

fn variants(seed: u64) -> Vec<GuidedSettings> {
    let strategy = if seed.is_multiple_of(2) { Strategy::Dpor } else { Strategy::Exhaustive };
    let reachability = if seed.is_multiple_of(3) { Reachability::Syntactic } else { Reachability::PointsTo };
    let order = if seed.is_multiple_of(5) { Order::Unguided } else { Order::InTurn };
    [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks]
        .map(|criterion| GuidedSettings {
            criterion,
            order,
            reachability,
            check_every: 1 + seed / 7 % 3,
            kernel: Settings { strategy, ..exhaustive() },
            ..GuidedSettings::default()
        })
        .into()
}

/// Writes random bodies of methods that call each other, up to a depth, with futures in fields and in lists,
/// conditions, and objects that are made in loops.
struct Bodies {
    random: Random,
    names: u32,
    futures: Vec<u32>,
    objects: Vec<String>,
}

impl Bodies {
    fn object(&mut self) -> String {
        let at = self.random.below(self.objects.len() as u64);
        self.objects[at as usize].clone()
    }

    fn future(&mut self) -> Option<u32> {
        let count = self.futures.len() as u64;
        (count > 0).then(|| self.futures[self.random.below(count) as usize])
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    fn call(&mut self, between: char) -> String {
        let (target, argument, method) = (self.object(), self.object(), self.random.below(3));
        format!("{target}{between}m{method}({argument}, d - 1)")
    }

    fn statement(&mut self) -> Option<String> {
        Some(match self.random.below(20) {
            0..=5 => {
                let call = self.call('!');
                let name = self.name();
                self.futures.push(name);
                format!("Fut<Int> f{name} = {call};")
            }
            6..=8 => format!("f{}.get;", self.future()?),
            9 => format!("await f{}?;", self.future()?),
            10 => format!("all = Cons(f{}, all);", self.future()?),
            11 => "foreach (g in all) { await g?; }".to_owned(),
            12 => "foreach (g in all) { g.get; }".to_owned(),
            13 => format!("kept = f{};", self.future()?),
            14 => "if (kept != null) { kept.get; }".to_owned(),
            15 => format!("await x > {};", self.random.below(2)),
            16 => "x = x + 1;".to_owned(),
            17 => {
                let name = self.name();
                self.objects.push(format!("n{name}"));
                let local = if self.random.below(3) == 0 { "local " } else { "" };
                format!("N n{name} = new {local}C();")
            }
            18 => {
                let (name, method, argument) = (self.name(), self.random.below(3), self.object());
                format!(
                    "Int i{name} = 0; while (i{name} < 2) {{ N w = new C(); Fut<Int> h = w!m{method}({argument}, d - 1); \
                     all = Cons(h, all); i{name} = i{name} + 1; }}"
                )
            }
            _ => format!("Int r{} = {};", self.name(), self.call('.')),
        })
    }
}

/// A random program with what the small ones lack.
fn wild(seed: u64) -> String {
    let mut text = "module Wild;\ninterface N { Int m0(N o, Int d); Int m1(N o, Int d); Int m2(N o, Int d); }\n\
                    class C implements N {\n  Int x = 0;\n  Fut<Int> kept = null;\n  List<Fut<Int>> all = Nil;\n"
        .to_owned();
    for method in 0..3 {
        let random = Random::new(seed * 17 + method + 1);
        let objects = vec!["this".to_owned(), "o".to_owned()];
        let mut bodies = Bodies { random, names: 0, futures: Vec::new(), objects };
        text.push_str(&format!("  Int m{method}(N o, Int d) {{\n    if (d > 0) {{\n"));
        for _ in 0..1 + bodies.random.below(4) {
            if let Some(line) = bodies.statement() {
                text.push_str(&format!("      {line}\n"));
            }
        }
        text.push_str("    }\n    x = x + 1;\n    return x;\n  }\n");
    }
    text.push_str("}\n{\n  N a = new C();\n  N b = new C();\n");
    let mut random = Random::new(seed * 17 + 11);
    for call in 0..2 + random.below(2) {
        let objects = ["a", "b"];
        let target = objects[random.below(2) as usize];
        let argument = objects[random.below(2) as usize];
        let depth = 1 + random.below(2);
        text.push_str(&format!("  Fut<Int> f{call} = {target}!m{}({argument}, {depth});\n", random.below(3)));
        if random.below(6) == 0 {
            text.push_str(&format!("  await f{call}?;\n"));
        }
    }
    text.push_str("}\n");
    text
}

#[test]
fn guided_testing_finds_a_deadlock_if_and_only_if_there_is_one() {
    let (mut compared, mut deadlocked, mut flagged, mut seed) = (0, 0, 0, 0u64);
    // More programs where somebody asks for them.
    let programs =
        std::env::var("RADDLE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(PROGRAMS);
    while compared < programs {
        seed += 1;
        let source = if seed.is_multiple_of(4) { write(&generate(seed)) } else { wild(seed) };
        let program = program(&source, Options::default());
        let Some(expected) = has_deadlock(&program) else { continue };
        let precision = (seed % 3) as usize;
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        if analysis.cycles.is_empty() {
            assert!(!expected, "seed {seed}: the analysis is silent\n{source}");
            // Silence is quickly checked; most of the time goes to programs with cycles.
            compared += u64::from(seed.is_multiple_of(4));
            continue;
        }
        compared += 1;
        deadlocked += u64::from(expected);
        flagged += 1;
        for settings in variants(seed) {
            let found = search(&program, &analysis, &settings, &Hooks::default());
            let verdict = if expected { GuidedVerdict::Deadlock } else { GuidedVerdict::DeadlockFree };
            assert_eq!(found.verdict, verdict, "seed {seed}, {settings:?}\n{source}");
            for search in &found.searches {
                if let CycleOutcome::Deadlock(finding) = &search.outcome {
                    let settings = Settings { early_deadlock: true, ..exhaustive() };
                    assert!(
                        replay::shows(&program, &settings, &finding.schedule, &finding.kind),
                        "seed {seed}\n{source}"
                    );
                }
            }
        }
    }
    println!("{compared} programs of {seed} seeds, {flagged} with cycles, {deadlocked} with a deadlock");
    assert!(deadlocked > programs / 20 && flagged > deadlocked, "the programs tell too little");
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
        flagged += u64::from(!analysis.cycles.is_empty());
        for strategy in [Strategy::Exhaustive, Strategy::Dpor] {
            let kernel = Settings { strategy, ..exhaustive() };
            let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
            let found = search(&program, &analysis, &settings, &Hooks::default());
            assert_eq!(found.verdict, GuidedVerdict::DeadlockFree, "{name}: {:?}", found.searches);
        }
        println!("{name}: {} cycles", analysis.cycles.len());
    }
    assert!(flagged >= 5, "the programs are too easy for the analysis");
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
        assert!(!stuck || describe.text().contains("Not covered: tasks that wait for ever"), "{name}");
        let budget = Budget { states: Some(20_000), ..Budget::default() };
        let kernel = Settings { strategy: Strategy::Dpor, budget, ..exhaustive() };
        let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
        let found = search(&program, &analysis, &settings, &Hooks::default());
        println!("{name}: {} cycles, {:?}, {:?}", analysis.cycles.len(), found.verdict, found.decided());
        assert_eq!(found.verdict == GuidedVerdict::Deadlock, expected, "{name}\n{}", describe.text());
    }
}
