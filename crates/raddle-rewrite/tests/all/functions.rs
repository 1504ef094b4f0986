//! Random functions by recursion on constructors, over free terms, lists, bags and numbers, with conditions,
//! `owise`, repeated variables and subsorts. Each theory runs three times: as it is, with `memo` on every function
//! (so that all of it goes through the arena, the machine's slow twin), and in Maude.

use crate::differential::{same, tempfile};
use crate::maude::{self, Answer};
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_00F7;
const THEORIES: usize = 120;
const COMMANDS: usize = 8;

/// A term of sort `T` over the variables; `calls` are the functions that it may use.
fn tree(random: &mut Random, variables: &[&str], calls: &[&str], depth: usize) -> String {
    let leaf = depth == 0 || random.below(4) == 0;
    if leaf {
        let choices: Vec<&str> = ["a", "b", "leaf"].iter().chain(variables).copied().collect();
        return choices[random.below(choices.len())].to_owned();
    }
    let inner = |random: &mut Random| tree(random, variables, calls, depth - 1);
    match random.below(7) {
        0 | 1 => format!("s({})", inner(random)),
        2 | 3 => format!("t({}, {})", inner(random), inner(random)),
        4 if !calls.is_empty() => {
            format!("{}({}, {})", calls[random.below(calls.len())], inner(random), inner(random))
        }
        5 => format!(
            "if {} == {} then {} else {} fi",
            inner(random),
            inner(random),
            inner(random),
            inner(random)
        ),
        _ => format!("s(s({}))", inner(random)),
    }
}

/// The equations of a function that may call earlier ones, and itself on smaller arguments.
fn function(random: &mut Random, name: &str, earlier: &[&str]) -> String {
    let mut text = String::new();
    let mut add = |line: String| {
        let _ = writeln!(text, "  {line}");
    };
    let small = |random: &mut Random, variables: &[&str]| tree(random, variables, &[], 1);
    let base = tree(random, &["Y"], earlier, 2);
    match random.below(3) {
        0 => add(format!("eq {name}(a, Y) = {base} .")),
        1 => add(format!("ceq {name}(a, Y) = {base} if Y =/= b .")),
        _ => add(format!("eq {name}(a, s(Y)) = {base} .")),
    }
    if random.below(2) == 0 {
        add(format!("eq {name}(X, X) = {} .", small(random, &["X"])));
    }
    let argument = small(random, &["X", "Y"]);
    let call = format!("{name}(X, {argument})");
    let step = match random.below(4) {
        0 => format!("s({call})"),
        1 => format!("t({call}, {})", small(random, &["X", "Y"])),
        2 => format!("if {} == Y then {call} else {} fi", small(random, &["X"]), small(random, &["X", "Y"])),
        _ => call,
    };
    match random.below(3) {
        0 => add(format!("eq {name}(s(X), Y) = {step} .")),
        1 => add(format!("ceq {name}(s(X), Y) = {step} if Z := {} /\\ Z =/= a .", small(random, &["Y"]))),
        _ => add(format!("eq {name}(s(X), L:Leaf) = {} .", step.replace('Y', "L:Leaf"))),
    }
    let both = format!("t({name}(X, Y), {name}(Z, {}))", small(random, &["Y"]));
    add(format!("eq {name}(t(X, Z), Y) = {both} ."));
    if random.below(2) == 0 {
        add(format!("eq {name}(X, Y) = {} [owise] .", small(random, &["X", "Y"])));
    }
    text
}

