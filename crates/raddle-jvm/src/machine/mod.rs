//! The stepping machine: heap, threads, monitors and class states of one run, over a library that all runs share.
//!
//! A machine is a value: `Clone` forks it. Invariant: nothing that a run can observe depends on addresses, on the host's
//! clock, or on the order in which classes were loaded.

pub mod boot;
pub mod calls;
pub mod core;
pub mod derived;
pub mod fingerprint;
pub mod heap;
pub mod hidden;
pub mod initialize;
pub mod interpret;
pub mod invoke;
pub mod looks;
pub mod monitor;
pub mod objects;
pub mod own;
pub mod pending;
pub mod publish;
pub mod resolve;
pub mod schedule;
pub mod shutdown;
pub mod spin;
pub mod stretch;
pub mod thread;
pub mod throw;
pub mod time;
pub mod world;

use crate::library::made::Made;
use crate::library::{ClassId, Library, LoadError, MethodId};
use core::Core;
use heap::{Heap, Ref};
use monitor::Monitor;
use raddle_explore::context::Thrown;
use raddle_explore::source::{SourcePlace, StackLine, Whose};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use thread::{Thread, ThreadId};

/// Limits of a run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Frames of one thread; one more is a `StackOverflowError`.
    pub frames: usize,
    /// Bytes of the heap; more is an `OutOfMemoryError`.
    pub heap_bytes: u64,
    /// Instructions of the whole run; `None` for no limit.
    pub instructions: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { frames: 12_000, heap_bytes: 2 << 30, instructions: None }
    }
}

/// Why a whole run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The program ended with this exit code.
    Exit(i32),
    /// Something that is not supported was reached: what, and the Java stack.
    Incomplete {
        /// What is missing.
        missing: String,
        /// The Java call stack, innermost first.
        stack: Vec<String>,
    },
    /// A class file or jar is wrong.
    BadInput(String),
    /// No thread can go on, and none ever will.
    Deadlock(String),
    /// A limit of the run was reached.
    Limit(String),
}

/// What an instruction or a native method does instead of giving a value.
#[derive(Clone, Debug)]
pub enum Trap {
    /// It throws.
    Throw(Ref),
    /// It ends the run.
    Halt(Box<Halt>),
    /// Frames were pushed that must run before the instruction is repeated.
    Retry,
    /// A frame was pushed whose result is the result of the instruction.
    Entered,
    /// The thread has to wait; the instruction is repeated afterwards.
    Block,
    /// The instruction is an operation that was not granted yet.
    Stop,
    /// The instruction is done, and the thread's turn is over.
    Yield,
}

/// How far the initialisation of a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initialization {
    /// Not begun.
    Untouched,
    /// Under way, by a thread.
    Running(ThreadId),
    /// Done, and known to every thread from its beginning.
    Done,
    /// Done by a thread that had started so many others: who does not descend from a later one has to look first.
    DoneBy(ThreadId, u32),
    /// Failed.
    Failed,
}

/// The state of a class in one run.
#[derive(Clone, Copy, Debug)]
pub struct ClassState {
    /// Its `java.lang.Class`, once somebody asked.
    pub mirror: Ref,
    /// Its initialisation.
    pub initialization: Initialization,
}

/// Something that concerns more than the running thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A thread was started.
    Started(ThreadId),
    /// A waiting or parked thread was woken.
    Woken(ThreadId),
    /// A thread ended with an exception: whether it is a failed assertion, its words, and where it was thrown.
    Uncaught(ThreadId, bool, Thrown, Vec<StackLine>),
}

/// So many calls of a stack are told.
const DEEPEST_TOLD: usize = 200;

/// Where the program's output goes.
#[derive(Clone)]
pub enum Output {
    /// Kept, with the stream it went to.
    Kept(Rc<Vec<(u8, u8)>>),
    /// Passed on at once.
    Passed(Rc<RefCell<Sinks>>),
}

/// Where the two streams go.
pub struct Sinks {
    /// Standard output.
    pub out: Box<dyn Write>,
    /// Standard error.
    pub err: Box<dyn Write>,
}

