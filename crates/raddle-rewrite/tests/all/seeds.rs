//! The specifications of the conformance checker: state counts, acceptance and the failure record.

use raddle_rewrite::bench::{Bounds, Protocol, Walk};
use raddle_rewrite::conform::Verdict;
use raddle_rewrite::{DiskFiles, Interpreter, Options};
use std::path::Path;

fn example(name: &str) -> (Vec<String>, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maude").join(name);
    let text = std::fs::read_to_string(&path).expect("an example");
    run(&path.to_string_lossy(), &text)
}

fn run(name: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let mut interpreter = Interpreter::new(Options::default());
    let mut out = Vec::new();
    interpreter.run(name, text, &mut DiskFiles, &mut out).expect("no i/o error");
    let complaints = interpreter.take_outcome().diagnostics.iter().map(ToString::to_string).collect();
    (String::from_utf8(out).expect("text").lines().map(str::to_owned).collect(), complaints)
}

fn final_states(lines: &[String]) -> Vec<String> {
    let mut counts = Vec::new();
    for pair in lines.windows(2) {
        if pair[0].starts_with("No ") {
            counts.push(pair[1].split(' ').nth(1).expect("a number").to_owned());
        }
    }
    counts
}

#[test]
fn bounded_abp_has_the_published_states() {
    let (lines, complaints) = example("abp-bounded.maude");
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(final_states(&lines), ["58", "171", "376", "700", "1813"]);
}

#[test]
fn philosophers_have_the_published_states() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maude/philosophers.maude");
    let mut text = std::fs::read_to_string(&path).expect("an example");
    for count in 6..=8 {
        text.push_str(&format!("search init({count}) =>! T:Table .\n"));
    }
    let (lines, complaints) = run("philosophers.maude", &text);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(final_states(&lines), ["573", "2041", "7269", "25889"]);
}

#[test]
fn test_and_set_keeps_processes_apart() {
    let (lines, complaints) = example("test-and-set.maude");
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(final_states(&lines), ["4", "4"]);
    assert!(lines.iter().any(|line| line == "No solution."));
}

#[test]
fn the_checker_accepts_and_refuses() {
    let (lines, complaints) = example("checker.maude");
    assert!(complaints.is_empty(), "{complaints:?}");
    let results: Vec<&str> =
        lines.iter().filter(|line| line.starts_with("result ")).map(String::as_str).collect();
    let failure = "from: {scp-sb: true scp-data: d(0) scp-rb: false scp-buf: d(0) scp-dc: < d(0),true > scp-ac: false},\
                   to: {scp-sb: false scp-data: d(1) scp-rb: false scp-buf: d(0) scp-dc: < d(0),true > scp-ac: false}";
    assert_eq!(results[0], "result Success: success");
    assert_eq!(
        results[1],
        format!("result Result4Conform?: {{msg: \"Failure\",{failure},index: 4,bound: 1}}")
    );
    assert_eq!(results[2], "result Success: success");
    assert_eq!(
        results[3],
        format!("result Result4Driver: {{seq: 1,msg: \"Failure\",{failure},index: 4,bound: 1}}")
    );
}

#[test]
fn random_walks_are_accepted_and_broken_ones_refused() {
    for protocol in [Protocol::Scp, Protocol::Abp] {
        let mut walk = Walk::new(protocol, Bounds::PUBLISHED, 11).expect("the protocol loads");
        let mut theory = protocol.reachability().expect("the protocol loads");
        let mut refused = 0;
        for number in 0..20 {
            walk.restart(protocol.start(number));
            let sequence = walk.sequence(60);
            assert_eq!(theory.check(&sequence, 2).expect("checked"), Verdict::Accepted { states: 60 });
            // Taking a long stretch out leaves a gap that two steps rarely bridge.
            if let Verdict::Refused { index, .. } =
                theory.check([&sequence[0], &sequence[59]], 2).expect("checked")
            {
                assert_eq!(index, 0);
                refused += 1;
            }
        }
        assert!(refused > 10, "{protocol:?}: {refused}");
        assert_eq!(theory.counts().charted, 0, "the fast reader knows these states");
    }
}

/// Comparing soups by their components gives the answers of plain search, for pairs near and far.
#[test]
fn soups_are_compared_as_search_would() {
    for (protocol, seed) in [(Protocol::Scp, 3), (Protocol::Abp, 4)] {
        let walk = Walk::new(protocol, Bounds { data: 3, channel: 2 }, seed).expect("the protocol loads");
        let states: Vec<String> = walk.take(400).collect();
        let mut quick = protocol.reachability().expect("the protocol loads");
        let mut plain = protocol.reachability().expect("the protocol loads").without_soups();
        let (mut yes, mut no) = (0, 0);
        for index in 0..states.len() - 6 {
            for (distance, depth) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (4, 3), (5, 2)] {
                let pair = [&states[index], &states[index + distance]];
                let ours = quick.check(pair, depth).expect("checked");
                let theirs = plain.check(pair, depth).expect("checked");
                let accepted = matches!(ours, Verdict::Accepted { .. });
                assert_eq!(accepted, matches!(theirs, Verdict::Accepted { .. }), "{pair:?} in {depth}");
                *if accepted { &mut yes } else { &mut no } += 1;
            }
        }
        assert!(quick.counts().soups > 100 && plain.counts().soups == 0);
        assert!(yes > 100 && no > 100, "{yes} {no}");
    }
}

