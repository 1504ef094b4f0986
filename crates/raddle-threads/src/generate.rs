//! Random programs of the thread language, small enough for the naive oracle, with every kind of operation in them.

use crate::{
    Arithmetic, Array, Comparison, Instruction, Lock, Mailbox, Operand, Register, Target, ThreadBuilder,
    ThreadProgram, Variable,
};
use raddle_explore::operation::Mode;
use raddle_explore::random::{Random, Seed};

/// What the operations of a random program act on.
struct World {
    variables: Vec<Variable>,
    array: Array,
    locks: Lock,
    mailbox: Mailbox,
    /// Code that threads may start, with the number of threads that may still be started.
    child: Option<u32>,
    spawns: u32,
    /// Whether waits may have a time.
    timed: bool,
}

const LOCKS: u32 = 2;

/// The program of a seed.
pub fn program(seed: Seed) -> ThreadProgram {
    program_with(seed, false)
}

/// The program of a seed in which most threads use locks, and most waits have a time.
pub fn timed_program(seed: Seed) -> ThreadProgram {
    program_with(seed, true)
}

fn program_with(seed: Seed, timed: bool) -> ThreadProgram {
    let mut random = Random::new(seed);
    let mut program = ThreadProgram::new(format!("random?seed={}", seed.0));
    let variables =
        (0..1 + random.below(2)).map(|number| program.variable(&format!("v{number}"), 0)).collect();
    let array = program.array("a", 2, 0);
    let locks = program.locks("l", LOCKS);
    let mailbox = program.mailbox("m");
    let mut world = World { variables, array, locks, mailbox, child: None, spawns: 1, timed };
    if random.one_in(6) {
        let length = 1 + random.below(2);
        let code = program.code("child", |thread| write_thread(thread, &mut random, &mut world, length, 0));
        world.child = Some(code);
    }
    let threads = 2 + random.below(3);
    for number in 0..threads {
        let length = 1 + random.below(if threads == 2 { 6 } else { 12 / threads });
        let flavour = if timed && !random.one_in(4) { 1 } else { random.below(6) };
        program.thread(format!("t{number}"), |thread| {
            write_thread(thread, &mut random, &mut world, length, flavour);
        });
    }
    program
}

fn write_thread(
    thread: &mut ThreadBuilder,
    random: &mut Random,
    world: &mut World,
    length: u32,
    flavour: u32,
) {
    let registers = [thread.register(), thread.register()];
    if random.one_in(20) {
        thread.daemon();
    }
    let mut held: Vec<Lock> = Vec::new();
    for _ in 0..length {
        write_operation(thread, random, world, registers, &mut held, flavour);
    }
    while let Some(lock) = held.pop() {
        if !random.one_in(12) {
            thread.release(lock);
        }
    }
    if random.one_in(5) {
        thread.assert(registers[0], Comparison::NotEqual, i64::from(random.below(4)));
    }
}

fn operand(random: &mut Random, registers: [Register; 2]) -> Operand {
    match random.below(3) {
        0 => registers[0].into(),
        _ => Operand::Constant(i64::from(random.below(3))),
    }
}

fn target(random: &mut Random, world: &World, registers: [Register; 2]) -> Target {
    if random.one_in(8) {
        return world.array.at(operand(random, registers));
    }
    world.variables[random.below(world.variables.len() as u32) as usize].into()
}

fn mode(random: &mut Random) -> Mode {
    if random.one_in(3) { Mode::Plain } else { Mode::Synchronising }
}

