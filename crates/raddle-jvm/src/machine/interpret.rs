//! The interpreter's loop: runs one thread until it ends, waits, has used its fuel, or stands before an operation.
//!
//! Java calls are frames, never Rust calls. With `STOPS`, the loop returns [`Exit::Operation`] right before each access
//! that another thread could notice, unless the thread was granted its next operation; without, such checks cost nothing.
//! Resolving an instruction the first time lives in `quicken`, Java's values in `values`, listening in `watch`.

use super::heap::Ref;
use super::thread::{Continuation, Frame, Marks, Status, Thread};
use super::{Halt, Initialization, Machine, Trap};
use crate::classes::descriptor::Kind;
use crate::code::instruction::{Instruction, Op, field_kind};
use crate::library::{ClassId, ClassShape, Library, MethodId, Visibility};
use smallvec::SmallVec;
use std::rc::Rc;

mod quicken;
mod values;
pub mod watch;

use values::{compare, double, float, int, slot};
pub use values::{narrow_field, widen_field};
use watch::{Unwatched, Watch};

/// Why the loop returned.
#[derive(Debug)]
pub enum Exit {
    /// The frame that the machine called returned this.
    Boundary(u64),
    /// The frame that the machine called threw this.
    Thrown(Ref),
    /// The thread waits; its status says for what.
    Blocked,
    /// The fuel is used up.
    Quantum,
    /// The thread's last frame is gone.
    Ended,
    /// The thread stands before an operation.
    Operation,
    /// The run is over.
    Halted(Box<Halt>),
}

impl Machine {
    /// Runs a thread. Frames at or below `depth` are not entered: when the frame above it returns, the loop ends.
    pub fn interpret<const STOPS: bool>(&mut self, thread: &mut Thread, fuel: u64, depth: usize) -> Exit {
        self.interpret_watched::<STOPS, Unwatched>(thread, fuel, depth, &mut Unwatched)
    }

