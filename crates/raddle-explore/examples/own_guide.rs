//! A guide of one's own, with a memory: it looks only at schedules in which nobody goes more than twice in a row while
//! others could go, which is a kind of fairness. What it prunes it has promised to leave out.

use raddle_explore::context::Unwatched;
use raddle_explore::guide::{Answer, Guide, Seen};
use raddle_explore::names::ActorId;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_threads::{ThreadRun, builtin};

struct TwiceInARow;

/// Who went last, and how often in a row. It goes along the path, and comes back when the search goes back.
#[derive(Clone, Default)]
struct Streak {
    actor: Option<ActorId>,
    steps: u32,
}

impl Guide<ThreadRun> for TwiceInARow {
    type Memory = Streak;
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, streak: &mut Streak, _: &mut Unwatched, seen: &Seen<'_, ThreadRun>) -> Answer {
        let Some(event) = seen.event() else { return Answer::default() };
        let actor = Some(event.choice.actor);
        let steps = if streak.actor == actor { streak.steps + 1 } else { 1 };
        *streak = Streak { actor, steps };
        // Whoever has gone twice waits, if there is somebody else.
        let others = seen.pending.enabled().any(|entry| Some(entry.actor) != actor);
        let left_out = actor.filter(|_| steps >= 2 && others).into_iter().collect();
        Answer { left_out, ..Answer::default() }
    }
}

/// Counts what is left.
pub fn main() {
    let settings = Settings { strategy: Named::Exhaustive, jobs: 2, ..Settings::default() };
    let outcome = search(&builtin::writes(3, 3), &TwiceInARow, &settings, &Hooks::default());
    // Of the 1680 orders of three times three steps these are left.
    assert_eq!(outcome.stats.runs, count(&mut [3; 3], None, 0));
}

/// The same number, counted by hand.
fn count(left: &mut [u32; 3], last: Option<usize>, steps: u32) -> u64 {
    let can_go: Vec<usize> = (0..3).filter(|&actor| left[actor] > 0).collect();
    let waits = |actor| last == Some(actor) && steps >= 2 && can_go.len() > 1;
    let mut runs = u64::from(can_go.is_empty());
    for &actor in can_go.iter().filter(|&&actor| !waits(actor)) {
        left[actor] -= 1;
        runs += count(left, Some(actor), if last == Some(actor) { steps + 1 } else { 1 });
        left[actor] += 1;
    }
    runs
}
