//! One execution of a Java program: how it begins, and what a step of a thread is. What the kernel is told about the steps
//! that are possible lives in `tell`.

use super::Shared;
use super::coarse::Foreseen;
use crate::machine::interpret::Exit;
use crate::machine::pending::NextOperation;
use crate::machine::stretch::{Granularity, Roles};
use crate::machine::thread::{Status, Thread, ThreadId};
use crate::machine::{Event, Halt, Machine, Output};
use crate::run::start;
use raddle_explore::context::{Effects, Failure, Interruption, StepContext, Watcher};
use raddle_explore::names::ActorId;
use raddle_explore::operation::{OperationKind, Place};
use raddle_explore::program::{Choice, Pending, PendingBuffer, Run, SourceId};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What a program did before its first choice.
pub(super) struct Prologue {
    failures: Vec<Failure>,
    output: String,
}

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
    /// Methods that were looked at, and whether they are part of the concurrent library.
    pub(super) concurrent: Rc<RefCell<FxHashMap<u32, bool>>>,
    pub(super) granularity: Granularity,
    pub(super) roles: Rc<Roles>,
    /// Instructions that this run and its copies have executed.
    pub(super) bytecodes: Rc<Cell<u64>>,
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
            concurrent: Rc::default(),
            granularity: Granularity::default(),
            roles: Rc::default(),
            bytecodes: Rc::default(),
            foreseen: Vec::new(),
        };
        match start(&shared.options, Output::Kept(Rc::default())) {
            Ok(mut machine) => {
                machine.stops = true;
                machine.spurious_wakeups = shared.options.spurious_wakeups;
                machine.publish_statics();
                machine.keep_base();
                run.machine = Some(machine);
                let mut context = StepContext::plain().recording();
                if let Err(interruption) = run.advance(ThreadId(0), &mut context) {
                    run.ended = Some(Halt::Limit(format!("before the first choice: {interruption:?}")));
                }
                let Effects { failures, output, .. } = context.effects;
                if !failures.is_empty() || !output.is_empty() {
                    run.prologue = Some(Rc::new(Prologue { failures, output }));
                }
            }
            Err(halt) => run.ended = Some(halt),
        }
        run
    }

    /// The machine, where it could be started.
    pub fn machine(&self) -> Option<&Machine> {
        self.machine.as_ref()
    }

    /// Whether something went wrong before the first choice that was not told yet.
    pub(super) fn fails_at_once(&self) -> bool {
        self.prologue.as_ref().is_some_and(|prologue| !prologue.failures.is_empty())
    }

    /// How the program ended, if it has.
    pub fn ended(&self) -> Option<&Halt> {
        self.ended.as_ref()
    }

    pub(super) fn thread_of(&self, actor: ActorId) -> Option<ThreadId> {
        self.actors.iter().position(|known| *known == actor).map(|index| ThreadId(index as u32))
    }

    /// Runs a thread from where it stands to its next operation.
    pub(super) fn advance<W>(
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
        let outcome = loop {
            match machine.interpret::<true>(&mut thread, context.fuel_per_step, 0) {
                Exit::Operation | Exit::Blocked => break Ok(()),
                Exit::Quantum => break Err(Interruption::OutOfFuel),
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
                        Halt::Incomplete { missing, stack } => {
                            let place = stack.first().map_or(String::new(), |place| format!(", at {place}"));
                            Err(Interruption::Unsupported { what: format!("{missing}{place}") })
                        }
                    };
                    self.ended = Some(*halt);
                    break outcome;
                }
                Exit::Boundary(_) | Exit::Thrown(_) => {}
            }
        };
        machine.trim_stack(&mut thread);
        self.bytecodes.set(self.bytecodes.get() + thread.bytecodes - before);
        machine.threads[index] = Rc::new(thread);
        outcome?;
        self.report(context)
    }

    /// Tells the kernel what happened to other threads, and lets new ones run to their first operation.
    pub(super) fn report<W>(&mut self, context: &mut StepContext<'_, W>) -> Result<(), Interruption> {
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
                        format!("starts {}", self.shared.words().name_actor(machine, actor, thread.object))
                    });
                    self.advance(id, context)?;
                }
                Event::Woken(id) => context.effects.before.push(self.actors[id.0 as usize]),
                Event::Uncaught(_, true, words) => context.fail(Failure::Assertion(words)),
                Event::Uncaught(_, false, words) => context.fail(Failure::Exception(words)),
            }
        }
        Ok(())
    }
    /// Lets a thread do one operation: the one that it stands before.
    pub(super) fn operate<W>(
        &mut self,
        id: ThreadId,
        option: u32,
        operation: Option<&NextOperation>,
        context: &mut StepContext<'_, W>,
    ) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_mut() else { return Ok(()) };
        let index = id.0 as usize;
        if let Some(operation) = operation
            && operation.kind == OperationKind::Join
        {
            let joined = machine.joined_by(&machine.threads[index]);
            context.effects.after.extend(joined.map(|joined| self.actors[joined.0 as usize]));
        }
        if let Some(operation) = operation {
            machine.note_own_operation(id, operation);
            machine.reserve_weak_access(id, operation);
        }
        machine.attempt_failed = false;
        machine.notified = option as usize;
        if machine.threads[index].ending {
            let mut thread = Thread::clone(&machine.threads[index]);
            thread.stack = Vec::new();
            machine.thread_ended(&mut thread);
            machine.threads[index] = Rc::new(thread);
            if let Some(operation) = operation {
                machine.note_writes(id, operation);
            }
            return self.report(context);
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
            _ => {
                let mut thread = Thread::clone(thread);
                machine.resume(&mut thread);
                thread.granted = true;
                machine.threads[index] = Rc::new(thread);
            }
        }
        self.advance(id, context)?;
        let (Some(machine), Some(operation)) = (self.machine.as_mut(), operation) else { return Ok(()) };
        if !(operation.is_attempt && machine.attempt_failed) {
            machine.note_writes(id, operation);
        }
        Ok(())
    }
}

