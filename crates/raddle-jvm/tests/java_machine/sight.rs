//! What comes into sight: conflicts are seen whatever code makes them, in no list of ours or in all of them.

use crate::hotspot::{compile_by, jdk, scratch};
use raddle_explore::bounds::Budget;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::library::owned;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, files: &[(&str, String)]) -> Vec<PathBuf> {
    let write = |(name, text): &(&str, String)| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a source");
        path
    };
    files.iter().map(write).collect()
}

fn explore(options: RunOptions) -> Outcome {
    let program = JavaProgram::new(RunOptions { assertions: true, ..options });
    program.check().expect("a program that starts");
    search(&program, &Unguided, &Settings { stop_at_first: true, ..Settings::default() }, &Hooks::default())
}

/// A class with a counter, and one that keeps its lock.
fn counter(package: &str, name: &str) -> String {
    format!(
        "package {package};
         public class {name} {{
             private static int count;
             private static final int[] cells = new int[1];
             public static int next() {{ int seen = count; count = seen + 1; return seen; }}
             public static int nextCell() {{ return cells[0]++; }}
             public static synchronized int nextLocked() {{ return count++; }}
         }}"
    )
}

/// Packages of the JDK: one of which nothing is said, one that is silent, one that is owned.
const PACKAGES: [&str; 3] = ["java.util", "jdk.internal.util", "sun.util.locale"];

#[test]
fn a_class_that_joins_the_library_is_seen() {
    let folder = scratch("sight-patched");
    let (patches, classes) = (folder.join("patches"), folder.join("classes"));
    std::fs::create_dir_all(&patches).expect("a folder");
    std::fs::create_dir_all(&classes).expect("a folder");
    let javac = jdk().home.join("bin/javac");
    let mut files: Vec<(&str, String)> = Vec::new();
    let names = ["java/util/Joined.java", "jdk/internal/util/Joined.java", "sun/util/locale/Joined.java"];
    for (package, name) in PACKAGES.iter().zip(names) {
        files.push((name, counter(package, "Joined")));
    }
    let calls = |method: &str| {
        let call =
            |(number, package): (usize, &&str)| format!("case {number}: return {package}.Joined.{method}();");
        PACKAGES.iter().enumerate().map(call).collect::<String>()
    };
    files.push((
        "java/util/Front.java",
        format!(
            "package java.util;
             public class Front {{
                 public static int next(int which) {{ switch (which) {{ {} default: return -1; }} }}
                 public static int nextCell(int which) {{ switch (which) {{ {} default: return -1; }} }}
                 public static int nextLocked(int which) {{ switch (which) {{ {} default: return -1; }} }}
             }}",
            calls("next"),
            calls("nextCell"),
            calls("nextLocked")
        ),
    ));
    let written = sources(&folder, &files);
    let patch = format!("java.base={}", folder.display());
    compile_by(&javac, &["--patch-module", &patch], &written, &patches);
    let main = "public class Counting {
        public static void main(String[] args) throws Exception {
            int which = Integer.parseInt(args[1]);
            int[] got = new int[2];
            Thread other = new Thread(() -> got[1] = count(args[0], which));
            other.start();
            got[0] = count(args[0], which);
            other.join();
            assert got[0] != got[1];
        }
        static int count(String how, int which) {
            switch (how) {
                case \"field\": return java.util.Front.next(which);
                case \"element\": return java.util.Front.nextCell(which);
                default: return java.util.Front.nextLocked(which);
            }
        }
    }";
    let written = sources(&folder, &[("main/Counting.java", main.to_owned())]);
    let patch = format!("java.base={}", patches.display());
    compile_by(&javac, &["--patch-module", &patch], &written, &classes);
    for (which, package) in PACKAGES.iter().enumerate() {
        for how in ["field", "element", "locked"] {
            let outcome = explore(RunOptions {
                class_path: vec![classes.clone()],
                patches: vec![patches.clone()],
                main_class: "Counting".to_owned(),
                arguments: vec![how.to_owned(), which.to_string()],
                ..RunOptions::default()
            });
            let place = format!("{how} in {package}: {:?}", outcome.verdict);
            assert_eq!(!outcome.findings.is_empty(), how != "locked", "{place}");
            assert_eq!(outcome.verdict.is_proved(), how == "locked", "{place}");
        }
    }
}

