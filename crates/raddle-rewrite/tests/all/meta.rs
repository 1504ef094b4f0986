//! The meta-level: everything that is printed for the files of `tests/maude/meta-level`, and random calls.

use crate::differential::tempfile;
use crate::random::Random;
use crate::{maude, output};
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

#[test]
fn the_meta_level_prints_what_maude_prints() {
    if maude::is_installed("the_meta_level_prints_what_maude_prints") {
        output::compare("meta-level");
    }
}

/// How many calls are compared; each theory gets a few dozen.
const THEORIES: usize = 24;
const CALLS: usize = 22;
const SEED: u64 = 0x5EED_0022;

const AXIOMS: [&str; 6] = ["", "assoc", "assoc comm", "comm", "assoc comm id: e", "assoc id: e"];

/// A random theory: one operator with random axioms, equations that end, and rules that go down an order.
fn theory(random: &mut Random, number: usize) -> (String, &'static str) {
    let axioms = AXIOMS[random.below(AXIOMS.len())];
    let mut text = format!(
        "mod T{number} is\n  sorts A B . subsort A < B .\n  ops a b c d : -> A . op e : -> B .\n  \
         op f : B B -> B{} .\n  op g : B -> B . op h : B B -> B . op _&_ : B B -> B .\n  vars X Y Z : B . vars P Q : A .\n",
        if axioms.is_empty() { String::new() } else { format!(" [{axioms}]") }
    );
    let equations = [
        "eq g(g(X)) = X .",
        "eq g(c) = d .",
        "eq h(X, X) = g(X) .",
        "ceq h(P, X) = X if g(P) = d .",
        "eq d & X = X .",
    ];
    let rules = [
        "a => b",
        "a => c",
        "b => c",
        "f(P, Q) => f(g(P), b)",
        "g(P) => P",
        "h(X, Y) => f(X, Y)",
        "f(a, X) => h(X, X)",
        "X & Y => Y",
        "f(X, g(Y)) => Y",
    ];
    let conditional =
        ["a => P if P := b", "g(X) => c if X : A", "h(X, P) => X if X = P", "h(P, Q) => Y if P => Y"];
    for equation in equations {
        if random.below(2) == 0 {
            let _ = writeln!(text, "  {equation}");
        }
    }
    for index in 0..2 + random.below(4) {
        let label = index % 3;
        if random.below(4) == 0 {
            let rule = conditional[random.below(conditional.len())];
            let _ = writeln!(text, "  crl [r{label}] : {rule} .");
        } else {
            let rule = rules[random.below(rules.len())];
            let _ = writeln!(text, "  rl [r{label}] : {rule} .");
        }
    }
    if random.below(2) == 0 {
        text.push_str("  rl [new] : g(X) => h(X, Z) [nonexec] .\n");
    }
    text.push_str("endm\n");
    (text, axioms)
}

/// A represented term; with variables if asked for.
fn term(random: &mut Random, depth: usize, variables: bool) -> String {
    if depth == 0 || random.below(4) == 0 {
        if variables && random.below(2) == 0 {
            return ["'X:B", "'Y:B", "'P:A"][random.below(3)].to_owned();
        }
        return ["'a.A", "'b.A", "'c.A", "'d.A", "'e.B"][random.below(5)].to_owned();
    }
    let head = ["'f", "'f", "'f", "'g", "'h", "'_&_"][random.below(6)];
    let mut arguments = vec![term(random, depth - 1, variables)];
    if head != "'g" {
        arguments.push(term(random, depth - 1, variables));
    }
    format!("{head}[{}]", arguments.join(","))
}

