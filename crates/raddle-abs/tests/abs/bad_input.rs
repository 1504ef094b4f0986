//! Whatever a file holds, reading it gives a diagnostic or a program, in time, and never a panic.

use crate::mini::Random;
use crate::support::file;
use raddle_abs::load::{FileText, Loaded, Reading, Refusal, load, load_files};
use raddle_abs::machine::options::Options;
use raddle_abs::simulate::simulate;

fn refused(bytes: &[u8], wanted: &str) {
    let loaded = load("bad.abs", bytes);
    assert_eq!(loaded.refusal(), Some(Refusal::Invalid));
    let shown = loaded.render();
    assert!(shown.contains(wanted), "expected {wanted:?} in:\n{}", &shown[..shown.len().min(2000)]);
}

#[test]
fn what_is_no_program_is_refused() {
    refused(b"", "the file is empty");
    refused(b"\xff\xfe", "not UTF-8");
    refused("module M; { println(\"ä\"); } \u{fffd}".as_bytes(), "has no meaning here");
    refused(b"module M; { skip; } \xc3", "not UTF-8 from here on");
    refused(b"module M;", "no main block");
    refused(b"hello", "expected `module`");
    refused(b"module M; { String s = \"abc", "not closed");
    refused(b"module M; { String s = `abc $x", "expected `$`");
    refused(b"module M; /* no end", "this comment is not closed");
    refused(b"\0\0\0\0", "has no meaning here");
}

#[test]
fn a_diagnostic_has_its_place() {
    let loaded = load("x.abs", b"module M;\n{\n  Int x = True;\n  y = 1;\n}\n");
    assert_eq!(
        loaded.render(),
        "x.abs:3:11: expected a value of type Int, but this has type Bool\nx.abs:4:3: unknown variable y"
    );
    assert_eq!(loaded.diagnostics[0].length(&loaded.sources), "True".len());
}

/// Texts that nest something a hundred thousand times.
fn deep_texts() -> Vec<String> {
    let many = |text: &str| text.repeat(100_000);
    vec![
        format!("module M; {{ Int x = {}1{}; }}", many("("), many(")")),
        format!("module M; {{ Int x = {}1; }}", many("(")),
        format!("module M; {{ Int x = {}1; }}", many("-")),
        format!("module M; {{ Bool x = {}True; }}", many("!")),
        format!("module M; {{ Int x = 1{}; }}", many(" + 1")),
        format!("module M; {{ Bool x = True{}; }}", many(" && True")),
        format!("module M; {{ List<Int> x = {}Nil{}; }}", many("Cons(1, "), many(")")),
        format!("module M; {{ Int x = {}1{}; }}", many("f("), many(")")),
        format!("module M; {{ Int x = {}1{}; }}", many("f(g)("), many(")")),
        format!("module M; {{ Int x = {}1; }}", many("if True then 1 else ")),
        format!("module M; {{ Int x = {}1{}; }}", many("case 1 { _ => "), many("; }")),
        format!("module M; {{ Int x = {}1; }}", many("let Int y = 1 in ")),
        format!("module M; {{ {}Int{} x = 1; }}", many("List<"), many(">")),
        format!("module M; {{ {}{} }}", many("{ "), many("} ")),
        format!("module M; {}", many("{ ")),
        format!("module M; {{ {} skip; }}", many("if (True) ")),
        format!("module M; {{ {} skip; }}", many("if (True) skip; else ")),
        format!("module M; {{ {} skip; }}", many("while (True) ")),
        format!("module M; {{ {} skip; }}", many("try ")),
        format!("module M; {{ await True{}; }}", many(" & True")),
        format!("module M; {{ await {}True{}; }}", many("("), many(")")),
        format!("module M; {{ switch (1) {{ {}1{} => skip; }} }}", many("Cons("), many(")")),
        format!("module M; {{ Int x = 1{}; }}", many(" as I")),
        format!("module M; {{ {} skip; }}", many("[A: 1] ")),
        format!("module M; {{ Int x = {}1; }}", many("`a $")),
        format!("module M; {}", many("class C { ")),
        format!("module {}M; {{ skip; }}", many("M.")),
        format!("module M; {{ skip; }} product P = {}Q{};", many("("), many(")")),
        format!("module M; {{ skip; }} product P = Q{};", many(" || Q")),
        format!("module M; {{ skip; }} productline L; features F; delta D when {}F;", many("!")),
        format!("module M; {{ skip; }} productline L; features F; delta D when F{};", many(" && F")),
        format!("module M; {{ skip; }} {}", many("root F { group oneof { ")),
        format!("module M; {{ skip; }} root F {{ {}1; }}", many("(")),
        format!("module M; {{ skip; }} root F {{ 1{}; }}", many(" + 1")),
        format!("module M; {{ skip; }} delta D; uses M; {}", many("modifies class C { adds ")),
    ]
}

