//! One execution of a Java program: how it begins, and what a step of a thread is. What the kernel is told about the steps
//! that are possible lives in `tell`.

use super::Shared;
use super::coarse::Foreseen;
use super::ends::DESTROYER;
use super::timeouts::{TIME, overtaken};
use crate::library::MethodId;
use crate::library::operations::Steps;
use crate::machine::heap::observe::is_outside;
use crate::machine::hidden::WordClass;
use crate::machine::interpret::Exit;
use crate::machine::interpret::watch::Instructions;
use crate::machine::looks::Looked;
use crate::machine::pending::{CALLS, NextOperation, Spot, is_element};
use crate::machine::stretch::{Granularity, Roles};
use crate::machine::thread::{Status, Thread, ThreadId};
use crate::machine::time::{Timed, Timeouts};
use crate::machine::world::World;
use crate::machine::{Event, Halt, Machine, Output};
use crate::run::start;
use crate::words::Words;
use raddle_explore::context::{Effects, Failure, Interruption, StepContext, Watcher};
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Access, OperationKind, Place, Touch};
use raddle_explore::program::{Choice, Mark, NamedState, Pending, PendingBuffer, Run, SourceId};
use raddle_explore::source::StackLine;
use raddle_explore::words::{ActorName, PlaceName};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// How much private code runs between two looks at whether somebody asks for the end.
const FUEL_BATCH: u64 = 65_536;

/// What a program did before its first choice.
pub(super) struct Prologue {
    effects: Effects,
    /// Whether nothing can go on after it, though the program has not ended.
    is_standstill: bool,
}

/// Of the program's own calls that lead to a gap, so many are named.
const MOST_CALLS: usize = 8;

/// What is missing, where, and by which calls of the program one comes there.
fn gap(missing: &str, stack: &[String], own: impl Iterator<Item = String>) -> String {
    let place = stack.first().map_or("", String::as_str);
    let calls = own.filter(|call| call != place).take(MOST_CALLS);
    let text = if place.is_empty() { missing.to_owned() } else { format!("{missing}, at {place}") };
    calls.fold(text, |text, call| format!("{text}, called at {call}"))
}

/// Labels of classes of words; those that are touched where nothing can stop have one for each method.
pub(super) type Labels = FxHashMap<(WordClass, Option<MethodId>), u32>;

/// One execution of a Java program.
#[derive(Clone)]
pub struct JavaRun {
    pub(super) shared: Arc<Shared>,
    pub(super) machine: Option<Machine>,
    pub(super) actors: Vec<ActorId>,
    pub(super) ended: Option<Halt>,
    /// What happened before the first choice and was not told yet.
    pub(super) prologue: Option<Rc<Prologue>>,
    pub(super) sources: Rc<RefCell<FxHashMap<(u32, u32), SourceId>>>,
    /// What is known of the looks of all runs.
    pub(super) looked: Rc<RefCell<BTreeSet<Looked>>>,
    /// Places of timed waits that are known of all runs.
    pub(super) timed_waits: Rc<RefCell<BTreeSet<(u32, u32)>>>,
    /// Methods that were looked at, and whether they are part of the concurrent library; `None` where that depends on who
    /// calls them.
    pub(super) concurrent: Rc<RefCell<FxHashMap<u32, Option<bool>>>>,
    pub(super) granularity: Granularity,
    /// It is only looked at, to find out how coarse steps can be.
    pub(super) is_scout: bool,
    pub(super) roles: Rc<Roles>,
    /// Instructions that this run and its copies have executed.
    pub(super) bytecodes: Rc<Cell<u64>>,
    /// What its threads, objects and variables are called; filled while a trace is recorded.
    pub(super) words: Rc<RefCell<Words>>,
    /// The labels of what is touched out of sight, as far as this OS thread has asked for them.
    pub(super) labels: Rc<RefCell<Labels>>,
    /// What the next stretch of each thread would do, where it is one and can go.
    pub(super) foreseen: Vec<Option<Rc<Foreseen>>>,
}

