//! Large inputs: a million elements, a term a million deep, a line of a million characters. Nothing here may
//! need more than a small stack: each test runs in a thread of 256 kilobytes.

use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SIZE: usize = 1_000_000;

fn run_small(text: String) -> String {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread
        .spawn(move || {
            let mut interpreter = Interpreter::new(Options::default());
            let mut out = Vec::new();
            interpreter.run("large.maude", &text, &mut NoFiles, &mut out).expect("no i/o error");
            let outcome = interpreter.take_outcome();
            let complaints: Vec<String> = outcome.diagnostics.iter().map(ToString::to_string).collect();
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
            String::from_utf8(out).expect("text")
        })
        .expect("a thread")
        .join()
        .expect("no panic")
}

fn result(printed: &str) -> &str {
    printed.split("result ").nth(1).expect("a result").trim()
}

#[test]
fn a_soup_of_a_million_elements() {
    let mut text = String::from(
        "fmod SOUP is sorts E S . subsort E < S . ops a b : -> E . op __ : S S -> S [assoc comm] . op {_} : S -> S . \
         endfm\nred {",
    );
    for index in 0..SIZE {
        text.push_str(if index % 2 == 0 { "a " } else { "b " });
    }
    text.push_str("} .\n");
    let printed = run_small(text);
    assert_eq!(result(&printed).matches('a').count(), SIZE / 2);
}

#[test]
fn a_list_of_a_million_states() {
    let mut text = String::from(
        "fmod SEQ is pr NAT . sorts T Q . subsort T < Q . op <_,_> : Nat Bool -> T . op _|_ : Q Q -> Q [assoc] . op len : Q -> Nat . \
         var X : T . var Y : Q . eq len(X) = 1 . eq len(X | Y) = s len(Y) . endfm\nred len(< 0, true >",
    );
    for index in 1..SIZE {
        let _ = write!(text, " | < {}, false >", index % 1000);
    }
    text.push_str(") .\n");
    assert!(result(&run_small(text)).ends_with(": 1000000"));
}

#[test]
fn a_term_a_million_deep() {
    let mut text = String::from(
        "fmod DEEP is sort S . op z : -> S . op s : S -> S . op f : S -> S . eq f(s(X:S)) = f(X:S) . endfm\nred ",
    );
    text.push_str(&"s(".repeat(SIZE));
    text.push('z');
    text.push_str(&")".repeat(SIZE));
    text.push_str(" .\nred f(");
    text.push_str(&"s(".repeat(SIZE));
    text.push('z');
    text.push_str(&")".repeat(SIZE));
    text.push_str(") .\n");
    let printed = run_small(text);
    assert!(printed.trim_end().ends_with("result S: f(z)"));
    assert!(printed.matches("s(").count() >= 2 * SIZE);
}

#[test]
fn a_branch_inside_a_branch_a_hundred_thousand_times() {
    let depth = 100_000;
    let mut text = String::from("red in EXT-BOOL : ");
    for _ in 0..depth {
        text.push_str("if true and-then (");
    }
    text.push_str("true");
    for _ in 0..depth {
        text.push_str(") then true else false fi");
    }
    text.push_str(" .\n");
    assert!(result(&run_small(text)).ends_with(": true"));
}

#[test]
fn recursion_of_equations_needs_no_stack() {
    let text = "fmod R is pr NAT . op sum : Nat -> Nat . op down : Nat -> Nat . var N : Nat . \
                eq sum(0) = 0 . eq sum(s N) = s N + sum(N) . eq down(0) = 0 . \
                eq down(N) = if N == 0 then 0 else down(sd(N, 1)) fi . endfm\n\
                red sum(300000) .\nred down(300000) .\n";
    let printed = run_small(text.to_owned());
    assert!(printed.contains("result NzNat: 45000150000"));
    assert!(printed.trim_end().ends_with("result Zero: 0"));
}

/// The fast reader of states, on the same sizes: a stream of a million states, a state of a million components, a term
/// a million deep.
#[test]
fn the_reader_of_states_needs_no_stack() {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let work = || {
        let text = "mod BIG is pr NAT . sorts E S T . subsort E < S . op a : Nat -> E . op s : E -> E . op z : -> E . \
                    op __ : S S -> S [assoc comm] . op {_} : S -> T . rl {a(N:Nat) R:S} => {a(s N:Nat) R:S} . endm\n";
        let mut interpreter = Interpreter::new(Options::default());
        interpreter.run("big.maude", text, &mut NoFiles, &mut Vec::new()).expect("no i/o error");
        let id = interpreter.database().find(raddle_rewrite::names::Name::new("BIG")).expect("the module");
        let theory = interpreter.database().theory(id);
        let mut states = raddle_rewrite::conform::Reachability::new(theory);
        let soup = format!("{{{}}}", "a(1) a(2) z ".repeat(SIZE / 3));
        let parsed = states.parse(&soup).expect("a soup");
        assert_eq!(states.text(parsed).matches('z').count(), SIZE / 3);
        let deep = format!("{}z{}", "s(".repeat(SIZE), ")".repeat(SIZE));
        let parsed = states.parse(&deep).expect("a term");
        assert_eq!(states.text(parsed).len(), deep.len());
        assert_eq!(states.counts().charted, 0);
        states.forget();
        let stream = (0..SIZE).map(|number| format!("{{a({number}) z}}"));
        let verdict = states.check(stream, 1).expect("checked");
        assert_eq!(verdict, raddle_rewrite::conform::Verdict::Accepted { states: SIZE });
        assert!(states.bytes() < 100 << 20 && states.counts().forgotten > 1, "{:?}", states.counts());
    };
    thread.spawn(work).expect("a thread").join().expect("no panic");
}
