//! What is told of runs: the interleavings table of the seeds, who waits for whom, test cases and coverage.

use raddle_abs::coverage::{Coverage, test_case};
use raddle_abs::machine::options::{AwaitSemantics, Dependence, Options, RandomSource};
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::simulate::simulate;
use raddle_abs::trace::trace;
use raddle_explore::guide::Unguided;
use raddle_explore::names::ActorPath;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;

use crate::support::{explore, file, program};

fn schedule(program: &AbsProgram, paths: &[&[u32]]) -> Vec<Choice> {
    paths
        .iter()
        .map(|path| Choice::first(program.names().resolve(&ActorPath(path.to_vec())).expect("a path")))
        .collect()
}

/// Example 1 and example 3 of seed 001, with our lines.
#[test]
fn the_interleavings_table_is_that_of_the_seed() {
    let program = program(&file("examples/abs/sleeping_barber.abs"), Options::default());
    let trace = trace(&program, &schedule(&program, &[&[0, 0], &[0, 1], &[0, 1, 0]]));
    assert_eq!(
        trace.table(),
        "step  location       task                   line  status\n\
         0     main           main                   36    return\n\
         1     client@main/1  client@main/1.wakesup  28    line 31: block on barber@main/0.cuts\n\
         2     barber@main/0  barber@main/0.sleeps   12    line 14: block on chair@main/2.taken\n\
         3     chair@main/2   chair@main/2.taken     20    line 22: await on client@main/1.sits\n"
    );
    let circle =
        ["client@main/1.wakesup", "barber@main/0.cuts", "barber@main/0.sleeps", "chair@main/2.taken"];
    assert_eq!(trace.deadlock[..4], circle);
    assert_eq!(trace.deadlock[4..], ["client@main/1.sits"]);
    assert!(trace.waits().contains("barber@main/0.cuts in barber@main/0 (line 16): its location is kept by"));
    assert_eq!(
        program
            .start()
            .describe_actor(schedule(&program, &[&[0, 1]])[0].actor)
            .map(|known| known.name)
            .as_deref(),
        Some("barber@main/0.sleeps")
    );
}

/// Whatever a pending step touches has a name that people understand.
#[test]
fn places_have_names() {
    for dependence in [Dependence::None, Dependence::Location, Dependence::Fields] {
        let program = program(&file("examples/abs/bank.abs"), Options { dependence, ..Options::default() });
        let run = program.start();
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        let places: Vec<String> = pending
            .entries()
            .iter()
            .flat_map(|entry| pending.touches(entry))
            .map(|touch| run.describe_place(touch.place).expect("it has a name").to_string())
            .collect();
        let wanted = match dependence {
            Dependence::None => "everything",
            Dependence::Location => "the location account@main/1",
            _ => "account@main/1.balance",
        };
        assert!(places.iter().any(|place| place == wanted), "{places:?}");
    }
}

/// Figure 3.1 of seed 000: three tasks on one object, whose order decides the result.
const ODD_EVEN: &str = "module OddEven;
interface I { Int start(); Unit toOdd(); Unit toEven(); Int oddEven(); }
class C implements I {
  Int a = 0;
  Int start() {
    this!toOdd();
    this!toEven();
    Fut<Int> g = this!oddEven();
    await g?;
    Int r = g.get;
    return r;
  }
  Unit toOdd() { a = a * 2 + 1; }
  Unit toEven() { a = a * 2; }
  Int oddEven() {
    Int r = 0;
    if (a == 0) r = 0; else r = a % 2;
    return r;
  }
}
{ I o = new C(); Int r = await o!start(); return r; }
";