fn write_operation(
    thread: &mut ThreadBuilder,
    random: &mut Random,
    world: &mut World,
    registers: [Register; 2],
    held: &mut Vec<Lock>,
    flavour: u32,
) {
    let into = registers[random.below(2) as usize];
    let kind = match flavour {
        // Variables alone, locks alone, mailboxes mostly, or anything.
        0 => random.below(6),
        1 if world.timed && random.one_in(2) => 10,
        1 => 6 + random.below(5),
        2 if !random.one_in(4) => 12 + random.below(2),
        _ => random.below(20),
    };
    match kind {
        0 | 1 => thread.emit(Instruction::Read {
            into,
            from: target(random, world, registers),
            mode: mode(random),
        }),
        2 | 3 => {
            let (to, value) = (target(random, world, registers), operand(random, registers));
            thread.emit(Instruction::Write { to, value, mode: mode(random) });
        }
        4 => {
            let cell = target(random, world, registers);
            thread.emit(Instruction::FetchAdd { into, cell, value: Operand::Constant(1) });
        }
        5 => {
            let cell = target(random, world, registers);
            let (expected, value) = (operand(random, registers), operand(random, registers));
            thread.emit(Instruction::CompareAndSet { into, cell, expected, value });
        }
        6 | 7 => {
            let lock = world.locks.at(i64::from(random.below(LOCKS)));
            thread.acquire(lock);
            held.push(lock);
        }
        8 | 9 if held.is_empty() => {
            let to = target(random, world, registers);
            thread.emit(Instruction::Write {
                to,
                value: operand(random, registers),
                mode: Mode::Synchronising,
            });
        }
        8 | 9 => {
            if !held.is_empty() {
                let lock = held.remove(random.below(held.len() as u32) as usize);
                thread.release(lock);
            }
        }
        10 => match (held.last(), random.below(3)) {
            (Some(&lock), 0) if world.timed && !random.one_in(4) => {
                thread.emit(Instruction::TimedWait { into, lock });
            }
            (Some(&lock), 0) => thread.emit(Instruction::Wait(lock)),
            (None, 0) if world.timed => {
                let lock = world.locks.at(i64::from(random.below(LOCKS)));
                thread.acquire(lock);
                thread.emit(Instruction::TimedWait { into, lock });
                held.push(lock);
            }
            (Some(&lock), 1) => thread.emit(Instruction::NotifyOne(lock)),
            (Some(&lock), _) => thread.emit(Instruction::NotifyAll(lock)),
            (None, _) => {
                let lock = world.locks.at(i64::from(random.below(LOCKS)));
                thread.emit(Instruction::TryAcquire { into, lock });
            }
        },
        11 => {
            let (from, to) = (target(random, world, registers), target(random, world, registers));
            thread.emit(Instruction::Transfer { from, to, amount: Operand::Constant(1) });
        }
        12 => thread.emit(Instruction::Send { mailbox: world.mailbox, value: operand(random, registers) }),
        13 => thread.emit(Instruction::Receive { into, mailbox: world.mailbox }),
        14 => thread.emit(Instruction::Choose { into, below: 2 }),
        15 => {
            let value = i64::from(random.below(2));
            let to = target(random, world, registers);
            thread.unless(into, Comparison::Equal, value, |thread| {
                thread.emit(Instruction::Write {
                    to,
                    value: Operand::Constant(value + 1),
                    mode: Mode::Synchronising,
                });
            });
        }
        16 if random.one_in(3) => {
            // A spin loop: until a variable is not zero any more.
            let from = target(random, world, registers);
            thread.repeat_until(
                |thread| {
                    thread.emit(Instruction::Read { into: registers[1], from, mode: Mode::Synchronising });
                    (registers[1].into(), Comparison::NotEqual, Operand::Constant(0))
                },
                |_| {},
            );
        }
        17 => {
            if let (Some(code), true) = (world.child, world.spawns > 0) {
                world.spawns -= 1;
                thread.emit(Instruction::Spawn { code, into: registers[1] });
                if random.one_in(2) {
                    thread.emit(Instruction::Join { thread: registers[1] });
                }
            }
        }
        18 if random.one_in(3) => thread.emit(Instruction::Clear),
        18 if random.one_in(6) => thread.emit(Instruction::Exit { code: random.below(2) as i32 }),
        19 if random.one_in(2) => thread.compute(into, into, Arithmetic::Add, 1),
        _ => thread.emit(Instruction::Read {
            into,
            from: target(random, world, registers),
            mode: mode(random),
        }),
    }
}