/// One run of a Java program.
#[derive(Clone)]
pub struct Machine {
    /// The classes.
    pub library: Rc<Library>,
    /// The objects.
    pub heap: Heap,
    /// Class states by id.
    pub class_states: Rc<Vec<ClassState>>,
    /// References that constants and call sites resolved to in this run.
    pub resolved: Rc<Vec<Ref>>,
    /// The interned strings.
    pub interned: Rc<FxHashMap<Box<[u16]>, Ref>>,
    /// The threads, in the order of their starts. The one that runs is not in its place.
    pub threads: Vec<Rc<Thread>>,
    /// The thread that will run what is registered for the end, if something may be.
    pub destroyer: Option<ThreadId>,
    /// The monitors that are held or waited for.
    pub monitors: FxHashMap<Ref, Monitor>,
    /// The `java.lang.Module` of each named module.
    pub modules: Rc<FxHashMap<Box<str>, Ref>>,
    /// Objects that other loaders are known by, by number.
    pub loaders: Rc<Vec<Ref>>,
    /// The classes that this run has made.
    pub made: Rc<Made>,
    /// Methods and fields that the machine uses itself.
    pub core: Rc<Core>,
    /// Limits of this run.
    pub limits: Limits,
    /// The program's output.
    pub output: Output,
    /// What the environment says.
    pub environment: Rc<Environment>,
    /// Blocks of memory outside the heap, by address.
    pub native_memory: Rc<std::collections::BTreeMap<u64, Vec<u8>>>,
    /// Decompressions that are under way, by the address that Java knows them by.
    pub inflaters: Rc<std::collections::BTreeMap<u64, miniz_oxide::inflate::stream::InflateState>>,
    /// Files, standard input and the like.
    pub world: world::World,
    /// Instructions that were executed.
    pub executed: u64,
    /// Whether threads stop at shared accesses.
    pub stops: bool,
    /// Whether each thread may be woken once from `Object.wait` without a reason.
    pub spurious_wakeups: bool,
    /// When a wait for something may give up.
    pub timeouts: time::Timeouts,
    /// What no look at the clock comes before, where threads stop.
    pub start_of_time: u64,
    /// The time at which each place was last written to, where the writer's clock runs.
    pub moments: Rc<FxHashMap<raddle_explore::operation::Place, u64>>,
    /// Whether somebody asks for the states of threads: then they change in steps of their own.
    pub states_seen: bool,
    /// Whether idle workers of fork-join pools wait for work however long that takes.
    pub idle_workers_wait: bool,
    /// Whether that, and a second thread was started: before, nobody could notice an access.
    pub concurrent: bool,
    /// The last compare-and-set of a shared variable did not find what it expected.
    pub attempt_failed: bool,
    /// Or it did, and the thread's loops have not been told.
    pub attempt_succeeded: bool,
    /// What was used of the library that coarse steps have to know of.
    pub library_uses: stretch::Granularity,
    /// What was touched without a stop.
    pub hidden: hidden::Hidden,
    /// The last block outside of the heap that was asked for in the present step.
    pub new_memory: std::ops::Range<u64>,
    /// What became known to others.
    pub publications: publish::Publications,
    /// What the exploration does not cover, if the run came upon it.
    pub reservations: Rc<std::collections::BTreeSet<String>>,
    /// What the program looked at of its environment.
    pub looked: Rc<std::collections::BTreeSet<looks::Looked>>,
    /// A thread that ran last, for fair scheduling.
    pub last_run: u32,
    /// Whether the library's core has been initialised.
    pub booted: bool,
    /// Whether `assert` statements of the program are checked.
    pub assertions: bool,
    /// Whether the main thread ended with an exception.
    pub main_failed: bool,
    /// What happened since somebody asked: threads that were started or woken, and exceptions that nobody caught.
    pub events: Vec<Event>,
    /// Which waiter the next `notify` wakes.
    pub notified: usize,
    /// Numbers of threads without a name.
    pub thread_numbers: u32,
    /// Threads that were made, whether started or not.
    pub threads_made: u64,
    /// The state that fingerprints are relative to.
    pub base: Option<Rc<fingerprint::Base>>,
    /// Threads of whose objects somebody took an identity hash code, which is made of names.
    pub seen_creators: Rc<std::collections::BTreeSet<fingerprint::Creator>>,
    /// What fingerprints need to know of classes and methods.
    pub learnt: fingerprint::SharedLearnt,
    /// Who looks over the shoulder of natives, if somebody does.
    pub audit: Option<Rc<RefCell<crate::natives::audit::Audit>>>,
}

/// The outside world, as the program sees it.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The JDK's home.
    pub java_home: String,
    /// The JDK's version.
    pub java_version: String,
    /// The class path, as `java.class.path` shows it.
    pub class_path: String,
    /// System properties given by option.
    pub properties: Vec<(String, String)>,
    /// Environment variables.
    pub variables: Vec<(String, String)>,
}

impl Machine {
    /// Notes that something was done in a way that an exploration does not cover.
    #[cold]
    pub fn reserve(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.reservations.contains(&what) {
            Rc::make_mut(&mut self.reservations).insert(what);
        }
    }

