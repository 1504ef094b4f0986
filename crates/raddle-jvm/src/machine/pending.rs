//! What a stopped thread would do next, in the kernel's words: the kind of its operation, what it touches, its mode,
//! and whether it can go.
//!
//! A place is an object's name and a part of it: a word, an element, its monitor, a thread's permit. The same variable
//! has the same place whether it is reached by an instruction, by `Unsafe` or by a variable handle.

use super::heap::Ref;
use super::thread::{Continuation, Frame, Status, Thread, ThreadId};
use super::{Initialization, Machine};
use crate::code::instruction::{Instruction, Op, field_kind};
use crate::library::{ClassId, Method, MethodId, Visibility};
use raddle_explore::operation::{Access, Mode, OperationKind, Place, Touch};
use std::rc::Rc;

/// The monitor of an object.
pub const MONITOR: u32 = u32::MAX - 1;
/// The permit of a thread.
pub const PERMIT: u32 = u32::MAX - 2;
/// The end of a thread.
pub const END: u32 = u32::MAX - 3;
/// The initialisation of a class.
pub const INITIALIZATION: u32 = u32::MAX - 4;
/// All calls on an object of the concurrent library, in the words of a report.
pub const CALLS: u32 = u32::MAX - 5;
/// The program's output.
pub const OUTPUT: Place = Place::new(u64::MAX - 1, 0);
/// Elements of arrays have parts from here on.
pub const ELEMENTS: u32 = 1 << 20;

/// Whether an operation can go, or which thread must move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It can go.
    Now,
    /// This thread must do something first.
    WaitsFor(ThreadId),
    /// Somebody must do something first.
    WaitsForAnyone,
}

/// A thread's next operation.
#[derive(Clone, Debug)]
pub struct NextOperation {
    /// What it is.
    pub kind: OperationKind,
    /// Its mode.
    pub mode: Mode,
    /// What it touches.
    pub touches: Vec<Touch>,
    /// Whether it can go.
    pub ready: Readiness,
    /// How many options it has.
    pub options: u32,
    /// It writes only if it finds what it expects.
    pub is_attempt: bool,
    /// What it is about, for people: an object and a part of it.
    pub spot: Option<Spot>,
}

/// A part of an object: a word, an element, its monitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The object.
    pub object: Ref,
    /// The part.
    pub part: u32,
    /// What the kernel calls it.
    pub place: Place,
}

impl NextOperation {
    fn new(kind: OperationKind, mode: Mode, touches: Vec<Touch>) -> NextOperation {
        NextOperation {
            kind,
            mode,
            touches,
            ready: Readiness::Now,
            options: 1,
            is_attempt: false,
            spot: None,
        }
    }

    /// Whether it changes anything, or may.
    pub fn writes(&self) -> bool {
        self.touches.is_empty() || self.touches.iter().any(|touch| touch.access == Access::Write)
    }

    /// An operation that touches one part of one object, and commutes with no other there.
    fn on(spot: Spot, kind: OperationKind, mode: Mode) -> NextOperation {
        NextOperation { spot: Some(spot), ..NextOperation::new(kind, mode, vec![Touch::write(spot.place)]) }
    }

    /// An operation that touches one part of one object, and commutes with its like.
    fn looking(spot: Spot, kind: OperationKind, mode: Mode) -> NextOperation {
        NextOperation { spot: Some(spot), ..NextOperation::new(kind, mode, vec![Touch::read(spot.place)]) }
    }

    fn read(spot: Spot, mode: Mode) -> NextOperation {
        NextOperation::looking(spot, OperationKind::Read, mode)
    }

    fn write(spot: Spot, mode: Mode) -> NextOperation {
        NextOperation::on(spot, OperationKind::Write, mode)
    }

    /// What nobody can say anything of is taken to touch everything: right, if slow.
    fn on_everything() -> NextOperation {
        NextOperation::new(OperationKind::Write, Mode::Synchronising, vec![Touch::write(Place::EVERYTHING)])
    }
}

