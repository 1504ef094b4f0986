//! Instructions on objects as wholes: constants, making them, their types, and their monitors.

use super::super::pending::MONITOR;
use super::super::thread::Thread;
use super::super::{Machine, Trap};
use super::cursor::{Cursor, Flow};
use crate::code::instruction::{Instruction, Op};
use crate::library::ClassId;
use raddle_explore::operation::Access;

impl Machine {
    /// A constant that is an object of this run.
    #[inline(always)]
    pub(super) fn load_constant(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let reference = self.resolved_reference(instruction.c);
        if reference.is_null() {
            at.save(thread);
            self.load_constant_again(thread, at.method.class, instruction)?;
            return Ok(Flow::Here);
        }
        at.push(thread, reference.slot());
        Ok(Flow::Next)
    }

    /// A constant that was not resolved yet: it becomes a number of a resolved one, or is a plain value after all.
    #[inline(always)]
    pub(super) fn load_new_constant(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let (class, constant) = (at.method.class, instruction.c as u16);
        at.save(thread);
        if let Some(value) = self.resolve_constant(thread, class, constant)? {
            at.push(thread, value);
            return Ok(Flow::Next);
        }
        let number = self.reference_number(class, constant);
        at.code.instructions[at.pc].set(Instruction::new(Op::LdcQuick, 0, constant, number));
        Ok(Flow::Here)
    }

    #[inline(always)]
    pub(super) fn load_wide_constant(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        at.save(thread);
        let value = self.resolve_wide_constant(thread, at.method.class, instruction.c as u16)?;
        at.push_wide(thread, value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn make_object<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let class = ClassId(instruction.c);
        if self.heap.wants_collection() {
            at.save(thread);
            self.collect_garbage(thread);
        }
        self.need_class::<STOPS>(thread, at, class)?;
        let words = at.library.class(class).instance_words;
        let name = self.next_name(thread);
        let object = match self.heap.allocate(words, class, words, name) {
            Ok(object) => object,
            Err(_) => {
                at.save(thread);
                self.collect_garbage(thread);
                self.new_instance(thread, class)?
            }
        };
        at.push(thread, object.slot());
        Ok(())
    }

    #[inline(always)]
    pub(super) fn check_cast(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, 1);
        if !object.is_null() {
            let class = self.heap.class_of(object);
            if class.0 != instruction.c && !at.library.is_subclass(class, ClassId(instruction.c)) {
                at.save(thread);
                return Err(self.throw_class_cast(thread, class, ClassId(instruction.c)));
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn instance_of(&self, thread: &mut Thread, at: &Cursor<'_>, instruction: Instruction) {
        let object = at.reference(thread, 1);
        let is_instance =
            !object.is_null() && at.library.is_subclass(self.heap.class_of(object), ClassId(instruction.c));
        at.poke(thread, 1, u64::from(is_instance));
    }

    #[inline(always)]
    pub(super) fn throw_top(&mut self, thread: &mut Thread, at: &Cursor<'_>) -> Trap {
        let exception = at.reference(thread, 1);
        if exception.is_null() {
            return self.null_at(thread, at);
        }
        at.save(thread);
        Trap::Throw(exception)
    }

    #[inline(always)]
    pub(super) fn monitor_enter<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, 1);
        if object.is_null() {
            return Err(self.null_at(thread, at));
        }
        self.stop_before::<STOPS>(thread, at, object, MONITOR, Access::Write)?;
        at.save(thread);
        self.enter_monitor(thread, object)?;
        at.sp -= 1;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn monitor_exit<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, 1);
        if object.is_null() {
            return Err(self.null_at(thread, at));
        }
        self.stop_before::<STOPS>(thread, at, object, MONITOR, Access::Write)?;
        at.save(thread);
        self.exit_monitor(thread, object)?;
        at.sp -= 1;
        Ok(())
    }
}