/// Programs that go wrong by what the library does with shared data, and one each that does not.
const WITH_LIBRARY: &[(&str, bool, &str)] = &[
    ("list.add(1)", true, "list.size() == 2"),
    ("synchronized (list) { list.add(1); }", false, "list.size() == 2"),
    ("text.append('x')", true, "text.length() == 2"),
    ("safe.append('x')", false, "safe.length() == 2"),
    ("map.merge(1, 1, Integer::sum)", true, "map.get(1) == 2"),
    ("bits.flip(0)", true, "!bits.get(0)"),
    (
        "properties.setProperty(\"k\", properties.getProperty(\"k\", \"\") + 'x')",
        true,
        "properties.getProperty(\"k\").length() == 2",
    ),
    (
        "System.setProperty(\"k\", System.getProperty(\"k\", \"\") + 'x')",
        true,
        "System.getProperty(\"k\").length() == 2",
    ),
    ("atomic.incrementAndGet()", false, "atomic.get() == 2"),
];

#[test]
fn silent_code_comes_into_sight_where_somebody_conflicts() {
    let folder = scratch("sight-silent");
    let program = |(number, (statement, _, check)): (usize, &(&str, bool, &str))| {
        let text = format!(
            "public class Silent{number} {{
                static java.util.ArrayList<Integer> list = new java.util.ArrayList<>();
                static StringBuilder text = new StringBuilder();
                static StringBuffer safe = new StringBuffer();
                static java.util.HashMap<Integer, Integer> map = new java.util.HashMap<>();
                static java.util.BitSet bits = new java.util.BitSet();
                static java.util.Properties properties = new java.util.Properties();
                static java.util.concurrent.atomic.AtomicInteger atomic = new java.util.concurrent.atomic.AtomicInteger();
                static void act() {{ {statement}; }}
                public static void main(String[] args) throws Exception {{
                    Thread one = new Thread(Silent{number}::act), two = new Thread(Silent{number}::act);
                    one.start(); two.start(); one.join(); two.join();
                    assert {check};
                }}
            }}"
        );
        (format!("Silent{number}.java"), text)
    };
    let texts: Vec<(String, String)> = WITH_LIBRARY.iter().enumerate().map(program).collect();
    let files: Vec<(&str, String)> = texts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let written = sources(&folder, &files);
    compile_by(&jdk().home.join("bin/javac"), &[], &written, &folder);
    for (number, (statement, is_wrong, _)) in WITH_LIBRARY.iter().enumerate() {
        for silent_library in [false, true] {
            let outcome = explore(RunOptions {
                class_path: vec![folder.clone()],
                main_class: format!("Silent{number}"),
                silent_library,
                ..RunOptions::default()
            });
            let place = format!("{statement}, silent {silent_library}: {:?}", outcome.verdict);
            assert_eq!(!outcome.findings.is_empty(), *is_wrong, "{place}");
            assert_eq!(outcome.verdict.is_proved(), !is_wrong, "{place}");
        }
    }
}

/// What two threads do with the library's own books (`Owned.java`).
const ACTS: &[&str] = &["call", "generic", "members", "handle", "type", "variable", "text"];

/// No exception hides anything from the net beyond its own words: where all are taken away, the net brings those into sight on
/// which the threads of these programs meet.
#[test]
fn what_is_no_longer_owned_comes_into_sight() {
    let folder = scratch("sight-owned");
    let written = sources(&folder, &[("Owned.java", include_str!("Owned.java").to_owned())]);
    compile_by(&jdk().home.join("bin/javac"), &["-nowarn"], &written, &folder);
    let look = |act: &str, disowned_library: bool| {
        let program = JavaProgram::new(RunOptions {
            class_path: vec![folder.clone()],
            main_class: "Owned".to_owned(),
            arguments: vec![act.to_owned()],
            disowned_library,
            ..RunOptions::default()
        });
        program.check().expect("a program that starts");
        let budget = Budget { runs: Some(8), ..Budget::default() };
        let looks = Looks { races: false, ..Looks::default() };
        let settings = Settings { looks, budget, ..Settings::default() };
        let outcome = search(&program, &Unguided, &settings, &Hooks::default());
        assert!(outcome.findings.is_empty(), "{act}: {:?}", outcome.findings);
        program.lessons().into_iter().collect::<BTreeSet<String>>()
    };
    let owned: BTreeSet<String> =
        owned::fields().map(|(class, field)| format!("{}.{field}", class.replace('/', "."))).collect();
    let mut caught = BTreeSet::new();
    for act in ACTS {
        let kept = look(act, false);
        assert!(kept.is_disjoint(&owned), "{act}: {:?}", kept.intersection(&owned).collect::<Vec<_>>());
        caught.extend(look(act, true).intersection(&owned).cloned());
    }
    assert!(caught.len() >= 45, "only {} of {}: {caught:#?}", caught.len(), owned.len());
}