impl Machine {
    /// A part of an object.
    pub fn spot(&self, object: Ref, part: u32) -> Spot {
        Spot { object, part, place: Place::new(self.heap.name(object), part) }
    }

    /// The next operation of a thread that stands still; `None` if it has ended.
    pub fn next_operation(&self, thread: &Thread) -> Option<NextOperation> {
        match thread.status {
            Status::Ended => return None,
            Status::Waiting { monitor, deadline, wake, .. } => {
                let spot = self.spot(monitor, MONITOR);
                let mut operation = NextOperation::on(spot, OperationKind::Reacquire, Mode::Synchronising);
                operation.ready = match self.monitors.get(&monitor).and_then(|held| held.owner) {
                    _ if wake.is_none()
                        && deadline.is_none()
                        && !thread.interrupted
                        && !self.may_wake_without_reason(thread.id) =>
                    {
                        Readiness::WaitsForAnyone
                    }
                    Some(owner) if owner != thread.id => Readiness::WaitsFor(owner),
                    _ => Readiness::Now,
                };
                return Some(self.interruptible(thread, operation));
            }
            Status::Entering(monitor) => return Some(self.acquire(thread, monitor)),
            Status::AwaitingClass(class) => return Some(self.initialization(class)),
            Status::Spinning(number) => {
                let iteration = thread.iterations.get(number as usize)?;
                let touches = iteration.read.iter().map(|place| Touch::read(*place)).collect();
                let mut operation = NextOperation::new(OperationKind::AwaitChange, Mode::Relaxed, touches);
                if !iteration.stale {
                    operation.ready = Readiness::WaitsForAnyone;
                }
                return Some(operation);
            }
            _ => {}
        }
        if thread.ending {
            let mut operation = NextOperation::write(self.spot(thread.object, END), Mode::Synchronising);
            // Those that wait for a notification of the thread's object are told.
            operation.touches.push(Touch::write(self.spot(thread.object, MONITOR).place));
            return Some(operation);
        }
        let frame = thread.frames.last()?;
        if !thread.unwinding.is_null() {
            return Some(self.release(frame.lock));
        }
        let method = self.library.method(frame.method);
        let instruction = method.code.get()?.instructions[frame.pc as usize].get();
        let operands = &thread.stack[..frame.sp as usize];
        Some(self.describe_instruction(thread, frame, instruction, operands))
    }

    /// An operation that ends early if its thread is interrupted.
    fn interruptible(&self, thread: &Thread, mut operation: NextOperation) -> NextOperation {
        operation.touches.push(Touch::read(self.spot(thread.object, PERMIT).place));
        operation
    }

    fn acquire(&self, thread: &Thread, monitor: Ref) -> NextOperation {
        let spot = self.spot(monitor, MONITOR);
        let mut operation = NextOperation::on(spot, OperationKind::Acquire, Mode::Synchronising);
        if let Some(owner) = self.monitors.get(&monitor).and_then(|held| held.owner)
            && owner != thread.id
        {
            operation.ready = Readiness::WaitsFor(owner);
        }
        operation
    }

    fn release(&self, monitor: Ref) -> NextOperation {
        NextOperation::on(self.spot(monitor, MONITOR), OperationKind::Release, Mode::Synchronising)
    }

    fn initialization(&self, class: ClassId) -> NextOperation {
        let mirror = self.class_state(class).mirror;
        let mut operation = NextOperation::write(self.spot(mirror, INITIALIZATION), Mode::Synchronising);
        operation.kind = OperationKind::Step;
        // Who comes first does it, so those that only look conflict as well: it must not change while they stand here.
        if let Initialization::Running(owner) = self.class_state(class).initialization {
            operation.ready = Readiness::WaitsFor(owner);
        }
        operation
    }

