//! Every public method of `java.util.concurrent`, called by two threads on one object: coarse library steps show whatever
//! fine ones do.
//!
//! `every_method/Generate.java` lists the methods by reflection over the JDK's own image and writes a call of each;
//! `Pairs.java` chooses an object and the calls, and dies of an exception that names what the threads saw and what is left of
//! the object. The choices are the first steps of a run, so that the machine is booted once for all pairs. Fine steps are
//! bounded by preemptions and by a number of states: each outcome that they show has to be one of the whole graph of coarse
//! ones, which are searched up to where they have shown all of them. No strategy takes part, so that only what counts as a step
//! is compared.
//!
//! Each method is in one pair at least; `RADDLE_PAIRS` asks for more pairs and for triples (the soak does). Where the table
//! is loosened, the comparison has to notice.

use crate::hotspot::{compile, jdk, scratch};
use crate::random::Random;
use raddle_explore::context::{Interruption, StepContext};
use raddle_explore::operation::OperationKind;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_jvm::explore::{JavaProgram, JavaRun};
use raddle_jvm::machine::stretch::Granularity;
use raddle_jvm::run::RunOptions;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Graphs of coarse steps with more states than this are not compared.
const MOST_COARSE_STATES: usize = 3_000;
/// States of fine steps that are looked at.
const FINE_STATES: u64 = 250;

const PREEMPTIONS: u64 = 1;
/// The part of all methods that has to be compared.
const COMPARED_PERCENT: usize = 97;

/// What methods are called on.
#[derive(Debug)]
struct Receiver {
    class: String,
    maker: String,
    methods: Vec<String>,
    /// Calls from here on are looks at several things in a row.
    looks_from: usize,
}

struct Generated {
    directory: PathBuf,
    receivers: Vec<Receiver>,
}

/// Writes and compiles the calls, once for all tests.
fn generated() -> &'static Generated {
    static GENERATED: OnceLock<Generated> = OnceLock::new();
    GENERATED.get_or_init(|| {
        let directory = scratch("every-method");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_machine/every_method");
        compile(&[sources.join("Generate.java")], &directory);
        let java = jdk().home.join("bin/java");
        let status = Command::new(java)
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
            .args([&directory, Path::new("Generate"), &directory])
            .status();
        assert!(status.expect("java").success(), "the generator failed");
        let mut files: Vec<PathBuf> = std::fs::read_dir(&directory)
            .expect("what was generated")
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
            .collect();
        files.extend(["Things.java", "Pairs.java"].map(|name| sources.join(name)));
        let raddle = "../raddle/java/raddle/Raddle.java";
        files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join(raddle));
        compile(&files, &directory);
        let index = std::fs::read_to_string(directory.join("index.txt")).expect("the index");
        let mut receivers = Vec::<Receiver>::new();
        for line in index.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["receiver", _, class, maker] => receivers.push(Receiver {
                    class: class.to_owned(),
                    maker: maker.to_owned(),
                    methods: Vec::new(),
                    looks_from: 0,
                }),
                ["method", .., name] => {
                    let receiver = receivers.last_mut().expect("a receiver");
                    receiver.methods.push(name.to_owned());
                    receiver.looks_from += 1;
                }
                ["look", ..] => {
                    let receiver = receivers.last_mut().expect("a receiver");
                    receiver.methods.push(format!("look {}", receiver.methods.len() - receiver.looks_from));
                }
                _ => panic!("not made: {line}"),
            }
        }
        Generated { directory, receivers }
    })
}

/// Calls of two or three threads on one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Calls {
    receiver: usize,
    methods: [usize; 2],
    third: Option<usize>,
}

impl Calls {
    fn words(&self) -> String {
        let receiver = &generated().receivers[self.receiver];
        let names: Vec<&str> =
            self.methods.iter().chain(&self.third).map(|method| receiver.methods[*method].as_str()).collect();
        format!("{} ({}): {}", receiver.class, receiver.maker, names.join(" | "))
    }
}

fn program(coarse: bool, loosened: &[&str]) -> JavaProgram {
    let program = JavaProgram::new(RunOptions {
        class_path: vec![generated().directory.clone()],
        main_class: "Pairs".to_owned(),
        coarse_library_steps: coarse,
        loosened_steps: loosened.iter().map(|name| (*name).to_owned()).collect(),
        ..RunOptions::default()
    });
    program.check().expect("a program that starts");
    program
}

/// A run of these calls: main has started the callers and waits for them, and nobody else has moved.
fn start(program: &JavaProgram, calls: Calls) -> JavaRun {
    let mut run = program.start();
    let [first, second] = calls.methods;
    let chosen = [calls.receiver, first, second, calls.third.map_or(0, |third| third + 1)];
    let mut chosen = chosen.into_iter();
    let mut pending = PendingBuffer::default();
    loop {
        run.pending(&mut pending);
        if pending.entries()[0].kind == OperationKind::Join {
            return run;
        }
        // Main, or what it waits for.
        let next = *pending.enabled().next().expect("a step of somebody");
        let option = if next.kind == OperationKind::Choose { chosen.next().expect("a choice") } else { 0 };
        let choice = Choice { actor: next.actor, option: option as u32 };
        run.step(choice, &mut StepContext::plain()).expect("a step of main");
    }
}

