//! No false proof and no false alarm: on random programs, guided testing finds a deadlock if and only if every
//! interleaving does, with each criterion and each strategy.

use crate::mini::{Random, generate, write};
use crate::support::program;
use raddle_abs::deadlock::reach::Reachability;
use raddle_abs::deadlock::search::{Criterion, CycleOutcome, GuidedSettings, GuidedVerdict, Order, search};
use raddle_abs::deadlock::{AnalysisOptions, analyze};
use raddle_abs::machine::options::Options;
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::machine::run::AbsRun;
use raddle_explore::context::StepContext;
use raddle_explore::ending::{Ending, of_standstill};
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::program::{Choice, PendingBuffer, Program as _, Run as _};
use raddle_explore::replay;
use raddle_explore::search::{Hooks, Settings};
use raddle_explore::strategy::Strategy;

/// How many random programs with cycles are searched in every way.
const PROGRAMS: u64 = 2000;
/// Programs with more states are left out.
const STATES: u64 = 400;
/// Programs with more cycles are left out, but for a few: each cycle is a search of its own.
const CYCLES: usize = 12;

fn exhaustive() -> Settings {
    let looks = Looks { races: false, livelocks: false };
    Settings { strategy: Strategy::Exhaustive, looks, ..Settings::default() }
}

/// What every interleaving shows.
#[derive(Default)]
struct Seen {
    states: u64,
    deadlocks: bool,
    sticks: bool,
}

impl Seen {
    /// Visits a state and all that follow; `false` if there are too many, or if something is not supported.
    fn visit(&mut self, run: &AbsRun) -> bool {
        self.states += 1;
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        let mut moves = false;
        for entry in pending.enabled() {
            for option in 0..entry.options {
                moves = true;
                let Some(mut next) = run.fork().filter(|_| self.states < STATES) else { return false };
                let mut context = StepContext::plain();
                context.begin();
                let stepped = next.step(Choice { actor: entry.actor, option }, &mut context);
                if stepped.is_err() || !self.visit(&next) {
                    return false;
                }
            }
        }
        if !moves {
            match of_standstill(&pending, run.has_exited()) {
                Ending::Deadlock(_) => self.deadlocks = true,
                Ending::Stuck(_) => self.sticks = true,
                _ => {}
            }
        }
        true
    }
}

/// Whether the program has a deadlock, and whether somebody is stuck, by every interleaving; none if there are too many.
fn waits_for_ever(program: &AbsProgram) -> Option<(bool, bool)> {
    let mut seen = Seen::default();
    seen.visit(&program.start()).then_some((seen.deadlocks, seen.sticks))
}

/// Every criterion with every strategy; the rest by chance, from the seed but apart from what the program is made of.
fn variants(seed: u64) -> Vec<GuidedSettings> {
    let mut random = Random::new(seed ^ 0x005E_ED0F_0A11);
    let reachability = match random.below(6) {
        0 => Reachability::Syntactic,
        1 => Reachability::PointsTo,
        _ => Reachability::Values,
    };
    let order = if random.below(6) == 0 { Order::Unguided } else { Order::InTurn };
    let check_every = [1, 1, 1, 1, 2, 3][random.below(6) as usize];
    // In half of the orders nothing is preferred, and everything is shuffled.
    let ordered = random.below(2) == 0;
    let shuffle = (!ordered || random.below(2) == 0).then_some(seed);
    let movers_only = random.below(8) > 0;
    let mut variants = Vec::new();
    for strategy in [Strategy::Exhaustive, Strategy::Dpor] {
        for criterion in [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks] {
            variants.push(GuidedSettings {
                criterion,
                order,
                reachability,
                check_every,
                ordered,
                shuffle,
                movers_only,
                kernel: Settings { strategy, ..exhaustive() },
                ..GuidedSettings::default()
            });
        }
    }
    variants
}

