//! Ctrl-C: the first one asks for the end, the second one does not ask.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that is set when the user wants the end, of whatever this process is doing by then.
pub fn flag() -> Arc<AtomicBool> {
    let listen = || {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the second signal finds the flag set by the first, and ends the process at once.
            // Where a handler can't be installed, the signal ends the process as it always does.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&flag));
            let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
        }
        flag
    };
    Arc::clone(FLAG.get_or_init(listen))
}
