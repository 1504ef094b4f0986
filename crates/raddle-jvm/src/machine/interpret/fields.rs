//! Instructions on fields: of objects, and of classes, which have to be initialised first.

use super::super::heap::Ref;
use super::super::thread::Thread;
use super::super::{Initialization, Machine, Trap};
use super::cursor::{Cursor, end_spinning};
use super::values::{narrow_field, widen_field};
use crate::code::instruction::{Instruction, field_kind};
use crate::library::ClassId;
use raddle_explore::operation::Access;

impl Instruction {
    #[inline(always)]
    fn is_wide(self) -> bool {
        self.a & field_kind::SIZE == field_kind::WIDE
    }

    #[inline(always)]
    fn is_final(self) -> bool {
        self.a & field_kind::FINAL != 0
    }

    #[inline(always)]
    fn is_reference(self) -> bool {
        self.a & field_kind::REFERENCE != 0
    }
}

impl Cursor<'_> {
    #[inline(always)]
    fn push_field(&mut self, thread: &mut Thread, instruction: Instruction, word: u64) {
        let value = widen_field(instruction.a, word);
        if instruction.is_wide() {
            self.push_wide(thread, value);
        } else {
            self.push(thread, value);
        }
    }

    #[inline(always)]
    fn pop_field(&mut self, thread: &Thread, instruction: Instruction) -> u64 {
        if instruction.is_wide() { self.pop_wide(thread) } else { self.pop(thread) }
    }
}

impl Machine {
    /// Makes sure that the class of an instruction is initialised.
    #[inline(always)]
    pub(super) fn need_class<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        class: ClassId,
    ) -> Result<(), Trap> {
        if self.class_state(class).initialization != Initialization::Done {
            at.save(thread);
            self.ensure_initialized_in::<STOPS>(thread, class)?;
        }
        Ok(())
    }

    /// Stops before an access to a field. Nobody writes final fields, so that reading one is no operation; where one is
    /// written all the same, it becomes a field as any other.
    #[inline(always)]
    fn stop_before_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
        object: Ref,
        access: Access,
    ) -> Result<(), Trap> {
        let part = u32::from(instruction.b);
        if !instruction.is_final() {
            return self.stop_before::<STOPS>(thread, at, object, part, access);
        }
        if STOPS && self.concurrent && self.heap.is_shared(object) && thread.nested == 0 {
            if self.is_exposed(object, part, at.method.id) {
                return self.stop_before_if::<STOPS>(thread, at, object, part, access, at.sp, true);
            }
            if access == Access::Write {
                self.note_hidden(thread, object, part, access);
            }
        }
        Ok(())
    }

    /// The object that holds a class's fields, and whether nobody else can see them, since the initialiser still runs.
    #[inline(always)]
    fn holder_of_statics<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
        access: Access,
    ) -> Result<(Ref, bool), Trap> {
        let class = ClassId(instruction.c);
        self.need_class::<STOPS>(thread, at, class)?;
        let state = self.class_state(class);
        let is_hidden = STOPS && matches!(state.initialization, Initialization::Running(_));
        if !is_hidden {
            self.stop_before_field::<STOPS>(thread, at, instruction, state.mirror, access)?;
        }
        Ok((state.mirror, is_hidden))
    }

    #[inline(always)]
    pub(super) fn get_static_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let (mirror, _) = self.holder_of_statics::<STOPS>(thread, at, instruction, Access::Read)?;
        at.push_field(thread, instruction, self.heap.load_field(mirror, instruction.b));
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_static_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let (mirror, is_hidden) = self.holder_of_statics::<STOPS>(thread, at, instruction, Access::Write)?;
        let value = at.pop_field(thread, instruction);
        end_spinning::<STOPS>(thread);
        if self.stops && instruction.is_reference() && !is_hidden {
            self.hand_on(Ref::from_slot(value));
        }
        self.heap.store_field(mirror, instruction.b, narrow_field(instruction.a, value));
        Ok(())
    }

    /// A field of 32 bits that is neither volatile nor final: most are.
    #[inline(always)]
    pub(super) fn get_int_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, 1);
        if object.is_null() {
            return Err(self.null_at(thread, at));
        }
        self.stop_before::<STOPS>(thread, at, object, u32::from(instruction.b), Access::Read)?;
        at.poke(thread, 1, u64::from(self.heap.load_field(object, instruction.b) as u32));
        Ok(())
    }

    #[inline(always)]
    pub(super) fn get_any_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, 1);
        if object.is_null() {
            return Err(self.null_at(thread, at));
        }
        self.stop_before_field::<STOPS>(thread, at, instruction, object, Access::Read)?;
        at.sp -= 1;
        at.push_field(thread, instruction, self.heap.load_field(object, instruction.b));
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_any_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let object = at.reference(thread, if instruction.is_wide() { 3 } else { 2 });
        if object.is_null() {
            return Err(self.null_at(thread, at));
        }
        self.stop_before_field::<STOPS>(thread, at, instruction, object, Access::Write)?;
        let value = at.pop_field(thread, instruction);
        at.sp -= 1;
        end_spinning::<STOPS>(thread);
        if instruction.is_reference() && self.stops && self.heap.is_shared(object) {
            self.publish_in(object, Ref::from_slot(value));
        }
        self.heap.store_field(object, instruction.b, narrow_field(instruction.a, value));
        Ok(())
    }
}
