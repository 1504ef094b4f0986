//! `cargo xtask bench rewrite`: Maude files and conformance, side by side with real Maude on this machine. Each
//! measurement is a process of its own; processor time is that of the work alone, without starting and loading.

mod conformance;
mod reference;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use raddle_rewrite::bench::{PROGRAMS, embedded_files};
use raddle_rewrite::{Interpreter, Options};

use crate::measure;
use crate::table::Table;
use crate::tools;

/// What one side needed.
#[derive(Clone, Copy, Default)]
struct Cost {
    cpu: f64,
    peak: u64,
}

/// A command on a program, and how much faster than Maude we want to be.
struct Row {
    name: String,
    program: &'static str,
    commands: String,
    target: f64,
}

/// Free rewriting may take twice Maude's time; rewriting modulo axioms must not take longer; searches and model checking
/// must be three times as fast; strategies, the meta-level and splits of lists at least nearly as fast.
const FREE: f64 = 0.5;
const AXIOMS: f64 = 1.0;
const SEARCH: f64 = 3.0;
const OTHERS: f64 = 0.8;

/// Times of Maude's below this, in seconds, are too short to be compared.
const SHORT: f64 = 0.05;

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name: &str, program: &'static str, commands: String, target: f64| {
        rows.push(Row { name: name.to_owned(), program, commands, target });
    };
    let peano = |number: usize| format!("{}0{}", "s(".repeat(number), ")".repeat(number));
    add("Peano fib(28)", "peano-fibonacci", format!("red fib({}) .\n", peano(28)), FREE);
    add("NAT fib(29)", "nat-fibonacci", "red fib(29) .\n".to_owned(), FREE);
    // Ten lists, each with its own numbers: one would be over before the clock moves.
    let ten =
        |command: &str| (0..10).map(|seed| command.replace("SEED", &format!("{}", 42 + seed))).collect();
    add("quicksort of 3,000, 10 times", "quicksort", ten("red size(qsort(gen(3000, SEED))) .\n"), AXIOMS);
    add("multiset sort of 300, 10 times", "multiset-sort", ten("red size(sort(gen(300, SEED))) .\n"), AXIOMS);
    for count in 5..=9 {
        let command = format!("search init({count}) =>! T:Table .\n");
        add(&format!("philosophers, N = {count}"), "philosophers", command, SEARCH);
    }
    for (channel, last) in [(3, 4), (6, 4), (8, 10)] {
        let command = format!("search init({channel}, {last}) =>* {{(buf: (d(0) | d(2))) OCs:OCSoup}} .\n");
        add(&format!("ABP, channels of {channel}, data to d({last})"), "abp-bounded", command, SEARCH);
    }
    let check = |start: &str, formula: &str| format!("red modelCheck({start}, {formula}) .\n");
    // With 11 philosophers there are more than a million states.
    for count in [8, 9, 11] {
        let command = check(&format!("init({count})"), "[] ~ (eats(0) /\\ eats(1))");
        add(&format!("LTL, philosophers keep apart, N = {count}"), "ltl-philosophers", command, SEARCH);
    }
    let command = check("init(8)", "[] (hungers(0) -> <> eats(0))");
    add("LTL, philosophers starve, N = 8", "ltl-philosophers", command, SEARCH);
    let command = check("init(5, 5)", "[] close");
    add("LTL, ABP keeps close, channels of 5", "ltl-abp", command, SEARCH);
    add("LTL, ABP may lose all, channels of 5", "ltl-abp", check("init(5, 5)", "[] <> got(1)"), SEARCH);
    let apart = "[] ~ (works(0) /\\ works(1))";
    add("LTL, bakery of 7 keeps apart", "ltl-mutex", check("init(7, 8)", apart), SEARCH);
    add("LTL, bakery of 6 serves", "ltl-mutex", check("init(6, 7)", "[] (waits(0) -> <> works(0))"), SEARCH);
    add("LTL, bakery of 6 with too few tickets", "ltl-mutex", check("init(6, 4)", apart), SEARCH);
    add("LTL, counters, 1,000,000 states", "ltl-counters", check("c(99, 0, 0, 0)", "[] low"), SEARCH);
    add(
        "strategies, sorting by swaps",
        "strategies",
        "srew < down(8) > using one(sorted) .\n".into(),
        OTHERS,
    );
    add(
        "strategies, all ways of 9 moves",
        "strategies",
        "srew < down(7) > using times(9) .\n".into(),
        OTHERS,
    );
    add("metaReduce, 20,000 times", "meta-level", "red sum(20000, 0) .\n".into(), OTHERS);
    add("metaSearch, 2,601 solutions", "meta-level", "red all(0, next(0)) .\n".into(), OTHERS);
    add("metaApply, 20,000 times", "meta-level", "red steps(20000, 0) .\n".into(), OTHERS);
    let command = "red size(sort(gen(120, 42))) .\nred size(sort(gen(120, 43))) .\n".to_owned();
    add("lists, conditional swaps", "list-splits", command, OTHERS);
    let command = "red size(unique(gen(150, 42) gen(150, 42))) .\n".to_owned();
    add("lists, conditional pairs", "list-splits", command, OTHERS);
    add("lists, conditional halves", "list-splits", "red halves(gen(1000, 42)) .\n".into(), OTHERS);
    rows
}

