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

/// How often a call that the machine itself makes may go backwards or call, where schedules are explored: nobody can
/// interrupt it.
const MOST_NESTED: u64 = 20_000_000;

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
            if method.is_static() { self.mirror(thread, method.class)? } else { Ref::from_slot(arguments[0]) }
        } else {
            Ref::NULL
        };
        let is_contended = self.concurrent && !lock.is_null() && self.heap.is_shared(lock);
        let is_silent = thread.nested > 0 || thread.silent > 0 && !self.ends_silence(thread, method);
        if is_contended && is_silent {
            let name = library.method_name(method.id);
            self.reserve(format!("{name}, a synchronized method that is called by the machine's own code"));
        }
        // Where others may have the lock, taking it is an operation of its own, before the first instruction.
        let waits_for_lock = is_contended && !is_silent;
        if !lock.is_null() && !waits_for_lock {
            self.enter_monitor(thread, lock)?;
        }
        let base = thread.frames.last().map_or(0, |frame| frame.sp);
        let end = (base + code.max_locals + code.max_stack + 2) as usize;
        if thread.stack.len() < end {
            thread.stack.resize(end + 256, 0);
        }
        thread.stack[base as usize..base as usize + arguments.len()].copy_from_slice(arguments);
        let sp = base + code.max_locals;
        let silence = self.end_silence(thread, method);
        if self.stops && (method.visibility == Visibility::Program || method.is_task) {
            thread.break_operations();
        }
        let marks = if waits_for_lock { Marks::NOT_PREPARED } else { Marks::default() };
        thread.frames.push(Frame { method: method.id, pc: 0, base, sp, lock, continuation, silence, marks });
        Ok(())
    }

    /// Sees to what the thread's innermost frame needs before its first instruction: its lock, or the classes before the
    /// one that it initialises.
    #[cold]
    #[inline(never)]
    pub(super) fn prepare_frame<const STOPS: bool>(&mut self, thread: &mut Thread) -> Result<(), Trap> {
        match self.lock_to_take(thread) {
            None => self.prepare_initializer::<STOPS>(thread)?,
            Some(_) if STOPS && self.stops && thread.nested == 0 && !thread.granted => {
                return Err(Trap::Stop);
            }
            Some(lock) => {
                self.enter_monitor(thread, lock)?;
                thread.granted = false;
            }
        }
        if let Some(frame) = thread.frames.last_mut() {
            frame.marks = frame.marks.without(Marks::NOT_PREPARED);
        }
        Ok(())
    }

    /// The lock that a thread takes before the first instruction of its innermost frame.
    pub fn lock_to_take(&self, thread: &Thread) -> Option<Ref> {
        let frame = thread.frames.last().filter(|frame| frame.marks.has(Marks::NOT_PREPARED))?;
        (!frame.lock.is_null()).then_some(frame.lock)
    }

    /// The program's own code is seen, whoever calls it. Gives the silence that goes on afterwards.
    #[inline(always)]
    pub(super) fn end_silence(&self, thread: &mut Thread, callee: &Method) -> u32 {
        if thread.silent == 0 || !self.ends_silence(thread, callee) {
            return 0;
        }
        std::mem::take(&mut thread.silent)
    }

    /// Whether a call ends the silence that its thread is in.
    pub(super) fn ends_silence(&self, thread: &Thread, callee: &Method) -> bool {
        thread.nested == 0
            && (callee.visibility == Visibility::Program || self.is_put_into_text(thread, callee))
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
                self.interpret::<true>(thread, MOST_NESTED, depth)
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
                Exit::Quantum if self.concurrent => {
                    let what = "a call of the machine's own (linking, class loading) that has no end";
                    break Err(self.incomplete(thread, what.to_owned()));
                }
                // Nobody watches a call of the machine's own.
                Exit::Quantum | Exit::Operation | Exit::Interrupted(_) => {}
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
            Some(_) if self.audit.is_some() => {
                let audit = self.audit.clone().expect("it was just there");
                self.call_audited(&audit, thread, method, arguments)
            }
            // What it does as an operation, it has said.
            Some(native) if !self.hidden.records || !self.concurrent || thread.granted => {
                (native.call)(self, thread, arguments)
            }
            Some(native) => self.call_unseen(thread, native, arguments),
            None => {
                let name = self.library.method_name(method.id);
                let descriptor = self.library.text(method.descriptor);
                let text = self.library.text(method.name);
                // Registration hooks of native code have nothing to do here.
                if matches!(text, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V" {
                    return Ok(0);
                }
                // Libraries of native code are not loaded, so that a method of the program's has none.
                if !self.library.class(method.class).trusted {
                    let signature = self.describe_signature(method.class, method.name, method.descriptor);
                    let text = format!("'{signature}'");
                    return Err(self.throw(thread, "java/lang/UnsatisfiedLinkError", &text));
                }
                let what = of_the_outside(self.library.class_name(method.class));
                Err(self.incomplete(thread, format!("{what}native method {name}{descriptor}")))
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

/// What lies outside of every run, by the class of a native that leads there: in words that go before the native's name.
fn of_the_outside(class: &str) -> &'static str {
    const NETWORK: &[&str] =
        &["java/net/", "sun/net/", "sun/nio/ch/Net", "sun/nio/ch/EPoll", "sun/nio/ch/Datagram"];
    if NETWORK.iter().any(|begin| class.starts_with(begin)) {
        "the network: "
    } else if class.starts_with("java/lang/Process") {
        "another process: "
    } else if class.starts_with("jdk/internal/loader/") && class.contains("NativeLibrar") {
        "a native library: "
    } else {
        ""
    }
}
