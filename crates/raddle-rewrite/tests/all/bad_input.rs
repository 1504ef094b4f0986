//! Bad input: diagnostics with places, no panic, no overflow, no hang.

use crate::random::Random;
use raddle_rewrite::diagnostic::Severity;
use raddle_rewrite::machine::Limits;
use raddle_rewrite::{Interpreter, Loader, NoFiles, Options, Outcome};

fn limits() -> Options {
    let limits = Limits {
        rewrites: 20_000,
        bytes: 256 << 20,
        condition_depth: 200,
        states: 2_000,
        ..Limits::default()
    };
    Options { timing: false, limits, ..Options::default() }
}

fn run(text: &str) -> (String, Outcome) {
    run_with(text, &mut NoFiles)
}

fn run_with(text: &str, loader: &mut dyn Loader) -> (String, Outcome) {
    let mut interpreter = Interpreter::new(limits());
    let mut out = Vec::new();
    interpreter.run("bad.maude", text, loader, &mut out).expect("no i/o error");
    (String::from_utf8_lossy(&out).into_owned(), interpreter.take_outcome())
}

fn complains(text: &str, words: &str, line: u32) {
    let (_, outcome) = run(text);
    let found = outcome
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.message.contains(words) && diagnostic.place.line == line);
    let all: Vec<String> = outcome.diagnostics.iter().map(ToString::to_string).collect();
    assert!(found, "expected {words:?} on line {line}, got:\n{}", all.join("\n"));
}

#[test]
fn mistakes_have_places() {
    complains("fmod A is\n sort S .\n op f : T -> S .\nendfm\n", "undeclared sort T", 3);
    complains("fmod A is\n sort S .\n op a : -> S .\n eq a = b .\nendfm\n", "bad token b", 4);
    complains("red 1 + .\n", "no parse", 1);
    complains("fmod A is pr NOPE . endfm\n", "module NOPE does not exist", 1);
    complains("fmod A is\n sort S .\n", "never closed", 1);
    complains("fmod A is sorts S T . subsorts S < T < S . endfm\n", "lie below each other", 1);
    complains("\n\nfoo bar\n", "skipped unexpected token: foo", 3);
    complains("fmod A is pr LIST{Nope} . endfm\n", "could not find a parameter or view Nope", 1);
    complains(
        "fmod A is sort S . op a : -> S . rl a => a . endfm\n",
        "rule not allowed in a functional module",
        1,
    );
    complains("fmod A is sort S . ops a b : -> S . eq a = X:S . endfm\n", "used before it is bound", 1);
    complains("load nowhere\n", "unable to locate file: nowhere", 1);
    complains("fmod A is pr A . endfm\n", "imports itself", 1);
    complains("red \"never closed .\n", "never closed", 1);
    complains("view V from TRIV to V is endv\n", "leads onto itself", 1);
}

#[test]
fn what_is_not_supported_says_so() {
    for text in [
        "load smt\n",
        "unify 1 =? 1 .\n",
        "show profile .\n",
        "loop init .\n",
        "(fmod A is sort S . endfm)\n",
        "set clear rules off .\n",
        "cd somewhere\n",
        "set trace whole on .\n",
        "erew 1 .\n",
        "vu-narrow 1 =>* 1 .\n",
        "{fold} vu-narrow 1 =>* 1 .\n",
        "get variants 1 .\n",
        "mod M is inc META-INTERPRETER . endm\n",
        "mod M is pr SOCKET . endm\n",
        "fmod M is pr INTEGER . endfm\n",
    ] {
        let (_, outcome) = run(text);
        assert!(
            outcome.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Unsupported),
            "{text}"
        );
    }
    // What the meta-level declares and cannot do is named where it is used.
    for call in [
        "metaUnify(['NAT], 'X:Nat =? 'Y:Nat, '#, 0)",
        "metaVariantUnify(['NAT], 'X:Nat =? 'Y:Nat, empty, '#, none, 0)",
        "metaGetVariant(['NAT], 'X:Nat, empty, '#, 0)",
        "metaNarrowingApply(['NAT], 'X:Nat, empty, '#, 0)",
        "metaNarrowingSearch(['NAT], 'X:Nat, 'Y:Nat, '*, unbounded, 'none, 0)",
        "metaVariantMatch(['NAT], 'X:Nat <=? '0.Zero, empty, '#, none, 0)",
        "metaCheck(['NAT], 'true.Bool)",
        "metaSmtSearch(['NAT], '0.Zero, 'X:Nat, nil, '*, 1, unbounded, 0)",
    ] {
        let (printed, outcome) = run(&format!("red in META-LEVEL : {call} .\n"));
        assert!(!printed.contains("result"), "{printed}");
        let name = call.split('(').next().expect("a name");
        let named = outcome.diagnostics.iter().any(|diagnostic| {
            diagnostic.severity == Severity::Unsupported && diagnostic.message.contains(name)
        });
        assert!(named, "{call}: {:?}", outcome.diagnostics);
    }
}

