//! A Java thread as data: its frames, its operand slots, and why it stands still if it does.

use super::heap::Ref;
use super::spin::Iteration;
use crate::library::{ClassId, MethodId};

/// A thread of one machine, in the order of their starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// What happens when a frame returns or is unwound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// The result goes to the caller's stack.
    Call,
    /// The class is initialised, and the caller repeats its instruction.
    Initialize(ClassId),
    /// The result is boxed; exceptions are wrapped, as reflection wraps them.
    Reflect,
    /// The constructed object is the result; exceptions are wrapped.
    Construct(Ref),
    /// The end of a call that the machine itself made.
    Boundary,
    /// The first frame of a thread.
    ThreadStart,
    /// The result is dropped, the caller goes on with this value.
    Replace(u64),
}

/// One activation of a method.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// What runs.
    pub method: MethodId,
    /// The instruction that is executed, or whose call is under way.
    pub pc: u32,
    /// Where its local variables begin.
    pub base: u32,
    /// Where its operand stack ends.
    pub sp: u32,
    /// What it locked on entry.
    pub lock: Ref,
    /// What happens at its end.
    pub continuation: Continuation,
    /// The program's code called from a silent call is seen: the silence that goes on when it returns. Zero is none.
    pub silence: u32,
    /// What coarse steps have to know of it.
    pub marks: Marks,
}

/// What coarse steps and the initialisation of classes have to know of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks(u8);

impl Marks {
    /// Code of the program was called from it, by whatever way: what it does from there on is no part of one operation.
    pub const BROKEN: Marks = Marks(1);
    /// Its call is the operation that is under way.
    pub const FLOWING: Marks = Marks(2);
    /// Its call was such an operation, and waits.
    pub const BEGUN: Marks = Marks(4);
    /// Before its first instruction it takes its lock, or sees to the classes before the one that it initialises.
    pub const NOT_PREPARED: Marks = Marks(8);

    /// Whether this is among them.
    pub fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    /// These and another one.
    pub fn with(self, mark: Marks) -> Marks {
        Marks(self.0 | mark.0)
    }

    /// These without one.
    pub fn without(self, mark: Marks) -> Marks {
        Marks(self.0 & !mark.0)
    }

    /// As a number.
    pub fn bits(self) -> u8 {
        self.0
    }
}

/// Why a wait ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// It was notified, unparked, or what it waited for has come.
    Signal,
    /// Its time is up.
    Timeout,
    /// It was interrupted.
    Interrupt,
}

/// Whether a thread can go on, or what it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It can go on.
    Runnable,
    /// It waits for a monitor.
    Entering(Ref),
    /// It waits in `Object.wait`, and held the monitor so many times.
    Waiting {
        /// The object.
        monitor: Ref,
        /// How often it was entered.
        count: u32,
        /// When it gives up, on its own clock.
        deadline: Option<u64>,
        /// Why it may go on, once the monitor is free.
        wake: Option<Wake>,
    },
    /// It is parked.
    Parked {
        /// When it gives up, on its own clock.
        deadline: Option<u64>,
    },
    /// It sleeps.
    Sleeping {
        /// Until when, on its own clock.
        deadline: u64,
    },
    /// Another thread initialises the class.
    AwaitingClass(ClassId),
    /// It waits for the end of a thread.
    Joining {
        /// Which one.
        target: ThreadId,
        /// When it gives up, on its own clock.
        deadline: Option<u64>,
    },
    /// It spins: the loop of this number, whose last iteration changed nothing.
    Spinning(u32),
    /// It waits for the ends of all others that are no daemons.
    AwaitingEnds,
    /// It has ended.
    Ended,
}

/// What a thread that waits is told to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// It waits for a monitor: `BLOCKED`.
    Blocked,
    /// It waits for others, however long that takes: `WAITING`.
    ForOthers,
    /// It waits for a time: `TIMED_WAITING`.
    ForTime,
}

