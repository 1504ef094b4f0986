//! Entering methods: frames, native methods, and calls that the machine itself makes.

use super::heap::Ref;
use super::interpret::Exit;
use super::thread::{Continuation, Frame, Marks, Status, Thread};
use super::{Halt, Machine, Trap};
use crate::classes::descriptor::Kind;
use crate::classes::reader::ClassError;
use crate::code::{Code, decode};
use crate::library::{ClassId, Method, MethodId, Visibility};
use std::rc::Rc;

impl Machine {
    /// The decoded code of a method; it must have some.
    pub fn decode(&self, method: MethodId) -> Result<(), ClassError> {
        let method = self.library.method(method);
        if method.code.get().is_some() {
            return Ok(());
        }
        let file = self.library.class(method.class).expect_file();
        let member = &file.methods[usize::from(method.index)];
        let Some(raw) = file.code(member)? else {
            return Err(ClassError::new(0, format!("method {} has no code", self.library.text(method.name))));
        };
        let code: Code = decode::decode(file, &raw)?;
        if code.max_locals < u32::from(method.argument_slots) {
            return Err(ClassError::new(0, "the arguments do not fit into the local variables"));
        }
        let _ = method.code.set(code);
        Ok(())
    }

    /// Decodes a method, or ends the run because its code is wrong.
    #[cold]
    pub fn decode_or_halt(&self, method: &Method) -> Result<(), Trap> {
        self.decode(method.id).map_err(|error| {
            let name = self.library.method_name(method.id);
            Trap::Halt(Box::new(Halt::BadInput(format!("{name}: {error}"))))
        })
    }

