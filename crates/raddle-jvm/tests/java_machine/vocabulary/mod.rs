//! Random programs over the whole vocabulary of Java: whatever a strategy leaves out, it finds every outcome.
//!
//! Two or three threads do one or two things each with a few shared objects of the kinds in `words`: collections and text
//! made of them, builders, arrays, digests, streams, files, properties, handles, reflection, futures, pools, locks,
//! time-outs, clocks, names and states of threads. Main ends with an exception that names what every thread saw and what
//! the objects have come to, so that the findings of a search tell every outcome.
//!
//! The reference is the graph of all states between fine steps, where nothing is reduced and every access to what threads
//! share is a step, whatever code makes it. A second reference knows nothing of our machine: every outcome that HotSpot
//! shows must have been found.

mod words;

use crate::hotspot::{jdk, on_hotspot_often};
use crate::random::{Random, programs};
use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use words::KINDS;

/// How many programs, where the environment does not say.
const PROGRAMS: u64 = 300;
/// Of how many programs the part that may be undecided is asked.
const MANY: usize = 300;
/// A reference with more states than this is cut.
const MOST_STATES: u64 = 10_000;
/// Other searches with more than this are cut.
const LIMITS: Limits = Limits { runs: 300, states: 5_000 };
/// The same where the reference was cut, so that they can only be compared with each other.
const LIMITS_ALONE: Limits = Limits { runs: 40, states: 600 };
/// How often each program runs on HotSpot.
const TIMES_ON_HOTSPOT: usize = 25;
/// The greatest part of the programs, in per cent, that may be too large for the reference.
const MOST_UNDECIDED: usize = 30;

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Every state between fine steps, everything visible.
    Reference,
    /// What users get: coarse steps, one run for each trace.
    Dpor,
    /// Coarse steps, merged states, those left out that no finding needs.
    Merged,
    /// Fine steps, one run for each trace.
    Fine,
}

/// Where a search is cut.
#[derive(Clone, Copy)]
struct Limits {
    runs: u64,
    states: u64,
}

const WAYS: [Way; 4] = [Way::Reference, Way::Dpor, Way::Merged, Way::Fine];

impl Way {
    fn options(self, directory: &Path, name: &str) -> RunOptions {
        RunOptions {
            class_path: vec![directory.to_owned()],
            main_class: name.to_owned(),
            assertions: true,
            coarse_library_steps: matches!(self, Way::Dpor | Way::Merged),
            ..RunOptions::default()
        }
    }

    fn settings(self, limits: Limits) -> Settings {
        let merge_states = matches!(self, Way::Reference | Way::Merged);
        Settings {
            strategy: if merge_states { Named::Exhaustive } else { Named::Dpor },
            budget: if merge_states {
                Budget { states: Some(limits.states), ..Budget::default() }
            } else {
                Budget { runs: Some(limits.runs), ..Budget::default() }
            },
            looks: Looks { races: false, livelocks: false },
            merge_states,
            leave_out_states: self != Way::Reference,
            ..Settings::default()
        }
    }

    fn explore(self, directory: &Path, name: &str, limits: Limits) -> Outcome {
        let program = JavaProgram::new(self.options(directory, name));
        program.check().expect("a program that starts");
        let outcome = search(&program, &Unguided, &self.settings(limits), &Hooks::default());
        if std::env::var("RADDLE_VERBOSE").is_ok() {
            let stats = &outcome.stats;
            println!(
                "{name} {self:?}: {} runs, {} states, {} rounds, {:?}, gaps {:?}, lessons {:?}",
                stats.runs,
                stats.states,
                outcome.rounds,
                outcome.elapsed,
                outcome.gaps,
                program.lessons()
            );
        }
        outcome
    }
}

