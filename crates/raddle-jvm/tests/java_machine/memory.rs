//! What natives, handles and memory outside of the heap do to data that threads share: pairs of programs, one with a bug
//! that only some schedules have, one without. All are compiled at once.

use crate::hotspot::{compile, scratch};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What two threads do, what must hold afterwards, and what is found: nothing, where both hold the lock of `Shared`.
struct Program {
    name: &'static str,
    shared: &'static str,
    first: &'static str,
    second: &'static str,
    holds: &'static str,
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "Crc",
        shared: "byte[] bytes = new byte[4]; java.util.zip.CRC32 sum = new java.util.zip.CRC32(); boolean set;",
        first: "sum.update(bytes, 1, 2); if (set) sum.reset();",
        second: "bytes[2] = 7; set = true;",
        holds: "sum.getValue() == 0 || sum.getValue() == 0x41D912FFL",
    },
    Program {
        name: "Adler",
        shared: "byte[] bytes = new byte[4]; java.util.zip.Adler32 sum = new java.util.zip.Adler32(); boolean set;",
        first: "sum.update(bytes, 1, 2); if (set) sum.reset();",
        second: "bytes[2] = 7; set = true;",
        holds: "sum.getValue() == 1 || sum.getValue() == 0x20001L",
    },
    Program {
        name: "Outside",
        shared: "java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(16); int read;",
        first: "buffer.putInt(4, 0x01010101); buffer.putInt(4, 0x02020202);",
        second: "read = buffer.get(6);",
        holds: "read != 1",
    },
    Program {
        name: "Widths",
        shared: "byte[] bytes = new byte[8]; java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes); int read;",
        first: "buffer.putInt(4, 0x01010101); buffer.putInt(4, 0x02020202);",
        second: "read = bytes[7];",
        holds: "read != 1",
    },
    Program {
        name: "View",
        shared: "byte[] bytes = new byte[8]; int read; java.lang.invoke.VarHandle view = java.lang.invoke.MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.BIG_ENDIAN);",
        first: "bytes[5] = 1; bytes[5] = 0;",
        second: "read = (int) view.getVolatile(bytes, 4);",
        holds: "read == 0",
    },
    Program {
        name: "Boxed",
        shared: "Integer[] boxes = {0}; boolean differs; java.lang.invoke.VarHandle element = java.lang.invoke.MethodHandles.arrayElementVarHandle(Integer[].class); { element.setVolatile(boxes, 0, 0); }",
        first: "element.setVolatile(boxes, 0, 5);",
        second: "Object one = element.getVolatile(boxes, 0), other = element.getVolatile(boxes, 0); differs = one != other;",
        holds: "!differs",
    },
    Program {
        name: "Reflected",
        shared: "int value; int read; static java.lang.reflect.Field field; static { try { field = Shared.class.getDeclaredField(\"value\"); } catch (Exception e) { throw new Error(e); } }",
        first: "field.setInt(this, 1); field.setInt(this, 2);",
        second: "read = value;",
        holds: "read != 1",
    },
    Program {
        name: "Cloned",
        shared: "int[] values = new int[4]; int[] copy;",
        first: "values[1] = 1; values[3] = 1;",
        second: "copy = values.clone();",
        holds: "copy[1] == copy[3]",
    },
];

fn sources(program: &Program, is_locked: bool) -> (String, String) {
    let Program { name, shared, first, second, holds } = program;
    let name = format!("{name}{}", if is_locked { "Right" } else { "Wrong" });
    let class = format!("{name}Shared");
    let shared = shared.replace("Shared.class", &format!("{class}.class"));
    let lock = if is_locked { "synchronized" } else { "" };
    let mut source = String::new();
    let _ = write!(
        source,
        "class {class} {{
            {shared}
            {lock} void first() throws Exception {{ {first} }}
            {lock} void second() throws Exception {{ {second} }}
            boolean holds() {{ return {holds}; }}
        }}
        public class {name} {{
            interface Part {{ void run() throws Exception; }}
            static Thread part(Part part) {{
                return new Thread(() -> {{ try {{ part.run(); }} catch (Exception e) {{ throw new Error(e); }} }});
            }}
            public static void main(String[] args) throws Exception {{
                {class} shared = new {class}();
                Thread first = part(shared::first), second = part(shared::second);
                first.start(); second.start(); first.join(); second.join();
                assert shared.holds();
            }}
        }}"
    );
    (name, source)
}

