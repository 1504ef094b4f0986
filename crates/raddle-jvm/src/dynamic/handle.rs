//! Calls of signature-polymorphic methods: `invoke` and `invokeExact`, and the `linkTo…` and `invokeBasic` calls that the
//! JDK makes of them. Accesses through variable handles are tried in `var_handle` first.

use crate::classes::descriptor::Kind;
use crate::library::{CallSite, MethodId};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

/// How a signature-polymorphic call goes on.
#[derive(Debug)]
pub enum HandleCall {
    /// It is done.
    Value(u64, Kind),
    /// The arguments on the stack, and an appendix if it is not null, go to this method.
    Enter(MethodId, Ref),
    /// The arguments but the last go to this method.
    DropLast(MethodId),
    /// The thread has to stop before it.
    Stop,
}

impl Machine {
    /// The method that a resolved `MemberName` stands for.
    pub fn member_target(&self, member: Ref) -> Option<MethodId> {
        if member.is_null() {
            return None;
        }
        let resolved = self.get_reference(member, "method");
        if resolved.is_null() {
            return None;
        }
        let last = self.heap.length(resolved) as u16 - 1;
        Some(MethodId(self.heap.field(resolved, last) as u32))
    }

    /// A signature-polymorphic call, its arguments below `sp`.
    pub fn invoke_handle(
        &mut self,
        thread: &mut Thread,
        site: &CallSite,
        stops: bool,
        sp: usize,
    ) -> Result<HandleCall, Trap> {
        let library = Rc::clone(&self.library);
        let method = library.method(site.method.expect("polymorphic sites have a method"));
        let first = sp - usize::from(site.argument_slots);
        match library.text(method.name) {
            "linkToStatic" | "linkToSpecial" | "linkToVirtual" | "linkToInterface" => {
                let member = Ref::from_slot(thread.stack[sp - 1]);
                let Some(target) = self.member_target(member) else { return Err(self.throw_null(thread)) };
                let called = library.method(target);
                if called.is_static() {
                    self.ensure_initialized(thread, called.class)?;
                    return Ok(HandleCall::DropLast(target));
                }
                let receiver = Ref::from_slot(thread.stack[first]);
                if receiver.is_null() {
                    return Err(self.throw_null(thread));
                }
                if matches!(library.text(method.name), "linkToVirtual" | "linkToInterface") {
                    return Ok(HandleCall::DropLast(self.select_for(thread, receiver, target)?));
                }
                Ok(HandleCall::DropLast(target))
            }
            "invokeBasic" => {
                let handle = Ref::from_slot(thread.stack[first]);
                if handle.is_null() {
                    return Err(self.throw_null(thread));
                }
                let form = self.get_reference(handle, "form");
                let entry = self.get_reference(form, "vmentry");
                match self.member_target(entry) {
                    Some(target) => {
                        self.ensure_initialized(thread, library.method(target).class)?;
                        Ok(HandleCall::Enter(target, Ref::NULL))
                    }
                    None => Err(self.incomplete(thread, "a method handle whose form has no entry")),
                }
            }
            name => {
                let receiver = Ref::from_slot(thread.stack[first]);
                if receiver.is_null() {
                    return Err(self.throw_null(thread));
                }
                if method.class == self.core.var_handle
                    && let Some(done) = self.access_variable(thread, site, name, stops, first)?
                {
                    return Ok(done);
                }
                let appendix = self.resolved_reference(site.reference);
                let Some(target) =
                    site.linked.get().filter(|_| !appendix.is_null() || site.cached_class.get() == 1)
                else {
                    self.link_handle(thread, site)?;
                    return Err(Trap::Retry);
                };
                self.ensure_initialized(thread, library.method(target).class)?;
                Ok(HandleCall::Enter(target, appendix))
            }
        }
    }

    /// The method that a virtual call of `target` selects.
    pub fn select_for(
        &mut self,
        thread: &mut Thread,
        receiver: Ref,
        target: MethodId,
    ) -> Result<MethodId, Trap> {
        let library = Rc::clone(&self.library);
        let called = library.method(target);
        let class = library.class(self.heap.class_of(receiver));
        if called.is_private() || called.name == library.known.constructor {
            return Ok(target);
        }
        if let Some(index) = called.vtable_index.get()
            && !library.class(called.class).is_interface()
        {
            return Ok(class.vtable[usize::from(index)]);
        }
        match library.select(class.id, called) {
            Some(selected) if !library.method(selected).is_abstract() => Ok(selected),
            _ => Err(self.throw_abstract(thread, class.id, called)),
        }
    }

    /// Links `invokeExact`, `invoke` or a variable handle's access through the JDK.
    fn link_handle(&mut self, thread: &mut Thread, site: &CallSite) -> Result<(), Trap> {
        const INVOKE_VIRTUAL: u64 = 5;
        let library = Rc::clone(&self.library);
        let method = library.method(site.method.expect("polymorphic sites have a method"));
        let caller = self.mirror(thread, site.caller)?;
        let defining = self.mirror(thread, method.class)?;
        let name = self.intern_text(thread, library.text(method.name))?;
        let method_type = self.method_type(thread, site.caller, library.text(site.descriptor))?;
        let appendix = self.new_array(thread, self.core.object_array, 1)?;
        let member = self.call_static_now(
            thread,
            "java/lang/invoke/MethodHandleNatives",
            "linkMethod",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
            &[caller.slot(), INVOKE_VIRTUAL, defining.slot(), name.slot(), method_type.slot(), appendix.slot()],
        )?;
        self.finish_link(thread, site, Ref::from_slot(member), appendix)
    }
}
