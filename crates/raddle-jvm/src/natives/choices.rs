//! Choices of the environment: what drivers ask `raddle.Raddle` or SV-COMP's `Verifier` for, and what `java.util.Random` gives where that is
//! explored. Each is an operation with as many options as there are values; the option that was taken is the value.
//!
//! Of a range that is too wide some values are tried, and the run says that the others are not covered.

use super::footprint::{CONSTANT, Footprint, OWN_THREAD};
use super::{NativeMethod, declared};
use crate::machine::pending::NextOperation;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Mode, OperationKind};

/// The most values of a random number that are all tried.
const WIDEST: u64 = 256;
/// What is tried of all numbers of 32 or 64 bits.
const SOME_INTEGERS: [i64; 5] = [0, 1, -1, i64::MAX, i64::MIN];
/// What is tried of all fractions between 0 and 1.
const SOME_FRACTIONS: [f64; 3] = [0.0, 0.5, 0.999_999_9];

/// What is tried of all floating-point numbers.
const SOME_NUMBERS: [f64; 7] = [0.0, 1.0, -1.0, 0.5, f64::MAX, f64::NEG_INFINITY, f64::NAN];

/// What a call of this name is: a choice of as many options as it has values.
macro_rules! choice {
    ($name:literal) => {
        Footprint::Operation(&[], |_, _, arguments| {
            let mut operation = NextOperation::new(OperationKind::Choose, Mode::Relaxed, Vec::new());
            operation.options = options($name, arguments);
            operation
        })
    };
}

/// The methods of `raddle.Raddle` that run here.
pub const DRIVER: &[NativeMethod] = &[
    declared("isChecking", "()Z", CONSTANT, |machine, _, _| Ok(u64::from(machine.stops))),
    declared("choose", "(I)I", choice!("choose"), choose),
];

/// The methods of `java.util.Random` that run here where it is explored.
pub const RANDOM: &[NativeMethod] = &[
    declared("nextInt", "(I)I", choice!("nextInt"), next_below),
    declared("nextInt", "()I", choice!("nextInt"), |machine, thread, _| {
        some(machine, thread, "Random.nextInt()", &SOME_INTEGERS.map(|value| u64::from(clamp(value) as u32)))
    }),
    declared("nextLong", "()J", choice!("nextLong"), |machine, thread, _| {
        some(machine, thread, "Random.nextLong()", &SOME_INTEGERS.map(|value| value as u64))
    }),
    declared("nextBoolean", "()Z", choice!("nextBoolean"), |machine, thread, _| Ok(taken(machine, thread))),
    declared("nextFloat", "()F", choice!("nextFloat"), |machine, thread, _| {
        some(
            machine,
            thread,
            "Random.nextFloat()",
            &SOME_FRACTIONS.map(|value| u64::from((value as f32).to_bits())),
        )
    }),
    declared("nextDouble", "()D", choice!("nextDouble"), |machine, thread, _| {
        some(machine, thread, "Random.nextDouble()", &SOME_FRACTIONS.map(f64::to_bits))
    }),
];

/// The inputs of SV-COMP's programs that have too many values.
pub const VERIFIER: &[NativeMethod] = &[
    declared("nondetInt", "()I", choice!("nondetInt"), |machine, thread, _| {
        let values = SOME_INTEGERS.map(|value| u64::from(clamp(value) as u32));
        some(machine, thread, "Verifier.nondetInt()", &values)
    }),
    declared("nondetLong", "()J", choice!("nondetLong"), |machine, thread, _| {
        some(machine, thread, "Verifier.nondetLong()", &SOME_INTEGERS.map(|value| value as u64))
    }),
    declared("nondetFloat", "()F", choice!("nondetFloat"), |machine, thread, _| {
        let values = SOME_NUMBERS.map(|value| u64::from((value as f32).to_bits()));
        some(machine, thread, "Verifier.nondetFloat()", &values)
    }),
    declared("nondetDouble", "()D", choice!("nondetDouble"), |machine, thread, _| {
        some(machine, thread, "Verifier.nondetDouble()", &SOME_NUMBERS.map(f64::to_bits))
    }),
];

/// The methods of Java Pathfinder's `Verify` that run here: what is between them is one step (`explore/coarse.rs`).
pub const VERIFY: &[NativeMethod] = &[
    declared("beginAtomic", "()V", OWN_THREAD, |_, thread, _| {
        thread.section = thread.section.wrapping_add(u32::from(thread.atomic == 0));
        thread.atomic += 1;
        Ok(0)
    }),
    declared("endAtomic", "()V", OWN_THREAD, |_, thread, _| {
        thread.atomic = thread.atomic.saturating_sub(1);
        Ok(0)
    }),
];

/// How many options a call has.
fn options(name: &str, arguments: &[u64]) -> u32 {
    let asked = |slot: u64| (slot as i32).max(1) as u64;
    match (name, arguments) {
        ("choose", [options]) => asked(*options) as u32,
        ("nextInt", [_, bound]) => asked(*bound).min(WIDEST) as u32,
        ("nextInt" | "nextLong", _) => SOME_INTEGERS.len() as u32,
        ("nextFloat" | "nextDouble", _) => SOME_FRACTIONS.len() as u32,
        ("nondetInt" | "nondetLong", _) => SOME_INTEGERS.len() as u32,
        ("nondetFloat" | "nondetDouble", _) => SOME_NUMBERS.len() as u32,
        _ => 2,
    }
}

fn clamp(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// The option that was taken; the first where the call was no operation of its own.
fn taken(machine: &mut Machine, thread: &Thread) -> u64 {
    if machine.stops && (thread.silent > 0 || thread.nested > 0) {
        machine.reserve("a choice inside of what counts as one step");
    }
    std::mem::take(&mut machine.notified) as u64
}

fn some(machine: &mut Machine, thread: &Thread, name: &str, values: &[u64]) -> Result<u64, Trap> {
    machine.reserve(format!("all values of {name}: {} of them were tried", values.len()));
    let option = taken(machine, thread) as usize;
    Ok(values[option.min(values.len() - 1)])
}

fn choose(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let options = arguments[0] as i32;
    if options < 1 {
        let message = format!("nothing to choose from: {options}");
        return Err(machine.throw(thread, "java/lang/IllegalArgumentException", &message));
    }
    Ok(taken(machine, thread))
}

fn next_below(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let bound = arguments[1] as i32;
    if bound < 1 {
        return Err(machine.throw(thread, "java/lang/IllegalArgumentException", "bound must be positive"));
    }
    if bound as u64 > WIDEST {
        machine.reserve(format!("all values of Random.nextInt({bound}): the first {WIDEST} were tried"));
    }
    Ok(taken(machine, thread))
}
