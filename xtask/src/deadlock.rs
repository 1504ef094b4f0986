//! `cargo xtask bench deadlock-guided` and `deadlock-analysis`: table 1 of "deadlock-guided testing" for our versions of
//! its programs, with the published figures beside ours; and how the analysis's time grows with the program.

use std::time::{Duration, Instant};

use raddle_abs::deadlock::search::{Criterion, Guided, GuidedSettings};
use raddle_abs::deadlock::{self, AnalysisOptions};
use raddle_abs::load::load;
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::bounds::Budget;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Strategy;

use crate::table::Table;

/// A program of the table, with what was published: states of the exhaustive search, D/U/C, states of the guided search
/// (their sum and their maximum over the cycles).
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("HB", "114k", "2/3/5", "103k (34k)"),
    ("FA", "41k", "2/1/3", "3k (2k)"),
    ("UL", ">489k", "1/0/1", "5 (5)"),
    ("SB", ">584k", "1/0/1", "23 (23)"),
    ("PA", ">329k", "2/0/2", "12 (6)"),
    ("WM", ">380k", "1/0/2", ">258k (>258k)"),
    ("fFA", "25k", "0/1/1", "11k (11k)"),
    ("fP2P", "118k", "0/1/1", "52k (52k)"),
    ("fPA", "30k", "0/2/2", "9k (4k)"),
    ("fUL", ">527k", "0/1/1", "236 (236)"),
];

fn program(name: &str, dependence: Dependence) -> Option<AbsProgram> {
    let path = format!("benches/abs/{name}.abs");
    let bytes = std::fs::read(&path).map_err(|error| eprintln!("error: {path}: {error}")).ok()?;
    let touches = dependence != Dependence::None;
    load(&path, &bytes).into_program(Options { dependence, touches, ..Options::default() })
}

/// How often the order of steps is shuffled.
const SHUFFLES: u64 = 20;

fn guided(program: &AbsProgram, strategy: Strategy, limit: Duration, shuffle: Option<u64>) -> Guided {
    let analysis = deadlock::analyze(program, AnalysisOptions::default());
    let budget = Budget { time: Some(limit), ..Budget::default() };
    let settings = GuidedSettings {
        criterion: Criterion::DeadlockPerCycle,
        shuffle,
        kernel: Settings { strategy, budget, ..Settings::default() },
        ..GuidedSettings::default()
    };
    deadlock::search::search(program, &analysis, &settings, &Hooks::default())
}

/// The states of a guided search: their sum, and their maximum over the cycles.
fn states(found: &Guided) -> String {
    let most = found.searches.iter().map(|search| search.counts.states).max().unwrap_or(0);
    format!("{} ({most})", found.total().states)
}

/// The most states that any of the shuffled searches takes; and whether all decide the cycles in the same way.
fn worst(program: &AbsProgram, limit: Duration, expected: (usize, usize, usize)) -> String {
    let mut most = 0;
    let mut same = true;
    for seed in 0..SHUFFLES {
        let found = guided(program, Strategy::Exhaustive, limit, Some(seed));
        most = most.max(found.total().states);
        same &= found.decided() == expected;
    }
    if same { most.to_string() } else { format!("{most}, not decided alike") }
}

/// Prints table 1. The order of the search: the step first that brings a task nearest to a point of the cycle where nobody
/// waits yet, then by the names of the tasks; or, shuffled, steps that are as good as each other in any order. The first word, if there is one, is the limit of each search in seconds.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub fn guided_table(words: &[&str]) -> bool {
    let limit = Duration::from_secs(words.first().and_then(|word| word.parse().ok()).unwrap_or(150));
    let mut table = Table::default();
    table.row([
        "program",
        "exhaustive",
        "published",
        "s",
        "D/U/C",
        "published",
        "guided (max)",
        "worst of 20",
        "published",
        "s",
        "reduced (max)",
        "s",
    ]);
    for &(name, published_states, published_cycles, published_guided) in ROWS {
        let Some(plain) = program(name, Dependence::None) else { return false };
        let Some(reducing) = program(name, Dependence::Fields) else { return false };
        let budget = Budget { time: Some(limit), ..Budget::default() };
        let settings = Settings { strategy: Strategy::Exhaustive, budget, ..Settings::default() };
        let exhaustive = search(&plain, &Unguided, &settings, &Hooks::default());
        let more = if exhaustive.elapsed >= limit { ">" } else { "" };
        let started = Instant::now();
        let tree = guided(&plain, Strategy::Exhaustive, limit, None);
        let tree_seconds = started.elapsed().as_secs_f64();
        let started = Instant::now();
        let reduced = guided(&reducing, Strategy::Dpor, limit, None);
        let reduced_seconds = started.elapsed().as_secs_f64();
        let decided @ (deadlocks, unfeasible, cycles) = tree.decided();
        table.row([
            name.to_owned(),
            format!("{more}{}", exhaustive.stats.states),
            published_states.to_owned(),
            format!("{:.1}", exhaustive.elapsed.as_secs_f64()),
            format!("{deadlocks}/{unfeasible}/{cycles}"),
            published_cycles.to_owned(),
            states(&tree),
            worst(&plain, limit, decided),
            published_guided.to_owned(),
            format!("{tree_seconds:.2}"),
            states(&reduced),
            format!("{reduced_seconds:.2}"),
        ]);
    }
    table.print();
    true
}

/// A program of about so many lines: a chain of classes, each of which asks the next one.
fn chain(lines: usize) -> String {
    let classes = (lines / 6).max(2);
    let mut text = "module Chain;\n".to_owned();
    for number in 0..classes {
        let next = (number + 1) % classes;
        text.push_str(&format!(
            "interface I{number} {{ Unit m(Int n); }}\nclass C{number} implements I{number} {{\n  Unit m(Int n) {{\n    \
             if (n > 0) {{ I{next} o = new C{next}(); Fut<Unit> f = o!m(n - 1); f.get; }}\n  }}\n}}\n"
        ));
    }
    text.push_str("{ I0 o = new C0(); o!m(1); }\n");
    text
}

/// Prints how long the analysis takes for programs of 100 to 10,000 lines.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub fn analysis_table() -> bool {
    let mut table = Table::default();
    table.row(["lines", "cycles", "milliseconds", "microseconds a line"]);
    for lines in [100, 300, 1_000, 3_000, 10_000] {
        let text = chain(lines);
        let loaded = load("chain.abs", text.as_bytes());
        let diagnostics = loaded.render();
        let Some(program) = loaded.into_program(Options::default()) else {
            eprintln!("error: the generated program is wrong:\n{diagnostics}");
            return false;
        };
        let started = Instant::now();
        let analysis = deadlock::analyze(&program, AnalysisOptions::default());
        let seconds = started.elapsed().as_secs_f64();
        table.row([
            text.lines().count().to_string(),
            analysis.cycles.len().to_string(),
            format!("{:.1}", seconds * 1e3),
            format!("{:.2}", seconds * 1e6 / text.lines().count() as f64),
        ]);
    }
    table.print();
    true
}
