//! The machine under the kernel: the exact number of traces of small programs, and the bugs that only some have.

use crate::hotspot::{compile, scratch};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::path::Path;

fn explore(name: &str, source: &str) -> Outcome {
    let directory = scratch(&format!("explore-{name}"));
    let path = directory.join(format!("{name}.java"));
    std::fs::write(&path, source).expect("a source");
    compile(&[path], &directory);
    explore_in(&directory, name)
}

fn explore_in(directory: &Path, name: &str) -> Outcome {
    let options = RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: name.to_owned(),
        assertions: true,
        ..RunOptions::default()
    };
    let program = JavaProgram::new(options);
    program.check().expect("a program that starts");
    search(&program, &Unguided, &Settings::default(), &Hooks::default())
}

/// The words of all findings, in order.
fn words(outcome: &Outcome) -> Vec<&str> {
    let mut words: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.word()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[test]
fn lost_updates_are_found() {
    let outcome = explore(
        "Lost",
        "public class Lost {
            static int count;
            public static void main(String[] args) throws Exception {
                Thread a = new Thread(() -> count++);
                Thread b = new Thread(() -> count++);
                a.start(); b.start(); a.join(); b.join();
                assert count == 2 : count;
            }
        }",
    );
    assert_eq!(words(&outcome), ["assertion", "race"], "{:?}", outcome.findings);
    // Two reads and two writes of one variable: four traces.
    assert_eq!(outcome.stats.runs, 4, "{:?}", outcome.stats);
}

#[test]
fn synchronized_updates_are_proved() {
    let outcome = explore(
        "Kept",
        "public class Kept {
            static int count;
            static synchronized void bump() { count++; }
            public static void main(String[] args) throws Exception {
                Thread a = new Thread(Kept::bump);
                Thread b = new Thread(Kept::bump);
                a.start(); b.start(); a.join(); b.join();
                assert count == 2 : count;
                System.out.println(count);
            }
        }",
    );
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert_eq!(outcome.verdict.word(), "proved", "{:?}", outcome.verdict);
    assert_eq!(outcome.stats.runs, 2, "{:?}", outcome.stats);
}

#[test]
fn two_locks_deadlock() {
    let outcome = explore(
        "Locks",
        "public class Locks {
            public static void main(String[] args) throws Exception {
                Object left = new Object(), right = new Object();
                Thread a = new Thread(() -> { synchronized (left) { synchronized (right) { } } });
                Thread b = new Thread(() -> { synchronized (right) { synchronized (left) { } } });
                a.start(); b.start(); a.join(); b.join();
            }
        }",
    );
    assert_eq!(words(&outcome), ["deadlock"], "{:?}", outcome.findings);
}

#[test]
fn a_lost_notification_is_found() {
    let outcome = explore(
        "Notify",
        "public class Notify {
            static boolean ready;
            public static void main(String[] args) throws Exception {
                Object lock = new Object();
                Thread a = new Thread(() -> { synchronized (lock) { lock.notify(); } });
                a.start();
                synchronized (lock) { lock.wait(); }
            }
        }",
    );
    assert_eq!(words(&outcome), ["stuck"], "{:?}", outcome.findings);
}

