//! Maude's language: parse, match modulo axioms, rewrite, search.
//!
//! The way of the data: `syntax` (tokens, modules as written) → `modules` (imports, parameters, renaming, down to
//! flat theories, with terms read by `parser`) → `terms` (signature and arena) and `machine` (matching, reducing,
//! rules, search). `interpreter` runs a file's commands; `conform` asks one question of reachability many times;
//! `ltl` checks formulas over any graph of states; `meta` is the meta-level; `prelude` holds the modules that every
//! session starts with.
//!
//! Invariants: two terms of one arena are equal modulo axioms exactly when their ids are; nothing recurses on the
//! depth of a term; what is not supported is reported with its place and gives no result.
//!
//! ```
//! let mut interpreter = raddle_rewrite::Interpreter::new(raddle_rewrite::Options::default());
//! let mut printed = Vec::new();
//! interpreter.run("example.maude", "red in NAT : 2 ^ 10 .\n", &mut raddle_rewrite::NoFiles, &mut printed)?;
//! assert!(String::from_utf8_lossy(&printed).ends_with("result NzNat: 1024\n"));
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod bench;
mod commands;
pub mod conform;
pub mod diagnostic;
pub mod interpreter;
pub mod ltl;
pub mod machine;
pub mod meta;
pub mod modules;
pub mod names;
pub mod parser;
pub mod prelude;
pub mod print;
pub mod strategies;
pub mod syntax;
pub mod terms;

pub use interpreter::{Interpreter, Loader, NoFiles, Options, Outcome};

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Finds files beside the file that loads them, then in the working directory.
#[derive(Debug, Default)]
pub struct DiskFiles;

impl Loader for DiskFiles {
    fn load(&mut self, name: &str, from: &str) -> Option<(String, String)> {
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let candidates =
            [beside.clone(), beside.with_extension("maude"), name.into(), format!("{name}.maude").into()];
        for path in candidates {
            if path.is_file()
                && let Ok(bytes) = std::fs::read(&path)
            {
                let full = path.to_string_lossy().into_owned();
                return Some((full, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        None
    }
}

/// Native stack for nested conditions; only what is used is ever touched.
const STACK: usize = 1 << 30;

/// The processor time of all threads that this process has now, where the system tells it (Linux).
fn processor_time() -> Option<Duration> {
    let mut nanoseconds = 0;
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += text.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

/// Runs a file's commands and prints what Maude prints to `out`.
pub fn run_file(path: &Path, mut options: Options, out: &mut (dyn Write + Send)) -> io::Result<Outcome> {
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    options.processor_time = Some(processor_time);
    run_source(&path.to_string_lossy(), &text, options, &mut DiskFiles, out)
}

/// Runs a text's commands, with a thread whose stack is large enough for deeply nested conditions.
pub fn run_source(
    name: &str,
    text: &str,
    mut options: Options,
    loader: &mut (dyn Loader + Send),
    out: &mut (dyn Write + Send),
) -> io::Result<Outcome> {
    options.limits.condition_depth = options.limits.condition_depth.max(100_000);
    std::thread::scope(|scope| {
        let run = move || {
            let mut interpreter = Interpreter::new(options);
            interpreter.run(name, text, loader, out)?;
            Ok(interpreter.take_outcome())
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
