//! A search on several threads against the same search on one: the same states with the same numbers, the same
//! solutions, steps and ways.

use raddle_rewrite::machine::Limits;
use raddle_rewrite::{Interpreter, NoFiles, Options};

fn printed(text: &str, threads: usize) -> String {
    let limits = Limits { threads, ..Limits::default() };
    let mut interpreter = Interpreter::new(Options { limits, ..Options::default() });
    let mut out = Vec::new();
    interpreter.run("threads.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
    // How many rewrites were made depends on what each thread remembers.
    let lines = String::from_utf8_lossy(&out).into_owned();
    let kept = lines.lines().map(|line| line.split("rewrites:").next().unwrap_or(line));
    kept.collect::<Vec<_>>().join("\n")
}

fn check(text: &str) {
    let alone = printed(text, 1);
    assert!(alone.contains("Solution 1") && alone.contains("arc 0"), "{alone}");
    for threads in [2, 3, 5] {
        assert!(printed(text, threads) == alone, "{threads} threads find something else in\n{text}");
    }
}

#[test]
fn philosophers_are_the_same_on_all_cores() {
    let source = include_str!("../../../../benches/maude/philosophers.maude");
    let module = &source[..source.find("search ").expect("a search")];
    check(&format!(
        "{module}search [40] init(7) =>* table(N:Nat, p(0, eat) S:Soup) .\nshow path 900 .\n\
         search init(7) =>! T:Table .\nshow search graph .\n"
    ));
}

/// Strings, large numbers and lists that only some threads have seen.
#[test]
fn values_cross_between_threads() {
    check(
        "mod CROSSING is
           pr STRING . pr NAT . pr INT . pr CONVERSION .
           sorts Item Queue World . subsort Item < Queue .
           op [_,_] : String Int -> Item [ctor] . op nil : -> Queue [ctor] .
           op _._ : Queue Queue -> Queue [ctor assoc id: nil] .
           op w : Nat Queue -> World [ctor] .
           var N : Nat . var I : Int . var T : String . vars Q R : Queue . var E : Item .
           crl [add] : w(N, Q) => w(s N, Q . [string(N, 10) + \"x\", N - 3]) if N < 6 .
           rl [longer] : w(N, [T, I] . Q) => w(N, [T + \"y\", I * 1000000000000]) .
           crl [swap] : w(N, Q . [T, I] . E . R) => w(N, Q . E . [T, I] . R) if I > 0 .
           rl [drop] : w(N, Q . E) => w(N, Q) .
         endm
         search [3000, 9] w(0, nil) =>* W:World such that true .
         show path 800 .
         show search graph .
         search [2000, 7] w(0, nil) =>! W:World .
        ",
    );
}