/// One program: its threads' statements are of one or two kinds of objects.
fn source(random: &mut Random, name: &str) -> String {
    let first = random.below(KINDS.len());
    // Two objects of different kinds must not have the same names.
    let second = (random.below(4) == 0).then(|| random.below(KINDS.len())).filter(|second| {
        let names = |kind: usize| names(KINDS[kind].declaration);
        names(*second).is_disjoint(&names(first))
    });
    let kinds: Vec<&words::Kind> =
        [Some(first), second].into_iter().flatten().map(|kind| &KINDS[kind]).collect();
    let threads = 2 + usize::from(random.below(6) == 0);
    let mut bodies = String::new();
    for thread in 0..threads {
        let count = if threads == 2 { 1 + random.below(3) / 2 } else { 1 };
        let statements: String = (0..count)
            .map(|_| {
                let kind = kinds[random.below(kinds.len())];
                let statement = random.pick(kind.statements).replace("ID", &thread.to_string());
                format!(
                    "            pause(); {{ {} }}\n",
                    statement.replace("this_()", &format!("{name}.this"))
                )
            })
            .collect();
        bodies += &format!(
            "    class T{thread} extends Seer {{\n        void act() throws Throwable {{\n{statements}        }}\n    }}\n"
        );
    }
    let declarations: String = kinds.iter().map(|kind| format!("    {}\n", kind.declaration)).collect();
    let ends: String = kinds.iter().map(|kind| format!(" + \" \" + ({})", kind.end)).collect();
    let each = |line: &dyn Fn(usize) -> String| (0..threads).map(line).collect::<String>();
    let made = each(&|thread| format!("        Seer t{thread} = new T{thread}();\n"));
    let started = each(&|thread| format!("        t{thread}.start();\n"));
    let joined = each(&|thread| format!("        t{thread}.join();\n"));
    let seen = each(&|thread| format!(" + \" \" + t{thread}.seen"));
    format!("{PROLOGUE}public class {name} {{\n    volatile int x;\n{declarations}{SEER}{bodies}")
        .replace("NAME", name)
        + &format!(
            "    String play() throws Throwable {{\n{made}{started}{joined}        return (\"\" + x{seen}{ends} + \"|\").replace('\\n', '/');\n    }}\n"
        )
        + &format!(
            "    public static void main(String[] args) throws Throwable {{\n        throw new IllegalStateException(new {name}().play());\n    }}\n}}\n"
        )
}

/// The words of a declaration that could be names.
fn names(declaration: &str) -> BTreeSet<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = declaration.split(|letter| !is_part(letter));
    words
        .filter(|word| word.starts_with(char::is_lowercase))
        .filter(|word| !KEYWORDS.contains(word))
        .collect()
}

const KEYWORDS: &[&str] =
    &["final", "new", "int", "try", "catch", "throw", "static", "volatile", "return", "class", "e"];

const PROLOGUE: &str = "import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.lang.reflect.*;
import java.nio.*;
import java.nio.file.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.Formatter;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.regex.*;
import java.util.zip.*;

";