    /// Ends the run because something is not supported.
    pub fn incomplete(&self, thread: &Thread, missing: impl Into<String>) -> Trap {
        Trap::Halt(Box::new(Halt::Incomplete { missing: missing.into(), stack: self.describe_stack(thread) }))
    }

    /// The Java call stack in words, innermost first.
    pub fn describe_stack(&self, thread: &Thread) -> Vec<String> {
        self.calls(thread).map(|call| call.to_string()).collect()
    }

    /// The Java call stack, innermost first.
    pub fn calls<'m>(&'m self, thread: &'m Thread) -> impl Iterator<Item = SourcePlace> + 'm {
        let told = thread.frames.iter().rev().filter(|frame| !self.is_made(frame.method));
        told.take(DEEPEST_TOLD).map(|frame| self.source_place(frame.method, frame.pc))
    }

    /// The calls of the program's own code on a thread's stack, the innermost first.
    pub fn own_calls<'m>(&'m self, thread: &'m Thread) -> impl Iterator<Item = String> + 'm {
        let own = thread.frames.iter().rev().filter(|frame| {
            let class = self.library.class(self.library.method(frame.method).class);
            !class.trusted && !class.hidden
        });
        own.map(|frame| self.describe_frame(frame.method, frame.pc))
    }

    /// Whether a method is of a class that nobody wrote, such as that of a lambda: stacks leave it out, as `java`'s do.
    pub fn is_made(&self, method: MethodId) -> bool {
        self.library.class(self.library.method(method).class).hidden
    }

    /// One line of a stack trace.
    pub fn describe_frame(&self, method: MethodId, pc: u32) -> String {
        self.source_place(method, pc).to_string()
    }

    /// Where a method stands.
    pub fn source_place(&self, method: MethodId, pc: u32) -> SourcePlace {
        let declared = self.library.method(method);
        let class = self.library.class(declared.class);
        SourcePlace {
            file: class.source_file.map_or_else(String::new, |file| self.library.text(file).to_owned()),
            line: declared.code.get().and_then(|code| code.line(pc)).map_or(0, u32::from),
            column: 0,
            function: self.library.method_name(method),
            whose: if class.trusted { Whose::Library } else { Whose::Program },
        }
    }

    /// The state of a class.
    #[inline(always)]
    pub fn class_state(&self, class: ClassId) -> ClassState {
        match self.class_states.get(class.0 as usize) {
            Some(state) => *state,
            None => ClassState { mirror: Ref::NULL, initialization: Initialization::Untouched },
        }
    }

    /// The state of a class, to change it.
    pub fn class_state_mut(&mut self, class: ClassId) -> &mut ClassState {
        let states = Rc::make_mut(&mut self.class_states);
        let index = class.0 as usize;
        if states.len() <= index {
            let fresh = ClassState { mirror: Ref::NULL, initialization: Initialization::Untouched };
            states.resize(index.max(self.library.class_count() as usize) + 64, fresh);
        }
        &mut states[index]
    }

    /// A reference that this run has resolved.
    #[inline(always)]
    pub fn resolved_reference(&self, number: u32) -> Ref {
        self.resolved.get(number as usize).copied().unwrap_or(Ref::NULL)
    }

    /// Keeps a reference that this run has resolved.
    pub fn set_resolved(&mut self, number: u32, reference: Ref) {
        let resolved = Rc::make_mut(&mut self.resolved);
        if resolved.len() <= number as usize {
            resolved.resize(number as usize + 256, Ref::NULL);
        }
        resolved[number as usize] = reference;
    }

    /// Writes to one of the program's streams.
    pub fn write_output(&mut self, stream: u8, bytes: &[u8]) {
        match &mut self.output {
            Output::Kept(kept) => Rc::make_mut(kept).extend(bytes.iter().map(|byte| (stream, *byte))),
            Output::Passed(sinks) => {
                let mut sinks = sinks.borrow_mut();
                let sink = if stream == 2 { &mut sinks.err } else { &mut sinks.out };
                // A closed pipe is no error of the program's.
                let _ = sink.write_all(bytes);
            }
        }
    }

    /// Turns a failure to load a class into what the program or the user gets.
    pub fn load_failure(&mut self, thread: &mut Thread, error: LoadError, missing_class: &str) -> Trap {
        match error {
            LoadError::NotFound(name) => self.throw(thread, missing_class, &name),
            LoadError::Linkage(class, message) => self.throw(thread, class, &message),
            LoadError::Malformed(place, error) => {
                Trap::Halt(Box::new(Halt::BadInput(format!("{place}: {error}"))))
            }
            LoadError::Unreadable(message) => Trap::Halt(Box::new(Halt::BadInput(message))),
        }
    }
}
