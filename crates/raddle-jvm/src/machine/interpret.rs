//! The interpreter's loop: runs one thread until it ends, waits, has used its fuel, or stands before an operation.
//!
//! Java calls are frames, never Rust calls. With `STOPS`, the loop returns [`Exit::Operation`] right before each access
//! that another thread could notice, unless the thread was granted its next operation; without, such checks cost nothing.
//! Here is the table of instructions; what they do lives in `arithmetic`, `arrays`, `fields`, `objects`, `calls` and
//! `leave`, which the compiler puts into the loop. Resolving an instruction the first time lives in `quicken`, Java's
//! values in `values`, listening in `watch`.

use super::heap::Ref;
use super::thread::{Marks, Thread};
use super::{Halt, Machine, Trap};
use crate::code::instruction::{Instruction, Op};
use crate::library::Library;
use std::rc::Rc;

mod arithmetic;
mod arrays;
mod calls;
mod cursor;
mod fields;
mod leave;
mod objects;
mod quicken;
mod values;
pub mod watch;

use cursor::{Cursor, Flow};
use leave::Width;
use raddle_explore::context::{Interruption, Unwatched, Watcher};
use values::{compare, double, float, int, slot};
pub use values::{narrow_field, widen_field};
use watch::{Before, Instructions};

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
    /// The watcher ends the run.
    Interrupted(Box<Interruption>),
}

impl Machine {
    /// Runs a thread. Frames at or below `depth` are not entered: when the frame above it returns, the loop ends.
    pub fn interpret<const STOPS: bool>(&mut self, thread: &mut Thread, fuel: u64, depth: usize) -> Exit {
        self.interpret_watched::<STOPS, Unwatched>(thread, fuel, depth, &mut Unwatched)
    }

    /// What an instruction that was not done means: an exception finds its handler, or the loop ends.
    fn after_trap(&mut self, thread: &mut Thread, raised: Trap) -> Option<Exit> {
        match raised {
            Trap::Throw(exception) => self.unwind(thread, exception),
            Trap::Retry | Trap::Entered | Trap::Yield => None,
            Trap::Block => Some(Exit::Blocked),
            Trap::Stop => Some(Exit::Operation),
            Trap::Halt(halt) => Some(Exit::Halted(halt)),
        }
    }

