//! Comes to a node of a search: whether the run ends there, and how, and what the guide says of going on, for every strategy
//! that walks forward.

use crate::ending::{self, Ending};
use crate::guide::{Answer, Guide, Judgement};
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::program::{PendingBuffer, Program, Run};
use crate::verdict::{Bound, Gap};
use crate::walker::Walker;
use crate::worker::Worker;

/// A run longer than this is taken for endless.
pub const LONGEST_RUN: usize = 200_000;

/// How the run ends where it stands, if it does: by the guide's word, by itself, by a cycle of waiting actors where
/// that is looked for early, or by the bound on its depth, which is `longest` where nothing else bounds it. Without any, a
/// run that is too long is taken for endless. Else what the guide says of going on.
pub fn arrive<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &mut Walker<P, G>,
    longest: Option<u32>,
) -> Result<Answer, Ending> {
    let answer = if G::ACTIVE { walker.visit(worker) } else { Answer::default() };
    worker.stats.between += u64::from(answer.is_between);
    match answer.judgement {
        Judgement::Continue => {}
        Judgement::Prune(reason) => return Err(Ending::Pruned(reason)),
        Judgement::Found(kind) => {
            worker.report(kind.clone(), || walker.log.choices().collect());
            return Err(Ending::Stopped(kind));
        }
    }
    match ended(worker, walker, longest) {
        Some(ending) => Err(ending),
        None => Ok(answer),
    }
}

/// How the run ends where it stands, if it does, whatever the guide says.
fn ended<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &Walker<P, G>,
    longest: Option<u32>,
) -> Option<Ending> {
    let Walker { run, log, pending, .. } = walker;
    let exited = run.has_exited();
    if exited || pending.enabled().next().is_none() {
        return Some(ending::of_standstill(pending, exited));
    }
    if worker.settings.early_deadlock
        && let Some(cycle) = ending::wait_cycle(pending)
    {
        return Some(Ending::Deadlock(cycle));
    }
    // Where states are merged, the way to a state is whichever came first: what it has used up says nothing.
    if !worker.settings.merge_states
        && pending.enabled().any(|entry| entry.kind == OperationKind::Timeout)
        && worker.settings.bounds.forbid_timeout(log)
    {
        worker.hit(Bound::Timeouts);
        return Some(Ending::Cut(Bound::Timeouts));
    }
    match worker.settings.bounds.depth.or(longest) {
        Some(depth) if log.len() >= depth as usize => {
            worker.hit(Bound::Depth);
            Some(Ending::Cut(Bound::Depth))
        }
        // Where states are merged, a way may be as long as there are states.
        None if log.len() >= LONGEST_RUN && !worker.settings.merge_states => {
            worker.give_up(Gap::LongRun(LONGEST_RUN));
            Some(Ending::Interrupted)
        }
        _ => None,
    }
}

/// The rank that a guide's answer gives to an actor of these.
pub fn rank_of(answer: &Answer, pending: &PendingBuffer, actor: ActorId) -> Option<u64> {
    let position = pending.entries().iter().position(|entry| entry.actor == actor)?;
    answer.ranks.get(position).copied()
}