/// What a search has seen.
#[derive(Default)]
struct Seen {
    outcomes: BTreeSet<String>,
    states: usize,
    /// Not every state was looked at.
    is_cut: bool,
    /// A run asked for what its steps do not show.
    is_outdated: bool,
}

/// Where a search ends.
struct Ends<'a> {
    preemptions: Option<u32>,
    most_states: usize,
    /// It has seen all of these.
    wanted: Option<&'a BTreeSet<String>>,
}

/// Looks at every state, merged, or at those within a number of preemptions.
fn explore(run: JavaRun, ends: &Ends<'_>) -> Seen {
    let Ends { preemptions, most_states, wanted } = *ends;
    let mut seen = Seen::default();
    let mut known = FxHashSet::default();
    let mut open = vec![(run, None, 0)];
    let mut pending = PendingBuffer::default();
    let mut context = StepContext::plain().recording();
    while let Some((run, last, used)) = open.pop() {
        if wanted.is_some_and(|wanted| wanted.is_subset(&seen.outcomes)) {
            break;
        }
        run.pending(&mut pending);
        if pending.enabled().next().is_none() {
            if pending.entries().iter().any(|entry| !entry.daemon) {
                seen.outcomes.insert("a standstill".to_owned());
            }
            continue;
        }
        let last_could_go = last.is_some_and(|last| pending.of(last).is_some_and(|entry| entry.is_enabled()));
        for entry in pending.enabled() {
            let used = used + u32::from(last_could_go && Some(entry.actor) != last);
            if preemptions.is_some_and(|most| used > most) {
                continue;
            }
            for option in 0..entry.options {
                let mut next = run.clone();
                context.begin();
                let stepped = next.step(Choice { actor: entry.actor, option }, &mut context);
                seen.outcomes.extend(context.effects.failures.iter().map(|failure| format!("{failure:?}")));
                match stepped {
                    Ok(()) => {}
                    Err(Interruption::Outdated) => {
                        seen.is_outdated = true;
                        return seen;
                    }
                    Err(_) => {
                        seen.is_cut = true;
                        continue;
                    }
                }
                let place = preemptions.map(|_| (entry.actor, used));
                if next.has_exited() || !known.insert((next.fingerprint(), place)) {
                    continue;
                }
                if known.len() >= most_states {
                    seen.is_cut = true;
                    seen.states = known.len();
                    return seen;
                }
                open.push((next, Some(entry.actor), used));
            }
        }
    }
    seen.states = known.len();
    seen
}

/// What the schedules of coarse steps show, up to where they have shown what is wanted.
fn explore_coarse(program: &JavaProgram, calls: Calls, wanted: &BTreeSet<String>) -> Seen {
    let ends = Ends { preemptions: None, most_states: MOST_COARSE_STATES, wanted: Some(wanted) };
    let mut run = start(program, calls);
    let granularity = run.granularity_ahead();
    run.set_granularity(granularity);
    let seen = explore(run, &ends);
    if !seen.is_outdated {
        return seen;
    }
    let everything =
        Granularity { waiters_seen: true, sizes_seen: true, fork_join_ends: true, ..Granularity::default() };
    let mut run = start(program, calls);
    run.set_granularity(granularity.or(everything));
    explore(run, &ends)
}

/// What coarse steps lose of what fine ones show; `None` where they did not show all, and had no end.
fn lost(coarse: &JavaProgram, fine: &JavaProgram, calls: Calls, most_states: usize) -> Option<Vec<String>> {
    let preemptions = number("RADDLE_PREEMPTIONS").unwrap_or(PREEMPTIONS) as u32;
    let ends = Ends { preemptions: Some(preemptions), most_states, wanted: None };
    let many = explore(start(fine, calls), &ends);
    let few = explore_coarse(coarse, calls, &many.outcomes);
    let shows_all = many.outcomes.is_subset(&few.outcomes);
    let is_complete = !many.outcomes.is_empty() && (shows_all || !few.is_cut && !few.is_outdated);
    if std::env::var("RADDLE_VERBOSE").is_ok() {
        let told = |seen: &Seen| (seen.outcomes.len(), seen.states, seen.is_cut, seen.is_outdated);
        println!("{}: coarse {:?}, fine {:?}", calls.words(), told(&few), told(&many));
    }
    is_complete.then(|| many.outcomes.difference(&few.outcomes).cloned().collect())
}

