//! Instructions on arrays: reading and writing elements, and making arrays.

use super::super::heap::Ref;
use super::super::pending::ELEMENTS;
use super::super::thread::Thread;
use super::super::{Machine, Trap};
use super::cursor::{Cursor, end_spinning};
use super::values::int;
use crate::classes::descriptor::Kind;
use crate::code::instruction::Instruction;
use crate::library::{ClassId, ClassShape};
use raddle_explore::operation::Access;
use smallvec::SmallVec;

impl Machine {
    /// The array and the index that lie so deep, after the checks that Java prescribes.
    #[inline(always)]
    fn element_at(&mut self, thread: &mut Thread, at: &Cursor<'_>, depth: usize) -> Result<(Ref, u32), Trap> {
        let array = at.reference(thread, depth);
        if array.is_null() {
            return Err(self.null_at(thread, at));
        }
        let length = self.heap.length(array);
        let index = int(at.peek(thread, depth - 1));
        if index as u32 >= length {
            at.save(thread);
            return Err(self.throw_out_of_bounds(thread, index, length));
        }
        Ok((array, index as u32))
    }

    /// Stops before an access to the element whose number lies so deep.
    #[inline(always)]
    fn stop_before_element<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        array: Ref,
        depth: usize,
        access: Access,
        is_seen: bool,
    ) -> Result<(), Trap> {
        let part = ELEMENTS.saturating_add(at.peek(thread, depth) as u32);
        self.stop_before_if::<STOPS>(thread, at, array, part, access, at.sp, is_seen)
    }

    #[cold]
    #[inline(never)]
    fn throw_out_of_bounds(&mut self, thread: &mut Thread, index: i32, length: u32) -> Trap {
        let text = format!("Index {index} out of bounds for length {length}");
        self.throw(thread, "java/lang/ArrayIndexOutOfBoundsException", &text)
    }

    /// An element of one slot.
    #[inline(always)]
    pub(super) fn load_element<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        read: impl Fn(&Machine, Ref, u32) -> u64,
    ) -> Result<(), Trap> {
        let array = at.reference(thread, 2);
        self.stop_before_element::<STOPS>(thread, at, array, 1, Access::Read, at.sees_arrays())?;
        let (array, index) = self.element_at(thread, at, 2)?;
        at.poke(thread, 2, read(self, array, index));
        at.sp -= 1;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn load_wide_element<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
    ) -> Result<(), Trap> {
        let array = at.reference(thread, 2);
        self.stop_before_element::<STOPS>(thread, at, array, 1, Access::Read, at.sees_arrays())?;
        let (array, index) = self.element_at(thread, at, 2)?;
        at.poke(thread, 2, self.heap.load64(array, index));
        Ok(())
    }

    /// An element of one slot. What is written to is not data that never changes, so every method's writes are seen.
    #[inline(always)]
    pub(super) fn store_element<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        write: impl Fn(&mut Machine, &Cursor<'_>, Ref, u32, u64),
    ) -> Result<(), Trap> {
        let array = at.reference(thread, 3);
        self.stop_before_element::<STOPS>(thread, at, array, 2, Access::Write, true)?;
        let (array, index) = self.element_at(thread, at, 3)?;
        end_spinning::<STOPS>(thread);
        write(self, at, array, index, at.peek(thread, 1));
        at.sp -= 3;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store_wide_element<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
    ) -> Result<(), Trap> {
        let array = at.reference(thread, 4);
        self.stop_before_element::<STOPS>(thread, at, array, 3, Access::Write, true)?;
        let (array, index) = self.element_at(thread, at, 4)?;
        end_spinning::<STOPS>(thread);
        self.heap.store64(array, index, at.peek(thread, 2));
        at.sp -= 4;
        Ok(())
    }

    /// A byte, or a boolean, of which one bit counts.
    #[inline(always)]
    pub(super) fn store_byte(&mut self, at: &Cursor<'_>, array: Ref, index: u32, value: u64) {
        let is_boolean =
            at.library.class(self.heap.class_of(array)).shape == ClassShape::PrimitiveArray(Kind::Boolean);
        self.heap.store8(array, index, if is_boolean { value as u8 & 1 } else { value as u8 });
    }

    /// A reference, if it fits the array.
    #[inline(always)]
    pub(super) fn store_reference<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
    ) -> Result<(), Trap> {
        let array = at.reference(thread, 3);
        self.stop_before_element::<STOPS>(thread, at, array, 2, Access::Write, true)?;
        let value = at.reference(thread, 1);
        let (array, index) = self.element_at(thread, at, 3)?;
        if !value.is_null() {
            let class = self.heap.class_of(value);
            if let ClassShape::ReferenceArray(component) = at.library.class(self.heap.class_of(array)).shape
                && component != self.core.object
                && !at.library.is_subclass(class, component)
            {
                at.save(thread);
                let text = self.external_name(class);
                return Err(self.throw(thread, "java/lang/ArrayStoreException", &text));
            }
            if self.stops && self.heap.is_shared(array) {
                self.publish_in(array, value);
            }
        }
        end_spinning::<STOPS>(thread);
        self.heap.store32(array, index, value.0);
        at.sp -= 3;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn array_length(&mut self, thread: &mut Thread, at: &Cursor<'_>) -> Result<(), Trap> {
        let array = at.reference(thread, 1);
        if array.is_null() {
            return Err(self.null_at(thread, at));
        }
        at.poke(thread, 1, u64::from(self.heap.length(array)));
        Ok(())
    }

    #[inline(always)]
    pub(super) fn make_array(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        at.save(thread);
        if self.heap.wants_collection() {
            self.collect_garbage(thread);
        }
        let length = int(at.peek(thread, 1));
        let array = self.new_array_or_collect(thread, ClassId(instruction.c), length)?;
        at.poke(thread, 1, array.slot());
        Ok(())
    }

    #[inline(always)]
    pub(super) fn make_multi_array(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        instruction: Instruction,
    ) -> Result<(), Trap> {
        at.save(thread);
        if self.heap.wants_collection() {
            self.collect_garbage(thread);
        }
        let class = self.class_at(thread, at.method.class, instruction.c as u16)?;
        let dimensions = usize::from(instruction.a);
        let lengths: SmallVec<[i32; 4]> =
            thread.stack[at.sp - dimensions..at.sp].iter().map(|length| int(*length)).collect();
        if let Some(negative) = lengths.iter().find(|length| **length < 0) {
            let text = negative.to_string();
            return Err(self.throw(thread, "java/lang/NegativeArraySizeException", &text));
        }
        let array = self.new_multi_array(thread, class, &lengths)?;
        at.sp -= dimensions;
        at.push(thread, array.slot());
        Ok(())
    }
}