/// A Java thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its number in this machine.
    pub id: ThreadId,
    /// Its `java.lang.Thread`.
    pub object: Ref,
    /// Its name over all runs: a hash of the path of starts that led to it.
    pub path: u32,
    /// Its activations, innermost last.
    pub frames: Vec<Frame>,
    /// The slots of all its frames.
    pub stack: Vec<u64>,
    /// Whether it can go on.
    pub status: Status,
    /// It has begun to wait, where somebody asks for the states of threads.
    pub waits: Option<Waits>,
    /// Why the last wait ended; taken by the native method that waited.
    pub wake: Option<Wake>,
    /// Objects that it has made.
    pub allocations: u32,
    /// Threads that it has started.
    pub starts: u32,
    /// Threads that it has made, and those among them without a name.
    pub made: (u32, u32),
    /// The classes whose initialisers name what is allocated, innermost last.
    pub namers: Vec<(u32, u32)>,
    /// Bytes outside of the heap that it has asked for.
    pub outside: u32,
    /// Where the library caches the values of scoped values for it.
    pub scoped_values: Ref,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// Whether a permit for `park` is there.
    pub permit: bool,
    /// Whether the program may end before it.
    pub daemon: bool,
    /// Its own time, in nanoseconds. Where threads stop it stands at zero until a look has happened before.
    pub clock: u64,
    /// Places from which it has looked at the clock, and how often.
    pub looks: Vec<(u64, u32)>,
    /// The loop in which it last waited for a deadline, and how often its time has run out there.
    pub jumps: (u64, u32),
    /// How many ticks came to it while others could have gone on.
    pub ticks: u8,
    /// How often it gave up a wait when others could have gone on, where that is counted.
    pub early: u8,
    /// Calls of the machine that are under way: nothing stops inside.
    pub nested: u32,
    /// The next operation may go.
    pub granted: bool,
    /// The exception that ended it, until a handler saw it.
    pub uncaught: Ref,
    /// The handler of the exception that ended it is at work, or was.
    pub handling: bool,
    /// While more frames than this are there, nothing stops: a call that counts as one operation, or as none. Zero is off.
    pub silent: u32,
    /// It is in a call that counts as one operation, and has not stopped since that began.
    pub within: bool,
    /// Atomic sections of a driver that it is in, one inside the other.
    pub atomic: u32,
    /// The number of the outermost one, or of the last that it was in.
    pub section: u32,
    /// Its last frame is gone; what remains is to tell the others.
    pub ending: bool,
    /// `Thread.exit` was called (newer JDKs keep their containers there).
    pub exit_called: bool,
    /// Who started it.
    pub parent: Option<ThreadId>,
    /// The how-many-eth thread of its parent it is.
    pub ordinal: u32,
    /// It did an operation since it last jumped backwards.
    pub operated: bool,
    /// The loops that it is in, as far as they might be spinning.
    pub iterations: Vec<Iteration>,
    /// Monitors that it took and did not give back, where that was an operation.
    pub held: u32,
    /// Classes that another thread has initialised and that it has come upon since, each with how many threads it had
    /// started by then.
    pub passed: Vec<(ClassId, u32)>,
    /// Classes that it initialises, and how many operations it had done when it began.
    pub initializing: Vec<(ClassId, u64)>,
    /// Operations that it has done.
    pub operations: u64,
    /// Instructions that it has executed, where threads stop.
    pub bytecodes: u64,
    /// It was woken from `Object.wait` without a reason.
    pub was_spurious: bool,
    /// An exception that is on its way through a frame whose monitor has to be given back first.
    pub unwinding: Ref,
}

impl Thread {
    /// A thread without frames.
    pub fn new(id: ThreadId, object: Ref, path: u32) -> Thread {
        Thread {
            id,
            object,
            path,
            frames: Vec::new(),
            stack: Vec::new(),
            status: Status::Runnable,
            waits: None,
            wake: None,
            allocations: 0,
            starts: 0,
            made: (0, 0),
            namers: Vec::new(),
            outside: 0,
            scoped_values: Ref::NULL,
            interrupted: false,
            permit: false,
            daemon: false,
            clock: 0,
            looks: Vec::new(),
            jumps: (0, 0),
            ticks: 0,
            early: 0,
            nested: 0,
            granted: false,
            uncaught: Ref::NULL,
            handling: false,
            silent: 0,
            within: false,
            atomic: 0,
            section: 0,
            ending: false,
            exit_called: false,
            parent: None,
            ordinal: 0,
            operated: false,
            iterations: Vec::new(),
            held: 0,
            passed: Vec::new(),
            initializing: Vec::new(),
            operations: 0,
            bytecodes: 0,
            was_spurious: false,
            unwinding: Ref::NULL,
        }
    }

    /// A made-up address for so many bytes outside of the heap: it names its thread and what that had asked for before.
    pub fn next_address(&mut self, bytes: u32) -> u64 {
        const MADE_UP: u64 = 1 << 62;
        const ALIGNMENT: u32 = 16;
        let offset = self.outside;
        self.outside = offset.saturating_add(bytes).saturating_add(2 * ALIGNMENT) & !(ALIGNMENT - 1);
        MADE_UP | u64::from(self.path >> 2) << 32 | u64::from(offset)
    }

    /// The innermost frame.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Whether it came upon an initialised class before it started its child of this number.
    pub fn passed_before(&self, class: ClassId, ordinal: u32) -> bool {
        self.passed.iter().any(|(passed, starts)| *passed == class && *starts <= ordinal)
    }

    /// Code of the program is about to be called from code of the library.
    pub fn break_operations(&mut self) {
        for frame in self.frames.iter_mut().rev().take_while(|frame| !frame.marks.has(Marks::BROKEN)) {
            frame.marks = frame.marks.with(Marks::BROKEN);
        }
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.status == Status::Ended
    }
}
