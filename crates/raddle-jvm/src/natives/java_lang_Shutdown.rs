//! `java.lang.Shutdown`: the end of the process.

use super::footprint::{COMPUTES, Footprint};
use super::{NativeMethod, declared, nothing};
use crate::machine::pending::NextOperation;
use crate::machine::thread::Thread;
use crate::machine::{Halt, Machine, Trap};
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};

/// The end of the process, which everything comes before or not at all.
fn ends(_machine: &Machine, _thread: &Thread, _arguments: &[u64]) -> NextOperation {
    let touches = vec![Touch::write(Place::EVERYTHING)];
    NextOperation::new(OperationKind::Exit, Mode::Synchronising, touches)
}

pub const METHODS: &[NativeMethod] = &[
    declared("beforeHalt", "()V", COMPUTES, nothing),
    declared("halt0", "(I)V", Footprint::End(ends), |_, _, arguments| {
        Err(Trap::Halt(Box::new(Halt::Exit(arguments[0] as i32))))
    }),
];
