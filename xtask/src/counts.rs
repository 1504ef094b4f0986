//! `cargo xtask counts`: for every program whose number of Mazurkiewicz traces is known, that number and what the
//! strategies find. The numbers come from the literature or from brute force.
//!
//! `dpor` must make exactly one run a trace, with one worker and with two, and no run in vain. `exhaustive`, where its
//! tree is small enough, must end in the same set of final states and find the same misbehaviours; where only its
//! graph of states is small enough, the same but for data races, which merging forgets.

use std::collections::BTreeSet;
use std::sync::Mutex;

use raddle_explore::bounds::Budget;
use raddle_explore::ending::Ending;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{EndOfRun, Hooks, Settings, Stats, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::Verdict;
use raddle_threads::{ThreadProgram, builtin};

use crate::table::Table;

/// Beyond so many states a tree of all interleavings is not worth the wait.
const LARGEST_TREE: u64 = 400_000;

/// A program with what is known of it.
struct Row {
    name: String,
    program: ThreadProgram,
    traces: u64,
    deadlocks: u64,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name: String, program: ThreadProgram, traces: u64, deadlocks: u64| {
        rows.push(Row { name, program, traces, deadlocks });
    };
    for (n, with, without) in [(1, 11, 3), (2, 140, 19), (3, 1698, 141), (4, 19605, 1107), (5, 218_243, 8953)]
    {
        add(format!("Fib {n} with reader"), builtin::fibonacci(n, true), with, 0);
        add(format!("Fib {n}"), builtin::fibonacci(n, false), without, 0);
    }
    for (sections, traces) in [
        (&[2, 2][..], 6),
        (&[2, 2, 2], 90),
        (&[2, 2, 2, 2], 2520),
        (&[2, 2, 2, 2, 1], 22_680),
        (&[2, 2, 2, 2, 2], 113_400),
    ] {
        let list: Vec<String> = sections.iter().map(u32::to_string).collect();
        add(format!("Locking {}", list.join(",")), builtin::locking(sections), traces, 0);
    }
    for (n, traces) in [(1, 6), (2, 90), (3, 1680)] {
        add(format!("Writes 3x{n}"), builtin::writes(3, n), traces, 0);
    }
    for (n, traces) in [(3, 8), (5, 32), (8, 256)] {
        add(format!("Readers {n}"), builtin::readers(n), traces, 0);
    }
    for (n, traces) in [(3, 12), (5, 64), (8, 704), (10, 3328)] {
        add(format!("Lastzero {n}"), builtin::last_zero(n), traces, 0);
    }
    for (n, traces) in [(13, 1), (14, 2), (16, 8), (18, 32), (20, 128)] {
        add(format!("Filesystem {n}"), builtin::file_system(n), traces, 0);
    }
    for (n, traces) in [(11, 1), (12, 8), (13, 64)] {
        add(format!("Indexer {n}"), builtin::indexer(n), traces, 0);
    }
    for n in 3..=7 {
        add(format!("Dining {n} once"), builtin::dining(n, 1, false), (1 << n) - 1, 1);
        add(format!("Dining {n} once, ordered"), builtin::dining(n, 1, true), (1 << n) - 2, 0);
    }
    for (n, traces, deadlocks) in [(2, 11, 5), (3, 106, 16), (4, 831, 45), (5, 5851, 121)] {
        add(format!("Dining {n} twice"), builtin::dining(n, 2, false), traces, deadlocks);
    }
    for (n, traces) in [(3, 6), (4, 24), (5, 120), (6, 720), (7, 5040)] {
        add(format!("Mailbox {n}"), builtin::mailbox(n), traces, 0);
    }
    rows
}

/// What one search saw.
struct Seen {
    stats: Stats,
    verdict: Verdict,
    /// The last states of its runs.
    ends: BTreeSet<u128>,
    findings: BTreeSet<FindingKind>,
}

impl Seen {
    fn is_complete(&self) -> bool {
        !matches!(self.verdict, Verdict::Incomplete(_)) && self.stats.states < LARGEST_TREE
    }

    fn findings_but_races(&self) -> BTreeSet<&FindingKind> {
        self.findings.iter().filter(|kind| !matches!(kind, FindingKind::Race(_))).collect()
    }
}

fn explore(program: &ThreadProgram, strategy: Named, jobs: usize, merge_states: bool) -> Seen {
    let states = (strategy == Named::Exhaustive).then_some(LARGEST_TREE);
    let settings = Settings {
        strategy,
        jobs,
        merge_states,
        // The other side of the comparison is to be as simple as can be.
        leave_out_states: false,
        budget: Budget { states, ..Budget::default() },
        ..Settings::default()
    };
    let ends = Mutex::new(BTreeSet::new());
    let on_run = |end: &EndOfRun<'_>| {
        if !matches!(end.ending, Ending::Blocked | Ending::Pruned(_) | Ending::Merged | Ending::Interrupted)
            && let Some(fingerprint) = end.fingerprint
            && let Ok(mut ends) = ends.lock()
        {
            ends.insert(fingerprint);
        }
    };
    let outcome = search(program, &Unguided, &settings, &Hooks { on_run: Some(&on_run), ..Hooks::default() });
    Seen {
        stats: outcome.stats,
        verdict: outcome.verdict,
        ends: ends.into_inner().unwrap_or_default(),
        findings: outcome.findings.into_iter().map(|finding| finding.kind).collect(),
    }
}

/// Prints the table, and says whether all rows agree.
pub fn run() -> bool {
    let mut table = Table::default();
    table.row([
        "program",
        "expected",
        "dpor",
        "2 jobs",
        "blocked",
        "deadlocks",
        "final states",
        "exhaustive",
        "agree",
    ]);
    let mut all = true;
    for row in rows() {
        let dpor = explore(&row.program, Named::Dpor, 1, false);
        let two = explore(&row.program, Named::Dpor, 2, false);
        let tree = explore(&row.program, Named::Exhaustive, 2, false);
        let expected = if row.deadlocks > 0 { "found" } else { "proved" };
        let mut agree = [&dpor, &two].into_iter().all(|seen| {
            (seen.stats.runs, seen.stats.blocked_runs, seen.stats.deadlocks) == (row.traces, 0, row.deadlocks)
                && seen.verdict.word() == expected
                && seen.ends == dpor.ends
                && seen.findings == dpor.findings
        });
        let exhaustive = if tree.is_complete() {
            agree &=
                tree.verdict.word() == expected && tree.ends == dpor.ends && tree.findings == dpor.findings;
            format!("{} runs", tree.stats.runs)
        } else {
            let graph = explore(&row.program, Named::Exhaustive, 2, true);
            if graph.is_complete() {
                agree &= graph.ends == dpor.ends && graph.findings_but_races() == dpor.findings_but_races();
                format!("{} states", graph.stats.states)
            } else {
                "too large".to_owned()
            }
        };
        all &= agree;
        table.row([
            row.name,
            row.traces.to_string(),
            dpor.stats.runs.to_string(),
            two.stats.runs.to_string(),
            (dpor.stats.blocked_runs + two.stats.blocked_runs).to_string(),
            dpor.stats.deadlocks.to_string(),
            dpor.ends.len().to_string(),
            exhaustive,
            if agree { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    table.print();
    println!(
        "\nexpected: Mazurkiewicz traces. dpor: runs with one worker, which must be the same with two, and none blocked.\n\
         exhaustive: runs of the tree of all interleavings, or states of the graph where the tree is too large: both must\n\
         end in the same final states and find the same. {}",
        if all { "All rows agree." } else { "SOME ROWS DO NOT AGREE." }
    );
    all
}
