//! Strategies: random expressions over one theory with all combinators, one Maude process for all. Everything that is
//! printed must agree, line by line, but for the numbers of rewrites.

use crate::differential::tempfile;
use crate::maude;
use crate::random::Random;
use raddle_rewrite::{Interpreter, NoFiles, Options};
use std::fmt::Write;

const SEED: u64 = 0x5EED_0022;
const EXPRESSIONS: usize = 300;

const THEORY: &str = "
mod TERMS is
  sort S .
  ops a b c d : -> S .
  op g : S S -> S .
  op f : S S -> S [assoc comm] .
  op h : S S -> S [assoc] .
  op p : S -> S .
  op k : S -> S [frozen] .
  vars X Y : S .
  rl [ab] : a => b .
  rl [bc] : b => c .
  rl [cd] : c => d .
  rl [ba] : b => a .
  rl [da] : d => a .
  rl [m] : a => b .
  rl [m] : a => c .
  rl [m] : b => d .
  rl [g] : g(X, Y) => g(Y, X) .
  rl [gx] : g(X, Y) => X .
  rl [ff] : f(X, Y) => g(X, Y) .
  rl [hh] : h(X, Y) => f(Y, X) .
  rl [pu] : p(X) => X .
  crl [con] : p(X) => Y if X => Y .
  crl [con2] : p(X) => g(Y, X) if X => Y /\\ Y => a .
  crl [eqc] : p(X) => X if X = a .
  rl [nx] : k(X) => g(X, Y) [nonexec] .
endm
smod STRATEGIES is
  protecting TERMS .
  including NAT .
  strats s1 s2 s3 s5 rec @ S .
  strat s4 : S @ S .
  strats r u : Nat @ S .
  strat t : S S @ S .
  var N : Nat .
  vars A B Q X Y : S .
  sd s1 := ab .
  sd s2 := ab | bc .
  sd s3 := ab .
  sd s3 := bc ; cd .
  sd s4(Q) := match Q ; all .
  sd s4(a) := ab .
  sd r(0) := idle .
  sd r(s(N)) := (m | bc) ; r(N) .
  csd u(N) := all ; u(sd(N, 1)) if N > 0 = true .
  csd u(N) := idle if N = 0 .
  sd t(g(A, B), Q) := matchrew g(A, B) by A using all .
  sd t(Q, Q) := all .
  sd s5 := matchrew g(X, Y) by X using s2, Y using s4(Y) .
  sd rec := idle | all ; rec .
endsm
";

fn one(random: &mut Random, of: &[&str]) -> String {
    of[random.below(of.len())].to_owned()
}

fn term(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(10) < 3 {
        return one(random, &["a", "b", "c", "d"]);
    }
    let inner = term(random, depth - 1);
    match random.below(5) {
        0 => format!("p({inner})"),
        number => format!("{}({inner}, {})", ["g", "g", "f", "h"][number - 1], term(random, depth - 1)),
    }
}

fn rule(random: &mut Random, depth: usize) -> String {
    match random.below(20) {
        0..10 => one(random, &["ab", "bc", "cd", "ba", "da", "m", "m", "all"]),
        10..14 => one(random, &["g", "gx", "ff", "hh", "pu", "eqc"]),
        14 => one(random, &["top(ab)", "top(g)", "top(all)", "top(m)", "top(ff)"]),
        15 | 16 => one(random, &["g[X <- a]", "gx[X <- b]", "ff[X <- a, Y <- b]", "g[Y <- a]", "nx[Y <- a]"]),
        17 | 18 if depth > 0 => format!("con{{{}}}", strategy(random, depth - 1)),
        19 if depth > 0 => {
            format!("con2{{{}, {}}}", strategy(random, depth - 1), strategy(random, depth - 1))
        }
        _ => "m".to_owned(),
    }
}

