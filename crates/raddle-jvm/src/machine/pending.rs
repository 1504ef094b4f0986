//! What a stopped thread would do next, in the kernel's words: the kind of its operation, what it touches, its mode,
//! and whether it can go.
//!
//! A place is an object's name and a part of it: a word, an element, its monitor, a thread's permit. The same variable
//! has the same place whether it is reached by an instruction, by `Unsafe` or by a variable handle.

use super::heap::observe::outside_spot;
use super::heap::{HEADER_BYTES, Ref};
use super::thread::{Continuation, Frame, Status, Thread, ThreadId, Waits};
use super::time::Timed;
use super::world::World;
use super::{Initialization, Machine};
use crate::classes::class_file::access;
use crate::code::instruction::{Instruction, Op, field_kind};
use crate::library::{ClassId, ClassShape, Field, Method, MethodId, Visibility};
use crate::natives::NativeMethod;
use crate::natives::footprint::{Footprint, Variable};
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
/// What a thread does, as others can ask for it: it runs, is blocked, waits.
pub const STATE: u32 = u32::MAX - 16;
/// The program's output.
pub const OUTPUT: Place = Place::new(u64::MAX - 1, 0);
/// Elements of arrays have parts from here on.
pub const ELEMENTS: u32 = 1 << 20;

/// Whether a place is an element of an array, where the object that it is part of is one of the heap.
pub fn is_element(place: Place) -> bool {
    (ELEMENTS..STATE).contains(&place.part)
}

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
    /// It waits, and goes on when its time is up.
    pub timed: Option<Timed>,
    /// What its thread is told to do as long as the operation has not come to its end.
    pub waits: Option<Waits>,
    /// Its thread begins to wait, and nothing else: the operation itself comes afterwards.
    pub begins_wait: bool,
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
    /// An operation that touches these.
    pub fn new(kind: OperationKind, mode: Mode, touches: Vec<Touch>) -> NextOperation {
        NextOperation {
            kind,
            mode,
            touches,
            ready: Readiness::Now,
            options: 1,
            is_attempt: false,
            spot: None,
            timed: None,
            waits: None,
            begins_wait: false,
        }
    }

    /// An operation that waits for a time: it can go now if that may be up at any moment.
    pub fn with_time(mut self, machine: &Machine, thread: &Thread, timed: Timed) -> NextOperation {
        self.timed = Some(timed);
        if !machine.may_time_out(thread, timed) {
            self.ready = Readiness::WaitsForAnyone;
        }
        self
    }

    /// Whether it changes anything, or may.
    pub fn writes(&self) -> bool {
        self.touches.is_empty() || self.touches.iter().any(|touch| touch.access == Access::Write)
    }

    /// An operation that touches one part of one object, and commutes with no other there.
    pub fn on(spot: Spot, kind: OperationKind, mode: Mode) -> NextOperation {
        NextOperation { spot: Some(spot), ..NextOperation::new(kind, mode, vec![Touch::write(spot.place)]) }
    }

    /// An operation that touches one part of one object, and commutes with its like.
    pub fn looking(spot: Spot, kind: OperationKind, mode: Mode) -> NextOperation {
        NextOperation { spot: Some(spot), ..NextOperation::new(kind, mode, vec![Touch::read(spot.place)]) }
    }

    /// A read of one part of one object.
    pub fn read(spot: Spot, mode: Mode) -> NextOperation {
        NextOperation::looking(spot, OperationKind::Read, mode)
    }

    /// A write to one part of one object.
    pub fn write(spot: Spot, mode: Mode) -> NextOperation {
        NextOperation::on(spot, OperationKind::Write, mode)
    }

    /// What nobody can say anything of is taken to touch everything: right, if slow.
    pub fn on_everything() -> NextOperation {
        NextOperation::new(OperationKind::Write, Mode::Synchronising, vec![Touch::write(Place::EVERYTHING)])
    }
}