    fn end_of_initialization(&self, class: ClassId) -> NextOperation {
        let mirror = self.class_state(class).mirror;
        NextOperation::on(self.spot(mirror, INITIALIZATION), OperationKind::Step, Mode::Synchronising)
    }

    fn element(&self, operands: &[u64], below: usize) -> Spot {
        let array = Ref::from_slot(operands[operands.len() - below]);
        let index = operands[operands.len() - below + 1] as u32;
        self.spot(array, ELEMENTS.saturating_add(index))
    }

    fn describe_instruction(
        &self,
        thread: &Thread,
        frame: &Frame,
        instruction: Instruction,
        operands: &[u64],
    ) -> NextOperation {
        let top = |below: usize| Ref::from_slot(operands[operands.len() - below]);
        let field_mode =
            if instruction.a & field_kind::VOLATILE != 0 { Mode::Synchronising } else { Mode::Plain };
        let part = u32::from(instruction.b);
        match instruction.op {
            Op::Iaload | Op::Laload | Op::Aaload | Op::Baload | Op::Caload | Op::Saload => {
                NextOperation::read(self.element(operands, 2), Mode::Plain)
            }
            Op::Iastore | Op::Aastore | Op::Bastore | Op::Castore => {
                NextOperation::write(self.element(operands, 3), Mode::Plain)
            }
            Op::Lastore => NextOperation::write(self.element(operands, 4), Mode::Plain),
            Op::GetFieldQuick | Op::GetFieldInt => NextOperation::read(self.spot(top(1), part), field_mode),
            Op::PutFieldQuick => {
                let is_wide = instruction.a & field_kind::SIZE == field_kind::WIDE;
                NextOperation::write(self.spot(top(if is_wide { 3 } else { 2 }), part), field_mode)
            }
            Op::GetStaticQuick | Op::PutStaticQuick | Op::NewQuick => {
                let class = ClassId(instruction.c);
                if !self.has_passed(thread, class) {
                    return self.initialization(class);
                }
                let place = self.spot(self.class_state(class).mirror, part);
                match instruction.op {
                    Op::GetStaticQuick => NextOperation::read(place, field_mode),
                    _ => NextOperation::write(place, field_mode),
                }
            }
            Op::MonitorEnter => self.acquire(thread, top(1)),
            Op::MonitorExit => self.release(top(1)),
            Op::Return | Op::ReturnWide | Op::ReturnVoid => match frame.continuation {
                Continuation::Initialize(class) if frame.lock.is_null() => self.end_of_initialization(class),
                _ => self.release(frame.lock),
            },
            Op::InvokeHandleQuick => self.describe_handle_call(instruction, operands),
            Op::InvokeStaticQuick => {
                let callee = self.library.method(MethodId(instruction.c));
                if !self.has_passed(thread, callee.class) {
                    return self.initialization(callee.class);
                }
                self.describe_call(thread, callee, &operands[operands.len() - usize::from(instruction.a)..])
            }
            Op::InvokeSpecialQuick => {
                let callee = self.library.method(MethodId(instruction.c));
                self.describe_call(thread, callee, &operands[operands.len() - usize::from(instruction.a)..])
            }
            Op::InvokeVirtualQuick | Op::InvokeInterfaceQuick => {
                let arguments = &operands[operands.len() - usize::from(instruction.a)..];
                let class = self.library.class(self.heap.class_of(Ref::from_slot(arguments[0])));
                let target = if instruction.op == Op::InvokeVirtualQuick {
                    Some(class.vtable[usize::from(instruction.b)])
                } else {
                    let called = self.library.site(instruction.c).method;
                    called.and_then(|called| self.library.select(class.id, self.library.method(called)))
                };
                match target {
                    Some(target) => self.describe_call(thread, self.library.method(target), arguments),
                    None => NextOperation::on_everything(),
                }
            }
            // Whatever stops elsewhere is taken to touch everything: right, if slow.
            _ => NextOperation::on_everything(),
        }
    }

