//! `java.lang.ProcessEnvironment`: the variables that the run was given.

use super::footprint::MAKES;
use super::{NativeMethod, declared};
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[declared("environ", "()[[B", MAKES, environ)];

fn environ(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let variables = machine.environment.variables.clone();
    let mut parts = Vec::new();
    for (name, value) in &variables {
        parts.push(machine.new_byte_array(thread, name.as_bytes())?);
        parts.push(machine.new_byte_array(thread, value.as_bytes())?);
    }
    let class = machine.library.array_of(machine.core.byte_array);
    Ok(machine.new_reference_array(thread, class, &parts)?.slot())
}
