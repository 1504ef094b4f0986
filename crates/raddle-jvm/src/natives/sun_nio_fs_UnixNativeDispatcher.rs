//! `sun.nio.fs.UnixNativeDispatcher`: as much as paths need; reading and writing goes through `java.io`.

use super::{NativeMethod, native};
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    native("init", "()I", |_, _, _| Ok(0)),
    native("getcwd", "()[B", current_directory),
];

fn current_directory(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let directory = std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.display().to_string());
    Ok(machine.new_byte_array(thread, directory.as_bytes())?.slot())
}