/// Writes random bodies of methods that call each other, up to a depth, with futures in fields and in lists,
/// conditions, and objects that are made in loops.
struct Bodies {
    random: Random,
    names: u32,
    futures: Vec<u32>,
    objects: Vec<String>,
    /// Does it look at few fields, so that many steps mean nothing to others?
    quiet: bool,
}

impl Bodies {
    fn field(&mut self) -> &'static str {
        if self.quiet { ["x", "y", "z"][self.random.below(3) as usize] } else { "x" }
    }

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
            15 => format!("await {} > {};", self.field(), self.random.below(2)),
            16 => {
                let field = self.field();
                format!("{field} = {field} + 1;")
            }
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
fn wild(seed: u64, quiet: bool) -> String {
    let mut text = "module Wild;\ninterface N { Int m0(N o, Int d); Int m1(N o, Int d); Int m2(N o, Int d); }\n\
                    class C implements N {\n  Int x = 0;\n  Int y = 0;\n  Int z = 0;\n  Fut<Int> kept = null;\n  \
                    List<Fut<Int>> all = Nil;\n"
        .to_owned();
    for method in 0..3 {
        let random = Random::new(seed * 17 + method + 1);
        let objects = vec!["this".to_owned(), "o".to_owned()];
        let mut bodies = Bodies { random, names: 0, futures: Vec::new(), objects, quiet };
        text.push_str(&format!("  Int m{method}(N o, Int d) {{\n    if (d > 0) {{\n"));
        for _ in 0..1 + bodies.random.below(4) {
            let (names, objects) = (bodies.futures.len(), bodies.objects.len());
            let Some(line) = bodies.statement() else { continue };
            if quiet && bodies.random.below(4) == 0 {
                // What is declared in the branch is not known behind it.
                bodies.futures.truncate(names);
                bodies.objects.truncate(objects);
                let (field, bound) = (bodies.field(), bodies.random.below(2));
                text.push_str(&format!("      if ({field} == {bound}) {{ {line} }}\n"));
            } else {
                text.push_str(&format!("      {line}\n"));
            }
        }
        let end = if quiet { "return d;" } else { "x = x + 1;\n    return x;" };
        text.push_str(&format!("    }}\n    {end}\n  }}\n"));
    }
    text.push_str("}\n{\n  N a = new C();\n  N b = new C();\n");
    let mut random = Random::new(seed * 17 + 11);
    for call in 0..2 + random.below(2) {
        let objects = ["a", "b"];
        let target = objects[random.below(2) as usize];
        let argument = objects[random.below(2) as usize];
        let depth = 1 + random.below(2);
        text.push_str(&format!("  Fut<Int> f{call} = {target}!m{}({argument}, {depth});\n", random.below(3)));
        match random.below(8) {
            0 => text.push_str(&format!("  await f{call}?;\n")),
            1 => text.push_str(&format!("  f{call}.get;\n")),
            2 => text.push_str(&format!("  await {argument}!m{}({target}, 1);\n", random.below(3))),
            _ => {}
        }
    }
    text.push_str("}\n");
    text
}

