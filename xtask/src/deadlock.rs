//! `cargo xtask bench deadlock-guided` and `deadlock-analysis`: table 1 of "deadlock-guided testing" for our versions of
//! its programs, with the published figures beside ours; and how the analysis's time grows with the program ([`crate::deadlock_shapes`]).

use std::time::{Duration, Instant};

use raddle_abs::deadlock::guided::search::{Criterion, Guided, GuidedSettings};
use raddle_abs::deadlock::{self, AnalysisOptions, GraphKind};
use raddle_abs::load::load;
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::bounds::Budget;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;

use crate::deadlock_shapes::SHAPES;
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

/// Whether there is a row of this name.
pub fn is_known(name: &str) -> bool {
    ROWS.iter().any(|(known, ..)| *known == name)
}

fn program(name: &str, dependence: Dependence) -> Option<AbsProgram> {
    let path = format!("benches/abs/{name}.abs");
    let bytes = std::fs::read(&path).map_err(|error| eprintln!("error: {path}: {error}")).ok()?;
    let touches = dependence != Dependence::None;
    load(&path, &bytes).into_program(Options { dependence, touches, ..Options::default() })
}

/// How often the analysis is repeated; the fastest counts.
const REPEATS: usize = 5;
/// How often the order of steps is shuffled.
const SHUFFLES: u64 = 20;

/// In which order steps come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// The most promising first, then by names.
    Ranked,
    /// The most promising first, and equally good ones by chance.
    Shuffled(u64),
    /// All by chance, whatever they promise.
    Random(u64),
}

fn guided(program: &AbsProgram, strategy: Named, limit: Duration, steps: Steps, graph: GraphKind) -> Guided {
    let analysis = deadlock::analyze(program, AnalysisOptions { graph, ..AnalysisOptions::default() });
    let budget = Budget { time: Some(limit), ..Budget::default() };
    let settings = GuidedSettings {
        criterion: Criterion::DeadlockPerCycle,
        ordered: !matches!(steps, Steps::Random(_)),
        shuffle: match steps {
            Steps::Ranked => None,
            Steps::Shuffled(seed) | Steps::Random(seed) => Some(seed),
        },
        kernel: Settings { strategy, budget, ..Settings::default() },
        ..GuidedSettings::default()
    };
    deadlock::guided::search::search(program, &analysis, &settings, &Hooks::default())
}

/// Cycles with a deadlock, unfeasible ones, and all, in the published graph.
fn as_the_seed_counts(found: &Guided) -> String {
    let (deadlocks, unfeasible, cycles) = found.decided();
    format!("{deadlocks}/{unfeasible}/{cycles}")
}

/// The states of a guided search: their sum, and their maximum over the cycles.
fn states(found: &Guided) -> String {
    format!("{} ({})", found.total().states, largest(found))
}

/// The most states that the search for a cycle takes.
fn largest(found: &Guided) -> u64 {
    found.searches.iter().map(|search| search.counts.states).max().unwrap_or(0)
}

/// The most states that any of the shuffled searches takes; and whether all decide the cycles in the same way.
fn worst(
    program: &AbsProgram,
    limit: Duration,
    expected: (usize, usize, usize),
    steps: fn(u64) -> Steps,
) -> String {
    let (mut most, mut most_of_a_cycle) = (0, 0);
    let mut same = true;
    for seed in 0..SHUFFLES {
        let found = guided(program, Named::Exhaustive, limit, steps(seed), GraphKind::Sharp);
        most = most.max(found.total().states);
        most_of_a_cycle = most_of_a_cycle.max(largest(&found));
        same &= found.decided() == expected;
    }
    let alike = if same { "" } else { ", not decided alike" };
    format!("{most} ({most_of_a_cycle}){alike}")
}

