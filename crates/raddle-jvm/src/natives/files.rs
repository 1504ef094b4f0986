//! What the natives of files have in common: arguments become a [`Call`] of the run's world, and what comes of it becomes
//! a value or an exception.
//!
//! Each of these natives is declared with the function that makes its call from its arguments. The scheduler asks the
//! world what that call touches before it is made, so that a native can't touch what it did not say.

use super::footprint::{Footprint, Words, WorldCall};
use super::{NativeFunction, NativeMethod, declared};
use crate::code::instruction::Op;
use crate::library::{LoaderId, MethodId};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, Caller, Errno, Refusal, Target};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Access, Touch};

/// Makes the call of a native from its arguments; `None` where they are wrong, so that nothing is touched.
pub type MakesCall = fn(&Machine, &[u64]) -> Option<Call>;

/// A native that makes a call of the world, and touches nothing else.
pub const fn file(
    name: &'static str,
    descriptor: &'static str,
    makes: MakesCall,
    call: NativeFunction,
) -> NativeMethod {
    touching(name, descriptor, makes, &[], call)
}

/// The same for one that touches words of its arguments, too.
pub const fn touching(
    name: &'static str,
    descriptor: &'static str,
    makes: MakesCall,
    words: &'static [Words],
    call: NativeFunction,
) -> NativeMethod {
    declared(name, descriptor, Footprint::World(WorldCall { makes, words, memory: None }), call)
}

/// The same for one that touches memory outside of the heap, by the address in its second argument and the count in its
/// fourth, and the number in the descriptor that comes first.
pub const fn touching_memory(
    name: &'static str,
    descriptor: &'static str,
    makes: MakesCall,
    access: Access,
    call: NativeFunction,
) -> NativeMethod {
    let world = WorldCall { makes, words: OF_DESCRIPTOR, memory: Some((1, 3, access)) };
    declared(name, descriptor, Footprint::World(world), call)
}

/// The number in the descriptor that is the first argument.
pub const OF_DESCRIPTOR: &[Words] = &[Words::Field(0, "fd", Access::Read)];
/// The number in the descriptor of the stream that is the first argument.
pub const OF_STREAM: &[Words] = &[Words::Through(0, "fd", Access::Read)];
/// The same, where it is set.
pub const OPENS_STREAM: &[Words] = &[Words::Through(0, "fd", Access::Write)];
/// The same as of a stream, and bytes that are read into an array.
pub const FILLS_ARRAY: &[Words] =
    &[Words::Through(0, "fd", Access::Read), Words::Elements(1, 2, 3, Access::Write)];
/// The same as of a stream, and bytes of an array that are written.
pub const TAKES_ARRAY: &[Words] =
    &[Words::Through(0, "fd", Access::Read), Words::Elements(1, 2, 3, Access::Read)];

/// The number in a `java.io.FileDescriptor`.
pub fn descriptor_number(machine: &Machine, descriptor: u64) -> i32 {
    machine.get(Ref::from_slot(descriptor), "fd") as i32
}

/// The number of the open file of a stream or a `RandomAccessFile`.
pub fn stream_number(machine: &Machine, stream: u64) -> i32 {
    let descriptor = machine.get_reference(Ref::from_slot(stream), "fd");
    if descriptor.is_null() { -1 } else { machine.get(descriptor, "fd") as i32 }
}

/// A string, if there is one.
pub fn text(machine: &Machine, string: u64) -> Option<String> {
    let string = Ref::from_slot(string);
    (!string.is_null()).then(|| machine.string_text(string))
}

/// The path of a `java.io.File`.
pub fn file_path(machine: &Machine, file: u64) -> Option<String> {
    let file = Ref::from_slot(file);
    if file.is_null() { None } else { text(machine, machine.get_reference(file, "path").slot()) }
}

/// The part of a byte array that a native is given by offset and length; `None` if there is no such part.
pub fn byte_range(machine: &Machine, arguments: &[u64]) -> Option<(Ref, u32, u32)> {
    let array = Ref::from_slot(arguments[0]);
    let (offset, count) = (arguments[1] as i32, arguments[2] as i32);
    let is_inside = !array.is_null()
        && offset >= 0
        && count >= 0
        && i64::from(offset) + i64::from(count) <= i64::from(machine.heap.length(array));
    is_inside.then_some((array, offset as u32, count as u32))
}

/// What is thrown where [`byte_range`] finds nothing.
pub fn wrong_range(machine: &mut Machine, thread: &mut Thread, array: u64) -> Trap {
    if Ref::from_slot(array).is_null() {
        machine.throw_null(thread)
    } else {
        machine.throw_plain(thread, "java/lang/IndexOutOfBoundsException")
    }
}

/// A call whose errors become `IOException`s.
pub fn make(machine: &mut Machine, thread: &mut Thread, call: Option<Call>) -> Result<Answer, Trap> {
    let Some(call) = call else { return Err(machine.throw_null(thread)) };
    match machine.make_call(thread, &call)? {
        Ok(answer) => Ok(answer),
        Err(error) => Err(io_failure(machine, thread, &call, error)),
    }
}

fn io_failure(machine: &mut Machine, thread: &mut Thread, call: &Call, error: Errno) -> Trap {
    let is_closed = matches!(
        call,
        Call::Read(-1, ..)
            | Call::Write(-1, ..)
            | Call::Seek(-1, _)
            | Call::Left(-1)
            | Call::SetLength(-1, ..)
            | Call::Status(Target::Open(-1), _)
    );
    let words = if is_closed { "Stream Closed".to_owned() } else { error.text() };
    machine.throw(thread, "java/io/IOException", &words)
}

