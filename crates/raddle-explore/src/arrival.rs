//! Comes to a node of a search: whether the run ends there, and how, and in which order the guide would go on, for every
//! strategy that walks forward.

use crate::ending::{self, Ending};
use crate::guide::{Guide, Judgement};
use crate::names::ActorId;
use crate::program::{Program, Run};
use crate::verdict::Bound;
use crate::walker::Walker;
use crate::worker::Worker;

/// How the run ends where it stands, if it does: by the guide's word, by itself, by a cycle of waiting actors where
/// that is looked for early, or by the bound on its depth. `longest` is the depth where nothing else bounds it.
pub(crate) fn arrive<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &Walker<P>,
    longest: usize,
) -> Option<Ending> {
    let Walker { run, log, pending, .. } = walker;
    if G::ACTIVE {
        match worker.guide.judge(run, pending) {
            Judgement::Continue => {}
            Judgement::Prune => return Some(Ending::Pruned),
            Judgement::Found(kind) => {
                worker.report(kind, || log.choices().collect());
                return Some(Ending::Complete);
            }
        }
    }
    let exited = run.has_exited();
    if exited || pending.enabled().next().is_none() {
        return Some(ending::of_standstill(pending, exited));
    }
    if worker.settings.early_deadlock
        && let Some(cycle) = ending::wait_cycle(pending)
    {
        return Some(Ending::Deadlock(cycle));
    }
    if log.len() >= worker.settings.bounds.depth.map_or(longest, |depth| depth as usize) {
        worker.hit(Bound::Depth);
        return Some(Ending::Cut(Bound::Depth));
    }
    None
}

/// The guide's ranks of the actors that are pending.
pub(crate) fn ranks<P: Program, G: Guide<P::Run>>(guide: &G, walker: &Walker<P>) -> Vec<(ActorId, u64)> {
    let mut ranks = Vec::new();
    guide.rank(&walker.run, &walker.pending, &mut ranks);
    let actors = walker.pending.entries().iter().map(|entry| entry.actor);
    actors.zip(ranks).collect()
}

/// The rank of an actor among these.
pub(crate) fn rank_of(ranks: &[(ActorId, u64)], actor: ActorId) -> Option<u64> {
    ranks.iter().find(|(ranked, _)| *ranked == actor).map(|&(_, rank)| rank)
}