    fn describe_call(&self, thread: &Thread, callee: &Method, arguments: &[u64]) -> NextOperation {
        if callee.native.is_none() && !callee.is_native() {
            if callee.is_synchronized() {
                let object = if callee.is_static() {
                    self.class_state(callee.class).mirror
                } else {
                    Ref::from_slot(arguments[0])
                };
                return self.acquire(thread, object);
            }
            // A call that counts as one operation: the program's output.
            let touches = vec![Touch::write(OUTPUT)];
            return NextOperation::new(OperationKind::Step, Mode::Synchronising, touches);
        }
        let class = self.library.class_name(callee.class);
        let name = self.library.text(callee.name);
        let receiver = arguments.first().map_or(Ref::NULL, |slot| Ref::from_slot(*slot));
        match (class, name) {
            ("java/lang/Object", "wait" | "wait0") => {
                let spot = self.spot(receiver, MONITOR);
                let operation = NextOperation::on(spot, OperationKind::Wait, Mode::Synchronising);
                self.interruptible(thread, operation)
            }
            ("java/lang/Object", "clone") => {
                let touches =
                    self.parts(receiver).map(|part| Touch::read(self.spot(receiver, part).place)).collect();
                NextOperation::new(OperationKind::Read, Mode::Plain, touches)
            }
            ("java/lang/System", "arraycopy") => self.describe_copy(arguments),
            ("java/lang/reflect/Array", _) => {
                let place = self.spot(receiver, ELEMENTS.saturating_add(arguments[1] as u32));
                if name.starts_with("set") {
                    NextOperation::write(place, Mode::Plain)
                } else {
                    NextOperation::read(place, Mode::Plain)
                }
            }
            ("java/lang/Object", "notify" | "notifyAll") => {
                let kind = if name == "notify" { OperationKind::NotifyOne } else { OperationKind::NotifyAll };
                let mut operation =
                    NextOperation::on(self.spot(receiver, MONITOR), kind, Mode::Synchronising);
                if name == "notify" {
                    let waiters = self.monitors.get(&receiver).map_or(0, |monitor| monitor.waiters.len());
                    operation.options = waiters.max(1) as u32;
                }
                operation
            }
            ("java/lang/Thread", "start" | "start0") => {
                NextOperation::on(self.spot(receiver, END), OperationKind::Spawn, Mode::Synchronising)
            }
            ("java/lang/Thread", "join") => self.describe_join(thread, receiver, arguments[1]),
            ("java/lang/Thread", "isAlive" | "alive") => {
                NextOperation::read(self.spot(receiver, END), Mode::Acquire)
            }
            // One that does not run has no state but that.
            ("java/lang/Thread", "getState")
                if self
                    .thread_of(thread, receiver)
                    .is_none_or(|other| other != thread.id && self.threads[other.0 as usize].has_ended()) =>
            {
                NextOperation::read(self.spot(receiver, END), Mode::Acquire)
            }
            ("java/lang/Thread", "sleep" | "sleepNanos0") => {
                NextOperation::looking(self.spot(thread.object, PERMIT), OperationKind::Step, Mode::Relaxed)
            }
            ("java/lang/Thread", "interrupt0") => {
                // One that waits notices it in a step of its own, so that this touches the same wherever the other is.
                NextOperation::on(self.spot(receiver, PERMIT), OperationKind::Step, Mode::Synchronising)
            }
            ("raddle/Raddle" | "java/util/Random" | "org/sosy_lab/sv_benchmarks/Verifier", _) => {
                let mut operation = NextOperation::new(OperationKind::Choose, Mode::Relaxed, Vec::new());
                operation.options = crate::natives::choices::options(name, arguments);
                operation
            }
            ("java/lang/Shutdown", "halt0") => NextOperation::new(
                OperationKind::Exit,
                Mode::Synchronising,
                vec![Touch::write(Place::EVERYTHING)],
            ),
            ("jdk/internal/misc/Unsafe", "park") => {
                let spot = self.spot(thread.object, PERMIT);
                let mut operation = NextOperation::on(spot, OperationKind::Step, Mode::Acquire);
                let has_time = arguments[1] as u32 != 0 || arguments[2] as i64 > 0;
                let is_timed = has_time && !(self.idle_workers_wait && self.is_idle_worker(thread));
                if !thread.permit && !thread.interrupted && !is_timed {
                    operation.ready = Readiness::WaitsForAnyone;
                }
                operation
            }
            ("jdk/internal/misc/Unsafe", "unpark") => {
                let target = Ref::from_slot(arguments[1]);
                if target.is_null() {
                    return NextOperation::new(
                        OperationKind::Step,
                        Mode::Release,
                        vec![Touch::write(OUTPUT)],
                    );
                }
                NextOperation::on(self.spot(target, PERMIT), OperationKind::Step, Mode::Release)
            }
            ("jdk/internal/misc/Unsafe", _) => {
                let object = Ref::from_slot(arguments[1]);
                access(name, self.memory_spot(object, arguments[2]))
            }
            _ => NextOperation::on_everything(),
        }
    }

