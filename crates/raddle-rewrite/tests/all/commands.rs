//! Commands whose whole output is known: `continue` and `show module`.

use raddle_rewrite::{Interpreter, NoFiles, Options};

fn run(text: &str) -> (String, Vec<String>) {
    let mut interpreter = Interpreter::new(Options { timing: false, ..Options::default() });
    let mut out = Vec::new();
    interpreter.run("commands.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
    let messages = interpreter.take_outcome().diagnostics;
    let messages = messages.iter().map(|message| message.message.clone()).collect();
    (String::from_utf8(out).expect("text"), messages)
}

const COUNTER: &str = "mod COUNTER is pr NAT . sort C . op c : Nat -> C [ctor] . var N : Nat . crl [up] : c(N) => c(s N) if N < 20 . endm\n";

fn results(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("result C: ")).collect()
}

#[test]
fn continue_goes_on_with_rewriting() {
    let (printed, messages) =
        run(&format!("{COUNTER}rew [1] c(0) .\ncontinue 1 .\ncont 5 .\ncontinue .\ncontinue .\n"));
    assert_eq!(results(&printed), ["c(1)", "c(2)", "c(7)", "c(20)", "c(20)"]);
    assert_eq!(messages, [""; 0]);
    let (printed, _) = run(&format!("{COUNTER}frew [2] c(0) .\ncontinue 3 .\n"));
    assert_eq!(results(&printed), ["c(2)", "c(5)"]);
}

#[test]
fn continue_goes_on_with_searching_and_matching() {
    let (printed, messages) =
        run(&format!("{COUNTER}search [1] c(17) =>* C:C .\ncontinue 2 .\ncontinue .\ncontinue .\n"));
    let solutions: Vec<&str> = printed.lines().filter(|line| line.starts_with("C:C --> ")).collect();
    assert_eq!(solutions, ["C:C --> c(17)", "C:C --> c(18)", "C:C --> c(19)", "C:C --> c(20)"]);
    assert_eq!(printed.matches("No more solutions.").count(), 1);
    assert_eq!(messages, ["can't continue"]);
    let (printed, messages) = run("match [1] in NAT : X:Nat + Y:Nat <=? 2 + 3 + X:Nat .\ncontinue 1 .\n");
    assert_eq!(printed.matches("Matcher ").count(), 2, "{printed}");
    assert_eq!(messages, [""; 0]);
}

#[test]
fn continue_says_when_it_cannot() {
    for text in ["continue .\n", "red in NAT : 1 .\ncontinue 1 .\n"] {
        assert_eq!(run(text).1, ["can't continue"], "{text}");
    }
    assert_eq!(
        run(&format!("{COUNTER}rew [1] c(0) .\ncontinue x .\n")).1,
        ["continue takes a number, not x"]
    );
}

#[test]
fn show_module_writes_one_declaration_a_line() {
    let module = "\
fmod SHOWN is
  protecting NAT .
  sorts E S .
  subsorts E < S .
  op a : -> E [ctor] .
  op _;_ : S S -> S [assoc comm id: (a) .E ctor prec 30] .
  op f : E Nat -> E [memo frozen (1)] .
  var X : E .
  mb f (a, 3) : S .
  eq f (X, 1) = a [label one] .
  ceq f (X, 2) = X if X = a [owise] .
endfm
";
    let (printed, messages) =
        run(&format!("set include BOOL off .\n{module}show module .\nshow eqs SHOWN .\n"));
    assert_eq!(messages, [""; 0]);
    assert!(printed.starts_with(module), "{printed}");
    let (again, _) = run(&format!("set include BOOL off .\n{printed}").replace("\neq", "\n*** eq"));
    assert!(again.is_empty(), "what is shown can be read again: {again}");
}

const SHOWN: &str = "\
set include BOOL off .
fmod ONE is
  sorts A B C D . subsorts A B < C < D .
  ops a a' : -> A [ctor] .
  op __ : C C -> C [assoc id: a] . op __ : A A -> A [ditto] .
  op f_ : [A] -> [A] [memo] .
  var X : A . mb f a : C . eq f X = a [label one] .
endfm
mod TWO is pr ONE . sort T . op t : C -> T [frozen (1)] . rl [r] : t(X:C) => t(a) . endm
fth ANY is sort E . op e : -> E . op _+_ : E E -> E . endfth
view V from ANY to ONE is sort E to A . op e to a . var P : E . op P + Q:E to term f P . endv
";

/// What Maude 3.2 prints, but for the size of its grammar in a summary.
#[test]
fn show_tells_what_a_module_consists_of() {
    let shown = |command: &str| {
        let (printed, messages) = run(&format!("{SHOWN}{command} .\n"));
        assert_eq!(messages, [""; 0], "{command}");
        printed
    };
    let all = "\
mod TWO is
  sorts A B C D T .
  subsorts A B < C .
  subsort C < D .
  op a : -> A [ctor] .
  op a' : -> A [ctor] .
  op __ : C C -> C [assoc id: a prec 41 gather (e E)] .
  op __ : A A -> A [assoc id: a prec 41 gather (e E)] .
  op f_ : [D] -> [D] [strat (1 0) memo prec 15 gather (E)] .
  op t : C -> T [frozen (1)] .
  mb f a : C .
  eq f X:A = a [label one] .
  rl t(X:C) => t(a) [label r] .
endm
";
    assert_eq!(shown("show all TWO"), all);
    assert_eq!(shown("show kinds TWO"), "[D]:\n\t1\tD\n\t2\tC\n\t3\tA\n\t4\tB\n\n[T]:\n\t1\tT\n");
    assert_eq!(shown("show components TWO"), shown("show kinds TWO"));
    let sorts = "sort A .\tsubsorts A < C D .\nsort B .\tsubsorts B < C D .\nsort C .\tsubsorts B A < C < D .\nsort D .\tsubsorts B A C < D .\n";
    assert_eq!(shown("show sorts ONE"), sorts);
    let summary = "Term rewriting system:\n\tkinds: 2\n\tsorts: 5\n\tuser symbols: 5\n\tpolymorphic operators: 0\n\tmembership axioms: 1\n\tequations: 1\n\trules: 1\n\tstrategies: 0\n\tstrategy definitions: 0\n";
    assert_eq!(shown("show summary TWO"), summary);
    let view = "view V from ANY to ONE is\n  sort E to A .\n  op e to a .\n  var P : E .\n  op P + Q:E to term f P .\nendv\n";
    assert_eq!(shown("show view V"), view);
    let modules = shown("show modules");
    assert!(modules.contains("fmod LIST-AND-SET\n") && modules.ends_with("fmod ONE\nmod TWO\nfth ANY\n"));
    let views = shown("show views");
    assert!(views.contains("view Nat<\n") && views.ends_with("view V\n"), "{views}");
    let (printed, messages) = run("show all NONE .\nshow view Nope .\n");
    assert_eq!((printed.as_str(), messages.join("; ")), ("", "no module NONE; no view Nope".to_owned()));
}