fn strategy(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return if random.below(5) > 0 { rule(random, 0) } else { one(random, &["idle", "fail"]) };
    }
    let inner = |random: &mut Random| strategy(random, depth - 1);
    let patterns = ["X", "a", "b", "g(X, Y)", "g(X, b)", "f(X, Y)", "h(X, Y)", "p(X)", "g(X, X)", "f(a, X)"];
    match random.below(22) {
        0..3 => rule(random, depth),
        3..6 => {
            let (first, second) = (inner(random), inner(random));
            if random.below(2) == 0 {
                format!("({first} ; {second})")
            } else {
                format!("({first} ; {second} ; {})", inner(random))
            }
        }
        6..9 => {
            let (first, second) = (inner(random), inner(random));
            if random.below(2) == 0 {
                format!("({first} | {second})")
            } else {
                format!("({first} | {second} | {})", inner(random))
            }
        }
        9 => format!("({} ? {} : {})", inner(random), inner(random), inner(random)),
        10 => format!("({} or-else {})", inner(random), inner(random)),
        11 => format!("{}({})", one(random, &["not", "test", "try", "one", "one"]), inner(random)),
        12 => format!("({}) {}", inner(random), one(random, &["*", "+", "!"])),
        13 => "idle".to_owned(),
        14 | 15 => {
            let word = one(random, &["match", "xmatch", "amatch"]);
            format!("({word} {}{})", one(random, &patterns), one(random, &["", " s.t. a = a"]))
        }
        16..19 => {
            let word = one(random, &["matchrew", "xmatchrew", "amatchrew"]);
            let pattern = one(random, &["X", "g(X, Y)", "g(X, Y)", "f(X, Y)", "h(X, Y)", "p(X)", "g(X, b)"]);
            let first = inner(random);
            if !pattern.contains('Y') || random.below(5) < 2 {
                return format!("({word} {pattern} by X using ({first}))");
            }
            format!("({word} {pattern} by X using ({first}), Y using ({}))", inner(random))
        }
        _ => one(
            random,
            &[
                "s1",
                "s2",
                "s3",
                "s5",
                "s4(a)",
                "s4(g(a, b))",
                "r(2)",
                "r(1)",
                "u(1)",
                "u(2)",
                "t(g(a, b), a)",
                "t(a, a)",
                "rec",
            ],
        ),
    }
}

/// The answers, one a command, without numbers of rewrites.
fn answers(printed: &str) -> Vec<String> {
    let blocks = printed.split("==========================================").skip(1);
    blocks
        .map(|block| {
            let lines = block.lines().filter(|line| !line.starts_with("rewrites: ") && *line != "Bye.");
            let all = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
            // The subject of a command is not always shown as Maude shows it; see `output`.
            all.split_once(" using ").map_or(String::new(), |(_, rest)| rest.to_owned())
        })
        .collect()
}

#[test]
fn strategies_agree_with_maude() {
    if !maude::is_installed("strategies_agree_with_maude") {
        return;
    }
    println!("seed {SEED:#x}, {EXPRESSIONS} expressions");
    let mut random = Random(SEED);
    let mut text = THEORY.to_owned();
    for _ in 0..EXPRESSIONS {
        let verb = one(&mut random, &["srew", "srew", "dsrew"]);
        let start = term(&mut random, 2);
        let depth = 1 + random.below(3);
        let _ = writeln!(text, "{verb} [12] {start} using {} .", strategy(&mut random, depth));
    }
    let folder = tempfile();
    let file = folder.join("strategies.maude");
    std::fs::write(&file, &text).expect("the file is written");
    let theirs = answers(&maude::run(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    assert_eq!(theirs.len(), EXPRESSIONS, "Maude did not answer everything");
    let mut interpreter = Interpreter::new(Options::default());
    let mut out = Vec::new();
    interpreter.run("strategies.maude", &text, &mut NoFiles, &mut out).expect("no i/o error");
    let ours = answers(&String::from_utf8_lossy(&out));
    assert_eq!(ours.len(), EXPRESSIONS, "{:?}", interpreter.take_outcome().diagnostics.first());
    let different: Vec<String> = ours
        .iter()
        .zip(&theirs)
        .filter(|(mine, other)| mine != other)
        .map(|(mine, other)| format!("ours:\n{mine}\nMaude:\n{other}"))
        .collect();
    assert!(theirs.iter().filter(|answer| answer.contains("Solution 3")).count() > 30, "some have results");
    assert!(different.is_empty(), "{} differences\n{}", different.len(), different.join("\n"));
}