impl JavaRun {
    pub(super) fn boot(shared: &Arc<Shared>) -> JavaRun {
        let mut run = JavaRun {
            shared: Arc::clone(shared),
            machine: None,
            actors: vec![ActorId(0)],
            ended: None,
            prologue: None,
            sources: Rc::default(),
            looked: Rc::default(),
            timed_waits: Rc::default(),
            concurrent: Rc::default(),
            granularity: Granularity::default(),
            is_scout: false,
            roles: Rc::new(Roles::new(Steps::with(&shared.options.loosened_steps))),
            bytecodes: Rc::default(),
            words: Rc::default(),
            labels: Rc::default(),
            foreseen: Vec::new(),
        };
        match start(&shared.options, Output::Kept(Rc::default())) {
            Ok(mut machine) => {
                machine.stops = true;
                machine.spurious_wakeups = shared.options.spurious_wakeups;
                machine.hidden.records = true;
                machine.hidden.exposed = shared.sight().exposed();
                machine.timeouts = shared.options.timeouts;
                let main = Rc::make_mut(&mut machine.threads[0]);
                machine.start_of_time = std::mem::take(&mut main.clock);
                machine.publish_statics();
                run.machine = Some(machine);
                let mut context = StepContext::plain().recording();
                if let Err(interruption) = run.advance(ThreadId(0), &mut context)
                    && run.ended.is_none()
                {
                    run.ended = Some(Halt::Limit(format!("before the first choice: {interruption}")));
                }
                if let Some(machine) = run.machine.as_mut() {
                    machine.keep_base();
                }
                run.prologue = Some(Rc::new(Prologue { effects: context.effects, is_standstill: false }));
            }
            Err(halt) => run.ended = Some(halt),
        }
        run
    }

    /// A copy that is a run of its own: names belong to a run, and its copies share them.
    pub(super) fn anew(&self) -> JavaRun {
        let words = Rc::new(RefCell::new(self.words.borrow().clone()));
        JavaRun { words, ..self.clone() }
    }

    /// The machine, where it could be started.
    pub fn machine(&self) -> Option<&Machine> {
        self.machine.as_ref()
    }

    /// Whether something went wrong before the first choice that was not told yet.
    pub(super) fn fails_at_once(&self) -> bool {
        let fails = |prologue: &Rc<Prologue>| prologue.is_standstill || !prologue.effects.failures.is_empty();
        self.prologue.as_ref().is_some_and(fails)
    }

    /// Keeps in mind that nothing can go on from the beginning, so that there is a step that tells of it.
    pub(super) fn look_for_standstill(&mut self) {
        let mut pending = PendingBuffer::default();
        self.pending(&mut pending);
        let stands =
            self.ended.is_none() && !pending.entries().is_empty() && pending.enabled().next().is_none();
        if let Some(prologue) = self.prologue.as_mut().and_then(Rc::get_mut) {
            prologue.is_standstill = stands;
        }
    }

    /// How the program ended, if it has.
    pub fn ended(&self) -> Option<&Halt> {
        self.ended.as_ref()
    }

    pub(super) fn thread_of(&self, actor: ActorId) -> Option<ThreadId> {
        self.actors.iter().position(|known| *known == actor).map(|index| ThreadId(index as u32))
    }