/// Prints table 1. The order of the search: the step first that brings a task nearest to a point of the cycle where nobody
/// waits yet, then by the names of the tasks; the worst of 20 in which steps that are as good as each other come in any
/// order; and the worst of 20 in which all steps do. The first word, if there is one, is the limit of each search in
/// seconds; further ones name the programs.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub fn guided_table(words: &[&str]) -> bool {
    let seconds = words.first().and_then(|word| word.parse().ok());
    let names = if seconds.is_some() { &words[1..] } else { words };
    let limit = Duration::from_secs(seconds.unwrap_or(150));
    let mut table = Table::default();
    table.row([
        "program",
        "exhaustive",
        "published",
        "s",
        "D/U/C",
        "as the seed counts",
        "guided so (max)",
        "published",
        "guided (max)",
        "worst of 20 (max)",
        "at random (max)",
        "published",
        "s",
        "reduced (max)",
        "s",
    ]);
    let wanted = |name: &str| names.is_empty() || names.contains(&name);
    let rows = ROWS.iter().filter(|(name, ..)| wanted(name));
    for &(name, published_states, published_cycles, published_guided) in rows {
        let Some(plain) = program(name, Dependence::None) else { return false };
        let Some(reducing) = program(name, Dependence::Fields) else { return false };
        let budget = Budget { time: Some(limit), ..Budget::default() };
        let settings = Settings { strategy: Named::Exhaustive, budget, ..Settings::default() };
        let exhaustive = search(&plain, &Unguided, &settings, &Hooks::default());
        let more = if exhaustive.elapsed >= limit { ">" } else { "" };
        let started = Instant::now();
        let tree = guided(&plain, Named::Exhaustive, limit, Steps::Ranked, GraphKind::Sharp);
        let tree_seconds = started.elapsed().as_secs_f64();
        let started = Instant::now();
        let reduced = guided(&reducing, Named::Dpor, limit, Steps::Ranked, GraphKind::Sharp);
        let reduced_seconds = started.elapsed().as_secs_f64();
        let decided @ (deadlocks, unfeasible, cycles) = tree.decided();
        let as_published = guided(&plain, Named::Exhaustive, limit, Steps::Ranked, GraphKind::AsPublished);
        table.row([
            name.to_owned(),
            format!("{more}{}", exhaustive.stats.states),
            published_states.to_owned(),
            format!("{:.1}", exhaustive.elapsed.as_secs_f64()),
            format!("{deadlocks}/{unfeasible}/{cycles}"),
            as_the_seed_counts(&as_published),
            states(&as_published),
            published_cycles.to_owned(),
            states(&tree),
            worst(&plain, limit, decided, Steps::Shuffled),
            worst(&plain, limit, decided, Steps::Random),
            published_guided.to_owned(),
            format!("{tree_seconds:.2}"),
            states(&reduced),
            format!("{reduced_seconds:.2}"),
        ]);
    }
    table.print();
    true
}

/// Prints how long the analysis takes for programs of 100 to 10,000 lines of several shapes, and with which power of the
/// length it has grown since the line above.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub fn analysis_table() -> bool {
    let mut table = Table::default();
    table.row(["shape", "lines", "cycles", "milliseconds", "microseconds a line", "power"]);
    for &(shape, write) in SHAPES {
        let mut before: Option<(f64, f64)> = None;
        for lines in [100, 300, 1_000, 3_000, 10_000] {
            let text = write(lines);
            let loaded = load("shape.abs", text.as_bytes());
            let diagnostics = loaded.render();
            let Some(program) = loaded.into_program(Options::default()) else {
                eprintln!("error: the generated program is wrong:\n{diagnostics}");
                return false;
            };
            let times = (0..REPEATS).map(|_| {
                let started = Instant::now();
                let analysis = deadlock::analyze(&program, AnalysisOptions::default());
                (started.elapsed().as_secs_f64(), analysis)
            });
            let Some((seconds, analysis)) = times.min_by(|left, right| left.0.total_cmp(&right.0)) else {
                return false;
            };
            let lines = text.lines().count() as f64;
            let power = before.map(|(length, time)| (seconds / time).ln() / (lines / length).ln());
            before = Some((lines, seconds));
            let more = if analysis.more_cycles { ">" } else { "" };
            table.row([
                shape.to_owned(),
                lines.to_string(),
                format!("{more}{}", analysis.cycles.len()),
                format!("{:.2}", seconds * 1e3),
                format!("{:.2}", seconds * 1e6 / lines),
                power.map_or_else(String::new, |power| format!("{power:.1}")),
            ]);
        }
    }
    table.print();
    true
}