/// A random program in which two tasks may block on each other, if a field was set before: whether there is a deadlock
/// depends on steps of tasks that have no part in it, and that block locations for a while.
fn gates(seed: u64) -> String {
    let mut random = Random::new(seed * 13 + 5);
    let mut names = 0;
    // Something on the way, or nothing: most of it blocks for a while, or lets others go first.
    let mut something = |random: &mut Random| {
        names += 1;
        match random.below(14) {
            0 | 1 => format!("Fut<Unit> f{names} = c!nothing(); f{names}.get;"),
            2 => format!("Fut<Unit> f{names} = c!nothing(); await f{names}?;"),
            3 => "c.nothing();".to_owned(),
            4 => "suspend;".to_owned(),
            5 => "this.within(a, b, c);".to_owned(),
            6 => format!("Fut<Unit> f{names} = b!nothing(); f{names}.get;"),
            7 => format!("Fut<Unit> f{names} = c!relay(a, b, c); await f{names}?;"),
            8 => "z = z + 1;".to_owned(),
            9 => "if (z == 0) { c.nothing(); }".to_owned(),
            _ => String::new(),
        }
    };
    let methods = ["cross", "open", "within", "relay"];
    let declared: String = methods.map(|name| format!(" Unit {name}(A a, A b, A c);")).concat();
    let mut text = format!("module Gates;\ninterface A {{ Unit nothing();{declared} }}\n");
    let opened: Vec<bool> = (0..2).map(|_| random.below(4) > 0).collect();
    for (at, class) in ["First", "Second", "Third"].into_iter().enumerate() {
        let other = ["b", "a", "a"][at];
        let mut part = || something(&mut random);
        let (before, after, prologue, epilogue) = (part(), part(), part(), part());
        let gate = opened.get(at).is_some_and(|opened| *opened);
        let condition = if gate { "x == 1" } else { "True" };
        let (wait, sets) = match random.below(6) {
            0 => ("await f?;", "x = x + 1;"),
            1 => ("f.get;", "x = 1 - x;"),
            _ => ("f.get;", "x = x + 1;"),
        };
        let within = if random.below(2) == 0 { "x = x + 1;" } else { "c.nothing();" };
        let relayed = ["a!open(a, b, c);", "b!open(a, b, c);", "Fut<Unit> f = a!open(a, b, c); f.get;"];
        let relays = relayed[random.below(3) as usize];
        text.push_str(&format!(
            "class {class} implements A {{\n  Int x = 0;\n  Int z = 0;\n  Unit nothing() {{ }}\n  \
             Unit cross(A a, A b, A c) {{ {before} if ({condition}) {{ Fut<Unit> f = {other}!nothing(); {wait} }} \
             {after} }}\n  \
             Unit open(A a, A b, A c) {{ {prologue} {sets} {epilogue} }}\n  \
             Unit within(A a, A b, A c) {{ {within} }}\n  \
             Unit relay(A a, A b, A c) {{ {relays} }}\n}}\n"
        ));
    }
    let mut calls = vec!["a!cross(a, b, c)".to_owned(), "b!cross(a, b, c)".to_owned()];
    for (target, opened) in ["a", "b"].into_iter().zip(opened) {
        match random.below(5) {
            0 if opened => calls.insert(random.below(3) as usize, "c!relay(a, b, c)".to_owned()),
            1 => {}
            _ if opened => calls.insert(random.below(3) as usize, format!("{target}!open(a, b, c)")),
            _ => {}
        }
    }
    // Some are waited for, one may be made in a loop, and all of them by a method that is called once or twice.
    let mut body = String::new();
    for (at, call) in calls.into_iter().enumerate() {
        let line = match random.below(8) {
            0 => format!("await {call};"),
            1 => format!("Fut<Unit> g{at} = {call}; g{at}.get;"),
            2 if random.below(3) == 0 => {
                format!(
                    "Int i{at} = 0; while (i{at} < 2) {{ Fut<Unit> h = {call}; await h?; i{at} = i{at} + 1; }}"
                )
            }
            _ => format!("{call};"),
        };
        body.push_str(&format!(" {line}"));
    }
    let (method, main) = match random.below(6) {
        0 => (body, "d!drive(a, b, c);".to_owned()),
        1 => (body, "d!drive(a, b, c); await d!drive(a, b, c);".to_owned()),
        _ => (String::new(), body),
    };
    text.push_str(&format!(
        "interface D {{ Unit drive(A a, A b, A c); }}\nclass Driver implements D {{\n  \
         Unit drive(A a, A b, A c) {{{method} }}\n}}\n{{\n  A a = new First();\n  A b = new Second();\n  \
         A c = new Third();\n  D d = new Driver();\n  {main}\n}}\n"
    ));
    text
}