fn call(random: &mut Random, module: &str) -> String {
    let depth = 1 + random.below(3);
    let subject = term(random, depth, false);
    let shallow = 1 + random.below(2);
    let pattern = term(random, shallow, true);
    let number = random.below(4);
    let label = ["'r0", "'r1", "'r2", "'new"][random.below(4)];
    let given = ["none", "none", "'Z:B <- 'b.A", "'X:B <- 'a.A"][random.below(4)];
    let condition = ["nil", "nil", "'X:B = 'a.A", "'X:B : 'A", "'P:A := 'b.A"][random.below(5)];
    let least = random.below(2);
    let most = ["0", "1", "2", "unbounded"][random.below(4)];
    let arrow = ["'*", "'+", "'!"][random.below(3)];
    let module =
        if random.below(4) == 0 { format!("upModule('{module}, false)") } else { format!("['{module}]") };
    match random.below(16) {
        0 => format!("metaReduce({module}, {subject})"),
        1 => format!("metaNormalize({module}, {})", term(random, depth, true)),
        2 => format!("metaRewrite({module}, {subject}, {})", number + 1),
        3 | 4 => format!("metaApply({module}, {subject}, {label}, {given}, {number})"),
        5..=7 => format!("metaXapply({module}, {subject}, {label}, {given}, {least}, {most}, {number})"),
        8 => format!("metaMatch({module}, {pattern}, {subject}, {condition}, {number})"),
        9 | 10 => {
            format!("metaXmatch({module}, {pattern}, {subject}, {condition}, {least}, {most}, {number})")
        }
        // Solutions deep inside lists may come in another order, which `docs/maude.md` says.
        11 => format!("metaSearch({module}, {}, 'Q:B, nil, {arrow}, 3, {number})", term(random, 1, false)),
        12 => format!("metaSearchPath({module}, {subject}, {pattern}, nil, {arrow}, 3, 0)"),
        13 => format!("leastSort({module}, {})", term(random, depth, true)),
        14 => format!("metaPrettyPrint({module}, {})", term(random, depth, true)),
        _ => ["getEqs", "getRls", "getOps"][number % 3].to_owned() + &format!("({module})"),
    }
}

/// Random calls over random theories, all of them in one Maude process; how many, and those that differ.
pub fn random_calls(theories: usize, seed: u64) -> (usize, Vec<String>) {
    let mut random = Random(seed);
    let mut text = "set show timing off .\n".to_owned();
    let mut asked = 0;
    for number in 0..theories {
        let (module, _) = theory(&mut random, number);
        text.push_str(&module);
        for _ in 0..CALLS {
            let _ = writeln!(text, "red in META-LEVEL : {} .", call(&mut random, &format!("T{number}")));
            asked += 1;
        }
    }
    let folder = tempfile();
    let path = folder.join("random.maude");
    std::fs::write(&path, &text).expect("the file is written");
    let mut interpreter = Interpreter::new(Options { timing: false, ..Options::default() });
    let mut out = Vec::new();
    interpreter.run("random.maude", &text, &mut NoFiles, &mut out).expect("no i/o error");
    let split = |printed: &str| -> Vec<String> {
        let blocks = printed.split("==========================================\n").skip(1);
        let kept = blocks.map(|block| {
            let lines = block.lines().filter(|line| !line.starts_with("rewrites: ") && *line != "Bye.");
            lines.collect::<Vec<_>>().join("\n")
        });
        kept.collect()
    };
    let (ours, theirs) = (split(&String::from_utf8_lossy(&out)), split(&maude::run(&path)));
    assert_eq!(ours.len(), theirs.len(), "as many answers: {}", path.display());
    assert_eq!(ours.len(), asked, "every call is answered: {}", path.display());
    let pairs = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs);
    (asked, pairs.map(|(ours, theirs)| format!("ours:  {ours}\nMaude: {theirs}")).collect())
}

#[test]
fn random_meta_level_calls_agree_with_maude() {
    if !maude::is_installed("random_meta_level_calls_agree_with_maude") {
        return;
    }
    let (asked, problems) = random_calls(THEORIES, SEED);
    assert!(asked >= 500, "{asked} calls");
    assert!(problems.is_empty(), "{} of {asked} (seed {SEED:#x})\n{}", problems.len(), problems.join("\n"));
}
