//! Exceptions that the machine makes, stack traces, and unwinding.

use super::heap::Ref;
use super::interpret::Exit;
use super::thread::{Continuation, Marks, Thread};
use super::{Initialization, Machine, Trap};
use crate::library::{ClassId, LoaderId, MethodId};
use std::rc::Rc;

/// Frames that a stack trace keeps, as HotSpot keeps them.
const DEEPEST_TRACE: usize = 1024;

impl Machine {
    /// A new exception of a JDK class.
    pub fn throw(&mut self, thread: &mut Thread, class: &str, message: &str) -> Trap {
        match self.new_exception(thread, class, Some(message)) {
            Ok(exception) => Trap::Throw(exception),
            Err(trap) => trap,
        }
    }

    /// A new exception without message.
    pub fn throw_plain(&mut self, thread: &mut Thread, class: &str) -> Trap {
        match self.new_exception(thread, class, None) {
            Ok(exception) => Trap::Throw(exception),
            Err(trap) => trap,
        }
    }

    /// A `NullPointerException`.
    pub fn throw_null(&mut self, thread: &mut Thread) -> Trap {
        self.throw_plain(thread, "java/lang/NullPointerException")
    }

    /// Makes an exception as its constructor would, with the stack of the thread.
    pub fn new_exception(
        &mut self,
        thread: &mut Thread,
        class: &str,
        message: Option<&str>,
    ) -> Result<Ref, Trap> {
        let id = match self.library.load(LoaderId::BOOT, class) {
            Ok(id) => id,
            Err(error) => return Err(self.incomplete(thread, format!("the class {class}: {error:?}"))),
        };
        self.initialize_now(thread, id)?;
        let exception = self.new_instance(thread, id)?;
        if let Some(message) = message {
            let text = self.new_string(thread, message)?;
            self.heap.set_field(exception, self.core.throwable_message, text.slot());
        }
        self.heap.set_field(exception, self.core.throwable_cause, exception.slot());
        for (name, offset) in [
            ("UNASSIGNED_STACK", self.core.throwable_trace),
            ("SUPPRESSED_SENTINEL", self.core.throwable_suppressed),
        ] {
            let value = self.get_static(thread, self.core.throwable, name)?;
            self.heap.set_field(exception, offset, value);
        }
        self.fill_in_stack_trace(thread, exception)?;
        Ok(exception)
    }

    /// Records where the thread is, without the frames that made the exception itself.
    pub fn fill_in_stack_trace(&mut self, thread: &mut Thread, exception: Ref) -> Result<(), Trap> {
        let library = Rc::clone(&self.library);
        let mut making = true;
        let mut trace = Vec::new();
        for frame in thread.frames.iter().rev() {
            let method = library.method(frame.method);
            if making {
                let name = library.text(method.name);
                let in_throwable = library.class(method.class).is_throwable;
                if in_throwable && (name == "fillInStackTrace" || name == "<init>") {
                    continue;
                }
                making = false;
            }
            if method.hidden {
                continue;
            }
            if trace.len() == DEEPEST_TRACE {
                break;
            }
            trace.push((u64::from(frame.method.0) << 32) | u64::from(frame.pc));
        }
        let backtrace = self.new_array(thread, self.core.long_array, trace.len() as i32)?;
        for (index, entry) in trace.iter().enumerate() {
            self.heap.set_element64(backtrace, index as u32, *entry);
        }
        self.heap.set_field(exception, self.core.throwable_backtrace, backtrace.slot());
        self.heap.set_field(exception, self.core.throwable_depth, trace.len() as u64);
        let unassigned = self.get_static(thread, self.core.throwable, "UNASSIGNED_STACK")?;
        self.heap.set_field(exception, self.core.throwable_trace, unassigned);
        Ok(())
    }

    /// The recorded frames of an exception.
    pub fn backtrace(&self, exception: Ref) -> Vec<(MethodId, u32)> {
        let backtrace = self.heap.reference(exception, self.core.throwable_backtrace);
        if backtrace.is_null() {
            return Vec::new();
        }
        (0..self.heap.length(backtrace))
            .map(|index| self.heap.element64(backtrace, index))
            .map(|entry| (MethodId((entry >> 32) as u32), entry as u32))
            .collect()
    }

