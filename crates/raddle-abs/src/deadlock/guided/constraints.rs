//! The constraints of a cycle, and whether a state can still come to meet them.
//!
//! **Source.** Seed 001, definitions 3 to 5 (in seed 000: 6 to 8, and 6.1.2 for object-sensitivity).
//!
//! **Names.** The paper's time constraint `∃t ↦ ⟨_, sync(p, F)⟩` together with its `fut(F, L, Tk, _)` is a
//! [`TimeConstraint`]; its `check_C(St)` is [`Constraints::admits`]; condition 1 of definition 5 is asked of
//! [`super::reach`], condition 2 is `met`; 000's *represents* (6.1.3) is [`Constraints::represented`].
//!
//! **Deviations.** Condition 2 asks for a task that waits *now* at the constraint's point, for a task that has not
//! finished, where the paper is content with an entry of the interleavings table: whoever has passed the point
//! has no part in the deadlock unless he comes there again, and then the point is reachable. So no table is
//! kept. Constraints are checked one by one: a deadlock may run through the abstract cycle more than once, so
//! variables of different constraints are not bound to each other. Except with [`Reachability::Syntactic`], tasks
//! that another deadlock has stopped for ever reach nothing. An await of a condition is a constraint by itself: a
//! task waits there, and nothing moves.
//!
//! Except with [`Reachability::Syntactic`], a task that waits meets a constraint only if it may *stick*: be part of a
//! chain of waiting tasks in some later state without having moved meanwhile. Whoever is part of that chain and is
//! there already has not moved, and waits for one of the chain or has his location kept by one; or he has moved to a
//! point of an edge that lies on a cycle with this one, or somebody who is at his location, or will be called there,
//! has moved to such a point. All such tasks together satisfy these rules, so they are within the greatest set that
//! does, which is `Constraints::sticking`.
//!
//! With [`Reachability::Values`], a field whose value nobody but the task itself can still change is a constant for it:
//! no other task that is there, nor anyone that is still called, assigns that field of such an object, and neither does
//! another frame of the task.
//!
//! Who awaits a condition that somebody makes true for good (`assured`), or comes to await it, meets no
//! constraint on it.
//!
//! **Guarantee.** Sound: a state from which a deadlock that represents the cycle can be reached is admitted.
//! What the analysis does not know of is taken to be reachable and met.

use super::assured::{OneField, is_assured};
use super::reach::{NEVER, Reach, Reachability, Reaching};
use super::relevance::{self, Goals};
use crate::deadlock::analysis::Analysis;
use crate::deadlock::analysis::abstraction::{AbstractObject, Facts};
use crate::deadlock::analysis::graph::{Edge, Node};
use crate::deadlock::analysis::time_constraints::{self, TimeConstraint};
use crate::machine::evaluate::Fixed;
use crate::machine::program::AbsProgram;
use crate::machine::state::{State, Wait};
use crate::machine::value::{LocationId, TaskId};
use crate::machine::waits::{deadlock_chain, waits_for};

/// How many constraints of a cycle are checked; a longer cycle is as good as checked less often.
pub const LIMIT: usize = 32;

/// All constraints of a cycle.
pub struct Constraints {
    /// The constraints of all edges by which a deadlock of this cycle may run, those of the cycle itself first.
    all: Vec<TimeConstraint>,
    /// Are these really all? Not if there are too many for a word.
    has_all: bool,
    /// The time constraints, with their future and pending constraints, in the order of the cycle.
    pub times: Vec<TimeConstraint>,
    /// All of those that fit a word: the others are never found to fail.
    every: u64,
    reaching: Reaching,
    /// Where the points of all of them lie in the control flow, if it tells whose steps they need.
    goals: Option<Goals>,
    /// For the constraint on a condition: what it looks at, where somebody who is there may make it true for good.
    condition: Option<OneField>,
    /// Does a chain of waiting tasks stay for ever? Not if a task can kill the object of another one.
    chains_stay: bool,
}