/// Programs that do what no machine but HotSpot can tell.
const GAPS: &[(&str, &str, &str)] = &[
    (
        "OverReference",
        "System.out.println(unsafe.getInt(new OverReference(), unsafe.objectFieldOffset(OverReference.class.getDeclaredField(\"reference\"))));",
        "Unsafe over what is no int",
    ),
    (
        "ReferenceOver",
        "unsafe.putObject(new ReferenceOver(), unsafe.objectFieldOffset(ReferenceOver.class.getDeclaredField(\"number\")), \"x\");",
        "Unsafe over what is no reference",
    ),
    (
        "LongOver",
        "unsafe.putLong(new LongOver(), unsafe.objectFieldOffset(LongOver.class.getDeclaredField(\"number\")), 5L);",
        "Unsafe over what is no long",
    ),
    ("Beyond", "unsafe.putLong(new byte[4], 16L, 5L);", "Unsafe over what is no long"),
    ("Wild", "unsafe.putInt(new Object(), 1L << 40, 5);", "Unsafe over what is no int"),
    (
        "Freed",
        "long at = unsafe.allocateMemory(8); unsafe.freeMemory(at); unsafe.putInt(at, 5);",
        "which nobody has asked for",
    ),
];

fn gap(name: &str, body: &str) -> String {
    format!(
        "public class {name} {{
            Object reference = \"x\"; int number;
            public static void main(String[] args) throws Exception {{
                java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
                field.setAccessible(true);
                sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
                Thread other = new Thread(() -> {{ }});
                other.start();
                {body}
            }}
        }}"
    )
}

fn explore(directory: &Path, name: &str, strategy: Named) -> Outcome {
    let program = JavaProgram::new(RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: name.to_owned(),
        assertions: true,
        ..RunOptions::default()
    });
    program.check().expect("a program that starts");
    let merge_states = strategy == Named::Exhaustive;
    let settings = Settings { strategy, merge_states, ..Settings::default() };
    search(&program, &Unguided, &settings, &Hooks::default())
}

fn write_all(purpose: &str, programs: &[(String, String)]) -> PathBuf {
    let directory = scratch(purpose);
    let paths: Vec<PathBuf> = programs
        .iter()
        .map(|(name, source)| {
            let path = directory.join(format!("{name}.java"));
            std::fs::write(&path, source).expect("a source");
            path
        })
        .collect();
    compile(&paths, &directory);
    directory
}

#[test]
fn what_natives_and_handles_touch_is_seen() {
    let programs: Vec<(String, String)> =
        PROGRAMS.iter().flat_map(|program| [sources(program, false), sources(program, true)]).collect();
    let directory = write_all("memory", &programs);
    for (name, _) in &programs {
        let is_right = name.ends_with("Right");
        for strategy in [Named::Dpor, Named::Exhaustive] {
            let outcome = explore(&directory, name, strategy);
            let fails = outcome.findings.iter().any(|finding| finding.kind.word() == "assertion");
            assert_eq!(
                fails, !is_right,
                "{name}, {strategy:?}: {:?} {:?}",
                outcome.verdict, outcome.findings
            );
            if is_right {
                assert_eq!(outcome.verdict.word(), "proved", "{name}, {strategy:?}: {:?}", outcome.verdict);
            }
        }
    }
}

#[test]
fn what_no_other_machine_can_tell_is_a_gap() {
    let programs: Vec<(String, String)> =
        GAPS.iter().map(|(name, body, _)| ((*name).to_owned(), gap(name, body))).collect();
    let directory = write_all("memory-gaps", &programs);
    for (name, _, expected) in GAPS {
        let outcome = explore(&directory, name, Named::Dpor);
        assert!(outcome.findings.is_empty(), "{name}: {:?}", outcome.findings);
        let words = format!("{:?}", outcome.verdict);
        assert!(words.contains(expected), "{name}: {words}");
    }
}