    /// The same, with somebody who is shown each instruction of the thread before it is executed.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    pub fn interpret_watched<const STOPS: bool, W: Watch>(
        &mut self,
        thread: &mut Thread,
        fuel: u64,
        depth: usize,
        watcher: &mut W,
    ) -> Exit {
        let library_owner = Rc::clone(&self.library);
        let library: &Library = &library_owner;
        let mut fuel = fuel;
        if STOPS && !thread.unwinding.is_null() {
            let exception = std::mem::take(&mut thread.unwinding);
            if let Some(exit) = self.unwind(thread, exception) {
                return exit;
            }
        }
        'frame: loop {
            let Some(frame) = thread.frames.last().copied() else { return Exit::Ended };
            let method = library.method(frame.method);
            let Some(code) = method.code.get() else {
                if let Err(Trap::Halt(halt)) = self.decode_or_halt(method) {
                    return Exit::Halted(halt);
                }
                continue;
            };
            let base = frame.base as usize;
            let is_seen = !STOPS || method.visibility != Visibility::Quiet;
            let mut pc = frame.pc as usize;
            let mut sp = frame.sp as usize;

            macro_rules! push {
                ($value:expr) => {{
                    let value: u64 = $value;
                    thread.stack[sp] = value;
                    sp += 1;
                }};
            }
            macro_rules! push_wide {
                ($value:expr) => {{
                    let value: u64 = $value;
                    thread.stack[sp] = value;
                    sp += 2;
                }};
            }
            macro_rules! pop {
                () => {{
                    sp -= 1;
                    thread.stack[sp]
                }};
            }
            macro_rules! pop_wide {
                () => {{
                    sp -= 2;
                    thread.stack[sp]
                }};
            }
            // Slow paths look at the frame, so it has to be up to date.
            macro_rules! save {
                () => {{
                    let top = thread.frames.last_mut().expect("the running frame");
                    top.pc = pc as u32;
                    top.sp = sp as u32;
                }};
            }
            // As `save`, where operands were already moved for the call: a repeated instruction must find them in place.
            macro_rules! save_at {
                ($sp:expr) => {{
                    let top = thread.frames.last_mut().expect("the running frame");
                    top.pc = pc as u32;
                    top.sp = $sp as u32;
                }};
            }
            macro_rules! trap {
                ($trap:expr) => {{
                    match $trap {
                        Trap::Throw(exception) => {
                            if let Some(exit) = self.unwind(thread, exception) {
                                return exit;
                            }
                            continue 'frame;
                        }
                        Trap::Retry | Trap::Entered | Trap::Yield => continue 'frame,
                        Trap::Block => return Exit::Blocked,
                        Trap::Stop => return Exit::Operation,
                        Trap::Halt(halt) => return Exit::Halted(halt),
                    }
                }};
            }
            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(raised) => trap!(raised),
                    }
                };
            }
            macro_rules! null_pointer {
                () => {{
                    save!();
                    let raised = self.throw_null(thread);
                    trap!(raised)
                }};
            }
            macro_rules! binary {
                ($view:expr, $wrap:expr, $operation:expr) => {{
                    let right = $view(pop!());
                    let left = $view(thread.stack[sp - 1]);
                    let operation: fn(_, _) -> _ = $operation;
                    thread.stack[sp - 1] = $wrap(operation(left, right));
                }};
            }
            macro_rules! binary_wide {
                ($view:expr, $wrap:expr, $operation:expr) => {{
                    let right = $view(pop_wide!());
                    let left = $view(thread.stack[sp - 2]);
                    let operation: fn(_, _) -> _ = $operation;
                    thread.stack[sp - 2] = $wrap(operation(left, right));
                }};
            }
            macro_rules! jump {
                ($instruction:expr) => {{
                    let target = $instruction.c as usize;
                    if target <= pc {
                        if fuel == 0 {
                            pc = target;
                            save!();
                            return Exit::Quantum;
                        }
                        fuel -= 1;
                        if STOPS && thread.operated {
                            pc = target;
                            save!();
                            if self.enter_loop(thread) {
                                return Exit::Operation;
                            }
                            continue;
                        }
                    }
                    pc = target;
                    continue;
                }};
            }
            macro_rules! branch_if {
                ($instruction:expr, $condition:expr) => {{
                    if $condition {
                        jump!($instruction);
                    }
                }};
            }
            // Stops before an operation on an object that others may reach.
            macro_rules! operation {
                ($object:expr) => {
                    operation!($object, sp)
                };
                ($object:expr, $saved:expr) => {
                    operation!($object, $saved, is_seen)
                };
                ($object:expr, $saved:expr, $seen:expr) => {
                    if STOPS && self.concurrent && thread.nested == 0 && thread.silent == 0 && $seen {
                        let object: Ref = $object;
                        if !object.is_null() && self.heap.is_shared(object) {
                            if thread.granted {
                                thread.granted = false;
                            } else {
                                save_at!($saved);
                                return Exit::Operation;
                            }
                        }
                    }
                };
            }
            macro_rules! array_index {
                ($array:expr, $index:expr) => {{
                    let array: Ref = $array;
                    if array.is_null() {
                        null_pointer!();
                    }
                    let length = self.heap.length(array);
                    let index: i32 = $index;
                    if index as u32 >= length {
                        save!();
                        let text = format!("Index {index} out of bounds for length {length}");
                        let raised = self.throw(thread, "java/lang/ArrayIndexOutOfBoundsException", &text);
                        trap!(raised);
                    }
                    index as u32
                }};
            }
            macro_rules! array_load {
                ($read:ident, $wrap:expr) => {
                    array_load!($read, $wrap, is_seen)
                };
                ($read:ident, $wrap:expr, $seen:expr) => {{
                    operation!(Ref::from_slot(thread.stack[sp - 2]), sp, $seen);
                    let index = int(thread.stack[sp - 1]);
                    let array = Ref::from_slot(thread.stack[sp - 2]);
                    let index = array_index!(array, index);
                    thread.stack[sp - 2] = $wrap(self.heap.$read(array, index));
                    sp -= 1;
                }};
            }
            macro_rules! array_store {
                ($write:ident, $wrap:expr) => {{
                    // Data that never changes is not written to: this is somebody else's.
                    operation!(Ref::from_slot(thread.stack[sp - 3]), sp, true);
                    let value = thread.stack[sp - 1];
                    let index = int(thread.stack[sp - 2]);
                    let array = Ref::from_slot(thread.stack[sp - 3]);
                    let index = array_index!(array, index);
                    if STOPS && !thread.iterations.is_empty() {
                        thread.iterations.clear();
                    }
                    self.heap.$write(array, index, $wrap(value));
                    sp -= 3;
                }};
            }
            // Enters a method: arguments are on the stack, and become its first local variables.
            macro_rules! enter {
                ($method:expr, $slots:expr) => {
                    enter!($method, $slots, sp)
                };
                ($method:expr, $slots:expr, $saved:expr) => {{
                    let saved: usize = $saved;
                    let target: MethodId = $method;
                    let slots: usize = $slots;
                    let callee = library.method(target);
                    if callee.native.is_some() || callee.is_native() {
                        if STOPS
                            && self.stops
                            && thread.nested == 0
                            && !thread.granted
                            && self.is_native_operation(
                                thread,
                                callee,
                                &thread.stack[sp - slots..sp],
                                is_seen,
                            )
                        {
                            save_at!(saved);
                            return Exit::Operation;
                        }
                        save_at!(saved);
                        if STOPS
                            && !thread.iterations.is_empty()
                            && !callee.native.is_some_and(|native| native.is_repeatable())
                        {
                            thread.iterations.clear();
                        }
                        let arguments: SmallVec<[u64; 10]> =
                            SmallVec::from_slice(&thread.stack[sp - slots..sp]);
                        match self.call_native(thread, callee, &arguments) {
                            Ok(value) => {
                                thread.granted = false;
                                if STOPS && std::mem::take(&mut self.attempt_succeeded) {
                                    thread.iterations.clear();
                                }
                                sp -= slots;
                                match callee.result {
                                    Kind::Void => {}
                                    Kind::Long | Kind::Double => push_wide!(value),
                                    _ => push!(value),
                                }
                                pc += 1;
                                continue;
                            }
                            Err(Trap::Entered) => {
                                // The new frame lies above our arguments; they go when it returns.
                                thread.granted = false;
                                let index = thread.frames.len() - 2;
                                thread.frames[index].sp = (sp - slots) as u32;
                                continue 'frame;
                            }
                            Err(Trap::Yield) => {
                                sp -= slots;
                                pc += 1;
                                save!();
                                return Exit::Quantum;
                            }
                            Err(raised) => {
                                if !matches!(raised, Trap::Block | Trap::Retry) {
                                    thread.granted = false;
                                }
                                trap!(raised)
                            }
                        }
                    }
                    if callee.code.get().is_none() {
                        save_at!(saved);
                        if callee.is_abstract() {
                            let receiver = self.heap.class_of(Ref::from_slot(thread.stack[sp - slots]));
                            let raised = self.throw_abstract(thread, receiver, callee);
                            trap!(raised);
                        }
                        attempt!(self.decode_or_halt(callee));
                    }
                    let callee_code = callee.code.get().expect("it was just decoded");
                    let lock = if callee.is_synchronized() {
                        save_at!(saved);
                        let object = if callee.is_static() {
                            attempt!(self.mirror(thread, callee.class))
                        } else {
                            Ref::from_slot(thread.stack[sp - slots])
                        };
                        operation!(object, saved);
                        attempt!(self.enter_monitor(thread, object));
                        object
                    } else {
                        Ref::NULL
                    };
                    if STOPS
                        && callee.visibility > Visibility::Quiet
                        && self.concurrent
                        && thread.nested == 0
                        && thread.silent == 0
                    {
                        if callee.visibility == Visibility::Single {
                            if !thread.granted {
                                save_at!(saved);
                                return Exit::Operation;
                            }
                            thread.granted = false;
                        }
                        thread.silent = thread.frames.len() as u32;
                    }
                    if STOPS && thread.nested > 0 && self.concurrent {
                        self.reserve_unseen_call(callee);
                    }
                    let silence = if STOPS { self.end_silence(thread, callee) } else { 0 };
                    if STOPS
                        && callee.visibility == Visibility::Program
                        && method.visibility != Visibility::Program
                    {
                        thread.break_operations();
                    }
                    let new_base = sp - slots;
                    {
                        let top = thread.frames.last_mut().expect("the running frame");
                        top.pc = pc as u32;
                        top.sp = new_base as u32;
                    }
                    if thread.frames.len() >= self.limits.frames {
                        if !lock.is_null() {
                            self.release_on_exit(thread, lock);
                        }
                        let raised = self.stack_overflow(thread);
                        trap!(raised);
                    }
                    let end = new_base + (callee_code.max_locals + callee_code.max_stack) as usize + 2;
                    if thread.stack.len() < end {
                        thread.stack.resize(end + if STOPS { 64 } else { 1024 }, 0);
                    }
                    thread.frames.push(Frame {
                        method: target,
                        pc: 0,
                        base: new_base as u32,
                        sp: (new_base + callee_code.max_locals as usize) as u32,
                        lock,
                        continuation: Continuation::Call,
                        silence,
                        marks: Marks::default(),
                    });
                    if fuel == 0 {
                        return Exit::Quantum;
                    }
                    fuel -= 1;
                    continue 'frame;
                }};
            }
            macro_rules! leave {
                ($value:expr, $kind:expr) => {{
                    let value: u64 = $value;
                    if !frame.lock.is_null() {
                        save!();
                        operation!(frame.lock);
                        attempt!(self.exit_monitor(thread, frame.lock));
                    }
                    if STOPS
                        && let Continuation::Initialize(class) = frame.continuation
                        && self.is_end_of_initialization_seen(thread, class)
                    {
                        if !thread.granted {
                            save!();
                            return Exit::Operation;
                        }
                        thread.granted = false;
                    }
                    thread.frames.pop();
                    if STOPS {
                        if thread.frames.len() <= thread.silent as usize {
                            thread.silent = 0;
                        }
                        if frame.silence != 0 {
                            thread.silent = frame.silence;
                        }
                    }
                    match frame.continuation {
                        Continuation::Call => {
                            let Some(caller) = thread.frames.last_mut() else { return Exit::Ended };
                            caller.pc += 1;
                            let top = caller.sp as usize;
                            match $kind {
                                Kind::Void => {}
                                Kind::Long => {
                                    thread.stack[top] = value;
                                    caller.sp += 2;
                                }
                                _ => {
                                    thread.stack[top] = value;
                                    caller.sp += 1;
                                }
                            }
                        }
                        Continuation::Boundary => return Exit::Boundary(value),
                        Continuation::ThreadStart => return Exit::Ended,
                        _ => match self.finish_frame(thread, &frame, method.result, value) {
                            Ok(Some((value, is_wide))) => {
                                if let Some(caller) = thread.frames.last_mut() {
                                    caller.pc += 1;
                                    let top = caller.sp as usize;
                                    thread.stack[top] = value;
                                    caller.sp += if is_wide { 2 } else { 1 };
                                }
                            }
                            // The caller repeats its instruction.
                            Ok(None) => {
                                if thread.nested > 0 && thread.frames.len() == depth {
                                    return Exit::Boundary(0);
                                }
                            }
                            Err(raised) => trap!(raised),
                        },
                    }
                    continue 'frame;
                }};
            }

            self.executed += 1;
            loop {
                let instruction: Instruction = code.instructions[pc].get();
                if STOPS {
                    thread.bytecodes += 1;
                }
                if W::WATCHES {
                    save!();
                    watcher.before(self, thread, instruction);
                }
                match instruction.op {
                    Op::Nop => {}
                    Op::Const => push!(u64::from(instruction.c)),
                    Op::ConstWide => push_wide!(code.wide_constants[instruction.c as usize]),
                    Op::LdcQuick => {
                        let reference = self.resolved_reference(instruction.c);
                        if reference.is_null() {
                            save!();
                            attempt!(self.load_constant_again(thread, method.class, instruction));
                            continue;
                        }
                        push!(reference.slot());
                    }
                    Op::Ldc => {
                        save!();
                        match attempt!(self.resolve_constant(thread, method.class, instruction.c as u16)) {
                            Some(value) => push!(value),
                            None => {
                                let number = self.reference_number(method.class, instruction.c as u16);
                                code.instructions[pc].set(Instruction::new(
                                    Op::LdcQuick,
                                    0,
                                    instruction.c as u16,
                                    number,
                                ));
                                continue;
                            }
                        }
                    }
                    Op::LdcWide => {
                        save!();
                        let value =
                            attempt!(self.resolve_wide_constant(thread, method.class, instruction.c as u16));
                        push_wide!(value);
                    }
                    Op::Load => push!(thread.stack[base + usize::from(instruction.b)]),
                    Op::LoadWide => push_wide!(thread.stack[base + usize::from(instruction.b)]),
                    Op::Store => {
                        let value = pop!();
                        thread.stack[base + usize::from(instruction.b)] = value;
                    }
                    Op::StoreWide => {
                        let value = pop_wide!();
                        thread.stack[base + usize::from(instruction.b)] = value;
                    }
                    Op::Iaload => array_load!(element32, u64::from),
                    Op::Aaload => array_load!(element32, u64::from),
                    Op::Baload => array_load!(element8, |value: u8| slot(i32::from(value as i8))),
                    Op::Caload => array_load!(element16, u64::from, true),
                    Op::Saload => array_load!(element16, |value: u16| slot(i32::from(value as i16))),
                    Op::Laload => {
                        operation!(Ref::from_slot(thread.stack[sp - 2]));
                        let index = int(thread.stack[sp - 1]);
                        let array = Ref::from_slot(thread.stack[sp - 2]);
                        let index = array_index!(array, index);
                        thread.stack[sp - 2] = self.heap.element64(array, index);
                    }
                    Op::Iastore => array_store!(set_element32, |value: u64| value as u32),
                    Op::Castore => array_store!(set_element16, |value: u64| value as u16),
                    Op::Bastore => {
                        operation!(Ref::from_slot(thread.stack[sp - 3]));
                        let value = thread.stack[sp - 1];
                        let index = int(thread.stack[sp - 2]);
                        let array = Ref::from_slot(thread.stack[sp - 3]);
                        let index = array_index!(array, index);
                        let is_boolean = library.class(self.heap.class_of(array)).shape
                            == ClassShape::PrimitiveArray(Kind::Boolean);
                        self.heap.set_element8(
                            array,
                            index,
                            if is_boolean { value as u8 & 1 } else { value as u8 },
                        );
                        sp -= 3;
                    }
                    Op::Lastore => {
                        operation!(Ref::from_slot(thread.stack[sp - 4]));
                        let value = thread.stack[sp - 2];
                        let index = int(thread.stack[sp - 3]);
                        let array = Ref::from_slot(thread.stack[sp - 4]);
                        let index = array_index!(array, index);
                        if STOPS && !thread.iterations.is_empty() {
                            thread.iterations.clear();
                        }
                        self.heap.set_element64(array, index, value);
                        sp -= 4;
                    }
                    Op::Aastore => {
                        operation!(Ref::from_slot(thread.stack[sp - 3]));
                        let value = Ref::from_slot(thread.stack[sp - 1]);
                        let index = int(thread.stack[sp - 2]);
                        let array = Ref::from_slot(thread.stack[sp - 3]);
                        let index = array_index!(array, index);
                        if !value.is_null() {
                            let class = self.heap.class_of(value);
                            if let ClassShape::ReferenceArray(component) =
                                library.class(self.heap.class_of(array)).shape
                                && component != self.core.object
                                && !library.is_subclass(class, component)
                            {
                                save!();
                                let text = self.external_name(class);
                                let raised = self.throw(thread, "java/lang/ArrayStoreException", &text);
                                trap!(raised);
                            }
                            if self.stops && self.heap.is_shared(array) {
                                self.publish(value);
                            }
                        }
                        if STOPS && !thread.iterations.is_empty() {
                            thread.iterations.clear();
                        }
                        self.heap.set_element32(array, index, value.0);
                        sp -= 3;
                    }
                    Op::Pop => sp -= 1,
                    Op::Pop2 => sp -= 2,
                    Op::Dup => {
                        let value = thread.stack[sp - 1];
                        push!(value);
                    }
                    Op::DupX1 => {
                        thread.stack.swap(sp - 1, sp - 2);
                        let top = thread.stack[sp - 2];
                        push!(top);
                    }
                    Op::DupX2 => {
                        let top = thread.stack[sp - 1];
                        thread.stack[sp - 1] = thread.stack[sp - 2];
                        thread.stack[sp - 2] = thread.stack[sp - 3];
                        thread.stack[sp - 3] = top;
                        push!(top);
                    }
                    Op::Dup2 => {
                        thread.stack[sp] = thread.stack[sp - 2];
                        thread.stack[sp + 1] = thread.stack[sp - 1];
                        sp += 2;
                    }
                    Op::Dup2X1 => {
                        thread.stack.copy_within(sp - 3..sp, sp - 1);
                        thread.stack[sp - 3] = thread.stack[sp];
                        thread.stack[sp - 2] = thread.stack[sp + 1];
                        sp += 2;
                    }
                    Op::Dup2X2 => {
                        thread.stack.copy_within(sp - 4..sp, sp - 2);
                        thread.stack[sp - 4] = thread.stack[sp];
                        thread.stack[sp - 3] = thread.stack[sp + 1];
                        sp += 2;
                    }
                    Op::Swap => thread.stack.swap(sp - 1, sp - 2),
                    Op::Iadd => binary!(int, slot, i32::wrapping_add),
                    Op::Isub => binary!(int, slot, i32::wrapping_sub),
                    Op::Imul => binary!(int, slot, i32::wrapping_mul),
                    Op::Iand => binary!(int, slot, |left: i32, right: i32| left & right),
                    Op::Ior => binary!(int, slot, |left: i32, right: i32| left | right),
                    Op::Ixor => binary!(int, slot, |left: i32, right: i32| left ^ right),
                    Op::Ishl => binary!(int, slot, |left: i32, right: i32| left.wrapping_shl(right as u32)),
                    Op::Ishr => binary!(int, slot, |left: i32, right: i32| left.wrapping_shr(right as u32)),
                    Op::Iushr => binary!(int, slot, |left: i32, right: i32| (left as u32)
                        .wrapping_shr(right as u32)
                        as i32),
                    Op::Ladd => binary_wide!(|value| value, |value| value, u64::wrapping_add),
                    Op::Lsub => binary_wide!(|value| value, |value| value, u64::wrapping_sub),
                    Op::Lmul => binary_wide!(|value| value, |value| value, u64::wrapping_mul),
                    Op::Land => {
                        binary_wide!(|value| value, |value| value, |left: u64, right: u64| left & right);
                    }
                    Op::Lor => {
                        binary_wide!(|value| value, |value| value, |left: u64, right: u64| left | right);
                    }
                    Op::Lxor => {
                        binary_wide!(|value| value, |value| value, |left: u64, right: u64| left ^ right);
                    }
                    Op::Lshl => {
                        let count = pop!() as u32;
                        thread.stack[sp - 2] = thread.stack[sp - 2].wrapping_shl(count);
                    }
                    Op::Lshr => {
                        let count = pop!() as u32;
                        thread.stack[sp - 2] = (thread.stack[sp - 2] as i64).wrapping_shr(count) as u64;
                    }
                    Op::Lushr => {
                        let count = pop!() as u32;
                        thread.stack[sp - 2] = thread.stack[sp - 2].wrapping_shr(count);
                    }
                    Op::Fadd => {
                        binary!(float, |value: f32| u64::from(value.to_bits()), |left: f32, right: f32| left
                            + right);
                    }
                    Op::Fsub => {
                        binary!(float, |value: f32| u64::from(value.to_bits()), |left: f32, right: f32| left
                            - right);
                    }
                    Op::Fmul => {
                        binary!(float, |value: f32| u64::from(value.to_bits()), |left: f32, right: f32| left
                            * right);
                    }
                    Op::Fdiv => {
                        binary!(float, |value: f32| u64::from(value.to_bits()), |left: f32, right: f32| left
                            / right);
                    }
                    Op::Frem => {
                        binary!(float, |value: f32| u64::from(value.to_bits()), |left: f32, right: f32| left
                            % right);
                    }
                    Op::Dadd => binary_wide!(double, f64::to_bits, |left: f64, right: f64| left + right),
                    Op::Dsub => binary_wide!(double, f64::to_bits, |left: f64, right: f64| left - right),
                    Op::Dmul => binary_wide!(double, f64::to_bits, |left: f64, right: f64| left * right),
                    Op::Ddiv => binary_wide!(double, f64::to_bits, |left: f64, right: f64| left / right),
                    Op::Drem => binary_wide!(double, f64::to_bits, |left: f64, right: f64| left % right),
                    Op::Idiv | Op::Irem => {
                        let right = int(thread.stack[sp - 1]);
                        let left = int(thread.stack[sp - 2]);
                        if right == 0 {
                            save!();
                            let raised = self.throw(thread, "java/lang/ArithmeticException", "/ by zero");
                            trap!(raised);
                        }
                        sp -= 1;
                        thread.stack[sp - 1] = slot(if instruction.op == Op::Idiv {
                            left.wrapping_div(right)
                        } else {
                            left.wrapping_rem(right)
                        });
                    }
                    Op::Ldiv | Op::Lrem => {
                        let right = thread.stack[sp - 2] as i64;
                        let left = thread.stack[sp - 4] as i64;
                        if right == 0 {
                            save!();
                            let raised = self.throw(thread, "java/lang/ArithmeticException", "/ by zero");
                            trap!(raised);
                        }
                        sp -= 2;
                        let result = if instruction.op == Op::Ldiv {
                            left.wrapping_div(right)
                        } else {
                            left.wrapping_rem(right)
                        };
                        thread.stack[sp - 2] = result as u64;
                    }
                    Op::Ineg => thread.stack[sp - 1] = slot(int(thread.stack[sp - 1]).wrapping_neg()),
                    Op::Lneg => thread.stack[sp - 2] = (thread.stack[sp - 2] as i64).wrapping_neg() as u64,
                    Op::Fneg => thread.stack[sp - 1] = u64::from((-float(thread.stack[sp - 1])).to_bits()),
                    Op::Dneg => thread.stack[sp - 2] = (-double(thread.stack[sp - 2])).to_bits(),
                    Op::Iinc => {
                        let local = &mut thread.stack[base + usize::from(instruction.b)];
                        *local = slot(int(*local).wrapping_add(instruction.c as i32));
                    }
                    Op::I2l => {
                        let value = int(pop!());
                        push_wide!(i64::from(value) as u64);
                    }
                    Op::I2f => thread.stack[sp - 1] = u64::from((int(thread.stack[sp - 1]) as f32).to_bits()),
                    Op::I2d => {
                        let value = int(pop!());
                        push_wide!(f64::from(value).to_bits());
                    }
                    Op::L2i => {
                        let value = pop_wide!();
                        push!(u64::from(value as u32));
                    }
                    Op::L2f => {
                        let value = pop_wide!() as i64;
                        push!(u64::from((value as f32).to_bits()));
                    }
                    Op::L2d => thread.stack[sp - 2] = (thread.stack[sp - 2] as i64 as f64).to_bits(),
                    Op::F2i => thread.stack[sp - 1] = slot(float(thread.stack[sp - 1]) as i32),
                    Op::F2l => {
                        let value = float(pop!());
                        push_wide!(value as i64 as u64);
                    }
                    Op::F2d => {
                        let value = float(pop!());
                        push_wide!(f64::from(value).to_bits());
                    }
                    Op::D2i => {
                        let value = double(pop_wide!());
                        push!(slot(value as i32));
                    }
                    Op::D2l => thread.stack[sp - 2] = double(thread.stack[sp - 2]) as i64 as u64,
                    Op::D2f => {
                        let value = double(pop_wide!());
                        push!(u64::from((value as f32).to_bits()));
                    }
                    Op::I2b => thread.stack[sp - 1] = slot(i32::from(thread.stack[sp - 1] as i8)),
                    Op::I2c => thread.stack[sp - 1] = u64::from(thread.stack[sp - 1] as u16),
                    Op::I2s => thread.stack[sp - 1] = slot(i32::from(thread.stack[sp - 1] as i16)),
                    Op::Lcmp => {
                        let right = pop_wide!() as i64;
                        let left = pop_wide!() as i64;
                        push!(compare(left, right, 0));
                    }
                    Op::Fcmpl | Op::Fcmpg => {
                        let right = float(pop!());
                        let left = float(pop!());
                        push!(compare(left, right, if instruction.op == Op::Fcmpg { 1 } else { -1 }));
                    }
                    Op::Dcmpl | Op::Dcmpg => {
                        let right = double(pop_wide!());
                        let left = double(pop_wide!());
                        push!(compare(left, right, if instruction.op == Op::Dcmpg { 1 } else { -1 }));
                    }
                    Op::Ifeq | Op::Ifnull => branch_if!(instruction, pop!() as u32 == 0),
                    Op::Ifne | Op::Ifnonnull => branch_if!(instruction, pop!() as u32 != 0),
                    Op::Iflt => branch_if!(instruction, int(pop!()) < 0),
                    Op::Ifge => branch_if!(instruction, int(pop!()) >= 0),
                    Op::Ifgt => branch_if!(instruction, int(pop!()) > 0),
                    Op::Ifle => branch_if!(instruction, int(pop!()) <= 0),
                    Op::IfIcmpeq => {
                        sp -= 2;
                        branch_if!(instruction, thread.stack[sp] as u32 == thread.stack[sp + 1] as u32);
                    }
                    Op::IfIcmpne => {
                        sp -= 2;
                        branch_if!(instruction, thread.stack[sp] as u32 != thread.stack[sp + 1] as u32);
                    }
                    Op::IfIcmplt => {
                        sp -= 2;
                        branch_if!(instruction, int(thread.stack[sp]) < int(thread.stack[sp + 1]));
                    }
                    Op::IfIcmpge => {
                        sp -= 2;
                        branch_if!(instruction, int(thread.stack[sp]) >= int(thread.stack[sp + 1]));
                    }
                    Op::IfIcmpgt => {
                        sp -= 2;
                        branch_if!(instruction, int(thread.stack[sp]) > int(thread.stack[sp + 1]));
                    }
                    Op::IfIcmple => {
                        sp -= 2;
                        branch_if!(instruction, int(thread.stack[sp]) <= int(thread.stack[sp + 1]));
                    }
                    Op::Goto => jump!(instruction),
                    Op::Jsr => {
                        push!(pc as u64 + 1);
                        jump!(instruction);
                    }
                    Op::Ret => {
                        pc = thread.stack[base + usize::from(instruction.b)] as usize;
                        continue;
                    }
                    Op::Switch => {
                        let key = int(pop!());
                        let target = code.switches[instruction.c as usize].target(key);
                        jump!(Instruction::new(Op::Goto, 0, 0, target));
                    }
                    Op::Return => leave!(thread.stack[sp - 1], Kind::Int),
                    Op::ReturnWide => leave!(thread.stack[sp - 2], Kind::Long),
                    Op::ReturnVoid => leave!(0, Kind::Void),
                    Op::CheckCast | Op::InstanceOf if thread.stack[sp - 1] as u32 == 0 => {
                        // Null needs no class, and must not load one.
                    }
                    Op::GetStatic
                    | Op::PutStatic
                    | Op::GetField
                    | Op::PutField
                    | Op::InvokeVirtual
                    | Op::InvokeSpecial
                    | Op::InvokeStatic
                    | Op::InvokeInterface
                    | Op::InvokeDynamic
                    | Op::New
                    | Op::NewArray
                    | Op::ANewArray
                    | Op::CheckCast
                    | Op::InstanceOf => {
                        save!();
                        let quick = attempt!(self.quicken(thread, method.class, instruction));
                        code.instructions[pc].set(quick);
                        continue;
                    }
                    Op::GetStaticQuick => {
                        let class = ClassId(instruction.c);
                        let state = self.class_state(class);
                        if state.initialization != Initialization::Done {
                            save!();
                            attempt!(self.ensure_initialized_in::<STOPS>(thread, class));
                        }
                        let state = self.class_state(class);
                        let mirror = state.mirror;
                        // Nobody else can see what its initialiser has not finished.
                        if instruction.a & field_kind::FINAL == 0
                            && !(STOPS && matches!(state.initialization, Initialization::Running(_)))
                        {
                            operation!(mirror);
                        }
                        let value = widen_field(instruction.a, self.heap.field(mirror, instruction.b));
                        if instruction.a & field_kind::SIZE == field_kind::WIDE {
                            push_wide!(value);
                        } else {
                            push!(value);
                        }
                    }
                    Op::PutStaticQuick => {
                        let class = ClassId(instruction.c);
                        if self.class_state(class).initialization != Initialization::Done {
                            save!();
                            attempt!(self.ensure_initialized_in::<STOPS>(thread, class));
                        }
                        let state = self.class_state(class);
                        let mirror = state.mirror;
                        let is_hidden = STOPS && matches!(state.initialization, Initialization::Running(_));
                        if instruction.a & field_kind::FINAL == 0 && !is_hidden {
                            operation!(mirror);
                        }
                        let value = if instruction.a & field_kind::SIZE == field_kind::WIDE {
                            pop_wide!()
                        } else {
                            pop!()
                        };
                        if STOPS && !thread.iterations.is_empty() {
                            thread.iterations.clear();
                        }
                        if self.stops && instruction.a & field_kind::REFERENCE != 0 && !is_hidden {
                            self.publish(Ref::from_slot(value));
                        }
                        self.heap.set_field(mirror, instruction.b, narrow_field(instruction.a, value));
                    }
                    Op::GetFieldInt => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        if object.is_null() {
                            null_pointer!();
                        }
                        operation!(object);
                        thread.stack[sp - 1] = u64::from(self.heap.field(object, instruction.b) as u32);
                    }
                    Op::GetFieldQuick => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        if object.is_null() {
                            null_pointer!();
                        }
                        if instruction.a & field_kind::FINAL == 0 {
                            operation!(object);
                        }
                        sp -= 1;
                        let value = widen_field(instruction.a, self.heap.field(object, instruction.b));
                        if instruction.a & field_kind::SIZE == field_kind::WIDE {
                            push_wide!(value);
                        } else {
                            push!(value);
                        }
                    }
                    Op::PutFieldQuick => {
                        let is_wide = instruction.a & field_kind::SIZE == field_kind::WIDE;
                        let object = Ref::from_slot(thread.stack[sp - if is_wide { 3 } else { 2 }]);
                        if object.is_null() {
                            null_pointer!();
                        }
                        if instruction.a & field_kind::FINAL == 0 {
                            operation!(object);
                        } else if STOPS && self.concurrent && self.heap.is_shared(object) {
                            let class = self.external_name(self.heap.class_of(object));
                            self.reserve(format!(
                                "a final field of {class} that is set after others can see the object"
                            ));
                        }
                        let value = if is_wide { pop_wide!() } else { pop!() };
                        sp -= 1;
                        if STOPS && !thread.iterations.is_empty() {
                            thread.iterations.clear();
                        }
                        if instruction.a & field_kind::REFERENCE != 0
                            && self.stops
                            && self.heap.is_shared(object)
                        {
                            self.publish(Ref::from_slot(value));
                        }
                        self.heap.set_field(object, instruction.b, narrow_field(instruction.a, value));
                    }
                    Op::InvokeStaticQuick => {
                        let callee = library.method(MethodId(instruction.c));
                        if self.class_state(callee.class).initialization != Initialization::Done {
                            save!();
                            attempt!(self.ensure_initialized_in::<STOPS>(thread, callee.class));
                        }
                        enter!(MethodId(instruction.c), usize::from(instruction.a));
                    }
                    Op::InvokeSpecialQuick => {
                        let slots = usize::from(instruction.a);
                        if thread.stack[sp - slots] as u32 == 0 {
                            null_pointer!();
                        }
                        enter!(MethodId(instruction.c), slots);
                    }
                    Op::InvokeVirtualQuick => {
                        let slots = usize::from(instruction.a);
                        let receiver = Ref::from_slot(thread.stack[sp - slots]);
                        if receiver.is_null() {
                            null_pointer!();
                        }
                        let class = library.class(self.heap.class_of(receiver));
                        enter!(class.vtable[usize::from(instruction.b)], slots);
                    }
                    Op::InvokeInterfaceQuick => {
                        let slots = usize::from(instruction.a);
                        let receiver = Ref::from_slot(thread.stack[sp - slots]);
                        if receiver.is_null() {
                            null_pointer!();
                        }
                        let class = self.heap.class_of(receiver);
                        let site = library.site(instruction.c);
                        let target = if site.cached_class.get() == class.0 {
                            site.cached_target.get()
                        } else {
                            save!();
                            let target = attempt!(self.select_interface(thread, class, site));
                            site.cached_class.set(class.0);
                            site.cached_target.set(target);
                            target
                        };
                        enter!(target, slots);
                    }
                    Op::InvokeDynamicQuick => {
                        let site = library.site(instruction.c);
                        let appendix = self.resolved_reference(site.reference);
                        let Some(target) =
                            site.linked.get().filter(|_| !appendix.is_null() || site.cached_class.get() == 1)
                        else {
                            save!();
                            attempt!(self.link_dynamic(thread, site));
                            continue;
                        };
                        let callee = library.method(target);
                        if self.class_state(callee.class).initialization != Initialization::Done {
                            save!();
                            attempt!(self.initialize_now(thread, callee.class));
                        }
                        let slots = usize::from(callee.argument_slots);
                        let saved = sp;
                        if slots > usize::from(site.argument_slots) {
                            push!(appendix.slot());
                        }
                        enter!(target, slots, saved);
                    }
                    Op::InvokeHandleQuick => {
                        let site = library.site(instruction.c);
                        save!();
                        match attempt!(self.invoke_handle(thread, site, STOPS, sp)) {
                            super::super::dynamic::HandleCall::Value(value, kind) => {
                                thread.granted = false;
                                if STOPS && std::mem::take(&mut self.attempt_succeeded) {
                                    thread.iterations.clear();
                                }
                                sp -= usize::from(site.argument_slots);
                                match kind {
                                    Kind::Void => {}
                                    Kind::Long | Kind::Double => push_wide!(value),
                                    _ => push!(value),
                                }
                            }
                            super::super::dynamic::HandleCall::Enter(target, appendix) => {
                                let callee = library.method(target);
                                let slots = usize::from(callee.argument_slots);
                                let saved = sp;
                                if !appendix.is_null() {
                                    push!(appendix.slot());
                                }
                                enter!(target, slots, saved);
                            }
                            super::super::dynamic::HandleCall::DropLast(target) => {
                                // `linkTo…` calls: the last argument only named the method.
                                let saved = sp;
                                sp -= 1;
                                let slots = usize::from(library.method(target).argument_slots);
                                enter!(target, slots, saved);
                            }
                            super::super::dynamic::HandleCall::Stop => return Exit::Operation,
                        }
                    }
                    Op::NewQuick => {
                        let class = ClassId(instruction.c);
                        if self.heap.wants_collection() {
                            save!();
                            self.collect_garbage(thread);
                        }
                        if self.class_state(class).initialization != Initialization::Done {
                            save!();
                            attempt!(self.ensure_initialized_in::<STOPS>(thread, class));
                        }
                        let words = library.class(class).instance_words;
                        let name = self.next_name(thread);
                        match self.heap.allocate(words, class, words, name) {
                            Ok(object) => push!(object.slot()),
                            Err(_) => {
                                save!();
                                self.collect_garbage(thread);
                                let object = attempt!(self.new_instance(thread, class));
                                push!(object.slot());
                            }
                        }
                    }
                    Op::ANewArrayQuick => {
                        save!();
                        if self.heap.wants_collection() {
                            self.collect_garbage(thread);
                        }
                        let length = int(thread.stack[sp - 1]);
                        let array =
                            attempt!(self.new_array_or_collect(thread, ClassId(instruction.c), length));
                        thread.stack[sp - 1] = array.slot();
                    }
                    Op::MultiANewArray => {
                        save!();
                        if self.heap.wants_collection() {
                            self.collect_garbage(thread);
                        }
                        let class = attempt!(self.class_at(thread, method.class, instruction.c as u16));
                        let dimensions = usize::from(instruction.a);
                        let lengths: SmallVec<[i32; 4]> =
                            thread.stack[sp - dimensions..sp].iter().map(|length| int(*length)).collect();
                        if let Some(negative) = lengths.iter().find(|length| **length < 0) {
                            let text = negative.to_string();
                            let raised = self.throw(thread, "java/lang/NegativeArraySizeException", &text);
                            trap!(raised);
                        }
                        let array = attempt!(self.new_multi_array(thread, class, &lengths));
                        sp -= dimensions;
                        push!(array.slot());
                    }
                    Op::ArrayLength => {
                        let array = Ref::from_slot(thread.stack[sp - 1]);
                        if array.is_null() {
                            null_pointer!();
                        }
                        thread.stack[sp - 1] = u64::from(self.heap.length(array));
                    }
                    Op::Athrow => {
                        let exception = Ref::from_slot(thread.stack[sp - 1]);
                        if exception.is_null() {
                            null_pointer!();
                        }
                        save!();
                        trap!(Trap::Throw(exception));
                    }
                    Op::CheckCastQuick => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        if !object.is_null() {
                            let class = self.heap.class_of(object);
                            if class.0 != instruction.c && !library.is_subclass(class, ClassId(instruction.c))
                            {
                                save!();
                                let raised = self.throw_class_cast(thread, class, ClassId(instruction.c));
                                trap!(raised);
                            }
                        }
                    }
                    Op::InstanceOfQuick => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        let is_instance = !object.is_null()
                            && library.is_subclass(self.heap.class_of(object), ClassId(instruction.c));
                        thread.stack[sp - 1] = u64::from(is_instance);
                    }
                    Op::MonitorEnter => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        if object.is_null() {
                            null_pointer!();
                        }
                        operation!(object);
                        save!();
                        attempt!(self.enter_monitor(thread, object));
                        sp -= 1;
                    }
                    Op::MonitorExit => {
                        let object = Ref::from_slot(thread.stack[sp - 1]);
                        if object.is_null() {
                            null_pointer!();
                        }
                        operation!(object);
                        save!();
                        attempt!(self.exit_monitor(thread, object));
                        sp -= 1;
                    }
                }
                pc += 1;
            }
        }
    }

    /// Whether a status lets the thread run.
    pub fn is_runnable(status: Status) -> bool {
        status == Status::Runnable
    }
}