/// Runs all measurements. The word `full` also gives Maude the largest inputs; `programs` and `conformance` are the two
/// halves.
pub fn table(words: &[&str]) -> bool {
    match words {
        ["--part", "run", file] => return run_part(file),
        ["--part", "check", rest @ ..] => return conformance::check_part(rest),
        _ => {}
    }
    if let Some(unknown) = words.iter().find(|word| !matches!(**word, "full" | "programs" | "conformance")) {
        eprintln!("error: unknown word '{unknown}': known are full, programs, conformance");
        return false;
    }
    if !tools::provide_one("maude") {
        return false;
    }
    let Some(folder) = work_folder() else { return false };
    let both = !words.contains(&"programs") && !words.contains(&"conformance");
    let mut good = true;
    if both || words.contains(&"programs") {
        good &= programs_table(&folder);
    }
    if both || words.contains(&"conformance") {
        good &= conformance::table(&folder, words.contains(&"full"));
    }
    good
}

/// A folder for files that both sides read.
fn work_folder() -> Option<PathBuf> {
    let target = std::env::current_exe().ok()?.parent()?.join("bench-rewrite");
    fs::create_dir_all(&target).map_err(|error| eprintln!("error: {}: {error}", target.display())).ok()?;
    Some(target)
}

/// This program again, for one part.
fn part(words: &[&str]) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["bench", "rewrite", "--part"]).args(words);
    Some(command)
}

fn programs_table(folder: &std::path::Path) -> bool {
    for (name, text) in embedded_files() {
        if fs::write(folder.join(format!("{name}.maude")), text).is_err() {
            return false;
        }
    }
    let mut table = Table::default();
    table.row([
        "program",
        "Maude s",
        "MB",
        "Raddle s",
        "MB",
        "states",
        "Maude states/s",
        "Raddle states/s",
        "times faster",
        "target",
        "",
    ]);
    let mut good = true;
    for row in rows() {
        let Some((_, text)) = PROGRAMS.iter().find(|(name, _)| *name == row.program) else { continue };
        let file = folder.join(format!("{}-bench.maude", row.program));
        if fs::write(&file, format!("{}\n{}", modules_of(text), row.commands)).is_err() {
            return false;
        }
        let Some((maude, theirs)) = reference::run_file(&file) else { return false };
        let Some((raddle, ours)) = run_apart(&file) else { return false };
        if theirs != ours {
            let short = |answers: &[String]| -> Vec<String> {
                answers.iter().map(|answer| answer.chars().take(80).collect()).collect()
            };
            eprintln!(
                "error: {}: Maude answers {:?}, we answer {:?}",
                row.name,
                short(&theirs),
                short(&ours)
            );
            good = false;
        }
        let states: u64 =
            ours.iter().filter_map(|answer| answer.strip_prefix("states ")?.parse::<u64>().ok()).sum();
        let rate = |cost: Cost| {
            if states == 0 { "-".to_owned() } else { format!("{:.0}", states as f64 / cost.cpu) }
        };
        let ratio = maude.cpu / raddle.cpu;
        table.row([
            row.name.clone(),
            format!("{:.3}", maude.cpu),
            megabytes(maude.peak),
            format!("{:.3}", raddle.cpu),
            megabytes(raddle.peak),
            if states == 0 { "-".to_owned() } else { states.to_string() },
            rate(maude),
            rate(raddle),
            format!("{ratio:.2}"),
            format!("{:.1}", row.target),
            if maude.cpu < SHORT { "too short".to_owned() } else { met(ratio, row.target) },
        ]);
    }
    table.print();
    println!("\nMaude's clock moves in steps of 4 ms: below {SHORT} s nothing is compared.\n");
    good
}

fn met(ratio: f64, target: f64) -> String {
    if ratio >= target { "met" } else { "NOT MET" }.to_owned()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / (1 << 20) as f64)
}

/// The text before the first command.
fn modules_of(text: &str) -> &str {
    let is_command = |line: &str| ["red ", "search ", "srew "].iter().any(|word| line.starts_with(word));
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if is_command(line) {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

/// The results and numbers of states that were printed.
fn answers(printed: &str) -> Vec<String> {
    let mut answers = Vec::new();
    let mut ended = false;
    for line in printed.lines() {
        if line.starts_with("result ") {
            // There is more than one counterexample.
            let shown = line.find("counterexample(").map_or(line, |at| &line[..at]);
            answers.push(shown.to_owned());
        }
        if ended && let Some(rest) = line.strip_prefix("states: ") {
            answers.push(format!("states {}", rest.split(' ').next().unwrap_or("")));
        }
        ended = line.starts_with("No ");
    }
    answers
}

/// Runs a file in a process of its own.
fn run_apart(file: &std::path::Path) -> Option<(Cost, Vec<String>)> {
    let ended = measure::run(&mut part(&["run", &file.to_string_lossy()])?).ok()?;
    if !ended.good {
        return None;
    }
    let (figures, printed) = ended.printed.rsplit_once("\n@").map(|(printed, figures)| (figures, printed))?;
    let mut figures = figures.split_whitespace();
    let cost = Cost { cpu: figures.next()?.parse().ok()?, peak: figures.next()?.parse().ok()? };
    Some((cost, answers(printed)))
}

/// In the other process: loads the modules, runs the commands, and says what the commands cost.
fn run_part(file: &str) -> bool {
    let Ok(text) = fs::read_to_string(file) else { return false };
    let modules = modules_of(&text);
    let mut interpreter = Interpreter::new(Options::default());
    let mut out = Vec::new();
    let mut files = raddle_rewrite::DiskFiles;
    if interpreter.run(file, modules, &mut files, &mut out).is_err() {
        return false;
    }
    let before = measure::own_cpu();
    if interpreter.run(file, &text[modules.len()..], &mut files, &mut out).is_err() {
        return false;
    }
    let cpu = measure::own_cpu() - before;
    let outcome = interpreter.take_outcome();
    for diagnostic in &outcome.diagnostics {
        eprintln!("{diagnostic}");
    }
    println!("{}\n@{cpu} {}", String::from_utf8_lossy(&out), measure::own_peak());
    !outcome.has_errors()
}