    /// The same, with somebody who is shown each instruction of the thread before it is executed.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    pub fn interpret_watched<const STOPS: bool, W: Watcher<Instructions>>(
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
            if frame.marks.has(Marks::NOT_PREPARED) {
                let prepared = self.prepare_frame::<STOPS>(thread);
                match prepared.err().and_then(|raised| self.after_trap(thread, raised)) {
                    Some(exit) => return exit,
                    None => continue,
                }
            }
            let mut at = Cursor::new::<STOPS>(library, method, code, frame);

            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(raised) => match self.after_trap(thread, raised) {
                            Some(exit) => return exit,
                            None => continue 'frame,
                        },
                    }
                };
            }
            macro_rules! follow {
                ($flow:expr) => {
                    match $flow {
                        Flow::Next => {}
                        Flow::Here => continue,
                        Flow::Frame => continue 'frame,
                        Flow::Leave(exit) => return exit,
                    }
                };
            }
            macro_rules! jump {
                ($target:expr) => {
                    follow!(self.jump::<STOPS>(thread, &mut at, &mut fuel, $target))
                };
            }

            self.executed += 1;
            loop {
                let instruction: Instruction = code.instructions[at.pc].get();
                if STOPS {
                    thread.bytecodes += 1;
                }
                if W::ACTIVE {
                    at.save(thread);
                    let shown = Before { machine: self, thread, instruction };
                    if let Err(interruption) = watcher.observe(shown).into_result() {
                        return Exit::Interrupted(Box::new(interruption));
                    }
                }
                macro_rules! branch_if {
                    ($condition:expr) => {
                        if $condition {
                            jump!(instruction.c);
                        }
                    };
                }
                match instruction.op {
                    Op::Nop => {}
                    Op::Const => at.push(thread, u64::from(instruction.c)),
                    Op::ConstWide => at.push_wide(thread, code.wide_constants[instruction.c as usize]),
                    Op::LdcQuick => follow!(attempt!(self.load_constant(thread, &mut at, instruction))),
                    Op::Ldc => follow!(attempt!(self.load_new_constant(thread, &mut at, instruction))),
                    Op::LdcWide => attempt!(self.load_wide_constant(thread, &mut at, instruction)),
                    Op::Load => {
                        let value = *at.local(thread, instruction.b);
                        at.push(thread, value);
                    }
                    Op::LoadWide => {
                        let value = *at.local(thread, instruction.b);
                        at.push_wide(thread, value);
                    }
                    Op::Store => {
                        let value = at.pop(thread);
                        *at.local(thread, instruction.b) = value;
                    }
                    Op::StoreWide => {
                        let value = at.pop_wide(thread);
                        *at.local(thread, instruction.b) = value;
                    }

                    Op::Iaload | Op::Aaload => {
                        attempt!(self.load_element::<STOPS>(thread, &mut at, |machine, array, index| {
                            u64::from(machine.heap.load32(array, index))
                        }));
                    }
                    Op::Baload => {
                        attempt!(self.load_element::<STOPS>(thread, &mut at, |machine, array, index| {
                            slot(i32::from(machine.heap.load8(array, index) as i8))
                        }));
                    }
                    Op::Caload => {
                        attempt!(self.load_element::<STOPS>(thread, &mut at, |machine, array, index| {
                            u64::from(machine.heap.load16(array, index))
                        }));
                    }
                    Op::Saload => {
                        attempt!(self.load_element::<STOPS>(thread, &mut at, |machine, array, index| {
                            slot(i32::from(machine.heap.load16(array, index) as i16))
                        }));
                    }
                    Op::Laload => attempt!(self.load_wide_element::<STOPS>(thread, &mut at)),
                    Op::Iastore => {
                        attempt!(self.store_element::<STOPS>(
                            thread,
                            &mut at,
                            |machine, _, array, index, value| {
                                machine.heap.store32(array, index, value as u32);
                            }
                        ));
                    }
                    Op::Castore => {
                        attempt!(self.store_element::<STOPS>(
                            thread,
                            &mut at,
                            |machine, _, array, index, value| {
                                machine.heap.store16(array, index, value as u16);
                            }
                        ));
                    }
                    Op::Bastore => {
                        attempt!(self.store_element::<STOPS>(thread, &mut at, Machine::store_byte));
                    }
                    Op::Lastore => attempt!(self.store_wide_element::<STOPS>(thread, &mut at)),
                    Op::Aastore => attempt!(self.store_reference::<STOPS>(thread, &mut at)),

                    Op::Pop => at.sp -= 1,
                    Op::Pop2 => at.sp -= 2,
                    Op::Dup => {
                        let value = at.peek(thread, 1);
                        at.push(thread, value);
                    }
                    Op::DupX1 => at.duplicate_below_one(thread),
                    Op::DupX2 => at.duplicate_below_two(thread),
                    Op::Dup2 => at.duplicate_two(thread),
                    Op::Dup2X1 => at.duplicate_two_below(thread, 1),
                    Op::Dup2X2 => at.duplicate_two_below(thread, 2),
                    Op::Swap => thread.stack.swap(at.sp - 1, at.sp - 2),

                    Op::Iadd => at.ints(thread, i32::wrapping_add),
                    Op::Isub => at.ints(thread, i32::wrapping_sub),
                    Op::Imul => at.ints(thread, i32::wrapping_mul),
                    Op::Iand => at.ints(thread, |left, right| left & right),
                    Op::Ior => at.ints(thread, |left, right| left | right),
                    Op::Ixor => at.ints(thread, |left, right| left ^ right),
                    Op::Ishl => at.ints(thread, |left, right| left.wrapping_shl(right as u32)),
                    Op::Ishr => at.ints(thread, |left, right| left.wrapping_shr(right as u32)),
                    Op::Iushr => {
                        at.ints(thread, |left, right| (left as u32).wrapping_shr(right as u32) as i32);
                    }
                    Op::Ladd => at.longs(thread, u64::wrapping_add),
                    Op::Lsub => at.longs(thread, u64::wrapping_sub),
                    Op::Lmul => at.longs(thread, u64::wrapping_mul),
                    Op::Land => at.longs(thread, |left, right| left & right),
                    Op::Lor => at.longs(thread, |left, right| left | right),
                    Op::Lxor => at.longs(thread, |left, right| left ^ right),
                    Op::Lshl => at.shift_long(thread, u64::wrapping_shl),
                    Op::Lshr => at.shift_long(thread, |value, by| (value as i64).wrapping_shr(by) as u64),
                    Op::Lushr => at.shift_long(thread, u64::wrapping_shr),
                    Op::Fadd => at.floats(thread, |left, right| left + right),
                    Op::Fsub => at.floats(thread, |left, right| left - right),
                    Op::Fmul => at.floats(thread, |left, right| left * right),
                    Op::Fdiv => at.floats(thread, |left, right| left / right),
                    Op::Frem => at.floats(thread, |left, right| left % right),
                    Op::Dadd => at.doubles(thread, |left, right| left + right),
                    Op::Dsub => at.doubles(thread, |left, right| left - right),
                    Op::Dmul => at.doubles(thread, |left, right| left * right),
                    Op::Ddiv => at.doubles(thread, |left, right| left / right),
                    Op::Drem => at.doubles(thread, |left, right| left % right),
                    Op::Idiv => attempt!(self.divide_ints(thread, &mut at, i32::wrapping_div)),
                    Op::Irem => attempt!(self.divide_ints(thread, &mut at, i32::wrapping_rem)),
                    Op::Ldiv => attempt!(self.divide_longs(thread, &mut at, i64::wrapping_div)),
                    Op::Lrem => attempt!(self.divide_longs(thread, &mut at, i64::wrapping_rem)),
                    Op::Ineg => at.convert(thread, |value| slot(int(value).wrapping_neg())),
                    Op::Lneg => at.convert_wide(thread, |value| (value as i64).wrapping_neg() as u64),
                    Op::Fneg => at.convert(thread, |value| u64::from((-float(value)).to_bits())),
                    Op::Dneg => at.convert_wide(thread, |value| (-double(value)).to_bits()),
                    Op::Iinc => {
                        let local = at.local(thread, instruction.b);
                        *local = slot(int(*local).wrapping_add(instruction.c as i32));
                    }

                    Op::I2l => at.widen(thread, |value| i64::from(int(value)) as u64),
                    Op::I2f => at.convert(thread, |value| u64::from((int(value) as f32).to_bits())),
                    Op::I2d => at.widen(thread, |value| f64::from(int(value)).to_bits()),
                    Op::L2i => at.narrow(thread, |value| u64::from(value as u32)),
                    Op::L2f => at.narrow(thread, |value| u64::from((value as i64 as f32).to_bits())),
                    Op::L2d => at.convert_wide(thread, |value| (value as i64 as f64).to_bits()),
                    Op::F2i => at.convert(thread, |value| slot(float(value) as i32)),
                    Op::F2l => at.widen(thread, |value| float(value) as i64 as u64),
                    Op::F2d => at.widen(thread, |value| f64::from(float(value)).to_bits()),
                    Op::D2i => at.narrow(thread, |value| slot(double(value) as i32)),
                    Op::D2l => at.convert_wide(thread, |value| double(value) as i64 as u64),
                    Op::D2f => at.narrow(thread, |value| u64::from((double(value) as f32).to_bits())),
                    Op::I2b => at.convert(thread, |value| slot(i32::from(value as i8))),
                    Op::I2c => at.convert(thread, |value| u64::from(value as u16)),
                    Op::I2s => at.convert(thread, |value| slot(i32::from(value as i16))),
                    Op::Lcmp => at.compare_wide(thread, |left, right| compare(left as i64, right as i64, 0)),
                    Op::Fcmpl => at.compare(thread, |left, right| compare(float(left), float(right), -1)),
                    Op::Fcmpg => at.compare(thread, |left, right| compare(float(left), float(right), 1)),
                    Op::Dcmpl => {
                        at.compare_wide(thread, |left, right| compare(double(left), double(right), -1));
                    }
                    Op::Dcmpg => {
                        at.compare_wide(thread, |left, right| compare(double(left), double(right), 1));
                    }

                    Op::Ifeq | Op::Ifnull => branch_if!(at.pop(thread) as u32 == 0),
                    Op::Ifne | Op::Ifnonnull => branch_if!(at.pop(thread) as u32 != 0),
                    Op::Iflt => branch_if!(int(at.pop(thread)) < 0),
                    Op::Ifge => branch_if!(int(at.pop(thread)) >= 0),
                    Op::Ifgt => branch_if!(int(at.pop(thread)) > 0),
                    Op::Ifle => branch_if!(int(at.pop(thread)) <= 0),
                    Op::IfIcmpeq => branch_if!(at.relates(thread, |left, right| left == right)),
                    Op::IfIcmpne => branch_if!(at.relates(thread, |left, right| left != right)),
                    Op::IfIcmplt => branch_if!(at.relates(thread, |left, right| left < right)),
                    Op::IfIcmpge => branch_if!(at.relates(thread, |left, right| left >= right)),
                    Op::IfIcmpgt => branch_if!(at.relates(thread, |left, right| left > right)),
                    Op::IfIcmple => branch_if!(at.relates(thread, |left, right| left <= right)),
                    Op::Goto => jump!(instruction.c),
                    Op::Jsr => {
                        let next = at.pc as u64 + 1;
                        at.push(thread, next);
                        jump!(instruction.c);
                    }
                    Op::Ret => {
                        at.pc = *at.local(thread, instruction.b) as usize;
                        continue;
                    }
                    Op::Switch => {
                        let key = int(at.pop(thread));
                        jump!(code.switches[instruction.c as usize].target(key));
                    }

                    Op::CheckCast | Op::InstanceOf if at.reference(thread, 1).is_null() => {
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
                        at.save(thread);
                        let quick = attempt!(self.quicken(thread, method.class, instruction));
                        code.instructions[at.pc].set(quick);
                        continue;
                    }

                    Op::GetStaticQuick => {
                        attempt!(self.get_static_field::<STOPS>(thread, &mut at, instruction));
                    }
                    Op::PutStaticQuick => {
                        attempt!(self.put_static_field::<STOPS>(thread, &mut at, instruction));
                    }
                    Op::GetFieldInt => attempt!(self.get_int_field::<STOPS>(thread, &at, instruction)),
                    Op::GetFieldQuick => attempt!(self.get_any_field::<STOPS>(thread, &mut at, instruction)),
                    Op::PutFieldQuick => attempt!(self.put_any_field::<STOPS>(thread, &mut at, instruction)),

                    Op::InvokeStaticQuick => {
                        follow!(attempt!(self.invoke_static::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::InvokeSpecialQuick => {
                        follow!(attempt!(self.invoke_special::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::InvokeVirtualQuick => {
                        follow!(attempt!(self.invoke_virtual::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::InvokeInterfaceQuick => {
                        follow!(attempt!(self.invoke_interface::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::InvokeDynamicQuick => {
                        follow!(attempt!(self.invoke_dynamic::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::InvokeHandleQuick => {
                        follow!(attempt!(self.invoke_polymorphic::<STOPS>(
                            thread,
                            &mut at,
                            &mut fuel,
                            instruction
                        )));
                    }
                    Op::Return => follow!(attempt!(self.leave::<STOPS>(thread, &at, depth, Width::One))),
                    Op::ReturnWide => follow!(attempt!(self.leave::<STOPS>(thread, &at, depth, Width::Two))),
                    Op::ReturnVoid => follow!(attempt!(self.leave::<STOPS>(thread, &at, depth, Width::None))),

                    Op::NewQuick => attempt!(self.make_object::<STOPS>(thread, &mut at, instruction)),
                    Op::ANewArrayQuick => attempt!(self.make_array(thread, &at, instruction)),
                    Op::MultiANewArray => attempt!(self.make_multi_array(thread, &mut at, instruction)),
                    Op::ArrayLength => attempt!(self.array_length(thread, &at)),
                    Op::Athrow => attempt!(Err(self.throw_top(thread, &at))),
                    Op::CheckCastQuick => attempt!(self.check_cast(thread, &at, instruction)),
                    Op::InstanceOfQuick => self.instance_of(thread, &at, instruction),
                    Op::MonitorEnter => attempt!(self.monitor_enter::<STOPS>(thread, &mut at)),
                    Op::MonitorExit => attempt!(self.monitor_exit::<STOPS>(thread, &mut at)),
                }
                at.pc += 1;
            }
        }
    }
}
