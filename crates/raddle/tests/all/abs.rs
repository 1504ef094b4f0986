//! ABS programs: the static deadlock analysis, and the searches that follow it.

use crate::support::ask;

fn file(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_barber_has_19_states_when_every_derivation_is_asked_for() {
    let barber = file("examples/abs/sleeping_barber.abs");
    let guided =
        ["check", &barber, "--strategy", "deadlock-guided", "--dependence", "none", "--format", "json"];
    let json = ask(&[&guided[..], &["--reachable", "syntactic", "--all"]].concat()).json();
    let stats = |key: &str| json["stats"][key].as_u64();
    assert_eq!((stats("states"), stats("deadlocks"), stats("pruned")), (Some(19), Some(6), Some(3)));
    let cycle = &json["deadlock_cycles"]["list"][0];
    assert_eq!((&cycle["outcome"], &cycle["states"]), (&"deadlock".into(), &19.into()));
    let pruned = cycle["constraints"].as_array().expect("a list");
    assert_eq!(pruned.iter().filter_map(|entry| entry["pruned"].as_u64()).sum::<u64>(), 3);
    for cycles in ["parallel", "unguided"] {
        let json = ask(&[&guided[..], &["--cycles", cycles]].concat()).json();
        assert_eq!((&json["verdict"], &json["stats"]["deadlocks"]), (&"found".into(), &1.into()), "{json}");
    }
    let fewer = ask(&guided).json();
    assert!(fewer["stats"]["states"].as_u64().is_some_and(|states| states < 19), "{fewer}");
    let seldom = ask(&[&guided[..], &["--check-every", "1000", "--all"]].concat()).json();
    assert!(seldom["stats"]["states"].as_u64().is_some_and(|states| states > 19), "{seldom}");
}

#[test]
fn the_analysis_comes_first_by_default_and_tells_the_story() {
    let answer = ask(&["check", &file("examples/abs/sleeping_barber.abs")]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.first_line().starts_with("found: deadlock"), "{}", answer.out);
    for part in [
        "1 abstract deadlock cycle; 1 with a deadlock",
        "barber.cuts -> barber (line 37): deadlock (4 states",
        "line 14: block on chair@main/2.taken",
        "client@main/1.sits: its location is kept by client@main/1.wakesup",
        "line 31: f.get;",
        "Looked for: deadlocks and stuck tasks only",
    ] {
        assert!(answer.out.contains(part), "{part}: {}", answer.out);
    }
}

#[test]
fn what_has_no_deadlock_is_searched_for_everything_else() {
    let answer = ask(&["check", &file("examples/abs/bounded_buffer.abs")]);
    assert_eq!(answer.code, Some(0));
    assert!(answer.first_line().starts_with("proved: every schedule"), "{}", answer.out);
    assert!(answer.out.contains("0 with a deadlock, 2 unfeasible"), "{}", answer.out);
    assert!(answer.out.contains("looked for: deadlocks, stuck tasks, failed assertions"), "{}", answer.out);
    let free = ask(&["check", &file("benches/abs/fFA.abs"), "--strategy", "deadlock-guided", "--verbose"]);
    assert_eq!(free.code, Some(0));
    assert!(free.out.contains("next.q, which waits for its location: failed in"), "{}", free.out);
}

#[test]
fn constraints_are_shown_when_asked_for() {
    let barber = file("examples/abs/sleeping_barber.abs");
    let plain = ask(&["analyze", &barber]).out;
    assert!(plain.contains("1 abstract deadlock cycle.") && !plain.contains("Constraints"), "{plain}");
    let constraints = ask(&["analyze", &barber, "--constraints"]).out;
    assert!(constraints.contains("some chair.taken awaits in line 22 on some client.sits"), "{constraints}");
}