/// What a thread sees is kept to itself until its end.
const SEER: &str = "    abstract class Seer extends Thread {
        String seen;
        private final ThreadLocal<StringBuilder> own = new ThreadLocal<>();
        void see(Object value) { own.get().append(value).append(','); }
        abstract void act() throws Throwable;
        public void run() {
            StringBuilder log = new StringBuilder();
            own.set(log);
            try { act(); } catch (Throwable e) { log.append(e.getClass().getSimpleName()); }
            seen = log.toString();
        }
    }
    static final boolean ON_HOTSPOT = Boolean.getBoolean(\"raddle.hotspot\");
    static void pause() {
        if (ON_HOTSPOT) for (int i = ThreadLocalRandom.current().nextInt(2000); i > 0; i--) Thread.onSpinWait();
    }
    static boolean close(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
    }
";

/// What is wrong, without who waits for whom: a call that has not begun because it would wait knows more of that.
fn outcomes(outcome: &Outcome) -> BTreeSet<String> {
    let words = |kind: &FindingKind| match kind {
        FindingKind::Deadlock(_) | FindingKind::Stuck(_) => "a standstill".to_owned(),
        other => format!("{other:?}"),
    };
    outcome.findings.iter().map(|finding| words(&finding.kind)).collect()
}

/// Whether nothing is missing; where states are merged, races may be, but nobody looks for them here.
fn is_complete(outcome: &Outcome) -> bool {
    let is_about_races = |gap: &Gap| matches!(gap, Gap::Unsupported(what) if what.starts_with("data races"));
    outcome.gaps.iter().all(is_about_races) && !matches!(outcome.verdict, Verdict::Bounded(_))
}

/// What was compared.
#[derive(Default)]
struct Tally {
    decided: usize,
    complete: [usize; WAYS.len()],
    seen_on_hotspot: usize,
    wrong: Vec<String>,
}

/// Searches one program in all ways, and compares.
fn compare(directory: &Path, name: &str, on_hotspot: &BTreeSet<String>, tally: &Mutex<Tally>) {
    let explore = || {
        let mut limits = Limits { runs: 0, states: MOST_STATES };
        WAYS.map(|way| {
            let outcome = way.explore(directory, name, limits);
            if way == Way::Reference {
                limits = if is_complete(&outcome) { LIMITS } else { LIMITS_ALONE };
            }
            outcome
        })
    };
    let Ok(searches) = std::panic::catch_unwind(explore) else {
        tally.lock().expect("no worker failed").wrong.push(format!("{name}: a search panicked"));
        return;
    };
    let found = searches.each_ref().map(outcomes);
    let complete = searches.each_ref().map(is_complete);
    let mut tally = tally.lock().expect("no worker failed");
    tally.decided += usize::from(complete[0] && complete[1..].contains(&true));
    tally.seen_on_hotspot += on_hotspot.len();
    for (index, way) in WAYS.iter().enumerate().filter(|(index, _)| complete[*index]) {
        tally.complete[index] += 1;
        // What a search that was cut has found is an outcome all the same.
        for (other, other_way) in WAYS.iter().enumerate() {
            for lost in found[other].difference(&found[index]) {
                tally.wrong.push(format!("{name}: {way:?} lost what {other_way:?} found: {lost}"));
            }
        }
        for seen in on_hotspot {
            let words = format!("IllegalStateException: {seen}");
            if !found[index].iter().any(|outcome| outcome.contains(&words)) {
                tally.wrong.push(format!("{name}: {way:?} lost what HotSpot showed: {seen}"));
            }
        }
    }
}

#[test]
fn random_programs_over_the_whole_vocabulary() {
    let (directory, names) = programs("vocabulary", PROGRAMS, source);
    let prompt: Vec<String> = names.iter().filter(|name| is_prompt(&directory, name)).cloned().collect();
    let on_hotspot = on_hotspot_often(&jdk(), &directory, &prompt, TIMES_ON_HOTSPOT);
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    let nothing = BTreeSet::new();
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            compare(&directory, name, on_hotspot.get(name).unwrap_or(&nothing), &tally);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(4) {
            let builder = std::thread::Builder::new().stack_size(64 << 20);
            builder.spawn_scoped(scope, work).expect("a worker");
        }
    });
    let tally = tally.into_inner().expect("no worker failed");
    let all = names.len();
    println!(
        "{} of {all} programs decided; complete by way: {:?}; {} outcomes on HotSpot",
        tally.decided, tally.complete, tally.seen_on_hotspot
    );
    assert!(tally.wrong.is_empty(), "{} differences:\n{}", tally.wrong.len(), tally.wrong.join("\n"));
    let undecided = (all - tally.decided) * 100;
    assert!(
        all < MANY || undecided <= all * MOST_UNDECIDED,
        "only {} of {all} programs were decided",
        tally.decided
    );
}

/// Whether HotSpot need not wait for time to pass: no kind of object that the program has says so.
fn is_prompt(directory: &Path, name: &str) -> bool {
    let text = std::fs::read_to_string(directory.join(format!("{name}.java"))).expect("a source");
    KINDS.iter().filter(|kind| !kind.is_prompt).all(|kind| !text.contains(kind.declaration))
}