    /// Runs a thread from where it stands to its next operation.
    pub(super) fn advance<W: Watcher<Instructions>>(
        &mut self,
        id: ThreadId,
        context: &mut StepContext<'_, W>,
    ) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_mut() else { return Ok(()) };
        let index = id.0 as usize;
        let placeholder = Rc::new(Thread::new(id, machine.threads[index].object, 0));
        let taken = std::mem::replace(&mut machine.threads[index], placeholder);
        let mut thread = Rc::try_unwrap(taken).unwrap_or_else(|shared| Thread::clone(&shared));
        let before = thread.bytecodes;
        if machine.publications.running != id {
            machine.new_memory = 0..0;
        }
        machine.publications.running = id;
        let outcome = loop {
            let fuel = FUEL_BATCH.min(context.fuel_per_step);
            match machine.interpret_watched::<true, W>(&mut thread, fuel, 0, context.watcher()) {
                Exit::Operation | Exit::Blocked => break Ok(()),
                Exit::Quantum => {
                    if let Err(interruption) = context.burn(FUEL_BATCH) {
                        break Err(interruption);
                    }
                }
                Exit::Ended => {
                    if !machine.dispatch_uncaught(&mut thread) {
                        thread.frames.clear();
                        thread.ending = true;
                        break Ok(());
                    }
                }
                Exit::Halted(halt) => {
                    let outcome = match &*halt {
                        Halt::Exit(0) => Ok(()),
                        Halt::Exit(code) => {
                            context.fail(Failure::ExitCode(*code));
                            Ok(())
                        }
                        Halt::BadInput(what) | Halt::Deadlock(what) | Halt::Limit(what) => {
                            Err(Interruption::Unsupported { what: what.clone() })
                        }
                        Halt::Incomplete { missing, stack } => Err(Interruption::Unsupported {
                            what: gap(missing, stack, machine.own_calls(&thread)),
                        }),
                    };
                    self.ended = Some(*halt);
                    break outcome;
                }
                Exit::Interrupted(interruption) => break Err(*interruption),
                Exit::Boundary(_) | Exit::Thrown(_) => {}
            }
        };
        machine.trim_stack(&mut thread);
        self.bytecodes.set(self.bytecodes.get() + thread.bytecodes - before);
        machine.threads[index] = Rc::new(thread);
        outcome?;
        self.report(context)
    }

    /// The same where the operation is a call of the run's world: how much of an array it fills is known only then.
    fn advance_in_world<W: Watcher<Instructions>>(
        &mut self,
        id: ThreadId,
        operation: &NextOperation,
        context: &mut StepContext<'_, W>,
    ) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_ref() else { return Ok(()) };
        machine.heap.begin_observing();
        let outcome = self.advance(id, context);
        let Some(machine) = self.machine.as_ref() else { return outcome };
        let observed = machine.heap.take_observed(&machine.library, false);
        // A buffer has thousands of elements: each is looked up, not looked for.
        let written: FxHashSet<_> = observed.iter().map(|(spot, access)| (spot.place, *access)).collect();
        let is_filled = |touch: &&Touch| {
            let is_memory = !World::has(touch.place) && (is_outside(touch.place) || is_element(touch.place));
            !is_memory || touch.access == Access::Read || written.contains(&(touch.place, touch.access))
        };
        let touched: Vec<Touch> = operation.touches.iter().filter(is_filled).copied().collect();
        if touched.len() < operation.touches.len() {
            context.effects.touched = Some(touched);
        }
        outcome
    }

    /// Tells the kernel what happened to other threads, and lets new ones run to their first operation.
    pub(super) fn report<W: Watcher<Instructions>>(
        &mut self,
        context: &mut StepContext<'_, W>,
    ) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_mut() else { return Ok(()) };
        let events = std::mem::take(&mut machine.events);
        if let Output::Kept(kept) = &mut machine.output
            && !kept.is_empty()
        {
            let bytes: Vec<u8> = kept.iter().map(|(_, byte)| *byte).collect();
            context.print(&String::from_utf8_lossy(&bytes));
            *kept = Rc::default();
        }
        for event in events {
            match event {
                Event::Started(id) => {
                    let machine = self.machine.as_ref().expect("it was just there");
                    let thread = &machine.threads[id.0 as usize];
                    let parent = thread.parent.map(|parent| self.actors[parent.0 as usize]);
                    let actor = self.shared.names.child(parent, thread.ordinal);
                    self.actors.push(actor);
                    context.effects.before.push(actor);
                    context.note(|| {
                        format!(
                            "starts {}",
                            self.words.borrow_mut().name_actor(machine, actor, thread.object)
                        )
                    });
                    self.advance(id, context)?;
                }
                Event::Woken(id) => context.effects.before.push(self.actors[id.0 as usize]),
                Event::Uncaught(id, is_assertion, thrown, stack) => {
                    let failure = if is_assertion {
                        Failure::Assertion(thrown.into())
                    } else {
                        Failure::Exception(thrown.into())
                    };
                    context.fail_in(self.actors[id.0 as usize], failure, &stack);
                }
            }
        }
        Ok(())
    }
    /// What may be a cache, and is read or written by a thread's next operation.
    fn derived_spot(&self, id: ThreadId, operation: Option<&NextOperation>) -> Option<Spot> {
        let machine = self.machine.as_ref()?;
        let thread = &machine.threads[id.0 as usize];
        machine.derived_spot(thread, operation?).filter(|_| !self.is_concurrent_library(machine, thread))
    }

    /// Lets a thread do one operation: the one that it stands before.
    pub(super) fn operate<W: Watcher<Instructions>>(
        &mut self,
        id: ThreadId,
        option: u32,
        operation: Option<&NextOperation>,
        context: &mut StepContext<'_, W>,
    ) -> Result<(), Interruption> {
        let derived = self.derived_spot(id, operation);
        let Some(machine) = self.machine.as_mut() else { return Ok(()) };
        let index = id.0 as usize;
        if let Some(operation) = operation.filter(|operation| operation.begins_wait) {
            Rc::make_mut(&mut machine.threads[index]).waits = operation.waits;
            machine.note_writes(id, operation);
            return Ok(());
        }
        if machine.threads[index].waits.is_some() {
            Rc::make_mut(&mut machine.threads[index]).waits = None;
        }
        // One that could have ended without the end of the other, by an interrupt or by its time, knows of it as two accesses of
        // one variable know of each other: it might have come before.
        if let Some(operation) = operation
            && operation.kind == OperationKind::Join
            && machine.threads[index].status != Status::AwaitingEnds
            && !machine.threads[index].interrupted
            && machine.timeouts == Timeouts::Last
        {
            let joined = machine.joined_by(&machine.threads[index]);
            context.effects.after.extend(joined.map(|joined| self.actors[joined.0 as usize]));
        }
        if let Some(operation) = operation {
            machine.learn_time(id, operation);
            machine.note_own_operation(id, operation);
            machine.reserve_weak_access(id, operation);
        }
        machine.attempt_failed = false;
        machine.publications.behind = false;
        machine.new_memory = 0..0;
        machine.notified = option as usize;
        if machine.threads[index].ending {
            let mut thread = Thread::clone(&machine.threads[index]);
            thread.stack = Vec::new();
            let told = operation.map_or(&[][..], |operation| &operation.touches);
            if machine.book_of(&thread).is_some() {
                machine.thread_ended(&mut thread);
            } else {
                machine.observed_beyond(&mut thread, told, |machine, thread| machine.thread_ended(thread));
            }
            machine.threads[index] = Rc::new(thread);
            if let Some(operation) = operation {
                machine.leave_time(id, operation);
                machine.note_writes(id, operation);
            }
            return self.report(context);
        }
        if let Some(timed) = operation.and_then(|operation| operation.timed) {
            context.effects.timed_out = true;
            context.note(|| "times out".to_owned());
            if timed == Timed::Timeout {
                context.overtakes(|| overtaken(machine, id, &self.foreseen, &self.actors));
            }
            let thread = Rc::make_mut(&mut machine.threads[index]);
            match timed {
                Timed::Tick => thread.ticks += 1,
                Timed::Timeout if matches!(machine.timeouts, Timeouts::Early(_)) => thread.early += 1,
                Timed::Timeout => {}
            }
            if matches!(machine.threads[index].status, Status::Spinning(_)) {
                machine.run_out(id);
            }
        }
        machine.end_wait(id);
        let thread = Rc::make_mut(&mut machine.threads[index]);
        match thread.status {
            Status::Spinning(_) => {
                thread.status = Status::Runnable;
                thread.iterations.clear();
                thread.operated = false;
            }
            Status::Runnable => thread.granted = true,
            Status::AwaitingEnds => machine.begin_shutdown(id),
            _ => {
                let mut thread = Thread::clone(thread);
                machine.resume(&mut thread);
                thread.granted = true;
                machine.threads[index] = Rc::new(thread);
            }
        }
        let is_of_world =
            |operation: &&NextOperation| operation.touches.iter().any(|touch| World::has(touch.place));
        match operation.filter(is_of_world) {
            Some(operation) => self.advance_in_world(id, operation, context)?,
            None => self.advance(id, context)?,
        }
        let (Some(machine), Some(operation)) = (self.machine.as_mut(), operation) else { return Ok(()) };
        context.effects.value = derived.map(|spot| machine.comparable_value(spot));
        machine.leave_time(id, operation);
        if !(operation.is_attempt && machine.attempt_failed) {
            machine.note_writes(id, operation);
            machine.note_final_write(operation);
        }
        Ok(())
    }
}