    /// Finds the handler for an exception and leaves the thread there; frames without one are ended. Gives an exit if
    /// the exception leaves the frames that the interpreter was started for.
    pub fn unwind(&mut self, thread: &mut Thread, mut exception: Ref) -> Option<Exit> {
        let library = Rc::clone(&self.library);
        loop {
            let Some(frame) = thread.frames.last().copied() else {
                thread.uncaught = exception;
                return Some(Exit::Ended);
            };
            let method = library.method(frame.method);
            // What goes wrong before an initialiser has begun is none of its handlers' business.
            let has_begun = !frame.marks.has(Marks::NOT_PREPARED);
            if let Some(code) = method.code.get().filter(|_| has_begun) {
                let thrown = self.heap.class_of(exception);
                for handler in &code.handlers {
                    if frame.pc < handler.start || frame.pc >= handler.end {
                        continue;
                    }
                    if handler.catch != 0 {
                        match self.class_at(thread, method.class, handler.catch) {
                            Ok(caught) if library.is_subclass(thrown, caught) => {}
                            Ok(_) => continue,
                            Err(Trap::Halt(halt)) => return Some(Exit::Halted(halt)),
                            // A catch class that cannot be loaded catches nothing.
                            Err(_) => continue,
                        }
                    }
                    let top = thread.frames.last_mut().expect("a frame was just there");
                    top.pc = handler.target;
                    top.sp = frame.base + code.max_locals + 1;
                    let slot = frame.base + code.max_locals;
                    thread.stack[slot as usize] = exception.slot();
                    return None;
                }
            }
            // Giving a monitor back is an operation here as well.
            let is_seen = self.concurrent && thread.nested == 0 && thread.silent == 0;
            if is_seen && !frame.lock.is_null() && self.heap.is_shared(frame.lock) {
                if !thread.granted {
                    thread.unwinding = exception;
                    return Some(Exit::Operation);
                }
                thread.granted = false;
            }
            thread.frames.pop();
            if thread.frames.len() <= thread.silent as usize {
                thread.silent = 0;
            }
            if frame.silence != 0 {
                thread.silent = frame.silence;
            }
            if !frame.lock.is_null() {
                self.release_on_exit(thread, frame.lock);
            }
            match frame.continuation {
                Continuation::Call | Continuation::Replace(_) => {}
                Continuation::Initialize(class) => match self.fail_initialization(thread, class, exception) {
                    Ok(wrapped) => exception = wrapped,
                    Err(Trap::Halt(halt)) => return Some(Exit::Halted(halt)),
                    Err(_) => {}
                },
                Continuation::Reflect | Continuation::Construct(_) => {
                    match self.new_exception(thread, "java/lang/reflect/InvocationTargetException", None) {
                        Ok(wrapper) => {
                            self.heap.set_field(wrapper, self.core.throwable_cause, 0);
                            self.set(wrapper, "target", exception.slot());
                            exception = wrapper;
                        }
                        Err(Trap::Halt(halt)) => return Some(Exit::Halted(halt)),
                        Err(Trap::Throw(other)) => exception = other,
                        Err(_) => {}
                    }
                }
                Continuation::Boundary => return Some(Exit::Thrown(exception)),
                Continuation::ThreadStart => {
                    thread.uncaught = exception;
                    return Some(Exit::Ended);
                }
            }
        }
    }

    /// Marks a class as failed, and wraps what its initialiser threw unless it is an error.
    fn fail_initialization(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        exception: Ref,
    ) -> Result<Ref, Trap> {
        self.class_state_mut(class).initialization = Initialization::Failed;
        thread.namers.pop();
        thread.initializing.pop();
        let error = self.library.load(LoaderId::BOOT, "java/lang/Error").unwrap_or(self.core.throwable);
        if self.library.is_subclass(self.heap.class_of(exception), error) {
            return Ok(exception);
        }
        let wrapper = self.new_exception(thread, "java/lang/ExceptionInInitializerError", None)?;
        self.heap.set_field(wrapper, self.core.throwable_cause, exception.slot());
        Ok(wrapper)
    }
}
