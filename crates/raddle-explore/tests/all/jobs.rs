//! Jobs mean the same in every process: put into words, sent to a program whose actors were met in another order, and explored
//! there, they give the counts that they would have given at home.

use raddle_explore::guide::Unguided;
use raddle_explore::names::ActorPath;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Part, Settings, search_by, search_part_by};
use raddle_explore::strategy::{Covering, Dpor, Envelope, Exhaustive, Sampling, Strategy};
use raddle_threads::{Instruction, ThreadProgram, letters};

use crate::examples::own_strategy::BreadthFirst;

/// Three threads, each of which starts another one.
fn here() -> ThreadProgram {
    let mut program = ThreadProgram::new("starts");
    let x = program.variable("x", 0);
    let code = program.code("child", |thread| thread.write(x, 1));
    for name in ["first", "second", "third"] {
        program.thread(name, |thread| {
            let into = thread.register();
            thread.emit(Instruction::Spawn { code, into });
            thread.write(x, 2);
        });
    }
    program
}

/// The same, but those that are started last were heard of first.
fn elsewhere() -> ThreadProgram {
    let program = here();
    for root in (0..3).rev() {
        let parent = program.names().child(None, root);
        program.names().child(Some(parent), 0);
    }
    program
}

/// Explores a part here and the rest elsewhere; the number of jobs that were sent.
fn send<S>(strategy: &S, settings: &Settings) -> usize
where
    S: Strategy<ThreadProgram, Unguided>,
{
    let (home, away) = (here(), elsewhere());
    let sent = letters::send(&home, &away, strategy, settings).unwrap_or_else(|wrong| panic!("{wrong}"));
    let number_of_first = |program: &ThreadProgram| program.names().resolve(&ActorPath(vec![0, 0]));
    assert_ne!(number_of_first(&home), number_of_first(&away), "the numbers mean the same");
    sent
}

#[test]
fn every_kind_of_job_can_be_sent() {
    let usual = Settings { samples: 200, ..Settings::default() };
    let merged = Settings { merge_states: true, ..usual.clone() };
    assert!(send(&Dpor, &usual) > 2);
    assert!(send(&Covering, &usual) > 2);
    assert!(send(&Exhaustive::default(), &usual) > 2);
    assert!(send(&BreadthFirst, &usual) > 2);
    for sampling in [Sampling::Random, Sampling::Pct { depth: 3 }, Sampling::Pos, Sampling::Surw] {
        assert!(send(&sampling, &usual) > 2);
    }
    // It is one piece.
    assert_eq!(send(&Exhaustive { sparse: true }, &merged), 0);
}

/// A job that begins a search can be sent, too.
#[test]
fn the_first_job_can_be_sent() {
    let settings = Settings { merge_states: true, ..Settings::default() };
    let strategy = Exhaustive { sparse: true };
    let seeds = Strategy::<ThreadProgram, Unguided>::seed(&strategy, &settings);
    let letter = serde_json::to_string(&Envelope::seal(seeds[0].clone(), here().names())).expect("words");
    let away = elsewhere();
    let envelope: Envelope<_> = serde_json::from_str(&letter).expect("the same words");
    let jobs = Some(vec![envelope.open(away.names()).expect("it names nobody")]);
    let part = Part { jobs, spare: 0 };
    let (theirs, _) = search_part_by(&away, &Unguided, &strategy, &settings, &Hooks::default(), part);
    let whole = search_by(&here(), &Unguided, &strategy, &settings, &Hooks::default());
    assert_eq!((theirs.stats, theirs.verdict), (whole.stats, whole.verdict));
}
