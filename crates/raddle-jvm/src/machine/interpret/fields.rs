//! Instructions on fields: of objects, and of classes, which have to be initialised first.

use super::super::heap::Ref;
use super::super::thread::Thread;
use super::super::{Initialization, Machine, Trap};
use super::cursor::{Cursor, end_spinning};
use super::values::{narrow_field, widen_field};
use crate::code::instruction::{Instruction, field_kind};
use crate::library::ClassId;

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

    /// The object that holds a class's fields, and whether nobody else can see them, since the initialiser still runs.
    #[inline(always)]
    fn holder_of_statics<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(Ref, bool), Trap> {
        let class = ClassId(instruction.c);
        self.need_class::<STOPS>(thread, at, class)?;
        let state = self.class_state(class);
        let is_hidden = STOPS && matches!(state.initialization, Initialization::Running(_));
        if !instruction.is_final() && !is_hidden {
            self.stop_before::<STOPS>(thread, at, state.mirror)?;
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
        let (mirror, _) = self.holder_of_statics::<STOPS>(thread, at, instruction)?;
        at.push_field(thread, instruction, self.heap.field(mirror, instruction.b));
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_static_field<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        let (mirror, is_hidden) = self.holder_of_statics::<STOPS>(thread, at, instruction)?;
        let value = at.pop_field(thread, instruction);
        end_spinning::<STOPS>(thread);
        if self.stops && instruction.is_reference() && !is_hidden {
            self.publish(Ref::from_slot(value));
        }
        self.heap.set_field(mirror, instruction.b, narrow_field(instruction.a, value));
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
        self.stop_before::<STOPS>(thread, at, object)?;
        at.poke(thread, 1, u64::from(self.heap.field(object, instruction.b) as u32));
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
        if !instruction.is_final() {
            self.stop_before::<STOPS>(thread, at, object)?;
        }
        at.sp -= 1;
        at.push_field(thread, instruction, self.heap.field(object, instruction.b));
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
        if !instruction.is_final() {
            self.stop_before::<STOPS>(thread, at, object)?;
        } else if STOPS && self.concurrent && self.heap.is_shared(object) {
            let class = self.external_name(self.heap.class_of(object));
            self.reserve(format!("a final field of {class} that is set after others can see the object"));
        }
        let value = at.pop_field(thread, instruction);
        at.sp -= 1;
        end_spinning::<STOPS>(thread);
        if instruction.is_reference() && self.stops && self.heap.is_shared(object) {
            self.publish(Ref::from_slot(value));
        }
        self.heap.set_field(object, instruction.b, narrow_field(instruction.a, value));
        Ok(())
    }
}
