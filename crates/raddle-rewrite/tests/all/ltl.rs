//! LTL model checking: random graphs with random formulas, one Maude process for all. The verdicts must agree; where
//! ours is a counterexample, it is walked in the graph and the formula is evaluated on it.

use crate::differential::tempfile;
use crate::maude::{self, Answer};
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0017;
const THEORIES: usize = 130;
const FORMULAS: usize = 4;

/// A formula, so that it can be written and evaluated.
enum Formula {
    Proposition(usize),
    Unary(&'static str, Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
}

impl Formula {
    fn random(random: &mut Random, depth: usize) -> Formula {
        if depth == 0 || random.below(6) == 0 {
            return Formula::Proposition(random.below(3));
        }
        let inner = |random: &mut Random| Box::new(Formula::random(random, depth - 1));
        if random.below(2) == 0 {
            return Formula::Unary(["~", "O", "<>", "[]"][random.below(4)], inner(random));
        }
        let operator = ["/\\", "\\/", "U", "R", "->", "W"][random.below(6)];
        Formula::Binary(operator, inner(random), inner(random))
    }

    fn text(&self) -> String {
        match self {
            Formula::Proposition(number) => format!("p{number}"),
            Formula::Unary(operator, inner) => format!("({operator} {})", inner.text()),
            Formula::Binary(operator, left, right) => {
                format!("({} {operator} {})", left.text(), right.text())
            }
        }
    }

    /// Its value at every position of a lasso whose last position goes back to `back`.
    fn values(&self, lasso: &[usize], back: usize, truths: &[[bool; 3]]) -> Vec<bool> {
        let next = |at: usize| if at + 1 == lasso.len() { back } else { at + 1 };
        // A fixed point is reached after as many rounds as there are positions.
        let iterate = |start: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut values = vec![start; lasso.len()];
            for _ in 0..=lasso.len() {
                values = (0..lasso.len()).map(|at| step(at, values[next(at)])).collect();
            }
            values
        };
        match self {
            Formula::Proposition(number) => lasso.iter().map(|&state| truths[state][*number]).collect(),
            Formula::Unary(operator, inner) => {
                let inner = inner.values(lasso, back, truths);
                match *operator {
                    "~" => inner.iter().map(|value| !value).collect(),
                    "O" => (0..lasso.len()).map(|at| inner[next(at)]).collect(),
                    "<>" => iterate(false, &|at, later| inner[at] || later),
                    _ => iterate(true, &|at, later| inner[at] && later),
                }
            }
            Formula::Binary(operator, left, right) => {
                let (left, right) = (left.values(lasso, back, truths), right.values(lasso, back, truths));
                match *operator {
                    "/\\" => (0..lasso.len()).map(|at| left[at] && right[at]).collect(),
                    "\\/" => (0..lasso.len()).map(|at| left[at] || right[at]).collect(),
                    "->" => (0..lasso.len()).map(|at| !left[at] || right[at]).collect(),
                    "U" => iterate(false, &|at, later| right[at] || (left[at] && later)),
                    "W" => iterate(true, &|at, later| right[at] || (left[at] && later)),
                    _ => iterate(true, &|at, later| right[at] && (left[at] || later)),
                }
            }
        }
    }
}

struct Theory {
    text: String,
    edges: Vec<(usize, usize)>,
    truths: Vec<[bool; 3]>,
    formulas: Vec<Formula>,
}

