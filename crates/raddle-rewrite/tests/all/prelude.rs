//! The embedded prelude: it reads without a single complaint, and keeps its meaning whatever a user redefines.

use raddle_rewrite::{Interpreter, NoFiles, Options};

#[test]
fn has_no_problems() {
    let (database, problems) = raddle_rewrite::prelude::read();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let written = database.all().filter(|&id| database.module(id).header.is_some()).count();
    assert_eq!(written, 55, "a module of the prelude is not found by its first line");
}

fn run(text: &str) -> (Vec<String>, Vec<String>) {
    let mut interpreter = Interpreter::new(Options { timing: false, ..Options::default() });
    let mut out = Vec::new();
    interpreter.run("prelude.maude", text, &mut NoFiles, &mut out).expect("no i/o error");
    let printed = String::from_utf8(out).expect("text");
    let messages = interpreter.take_outcome().diagnostics;
    (
        printed.lines().filter_map(|line| line.strip_prefix("result ")).map(str::to_owned).collect(),
        messages.iter().map(|message| format!("{}: {}", message.place.line, message.message)).collect(),
    )
}

#[test]
fn a_users_module_hides_one_of_the_prelude() {
    let list = "fmod LIST{X :: TRIV} is sort List{X} . subsort X$Elt < List{X} . op none : -> List{X} .
        op _;_ : List{X} List{X} -> List{X} [assoc id: none] . endfm\n";
    let uses = "red in NAT-LIST : size(1 2) .\nfmod M is pr LIST{Nat} . endfm\nred 1 ; none ; 2 .\nred in SORTABLE-LIST{Nat<} : sort(2 1) .\n";
    let expected = ["NzNat: 2", "List{Nat}: 1 ; 2", "NeList{Nat<}: 1 2"];
    assert_eq!(run(&format!("{list}{uses}")), (expected.map(str::to_owned).to_vec(), vec![]));
    // The same if the prelude's module has been read before.
    let (results, messages) = run(&format!("red in LIST{{Nat}} : size(7) .\n{list}{uses}"));
    assert_eq!((&results[1..], messages.len()), (expected.map(str::to_owned).as_slice(), 0));
    let peano = "fmod NAT is sort Nat . op z : -> Nat . op s : Nat -> Nat . endfm\nred in INT : 1 - 2 .\nred in NAT : s(z) .\n";
    assert_eq!(run(peano), (vec!["NzInt: -1".to_owned(), "Nat: s(z)".to_owned()], vec![]));
}

#[test]
fn what_a_redefinition_breaks_is_reported_where_it_is_used() {
    let text = "fmod A is sort S . op a : -> S . endfm\nfmod B is pr A . op f : S -> S . eq f(a) = a . endfm\n\
        red f(a) .\nfmod A is sort S . op b : -> S . endfm\nred in B : f(b) .\nred in B : f(b) .\n";
    let (results, messages) = run(text);
    assert_eq!(results, ["S: a", "S: f(b)", "S: f(b)"]);
    let expected = "5: module B, after a change of what it uses: bad token a, no parse for statement";
    assert_eq!(messages, [expected]);
    let circle = "fmod A is sort S . endfm\nfmod B is pr A . op b : -> S . endfm\n\
        fmod A is pr B . sort T . endfm\nfmod B is pr A . op c : -> T . endfm\nred in A : b .\nred in B : c .\n";
    assert!(run(circle).0.len() <= 2);
    let gone = "fmod A is sort S . op a : -> S . endfm\nview V from TRIV to A is sort Elt to S . endv\n\
        fmod B is pr LIST{V} . endfm\nfmod A is sort T . endfm\nred in B : nil .\n";
    let (results, messages) = run(gone);
    assert_eq!(results.len(), 0);
    assert!(
        messages[1].starts_with("5: view V, after a change of what it uses: in view V: sort S does not"),
        "{messages:?}"
    );
}