/// May a task block at a location of this task?
fn may_block(facts: &Facts, task: Node) -> bool {
    let Node::Task(task) = task else { return true };
    let here = facts.of(task).location;
    facts.waits.iter().any(|((activation, _), site)| {
        site.blocks && facts.of(*activation).roots.iter().any(|&root| facts.of(root).location == here)
    })
}

/// The tasks that will never move again, because they wait for each other, or for one that does.
fn dead_tasks(state: &State) -> Vec<TaskId> {
    let Some(mut dead) = deadlock_chain(state) else { return Vec::new() };
    loop {
        let more: Vec<TaskId> = state
            .active
            .iter()
            .copied()
            .filter(|task| !dead.contains(task))
            .filter(|&task| {
                state.task(task).activity().is_some_and(|activity| {
                    waits_for(state, task, activity).iter().any(|on| dead.contains(on))
                })
            })
            .collect();
        if more.is_empty() {
            return dead;
        }
        dead.extend(more);
    }
}

impl Constraints {
    /// The constraints of a cycle of an analysis, ready to be checked.
    #[must_use]
    pub fn of_cycle(
        program: &AbsProgram,
        analysis: &Analysis,
        cycle: usize,
        reachability: Reachability,
    ) -> Self {
        let fixed = &program.shared().fixed;
        let times = analysis.time_constraints(cycle);
        let first = analysis.cycles[cycle].first().map(|&edge| analysis.graph.edges[edge].from);
        let component = first.and_then(|node| analysis.components.get(&node));
        let within = |node: Node| analysis.components.get(&node) == component;
        let related: Vec<&Edge> =
            analysis.graph.edges.iter().filter(|edge| within(edge.from) && within(edge.to)).collect();
        let related = time_constraints::of_cycle(&related);
        Self::new(times, related, reachability, fixed, analysis)
    }

    /// The constraints of a cycle, and tables of who can reach their points.
    #[must_use]
    pub fn new(
        times: Vec<TimeConstraint>,
        related: Vec<TimeConstraint>,
        reachability: Reachability,
        fixed: &Fixed,
        analysis: &Analysis,
    ) -> Self {
        let every = (1 << times.len().min(LIMIT)) - 1;
        let mut all: Vec<TimeConstraint> = times.clone();
        for time in related {
            if all.iter().all(|known| (known.from, known.point) != (time.from, time.point)) {
                all.push(time);
            }
        }
        let has_all = all.len() <= LIMIT && reachability != Reachability::Syntactic;
        if !has_all {
            all.truncate(times.len());
        }
        let reaching = Reaching::new(&all, reachability, fixed, analysis);
        let chains_stay = !analysis.kills;
        let segments = analysis.segments(fixed).filter(|_| has_all);
        let goals = segments.map(|segments| Goals::new(segments, &analysis.facts, &all));
        let condition = times.iter().find(|time| time.target.is_none()).and_then(|time| {
            let blocks = may_block(&analysis.facts, time.from);
            let of = match time.from {
                Node::Task(task) => analysis.facts.of(task).object,
                Node::Location(_) => None,
            };
            let orderly = analysis.segments(fixed).is_some() && times.len() == 1;
            OneField::awaited_at(fixed, time.point, of).filter(|_| orderly && !blocks)
        });
        Self { all, has_all, times, every, reaching, goals, condition, chains_stay }
    }

