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
  subsort E < S .
  op a : -> E [ctor] .
  op _;_ : S S -> S [ctor assoc comm id: (a).E prec 30] .
  op f : E Nat -> E [memo frozen (1)] .
  var X : E .
  mb f(a, 3) : S .
  eq f(X, 1) = a [label one] .
  ceq f(X, 2) = X if X = a [owise] .
endfm
";
    let (printed, messages) =
        run(&format!("set include BOOL off .\n{module}show module .\nshow eqs SHOWN .\n"));
    assert_eq!(messages, [""; 0]);
    assert!(printed.starts_with(module), "{printed}");
    let (again, _) = run(&format!("set include BOOL off .\n{printed}").replace("\neq", "\n*** eq"));
    assert!(again.is_empty(), "what is shown can be read again: {again}");
}
