//! Who ends the program, as an actor: the thread that runs what is registered for the end (`machine/shutdown.rs`).

use super::JavaRun;
use crate::machine::{Halt, Trap};
use raddle_explore::names::ActorId;

/// The thread that HotSpot calls `DestroyJavaVM`.
pub(super) const DESTROYER: ActorId = ActorId(1);

impl JavaRun {
    /// Adds the thread that runs what is registered for the end, if it is not there. The run stands before its first choice.
    pub(super) fn expect_end(&mut self) {
        let is_over = self.ended.is_some();
        let Some(machine) = self.machine.as_mut().filter(|machine| !is_over && machine.destroyer.is_none())
        else {
            return;
        };
        match machine.add_destroyer() {
            Ok(_) => self.actors.push(DESTROYER),
            Err(Trap::Halt(halt)) => self.ended = Some(*halt),
            Err(other) => {
                self.ended =
                    Some(Halt::Limit(format!("the end of the program can't be prepared: {other:?}")));
            }
        }
    }
}
