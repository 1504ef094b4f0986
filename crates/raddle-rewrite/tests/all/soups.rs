//! Random theories of soups against Maude: rules on parts of a soup, on a soup and what is around it, inside its
//! elements, and such as look at the rest. All states are counted, and final states compared. The seed is printed, and
//! one Maude process answers everything.

use crate::differential::{same, tempfile};
use crate::maude;
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0011;
const THEORIES: usize = 160;
const COMMANDS: usize = 4;

fn pick<'a>(random: &mut Random, choices: &[&'a str]) -> &'a str {
    choices[random.below(choices.len())]
}

/// A pattern of an element; numbers are variables or constants.
fn pattern(random: &mut Random) -> String {
    let mut number = || pick(random, &["X", "X", "X", "Y", "Y", "Y", "0", "1"]).to_owned();
    let (first, second) = (number(), number());
    match random.below(7) {
        0..=3 => format!("p({first}, {second})"),
        4 => format!("q({first})"),
        5 => "k".to_owned(),
        _ => format!("n(q({first}) A)"),
    }
}

/// An element of a right-hand side with the variables that the left-hand side has.
fn result(random: &mut Random, left: &str) -> String {
    let mut numbers = vec!["0", "1", "2"];
    if left.contains('X') {
        numbers.extend(["X", "(s X rem 3)", "twice(X)"]);
    }
    if left.contains('Y') {
        numbers.extend(["Y", "(s Y rem 3)", "twice(Y)"]);
    }
    let (first, second) = (pick(random, &numbers), pick(random, &numbers));
    match random.below(7) {
        0..=3 => format!("p({first}, {second})"),
        4 => format!("q({first})"),
        5 if left.contains('A') => format!("n(A q({first}))"),
        5 => "k".to_owned(),
        // An operator that equations take away: it leaves a soup, or nothing where there is an identity.
        _ => format!("make({first})"),
    }
}

fn condition(random: &mut Random, left: &str) -> &'static str {
    match (left.contains('X'), left.contains('Y'), random.below(6)) {
        (true, true, 0) => " if X < Y",
        (true, true, 1) => " if X =/= Y /\\ Y > 0",
        (true, _, 2) => " if Z := s X rem 3 /\\ Z > 0",
        (_, true, 3) => " if odd(Y)",
        _ => "",
    }
}

/// A rule that makes no soup larger, but for what `make` makes.
fn rule(random: &mut Random, identity: bool) -> String {
    let elements: Vec<String> = (0..1 + random.below(2) + random.below(2)).map(|_| pattern(random)).collect();
    let left = elements.join(" ");
    let count = if random.below(5) == 0 { 1 } else { elements.len() };
    let results: Vec<String> = (0..count).map(|_| result(random, &left)).collect();
    let (right, condition) = (results.join(" "), condition(random, &left));
    let verb = if condition.is_empty() { "rl" } else { "crl" };
    match random.below(8) {
        0 | 1 => format!("{verb} {left} => {right}{condition} ."),
        2..=4 => format!("{verb} {{{left} R}} => {{{right} R}}{condition} ."),
        5 => {
            // What is around the soup changes, and the soup may lose something.
            let right = if identity { "R".to_owned() } else { format!("{right} R") };
            format!("{verb} sys(X, {left} R, 1) => sys(s X rem 3, {right}, 1){condition} .")
        }
        6 => {
            let end = if condition.is_empty() { " if" } else { " /\\" };
            format!("crl {{{left} R}} => {{{right} R}}{condition}{end} size(R) > 1 .")
        }
        _ => format!("{verb} sys(1, {left} R, Y) => sys(0, {right} R, Y){condition} ."),
    }
}

fn start(random: &mut Random) -> String {
    let elements: Vec<String> = (0..4 + random.below(3))
        .map(|_| {
            let (first, second) = (random.below(3), random.below(3));
            match random.below(6) {
                0..=2 => format!("p({first}, {second})"),
                3 => format!("q({first})"),
                4 => "k".to_owned(),
                _ => format!("n(q({first}) q({second}))"),
            }
        })
        .collect();
    let soup = elements.join(" ");
    match random.below(3) {
        0 => format!("sys(1, {soup}, 1)"),
        _ => format!("{{{soup}}}"),
    }
}

fn theory(random: &mut Random, number: usize) -> String {
    let identity = random.below(2) == 0;
    let axioms = if identity { "assoc comm id: none" } else { "assoc comm" };
    let nothing = if identity { "none" } else { "k" };
    let frozen = pick(random, &["", "", " [frozen (1)]"]);
    let mut text = format!(
        "mod SOUP-{number} is\n  pr NAT . sorts C S T . subsort C < S . op none : -> S . op p : Nat Nat -> C . \
         op q : Nat -> C .\n  ops k never : -> C . op n : S -> C{frozen} . op __ : S S -> S [{axioms}] . \
         op {{_}} : S -> T . op sys : Nat S Nat -> T .\n  op make : Nat -> S . op twice : Nat -> Nat . \
         op odd : Nat -> Bool . op size : S -> Nat .\n  vars X Y Z : Nat . vars A R : S . var C : C .\n  \
         eq make(0) = {nothing} . eq make(1) = q(0) . eq make(2) = q(2) . eq twice(X) = (X + X) rem 3 . \
         eq odd(0) = false . eq odd(s X) = not odd(X) .\n  eq size(C) = 1 . eq size(C C:C) = 2 . \
         eq size(C C:C A) = 3 [owise] .\n"
    );
    for _ in 0..6 + random.below(4) {
        let _ = writeln!(text, "  {}", rule(random, identity));
    }
    text.push_str("endm\n");
    for command in 0..COMMANDS {
        let from = start(random);
        let _ = match command {
            0 | 1 => writeln!(text, "search {from} =>* {{never}} ."),
            2 => writeln!(text, "search {from} =>! T:T ."),
            _ => writeln!(text, "search [5, 2] {from} =>+ {{never}} ."),
        };
    }
    text
}

#[test]
fn random_soups_agree_with_maude() {
    if !maude::is_installed("random_soups_agree_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} theories with {COMMANDS} commands each");
    let mut random = Random(SEED);
    let theories: Vec<String> = (0..THEORIES).map(|number| theory(&mut random, number)).collect();
    let folder = tempfile();
    let file = folder.join("soups.maude");
    std::fs::write(&file, theories.concat()).expect("the file is written");
    let theirs = maude::answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * COMMANDS, "Maude did not answer everything");
    let states: u64 = theirs
        .iter()
        .map(|answer| match answer {
            maude::Answer::Search { states, .. } => states.unwrap_or(0),
            _ => 0,
        })
        .sum();
    assert!(states > 8_000, "only {states} states: the theories do too little");
    let mut problems = Vec::new();
    for (number, text) in theories.iter().enumerate() {
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        interpreter.run("soups.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
        let ours = maude::answers(&String::from_utf8_lossy(&out));
        for (index, other) in theirs[number * COMMANDS..(number + 1) * COMMANDS].iter().enumerate() {
            if !ours.get(index).is_some_and(|mine| same(&mut interpreter, mine, other)) {
                problems.push(format!(
                    "{text}command {}:\n  ours:  {:?}\n  Maude: {other:?}\n",
                    index + 1,
                    ours.get(index)
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