impl Machine {
    /// A part of an object.
    pub fn spot(&self, object: Ref, part: u32) -> Spot {
        Spot { object, part, place: Place::new(self.heap.name(object), part) }
    }

    /// The next operation of a thread that stands still; `None` if it has ended.
    ///
    /// Where somebody asks for the states of threads, one that would wait begins to do so in a step of its own, and each
    /// step that changes a state touches it.
    pub fn next_operation(&self, thread: &Thread) -> Option<NextOperation> {
        let mut operation = self.next_own_operation(thread)?;
        if !self.states_seen {
            return Some(operation);
        }
        let state = Touch::write(self.spot(thread.object, STATE).place);
        let would_wait = operation.waits.is_some() && thread.status == Status::Runnable && !thread.ending;
        if would_wait && thread.waits.is_none() {
            let reads = operation.touches.iter().map(|touch| Touch::read(touch.place));
            return Some(NextOperation {
                kind: OperationKind::Step,
                mode: Mode::Relaxed,
                touches: reads.chain([state]).collect(),
                ready: Readiness::Now,
                options: 1,
                begins_wait: true,
                timed: None,
                ..operation
            });
        }
        // One that need not wait might have had to: the order with a look at the state matters all the same.
        let may_wait = match operation.kind {
            OperationKind::Acquire | OperationKind::Wait | OperationKind::Reacquire | OperationKind::Join => {
                true
            }
            OperationKind::Step => {
                operation.spot.is_some_and(|spot| spot.part == PERMIT && spot.object == thread.object)
            }
            _ => false,
        };
        if may_wait || thread.waits.is_some() {
            operation.touches.push(state);
        }
        if let (OperationKind::NotifyOne | OperationKind::NotifyAll, Some(spot)) =
            (operation.kind, operation.spot)
        {
            let waiters = self.monitors.get(&spot.object).map_or(&[][..], |monitor| &monitor.waiters);
            let objects = waiters.iter().map(|waiter| self.threads[waiter.0 as usize].object);
            operation.touches.extend(objects.map(|object| Touch::write(self.spot(object, STATE).place)));
        }
        Some(operation)
    }

    fn next_own_operation(&self, thread: &Thread) -> Option<NextOperation> {
        match thread.status {
            Status::Ended => return None,
            Status::Waiting { monitor, deadline, wake, .. } => {
                let spot = self.spot(monitor, MONITOR);
                let mut operation = NextOperation::on(spot, OperationKind::Reacquire, Mode::Synchronising);
                let by_itself = thread.interrupted || self.may_wake_without_reason(thread.id);
                operation.ready = match self.monitors.get(&monitor).and_then(|held| held.owner) {
                    _ if wake.is_none() && deadline.is_none() && !by_itself => Readiness::WaitsForAnyone,
                    Some(owner) if owner != thread.id => Readiness::WaitsFor(owner),
                    _ => Readiness::Now,
                };
                if wake.is_none() && deadline.is_some() && !thread.interrupted {
                    operation = operation.with_time(self, thread, self.sort_of_wait(thread));
                }
                return Some(self.interruptible(thread, operation));
            }
            Status::Entering(monitor) => return Some(self.acquire(thread, monitor)),
            Status::AwaitingClass(class) => return Some(self.initialization(class)),
            Status::AwaitingEnds => return Some(self.end_of_others()),
            Status::Spinning(number) => {
                let iteration = thread.iterations.get(number as usize)?;
                let touches = iteration.read.iter().map(|place| Touch::read(*place)).collect();
                let mut operation = NextOperation::new(OperationKind::AwaitChange, Mode::Relaxed, touches);
                if !iteration.stale && self.loop_may_have_deadline(thread, number) {
                    operation = operation.with_time(self, thread, Timed::Timeout);
                } else if !iteration.stale {
                    operation.ready = Readiness::WaitsForAnyone;
                }
                return Some(operation);
            }
            _ => {}
        }
        if thread.ending {
            let mut operation = NextOperation::write(self.spot(thread.object, END), Mode::Synchronising);
            // It takes the monitor of the thread's object, and tells those that wait there.
            operation.touches.push(Touch::write(self.spot(thread.object, MONITOR).place));
            if let Some(owner) = self.monitors.get(&thread.object).and_then(|held| held.owner)
                && owner != thread.id
            {
                operation.ready = Readiness::WaitsFor(owner);
            }
            operation.touches.extend(self.words_of_life(thread.object));
            // It strikes its thread out of the group, under the group's lock.
            if let Some(book) = self.book_of(thread) {
                let lock = self.spot(book.object, MONITOR).place;
                operation.touches.extend([Touch::write(book.place), Touch::write(lock)]);
                if let Some(owner) = self.monitors.get(&book.object).and_then(|held| held.owner)
                    && owner != thread.id
                {
                    operation.ready = Readiness::WaitsFor(owner);
                }
            }
            operation.touches.extend(self.touch_of_end(thread));
            return Some(operation);
        }
        let frame = thread.frames.last()?;
        if !thread.unwinding.is_null() {
            return Some(self.release(frame.lock));
        }
        if let Some(lock) = self.lock_to_take(thread) {
            return Some(self.acquire(thread, lock));
        }
        if let Some(class) = self.next_to_prepare(thread) {
            return Some(self.initialization(class));
        }
        let method = self.library.method(frame.method);
        let instruction = method.code.get()?.instructions[frame.pc as usize].get();
        let operands = &thread.stack[..frame.sp as usize];
        Some(self.describe_instruction(thread, frame, instruction, operands))
    }

