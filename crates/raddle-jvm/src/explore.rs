//! A Java program as the kernel sees it: each thread is an actor, each step is one operation of a thread and its private
//! code up to the next one.
//!
//! A program can be shared between OS threads; its runs cannot. So each OS thread boots the JDK once, keeps that machine,
//! and forks it for every run. Guarantee: the same choices give the same run, in every process.

mod coarse;

use crate::machine::interpret::Exit;
use crate::machine::pending::{NextOperation, Readiness};
use crate::machine::stretch::{Granularity, Roles};
use crate::machine::thread::{Status, Thread, ThreadId};
use crate::machine::{Event, Halt, Machine, Output};
use crate::run::{RunOptions, start};
use crate::words::Words;
use coarse::Foreseen;
use raddle_explore::context::{Effects, Failure, Interruption, StepContext, Watcher};
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use raddle_explore::program::{Choice, Enabled, Pending, PendingBuffer, Program, Run, SourceId};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

static NEXT_PROGRAM: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The machines that this OS thread has booted, by program: they stand before their first choice.
    static BOOTED: RefCell<Vec<(u64, JavaRun)>> = const { RefCell::new(Vec::new()) };
}

/// Source places by number; the first is no place.
struct Sources {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources { texts: vec![String::new()], numbers: FxHashMap::default() }
    }
}

struct Shared {
    number: u64,
    options: RunOptions,
    names: Names,
    sources: Mutex<Sources>,
    words: Mutex<Words>,
    reservations: Mutex<BTreeSet<String>>,
    granularity: OnceLock<Granularity>,
}

impl Shared {
    fn words(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn source(&self, text: String) -> SourceId {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = sources.numbers.get(&text) {
            return SourceId(*number);
        }
        let number = sources.texts.len() as u32;
        sources.texts.push(text.clone());
        sources.numbers.insert(text, number);
        SourceId(number)
    }
}

/// A Java program whose schedules can be explored.
pub struct JavaProgram {
    shared: Arc<Shared>,
}

impl JavaProgram {
    /// A program; its class files are read when it is first started. [`JavaProgram::check`] says whether it can be.
    pub fn new(options: RunOptions) -> JavaProgram {
        let number = NEXT_PROGRAM.fetch_add(1, Ordering::Relaxed);
        let names = Names::with_roots(1);
        JavaProgram {
            shared: Arc::new(Shared {
                number,
                options,
                names,
                sources: Mutex::default(),
                words: Mutex::default(),
                reservations: Mutex::default(),
                granularity: OnceLock::new(),
            }),
        }
    }

    /// Boots the program on this OS thread, and says what is wrong with it if it cannot be started.
    pub fn check(&self) -> Result<(), Halt> {
        match self.start().ended {
            Some(Halt::Exit(_)) | None => Ok(()),
            Some(other) => Err(other),
        }
    }
}

impl Program for JavaProgram {
    type Run = JavaRun;

    fn name(&self) -> String {
        self.shared.options.main_class.clone()
    }

    fn start(&self) -> JavaRun {
        let number = self.shared.number;
        let known = BOOTED.with_borrow(|booted| {
            booted.iter().find(|(known, _)| *known == number).map(|(_, run)| run.clone())
        });
        if let Some(run) = known {
            return run;
        }
        let mut run = JavaRun::boot(&self.shared);
        run.granularity = self.shared.granularity(&run);
        run.look_ahead(ThreadId(0), &[]);
        BOOTED.with_borrow_mut(|booted| {
            // A few programs at a time: a booted machine takes some megabytes.
            if booted.len() >= 4 {
                booted.remove(0);
            }
            booted.push((number, run.clone()));
        });
        run
    }

    fn names(&self) -> &Names {
        &self.shared.names
    }

    fn describe_actor(&self, actor: ActorId) -> String {
        if let Some(name) = self.shared.words().actor(actor) {
            return name.to_owned();
        }
        let path = self.shared.names.path(actor);
        if path.0.len() == 1 { "main".to_owned() } else { format!("thread {path}") }
    }

