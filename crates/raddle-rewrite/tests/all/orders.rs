//! The order of solutions: random patterns of lists and sets against random terms, as `match`, `xmatch` and searches
//! list their solutions and as equations and rules take the first one. Everything Maude prints is compared, in order,
//! but for times. The seed is printed, and one Maude process answers everything.

use crate::differential::tempfile;
use crate::maude;
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0023;
const THEORIES: usize = 200;

const AXIOMS: [&str; 6] =
    ["assoc", "assoc comm", "assoc comm id: nil", "assoc id: nil", "assoc", "assoc comm id: nil"];

/// What the elements of a list may be declared as, beside the operator of all lists.
const MORE: [&str; 3] = ["", "op _;_ : T T -> T [ditto] .", "op _;_ : T S -> S [ditto] ."];

fn ground(random: &mut Random) -> &'static str {
    ["a", "b", "c", "d", "g(a)", "g(b)", "t", "u"][random.below(8)]
}

fn term(random: &mut Random, longest: usize) -> String {
    let length = 1 + random.below(longest);
    let elements: Vec<&str> = (0..length).map(|_| ground(random)).collect();
    elements.join(" ; ")
}

/// Its text and its variables.
fn pattern(random: &mut Random) -> (String, Vec<&'static str>) {
    let mut variables = Vec::new();
    let mut elements = Vec::new();
    for _ in 0..2 + random.below(3) {
        let variable = ["X", "Y", "L", "M", "N", "P", "L", "M"][random.below(8)];
        match random.below(8) {
            0 => {
                elements.push(format!("g({})", ["X", "Y"][random.below(2)]));
                variables.push(if elements.last().is_some_and(|text| text == "g(X)") { "X" } else { "Y" });
            }
            1 => elements.push(ground(random).to_owned()),
            _ => {
                elements.push(variable.to_owned());
                variables.push(variable);
            }
        }
    }
    if variables.is_empty() {
        elements.push("L".to_owned());
        variables.push("L");
    }
    variables.sort_unstable();
    variables.dedup();
    (elements.join(" ; "), variables)
}

fn theory(random: &mut Random, number: usize) -> String {
    let axioms = AXIOMS[random.below(AXIOMS.len())];
    let more = MORE[random.below(MORE.len())];
    let mut text = format!(
        "mod ORDER-{number} is\n  sorts E T S Out . subsorts E < T < S . ops a b c d : -> E . ops t u : -> T .\n  \
         op nil : -> S . op g : E -> E . op _;_ : S S -> S [{axioms}] . {more}\n  \
         ops f h : S -> Out . op p : S S S S S S -> Out .\n  \
         vars X Y : E . vars L M N : S . var P : T .\n"
    );
    for (keyword, arrow, operator) in [("eq", "=", "f"), ("rl", "=>", "h")] {
        let (left, variables) = pattern(random);
        let mut values: Vec<&str> = variables.clone();
        values.resize(6, "a");
        let condition = if random.below(3) == 0 {
            format!(" if {} =/= {}", variables[random.below(variables.len())], ground(random))
        } else {
            String::new()
        };
        let conditional = if condition.is_empty() { "" } else { "c" };
        let _ = writeln!(
            text,
            "  {conditional}{keyword} {operator}({left}) {arrow} p({}){condition} .",
            values.join(", ")
        );
    }
    text.push_str("endm\n");
    for verb in ["match", "xmatch"] {
        let (left, _) = pattern(random);
        let _ = writeln!(text, "{verb} {left} <=? {} .", term(random, 5));
    }
    for _ in 0..3 {
        let _ = writeln!(text, "red f({}) .", term(random, 5));
    }
    let _ = writeln!(text, "rew h({}) .", term(random, 5));
    let _ = writeln!(text, "search h({}) =>1 O:Out .", term(random, 4));
    text
}

const COMMANDS: usize = 7;

/// What is printed for each command, without times and numbers of rewrites.
fn answers(printed: &str) -> Vec<String> {
    let blocks = printed.split("==========================================\n").skip(1);
    blocks
        .map(|block| {
            let kept = block.lines().filter(|line| {
                !line.starts_with("rewrites:")
                    && !line.starts_with("states:")
                    && !line.starts_with("Decision time")
                    && *line != "Bye."
                    && !line.starts_with("reduce in")
                    && !line.starts_with("rewrite in")
                    && !line.starts_with("search in")
                    && !line.starts_with("match in")
                    && !line.starts_with("xmatch in")
            });
            kept.collect::<Vec<_>>().join("\n")
        })
        .collect()
}

#[test]
fn solutions_come_in_the_order_of_maude() {
    if !maude::is_installed("solutions_come_in_the_order_of_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} theories with {COMMANDS} commands each");
    let mut random = Random(SEED);
    let theories: Vec<String> = (0..THEORIES).map(|number| theory(&mut random, number)).collect();
    let folder = tempfile();
    let file = folder.join("orders.maude");
    std::fs::write(&file, theories.concat()).expect("the file is written");
    let theirs = answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * COMMANDS, "Maude did not answer everything");
    let mut problems = Vec::new();
    for (number, text) in theories.iter().enumerate() {
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        interpreter.run("orders.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
        let ours = answers(&String::from_utf8_lossy(&out));
        let commands = text.lines().rev().take(COMMANDS).collect::<Vec<_>>();
        for index in 0..COMMANDS {
            let (mine, other) = (ours.get(index), theirs.get(number * COMMANDS + index));
            if mine != other {
                problems.push(format!(
                    "{text}{}\nours:\n{}\nMaude:\n{}\n",
                    commands[COMMANDS - 1 - index],
                    mine.map_or("", String::as_str),
                    other.map_or("", String::as_str)
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