    /// Whether a thread is a worker of a fork-join pool that waits for work, and no program has to wait for its end.
    pub fn is_idle_worker(&self, thread: &Thread) -> bool {
        thread.daemon
            && thread.frames.iter().rev().take(3).any(|frame| {
                let method = self.library.method(frame.method);
                self.library.text(method.name) == "awaitWork"
                    && self.library.class_name(method.class) == "java/util/concurrent/ForkJoinPool"
            })
    }

    /// The parts of an object that hold its fields or elements.
    fn parts(&self, object: Ref) -> std::ops::Range<u32> {
        let class = self.library.class(self.heap.class_of(object));
        match class.element_kind() {
            Some(_) => ELEMENTS..ELEMENTS.saturating_add(self.heap.length(object)),
            None => 2..class.instance_words.max(2),
        }
    }

    fn describe_copy(&self, arguments: &[u64]) -> NextOperation {
        let range = |array: u64, from: u64| {
            let array = Ref::from_slot(array);
            let is_shared = !array.is_null() && self.heap.is_shared(array);
            // What does not fit ends in an exception, and touches nothing.
            let length = if is_shared { u64::from(self.heap.length(array)) } else { 0 };
            let (from, count) = (from as i32, arguments[4] as i32);
            let fits = from >= 0 && count >= 0 && from as u64 + count as u64 <= length;
            let parts = if fits { from as u32..from as u32 + count as u32 } else { 0..0 };
            parts.map(move |index| Place::new(self.heap.name(array), ELEMENTS.saturating_add(index)))
        };
        let read = range(arguments[0], arguments[1]).map(Touch::read);
        let written = range(arguments[2], arguments[3]).map(Touch::write);
        NextOperation::new(OperationKind::Step, Mode::Plain, read.chain(written).collect())
    }

    /// Accesses that are weaker than volatile ones show more on real machines than any order of steps does.
    pub fn reserve_weak_access(&mut self, id: ThreadId, operation: &NextOperation) {
        let is_access = matches!(
            operation.kind,
            OperationKind::Read | OperationKind::Write | OperationKind::ReadModifyWrite
        );
        if !is_access || !matches!(operation.mode, Mode::Relaxed | Mode::Acquire | Mode::Release) {
            return;
        }
        let thread = Rc::clone(&self.threads[id.0 as usize]);
        let asks = thread.frames.iter().rev().find(|frame| {
            let class = self.library.class_name(self.library.method(frame.method).class);
            !class.starts_with("java/util/concurrent/atomic/") && !class.starts_with("java/lang/invoke/")
        });
        if let Some(frame) = asks
            && self.library.method(frame.method).visibility == Visibility::Program
        {
            let place = self.describe_frame(frame.method, frame.pc);
            self.reserve(format!(
                "what accesses weaker than volatile allow beyond any order of steps, at {place}"
            ));
        }
    }

