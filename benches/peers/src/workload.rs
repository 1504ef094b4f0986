//! The programs that are measured: lists of operations, so that each tool runs the same ones.
//!
//! For Raddle they are its own built-in programs, which have the same operations, and for Locking one write more.

use raddle_threads::{ThreadProgram, builtin};

/// One operation of a thread. All accesses of variables are sequentially consistent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Takes a lock.
    Acquire(usize),
    /// Gives it back.
    Release(usize),
    /// Reads a variable into a register, of which there are two.
    Read(usize, usize),
    /// Writes a number to a variable.
    Write(usize, u64),
    /// Writes the sum of both registers to a variable.
    WriteSum(usize),
    /// Sends a number to the mailbox.
    Send(u64),
    /// Takes a number out of the mailbox.
    Receive,
}

/// A program to measure.
pub struct Workload {
    /// Its name in the table.
    pub name: &'static str,
    /// The number of Mazurkiewicz traces; 0 for those that are so long that they are only sampled.
    pub traces: u64,
    /// The operations of each thread.
    pub threads: Vec<Vec<Operation>>,
    /// How many variables there are, all 1.
    pub variables: usize,
    /// How many locks.
    pub locks: usize,
    /// The same program for Raddle.
    pub ours: ThreadProgram,
    /// Whether it is also used to measure sampling.
    pub sampled: bool,
}

fn locking(name: &'static str, threads: usize, sections: usize, traces: u64) -> Workload {
    let code = [Operation::Acquire(0), Operation::Release(0)].repeat(sections);
    let ours = builtin::locking(&vec![sections as u32; threads]);
    Workload {
        name,
        traces,
        threads: vec![code; threads],
        variables: 0,
        locks: 1,
        ours,
        sampled: threads == 5,
    }
}

fn dining(name: &'static str, count: usize) -> Workload {
    let philosopher = |number: usize| {
        let (left, right) = (number, (number + 1) % count);
        let (first, second) = if number + 1 == count { (right, left) } else { (left, right) };
        vec![
            Operation::Acquire(first),
            Operation::Acquire(second),
            Operation::Release(second),
            Operation::Release(first),
        ]
    };
    Workload {
        name,
        traces: (1 << count) - 2,
        threads: (0..count).map(philosopher).collect(),
        variables: 0,
        locks: count,
        ours: builtin::dining(count as u32, 1, true),
        sampled: false,
    }
}

fn writes(name: &'static str, threads: usize, count: usize, traces: u64) -> Workload {
    let thread = |number: usize| {
        (0..count).map(|turn| Operation::Write(0, (number * count + turn + 1) as u64)).collect()
    };
    let ours = builtin::writes(threads as u32, count as u32);
    Workload {
        name,
        traces,
        threads: (0..threads).map(thread).collect(),
        variables: 1,
        locks: 0,
        ours,
        sampled: count == 3,
    }
}

fn readers(name: &'static str, count: usize) -> Workload {
    let mut threads = vec![vec![Operation::Write(0, 2)]];
    threads.extend((0..count).map(|_| vec![Operation::Read(0, 0)]));
    let ours = builtin::readers(count as u32);
    Workload { name, traces: 1 << count, threads, variables: 1, locks: 0, ours, sampled: false }
}

fn fibonacci(name: &'static str, n: usize, reader: bool, traces: u64) -> Workload {
    let adds = |own: usize, other: usize| {
        [Operation::Read(own, 0), Operation::Read(other, 1), Operation::WriteSum(own)].repeat(n)
    };
    let mut threads = vec![adds(0, 1), adds(1, 0)];
    if reader {
        threads.push(vec![Operation::Read(0, 0), Operation::Read(1, 1)]);
    }
    let ours = builtin::fibonacci(n as u32, reader);
    Workload { name, traces, threads, variables: 2, locks: 0, ours, sampled: n == 5 && !reader }
}

fn mailbox(name: &'static str, senders: usize, traces: u64) -> Workload {
    let mut threads: Vec<Vec<Operation>> =
        (0..senders).map(|number| vec![Operation::Send(number as u64)]).collect();
    threads.push(vec![Operation::Receive; senders]);
    let ours = builtin::mailbox(senders as u32);
    Workload { name, traces, threads, variables: 0, locks: 0, ours, sampled: senders == 7 }
}

/// A workload that is only sampled, to see what a step costs once a run is under way.
fn long(name: &'static str, workload: Workload) -> Workload {
    Workload { name, sampled: true, ..workload }
}

/// All of them.
pub fn all() -> Vec<Workload> {
    vec![
        locking("Locking 3x2", 3, 2, 90),
        locking("Locking 4x2", 4, 2, 2520),
        locking("Locking 5x2", 5, 2, 113_400),
        dining("Dining 3 ordered", 3),
        dining("Dining 4 ordered", 4),
        dining("Dining 7 ordered", 7),
        writes("Writes 3x2", 3, 2, 90),
        writes("Writes 3x3", 3, 3, 1680),
        readers("Readers 3", 3),
        readers("Readers 8", 8),
        fibonacci("Fib 3", 3, false, 141),
        fibonacci("Fib 5", 5, false, 8953),
        fibonacci("Fib 4 with reader", 4, true, 19_605),
        fibonacci("Fib 5 with reader", 5, true, 218_243),
        mailbox("Mailbox 3", 3, 6),
        mailbox("Mailbox 4", 4, 24),
        mailbox("Mailbox 7", 7, 5040),
        long("Locking 4x100", locking("", 4, 100, 0)),
        long("Writes 4x250", writes("", 4, 250, 0)),
    ]
}