    /// An operation that ends early if its thread is interrupted.
    pub fn interruptible(&self, thread: &Thread, mut operation: NextOperation) -> NextOperation {
        operation.touches.push(Touch::read(self.spot(thread.object, PERMIT).place));
        operation.touches.extend(self.cleared_by_interrupt(thread));
        operation
    }

    /// Who is interrupted takes back the flag that others look at.
    pub fn cleared_by_interrupt(&self, thread: &Thread) -> Option<Touch> {
        let class = self.heap.class_of(thread.object);
        let flag = self.library.field_named(class, "interrupted").filter(|_| thread.interrupted)?;
        Some(Touch::write(self.spot(thread.object, u32::from(flag.offset)).place))
    }

    fn acquire(&self, thread: &Thread, monitor: Ref) -> NextOperation {
        let spot = self.spot(monitor, MONITOR);
        let mut operation = NextOperation::on(spot, OperationKind::Acquire, Mode::Synchronising);
        if let Some(owner) = self.monitors.get(&monitor).and_then(|held| held.owner)
            && owner != thread.id
        {
            operation.ready = Readiness::WaitsFor(owner);
            operation.waits = Some(Waits::Blocked);
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
            Op::InvokeHandleQuick => self.describe_handle_call(thread, instruction, operands),
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
            // A call that counts as one operation: what is written under the lock of a stream.
            let mut operation = self.acquire(thread, Ref::from_slot(arguments[0]));
            operation.kind = OperationKind::Step;
            operation.touches.push(Touch::write(OUTPUT));
            return operation;
        }
        match callee.native {
            Some(native) => native.footprint.describe(self, thread, arguments),
            None => NextOperation::on_everything(),
        }
    }

    /// Whether a call of a native method, by one of this visibility, has to be scheduled.
    #[inline]
    pub fn is_native_operation(
        &self,
        thread: &Thread,
        method: &Method,
        arguments: &[u64],
        caller: Visibility,
    ) -> bool {
        let Some(native) = method.native else { return false };
        (self.concurrent || native.footprint.is_always_seen())
            && (native.footprint.is_seen(self, thread, arguments, caller)
                || !self.hidden.exposed.is_empty() && self.touches_exposed(thread, native, arguments))
    }

