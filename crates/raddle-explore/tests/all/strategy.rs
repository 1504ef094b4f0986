//! `dpor` itself, compiled outside of the kernel over what is public of it: whoever writes another strategy can do what it does.
//! Its files say `crate::…`; what they mean is imported at the root of these tests.

#[path = "../../src/strategy/agenda.rs"]
pub(crate) mod agenda;
#[path = "../../src/strategy/dpor.rs"]
mod dpor;
#[expect(dead_code, reason = "what only another strategy of the kernel needs")]
#[path = "../../src/strategy/history/mod.rs"]
pub(crate) mod history;

use raddle_explore::strategy::{Job, Strategy};
use raddle_threads::kit::{self, Claims};

#[test]
fn dpor_would_be_as_good_outside() {
    let optimal = Claims { one_run_a_trace: true, ..Claims::default() };
    kit::test(&dpor::Dpor, optimal, 100, 20).expect("dpor");
}
