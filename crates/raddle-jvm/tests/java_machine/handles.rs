//! Every kind of handle × every access mode × every way to call it: the access is a step, at the place and in the mode that
//! an instruction on the same variable would have.
//!
//! One run does all of them (`Cases.java`), one after the other, in a thread that is not alone. It prints what it is about
//! to do, does it, then touches the same variable by instructions; what the thread stood before in between is compared.
//! The values that come of it are compared with HotSpot's.

use crate::hotspot::{compile, jdk, on_hotspot, scratch};
use raddle_explore::context::StepContext;
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::machine::pending::ELEMENTS;
use raddle_jvm::run::RunOptions;
use std::fmt::Write;

const SOURCE: &str = include_str!("Cases.java");

/// The access modes of variable handles: whether they write, and what mode they are in.
const MODES: &[(&str, &str)] = &[
    ("get", "Read Plain"),
    ("getOpaque", "Read Relaxed"),
    ("getAcquire", "Read Acquire"),
    ("getVolatile", "Read Synchronising"),
    ("set", "Write Plain"),
    ("setOpaque", "Write Relaxed"),
    ("setRelease", "Write Release"),
    ("setVolatile", "Write Synchronising"),
    ("compareAndSet", "Write Synchronising"),
    ("compareAndExchange", "Write Synchronising"),
    ("compareAndExchangeAcquire", "Write Acquire"),
    ("compareAndExchangeRelease", "Write Release"),
    ("weakCompareAndSetPlain", "Write Relaxed"),
    ("weakCompareAndSet", "Write Synchronising"),
    ("weakCompareAndSetAcquire", "Write Acquire"),
    ("weakCompareAndSetRelease", "Write Release"),
    ("getAndSet", "Write Synchronising"),
    ("getAndSetAcquire", "Write Acquire"),
    ("getAndSetRelease", "Write Release"),
    ("getAndAdd", "Write Synchronising"),
    ("getAndAddAcquire", "Write Acquire"),
    ("getAndAddRelease", "Write Release"),
    ("getAndBitwiseOr", "Write Synchronising"),
    ("getAndBitwiseOrAcquire", "Write Acquire"),
    ("getAndBitwiseOrRelease", "Write Release"),
    ("getAndBitwiseAnd", "Write Synchronising"),
    ("getAndBitwiseAndAcquire", "Write Acquire"),
    ("getAndBitwiseAndRelease", "Write Release"),
    ("getAndBitwiseXor", "Write Synchronising"),
    ("getAndBitwiseXorAcquire", "Write Acquire"),
    ("getAndBitwiseXorRelease", "Write Release"),
];