#[test]
fn endless_work_is_cut_and_reported() {
    for text in [
        "fmod L is sort S . op a : -> S . op f : S -> S . eq f(X:S) = f(f(X:S)) . endfm\nred f(a) .\n",
        "fmod L is sort S . op a : -> S . op f : S -> S . ceq f(X:S) = a if f(f(X:S)) = a . endfm\nred f(a) .\n",
        "mod L is pr NAT . sort S . op n : Nat -> S . rl n(N:Nat) => n(s N:Nat) . endm\nsearch n(0) =>* n(0) .\n",
        "mod L is pr NAT . sort S . op n : Nat -> S . rl n(N:Nat) => n(s N:Nat) . endm\nrew n(0) .\n",
    ] {
        let (_, outcome) = run(text);
        let stopped = outcome.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("stopped"));
        assert!(stopped, "{text}: {:?}", outcome.diagnostics);
    }
}

/// Files that load each other for ever.
struct Circle;

impl Loader for Circle {
    fn load(&mut self, name: &str, _from: &str) -> Option<(String, String)> {
        Some((format!("{name}.maude"), format!("load {}\n", if name == "a" { "b" } else { "a" })))
    }
}

#[test]
fn circular_loads_end() {
    let (_, outcome) = run_with("load a\n", &mut Circle);
    assert!(outcome.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("load each other")));
}

#[test]
fn a_line_of_a_million_characters() {
    let long = "x".repeat(1_000_000);
    let (_, outcome) = run(&format!("red {long} .\n"));
    assert!(outcome.has_errors());
    for diagnostic in &outcome.diagnostics {
        let shown = diagnostic.to_string();
        assert!(shown.lines().skip(1).all(|line| line.len() < 1000));
    }
}

const SEED: u64 = 0xF022_0001;
const ROUNDS: usize = 400;

/// Pieces that valid files are made of, put together at random, and valid files with bytes changed.
const PIECES: [&str; 46] = [
    "fmod A is",
    "mod B is",
    "endfm",
    "endm",
    "sort S .",
    "sorts S T .",
    "subsort S < T .",
    "op a : -> S .",
    "op f : S -> S .",
    "op __ : S S -> S [assoc comm id: a] .",
    "op _+_ : S S -> S [assoc] .",
    "vars X Y : S .",
    "eq f(a) = a .",
    "ceq f(X) = X if X = a .",
    "rl a => f(a) .",
    "mb f(a) : T .",
    "red f(a) .",
    "red a a a .",
    "search a =>* X .",
    "match X Y <=? a a .",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ":",
    "=>",
    "=",
    "if",
    "pr NAT .",
    "pr LIST{Nat} .",
    "inc A * (sort S to U, op a to b) .",
    "view V from TRIV to NAT is sort Elt to Nat . endv",
    "\"str",
    "***(",
    "'q",
    "X:S",
    "s_^3(0)",
    "1/2",
    "-7",
    "1.5e3",
    "owise",
    "red 2 ^ 100 .",
];

/// What a fuzzer calls: any bytes may be a file.
fn fuzz(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut interpreter = Interpreter::new(limits());
    interpreter.run("fuzz.maude", &text, &mut NoFiles, &mut std::io::sink()).expect("no i/o error");
}

#[test]
fn random_texts_do_no_harm() {
    println!("seed {SEED:#x}, {ROUNDS} rounds");
    let mut random = Random(SEED);
    for _ in 0..ROUNDS {
        let mut text = String::new();
        for _ in 0..random.below(60) {
            text.push_str(PIECES[random.below(PIECES.len())]);
            text.push(if random.below(3) == 0 { '\n' } else { ' ' });
        }
        let mut bytes = text.into_bytes();
        for _ in 0..random.below(4) {
            if !bytes.is_empty() {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes.truncate(at),
                    _ => {
                        bytes.remove(at);
                    }
                }
            }
        }
        fuzz(&bytes);
    }
}
