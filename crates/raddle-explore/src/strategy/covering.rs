//! Reduction where runs are cut: by guides, bounds, early stops, or because what a step touches depends on the state.
//!
//! **Source.** Source sets with sleep sets (Abdulla, Aronis, Jonsson, Sagonas, JACM 2017), on the races of Flanagan and
//! Godefroid (POPL 2005), and for bounds the conservative points of Coons, Musuvathi, McKinley (OOPSLA 2013), in a
//! simpler form: a cut opens every enabled actor at each node of its prefix.
//!
//! **Names.** The paper's `backtrack(E)` is `Node::wanted`, its sleep set is `Node::asleep`, its `I(v)` is `initials`.
//!
//! **Deviations.** (1) The nodes of the first steps are open from the start, so that their subtrees are jobs which
//! change no ancestor, and the counts are the same for any number of workers. (2) All conflicting pairs that the causal
//! order leaves open are races, not only adjacent ones: a lock between two acquisitions hides neither. (3) Under a bound
//! that depends on the order of independent steps, an actor is put to sleep only if nothing was cut below it.
//!
//! Whom a guide lets wait is left out, which counts as a cut: the races that he would show are missing. He has no step in
//! any shortest run to what the guide looks for, in whatever order, so that sleep sets lose no such run either.
//!
//! **Guarantee.** Everything that `exhaustive` finds under the same guide and bounds is found. No two complete runs are
//! of one trace unless a bound depends on the order; runs may be blocked.

use serde::{Deserialize, Serialize};

use crate::arrival::{arrive, rank_of};
use crate::bounds::Used;
use crate::ending::Ending;
use crate::guide::{Answer, Guide};
use crate::livelock::CycleWatch;
use crate::names::ActorId;
use crate::operation::{OperationKind, Touch, conflict};
use crate::pool::Pool;
use crate::program::{Choice, Program, Run};
use crate::search::Settings;
use crate::strategy::history::History;
use crate::strategy::{Job, Strategy};
use crate::verdict::Bound;
use crate::walker::Walker;
use crate::worker::Worker;

/// The number of steps whose nodes are open from the start.
const OPEN_STEPS: usize = 3;

/// An actor that could go at a node.
struct Alternative {
    actor: ActorId,
    options: u32,
    touches: Vec<Touch>,
    state: State,
    /// Whether something was cut in a run that took it here.
    cut: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nobody asked for it yet.
    Idle,
    /// It is to be explored.
    Wanted,
    /// It is being explored, with the next option to take.
    Going(u32),
    /// It has been explored.
    Done,
    /// Whatever begins with it is explored elsewhere.
    Asleep,
    /// Another worker explores it, and lets sleep what comes before it here.
    Given,
}

struct Node {
    alternatives: Vec<Alternative>,
    used: Used,
    open: bool,
    /// Whether it was counted as one that was kept because an alternative remained.
    counted: bool,
    /// One of the first nodes, whose subtrees may be given away before those to their left are explored.
    divisible: bool,
}

struct Search<P: Program, G: Guide<P::Run>> {
    walker: Walker<P, G>,
    history: History,
    nodes: Vec<Node>,
    /// How many steps came before the first node.
    offset: usize,
    cycles: CycleWatch,
    races: Vec<usize>,
}

/// The strategy.
pub struct Covering;

/// Every trace after these choices, less those that begin with a sleeping actor.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CoveringJob {
    choices: Vec<Choice>,
    asleep: Vec<ActorId>,
}

impl Job for CoveringJob {
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId)) {
        self.choices.for_each_actor(rename);
        self.asleep.iter_mut().for_each(rename);
    }
}

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for Covering {
    type Job = CoveringJob;

    fn seed(&self, _: &Settings) -> Vec<CoveringJob> {
        vec![CoveringJob::default()]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<CoveringJob>, job: CoveringJob) {
        explore(worker, jobs, job);
    }
}