fn theory(random: &mut Random, number: usize) -> Theory {
    let size = 2 + random.below(4);
    let truths: Vec<[bool; 3]> = (0..size).map(|_| [(); 3].map(|()| random.below(2) == 0)).collect();
    let mut edges = Vec::new();
    let mut text = format!("mod GRAPH-{number} is\n  inc MODEL-CHECKER .\n  ops p0 p1 p2 : -> Prop .\n  ops");
    for state in 0..size {
        let _ = write!(text, " s{state}");
    }
    text.push_str(" : -> State .\n");
    for (from, values) in truths.iter().enumerate() {
        for to in 0..size {
            if random.below(3) == 0 {
                edges.push((from, to));
                let label = if random.below(3) == 0 { String::new() } else { format!("[go{from}-{to}] : ") };
                let _ = writeln!(text, "  rl {label}s{from} => s{to} .");
            }
        }
        for (proposition, truth) in values.iter().enumerate() {
            let _ = writeln!(text, "  eq s{from} |= p{proposition} = {truth} .");
        }
    }
    text.push_str("endm\n");
    let formulas: Vec<Formula> = (0..FORMULAS).map(|_| Formula::random(random, 3)).collect();
    for formula in &formulas {
        let _ = writeln!(text, "red modelCheck(s0, {}) .", formula.text());
    }
    Theory { text, edges, truths, formulas }
}

/// The states of a list of transitions.
fn states(list: &str) -> Vec<usize> {
    list.split("{s").skip(1).filter_map(|part| part.split(',').next()?.parse().ok()).collect()
}

/// What is wrong with a counterexample.
fn fault(theory: &Theory, formula: &Formula, term: &str) -> Option<String> {
    let inner = term.strip_prefix("counterexample(")?.strip_suffix(')')?;
    // The lists are divided by the comma outside braces.
    let mut depth = 0;
    let divide = inner.char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    });
    let Some(divide) = divide else { return Some("no two lists".to_owned()) };
    let (prefix, cycle) = (states(&inner[..divide]), states(&inner[divide..]));
    let lasso: Vec<usize> = prefix.iter().chain(&cycle).copied().collect();
    if cycle.is_empty() || lasso[0] != 0 {
        return Some("no cycle, or another start".to_owned());
    }
    for (at, &from) in lasso.iter().enumerate() {
        let to = lasso.get(at + 1).copied().unwrap_or(cycle[0]);
        let stuck = from == to && !theory.edges.iter().any(|edge| edge.0 == from);
        if !stuck && !theory.edges.contains(&(from, to)) {
            return Some(format!("no step from s{from} to s{to}"));
        }
    }
    formula.values(&lasso, prefix.len(), &theory.truths)[0].then(|| "the formula holds on it".to_owned())
}

#[test]
fn model_checking_agrees_with_maude() {
    if !maude::is_installed("model_checking_agrees_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {THEORIES} graphs with {FORMULAS} formulas each");
    let mut random = Random(SEED);
    let theories: Vec<Theory> = (0..THEORIES).map(|number| theory(&mut random, number)).collect();
    let folder = tempfile();
    let file = folder.join("ltl.maude");
    let all: String = theories.iter().map(|theory| theory.text.as_str()).collect();
    std::fs::write(&file, format!("load model-checker\n{all}")).expect("the file is written");
    let theirs = maude::answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), THEORIES * FORMULAS, "Maude did not answer everything");
    let (mut problems, mut held) = (Vec::new(), 0);
    for (number, theory) in theories.iter().enumerate() {
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        let text = format!("load model-checker\n{}", theory.text);
        interpreter.run("ltl.maude", &text, &mut NoFiles, &mut out).expect("no i/o error");
        let ours = maude::answers(&String::from_utf8_lossy(&out));
        for (index, formula) in theory.formulas.iter().enumerate() {
            let other = &theirs[number * FORMULAS + index];
            let (Some(Answer::Result { term: mine, .. }), Answer::Result { term: other, .. }) =
                (ours.get(index), other)
            else {
                problems.push(format!("{}no result for formula {index}: {:?}", theory.text, ours.get(index)));
                continue;
            };
            held += usize::from(mine == "true");
            if (mine == "true") != (other == "true") {
                problems.push(format!("{}{}\nours: {mine}\nMaude: {other}", theory.text, formula.text()));
            } else if let Some(fault) = fault(theory, formula, mine) {
                problems.push(format!("{}{}\nours: {mine}: {fault}", theory.text, formula.text()));
            }
        }
    }
    assert!(held > 50, "some formulas hold: {held}");
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