    /// Whether a native method touches what code stops before wherever it is.
    #[cold]
    fn touches_exposed(&self, thread: &Thread, native: &NativeMethod, arguments: &[u64]) -> bool {
        if matches!(native.footprint, Footprint::World(_)) && self.are_positions_exposed() {
            return true;
        }
        let method = thread.frames.last().map_or(MethodId(u32::MAX), |frame| frame.method);
        let mut spots = native.footprint.spots(self, thread, arguments).into_iter();
        spots.any(|(spot, _)| !spot.object.is_null() && self.is_exposed_word(spot.object, spot.part, method))
    }

    /// Whether the variable at an offset into an object may be the program's: a field that the program declares or may
    /// name, or an element of an array that it may have made.
    pub fn is_of_program(&self, object: Ref, offset: u64) -> bool {
        let library = &self.library;
        let mut class = library.class(self.heap.class_of(object));
        if class.element_kind().is_some() {
            while let ClassShape::ReferenceArray(component) = class.shape {
                class = library.class(component);
            }
            return !class.trusted || class.access & access::PUBLIC != 0;
        }
        self.field_in_word(object, (offset / 8) as u32).is_none_or(|field| {
            !library.class(field.class).trusted || field.access & (access::PUBLIC | access::PROTECTED) != 0
        })
    }