/// Explores every trace that begins with these choices, less those that begin with a sleeping actor then.
fn explore<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    jobs: &Pool<CoveringJob>,
    CoveringJob { choices, asleep }: CoveringJob,
) {
    let mut covering = Search::<P, G> {
        walker: Walker::new(worker.program),
        history: History::default(),
        nodes: Vec::new(),
        offset: choices.len(),
        cycles: CycleWatch::close(),
        races: Vec::new(),
    };
    let mut used = Used::default();
    for (index, &choice) in choices.iter().enumerate() {
        let Ok(next) = used.after(&worker.settings.bounds, &covering.walker.pending, choice.actor) else {
            return;
        };
        used = next;
        let before = worker.stats;
        if G::ACTIVE {
            covering.walker.visit(worker);
        }
        if let Err(ending) = covering.step(worker, choice) {
            worker.end_run(&covering.walker.run, &covering.walker.log, &ending);
            return;
        }
        if index + 1 < choices.len() {
            worker.forget_steps_since(&before);
        }
    }
    covering.enter(worker, used, &asleep);
    while !worker.stopped() && covering.next(worker) {
        while worker.may_share() && jobs.hungry() && covering.give_away(worker, jobs) {}
    }
    // What the search was on its way to when it stopped was kept as well.
    worker.stats.choice_points += covering.nodes.iter_mut().map(Node::count).sum::<u64>();
}

impl<P: Program, G: Guide<P::Run>> Search<P, G> {
    fn step(&mut self, worker: &mut Worker<'_, P, G>, choice: Choice) -> Result<(), Ending> {
        let position = self.walker.len();
        let result = self.walker.step(worker, choice);
        if let Some(event) = self.walker.log.events().get(position) {
            let touches = self.walker.log.touches(event);
            let first = Choice::first(choice.actor);
            self.history.push(first, position as u32, event.kind, touches, &worker.context.effects);
        }
        result.map_err(|interruption| worker.interrupted(interruption))
    }

    /// Comes to a node: ends the run there, or lists what can go.
    fn enter(&mut self, worker: &mut Worker<'_, P, G>, used: Used, asleep: &[ActorId]) {
        let ending = match self.arrive(worker) {
            Err(ending) => ending,
            Ok(answer) => match self.list(worker, used, asleep, &answer) {
                Some(node) => {
                    self.walker.mark(worker);
                    self.nodes.push(node);
                    return;
                }
                None => Ending::Blocked,
            },
        };
        self.end(worker, &ending);
    }

