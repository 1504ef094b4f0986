//! Solvers in processes of their own that are missing, die, hang, or answer nonsense: never an answer, never a hang.

use raddle_symbolic::solver::process::Process;
use raddle_symbolic::solver::{Answer, Reason, Solver};
use raddle_symbolic::term::{Term, Terms, Width};

fn question() -> (Terms, Vec<Term>) {
    let mut terms = Terms::default();
    let x = terms.unknown(Width::INT);
    let seven = terms.constant(7, Width::INT);
    let condition = terms.less_unsigned(seven, x);
    (terms, vec![condition])
}

fn ask(command: &str) -> Answer {
    let (terms, conditions) = question();
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    Process::new(command).expect("a command").solve(&terms, &conditions, &stop)
}

fn failure(command: &str) -> String {
    match ask(command) {
        Answer::Unknown(reason) => reason.to_string(),
        answer => panic!("'{command}' answered {answer:?}"),
    }
}

#[test]
fn a_solver_that_is_missing_is_told() {
    assert!(
        failure("no-such-solver-here -in").contains("'no-such-solver-here'"),
        "{}",
        failure("no-such-solver-here")
    );
    assert!(Process::new("  ").is_err());
}

#[test]
fn a_solver_that_ends_or_talks_nonsense_has_no_answer() {
    assert_eq!(failure("true"), "the solver failed: it ended without an answer");
    assert!(failure("yes maybe").contains("it said 'maybe'"), "{}", failure("yes maybe"));
    // The question comes back as the answer.
    assert!(failure("cat").contains("it said '(set-option"), "{}", failure("cat"));
    // It says 'sat' to everything, also where values are asked for.
    assert!(failure("yes sat").contains("its values were"), "{}", failure("yes sat"));
}

#[test]
fn values_are_not_believed_without_a_look() {
    let script = "read a; read b; read c; while read l; do case $l in *check-sat*) echo sat; echo '((t0 #x00000001))';; esac; done";
    let folder = std::env::temp_dir().join(format!("raddle-symbolic-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("liar.sh");
    std::fs::write(&file, script).expect("a file");
    let told = failure(&format!("sh {}", file.display()));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_eq!(told, "the solver failed: its values do not satisfy the conditions");
}

#[test]
fn a_solver_that_hangs_is_stopped() {
    assert_eq!(ask("sleep 1000"), Answer::Unknown(Reason::Stopped));
}

#[test]
fn the_next_question_starts_a_process_again() {
    let (terms, conditions) = question();
    let mut solver = Process::new("z3 -in").expect("a command");
    assert!(matches!(solver.solve(&terms, &conditions, &|| false), Answer::Satisfiable(_)));
    let stopped = solver.solve(&terms, &conditions, &|| true);
    // It may have been fast enough.
    assert!(matches!(stopped, Answer::Unknown(Reason::Stopped) | Answer::Satisfiable(_)), "{stopped:?}");
    assert!(matches!(solver.solve(&terms, &conditions, &|| false), Answer::Satisfiable(_)));
}