#[test]
fn deep_nesting_is_told_and_not_followed() {
    for text in deep_texts() {
        let loaded = load("deep.abs", text.as_bytes());
        assert!(!loaded.render().is_empty() || loaded.program.is_some(), "{}", &text[..60]);
    }
    let text = format!("module M; {{ Int x = {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    refused(text.as_bytes(), "nested more than");
}

#[test]
fn ten_megabytes_are_read_in_time() {
    let mut text = "module M;\n{\n".to_owned();
    while text.len() < 10 << 20 {
        text.push_str("  Int x = unknown + 1; foo(bar); o!m(\n");
    }
    let loaded = load("long.abs", text.as_bytes());
    assert_eq!(loaded.refusal(), Some(Refusal::Invalid));
    let mut line = "module M; { println(\"".to_owned();
    line.push_str(&"x".repeat(10 << 20));
    line.push_str("\" + 1); }");
    let loaded = load("line.abs", line.as_bytes());
    let shown = loaded.render();
    assert!(shown.contains("expected a value of type String") && shown.len() < 2000, "{}", shown.len());
}

fn examples() -> Vec<String> {
    let mut texts = vec![
        file("examples/abs/sleeping_barber.abs"),
        file("benches/abs/fP2P.abs"),
        file("benches/abs/Fact.abs"),
    ];
    let page = file("docs/abs.md");
    texts.extend(
        page.split("```abs\n").skip(1).filter_map(|part| part.split("```").next()).map(str::to_owned),
    );
    texts
}

/// Reads a text as the product that it names, if it names one.
fn read(name: &str, bytes: &[u8]) -> Loaded {
    let text = String::from_utf8_lossy(bytes);
    let product = text.lines().find_map(|line| line.strip_prefix("// product: ")).map(str::to_owned);
    let file = FileText { name: name.to_owned(), bytes: bytes.to_vec() };
    load_files(&[file], &Reading { product, ..Reading::default() })
}

/// A program that got through is run a little.
fn survive(loaded: Loaded) {
    let shown = loaded.render();
    assert_eq!(shown.is_empty(), loaded.diagnostics.is_empty());
    if let Some(program) = loaded.into_program(Options { touches: false, ..Options::default() }) {
        simulate(&program, 1, 60, &mut |_| {});
    }
}

#[test]
fn every_truncation_is_survived() {
    for text in examples() {
        let step = (text.len() / 20).max(1);
        for end in (0..text.len()).step_by(step) {
            survive(read("cut.abs", &text.as_bytes()[..end]));
        }
    }
}

/// How many mutated programs are read.
const MUTANTS: u64 = 1500;

#[test]
fn mutated_programs_are_survived() {
    let texts = examples();
    let tokens = [
        "{",
        "}",
        "(",
        ")",
        ";",
        "!",
        ".get",
        "await",
        "this",
        "null",
        "new",
        "local",
        "=>",
        "case",
        "<",
        ">",
        "?",
        "&",
        "|",
        "Int",
        "Fut<Int>",
        "x",
        "0",
        "\"",
        "`",
        "$",
        "=",
        "[",
        "]",
        "//",
        "/*",
        "return",
        "if",
        "else",
        "delta D;",
        "uses",
        "adds",
        "removes",
        "modifies",
        "original()",
        "product P",
        "root",
        "..",
        "after",
        "when",
        "group",
        "builtin(",
        "[A] {",
        "hasField",
        "stateupdate U;",
        "base class",
        "with {F}",
        "features F",
    ];
    for seed in 0..MUTANTS {
        let mut random = Random::new(seed + 1);
        let mut bytes = texts[random.below(texts.len() as u64) as usize].clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            let end = (at + random.below(12) as usize).min(bytes.len());
            match random.below(5) {
                0 => bytes[at] = random.below(256) as u8,
                1 => {
                    bytes.drain(at..end);
                }
                2 => {
                    let token = tokens[random.below(tokens.len() as u64) as usize];
                    bytes.splice(at..at, token.bytes());
                }
                3 => {
                    let piece = bytes[at..end].to_vec();
                    let to = random.below(bytes.len() as u64) as usize;
                    bytes.splice(to..to, piece);
                }
                _ => bytes[at] = b"abxyzABC0123456789(){};=<>!&|"[random.below(29) as usize],
            }
            if bytes.is_empty() {
                break;
            }
        }
        println!("seed {seed}");
        survive(read("mutant.abs", &bytes));
    }
}