/// Compares these with that many states of fine steps, by two OS threads, all or up to so many that lose something: what was
/// lost, and which were compared.
fn compare(
    calls: &[Calls],
    loosened: &[&str],
    usual_states: u64,
    most_lost: usize,
) -> (BTreeMap<Calls, Vec<String>>, BTreeSet<Calls>) {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((BTreeMap::new(), BTreeSet::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let (coarse, fine) = (program(true, loosened), program(false, &[]));
                let most_states = number("RADDLE_FINE_STATES").unwrap_or(usual_states) as usize;
                while let Some(calls) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(lost) = lost(&coarse, &fine, *calls, most_states) else { continue };
                    let mut results = results.lock().expect("no panic");
                    results.1.insert(*calls);
                    if !lost.is_empty() {
                        results.0.insert(*calls, lost);
                    }
                    if results.0.len() >= most_lost {
                        break;
                    }
                }
            });
        }
    });
    results.into_inner().expect("no panic")
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Each method with one other; then as many pairs and triples as are asked for.
fn pairs() -> Vec<Calls> {
    let mut random = Random(number("RADDLE_SEED").unwrap_or(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let receivers = &generated().receivers;
    let only = std::env::var("RADDLE_RECEIVER").ok();
    let mut pairs = Vec::new();
    // Methods that a class inherits are compared where they are declared, and again where their effect can be looked at.
    let mut compared = BTreeSet::new();
    for (receiver, known) in receivers.iter().enumerate() {
        if only.as_ref().is_some_and(|only| !known.class.ends_with(only.as_str())) {
            continue;
        }
        for method in 0..known.looks_from {
            let looks = known.methods.len() - known.looks_from;
            if !compared.insert(known.methods[method].clone()) && looks == 0 {
                continue;
            }
            let other =
                if looks > 0 { known.looks_from + method % looks } else { random.below(known.methods.len()) };
            pairs.push(Calls { receiver, methods: [method, other], third: None });
        }
    }
    for _ in 0..number("RADDLE_PAIRS").unwrap_or(0) {
        let receiver = random.below(receivers.len());
        let method = |random: &mut Random| random.below(receivers[receiver].methods.len());
        let methods = [method(&mut random), method(&mut random)];
        let third = (random.below(3) == 0).then(|| method(&mut random));
        pairs.push(Calls { receiver, methods, third });
    }
    pairs
}

/// One test, so that the calls are generated and compiled once.
#[test]
fn coarse_steps_show_what_fine_ones_do_of_every_method() {
    compare_every_method();
    notice_a_method_too_many();
}

fn compare_every_method() {
    let pairs = pairs();
    let (lost, compared) = compare(&pairs, &[], FINE_STATES, usize::MAX);
    for (calls, lost) in &lost {
        println!("{}: lost {lost:#?}", calls.words());
    }
    let method = |calls: &Calls| generated().receivers[calls.receiver].methods[calls.methods[0]].clone();
    let all: BTreeSet<String> = pairs.iter().map(method).collect();
    let done: BTreeSet<String> = compared.iter().map(method).collect();
    println!("{} of {} pairs, {} of {} methods compared", compared.len(), pairs.len(), done.len(), all.len());
    assert!(lost.is_empty(), "{} pairs lose outcomes", lost.len());
    assert!(done.len() * 100 >= all.len() * COMPARED_PERCENT, "not compared: {:#?}", all.difference(&done));
}

/// What promises nothing, and is noticed when it is taken for one step; with the states of fine steps that it takes.
const LOOSENED: &[(&str, &[&str], u64)] = &[
    ("CompletableFuture", &["CompletableFuture.complete", "CompletableFuture.postComplete"], 2_500),
    ("CompletableFuture", &["CompletableFuture.cancel", "CompletableFuture.postComplete"], 2_500),
    ("FutureTask", &["FutureTask.cancel"], 2_500),
    (
        "ThreadPoolExecutor",
        &["ThreadPoolExecutor.shutdownNow", "ThreadPoolExecutor.interruptWorkers"],
        20_000,
    ),
    ("Phaser", &["Phaser.*"], 2_500),
    ("ConcurrentLinkedDeque", &["ConcurrentLinkedDeque.*"], 2_500),
    ("ThreadPoolExecutor", &["ThreadPoolExecutor.*", "ThreadPoolExecutor$Worker.*"], 20_000),
];

fn notice_a_method_too_many() {
    for (class, loosened, states) in LOOSENED {
        let methods: BTreeSet<&str> =
            loosened.iter().filter_map(|name| name.rsplit_once('.').map(|(_, method)| method)).collect();
        let receivers = &generated().receivers;
        let concerned = receivers.iter().enumerate().filter(|(_, receiver)| receiver.class == *class);
        let mut pairs = Vec::new();
        for (receiver, known) in concerned {
            let changes = (0..known.looks_from).filter(|method| {
                let name = known.methods[*method].split(['[', '(']).next().unwrap_or_default();
                let name = name.rsplit('.').next().unwrap_or_default();
                methods.contains("*") || methods.contains(name)
            });
            for method in changes {
                for other in known.looks_from..known.methods.len() {
                    pairs.push(Calls { receiver, methods: [method, other], third: None });
                }
            }
        }
        let (lost, compared) = compare(&pairs, loosened, *states, 1);
        println!("{loosened:?}: {} of {} pairs lose outcomes", lost.len(), compared.len());
        assert!(!lost.is_empty(), "{loosened:?} is not noticed");
    }
}