#[test]
fn atomics_are_operations() {
    let outcome = explore(
        "Composite",
        "import java.util.concurrent.atomic.AtomicInteger;
        public class Composite {
            public static void main(String[] args) throws Exception {
                AtomicInteger count = new AtomicInteger();
                Thread a = new Thread(() -> count.set(count.get() + 1));
                Thread b = new Thread(() -> count.set(count.get() + 1));
                a.start(); b.start(); a.join(); b.join();
                if (count.get() != 2) throw new IllegalStateException(\"lost\");
            }
        }",
    );
    assert_eq!(words(&outcome), ["exception"], "{:?}", outcome.findings);
    let right = explore(
        "Increment",
        "import java.util.concurrent.atomic.AtomicInteger;
        public class Increment {
            public static void main(String[] args) throws Exception {
                AtomicInteger count = new AtomicInteger();
                Thread a = new Thread(count::incrementAndGet);
                Thread b = new Thread(count::incrementAndGet);
                a.start(); b.start(); a.join(); b.join();
                if (count.get() != 2) throw new IllegalStateException(\"lost\");
            }
        }",
    );
    assert_eq!(right.verdict.word(), "proved", "{:?} {:?}", right.verdict, right.findings);
}

#[test]
fn counting_in_an_array_of_bytes_is_no_spinning() {
    let outcome = explore(
        "Tries",
        "public class Tries {
            static volatile boolean ready;
            public static void main(String[] args) {
                new Thread(() -> ready = true).start();
                byte[] tries = new byte[1];
                while (!ready) if (++tries[0] == 3) throw new IllegalStateException(\"gives up\");
            }
        }",
    );
    assert_eq!(words(&outcome), ["exception"], "{:?}", outcome.findings);
}

/// Code of the library that works on what the program gave it: what it reads may change.
#[test]
fn library_code_that_reads_the_data_of_programs_is_seen() {
    const READS: &[(&str, &str)] = &[
        ("IndexOf", "text.indexOf(\"b\") >= 0"),
        ("LastIndexOf", "text.lastIndexOf(\"b\") >= 0"),
        ("Compare", "text.compareTo(new StringBuilder(\"b\")) == 0"),
        ("Content", "\"b\".contentEquals(text)"),
        ("Characters", "text.chars().anyMatch(character -> character == 'b')"),
        ("Copied", "copied(text) == 'b'"),
        ("Whole", "text.toString().equals(\"b\")"),
        ("Formatted", "String.format(\"%s\", text).equals(\"b\")"),
        ("Decoded", "new String(bytes, StandardCharsets.UTF_8).endsWith(\"b\")"),
        ("Equal", "!Arrays.equals(bytes, new byte[9])"),
        ("Hash", "Arrays.hashCode(bytes) != Arrays.hashCode(new byte[9])"),
        ("Buffer", "ByteBuffer.wrap(bytes).get(8) == 'b'"),
        ("Listed", "List.of(texts).contains(\"b\")"),
        ("Referred", "reference.get() == null"),
        ("Refers", "reference.refersTo(null)"),
    ];
    let directory = scratch("explore-library-reads");
    let mut names = Vec::new();
    let mut paths = Vec::new();
    for (name, read) in READS {
        for (label, expected) in [("Before", "!"), ("After", "")] {
            let name = format!("{name}{label}");
            let source = format!(
                "import java.lang.ref.WeakReference;
                import java.nio.ByteBuffer;
                import java.nio.charset.StandardCharsets;
                import java.util.Arrays;
                import java.util.List;
                public class {name} {{
                    static final byte[] bytes = new byte[9];
                    static final String[] texts = {{ \"a\", \"a\", \"a\" }};
                    static final WeakReference<String> reference = new WeakReference<>(\"a\");
                    static final StringBuilder text = new StringBuilder(\"a\");
                    static char copied(StringBuilder text) {{
                        char[] characters = new char[1];
                        text.getChars(0, 1, characters, 0);
                        return characters[0];
                    }}
                    static void change() {{
                        text.setCharAt(0, 'b');
                        bytes[8] = 'b';
                        texts[2] = \"b\";
                        reference.clear();
                    }}
                    public static void main(String[] args) {{
                        new Thread({name}::change).start();
                        if ({expected}({read})) throw new IllegalStateException(\"seen\");
                    }}
                }}"
            );
            let path = directory.join(format!("{name}.java"));
            std::fs::write(&path, source).expect("a source");
            paths.push(path);
            names.push(name);
        }
    }
    compile(&paths, &directory);
    let missed: Vec<&String> =
        names.iter().filter(|name| !words(&explore_in(&directory, name)).contains(&"exception")).collect();
    assert!(missed.is_empty(), "schedules were missed in {missed:?}");
}

/// A reference to a method of the JDK is the program's function all the same: a call of the library that calls it is not
/// one step.
#[test]
fn functions_that_are_methods_of_the_library_are_seen() {
    let directory = scratch("explore-functions");
    let path = directory.join("Updates.java");
    let source = "import java.util.ArrayList;
        import java.util.concurrent.ConcurrentHashMap;
        public class Updates {
            static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
            static final ArrayList<Integer> seen = new ArrayList<>();
            public static void main(String[] args) throws Exception {
                map.put(1, 1);
                Thread other = new Thread(() -> map.values().forEach(seen::add));
                other.start();
                map.values().forEach(seen::add);
                other.join();
                if (seen.size() != 2) throw new IllegalStateException(\"lost\");
            }
        }";
    std::fs::write(&path, source).expect("a source");
    compile(&[path], &directory);
    for coarse_library_steps in [false, true] {
        let options = RunOptions {
            class_path: vec![directory.clone()],
            main_class: "Updates".to_owned(),
            coarse_library_steps,
            ..RunOptions::default()
        };
        let outcome = search(&JavaProgram::new(options), &Unguided, &Settings::default(), &Hooks::default());
        assert!(words(&outcome).contains(&"exception"), "{coarse_library_steps}: {:?}", outcome.verdict);
    }
}
