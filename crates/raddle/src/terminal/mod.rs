//! The screen, signals, memory and files: whatever the rest of the program must not know.

pub mod files;
pub mod interrupt;
pub mod memory;
pub mod progress;

use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The width of the screen, or 80 where there is none.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(40, 200)
}

/// Prints to the standard output, with colours where the user wants them. A reader that has gone away, such as
/// `head`, is no mistake of ours.
pub fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            // It is said once: what follows meets the same.
            if !LOST.swap(true, Ordering::Relaxed) {
                anstream::eprintln!("error: the result could not be written: {error}");
            }
        }
    }
}

/// Whether something that was to be printed is lost: then the command has failed, whatever it found.
pub fn has_lost_output() -> bool {
    LOST.load(Ordering::Relaxed)
}

static LOST: AtomicBool = AtomicBool::new(false);