fn theory(random: &mut Random, number: usize, memo: &str) -> String {
    let names = ["f", "g", "h"];
    let mut text = format!(
        "fmod FUNCTIONS-{number} is\n  pr NAT .\n  sorts Leaf T List Bag . subsort Leaf < T . subsort T < List . \
         subsort T < Bag .\n  ops a b leaf : -> Leaf [ctor] . op s : T -> T [ctor] . op t : T T -> T [ctor] .\n  \
         op nil : -> List [ctor] . op _._ : List List -> List [ctor assoc id: nil] .\n  \
         op none : -> Bag [ctor] . op _&_ : Bag Bag -> Bag [ctor assoc comm id: none] .\n  \
         ops f g h : T T -> T {memo} .\n  ops size : T -> Nat {memo} . op flat : T -> List {memo} . \
         op bag : T -> Bag {memo} .\n  op back : List List -> List {memo} . op count : Bag Nat -> Nat {memo} .\n  \
         op move : Bag Bag -> Bag {memo} . op box : Bag -> T [ctor] . op same : Bag Bag -> Bool {memo} . \
         op open : T -> Bag {memo} .\n  \
         vars X Y Z : T . vars K M : List . vars B C : Bag . var N : Nat .\n"
    );
    for (index, name) in names.iter().enumerate() {
        text.push_str(&function(random, name, &names[index.saturating_sub(1)..index]));
    }
    text.push_str(
        "  eq size(s(X)) = s size(X) . eq size(t(X, Y)) = size(X) + size(Y) * 2 . eq size(X) = 1 [owise] .\n  \
         eq flat(t(X, Y)) = flat(X) . flat(Y) . eq flat(s(X)) = X . flat(X) . eq flat(X) = X [owise] .\n  \
         eq bag(t(X, Y)) = bag(X) & bag(Y) . eq bag(s(X)) = X & bag(X) . eq bag(X) = X [owise] .\n  \
         eq back(nil, M) = M . eq back(X . K, M) = back(K, X . M) .\n  \
         eq count(none, N) = N . eq count(X & B, N) = count(B, N + size(X)) .\n  \
         eq move(none, C) = C . eq move(X & B, C) = if X == leaf then move(B, C) else move(B, C & box(X & C) & X) fi .\n  \
         eq same(B, B) = true . eq same(B, C) = false [owise] . eq open(box(B)) = B & B . eq open(X) = X [owise] .\nendfm\n",
    );
    for index in 0..COMMANDS {
        let subject = format!(
            "{}({}, {})",
            names[random.below(3)],
            tree(random, &[], &[], 3),
            tree(random, &[], &[], 2)
        );
        let command = match index {
            0 | 1 => subject,
            2 => format!("size({subject})"),
            3 => format!("back(flat({subject}), nil)"),
            4 => format!("count(bag({subject}), 0)"),
            5 => format!("move(bag({subject}), open(box(bag(s(b)))))"),
            6 => format!("same(move(bag({subject}), none), move(none & bag({subject}), none & none))"),
            _ => format!("{subject} == {}", tree(random, &[], &["f"], 2)),
        };
        let _ = writeln!(text, "red {command} .");
    }
    text
}

fn ours(text: &str) -> (Interpreter, Vec<Answer>) {
    let mut interpreter = Interpreter::new(Options::default());
    let mut out = Vec::new();
    interpreter.run("functions.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
    (interpreter, maude::answers(&String::from_utf8_lossy(&out)))
}

fn theories(memo: &str) -> Vec<String> {
    let mut random = Random(SEED);
    (0..THEORIES).map(|number| theory(&mut random, number, memo)).collect()
}

#[test]
fn functions_agree_with_their_slow_twins() {
    println!("seed {SEED:#x}, {THEORIES} theories with {COMMANDS} commands each");
    for (fast, slow) in theories("").iter().zip(&theories("[memo]")) {
        let ((_, fast_answers), (_, slow_answers)) = (ours(fast), ours(slow));
        assert_eq!(fast_answers.len(), COMMANDS, "{fast}");
        assert_eq!(fast_answers, slow_answers, "{fast}");
    }
}

#[test]
fn functions_agree_with_maude() {
    if !maude::is_installed("functions_agree_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} theories with {COMMANDS} commands each");
    let theories = theories("");
    let folder = tempfile();
    let file = folder.join("functions.maude");
    std::fs::write(&file, theories.concat()).expect("the file is written");
    let theirs = maude::answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * COMMANDS, "Maude did not answer everything");
    for (text, theirs) in theories.iter().zip(theirs.chunks(COMMANDS)) {
        let (mut interpreter, mine) = ours(text);
        assert_eq!(mine.len(), COMMANDS, "{text}");
        for (mine, other) in mine.iter().zip(theirs) {
            assert!(same(&mut interpreter, mine, other), "{text}\n  ours:  {mine:?}\n  Maude: {other:?}");
        }
    }
}
