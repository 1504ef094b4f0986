//! Conformance: sequences of states of the two protocols, each pair within depth 2, checked by us as a stream and by
//! Maude with the checker of "specification-based testing" (`metaSearch`) and with its library's search.
//!
//! `published` sequences start in the initial state and stay small, so states come again and again, and we remember
//! them; in `new` ones each sequence has data of its own, so at least half of the pairs are new, or, if there is only
//! one sequence, larger channels and a buffer that grows. The column `distinct` says how many pairs are.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use raddle_rewrite::bench::{Bounds, Protocol, Walk, checker};
use raddle_rewrite::conform::{Counts, Verdict};
use rustc_hash::FxHashSet;

use super::{Cost, megabytes, met, part, reference};
use crate::measure;
use crate::table::Table;

const DEPTH: u32 = 2;
/// Against `metaSearch` without parsing, and against the library with parsing; ours is always with parsing.
const META_TARGET: f64 = 20.0;
const LIBRARY_TARGET: f64 = 10.0;
/// The memory that a stream may take.
const MEMORY: u64 = 100 << 20;

/// Sequences of one length.
#[derive(Clone, Copy)]
struct Workload {
    protocol: Protocol,
    new: bool,
    sequences: usize,
    length: usize,
    /// Whether Maude checks it in an ordinary run, too.
    reference: bool,
}

fn workloads() -> Vec<Workload> {
    let mut all = Vec::new();
    for protocol in [Protocol::Scp, Protocol::Abp] {
        for new in [true, false] {
            for sequences in [100, 1_000, 10_000] {
                let reference = sequences <= 100;
                all.push(Workload { protocol, new, sequences, length: 100, reference });
            }
        }
        for length in [1_000, 10_000, 100_000, 500_000] {
            let reference = length <= 10_000;
            all.push(Workload { protocol, new: false, sequences: 1, length, reference });
        }
    }
    // SCP has too few states for a long sequence of new ones.
    for length in [10_000, 500_000] {
        let (protocol, reference) = (Protocol::Abp, length <= 10_000);
        all.push(Workload { protocol, new: true, sequences: 1, length, reference });
    }
    all
}

impl Workload {
    fn name(&self) -> String {
        let kind = if self.new { "new" } else { "published" };
        format!("{:?} {kind} {} x {}", self.protocol, self.sequences, self.length)
    }

    /// Writes the states, one a line, and counts the distinct pairs.
    fn write(&self, file: &Path) -> std::io::Result<usize> {
        // One long walk meets few states twice if channels are larger and the buffer grows slowly all the time.
        let long = self.sequences == 1 && self.new;
        let bounds = if long { Bounds { data: 0, channel: 8 } } else { Bounds::PUBLISHED };
        let Some(mut walk) = Walk::new(self.protocol, bounds, 7) else { return Ok(0) };
        let mut out = BufWriter::new(File::create(file)?);
        let mut pairs: FxHashSet<u128> = FxHashSet::default();
        for number in 0..self.sequences {
            let first = if self.new { number as u64 * 100 } else { 0 };
            walk.restart(self.protocol.start(first));
            let mut last = None;
            for index in 0..self.length {
                if long && index % 5_000 == 0 {
                    walk.allow_more_data();
                }
                let Some(state) = walk.next() else { return Ok(0) };
                let hash = fingerprint(&state);
                if let Some(last) = last.replace(hash) {
                    pairs.insert(u128::from(last) << 64 | u128::from(hash));
                }
                writeln!(out, "{state}")?;
            }
        }
        out.flush()?;
        Ok(pairs.len())
    }

    fn pairs(&self) -> usize {
        self.sequences * (self.length - 1)
    }
}

/// FNV-1a.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// What we needed.
struct Own {
    cost: Cost,
    /// Seconds for parsing every state without remembering any.
    parse: f64,
    counts: Counts,
}

/// Prints the table.
pub fn table(folder: &Path, full: bool) -> bool {
    let python = reference::python(folder);
    if python.is_none() {
        println!("note: Maude's library for Python could not be installed: its columns are empty");
    }
    let mut table = Table::default();
    table.row([
        "sequences",
        "pairs",
        "distinct",
        "Raddle us/pair",
        "parse us/state",
        "applied",
        "MB",
        "metaSearch us/pair",
        "parse",
        "MB",
        "times",
        "of 20",
        "library us/pair",
        "parse",
        "times",
        "of 10",
    ]);
    let mut good = true;
    for workload in workloads() {
        let Some(row) = measure_one(folder, python.as_ref(), workload, full) else {
            eprintln!("error: {} could not be measured", workload.name());
            good = false;
            continue;
        };
        eprintln!("{}", row.join(" | "));
        table.row(row);
    }
    table.print();
    println!(
        "\nOne pair is two states within depth {DEPTH}. Ours is processor time with reading and parsing; `parse` is parsing \
         alone, with nothing remembered.\n`applied` is how often a rule was applied, not remembered. metaSearch is the checker's time without parsing, which stands beside it. \
         Memory for a stream must stay under {} MB.",
        MEMORY >> 20
    );
    good
}

