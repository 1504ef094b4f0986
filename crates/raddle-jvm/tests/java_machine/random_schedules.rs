//! Random concurrent Java programs: the reduced search finds what plain search of the graph of all states finds.
//!
//! Each program has a few threads that read and write fields, statics, arrays, volatiles and atomics, lock, wait and
//! notify, interrupt, come upon classes whose initialisers look at the same data, and call each other by reflection. Main ends with an
//! exception that names the final state, so that the findings of a search tell every state that it saw.

use crate::random::{Random, programs};
use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;

const PROGRAMS: u64 = 80;
/// Programs with more traces or states than this are left out of the comparison.
const MOST_RUNS: u64 = 2_000;
const MOST_STATES: u64 = 6_000;

fn statement(random: &mut Random, depth: usize) -> String {
    let variable = random.pick(&["x", "y", "v", "box.f", "a[0]", "a[1]"]).to_owned();
    let other = random.pick(&["x", "y", "v", "box.f", "a[0]", "a[x & 1]"]).to_owned();
    let constant = random.below(3);
    match random.below(if depth == 0 { 18 } else { 9 }) {
        0 | 1 => format!("{variable} = {constant};"),
        2 => format!("{variable} = {other} + 1;"),
        3 => format!("{variable}++;"),
        4 => "n.incrementAndGet();".to_owned(),
        5 => format!("n.compareAndSet({constant}, 5);"),
        6 => format!("if ({other} == {constant}) {variable} = 7;"),
        7 => "box = new Box(x);".to_owned(),
        8 => "System.arraycopy(a, 0, a, 1, 1);".to_owned(),
        9 => {
            let lock = random.pick(&["lock", "other"]).to_owned();
            let inner = statement(random, 1) + &statement(random, 1);
            format!("synchronized ({lock}) {{ {inner} }}")
        }
        10 | 14 | 15 => "synchronized (lock) { lock.notify(); }".to_owned(),
        11 | 16 | 17 => {
            let limit = random.pick(&["", "1"]);
            format!(
                "synchronized (lock) {{ try {{ lock.wait({limit}); }} catch (InterruptedException e) {{ y = 9; }} }}"
            )
        }
        12 => random.pick(&["y = Late.seen;", "Late.bump();"]).to_owned(),
        _ => random
            .pick(&[
                "main.interrupt();",
                "bump();",
                "while (v == 0) { if (n.get() > 0) break; }",
                "reflect();",
            ])
            .to_owned(),
    }
}

fn source(random: &mut Random, name: &str) -> String {
    let threads = 2 + usize::from(random.below(4) == 0);
    let mut text = format!(
        "public class {name} {{
    static int x, y; static volatile int v; static int[] a = {{ 1, 2 }};
    static class Box {{ int f; Box(int f) {{ this.f = f; }} }}
    static Box box = new Box(3);
    static final Object lock = new Object(), other = new Object();
    static final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
    static class Late {{ static int seen = x + v; static void bump() {{ seen++; }} }}
    static Thread main;
    static synchronized void bump() {{ if (++x > 2) throw new IllegalStateException(); }}
    public static void poke() {{ y++; }}
    static void reflect() {{
        try {{ {name}.class.getMethod(\"poke\").invoke(null); }} catch (Exception e) {{ throw new Error(e); }}
    }}
"
    );
    for thread in 0..threads {
        let count = if threads == 2 { 1 + random.below(3) } else { 1 };
        let body: String = (0..count).map(|_| format!("            {}\n", statement(random, 0))).collect();
        text +=
            &format!("    static class T{thread} extends Thread {{ public void run() {{\n{body}    }} }}\n");
    }
    text += "    public static void main(String[] args) throws Exception {\n        main = Thread.currentThread();\n";
    text += &(0..threads)
        .map(|thread| format!("        Thread t{thread} = new T{thread}();\n"))
        .collect::<String>();
    text += &(0..threads).map(|thread| format!("        t{thread}.start();\n")).collect::<String>();
    if random.below(3) == 0 {
        text += &format!("        {}\n", statement(random, 0));
    }
    if random.below(4) == 0 {
        text += "        t0.interrupt();\n";
    }
    text += &(0..threads).map(|thread| format!("        t{thread}.join();\n")).collect::<String>();
    text += "        throw new IllegalStateException(x + \" \" + y + \" \" + v + \" \" + a[0] + \" \" + a[1] + \" \"
            + box.f + \" \" + n.get() + \" \" + Late.seen);\n    }\n}\n";
    text
}

/// All findings but races, which are not looked for where states are merged; `None` if there is too much to explore.
fn findings(program: &JavaProgram, strategy: Named, sparse: bool) -> Option<BTreeSet<FindingKind>> {
    let budget = Budget { runs: Some(MOST_RUNS), states: Some(MOST_STATES), ..Budget::default() };
    let looks = Looks { races: false, livelocks: false };
    let merge_states = strategy == Named::Exhaustive;
    let leave_out_states = sparse;
    let settings =
        Settings { strategy, budget, looks, merge_states, leave_out_states, ..Settings::default() };
    let outcome = search(program, &Unguided, &settings, &Hooks::default());
    let complete = !matches!(outcome.verdict.word(), "incomplete" | "bounded") && outcome.gaps.is_empty();
    complete.then(|| outcome.findings.into_iter().map(|finding| finding.kind).collect())
}

#[test]
fn reduction_loses_nothing() {
    let (directory, names) = programs("random-schedules", PROGRAMS, source);
    let mut compared = 0;
    for name in &names {
        let program = JavaProgram::new(RunOptions {
            class_path: vec![directory.clone()],
            main_class: name.clone(),
            assertions: true,
            ..RunOptions::default()
        });
        let searches = [(Named::Exhaustive, false), (Named::Dpor, false), (Named::Exhaustive, true)];
        let searches = searches.map(|(strategy, sparse)| findings(&program, strategy, sparse));
        let [Some(plain), Some(reduced), Some(sparse)] = searches else { continue };
        for (way, found) in [("dpor", reduced), ("leaving out states", sparse)] {
            let lost: Vec<_> = plain.difference(&found).collect();
            let more: Vec<_> = found.difference(&plain).collect();
            assert!(lost.is_empty() && more.is_empty(), "{name}: {way} lost {lost:#?}, more {more:#?}");
        }
        compared += 1;
    }
    let all = names.len();
    assert!(compared * 2 >= all, "only {compared} of {all} programs were small enough");
    println!("{compared} of {all} programs compared");
}