    /// Do they speak of a condition that nobody makes true?
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.times.iter().any(|time| time.target.is_none())
    }

    /// Can a deadlock of the cycle be told by whose steps it needs?
    #[must_use]
    pub fn is_made_by_movers(&self) -> bool {
        self.goals.is_some() && !self.is_condition()
    }

    /// `check`: the constraint that the state can no longer come to meet, if there is one.
    #[must_use]
    pub fn failing(&self, facts: &Facts, fixed: &Fixed, state: &State) -> Option<usize> {
        self.check(facts, fixed, state).err()
    }

    /// For each active task, whether a deadlock of the cycle can need a step of it; none if that is not known.
    /// Or the constraint that can no longer be met.
    pub fn movers(
        &self,
        analysis: &Analysis,
        fixed: &Fixed,
        state: &State,
    ) -> Result<Option<Vec<bool>>, usize> {
        let reaches = self.check(&analysis.facts, fixed, state)?;
        if !self.is_made_by_movers() {
            return Ok(None);
        }
        let flow = analysis.segments(fixed).zip(self.goals.as_ref());
        Ok(flow.and_then(|(segments, goals)| {
            relevance::movers(segments, goals, &analysis.facts, fixed, state, &reaches)
        }))
    }

    /// What each active task can come to, or the constraint that can no longer be met.
    fn check(&self, facts: &Facts, fixed: &Fixed, state: &State) -> Result<Vec<Reach>, usize> {
        let dead =
            if !self.reaching.is_syntactic() && self.chains_stay { dead_tasks(state) } else { Vec::new() };
        let mut reached = 0;
        let mut reaches: Vec<Reach> = Vec::with_capacity(state.active.len());
        for &task in &state.active {
            let reach =
                if dead.contains(&task) { Reach::default() } else { self.reach(facts, fixed, state, task) };
            reached |= reach.bits;
            reaches.push(reach);
        }
        if self.reaching.knows_values() {
            for at in 0..reaches.len() {
                if reaches[at].bits & self.every == 0 {
                    continue;
                }
                if let Some(reach) = self.reach_alone(facts, fixed, state, at, &reaches) {
                    reaches[at] = reach;
                }
            }
            reached = reaches.iter().fold(0, |reached, reach| reached | reach.bits);
        }
        let assured = self.assured(facts, fixed, state, &reaches);
        if let Some(assured) = &assured {
            let bits = reaches.iter().zip(assured);
            reached =
                bits.fold(0, |reached, (reach, is)| reached | if *is { reach.called } else { reach.bits });
        }
        if reached & self.every == self.every && dead.is_empty() {
            return Ok(reaches);
        }
        let sticking = self.sticking(facts, state, &reaches);
        let mut met = 0;
        for (at, &task) in state.active.iter().enumerate().filter(|(at, _)| sticking[*at]) {
            if assured.as_ref().is_none_or(|assured| !assured[at]) {
                met |= self.meets(facts, fixed, state, task);
            }
        }
        if !dead.is_empty() {
            reached &= !self.dead_locations(facts, state, &dead, reached);
        }
        let left = self.every & !met & !reached;
        if left == 0 { Ok(reaches) } else { Err(left.trailing_zeros() as usize) }
    }

    /// For each active task, whether the condition that is looked for is assured at its object; none if it is none that
    /// could be.
    fn assured(&self, facts: &Facts, fixed: &Fixed, state: &State, reaches: &[Reach]) -> Option<Vec<bool>> {
        let wanted = self.condition?;
        let is_assured = |&task: &TaskId| {
            let this = state.task(task).activity().and_then(|activity| match activity.frames[..] {
                [frame] => frame.this,
                _ => None,
            });
            this.is_some_and(|this| is_assured(wanted, this, facts, fixed, state, reaches))
        };
        Some(state.active.iter().map(is_assured).collect())
    }

    /// For each active task, whether it may be part of a chain of waiting tasks of this cycle, now or later.
    fn sticking(&self, facts: &Facts, state: &State, reaches: &[Reach]) -> Vec<bool> {
        let mut sticking = vec![true; state.active.len()];
        if !self.has_all || self.is_condition() {
            return sticking;
        }
        let called = reaches.iter().fold(0, |called, reach| called | reach.called);
        let points_of = |wanted: &dyn Fn(Node) -> bool| {
            let bits = self.all.iter().enumerate().filter(|(_, time)| wanted(time.from));
            bits.fold(0u64, |bits, (bit, _)| bits | 1 << bit)
        };
        let index_of = |task: TaskId| state.active.iter().position(|&other| other == task);
        // What may change, for each task: whom it waits for now, who keeps its location now.
        let mut changing: Vec<(usize, Vec<usize>)> = Vec::new();
        for (at, &task) in state.active.iter().enumerate() {
            let entry = state.task(task);
            let (Some(activity), Some(root)) = (entry.activity(), facts.abstract_task(state, task)) else {
                continue;
            };
            let place = Node::Location(facts.of(root).location);
            let blocking = points_of(&|node| node == place);
            let own = points_of(&|node| node == place || node == Node::Task(root));
            let others = state.active.iter().zip(reaches).filter(|&(&other, _)| {
                other != task && state.task(other).info.location == entry.info.location
            });
            let blocks_later = others.fold(called, |bits, (_, reach)| bits | reach.bits) & blocking != 0;
            if blocks_later || reaches[at].bits & own != 0 {
                continue;
            }
            let on = waits_for(state, task, activity);
            changing.push((at, on.into_iter().filter_map(index_of).collect()));
        }
        loop {
            let gone = |on: &Vec<usize>| on.iter().all(|&other| !sticking[other]);
            let done: Vec<usize> =
                changing.iter().filter(|(at, on)| sticking[*at] && gone(on)).map(|&(at, _)| at).collect();
            if done.is_empty() {
                return sticking;
            }
            for at in done {
                sticking[at] = false;
            }
        }
    }

    fn reach(&self, facts: &Facts, fixed: &Fixed, state: &State, task: TaskId) -> Reach {
        match state.task(task).activity() {
            Some(activity) => self.reaching.of(&self.all, fixed, facts, state, activity, &|_, _| false),
            None => Reach::default(),
        }
    }

    /// The same, knowing the fields that nobody but the task itself will assign any more.
    fn reach_alone(
        &self,
        facts: &Facts,
        fixed: &Fixed,
        state: &State,
        at: usize,
        reaches: &[Reach],
    ) -> Option<Reach> {
        let activity = state.task(state.active[at]).activity()?;
        let others = || reaches.iter().enumerate().filter(|&(other, _)| other != at);
        if reaches[at].writes_more || others().any(|(_, reach)| reach.writes_more) {
            return None;
        }
        let stays = |object: AbstractObject, field: u32| {
            let assigned = |&(written, assigned, _): &(AbstractObject, u32, bool)| {
                (written, assigned) == (object, field)
            };
            !others().any(|(_, reach)| reach.writes.iter().any(assigned))
                && !reaches[at].writes.iter().any(|write| write.2 && assigned(write))
        };
        Some(self.reaching.of(&self.all, fixed, facts, state, activity, &stays))
    }

    /// Can the state still come to a deadlock that represents the cycle?
    #[must_use]
    pub fn admits(&self, facts: &Facts, fixed: &Fixed, state: &State) -> bool {
        self.failing(facts, fixed, state).is_none()
    }

    /// Is every constraint met by a task that waits now?
    #[must_use]
    pub fn represented(&self, facts: &Facts, fixed: &Fixed, state: &State) -> bool {
        self.met(facts, fixed, state) & self.every == self.every
    }

    /// The constraints that tasks meet now.
    fn met(&self, facts: &Facts, fixed: &Fixed, state: &State) -> u64 {
        state.active.iter().fold(0, |met, &task| met | self.meets(facts, fixed, state, task))
    }

    /// The constraints that this task meets now.
    fn meets(&self, facts: &Facts, fixed: &Fixed, state: &State, task: TaskId) -> u64 {
        let Some(activity) = state.task(task).activity() else { return 0 };
        let (futures, blocks, awaits_condition): (&[_], bool, bool) = match &activity.wait {
            Wait::Future(future) => (std::slice::from_ref(future), true, false),
            Wait::Guard { futures, condition, .. } => (futures, false, condition.is_some()),
            _ => return 0,
        };
        let Some(frame) = activity.frames.last() else { return 0 };
        let point = fixed.code.codes[frame.code.index()].spans[(frame.next as usize).saturating_sub(1)];
        if self.times.iter().take(LIMIT).all(|time| time.point != point) {
            return 0;
        }
        let Some(root) = facts.abstract_task(state, task) else { return u64::MAX };
        let mut met = 0;
        for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
            let fits = match time.from {
                Node::Location(location) => blocks && facts.of(root).location == location,
                Node::Task(task) => !blocks && root == task,
            };
            let waits_for = |&future: &_| {
                !state.task(future).is_done()
                    && facts.abstract_task(state, future).is_none_or(|target| time.target == Some(target))
            };
            let waits = match time.target {
                Some(_) => futures.iter().any(waits_for),
                None => awaits_condition,
            };
            if time.point == point && fits && waits {
                met |= 1 << bit;
            }
        }
        met
    }

    /// The constraints on locations that are blocked for ever, all of them, and of which no more can be made.
    fn dead_locations(&self, facts: &Facts, state: &State, dead: &[TaskId], reached: u64) -> u64 {
        let mut gone = 0;
        for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
            let Node::Location(wanted) = time.from else { continue };
            if reached & 1 << (LIMIT + bit) != 0 {
                continue;
            }
            let alive = (0..state.locations.len()).any(|at| {
                let fits = facts.abstract_location(state, LocationId(at as u32));
                let blocked = state.holders[at].is_some_and(|holder| dead.contains(&holder));
                fits.is_none_or(|location| location == wanted) && !blocked
            });
            if !alive {
                gone |= 1 << bit;
            }
        }
        gone
    }

    /// How promising a step of each active task is, the lower the better: whether it brings somebody to a point whose
    /// constraint nobody meets yet, and how many calls away; else to any point; else neither. Who is waited for by
    /// somebody promising is nearly as promising, unless the other one waits where a constraint wants him.
    #[must_use]
    pub fn ranks(&self, facts: &Facts, fixed: &Fixed, state: &State) -> Vec<(TaskId, u64)> {
        let met = self.met(facts, fixed, state);
        let near = |reach: &Reach, wanted: u64| {
            let wanted = (0..self.times.len().min(LIMIT)).filter(|bit| wanted & 1 << bit != 0);
            wanted.map(|bit| reach.calls(bit)).min().unwrap_or(NEVER)
        };
        let mut ranks: Vec<(TaskId, u64)> = Vec::with_capacity(state.active.len());
        let mut keeps_waiting = Vec::with_capacity(state.active.len());
        for &task in &state.active {
            let reach = self.reach(facts, fixed, state, task);
            let rank = match (near(&reach, !met), near(&reach, u64::MAX)) {
                (NEVER, NEVER) => 4 * u64::from(NEVER),
                (NEVER, any) => 2 * u64::from(NEVER) + u64::from(any),
                (unmet, _) => 2 * u64::from(unmet),
            };
            ranks.push((task, rank));
            keeps_waiting.push(self.meets(facts, fixed, state, task) != 0);
        }
        for _ in 0..ranks.len() {
            let mut changed = false;
            for at in 0..ranks.len() {
                let (task, rank) = ranks[at];
                let Some(activity) = state.task(task).activity().filter(|_| !keeps_waiting[at]) else {
                    continue;
                };
                for on in waits_for(state, task, activity) {
                    if let Some(other) = ranks.iter_mut().find(|(other, other_rank)| {
                        *other == on && rank < 4 * u64::from(NEVER) && *other_rank > rank + 1
                    }) {
                        other.1 = rank + 1;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        ranks
    }
}