    fn end(&mut self, worker: &mut Worker<'_, P, G>, ending: &Ending) {
        match ending {
            Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_) | Ending::Livelock(_)
                if !self.was_stopped() =>
            {
                self.race_blocked();
            }
            // Nothing that was cut off could have been swapped with what came before.
            Ending::Cut(Bound::Timeouts) => self.race_blocked(),
            // What can go is asleep, but what waits here may race with what came before, and with nothing elsewhere.
            Ending::Blocked => self.race_blocked(),
            _ => self.open_prefix(),
        }
        worker.end_run(&self.walker.run, &self.walker.log, ending);
    }

    /// Whether the run could still have gone on.
    fn was_stopped(&self) -> bool {
        !self.walker.run.has_exited() && self.walker.pending.enabled().next().is_some()
    }

    /// Counts the node; how the run ends there, if it does.
    fn arrive(&mut self, worker: &mut Worker<'_, P, G>) -> Result<Answer, Ending> {
        if !worker.count_state() {
            return Err(Ending::Interrupted);
        }
        let answer = arrive(worker, &mut self.walker, None)?;
        let Walker { run, log, .. } = &self.walker;
        match self.cycles.enter(run, log.len()) {
            Some(start) => Err(worker.cycle(log, start)),
            None => Ok(answer),
        }
    }

    /// What can go at the present node; `None` if all of it is asleep.
    fn list(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        used: Used,
        asleep: &[ActorId],
        answer: &Answer,
    ) -> Option<Node> {
        let pending = &self.walker.pending;
        let mut alternatives = Vec::new();
        let mut forbidden = false;
        for entry in pending.enabled() {
            if G::ACTIVE && answer.left_out.contains(&entry.actor) {
                forbidden = true;
                continue;
            }
            if let Err(bound) = used.after(&worker.settings.bounds, pending, entry.actor) {
                worker.hit(bound);
                forbidden = true;
                continue;
            }
            let state = if asleep.contains(&entry.actor) { State::Asleep } else { State::Idle };
            let touches = pending.touches(entry).to_vec();
            alternatives.push(Alternative {
                actor: entry.actor,
                options: entry.options,
                touches,
                state,
                cut: false,
            });
        }
        if G::ACTIVE {
            alternatives.sort_by_key(|alternative| rank_of(answer, pending, alternative.actor));
        }
        let divisible = self.walker.len() < OPEN_STEPS;
        if forbidden {
            self.open_prefix();
        }
        // What waits here may go later, but then it can't be put before what came before the time-out.
        if self.walker.pending.enabled().any(|entry| entry.kind == OperationKind::Timeout) {
            self.race_blocked();
        }
        let mut awake = alternatives.iter_mut().filter(|alternative| alternative.state == State::Idle);
        let first = awake.next()?;
        first.state = State::Wanted;
        let mut node = Node { alternatives, used, open: false, counted: false, divisible };
        if forbidden || divisible {
            node.open();
        }
        Some(node)
    }

    /// A run was cut below: what it would have shown is unknown, so everything is explored at each node of its prefix.
    fn open_prefix(&mut self) {
        for node in self.nodes.iter_mut().rev() {
            if let Some(going) = node.going() {
                going.cut = true;
            }
            node.open();
        }
    }

    /// Operations that wait at the end of a run race with what came before them, too.
    fn race_blocked(&mut self) {
        let pending = std::mem::take(&mut self.walker.pending);
        for entry in pending.entries().iter().filter(|entry| !entry.is_enabled()) {
            self.history.take_blocked(entry.actor, entry.kind, pending.touches(entry), &mut self.races);
            self.want_reversals(entry.actor, self.history.len());
        }
        self.walker.pending = pending;
    }

    /// Sees to it that each race that was found is reversed: with the event of `actor` that stands at `end`.
    fn want_reversals(&mut self, actor: ActorId, end: usize) {
        let races = std::mem::take(&mut self.races);
        for &race in &races {
            let Some(index) = race.checked_sub(self.offset) else { continue };
            if self.nodes[index].open {
                continue;
            }
            let initials = self.initials(race, actor, end);
            let node = &mut self.nodes[index];
            let wanted = |alternative: &Alternative| {
                alternative.state != State::Idle && initials.contains(&alternative.actor)
            };
            if node.alternatives.iter().any(wanted) {
                continue;
            }
            let can_go =
                |wanted: ActorId| node.alternatives.iter().any(|alternative| alternative.actor == wanted);
            let chosen = initials.iter().copied().find(|&initial| initial == actor && can_go(initial));
            match chosen.or_else(|| initials.iter().copied().find(|&initial| can_go(initial))) {
                Some(chosen) => node.want(chosen),
                None => node.open(),
            }
        }
        self.races = races;
    }

    /// The actors that can come first when what happened after `race` but not because of it happens without it, and
    /// then the event of `last` that is in hand and stands at `end`.
    fn initials(&self, race: usize, last: ActorId, end: usize) -> Vec<ActorId> {
        let reversed = &self.history.entries[race];
        let behind = |clock: &[u32]| clock[reversed.choice.actor.index()] >= reversed.index;
        let mut events: Vec<usize> = Vec::new();
        let mut initials = Vec::new();
        let mut seen = Vec::new();
        let mut consider = |actor: ActorId, clock: &[u32], events: &[usize]| {
            if seen.contains(&actor) {
                return;
            }
            seen.push(actor);
            let knows = |&event: &usize| {
                let entry = &self.history.entries[event];
                clock.get(entry.choice.actor.index()).is_some_and(|&known| known >= entry.index)
            };
            if !events.iter().any(knows) {
                initials.push(actor);
            }
        };
        for position in race + 1..end.min(self.history.len()) {
            let clock = self.history.clock(position);
            if !behind(clock) {
                consider(self.history.entries[position].choice.actor, clock, &events);
                events.push(position);
            }
        }
        consider(last, self.history.clock_in_hand(), &events);
        initials
    }

    /// Takes the next alternative of the deepest node; `false` when none is left.
    fn next(&mut self, worker: &mut Worker<'_, P, G>) -> bool {
        let position = self.offset + self.nodes.len().saturating_sub(1);
        let order = worker.settings.bounds.depend_on_order();
        let Some(node) = self.nodes.last_mut() else { return false };
        worker.stats.choice_points += node.count();
        let Some((actor, option, touches)) = node.take(order) else {
            self.nodes.pop();
            return true;
        };
        let asleep = node.asleep_after(actor, &touches);
        let used = node.used;
        if self.walker.len() != position {
            if let Err(interruption) = self.walker.rewind(worker, position, false) {
                worker.lost(interruption);
                return false;
            }
            self.walker.mark(worker);
            self.cycles.rewind(position);
            self.history.truncate(position);
        }
        let used = used.after(&worker.settings.bounds, &self.walker.pending, actor).unwrap_or(used);
        match self.step(worker, Choice { actor, option }) {
            Ok(()) => {
                self.history.races_of_hand(&mut self.races);
                self.want_reversals(actor, position);
                let log = &self.walker.log;
                let really = log.events().last().map_or(&[][..], |event| log.touches(event));
                // What it really touched may be more than it told.
                let asleep: Vec<ActorId> = asleep
                    .into_iter()
                    .filter(|(_, sleeping)| !conflict(sleeping, really))
                    .map(|(actor, _)| actor)
                    .collect();
                self.enter(worker, used, &asleep);
            }
            Err(ending) => {
                if ending == Ending::Interrupted && !worker.stopped() {
                    self.open_prefix();
                }
                self.end(worker, &ending);
            }
        }
        true
    }

    /// Gives a subtree of an open node to another worker; `false` when there is none to spare.
    fn give_away(&mut self, worker: &Worker<'_, P, G>, jobs: &Pool<CoveringJob>) -> bool {
        let order = worker.settings.bounds.depend_on_order();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let position = self.offset + index;
            // Deeper nodes may be opened by what is found below them, which a job can't tell.
            if !node.divisible {
                return false;
            }
            let waits = |alternative: &Alternative| alternative.state == State::Wanted;
            let Some(last) = node.alternatives.iter().rposition(waits) else { continue };
            let Alternative { actor, options, ref touches, .. } = node.alternatives[last];
            let touches = touches.clone();
            let asleep = node.asleep_before(last, &touches, order);
            node.alternatives[last].state = State::Given;
            let earlier: Vec<Choice> = self.walker.log.choices().take(position).collect();
            for option in 0..options {
                let choices = earlier.iter().copied().chain([Choice { actor, option }]).collect();
                let asleep = asleep.clone();
                jobs.give(CoveringJob { choices, asleep });
            }
            return true;
        }
        false
    }
}

