//! Petri nets: answers, exit codes, and what is wrong with files.

use crate::support::{Folder, ask};

fn example(name: &str) -> String {
    format!("{}/../../examples/petri/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_standstill_is_found_with_a_way_and_its_absence_is_proved() {
    let found = ask(&["petri", &example("two_forks.ll_net")]);
    assert_eq!(found.code, Some(1), "{}", found.err);
    assert!(found.first_line().starts_with("deadlock: "), "{}", found.out);
    assert!(found.out.contains("12 conditions, 4 events, 2 cut-offs; complete"), "{}", found.out);
    let proved = ask(&["petri", &example("queue.pnml"), "--format", "json"]);
    assert_eq!(proved.code, Some(0), "{}", proved.err);
    assert_eq!(proved.json()["verdict"], "proved");
}

#[test]
fn places_are_reached_or_not() {
    let net = example("two_forks.ll_net");
    assert_eq!(ask(&["petri", &net, "--reach", "p1 q1"]).code, Some(1));
    assert_eq!(ask(&["petri", &net, "--reach", "p1, q1", "--exactly"]).code, Some(1));
    assert_eq!(ask(&["petri", &net, "--reach", "p p1"]).code, Some(0));
    assert_eq!(ask(&["petri", &net, "--reach", "p1", "--exactly"]).code, Some(0));
    let unknown = ask(&["petri", &net, "--reach", "p2"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("unknown place 'p2'"), "{}", unknown.err);
}

#[test]
fn a_limit_leaves_the_answer_open() {
    let cut = ask(&["petri", &example("two_forks.ll_net"), "--max-events", "1"]);
    assert_eq!(cut.code, Some(4));
    assert!(cut.first_line().starts_with("incomplete: "), "{}", cut.out);
    let cut = ask(&["petri", &example("queue.pnml"), "--time-limit", "0s", "--format", "json"]);
    assert_eq!((cut.code, &cut.json()["verdict"]), (Some(4), &"incomplete".into()));
}

#[test]
fn what_is_wrong_with_a_net_has_its_place() {
    let folder = Folder::new();
    let file = folder.file("bad.ll_net");
    std::fs::write(&file, "PEP\nPTNet\nFORMAT_N\nPL\n1\"a\"1@1M2\nTR\n1\"t\"1@1\nPT\n1>1\n1>2\n")
        .expect("written");
    let bad = ask(&["petri", &file]);
    assert_eq!(bad.code, Some(2));
    assert!(
        bad.err.contains("error: the place 'a' holds 2 tokens") && bad.err.contains("bad.ll_net:5:5"),
        "{}",
        bad.err
    );
    std::fs::write(&file, "PEP\nPTNet\nFORMAT_N\nPL\n1\"a\"1@1M1\n2\"b\"1@1M1\n3\"c\"1@1\nTR\n1\"t\"1@1\n2\"u\"1@1\nTP\n1<3\n2<3\nPT\n1>1\n2>2\n").expect("written");
    let not_safe = ask(&["petri", &file]);
    assert_eq!(not_safe.code, Some(2));
    assert!(not_safe.err.contains("'c' comes to two tokens behind t, u"), "{}", not_safe.err);
}