#[test]
fn test_cases_have_a_result_states_and_a_schedule() {
    let program = program(ODD_EVEN, Options::default());
    let odd_first = schedule(&program, &[&[0, 0], &[0, 0, 0], &[0, 0, 1], &[0, 0, 2], &[0, 0], &[0]]);
    let case = test_case(&program, &odd_first);
    assert_eq!(case.result.as_deref(), Some("0"));
    assert_eq!(case.initial, "o@main/0: C(a = 0)\nunfinished: main\nunfinished: o@main/0.start\n");
    assert_eq!(case.last, "o@main/0: C(a = 2)\n");
    assert_eq!(case.schedule[1], ("0.0.0".to_owned(), 0));

    // As in the seed: one case takes one way of the condition only; a second one covers everything.
    let mut coverage = Coverage::new(&program);
    assert!(coverage.add(&program, &odd_first));
    assert_eq!(coverage.branches(), (1, 2));
    assert_eq!(coverage.missing_branches(&program)[0].1, "true");
    let asked_first = schedule(&program, &[&[0, 0], &[0, 0, 2], &[0, 0], &[0], &[0, 0, 0], &[0, 0, 1]]);
    assert!(coverage.add(&program, &asked_first));
    assert!(!coverage.add(&program, &asked_first));
    let (covered, all) = coverage.statements();
    assert_eq!((covered, coverage.branches()), (all, (2, 2)));
    assert!(coverage.missing_statements(&program).is_empty());
}

#[test]
fn await_may_let_others_run_first() {
    let text = "module M;
        interface I { Unit m(); Unit n(); Unit o(); }
        class C implements I {
          Unit m() { Fut<Unit> f = this!n(); await f?; this!o(); await f?; }
          Unit n() { }
          Unit o() { }
        }
        { I c = new C(); c!m(); }";
    let continues = explore(&program(text, Options::default()));
    let suspends = Options { await_semantics: AwaitSemantics::Suspends, ..Options::default() };
    let suspends = explore(&program(text, suspends));
    assert_eq!((continues.runs, suspends.runs), (1, 2));
}

#[test]
fn random_numbers_are_explored_or_drawn() {
    let text = "module M; { Int x = random(4); Int y = random(3); return x * 10 + y; }";
    assert_eq!(explore(&program(text, Options::default())).runs, 12);
    let drawn = |seed| {
        let options = Options { random: RandomSource::Seeded(seed), ..Options::default() };
        let program = program(text, options);
        assert_eq!(explore(&program).runs, 1);
        simulate(&program, 0, 10, &mut |_| {}).trace.result
    };
    assert_eq!(drawn(1), drawn(1));
    assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
}

/// A simulation's schedule is one that the search could have made.
#[test]
fn simulations_replay() {
    let program = program(&file("examples/abs/merge_sort.abs"), Options::default());
    for seed in 0..10 {
        let simulation = simulate(&program, seed, 1000, &mut |_| {});
        let again = trace(&program, &simulation.schedule);
        assert_eq!(again.table(), simulation.trace.table());
        assert_eq!(again.output(), "list[1,2,3]\n");
    }
}

/// The folder is the verdict, and the first line of a program the count of its runs.
#[test]
fn programs_end_as_their_folder_says() {
    let root = format!("{}/../../tests/programs", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["deadlock", "free", "stuck", "failure"] {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).expect("the folder is there") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if !name.ends_with(".abs") {
                continue;
            }
            count += 1;
            let text = file(&format!("tests/programs/{folder}/{name}"));
            let program = program(&text, Options::default());
            let settings = Settings { strategy: Named::Exhaustive, ..Settings::default() };
            let outcome = search(&program, &Unguided, &settings, &Hooks::default());
            let words: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.word()).collect();
            match folder {
                "deadlock" => assert!(words.contains(&"deadlock"), "{name}: {words:?}"),
                "stuck" => assert!(words.contains(&"stuck"), "{name}: {words:?}"),
                "failure" => assert!(words.contains(&"exception"), "{name}: {words:?}"),
                _ => assert!(words.is_empty(), "{name}: {words:?}"),
            }
            if let Some(rest) = text.strip_prefix("// runs: ") {
                let line = rest.lines().next().expect("a line");
                let stats = outcome.stats;
                assert_eq!(line, format!("{}, deadlocks: {}", stats.runs, stats.deadlocks), "{name}");
            }
        }
    }
    assert!(count >= 7);
}