impl Node {
    /// One if more than one way to go on is known now, for the first time.
    fn count(&mut self) -> u64 {
        let explored = |alternative: &&Alternative| !matches!(alternative.state, State::Idle | State::Asleep);
        let ways: u32 =
            self.alternatives.iter().filter(explored).map(|alternative| alternative.options).sum();
        u64::from(ways > 1 && !std::mem::replace(&mut self.counted, ways > 1))
    }

    fn going(&mut self) -> Option<&mut Alternative> {
        self.alternatives.iter_mut().find(|alternative| matches!(alternative.state, State::Going(_)))
    }

    /// Everything that can go and is awake is to be explored.
    fn open(&mut self) {
        self.open = true;
        for alternative in &mut self.alternatives {
            if alternative.state == State::Idle {
                alternative.state = State::Wanted;
            }
        }
    }

    fn want(&mut self, actor: ActorId) {
        let idle =
            |alternative: &&mut Alternative| alternative.actor == actor && alternative.state == State::Idle;
        if let Some(alternative) = self.alternatives.iter_mut().find(idle) {
            alternative.state = State::Wanted;
        }
    }

    /// The next choice to make here. `order`: a bound depends on the order of independent steps.
    fn take(&mut self, order: bool) -> Option<(ActorId, u32, Vec<Touch>)> {
        let divisible = self.divisible;
        loop {
            if let Some(alternative) = self.going() {
                let State::Going(option) = alternative.state else { unreachable!("it is going") };
                if option < alternative.options {
                    alternative.state = State::Going(option + 1);
                    return Some((alternative.actor, option, alternative.touches.clone()));
                }
                alternative.state = State::Done;
                // After a cut, another order of the same steps may be within the bound.
                alternative.cut = order && (alternative.cut || divisible);
            }
            let next = self.alternatives.iter_mut().find(|alternative| alternative.state == State::Wanted)?;
            next.state = State::Going(0);
        }
    }

    /// What sleeps after a step of `actor` with these touches: what slept before or was explored first, and does not
    /// conflict with it.
    fn asleep_after(&self, actor: ActorId, touches: &[Touch]) -> Vec<(ActorId, Vec<Touch>)> {
        let sleeping = self.alternatives.iter().filter(|alternative| {
            alternative.actor != actor
                && (alternative.state == State::Asleep
                    || (alternative.state == State::Done && !alternative.cut))
                && !conflict(&alternative.touches, touches)
        });
        sleeping.map(|alternative| (alternative.actor, alternative.touches.clone())).collect()
    }

    /// The same for the alternative at `index` of an open node, all of whose earlier ones count as explored; none of
    /// them does if a bound depends on the order, since what was cut below them is not known.
    fn asleep_before(&self, index: usize, touches: &[Touch], order: bool) -> Vec<ActorId> {
        let sleeping = self.alternatives.iter().enumerate().filter(|(other, alternative)| {
            (alternative.state == State::Asleep || (*other < index && !order))
                && *other != index
                && !conflict(&alternative.touches, touches)
        });
        sleeping.map(|(_, alternative)| alternative.actor).collect()
    }
}