    /// Pushes a frame for a method with code, its arguments given. The innermost frame must have its `sp` saved.
    pub fn push_frame(
        &mut self,
        thread: &mut Thread,
        method: MethodId,
        arguments: &[u64],
        continuation: Continuation,
    ) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let method = library.method(method);
        if method.code.get().is_none() {
            self.decode_or_halt(method)?;
        }
        let code = method.code.get().expect("it was just decoded");
        if thread.frames.len() >= self.limits.frames + if thread.nested > 0 { 2000 } else { 0 } {
            return Err(self.stack_overflow(thread));
        }
        let lock = if method.is_synchronized() {
            let object = if method.is_static() {
                self.mirror(thread, method.class)?
            } else {
                Ref::from_slot(arguments[0])
            };
            if self.concurrent && self.heap.is_shared(object) {
                let name = library.method_name(method.id);
                self.reserve(format!(
                    "{name}, a synchronized method that is called by the machine or by reflection"
                ));
            }
            self.enter_monitor(thread, object)?;
            object
        } else {
            Ref::NULL
        };
        let base = thread.frames.last().map_or(0, |frame| frame.sp);
        let end = (base + code.max_locals + code.max_stack + 2) as usize;
        if thread.stack.len() < end {
            thread.stack.resize(end + 256, 0);
        }
        thread.stack[base as usize..base as usize + arguments.len()].copy_from_slice(arguments);
        let sp = base + code.max_locals;
        let silence = self.end_silence(thread, method);
        if self.stops && method.visibility == Visibility::Program {
            thread.break_operations();
        }
        let marks = Marks::default();
        thread.frames.push(Frame { method: method.id, pc: 0, base, sp, lock, continuation, silence, marks });
        Ok(())
    }

    /// The program's own code is seen, whoever calls it. Gives the silence that goes on afterwards.
    #[inline(always)]
    pub(super) fn end_silence(&self, thread: &mut Thread, callee: &Method) -> u32 {
        if thread.silent == 0 || thread.nested > 0 {
            return 0;
        }
        if callee.visibility != Visibility::Program && !self.is_put_into_text(thread, callee) {
            return 0;
        }
        std::mem::take(&mut thread.silent)
    }

    /// Whether a method tells what an object of the program holds, to a call that formats text.
    fn is_put_into_text(&self, thread: &Thread, callee: &Method) -> bool {
        let Some(silent) = thread.frames.get(thread.silent as usize) else { return false };
        callee.visibility == Visibility::Ordinary
            && self.library.text(callee.name) == "toString"
            && matches!(
                self.library.class_name(self.library.method(silent.method).class),
                "java/lang/String" | "java/util/Formatter"
            )
    }

    /// Nothing stops inside calls that the machine itself makes: where they come to the program's code while there are
    /// other threads, what that does to shared data is not seen.
    pub(super) fn reserve_unseen_call(&mut self, callee: &Method) {
        // What is made for the program, such as a lambda, touches nothing itself.
        if callee.visibility == Visibility::Program && !self.library.class(callee.class).hidden {
            let name = self.library.method_name(callee.id);
            self.reserve(format!("{name}, called while the machine links or loads"));
        }
    }

    #[cold]
    pub(super) fn stack_overflow(&mut self, thread: &mut Thread) -> Trap {
        // Making the error may need frames of its own.
        let limit = self.limits.frames;
        self.limits.frames = limit + 1000;
        let trap = self.throw_plain(thread, "java/lang/StackOverflowError");
        self.limits.frames = limit;
        trap
    }

    /// Calls a method at once and waits for its result; nothing can be scheduled in between.
    pub fn call_now(
        &mut self,
        thread: &mut Thread,
        method: MethodId,
        arguments: &[u64],
    ) -> Result<u64, Trap> {
        let library = Rc::clone(&self.library);
        let called = library.method(method);
        self.initialize_now(thread, called.class)?;
        if called.native.is_some() || called.is_native() {
            return self.call_native(thread, called, arguments);
        }
        let depth = thread.frames.len();
        self.push_frame(thread, method, arguments, Continuation::Boundary)?;
        self.run_above(thread, depth)
    }

    /// Calls the method that a receiver's class selects.
    pub fn call_virtual_now(
        &mut self,
        thread: &mut Thread,
        receiver: Ref,
        name: &str,
        descriptor: &str,
        more: &[u64],
    ) -> Result<u64, Trap> {
        let library = Rc::clone(&self.library);
        let class = self.heap.class_of(receiver);
        let Some(method) = library.find_method(class, library.symbol(name), library.symbol(descriptor))
        else {
            return Err(self.incomplete(thread, format!("{}.{name}{descriptor}", library.class_name(class))));
        };
        let mut arguments = vec![receiver.slot()];
        arguments.extend_from_slice(more);
        self.call_now(thread, method.id, &arguments)
    }

    /// Calls a static method of a JDK class.
    pub fn call_static_now(
        &mut self,
        thread: &mut Thread,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: &[u64],
    ) -> Result<u64, Trap> {
        let id = self.load_class(thread, crate::library::LoaderId::BOOT, class)?;
        let library = Rc::clone(&self.library);
        let Some(method) = library.declared_method(id, name, descriptor) else {
            return Err(self.incomplete(thread, format!("{class}.{name}{descriptor}")));
        };
        self.call_now(thread, method.id, arguments)
    }

    /// Runs the frames above a depth to their end.
    pub fn run_above(&mut self, thread: &mut Thread, depth: usize) -> Result<u64, Trap> {
        if thread.nested > 64 {
            return Err(self.stack_overflow(thread));
        }
        thread.nested += 1;
        if self.concurrent
            && let Some(frame) = thread.frames.last()
        {
            let library = Rc::clone(&self.library);
            self.reserve_unseen_call(library.method(frame.method));
        }
        let result = loop {
            let exit = if self.concurrent {
                self.interpret::<true>(thread, u64::MAX, depth)
            } else {
                self.interpret::<false>(thread, u64::MAX, depth)
            };
            match exit {
                Exit::Boundary(value) => break Ok(value),
                Exit::Thrown(exception) => break Err(Trap::Throw(exception)),
                Exit::Halted(halt) => break Err(Trap::Halt(halt)),
                Exit::Blocked => {
                    let status = thread.status;
                    thread.status = Status::Runnable;
                    break Err(self.incomplete(
                        thread,
                        format!("a call of the machine's own (linking, class loading) that has to wait: {status:?}"),
                    ));
                }
                Exit::Quantum | Exit::Operation => {}
                Exit::Ended => break Ok(0),
            }
        };
        thread.nested -= 1;
        result
    }

    /// Calls a native method.
    pub fn call_native(
        &mut self,
        thread: &mut Thread,
        method: &Method,
        arguments: &[u64],
    ) -> Result<u64, Trap> {
        match method.native {
            Some(native) => (native.call)(self, thread, arguments),
            None => {
                let name = self.library.method_name(method.id);
                let descriptor = self.library.text(method.descriptor);
                let text = self.library.text(method.name);
                // Registration hooks of native code have nothing to do here.
                if matches!(text, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V" {
                    return Ok(0);
                }
                Err(self.incomplete(thread, format!("native method {name}{descriptor}")))
            }
        }
    }

    /// What a frame's return gives its caller, where the continuation says something else.
    pub(super) fn finish_frame(
        &mut self,
        thread: &mut Thread,
        continuation: Continuation,
        kind: Kind,
        value: u64,
    ) -> Result<Option<(u64, bool)>, Trap> {
        match continuation {
            Continuation::Initialize(class) => {
                self.finish_initialization(thread, class);
                Ok(None)
            }
            Continuation::Reflect => {
                let boxed = self.box_value(thread, kind, value)?;
                Ok(Some((boxed.slot(), false)))
            }
            Continuation::Construct(object) => Ok(Some((object.slot(), false))),
            Continuation::Replace(value) => Ok(Some((value, false))),
            Continuation::Call | Continuation::Boundary | Continuation::ThreadStart => {
                Ok(Some((value, kind.is_wide())))
            }
        }
    }

    /// Throws what a call of an abstract or missing method throws.
    #[cold]
    pub fn throw_abstract(&mut self, thread: &mut Thread, receiver: ClassId, method: &Method) -> Trap {
        let text = format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method '{}{}' of {}.",
            self.library.class_name(receiver).replace('/', "."),
            self.library.text(method.name),
            self.library.text(method.descriptor),
            self.library.class_name(method.class).replace('/', "."),
        );
        self.throw(thread, "java/lang/AbstractMethodError", &text)
    }
}