/// Variables: what they are, their handle, its coordinates, the type of the variable, its boxes, the value it has at first,
/// a new one, the new one in a form that has to be cast, and an instruction that reads it.
type Variable = [&'static str; 9];

const VARIABLES: &[Variable] = &[
    ["int", "of(\"i\", int.class)", "box", "int", "Integer", "0", "5", "(short) 5", "box.i"],
    ["long", "of(\"l\", long.class)", "box", "long", "Long", "0L", "5L", "5", "box.l"],
    ["boolean", "of(\"z\", boolean.class)", "box", "boolean", "Boolean", "false", "true", "true", "box.z"],
    ["byte", "of(\"b\", byte.class)", "box", "byte", "Byte", "(byte) 0", "(byte) 5", "(byte) 5", "box.b"],
    ["double", "of(\"d\", double.class)", "box", "double", "Double", "0.0", "5.0", "5", "box.d"],
    [
        "object",
        "of(\"o\", Object.class)",
        "box",
        "Object",
        "Object",
        "null",
        "\"x\"",
        "(CharSequence) \"x\"",
        "box.o",
    ],
    [
        "string",
        "of(\"s\", String.class)",
        "box",
        "String",
        "Object",
        "null",
        "\"x\"",
        "(Object) \"x\"",
        "box.s",
    ],
    ["volatile", "of(\"v\", int.class)", "box", "int", "Integer", "0", "5", "(short) 5", "box.v"],
    ["static", "ofStatic(\"si\", int.class)", "", "int", "Integer", "0", "5", "(short) 5", "Box.si"],
    [
        "static object",
        "ofStatic(\"so\", Object.class)",
        "",
        "Object",
        "Object",
        "null",
        "\"x\"",
        "(CharSequence) \"x\"",
        "Box.so",
    ],
    [
        "ints",
        "MethodHandles.arrayElementVarHandle(int[].class)",
        "ints, 1",
        "int",
        "Integer",
        "0",
        "5",
        "(short) 5",
        "ints[1]",
    ],
    [
        "longs",
        "MethodHandles.arrayElementVarHandle(long[].class)",
        "longs, 1",
        "long",
        "Long",
        "0L",
        "5L",
        "5",
        "longs[1]",
    ],
    [
        "objects",
        "MethodHandles.arrayElementVarHandle(Object[].class)",
        "objects, 1",
        "Object",
        "Object",
        "null",
        "\"x\"",
        "5",
        "objects[1]",
    ],
    [
        "boxes",
        "MethodHandles.arrayElementVarHandle(Integer[].class)",
        "integers, 1",
        "Integer",
        "Object",
        "null",
        "5",
        "5",
        "integers[1]",
    ],
    [
        "ints in bytes",
        "MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)",
        "bytes, 8",
        "int",
        "Integer",
        "0",
        "5",
        "(short) 5",
        "inBytes(4)",
    ],
    [
        "longs in bytes",
        "MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN)",
        "bytes, 8",
        "long",
        "Long",
        "0L",
        "5L",
        "5",
        "inBytes(8)",
    ],
    [
        "ints in a buffer",
        "MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN)",
        "heap, 8",
        "int",
        "Integer",
        "0",
        "5",
        "(short) 5",
        "inHeap(4)",
    ],
    [
        "ints outside",
        "MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)",
        "direct, 8",
        "int",
        "Integer",
        "0",
        "5",
        "(short) 5",
        "outside(4)",
    ],
    [
        "longs outside",
        "MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN)",
        "direct, 8",
        "long",
        "Long",
        "0L",
        "5L",
        "5",
        "outside(8)",
    ],
];

/// Whether a variable of this type has the mode.
fn has(kind: &str, mode: &str) -> bool {
    let (is_number, is_bits) = match kind {
        "int" | "long" | "byte" => (true, true),
        "double" => (true, false),
        "boolean" => (false, true),
        _ => (false, false),
    };
    (is_number || !mode.starts_with("getAndAdd")) && (is_bits || !mode.starts_with("getAndBitwise"))
}

/// The calls of one variable handle in one mode that a compiler makes: exact ones, and ones that need conversions.
fn calls(number: usize, variable: &Variable, mode: &str, expected: &str) -> String {
    let [name, _, coordinates, kind, boxes, old, new, cast, plain] = variable;
    let result = match mode {
        _ if mode.starts_with("set") => "void",
        _ if mode == "compareAndSet" || mode.starts_with("weak") => "boolean",
        _ => kind,
    };
    let of = |old: String, new: String| match mode {
        _ if mode.starts_with("compareAnd") || mode.starts_with("weak") => vec![old, new],
        _ if mode.starts_with("set") || mode.starts_with("getAnd") => vec![new],
        _ => vec![],
    };
    let exact = of(format!("({kind}) {old}"), format!("({kind}) {new}"));
    let boxed = of(format!("({boxes}) ({kind}) {old}"), format!("({boxes}) ({kind}) {new}"));
    let cast = of(format!("({kind}) {old}"), (*cast).to_owned());
    let list = |coordinates: &str, values: &[String]| {
        let coordinates = (!coordinates.is_empty()).then(|| coordinates.to_owned());
        coordinates.into_iter().chain(values.iter().cloned()).collect::<Vec<_>>().join(", ")
    };
    let vague = if coordinates.is_empty() { String::new() } else { format!("(Object) {coordinates}") };
    let mut source = String::new();
    for (way, result, arguments) in [
        ("exact", result, list(coordinates, &exact)),
        ("boxed", if result == "void" { "void" } else { "Object" }, list(coordinates, &boxed)),
        ("cast", result, list(&vague, &cast)),
        ("dropped", "void", list(coordinates, &exact)),
    ] {
        let call = format!("H{number}.{mode}({arguments})");
        let body = if result == "void" {
            format!("{call}; return null;")
        } else {
            format!("return ({result}) {call};")
        };
        let _ = writeln!(
            source,
            "check(\"{name}, {mode}, {way}: {expected}\", () -> {plain}, () -> {{ {body} }});"
        );
    }
    let arguments = list(coordinates, &exact);
    let arguments = if arguments.is_empty() { String::new() } else { format!(", {arguments}") };
    // All ways with all modes of all variables take minutes: each two of the three meet here, and all do on request.
    let is_full =
        (number + MODES.iter().position(|(known, _)| *known == mode).unwrap_or(0)).is_multiple_of(5);
    if !is_full && std::env::var_os("RADDLE_ALL_HANDLES").is_none() {
        return source;
    }
    let _ = writeln!(
        source,
        "invokers(\"{name}, {mode}\", \"{expected}\", H{number}, \"{mode}\", () -> {plain}{arguments});"
    );
    source
}

pub fn source() -> String {
    let (mut variables, mut all) = (String::new(), String::new());
    for (number, variable) in VARIABLES.iter().enumerate() {
        let _ = writeln!(variables, "static final VarHandle H{number} = {};", variable[1]);
        for (mode, expected) in MODES.iter().filter(|(mode, _)| has(variable[3], mode)) {
            // Where bytes have to be turned round, the JDK updates in a loop, by the strongest attempts.
            let turns = variable[1].contains("BIG_ENDIAN");
            let is_update = mode.starts_with("getAndAdd") || mode.starts_with("getAndBitwise");
            let expected = if turns && is_update { "Write Synchronising" } else { expected };
            let body = calls(number, variable, mode, expected);
            let _ = writeln!(variables, "static void variable{number}{mode}() throws Throwable {{\n{body}}}");
            let _ = writeln!(all, "variable{number}{mode}();");
        }
    }
    SOURCE.replace("// VARIABLES", &variables).replace("// ALL", &all)
}

/// What the main thread stood before, between what it printed.
#[derive(Default)]
struct Case {
    name: String,
    /// What the handle did.
    accesses: Vec<(Mode, Vec<Touch>)>,
    /// What instructions did to the same variable.
    plain: Vec<Touch>,
    is_plain: bool,
}

impl Case {
    /// What is wrong.
    fn problem(&self) -> Option<String> {
        let expected = self.name.rsplit(": ").next()?;
        // A buffer's own fields lead to its bytes.
        let is_data = |touch: &&Touch| touch.place.part >= ELEMENTS || touch.place.object >> 63 != 0;
        let mut variable: Vec<&Touch> = self.plain.iter().filter(is_data).collect();
        if variable.is_empty() {
            variable = self.plain.iter().collect();
        }
        if variable.is_empty() {
            return Some(format!("{}: no instruction touches it", self.name));
        }
        let told = |place: Place| -> Vec<String> {
            let touches = self
                .accesses
                .iter()
                .flat_map(|(mode, touches)| touches.iter().map(move |touch| (mode, touch)));
            touches
                .filter(|(_, touch)| touch.place == place)
                .map(|(mode, touch)| format!("{:?} {mode:?}", touch.access))
                .collect()
        };
        let wrong = variable
            .iter()
            .map(|touch| told(touch.place))
            .find(|told| !told.iter().any(|told| told == expected))?;
        Some(format!("{}, and not {wrong:?}", self.name))
    }
}

#[test]
fn every_access_by_a_handle_is_a_step() {
    let directory = scratch("handles");
    let path = directory.join("Cases.java");
    std::fs::write(&path, source()).expect("a source");
    compile(&[path], &directory);
    let program = JavaProgram::new(RunOptions {
        class_path: vec![directory.clone()],
        main_class: "Cases".to_owned(),
        ..RunOptions::default()
    });
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let (mut output, mut cases, mut case) = (String::new(), 0, Case::default());
    let mut problems = Vec::new();
    loop {
        run.pending(&mut pending);
        let Some(main) = pending.entries().first().filter(|main| main.is_enabled()) else { break };
        let is_access = matches!(
            main.kind,
            OperationKind::Read | OperationKind::Write | OperationKind::ReadModifyWrite | OperationKind::Step
        );
        let (touches, mode) = (pending.touches(main).to_vec(), main.mode);
        let mut context = StepContext::plain().recording();
        run.step(Choice { actor: main.actor, option: 0 }, &mut context).expect("a step");
        let printed = &context.effects.output;
        output.push_str(printed);
        if let Some(name) = printed.strip_prefix("begin ") {
            case = Case { name: name.trim().to_owned(), ..Case::default() };
        } else if printed.starts_with("plain") {
            case.is_plain = true;
        } else if printed.starts_with("end ") {
            problems.extend(case.problem());
            cases += 1;
        } else if is_access && case.is_plain {
            case.plain.extend(touches);
        } else if is_access {
            case.accesses.push((mode, touches));
        }
    }
    assert!(problems.is_empty(), "{} of {cases}:\n{}", problems.len(), problems.join("\n"));
    assert!(cases > 2000, "{cases}");
    let hotspot = on_hotspot(&jdk(), &directory, &["Cases".to_owned()]);
    assert_eq!(output, hotspot[0].output);
}