impl Run for JavaRun {
    type Observation = ();

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        let Some(machine) = &self.machine else { return };
        // What went wrong before the first choice is told in a step of its own.
        if self.fails_at_once() {
            into.push(Pending::new(self.actors[0], OperationKind::Step), &[]);
            return;
        }
        let mut order: Vec<usize> = (0..machine.threads.len()).collect();
        order.sort_by(|left, right| self.shared.names.compare(self.actors[*left], self.actors[*right]));
        for index in order {
            self.push_pending(machine, index, into);
        }
        if self.ended.is_none() && into.enabled().next().is_none() {
            into.explain(|actor| self.holder_of_blocker(machine, self.thread_of(actor)?));
        }
    }

    fn step<W: Watcher<()>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        if let Some(prologue) = self.prologue.take() {
            context.print(&prologue.output);
            if !prologue.failures.is_empty() {
                prologue.failures.iter().cloned().for_each(|failure| context.fail(failure));
                return Ok(());
            }
        }
        let Some(id) = self.thread_of(choice.actor) else { return Ok(()) };
        let foreseen = self.foreseen.get(id.0 as usize).cloned().flatten();
        let before = self.bytecodes.get();
        let done = self.stretch(id, choice.option, context)?;
        if done.operations == 1 {
            let failed = self.machine.as_ref().is_some_and(|machine| machine.attempt_failed);
            context.effects.failed_attempt =
                failed && done.first.as_ref().is_some_and(|first| first.is_attempt);
        }
        if let Some(foreseen) = &foreseen {
            context.note(|| foreseen.name.clone());
            debug_assert!(done.touches.iter().all(|touch| foreseen.touches.contains(touch)), "{foreseen:?}");
        }
        self.look_ahead(id, &done.touches);
        context.instructions += self.bytecodes.get() - before;
        let spoken = done.first.as_ref().filter(|_| foreseen.is_none());
        self.put_into_words(spoken, context);
        self.reserve_coarse();
        self.keep_reservations();
        Ok(())
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

    fn fork(&self) -> Option<JavaRun> {
        Some(self.clone())
    }

    fn stack(&self, actor: ActorId) -> Vec<String> {
        let (Some(machine), Some(id)) = (&self.machine, self.thread_of(actor)) else { return Vec::new() };
        let waiting = self.if_it_waited(id);
        let machine = waiting.as_ref().unwrap_or(machine);
        machine.describe_stack(&machine.threads[id.0 as usize])
    }

    fn fingerprint(&self) -> Option<u128> {
        let ended =
            self.ended.as_ref().map_or(0, |halt| xxhash_rust::xxh3::xxh3_128(format!("{halt:?}").as_bytes()));
        let untold = u128::from(self.fails_at_once());
        self.machine.as_ref()?.fingerprint().map(|state| state.wrapping_add(ended).wrapping_add(untold))
    }
}
