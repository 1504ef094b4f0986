//! Instructions that call: which method it is, and its entry, be it a frame or native code. Returning lives in `leave`.

use super::super::heap::Ref;
use super::super::pending::MONITOR;
use super::super::thread::{Continuation, Frame, Marks, Thread};
use super::super::{Initialization, Machine, Trap};
use super::Exit;
use super::cursor::{Cursor, Flow};
use crate::classes::descriptor::Kind;
use crate::code::instruction::Instruction;
use crate::dynamic::HandleCall;
use crate::library::{Method, MethodId, Visibility};
use raddle_explore::operation::Access;
use smallvec::SmallVec;

/// A call whose arguments are on the stack.
#[derive(Clone, Copy)]
pub(super) struct Call {
    target: MethodId,
    /// The slots of its arguments, which end where the cursor is.
    slots: usize,
    /// Where the operands end that a repeated instruction must find: arguments may have been added or dropped.
    saved: usize,
}

impl Cursor<'_> {
    #[inline(always)]
    fn push_result(&mut self, thread: &mut Thread, kind: Kind, value: u64) {
        match kind {
            Kind::Void => {}
            Kind::Long | Kind::Double => self.push_wide(thread, value),
            _ => self.push(thread, value),
        }
    }
}

impl Machine {
    #[inline(always)]
    pub(super) fn invoke_static<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let target = MethodId(instruction.c);
        self.need_class::<STOPS>(thread, at, at.library.method(target).class)?;
        let call = Call { target, slots: usize::from(instruction.a), saved: at.sp };
        self.enter::<STOPS>(thread, at, fuel, call)
    }

    #[inline(always)]
    pub(super) fn invoke_special<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let slots = usize::from(instruction.a);
        if at.reference(thread, slots).is_null() {
            return Err(self.null_at(thread, at));
        }
        self.enter::<STOPS>(thread, at, fuel, Call { target: MethodId(instruction.c), slots, saved: at.sp })
    }

    #[inline(always)]
    pub(super) fn invoke_virtual<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let slots = usize::from(instruction.a);
        let receiver = at.reference(thread, slots);
        if receiver.is_null() {
            return Err(self.null_at(thread, at));
        }
        let class = at.library.class(self.heap.class_of(receiver));
        let target = class.vtable[usize::from(instruction.b)];
        self.enter::<STOPS>(thread, at, fuel, Call { target, slots, saved: at.sp })
    }

    #[inline(always)]
    pub(super) fn invoke_interface<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let slots = usize::from(instruction.a);
        let receiver = at.reference(thread, slots);
        if receiver.is_null() {
            return Err(self.null_at(thread, at));
        }
        let class = self.heap.class_of(receiver);
        let site = at.library.site(instruction.c);
        let target = if site.cached_class.get() == class.0 {
            site.cached_target.get()
        } else {
            at.save(thread);
            let target = self.select_interface(thread, class, site)?;
            site.cached_class.set(class.0);
            site.cached_target.set(target);
            target
        };
        self.enter::<STOPS>(thread, at, fuel, Call { target, slots, saved: at.sp })
    }

    #[inline(always)]
    pub(super) fn invoke_dynamic<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let site = at.library.site(instruction.c);
        let appendix = self.resolved_reference(site.reference);
        let linked = site.linked.get().filter(|_| !appendix.is_null() || site.cached_class.get() == 1);
        let Some(target) = linked else {
            at.save(thread);
            self.link_dynamic(thread, site)?;
            return Ok(Flow::Here);
        };
        let callee = at.library.method(target);
        if self.class_state(callee.class).initialization != Initialization::Done {
            at.save(thread);
            self.initialize_now(thread, callee.class)?;
        }
        let slots = usize::from(callee.argument_slots);
        let saved = at.sp;
        if slots > usize::from(site.argument_slots) {
            at.push(thread, appendix.slot());
        }
        self.enter::<STOPS>(thread, at, fuel, Call { target, slots, saved })
    }

    #[inline(always)]
    pub(super) fn invoke_polymorphic<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        instruction: Instruction,
    ) -> Result<Flow, Trap> {
        let site = at.library.site(instruction.c);
        at.save(thread);
        let saved = at.sp;
        let observes = STOPS && self.hidden.records && self.concurrent && !thread.granted;
        let called = if observes {
            self.observed(thread, |machine, thread| machine.invoke_handle(thread, site, STOPS, at.sp))
        } else {
            self.invoke_handle(thread, site, STOPS, at.sp)
        };
        let target = match called? {
            HandleCall::Value(value, kind) => {
                thread.granted = false;
                if STOPS && std::mem::take(&mut self.attempt_succeeded) {
                    thread.iterations.clear();
                }
                at.sp -= usize::from(site.argument_slots);
                at.push_result(thread, kind, value);
                return Ok(Flow::Next);
            }
            HandleCall::Enter(target, appendix) => {
                if !appendix.is_null() {
                    at.push(thread, appendix.slot());
                }
                target
            }
            HandleCall::DropLast(target) => {
                // `linkTo…` calls: the last argument only named the method.
                at.sp -= 1;
                target
            }
            HandleCall::Stop => return Err(Trap::Stop),
        };
        let slots = usize::from(at.library.method(target).argument_slots);
        self.enter::<STOPS>(thread, at, fuel, Call { target, slots, saved })
    }

    /// Enters a method: its arguments become its first local variables.
    #[inline(always)]
    fn enter<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        call: Call,
    ) -> Result<Flow, Trap> {
        let Call { target, slots, saved } = call;
        let callee = at.library.method(target);
        if callee.native.is_some() || callee.is_native() {
            return self.enter_native::<STOPS>(thread, at, callee, call);
        }
        if callee.code.get().is_none() {
            at.save_at(thread, saved);
            if callee.is_abstract() {
                let receiver = self.heap.class_of(at.reference(thread, slots));
                return Err(self.throw_abstract(thread, receiver, callee));
            }
            self.decode_or_halt(callee)?;
        }
        let callee_code = callee.code.get().expect("it was just decoded");
        let lock = if callee.is_synchronized() {
            at.save_at(thread, saved);
            let object = if callee.is_static() {
                self.mirror(thread, callee.class)?
            } else {
                at.reference(thread, slots)
            };
            // What is given back in sight must be taken in sight: where the call ends a silence, its lock does, too.
            let silent = thread.silent;
            if STOPS && silent != 0 && self.ends_silence(thread, callee) {
                thread.silent = 0;
            }
            let stop =
                self.stop_before_if::<STOPS>(thread, at, object, MONITOR, Access::Write, saved, at.is_seen);
            thread.silent = silent;
            stop?;
            self.enter_monitor(thread, object)?;
            object
        } else {
            Ref::NULL
        };
        let silence = if STOPS { self.see_call(thread, at, callee, call)? } else { 0 };
        let base = at.sp - slots;
        at.save_at(thread, base);
        if thread.frames.len() >= self.limits.frames {
            if !lock.is_null() {
                self.release_on_exit(thread, lock);
            }
            return Err(self.stack_overflow(thread));
        }
        let end = base + (callee_code.max_locals + callee_code.max_stack) as usize + 2;
        if thread.stack.len() < end {
            thread.stack.resize(end + if STOPS { 64 } else { 1024 }, 0);
        }
        thread.frames.push(Frame {
            method: target,
            pc: 0,
            base: base as u32,
            sp: (base + callee_code.max_locals as usize) as u32,
            lock,
            continuation: Continuation::Call,
            silence,
            marks: Marks::default(),
        });
        if *fuel == 0 {
            return Ok(Flow::Leave(Exit::Quantum));
        }
        *fuel -= 1;
        Ok(Flow::Frame)
    }

    /// What a scheduler sees of a call that is about to be made. Gives the silence that goes on when it returns.
    #[inline(always)]
    fn see_call(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        callee: &Method,
        call: Call,
    ) -> Result<u32, Trap> {
        if callee.visibility > Visibility::Quiet
            && self.concurrent
            && thread.nested == 0
            && thread.silent == 0
        {
            if callee.visibility == Visibility::Single {
                self.begin_single_call(thread, at, call)?;
            } else {
                thread.silent = thread.frames.len() as u32;
            }
        }
        if thread.nested > 0 && self.concurrent {
            self.reserve_unseen_call(callee);
        }
        let silence = self.end_silence(thread, callee);
        let is_apart = callee.visibility == Visibility::Program || callee.is_task;
        if is_apart && at.method.visibility != Visibility::Program {
            thread.break_operations();
        }
        Ok(silence)
    }

    /// A call that does all it does under its receiver's lock is one operation, as long as nobody sees that lock taken
    /// and given back.
    #[cold]
    fn begin_single_call(&mut self, thread: &mut Thread, at: &Cursor<'_>, call: Call) -> Result<(), Trap> {
        let receiver = at.reference(thread, call.slots);
        if !self.heap.is_shared(receiver) || self.is_exposed(receiver, MONITOR, call.target) {
            return Ok(());
        }
        if !thread.granted {
            at.save_at(thread, call.saved);
            return Err(Trap::Stop);
        }
        thread.granted = false;
        thread.within = true;
        thread.silent = thread.frames.len() as u32;
        Ok(())
    }

    /// Calls native code.
    #[inline(always)]
    fn enter_native<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        callee: &Method,
        call: Call,
    ) -> Result<Flow, Trap> {
        let Call { slots, saved, .. } = call;
        let first = at.sp - slots;
        at.save_at(thread, saved);
        if STOPS
            && self.stops
            && thread.nested == 0
            && !thread.granted
            && self.is_native_operation(thread, callee, &thread.stack[first..at.sp], at.method.visibility)
        {
            return Err(Trap::Stop);
        }
        if STOPS
            && !thread.iterations.is_empty()
            && !callee.native.is_some_and(|native| native.is_repeatable())
        {
            thread.iterations.clear();
        }
        let arguments: SmallVec<[u64; 10]> = SmallVec::from_slice(&thread.stack[first..at.sp]);
        match self.call_native(thread, callee, &arguments) {
            Ok(value) => {
                thread.granted = false;
                if STOPS && std::mem::take(&mut self.attempt_succeeded) {
                    thread.iterations.clear();
                }
                at.sp = first;
                at.push_result(thread, callee.result, value);
                Ok(Flow::Next)
            }
            Err(Trap::Entered) => {
                // The new frame lies above our arguments; they go when it returns.
                thread.granted = false;
                let index = thread.frames.len() - 2;
                thread.frames[index].sp = first as u32;
                Ok(Flow::Frame)
            }
            Err(Trap::Yield) => {
                at.sp = first;
                at.pc += 1;
                at.save(thread);
                Ok(Flow::Leave(Exit::Quantum))
            }
            Err(raised) => {
                if !matches!(raised, Trap::Block | Trap::Retry) {
                    thread.granted = false;
                }
                Err(raised)
            }
        }
    }
}