    fn touches_depend_on_state(&self) -> bool {
        self.start().granularity.stretches
    }

    fn foretells(&self) -> bool {
        !self.touches_depend_on_state()
    }

    fn reservations(&self) -> Vec<String> {
        let reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
        reservations.iter().cloned().collect()
    }

    fn assumptions(&self) -> Vec<String> {
        let coarse = "calls of java.util.concurrent being atomic up to where they wait, as its authors say \
                      (--library-steps fine looks inside)";
        self.touches_depend_on_state().then(|| coarse.to_owned()).into_iter().collect()
    }

    fn describe_place(&self, place: Place) -> String {
        let words = self.shared.words();
        words.place(place).unwrap_or_default().to_owned()
    }

    fn describe_source(&self, source: SourceId) -> String {
        let sources = self.shared.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.texts.get(source.0 as usize).cloned().unwrap_or_default()
    }
}

/// What a program did before its first choice.
struct Prologue {
    failures: Vec<Failure>,
    output: String,
}

/// One execution of a Java program.
#[derive(Clone)]
pub struct JavaRun {
    shared: Arc<Shared>,
    machine: Option<Machine>,
    actors: Vec<ActorId>,
    ended: Option<Halt>,
    /// What happened before the first choice and was not told yet.
    prologue: Option<Rc<Prologue>>,
    sources: Rc<RefCell<FxHashMap<(u32, u32), SourceId>>>,
    /// Methods that were looked at, and whether they are part of the concurrent library.
    concurrent: Rc<RefCell<FxHashMap<u32, bool>>>,
    granularity: Granularity,
    roles: Rc<Roles>,
    /// Instructions that this run and its copies have executed.
    bytecodes: Rc<Cell<u64>>,
    /// What the next stretch of each thread would do, where it is one and can go.
    foreseen: Vec<Option<Rc<Foreseen>>>,
}

impl JavaRun {
    fn boot(shared: &Arc<Shared>) -> JavaRun {
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
    fn fails_at_once(&self) -> bool {
        self.prologue.as_ref().is_some_and(|prologue| !prologue.failures.is_empty())
    }

    /// How the program ended, if it has.
    pub fn ended(&self) -> Option<&Halt> {
        self.ended.as_ref()
    }

    fn thread_of(&self, actor: ActorId) -> Option<ThreadId> {
        self.actors.iter().position(|known| *known == actor).map(|index| ThreadId(index as u32))
    }

    /// Whether the thread is inside `java.util.concurrent` or what that is made of.
    fn is_concurrent_library(&self, machine: &Machine, thread: &Thread) -> bool {
        let Some(frame) = thread.frames.last() else { return false };
        if let Some(&known) = self.concurrent.borrow().get(&frame.method.0) {
            return known;
        }
        let name = machine.library.class_name(machine.library.method(frame.method).class);
        let inside = ["java/util/concurrent/", "jdk/internal/"].iter().any(|prefix| name.starts_with(prefix));
        self.concurrent.borrow_mut().insert(frame.method.0, inside);
        inside
    }

    /// The innermost place of the program's own code.
    fn source(&self, machine: &Machine, thread: &Thread) -> SourceId {
        let own = thread.frames.iter().rev().find(|frame| {
            let class = machine.library.method(frame.method).class;
            !machine.library.class(class).trusted
        });
        let Some(frame) = own.or(thread.frames.last()) else { return SourceId(0) };
        let key = (frame.method.0, frame.pc);
        if let Some(known) = self.sources.borrow().get(&key) {
            return *known;
        }
        let source = self.shared.source(machine.describe_frame(frame.method, frame.pc));
        self.sources.borrow_mut().insert(key, source);
        source
    }

    /// Runs a thread from where it stands to its next operation.
    fn advance<W>(&mut self, id: ThreadId, context: &mut StepContext<'_, W>) -> Result<(), Interruption> {
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
    fn report<W>(&mut self, context: &mut StepContext<'_, W>) -> Result<(), Interruption> {
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
}

impl JavaRun {
    /// Says what came of an operation, and what those that are next are about; only where somebody records.
    fn put_into_words<W>(&self, operation: Option<&NextOperation>, context: &mut StepContext<'_, W>) {
        let Some(machine) = &self.machine else { return };
        context.note(|| {
            let mut words = self.shared.words();
            for (index, thread) in machine.threads.iter().enumerate() {
                let call = self.foreseen.get(index).and_then(|foreseen| foreseen.as_ref()?.call);
                let spot = call.or_else(|| machine.next_operation(thread)?.spot);
                spot.iter().for_each(|spot| drop(words.spot(machine, *spot)));
            }
            let Some((operation, spot)) = operation.and_then(|operation| Some((operation, operation.spot?)))
            else {
                return String::new();
            };
            words.spot(machine, spot);
            let Some(value) = words.value(machine, spot) else { return String::new() };
            match operation.kind {
                OperationKind::Read | OperationKind::Write => format!("= {value}"),
                OperationKind::ReadModifyWrite if operation.is_attempt && machine.attempt_failed => {
                    format!("fails, = {value}")
                }
                OperationKind::ReadModifyWrite => format!("= {value}"),
                _ => String::new(),
            }
        });
    }

    /// Keeps what this run did that an exploration does not cover.
    fn keep_reservations(&self) {
        let Some(machine) = self.machine.as_ref().filter(|machine| !machine.reservations.is_empty()) else {
            return;
        };
        let mut reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
        if !machine.reservations.is_subset(&reservations) {
            reservations.extend(machine.reservations.iter().cloned());
        }
    }

    /// The thread that holds what a waiting thread waits for, where the lock tells: for people, since others than the
    /// holder can wake it, too.
    fn holder_of_blocker(&self, machine: &Machine, id: ThreadId) -> Option<ActorId> {
        let holder = machine.holder_of_blocker(&machine.threads[id.0 as usize])?;
        Some(self.actors[holder.0 as usize])
    }

    /// The mode of an access as races see it.
    fn seen_mode(&self, machine: &Machine, thread: &Thread, mode: Mode) -> Mode {
        match mode {
            // Its authors allow what races in there: it is no finding of the program's.
            Mode::Plain if self.is_concurrent_library(machine, thread) => Mode::Relaxed,
            mode => mode,
        }
    }

    /// Adds a thread's operation to what is pending.
    fn push_pending(&self, machine: &Machine, index: usize, into: &mut PendingBuffer) {
        let thread = &machine.threads[index];
        let mut push = |kind, mode, options, ready, touches: &[Touch]| {
            let mut pending = Pending::new(self.actors[index], kind);
            pending.mode = mode;
            pending.options = options;
            pending.daemon = thread.daemon;
            pending.source = self.source(machine, thread);
            pending.enabled = match ready {
                Readiness::Now => Enabled::Now,
                Readiness::WaitsFor(other) => Enabled::WaitsFor(self.actors[other.0 as usize]),
                Readiness::WaitsForAnyone => Enabled::WaitsForAnyone,
            };
            // What is left when the program has ended might have gone before the end: the kernel has to know of it.
            if self.ended.is_some() {
                pending.enabled = Enabled::Never;
            }
            into.push(pending, touches);
        };
        if let Some(Some(foreseen)) = self.foreseen.get(index) {
            push(foreseen.kind, foreseen.mode, 1, foreseen.ready, &foreseen.touches);
        } else if let Some(operation) = machine.next_operation(thread) {
            let mode = self.seen_mode(machine, thread, operation.mode);
            push(operation.kind, mode, operation.options, operation.ready, &operation.touches);
        }
    }

    /// Lets a thread do one operation: the one that it stands before.
    fn operate<W>(
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