impl Run for JavaRun {
    type Observation = Instructions;

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        let Some(machine) = &self.machine else { return };
        // What went wrong before the first choice is told in a step of its own.
        if self.fails_at_once() {
            let mut told = Pending::new(self.actors[0], OperationKind::Step);
            told.source = self.source(machine, &machine.threads[0]);
            into.push(told, &[]);
            return;
        }
        let mut order: Vec<usize> = (0..machine.threads.len()).collect();
        order.sort_by(|left, right| self.shared.names.compare(self.actors[*left], self.actors[*right]));
        for index in order {
            self.push_pending(machine, index, into);
        }
        if self.ended.is_none() && into.enabled().next().is_none() {
            into.explain(|actor| self.holder_of_blocker(machine, self.thread_of(actor)?));
            self.push_timeout(machine, into);
        } else if self.ended.is_none() {
            self.note_held_ticks(machine);
        }
    }

    fn step<W: Watcher<Instructions>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        if let Some(prologue) = self.prologue.take() {
            let Effects { failures, stack, output, .. } = &prologue.effects;
            context.print(output);
            for failed in failures {
                let actor = failed.actor.unwrap_or(self.actors[0]);
                context.fail_in(actor, failed.failure.clone(), stack);
            }
            if prologue.is_standstill {
                context.note(|| "runs alone up to where it waits".to_owned());
            }
            if prologue.is_standstill || !failures.is_empty() {
                return Ok(());
            }
        }
        if choice.actor == TIME {
            self.time_out(choice.option, context);
            return Ok(());
        }
        let Some(id) = self.thread_of(choice.actor) else { return Ok(()) };
        let foreseen = self.foreseen.get(id.0 as usize).cloned().flatten();
        let before = self.bytecodes.get();
        let done = self.stretch(id, choice.option, context)?;
        if done.operations > 1 {
            (context.effects.touched, context.effects.value) = (None, None);
        }
        if done.operations == 1 {
            let failed = self.machine.as_ref().is_some_and(|machine| machine.attempt_failed);
            context.effects.failed_attempt =
                failed && done.first.as_ref().is_some_and(|first| first.is_attempt);
        }
        if let Some(foreseen) = &foreseen {
            match &foreseen.method {
                Some(method) => context.call(|| format!("{method}()")),
                None => context.note(|| "atomic section".to_owned()),
            }
            let is_foreseen = |touch: &Touch| foreseen.touches.contains(touch);
            debug_assert!(
                done.touches.iter().all(is_foreseen),
                "{:?} touches what it did not before: {:?}",
                foreseen.method,
                done.touches.iter().filter(|touch| !is_foreseen(touch)).collect::<Vec<_>>()
            );
        }
        self.look_ahead(id, &done.touches, context.cancellation());
        context.instructions += self.bytecodes.get() - before;
        let spoken = done.first.as_ref().filter(|_| foreseen.is_none());
        self.put_into_words(spoken, context);
        self.keep_reservations();
        self.keep_looks();
        self.keep_timed_wait(id);
        self.keep_identities()?;
        self.keep_questions()
    }

    fn describe_actor(&self, actor: ActorId) -> Option<ActorName> {
        if let Some(name) = self.words.borrow().actor(actor) {
            return Some(name.to_owned().into());
        }
        if actor == TIME {
            return Some("time".to_owned().into());
        }
        if actor == DESTROYER {
            return Some("DestroyJavaVM".to_owned().into());
        }
        let path = self.shared.names.path(actor);
        let name = if path.0.len() == 1 { "main".to_owned() } else { format!("thread {path}") };
        Some(name.into())
    }

    fn describe_place(&self, place: Place) -> Option<PlaceName> {
        self.words.borrow().place(place)
    }

    fn has_exited(&self) -> bool {
        self.ended.is_some() && !self.fails_at_once()
    }

    fn held_locks(&self, into: &mut Vec<(Place, ActorId)>) {
        into.clear();
        if let Some(machine) = &self.machine {
            let held = machine.held_monitors();
            into.extend(held.map(|(place, owner)| (place, self.actors[owner.0 as usize])));
        }
    }

    fn holder(&self, place: Place) -> Option<ActorId> {
        let machine = self.machine.as_ref()?;
        let owner = match place.part {
            CALLS => machine.owner_of_lock(self.words.borrow().object_of(place)?)?,
            _ => machine.held_monitors().find(|(held, _)| *held == place)?.1,
        };
        Some(self.actors[owner.0 as usize])
    }

    fn fork(&self) -> Option<JavaRun> {
        Some(self.clone())
    }

    fn stack(&self, actor: ActorId) -> Vec<StackLine> {
        let (Some(machine), Some(id)) = (&self.machine, self.thread_of(actor)) else { return Vec::new() };
        let waiting = self.if_it_waited(id);
        let machine = waiting.as_ref().unwrap_or(machine);
        machine.calls(&machine.threads[id.0 as usize]).map(StackLine::Call).collect()
    }

    fn fingerprint(&self) -> Option<u128> {
        self.fingerprint_to_merge(&[])
    }

    fn fingerprint_marked(&self, marks: &[Mark]) -> Option<u128> {
        self.fingerprint_to_merge(marks)
    }

    fn fingerprint_named(&self) -> Option<NamedState> {
        self.fingerprints(&[], true)
    }

    fn fingerprint_actor(&self, actor: ActorId) -> Option<u128> {
        self.machine.as_ref()?.fingerprint_thread(self.thread_of(actor)?, &self.seen_creators())
    }

    fn fingerprint_place(&self, place: Place) -> Option<u128> {
        self.machine.as_ref()?.fingerprint_place(place, &self.seen_creators())
    }
}