/// What the searches say of one program.
fn compare(seed: u64, source: &str, program: &AbsProgram, deadlocks: bool, sticks: bool) -> bool {
    let precision = (seed % 3) as usize;
    // A bound that is hit must not hide anything.
    let cycle_bound = if seed.is_multiple_of(7) { 1 } else { AnalysisOptions::default().cycle_bound };
    let analysis = analyze(program, AnalysisOptions { precision, cycle_bound });
    if analysis.cycles.is_empty() && !analysis.more_cycles {
        assert!(!deadlocks && !sticks, "seed {seed}: the analysis is silent\n{source}");
        return false;
    }
    if analysis.cycles.len() > CYCLES && !seed.is_multiple_of(32) {
        return false;
    }
    for settings in variants(seed) {
        let found = search(program, &analysis, &settings, &Hooks::default());
        let finds = |wanted: fn(&FindingKind) -> bool| {
            // A search that stands for many cycles may find both kinds.
            let mut found = found.searches.iter().flat_map(|search| {
                let outcome = match &search.outcome {
                    CycleOutcome::Deadlock(finding) => Some(finding),
                    _ => None,
                };
                outcome.into_iter().chain(&search.deadlocks)
            });
            found.any(|finding| wanted(&finding.kind))
        };
        let what = || format!("seed {seed}, {settings:?}\n{source}");
        if settings.criterion == Criterion::FirstDeadlock {
            let verdict = match (deadlocks, sticks) {
                (false, false) => found.verdict == GuidedVerdict::DeadlockFree,
                // Either may be met first if nothing guides.
                (true, true) if settings.order == Order::Unguided || analysis.more_cycles => {
                    matches!(found.verdict, GuidedVerdict::Deadlock | GuidedVerdict::Stuck)
                }
                (true, _) => found.verdict == GuidedVerdict::Deadlock,
                (false, true) => found.verdict == GuidedVerdict::Stuck,
            };
            assert!(verdict, "{:?}, {}", found.verdict, what());
        } else {
            assert_eq!(finds(|kind| matches!(kind, FindingKind::Deadlock(_))), deadlocks, "{}", what());
            assert_eq!(finds(|kind| matches!(kind, FindingKind::Stuck(_))), sticks, "{}", what());
            let free = found.verdict == GuidedVerdict::DeadlockFree;
            assert_eq!(free, !deadlocks && !sticks, "{:?}, {}", found.verdict, what());
        }
        for finding in found.searches.iter().flat_map(|search| &search.deadlocks) {
            let settings = Settings { early_deadlock: true, ..exhaustive() };
            assert!(replay::shows(program, &settings, &finding.schedule, &finding.kind), "{}", what());
        }
    }
    true
}

#[test]
fn guided_testing_finds_a_deadlock_if_and_only_if_there_is_one() {
    let (mut compared, mut deadlocked, mut stuck, mut seed) = (0, 0, 0, 0u64);
    // More programs where somebody asks for them.
    let programs =
        std::env::var("RADDLE_SOAK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(PROGRAMS);
    while compared < programs {
        seed += 1;
        let source = match seed % 5 {
            0 => write(&generate(seed)),
            1 => wild(seed, false),
            2 => wild(seed, true),
            _ => gates(seed),
        };
        let program = program(&source, Options::default());
        let Some((deadlocks, sticks)) = waits_for_ever(&program) else { continue };
        // Silence is quickly checked, and does not count, nor do programs that were left out.
        if compare(seed, &source, &program, deadlocks, sticks) {
            compared += 1;
            deadlocked += u64::from(deadlocks);
            stuck += u64::from(sticks);
        }
    }
    println!(
        "{compared} programs with cycles of {seed} seeds, {deadlocked} with a deadlock, {stuck} with stuck tasks"
    );
    assert!(deadlocked > programs / 10 && stuck > programs / 50, "the programs tell too little");
    assert!(deadlocked + stuck < programs * 4 / 5, "the programs tell too little");
}
