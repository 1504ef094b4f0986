//! Random small theories against Maude: matches, searches and reductions over operators with random axioms. The
//! seed is printed, and one Maude process answers everything.

use crate::differential::{same, tempfile};
use crate::maude;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0007;
const THEORIES: usize = 110;

/// SplitMix64: small, fast, and the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const AXIOMS: [&str; 5] = ["assoc", "assoc comm", "assoc comm id: e", "assoc id: e", "comm"];

/// An element without variables.
fn ground(random: &mut Random) -> String {
    match random.below(5) {
        0 => format!("f({})", random.pick(&["a", "b"])),
        1 => "f(f(a))".to_owned(),
        _ => random.pick(&["a", "b", "c"]).to_owned(),
    }
}

fn joined(elements: &[String], binary: bool) -> String {
    if binary { format!("({}) ; ({})", elements[0], elements[1]) } else { elements.join(" ; ") }
}

fn term(random: &mut Random, length: usize, binary: bool) -> String {
    let elements: Vec<String> = (0..length).map(|_| ground(random)).collect();
    if binary {
        // Without associativity terms are nested pairs.
        return elements[1..].iter().fold(elements[0].clone(), |left, right| format!("({left}) ; ({right})"));
    }
    joined(&elements, false)
}

/// A pattern with at least one variable.
fn pattern(random: &mut Random, length: usize, binary: bool) -> String {
    let mut elements: Vec<String> = (0..length)
        .map(|_| match random.below(6) {
            0 => "X:E".to_owned(),
            1 => "Y:E".to_owned(),
            2 => "f(X:E)".to_owned(),
            3 => "R:S".to_owned(),
            _ => ground(random),
        })
        .collect();
    if !elements.iter().any(|element| element.contains(':')) {
        elements[0] = "X:E".to_owned();
    }
    joined(&elements, binary)
}

/// A rule that makes nothing longer or deeper, so that searches end.
fn rule(random: &mut Random, binary: bool) -> String {
    let mut left: Vec<String> = (0..2)
        .map(|_| match random.below(4) {
            0 => "X:E".to_owned(),
            1 => "f(Y:E)".to_owned(),
            _ => random.pick(&["a", "b", "c"]).to_owned(),
        })
        .collect();
    if !left.iter().any(|element| element.contains(':')) {
        left[0] = "f(Y:E)".to_owned();
    }
    let mut parts: Vec<&str> = vec!["a", "b", "c"];
    if left.iter().any(|element| element == "X:E") {
        parts.push("X:E");
    }
    if left.iter().any(|element| element == "f(Y:E)") {
        parts.extend(["Y:E", "f(Y:E)"]);
    }
    let count = if binary { 2 } else { 1 + random.below(2) };
    let right: Vec<String> = (0..count).map(|_| random.pick(&parts).to_owned()).collect();
    let right = if count == 1 { right[0].clone() } else { joined(&right, binary) };
    format!("rl {} => {right} .", joined(&left, binary))
}

/// A theory with its commands.
fn theory(random: &mut Random, number: usize) -> String {
    let axioms = AXIOMS[random.below(AXIOMS.len())];
    let binary = !axioms.contains("assoc");
    let mut text = format!(
        "mod RANDOM-{number} is\n  sorts E S . subsort E < S . ops a b c : -> E . op e : -> S . op f : E -> E .\n  \
         op _;_ : S S -> S [{axioms}] . op len : S -> S . op g : S S -> S .\n"
    );
    for _ in 0..1 + random.below(3) {
        let _ = writeln!(text, "  {}", rule(random, binary));
    }
    // Equations on other operators: constructor patterns that do not overlap.
    text.push_str("  eq g(a, R:S) = R:S . eq g(f(X:E), R:S) = g(X:E, R:S) . eq g(b, f(X:E)) = X:E .\nendm\n");
    for _ in 0..2 {
        let length = 2 + random.below(3);
        let (pattern, subject) = (pattern(random, 2, binary), term(random, length, binary));
        let verb = if random.below(2) == 0 { "match" } else { "xmatch" };
        let _ = writeln!(text, "{verb} {pattern} <=? {subject} .");
    }
    for _ in 0..2 {
        let length = 2 + random.below(3);
        let arrow = random.pick(&["=>*", "=>!", "=>+", "=>1"]).to_owned();
        let _ = writeln!(text, "search {} {arrow} R:S .", term(random, length, binary));
    }
    let (first, second) = (ground(random), term(random, 2, binary));
    let _ = writeln!(text, "red g({first}, {second}) .");
    text
}

#[test]
fn random_theories_agree_with_maude() {
    if !maude::is_installed("random_theories_agree_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} theories with 5 commands each");
    let mut random = Random(SEED);
    let theories: Vec<String> = (0..THEORIES).map(|number| theory(&mut random, number)).collect();
    let folder = tempfile();
    let file = folder.join("random.maude");
    std::fs::write(&file, theories.concat()).expect("the file is written");
    let theirs = maude::answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * 5, "Maude did not answer everything");
    let mut problems = Vec::new();
    for (number, text) in theories.iter().enumerate() {
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        interpreter.run("random.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
        let ours = maude::answers(&String::from_utf8_lossy(&out));
        let theirs = &theirs[number * 5..number * 5 + 5];
        for (index, other) in theirs.iter().enumerate() {
            let agrees = ours.get(index).is_some_and(|mine| same(&mut interpreter, mine, other));
            if !agrees {
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
