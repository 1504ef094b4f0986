//! Random functions on lists against Maude: they take elements off either end, put them to either end, and put lists
//! together, with and without an identity, with sorts of lists below each other, conditions, `owise`, and memberships.
//! Long lists make the machine collect its intermediate lists many times.

use crate::differential::{same, tempfile};
use crate::maude;
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0115;
const THEORIES: usize = 60;
const COMMANDS: usize = 5;

fn pick<'a>(random: &mut Random, choices: &[&'a str]) -> &'a str {
    choices[random.below(choices.len())]
}

fn list(random: &mut Random, most: usize, identity: bool) -> String {
    let length = random.below(most) + usize::from(!identity);
    if length == 0 {
        return "e".to_owned();
    }
    let elements: Vec<&str> =
        (0..length).map(|_| pick(random, &["a", "b", "c", "d", "v(a)", "v(v(c))"])).collect();
    elements.join(" ; ")
}

/// What becomes of a list's end `X`, what is left of it, `L`, and a second list, `R`, by a function of these.
fn result(random: &mut Random, name: &str) -> String {
    let shape = pick(
        random,
        &[
            "NAME(L, R ; X)",
            "NAME(L, X ; R)",
            "X ; NAME(L, R)",
            "NAME(L, R) ; X",
            "NAME(L, X ; R ; X)",
            "NAME(L, R) ; v(X) ; X",
            "if X == a then NAME(L, R) else NAME(L, R ; v(X)) fi",
            "if R == X then NAME(L, X ; R) else X ; NAME(L, R) fi",
            "if len(R) > 1073741824 + len(L) then R else NAME(L, v(X) ; R) fi",
        ],
    );
    shape.replace("NAME", name)
}

/// A function of two lists that takes the first apart.
fn function(random: &mut Random, name: &str, identity: bool) -> String {
    let end = |random: &mut Random| pick(random, &["X ; L", "L ; X"]);
    let side = end(random);
    let mut text = String::new();
    if identity {
        let _ = writeln!(text, "  eq {name}(e, R) = R .");
    } else {
        let _ = writeln!(text, "  eq {name}(X, R) = R ; X .");
    }
    match random.below(5) {
        0 => {
            let condition = pick(random, &["X =/= b", "X :: A", "L :: T", "len(R) < len(L)", "R =/= L"]);
            let (first, second) = (result(random, name), result(random, name));
            let _ = writeln!(text, "  ceq {name}({side}, R) = {first} if {condition} .");
            let _ = writeln!(text, "  eq {name}({side}, R) = {second} [owise] .");
        }
        1 => {
            let side_of_result = end(random).replace('X', "Y").replace('L', "M");
            let _ = writeln!(
                text,
                "  ceq {name}({side}, R) = M ; Y ; X if {side_of_result} := {name}(L, X ; R) ."
            );
            let _ = writeln!(text, "  eq {name}({side}, R) = R [owise] .");
        }
        2 => {
            let _ = writeln!(
                text,
                "  ceq {name}({side}, R) = M if p(M, K) := pair(L, R ; X) /\\ len(M) <= len(R ; K) .\n  \
                 eq {name}({side}, R) = {} [owise] .",
                result(random, name)
            );
        }
        3 => {
            let other = if side == "X ; L" { "L ; X" } else { "X ; L" };
            let _ = writeln!(text, "  eq {name}(a ; L, R) = {name}(L, R ; b) .");
            if !identity {
                let _ = writeln!(text, "  eq {name}(a ; X ; L, R) = {name}(X ; L, R ; b) .");
            }
            let _ = writeln!(text, "  eq {name}({other}, R) = {} [owise] .", result(random, name));
        }
        _ => {
            let _ = writeln!(text, "  eq {name}({side}, R) = {} .", result(random, name));
        }
    }
    text
}

fn theory(random: &mut Random, number: usize) -> String {
    let identity = random.below(3) > 0;
    let members = random.below(3) == 0;
    let axioms = if identity { "assoc id: e" } else { "assoc" };
    let mut text = format!(
        "fmod LISTS-{number} is\n  pr NAT . sorts A E T P S . subsorts A < E < S . subsorts A < T < S . subsort P < S .\n  \
         ops a b : -> A . ops c d : -> E . op v : E -> E . op v : A -> A . op _;_ : S S -> S [{axioms}] .\n"
    );
    if identity {
        text.push_str("  op e : -> T .\n");
    }
    if random.below(2) == 0 {
        text.push_str("  op _;_ : T T -> T [ditto] .\n");
    }
    text.push_str(
        "  sort Pair . op p : S S -> Pair . op pair : S S -> Pair . op len : S -> Nat . ops f g h : S S -> S .\n  \
         op dedup : S -> S . op has : E S -> Bool . op kind : S -> E .\n  \
         vars X Y : E . vars L M R K : S .\n  eq pair(L, R) = p(R, L) .\n",
    );
    if identity {
        text.push_str("  eq len(e) = 0 . eq len(X ; L) = s len(L) .\n");
        text.push_str(
            "  eq dedup(L ; X ; M ; X ; K) = dedup(L ; X ; M ; K) . eq has(X, L ; X ; M) = true .\n",
        );
    } else {
        text.push_str("  eq len(X) = 1 . eq len(X ; L) = s len(L) .\n");
        text.push_str("  eq dedup(L ; X ; M ; X) = dedup(L ; X ; M) . eq has(X, L ; X ; M) = true .\n");
    }
    text.push_str("  eq dedup(L) = L [owise] . eq has(X, L) = false [owise] .\n");
    if members {
        text.push_str("  mb a ; b : P . cmb X ; Y ; L : P if X == Y .\n  ceq kind(L) = a if L : P .\n");
        text.push_str("  eq kind(L) = b [owise] .\n");
    } else {
        text.push_str("  eq kind(L) = if L :: T then a else b fi .\n");
    }
    for name in ["f", "g", "h"] {
        text.push_str(&function(random, name, identity));
    }
    text.push_str("endfm\n");
    for index in 0..COMMANDS {
        let most = if index == 0 { 40 } else { 7 };
        let (first, second) = (list(random, most, identity), list(random, 5, identity));
        let command = match random.below(5) {
            0 => format!("g(f({first}, {second}), {second})"),
            1 => format!("h(dedup({first}), {second})"),
            2 => format!("has(c, f({first}, {second}))"),
            3 => format!("kind(g({first}, {second}))"),
            _ => format!("{}({first}, {second})", pick(random, &["f", "g", "h"])),
        };
        let _ = writeln!(text, "red {command} .");
    }
    text
}

#[test]
fn random_functions_on_lists_agree_with_maude() {
    if !maude::is_installed("random_functions_on_lists_agree_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} theories with {COMMANDS} commands each");
    let mut random = Random(SEED);
    let theories: Vec<String> = (0..THEORIES).map(|number| theory(&mut random, number)).collect();
    let folder = tempfile();
    let file = folder.join("lists.maude");
    std::fs::write(&file, theories.concat()).expect("the file is written");
    let theirs = maude::answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * COMMANDS, "Maude did not answer everything");
    let mut problems = Vec::new();
    for (text, theirs) in theories.iter().zip(theirs.chunks(COMMANDS)) {
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        interpreter.run("lists.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
        let ours = maude::answers(&String::from_utf8_lossy(&out));
        for (index, other) in theirs.iter().enumerate() {
            if !ours.get(index).is_some_and(|mine| same(&mut interpreter, mine, other)) {
                let mine = ours.get(index);
                problems
                    .push(format!("{text}command {}:\n  ours:  {mine:?}\n  Maude: {other:?}\n", index + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