    fn describe_join(&self, thread: &Thread, receiver: Ref, timeout: u64) -> NextOperation {
        let spot = self.spot(receiver, END);
        let mut operation = NextOperation::looking(spot, OperationKind::Join, Mode::Acquire);
        if let Some(target) = self.thread_of(thread, receiver)
            && (target == thread.id || !self.threads[target.0 as usize].has_ended())
            && !thread.interrupted
            && timeout == 0
        {
            operation.ready = Readiness::WaitsFor(target);
        }
        self.interruptible(thread, operation)
    }

    /// The thread that a thread standing before `join` waits for, if it has ended.
    pub fn joined_by(&self, thread: &Thread) -> Option<ThreadId> {
        let frame = thread.frames.last()?;
        // The receiver and a long lie on top of the stack.
        let receiver = *thread.stack.get((frame.sp as usize).checked_sub(3)?)?;
        let joined = self.thread_of(thread, Ref::from_slot(receiver))?;
        self.threads[joined.0 as usize].has_ended().then_some(joined)
    }

    /// The place of a byte offset into an object.
    fn memory_spot(&self, object: Ref, offset: u64) -> Spot {
        let class = self.library.class(self.heap.class_of(object));
        match class.element_kind() {
            Some(kind) => {
                let index = offset.saturating_sub(16) / kind.element_bytes() as u64;
                self.spot(object, ELEMENTS.saturating_add(index as u32))
            }
            None => self.spot(object, (offset / 8) as u32),
        }
    }

    fn describe_handle_call(&self, instruction: Instruction, operands: &[u64]) -> NextOperation {
        let site = self.library.site(instruction.c);
        let everything = NextOperation::on_everything;
        let Some(method) = site.method.map(|method| self.library.method(method)) else { return everything() };
        if method.class != self.core.var_handle {
            return everything();
        }
        let arguments = &operands[operands.len() - usize::from(site.argument_slots)..];
        let handle = Ref::from_slot(arguments[0]);
        let class = self.library.class_name(self.heap.class_of(handle));
        let place = if class.ends_with("$Array") {
            let array = Ref::from_slot(arguments[1]);
            self.spot(array, ELEMENTS.saturating_add(arguments[2] as u32))
        } else if class.contains("$FieldStatic") {
            let base = self.get_reference(handle, "base");
            self.spot(base, (self.get(handle, "fieldOffset") / 8) as u32)
        } else {
            self.spot(Ref::from_slot(arguments[1]), (self.get(handle, "fieldOffset") / 8) as u32)
        };
        access(self.library.text(method.name), place)
    }
}

/// The operation of an access method, by its name: `compareAndSetInt`, `getAcquire` …
fn access(name: &str, spot: Spot) -> NextOperation {
    let mode = |plain: Mode| {
        if name.ends_with("Acquire") {
            Mode::Acquire
        } else if name.ends_with("Release") {
            Mode::Release
        } else if name.ends_with("Opaque") || name.ends_with("Plain") {
            Mode::Relaxed
        } else if name.ends_with("Volatile") {
            Mode::Synchronising
        } else {
            plain
        }
    };
    if name.starts_with("compareAnd") || name.starts_with("weakCompareAnd") || name.starts_with("getAnd") {
        let mut operation =
            NextOperation::on(spot, OperationKind::ReadModifyWrite, mode(Mode::Synchronising));
        operation.is_attempt = !name.starts_with("getAnd");
        operation
    } else if name.starts_with("get") {
        NextOperation::read(spot, mode(Mode::Plain))
    } else {
        NextOperation::write(spot, mode(Mode::Plain))
    }
}