fn measure_one(
    folder: &Path,
    python: Option<&PathBuf>,
    workload: Workload,
    full: bool,
) -> Option<Vec<String>> {
    let states = folder.join("states.txt");
    let distinct = workload.write(&states).ok()?;
    let own = check_apart(&states, workload)?;
    let pairs = workload.pairs() as f64;
    let own_pair = own.cost.cpu * 1e6 / pairs;
    let memory = megabytes(own.cost.peak);
    let mut row = vec![
        workload.name(),
        workload.pairs().to_string(),
        distinct.to_string(),
        format!("{own_pair:.2}"),
        format!("{:.2}", own.parse * 1e6 / (workload.sequences * workload.length) as f64),
        own.counts.instances.to_string(),
        if own.cost.peak < MEMORY { memory } else { format!("{memory} TOO MUCH") },
    ];
    let none = || "-".to_owned();
    if !workload.reference && !full {
        row.extend(std::iter::repeat_with(none).take(9));
        return Some(row);
    }
    let (check, parse, peak) = check_with_maude(folder, &states, workload)?;
    let ratio = check / own.cost.cpu;
    row.extend([
        format!("{:.1}", check * 1e6 / pairs),
        format!("{:.1}", parse * 1e6 / pairs),
        megabytes(peak),
        format!("{ratio:.1}"),
        met(ratio, META_TARGET),
    ]);
    let specification = specification(folder, workload.protocol)?;
    let module = workload.protocol.module();
    let library = python.and_then(|python| {
        reference::check_with_library(python, &specification, module, &states, workload.length, DEPTH)
    });
    match library {
        Some(library) => {
            let ratio = (library.search + library.parse) / own.cost.cpu;
            row.extend([
                format!("{:.1}", library.search * 1e6 / pairs),
                format!("{:.1}", library.parse * 1e6 / pairs),
                format!("{ratio:.1}"),
                met(ratio, LIBRARY_TARGET),
            ]);
        }
        None => row.extend(std::iter::repeat_with(none).take(4)),
    }
    Some(row)
}

fn specification(folder: &Path, protocol: Protocol) -> Option<PathBuf> {
    let file = folder.join(format!("{}.maude", protocol.module().to_lowercase()));
    fs::write(&file, protocol.source()).ok()?;
    Some(file)
}

/// Seconds for checking and for parsing with the checker in Maude, and its memory.
fn check_with_maude(folder: &Path, states: &Path, workload: Workload) -> Option<(f64, f64, u64)> {
    specification(folder, workload.protocol)?;
    let mut head =
        format!("load {}\n{}", workload.protocol.module().to_lowercase(), checker(workload.protocol));
    let lines: Vec<String> =
        BufReader::new(File::open(states).ok()?).lines().collect::<Result<_, _>>().ok()?;
    let file = folder.join("sequences.maude");
    // What starting and loading takes, to be taken off.
    fs::write(&file, &head).ok()?;
    let (_, _, start) = reference::run(&file).unwrap_or((Cost::default(), String::new(), 0.05));
    for sequence in lines.chunks(workload.length) {
        let _ = writeln!(
            head,
            "red checkConform('{}, {}, {DEPTH}) .",
            workload.protocol.module(),
            sequence.join("\n | ")
        );
    }
    fs::write(&file, &head).ok()?;
    let (cost, printed, whole) = reference::run(&file)?;
    let accepted = printed.lines().filter(|line| *line == "result Success: success").count();
    if accepted != workload.sequences {
        eprintln!("error: Maude accepts {accepted} of {} sequences", workload.sequences);
        return None;
    }
    Some((cost.cpu, (whole - start - cost.cpu).max(0.0), cost.peak))
}

/// Checks the states in a process of its own.
fn check_apart(states: &Path, workload: Workload) -> Option<Own> {
    let length = workload.length.to_string();
    let run = |mode: &str| {
        let words = ["check", mode, workload.protocol.module(), &states.to_string_lossy(), &length];
        let ended = measure::run(&mut part(&words)?).ok()?;
        let figures: Vec<f64> =
            ended.printed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        (ended.good && figures.len() == 4).then_some(figures)
    };
    let check = run("all")?;
    let parse = run("parse")?;
    Some(Own {
        cost: Cost { cpu: check[0], peak: check[1] as u64 },
        parse: parse[0],
        counts: Counts { parsed: check[2] as u64, instances: check[3] as u64, ..Counts::default() },
    })
}

/// In the other process: reads the states as a stream and checks or only parses them.
pub fn check_part(words: &[&str]) -> bool {
    let &[mode, module, file, length] = words else { return false };
    let protocol = if module == "SCP" { Protocol::Scp } else { Protocol::Abp };
    let (Some(mut theory), Ok(length)) = (protocol.reachability(), length.parse::<usize>()) else {
        return false;
    };
    let Ok(file) = File::open(file) else { return false };
    let mut lines = BufReader::new(file).lines().map_while(Result::ok);
    let before = measure::own_cpu();
    if mode == "parse" {
        for line in lines {
            if theory.parse(&line).is_err() {
                return false;
            }
            if theory.bytes() > 32 << 20 {
                theory.forget();
            }
        }
    } else {
        loop {
            match theory.check(lines.by_ref().take(length), DEPTH) {
                Ok(Verdict::Accepted { states: 0 }) => break,
                Ok(Verdict::Accepted { .. }) => {}
                refused => {
                    eprintln!("error: {refused:?}");
                    return false;
                }
            }
        }
    }
    let cpu = measure::own_cpu() - before;
    let counts = theory.counts();
    println!("{cpu} {} {} {}", measure::own_peak(), counts.parsed, counts.instances);
    true
}