/// Soups with several components of an operator, with repeated ones, with and without an identity.
#[test]
fn odd_soups_are_compared_as_search_would() {
    for axioms in ["assoc comm", "assoc comm id: none"] {
        let text = format!(
            "mod ODD is pr NAT . sorts C S T . subsort C < S . op none : -> S . op a : Nat -> C . op b : Nat -> C . \
             op k : -> C . op __ : S S -> S [{axioms}] . op {{_}} : S -> T . vars N M : Nat . var R : S .\n\
             rl {{a(N) a(N) R}} => {{a(N) R}} . rl {{a(N) R}} => {{b(N) R}} . crl {{a(N) b(M) R}} => {{a(M) b(N) a(N) R}} \
             if N < M . rl {{b(N) b(M) R}} => {{a(N + M) R}} . rl {{k R}} => {{k k R}} . endm\n"
        );
        let mut interpreter = Interpreter::new(Options::default());
        interpreter.run("odd", &text, &mut raddle_rewrite::NoFiles, &mut Vec::new()).expect("no i/o error");
        let database = interpreter.database();
        let id = database.find(raddle_rewrite::names::Name::new("ODD")).expect("the module");
        let ask = || raddle_rewrite::conform::Reachability::new(database.theory(id));
        let (mut quick, mut plain) = (ask(), ask().without_soups());
        let mut layers = vec![vec!["{a(1) a(1) a(2) b(0) k}".to_owned()]];
        for _ in 0..3 {
            let mut next: Vec<String> = Vec::new();
            for state in &layers[layers.len() - 1] {
                let state = plain.state(state).expect("a term").expect("reduced");
                let successors = plain.successors(state).expect("successors").to_vec();
                next.extend(successors.iter().map(|&state| plain.text(state)));
            }
            next.sort();
            next.dedup();
            next.truncate(40);
            layers.push(next);
        }
        let states: Vec<&String> = layers.iter().flatten().collect();
        let (mut yes, mut no) = (0, 0);
        for from in &states {
            for to in &states {
                for depth in 1..=2 {
                    let ours = matches!(quick.check([from, to], depth), Ok(Verdict::Accepted { .. }));
                    let theirs = matches!(plain.check([from, to], depth), Ok(Verdict::Accepted { .. }));
                    assert_eq!(ours, theirs, "{axioms}: {from} to {to} in {depth}");
                    *if ours { &mut yes } else { &mut no } += 1;
                }
            }
        }
        assert!(yes > 100 && no > 100 && quick.counts().soups > 1000, "{yes} {no} {:?}", quick.counts());
    }
}

/// A small memory changes what is remembered, and no answer.
#[test]
fn forgetting_changes_no_verdict() {
    for protocol in [Protocol::Scp, Protocol::Abp] {
        let walk = Walk::new(protocol, Bounds { data: 20, channel: 4 }, 5).expect("the protocol loads");
        let mut states: Vec<String> = walk.take(3000).collect();
        let mut theory = protocol.reachability().expect("the protocol loads").with_memory(12 << 10);
        assert_eq!(theory.check(&states, 2).expect("checked"), Verdict::Accepted { states: 3000 });
        assert!(theory.counts().forgotten > 2, "{:?}", theory.counts());
        // A state that the walk cannot have come to, as a stream of lines.
        states[2500] = protocol.start(77);
        let lines = states.join("\n");
        let verdict = theory.check_lines(lines.as_bytes(), 2).expect("checked");
        let Verdict::Refused { index, from, to } = verdict else { panic!("{verdict:?}") };
        assert_eq!((index, theory.text(from)), (2499, states[2499].clone()));
        assert!(theory.text(to).contains("d(77)"));
    }
}

#[test]
fn classes_complete_their_objects() {
    let text = "omod COUNTERS is pr NAT . class Counter | val : Nat . class Named | tag : Nat . \
                subclass Named < Counter . msg inc : Oid -> Msg . ops o p : -> Oid . var O : Oid . var N : Nat .\n\
                rl [inc] : inc(O) < O : Counter | val : N > => < O : Counter | val : s N > . endom\n\
                rew inc(p) inc(p) < p : Named | val : 0, tag : 7 > .\n";
    let (lines, complaints) = run("counters.maude", text);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert!(
        lines.last().is_some_and(|line| line.contains("val : 2") && line.contains("tag : 7")),
        "{lines:?}"
    );
}