/// A call whose errors become `UnixException`s.
pub fn make_for_paths(
    machine: &mut Machine,
    thread: &mut Thread,
    call: Option<Call>,
) -> Result<Answer, Trap> {
    let Some(call) = call else { return Err(unix_failure(machine, thread, Errno::INVALID)) };
    match machine.make_call(thread, &call)? {
        Ok(answer) => Ok(answer),
        Err(error) => Err(unix_failure(machine, thread, error)),
    }
}

/// A `UnixException` with the number of an error.
pub fn unix_failure(machine: &mut Machine, thread: &mut Thread, error: Errno) -> Trap {
    let made = (|| {
        let class = machine.load_class(thread, LoaderId::BOOT, "sun/nio/fs/UnixException")?;
        machine.initialize_now(thread, class)?;
        let exception = machine.new_instance(thread, class)?;
        machine.run_constructor(thread, exception, "(I)V", &[error.0 as u64])?;
        Ok(exception)
    })();
    match made {
        Ok(exception) => Trap::Throw(exception),
        Err(trap) => trap,
    }
}

/// A call that Java is told the success of, and no more.
pub fn succeeds(machine: &mut Machine, thread: &mut Thread, call: Option<Call>) -> Result<u64, Trap> {
    let Some(call) = call else { return Err(machine.throw_null(thread)) };
    Ok(u64::from(machine.make_call(thread, &call)?.is_ok()))
}

/// The count of bytes that a read gives, or the sign of the end.
pub fn count_read(count: usize, wanted: usize) -> u64 {
    if count == 0 && wanted > 0 { u64::from(-1i32 as u32) } else { count as u64 }
}

/// Opens a file for a stream.
pub fn open_stream(
    machine: &mut Machine,
    thread: &mut Thread,
    stream: u64,
    call: Option<Call>,
) -> Result<u64, Trap> {
    let Some(Call::Open(path, _)) = &call else { return Err(machine.throw_null(thread)) };
    let path = path.clone();
    let Some(call) = call else { return Ok(0) };
    match machine.make_call(thread, &call)? {
        Ok(opened) => {
            let descriptor = machine.get_reference(Ref::from_slot(stream), "fd");
            machine.set(descriptor, "fd", opened.number());
            if matches!(&call, Call::Open(_, opening) if opening.append) {
                machine.set(descriptor, "append", 1);
            }
            Ok(0)
        }
        Err(error) => {
            let words = format!("{path} ({})", error.text());
            Err(machine.throw(thread, "java/io/FileNotFoundException", &words))
        }
    }
}

/// Closes the file of a descriptor; the standard streams stay.
pub fn close(machine: &mut Machine, thread: &mut Thread, number: i32) -> Result<u64, Trap> {
    if number > 2 {
        // Closing what is closed is no error.
        let _ = machine.make_call(thread, &Call::Close(number))?;
    }
    Ok(0)
}

impl Machine {
    fn caller(&self, thread: &Thread) -> Caller {
        let start = super::START_OF_TIME_MILLIS as i64 * 1_000_000;
        Caller { path: thread.path, now: start.saturating_add_unsigned(thread.clock) }
    }

    /// The call of the world that a stopped thread stands before.
    pub fn next_call(&self, thread: &Thread) -> Option<Call> {
        let frame = thread.frames.last()?;
        let instruction =
            self.library.method(frame.method).code.get()?.instructions.get(frame.pc as usize)?.get();
        let operands = thread.stack.get(..frame.sp as usize)?;
        let arguments = operands.get(operands.len().checked_sub(usize::from(instruction.a))?..)?;
        let callee = match instruction.op {
            Op::InvokeStaticQuick | Op::InvokeSpecialQuick => MethodId(instruction.c),
            Op::InvokeVirtualQuick => {
                let class = self.library.class(self.heap.class_of(Ref::from_slot(*arguments.first()?)));
                *class.vtable.get(usize::from(instruction.b))?
            }
            _ => return None,
        };
        match self.library.method(callee).native?.footprint {
            Footprint::World(world) => (world.makes)(self, arguments),
            _ => None,
        }
    }

    /// What a call of the world touches.
    pub fn call_touches(&self, thread: &Thread, call: &Call) -> Vec<Touch> {
        match call {
            Call::Write(1 | 2, ..) => vec![Touch::write(crate::machine::pending::OUTPUT)],
            _ => self.world.touches(call, self.caller(thread)),
        }
    }

    /// Makes a call of the world: what it gives, or the platform's error.
    pub fn make_call(&mut self, thread: &Thread, call: &Call) -> Result<Result<Answer, Errno>, Trap> {
        if let Call::Write(number @ (1 | 2), _, bytes) = call {
            self.write_output(*number as u8, bytes);
            return Ok(Ok(Answer::Number(bytes.len() as u64)));
        }
        if self.concurrent {
            self.note_call(thread, call);
        }
        let caller = self.caller(thread);
        let (answer, reservation) = self.world.make(call, caller);
        if let Some(what) = reservation {
            self.reserve(what);
        }
        match answer {
            Ok(answer) => Ok(Ok(answer)),
            Err(Refusal::Error(error)) => Ok(Err(error)),
            Err(Refusal::Incomplete(what)) => Err(self.incomplete(thread, what)),
        }
    }

    /// Keeps in mind that files are touched: what of that is out of sight, the net records.
    fn note_call(&mut self, thread: &Thread, call: &Call) {
        if !self.library_uses.files {
            self.library_uses.files = !self.call_touches(thread, call).is_empty();
        }
    }
}
