//! Instructions that compute or move operands: from the stack, and back onto it. Nothing here can be seen by others.

use super::super::thread::Thread;
use super::super::{Machine, Trap};
use super::cursor::Cursor;
use super::values::{double, float, int, slot};

impl Cursor<'_> {
    #[inline(always)]
    pub(super) fn ints(&mut self, thread: &mut Thread, operation: impl Fn(i32, i32) -> i32) {
        let right = int(self.pop(thread));
        let left = int(self.peek(thread, 1));
        self.poke(thread, 1, slot(operation(left, right)));
    }

    #[inline(always)]
    pub(super) fn longs(&mut self, thread: &mut Thread, operation: impl Fn(u64, u64) -> u64) {
        let right = self.pop_wide(thread);
        let left = self.peek(thread, 2);
        self.poke(thread, 2, operation(left, right));
    }

    #[inline(always)]
    pub(super) fn floats(&mut self, thread: &mut Thread, operation: impl Fn(f32, f32) -> f32) {
        let right = float(self.pop(thread));
        let left = float(self.peek(thread, 1));
        self.poke(thread, 1, u64::from(operation(left, right).to_bits()));
    }

    #[inline(always)]
    pub(super) fn doubles(&mut self, thread: &mut Thread, operation: impl Fn(f64, f64) -> f64) {
        self.longs(thread, |left, right| operation(double(left), double(right)).to_bits());
    }

    /// Shifts a `long` by an `int`.
    #[inline(always)]
    pub(super) fn shift_long(&mut self, thread: &mut Thread, operation: impl Fn(u64, u32) -> u64) {
        let count = self.pop(thread) as u32;
        self.convert_wide(thread, |value| operation(value, count));
    }

    /// One slot becomes one slot.
    #[inline(always)]
    pub(super) fn convert(&mut self, thread: &mut Thread, operation: impl Fn(u64) -> u64) {
        let value = self.peek(thread, 1);
        self.poke(thread, 1, operation(value));
    }

    /// Two slots become two.
    #[inline(always)]
    pub(super) fn convert_wide(&mut self, thread: &mut Thread, operation: impl Fn(u64) -> u64) {
        let value = self.peek(thread, 2);
        self.poke(thread, 2, operation(value));
    }

    /// One slot becomes two.
    #[inline(always)]
    pub(super) fn widen(&mut self, thread: &mut Thread, operation: impl Fn(u64) -> u64) {
        let value = self.pop(thread);
        self.push_wide(thread, operation(value));
    }

    /// Two slots become one.
    #[inline(always)]
    pub(super) fn narrow(&mut self, thread: &mut Thread, operation: impl Fn(u64) -> u64) {
        let value = self.pop_wide(thread);
        self.push(thread, operation(value));
    }

    /// Two operands of one slot become one.
    #[inline(always)]
    pub(super) fn compare(&mut self, thread: &mut Thread, operation: impl Fn(u64, u64) -> u64) {
        let right = self.pop(thread);
        let left = self.pop(thread);
        self.push(thread, operation(left, right));
    }

    /// Two operands of two slots become one slot.
    #[inline(always)]
    pub(super) fn compare_wide(&mut self, thread: &mut Thread, operation: impl Fn(u64, u64) -> u64) {
        let right = self.pop_wide(thread);
        let left = self.pop_wide(thread);
        self.push(thread, operation(left, right));
    }

    /// Takes two `int`s from the stack, and says whether they relate so.
    #[inline(always)]
    pub(super) fn relates(&mut self, thread: &Thread, relation: impl Fn(i32, i32) -> bool) -> bool {
        self.sp -= 2;
        relation(int(thread.stack[self.sp]), int(thread.stack[self.sp + 1]))
    }

    #[inline(always)]
    pub(super) fn duplicate_below_one(&mut self, thread: &mut Thread) {
        thread.stack.swap(self.sp - 1, self.sp - 2);
        let top = self.peek(thread, 2);
        self.push(thread, top);
    }

    #[inline(always)]
    pub(super) fn duplicate_below_two(&mut self, thread: &mut Thread) {
        let top = self.peek(thread, 1);
        self.poke(thread, 1, self.peek(thread, 2));
        self.poke(thread, 2, self.peek(thread, 3));
        self.poke(thread, 3, top);
        self.push(thread, top);
    }

    #[inline(always)]
    pub(super) fn duplicate_two(&mut self, thread: &mut Thread) {
        thread.stack[self.sp] = self.peek(thread, 2);
        thread.stack[self.sp + 1] = self.peek(thread, 1);
        self.sp += 2;
    }

    /// Puts a copy of the two topmost slots below so many others under them.
    #[inline(always)]
    pub(super) fn duplicate_two_below(&mut self, thread: &mut Thread, others: usize) {
        let lowest = self.sp - 2 - others;
        thread.stack.copy_within(lowest..self.sp, lowest + 2);
        thread.stack[lowest] = thread.stack[self.sp];
        thread.stack[lowest + 1] = thread.stack[self.sp + 1];
        self.sp += 2;
    }
}

impl Machine {
    #[inline(always)]
    pub(super) fn divide_ints(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        operation: impl Fn(i32, i32) -> i32,
    ) -> Result<(), Trap> {
        if at.peek(thread, 1) as u32 == 0 {
            return Err(self.division_by_zero(thread, at));
        }
        at.ints(thread, operation);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn divide_longs(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        operation: impl Fn(i64, i64) -> i64,
    ) -> Result<(), Trap> {
        if at.peek(thread, 2) == 0 {
            return Err(self.division_by_zero(thread, at));
        }
        at.longs(thread, |left, right| operation(left as i64, right as i64) as u64);
        Ok(())
    }

    #[inline(always)]
    fn division_by_zero(&mut self, thread: &mut Thread, at: &Cursor<'_>) -> Trap {
        at.save(thread);
        self.throw(thread, "java/lang/ArithmeticException", "/ by zero")
    }
}