    /// The field that a word of an object, or of a class mirror, holds.
    pub fn field_in_word(&self, object: Ref, word: u32) -> Option<&Field> {
        let library = &self.library;
        let class = self.heap.class_of(object);
        if class == self.core.class && word >= u32::from(self.static_word(0)) {
            let fields = &library.class(self.mirrored(object)).fields;
            return fields
                .iter()
                .find(|field| field.is_static() && u32::from(self.static_word(field.offset)) == word);
        }
        let ancestors = &library.class(class).ancestors;
        let mut fields = ancestors.iter().rev().flat_map(|ancestor| &library.class(*ancestor).fields);
        fields.find(|field| !field.is_static() && u32::from(field.offset) == word)
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
    pub fn parts(&self, object: Ref) -> std::ops::Range<u32> {
        let class = self.library.class(self.heap.class_of(object));
        match class.element_kind() {
            Some(_) => ELEMENTS..ELEMENTS.saturating_add(self.heap.length(object)),
            None => 2..class.instance_words.max(2),
        }
    }

    /// Accesses that are weaker than volatile ones show more on real machines than any order of steps does.
    pub fn reserve_weak_access(&mut self, id: ThreadId, operation: &NextOperation) {
        let is_access = matches!(
            operation.kind,
            OperationKind::Read | OperationKind::Write | OperationKind::ReadModifyWrite
        );
        let is_of_world = operation.touches.iter().any(|touch| World::has(touch.place));
        if !is_access || is_of_world || operation.mode == Mode::Synchronising {
            return;
        }
        let thread = Rc::clone(&self.threads[id.0 as usize]);
        // Plain accesses of the program's own may race, and that is told; those of an atomic variable are none.
        let mut is_of_library = operation.mode == Mode::Plain && !self.is_in_atomic(&thread);
        let asks = thread.frames.iter().rev().find(|frame| {
            let class = self.library.class_name(self.library.method(frame.method).class);
            // Adders and accumulators choose by themselves how weak their accesses are.
            is_of_library |= class.starts_with("java/util/concurrent/atomic/Striped64");
            !class.starts_with("java/util/concurrent/atomic/") && !class.starts_with("java/lang/invoke/")
        });
        if let Some(frame) = asks.filter(|_| !is_of_library)
            && self.library.method(frame.method).visibility == Visibility::Program
        {
            let place = self.describe_frame(frame.method, frame.pc);
            self.reserve(format!(
                "what accesses weaker than volatile allow beyond any order of steps, at {place}"
            ));
        }
    }

    /// Whether a thread is in the code of an atomic variable, or of a handle that this uses.
    fn is_in_atomic(&self, thread: &Thread) -> bool {
        let mut classes = thread.frames.iter().rev().map(|frame| self.library.method(frame.method).class);
        let is_handle = |class: &ClassId| self.library.class_name(*class).starts_with("java/lang/invoke/");
        let innermost = classes.find(|class| !is_handle(class));
        innermost.is_some_and(|class| {
            self.library.class_name(class).starts_with("java/util/concurrent/atomic/Atomic")
        })
    }

    /// The thread that a thread standing before `join` waits for, if it has ended.
    pub fn joined_by(&self, thread: &Thread) -> Option<ThreadId> {
        let frame = thread.frames.last()?;
        // The receiver and a long lie on top of the stack.
        let receiver = *thread.stack.get((frame.sp as usize).checked_sub(3)?)?;
        let joined = self.thread_of(thread, Ref::from_slot(receiver))?;
        self.threads[joined.0 as usize].has_ended().then_some(joined)
    }

    /// What bytes at an offset into an object, or at an address, belong to, as far as others can reach it.
    pub fn memory_spots(&self, object: Ref, offset: u64, bytes: u64) -> Vec<Spot> {
        if bytes == 0 {
            return Vec::new();
        }
        if object.is_null() {
            return (offset..offset.saturating_add(bytes)).map(outside_spot).collect();
        }
        if !self.heap.is_shared(object) {
            return Vec::new();
        }
        let kind = self.library.class(self.heap.class_of(object)).element_kind();
        let (start, width, first) = match kind {
            Some(kind) => (offset.saturating_sub(HEADER_BYTES), kind.element_bytes() as u64, ELEMENTS),
            None => (offset, 8, 0),
        };
        let parts = start / width..=(start + bytes - 1) / width;
        parts.map(|part| self.spot(object, first.saturating_add(part as u32))).collect()
    }

    /// An access to the variable at an offset into an object, or at an address. One that is wider than an element, or
    /// lies across several, touches all of them.
    pub fn describe_variable(&self, object: Ref, offset: u64, variable: Variable) -> NextOperation {
        let Variable { kind, operation, mode, is_attempt } = variable;
        let spots = self.memory_spots(object, offset, kind.element_bytes() as u64);
        let touch = if operation == OperationKind::Read { Touch::read } else { Touch::write };
        let touches = spots.iter().map(|spot| touch(spot.place)).collect();
        NextOperation {
            is_attempt,
            spot: spots.first().copied(),
            ..NextOperation::new(operation, mode, touches)
        }
    }

    /// The method that a handle's form calls, where it is one that a thread may stop before.
    fn linked_target(&self, name: &str, arguments: &[u64]) -> Option<&Method> {
        let member = arguments.last().filter(|_| name.starts_with("linkTo"))?;
        let named = self.library.method(self.member_target(Ref::from_slot(*member))?);
        let target = if matches!(name, "linkToVirtual" | "linkToInterface") {
            let class = self.heap.class_of(Ref::from_slot(arguments[0]));
            self.library.method(self.library.select(class, named)?)
        } else {
            named
        };
        (target.is_synchronized() || target.native.is_some()).then_some(target)
    }

    fn describe_handle_call(
        &self,
        thread: &Thread,
        instruction: Instruction,
        operands: &[u64],
    ) -> NextOperation {
        let site = self.library.site(instruction.c);
        let everything = NextOperation::on_everything;
        let Some(method) = site.method.map(|method| self.library.method(method)) else { return everything() };
        let arguments = &operands[operands.len() - usize::from(site.argument_slots)..];
        if method.class != self.core.var_handle {
            return match self.linked_target(self.library.text(method.name), arguments) {
                Some(target) => self.describe_call(thread, target, &arguments[..arguments.len() - 1]),
                None => everything(),
            };
        }
        let handle = Ref::from_slot(arguments[0]);
        match self.variable_of(handle, &arguments[1..]) {
            Some((object, offset, kind)) => {
                let variable = Variable::named(self.library.text(method.name), kind);
                self.describe_variable(object, offset, variable)
            }
            None => everything(),
        }
    }
}