#[test]
fn an_endless_loop_inside_a_step_is_cut() {
    let text = "module M; { Int i = 0; while (True) { i = i + 1; } }";
    let program =
        load("loop.abs", text.as_bytes()).into_program(Options::default()).expect("the program is legal");
    let simulation = simulate(&program, 0, 10, &mut |_| {});
    assert_eq!(simulation.interruption(), Some(&raddle_explore::context::Interruption::OutOfFuel));
}

/// Products that are made of each other in many ways are no trouble, nor are many of them.
#[test]
fn many_products_are_no_trouble() {
    let mut text =
        "// product: P60\nmodule M; { skip; }\nproductline L; features F; product P0(F);\n".to_owned();
    for number in 1..=5000 {
        let before = number - 1;
        text.push_str(&format!("product P{number} = P{before} || P{before} && P{before};\n"));
    }
    assert_eq!(read("many.abs", text.as_bytes()).refusal(), None);
    let last = text.replace("P60\n", "P5000\n");
    assert_eq!(read("many.abs", last.as_bytes()).refusal(), None);
}

/// Long lists are neither deep trees nor deep calls.
#[test]
fn long_lists_are_no_trouble() {
    let items = vec!["1"; 20_000].join(", ");
    let text = format!(
        "module M; def Int count(Int n) = if n == 0 then 0 else count(n - 1);
        {{ List<Int> l = list[{items}]; println(toString(length(l))); println(toString(count(1000000))); \
           Bool same = l == reverse(l); println(toString(same)); }}"
    );
    let program =
        load("long.abs", text.as_bytes()).into_program(Options::default()).expect("the program is legal");
    let mut run = simulate(&program, 0, 10, &mut |_| {});
    assert_eq!(run.trace.interruption.take(), None);
    assert_eq!(run.trace.output(), "20000\n0\nTrue\n");
}

#[test]
fn endless_recursion_is_an_exception() {
    let text = "module M; def Int f(Int n) = 1 + f(n + 1);
        { try { Int x = f(0); } catch { StackOverflowException => println(\"deep\"); } }";
    let program =
        load("deep.abs", text.as_bytes()).into_program(Options::default()).expect("the program is legal");
    let simulation = simulate(&program, 0, 10, &mut |_| {});
    assert_eq!(simulation.trace.output(), "deep\n");
}
