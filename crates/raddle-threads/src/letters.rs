//! Tests that jobs mean the same in every process: put into words, sent to a program whose actors were met in another order,
//! and explored there, they give the counts that they would have given at home.

use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Part, Settings, Stats, search_by, search_part_by};
use raddle_explore::strategy::{Envelope, Strategy};
use raddle_explore::verdict::Coverage;

fn sum(one: Stats, other: Stats) -> Stats {
    Stats {
        runs: one.runs + other.runs,
        blocked_runs: one.blocked_runs + other.blocked_runs,
        states: one.states + other.states,
        choice_points: one.choice_points + other.choice_points,
        steps: one.steps + other.steps,
        instructions: one.instructions + other.instructions,
        deadlocks: one.deadlocks + other.deadlocks,
        pruned: one.pruned + other.pruned,
        between: one.between + other.between,
        longest: one.longest.max(other.longest),
    }
}

/// Explores a part of a program at home and the rest of it away; the number of jobs that were sent, or what is wrong.
pub fn send<P, S>(home: &P, away: &P, strategy: &S, settings: &Settings) -> Result<usize, String>
where
    P: Program,
    S: Strategy<P, Unguided>,
{
    let hooks = Hooks::default();
    let whole = search_by(home, &Unguided, strategy, settings, &hooks);
    // Whoever joins a search takes up what was learnt before it began.
    away.take_up(&home.lessons());
    let part = Part { jobs: None, spare: 6 };
    let (mine, jobs) = search_part_by(home, &Unguided, strategy, settings, &hooks, part);
    let sent = jobs.len();
    let (mut stats, mut coverage) = (mine.stats, mine.coverage);
    for job in jobs {
        let sealed = Envelope::seal(job, home.names());
        let letter = serde_json::to_string(&sealed).map_err(|error| error.to_string())?;
        let envelope: Envelope<S::Job> = serde_json::from_str(&letter).map_err(|error| error.to_string())?;
        let job = envelope.open(away.names()).ok_or("an actor that is not listed")?;
        let part = Part { jobs: Some(vec![job]), spare: 0 };
        let (theirs, _) = search_part_by(away, &Unguided, strategy, settings, &hooks, part);
        if !theirs.gaps.is_empty() {
            return Err(format!("gaps: {:?}", theirs.gaps));
        }
        stats = sum(stats, theirs.stats);
        coverage = coverage.and(theirs.coverage);
    }
    if (stats, &coverage) != (whole.stats, &whole.coverage) || coverage == Coverage::nothing() {
        let found = format!("{sent} jobs: {stats:?}, {coverage:?}");
        return Err(format!("{found}; the whole: {:?}, {:?}", whole.stats, whole.coverage));
    }
    Ok(sent)
}
