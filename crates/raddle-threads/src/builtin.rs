//! The programs whose counts are known, each with its parameters.

use crate::{Arithmetic, Comparison, Instruction, Operand, ThreadProgram};

/// Fibonacci: one thread adds `j` to `i`, the other `i` to `j`, `n` times each; a third may read both meanwhile.
pub fn fibonacci(n: u32, reader: bool) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("fib?n={n}&reader={reader}"));
    let i = program.variable("i", 1);
    let j = program.variable("j", 1);
    for (name, own, other) in [("adds to i", i, j), ("adds to j", j, i)] {
        program.thread(name, |thread| {
            let (left, right) = (thread.register(), thread.register());
            for _ in 0..n {
                thread.read(left, own);
                thread.read(right, other);
                thread.compute(left, left, Arithmetic::Add, right);
                thread.write(own, left);
            }
        });
    }
    if reader {
        program.thread("reader", |thread| {
            let (left, right) = (thread.register(), thread.register());
            thread.read(left, i);
            thread.read(right, j);
        });
    }
    program
}

/// Locking: each thread has some critical sections on one lock, and touches its own cell in each.
pub fn locking(sections: &[u32]) -> ThreadProgram {
    let list = sections.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let mut program = ThreadProgram::new(format!("locking?sections={list}"));
    let lock = program.lock("lock");
    let cells = program.array("cell", sections.len() as u32, 0);
    for (number, &count) in sections.iter().enumerate() {
        program.thread(format!("thread {number}"), |thread| {
            for section in 0..count {
                thread.acquire(lock);
                thread.write_plain(cells.at(number as i64), i64::from(section) + 1);
                thread.release(lock);
            }
        });
    }
    program
}

/// Writes: each thread writes one variable several times.
pub fn writes(threads: u32, count: u32) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("writes?threads={threads}&count={count}"));
    let x = program.variable("x", 0);
    for number in 0..threads {
        program.thread(format!("thread {number}"), |thread| {
            for turn in 0..count {
                thread.write(x, i64::from(number * count + turn + 1));
            }
        });
    }
    program
}

/// Readers: one thread writes a variable once, the others read it once.
pub fn readers(count: u32) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("readers?count={count}"));
    let x = program.variable("x", 0);
    program.thread("writer", |thread| thread.write(x, 1));
    for number in 0..count {
        program.thread(format!("reader {number}"), |thread| {
            let register = thread.register();
            thread.read(register, x);
        });
    }
    program
}

/// Last zero: thread `j` writes `array[j - 1] + 1` to `array[j]`; thread 0 looks for the last zero from the end.
pub fn last_zero(count: u32) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("lastzero?count={count}"));
    let array = program.array("array", count + 1, 0);
    program.thread("search", |thread| {
        let (index, value) = (thread.register(), thread.register());
        thread.set(index, i64::from(count));
        thread.repeat_until(
            |thread| {
                thread.read(value, array.at(index));
                (value.into(), Comparison::Equal, Operand::Constant(0))
            },
            |thread| thread.compute(index, index, Arithmetic::Subtract, 1),
        );
    });
    for number in 1..=count {
        program.thread(format!("thread {number}"), |thread| {
            let value = thread.register();
            thread.read(value, array.at(i64::from(number) - 1));
            thread.compute(value, value, Arithmetic::Add, 1);
            thread.write(array.at(i64::from(number)), value);
        });
    }
    program
}

/// File system: threads take a free block for their inode, of 32 inodes and 26 blocks with a lock each.
pub fn file_system(threads: u32) -> ThreadProgram {
    const INODES: u32 = 32;
    const BLOCKS: u32 = 26;
    let mut program = ThreadProgram::new(format!("filesystem?threads={threads}"));
    let inode_locks = program.locks("inode lock", INODES);
    let block_locks = program.locks("block lock", BLOCKS);
    let inodes = program.array("inode", INODES, 0);
    let busy = program.array("busy", BLOCKS, 0);
    for number in 0..threads {
        let i = i64::from(number % INODES);
        program.thread(format!("thread {number}"), |thread| {
            let (value, block, taken) = (thread.register(), thread.register(), thread.register());
            thread.acquire(inode_locks.at(i));
            thread.read_plain(value, inodes.at(i));
            thread.unless(value, Comparison::NotEqual, 0, |thread| {
                thread.set(block, (i * 2) % i64::from(BLOCKS));
                thread.set(taken, 0);
                thread.repeat_until(
                    |_| (taken.into(), Comparison::Equal, Operand::Constant(1)),
                    |thread| {
                        thread.acquire(block_locks.at(block));
                        thread.read_plain(value, busy.at(block));
                        thread.unless(value, Comparison::NotEqual, 0, |thread| {
                            thread.write_plain(busy.at(block), 1);
                            thread.compute(value, block, Arithmetic::Add, 1);
                            thread.write_plain(inodes.at(i), value);
                            thread.set(taken, 1);
                        });
                        thread.release(block_locks.at(block));
                        thread.unless(taken, Comparison::Equal, 1, |thread| {
                            thread.compute(block, block, Arithmetic::Add, 1);
                            thread.compute(block, block, Arithmetic::Remainder, i64::from(BLOCKS));
                        });
                    },
                );
            });
            thread.release(inode_locks.at(i));
        });
    }
    program
}

/// Indexer: threads insert four numbers each into a hash table of 128 cells, by compare-and-set.
pub fn indexer(threads: u32) -> ThreadProgram {
    const SIZE: u32 = 128;
    let mut program = ThreadProgram::new(format!("indexer?threads={threads}"));
    let table = program.array("table", SIZE, 0);
    for number in 0..threads {
        program.thread(format!("thread {number}"), |thread| {
            let (hash, done) = (thread.register(), thread.register());
            for turn in 1..=4 {
                let word = 11 * turn + i64::from(number);
                thread.set(hash, (7 * word) % i64::from(SIZE));
                thread.repeat_until(
                    |thread| {
                        thread.emit(Instruction::CompareAndSet {
                            into: done,
                            cell: table.at(hash),
                            expected: Operand::Constant(0),
                            value: Operand::Constant(word),
                        });
                        (done.into(), Comparison::Equal, Operand::Constant(1))
                    },
                    |thread| {
                        thread.compute(hash, hash, Arithmetic::Add, 1);
                        thread.compute(hash, hash, Arithmetic::Remainder, i64::from(SIZE));
                    },
                );
            }
        });
    }
    program
}

/// Dining philosophers; `ordered` makes the last one take the right fork first, so that none starves.
pub fn dining(count: u32, meals: u32, ordered: bool) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("dining?count={count}&meals={meals}&ordered={ordered}"));
    let forks = program.locks("fork", count);
    for number in 0..count {
        let (left, right) = (i64::from(number), i64::from((number + 1) % count));
        let (first, second) = if ordered && number + 1 == count { (right, left) } else { (left, right) };
        program.thread(format!("philosopher {number}"), |thread| {
            for _ in 0..meals {
                thread.acquire(forks.at(first));
                thread.acquire(forks.at(second));
                thread.release(forks.at(second));
                thread.release(forks.at(first));
            }
        });
    }
    program
}

/// One mailbox: each sender sends one message, one thread receives them all.
pub fn mailbox(senders: u32) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("mailbox?senders={senders}"));
    let mailbox = program.mailbox("mailbox");
    for number in 0..senders {
        program.thread(format!("sender {number}"), |thread| {
            thread.emit(Instruction::Send { mailbox, value: Operand::Constant(i64::from(number)) });
        });
    }
    program.thread("receiver", |thread| {
        let register = thread.register();
        for _ in 0..senders {
            thread.emit(Instruction::Receive { into: register, mailbox });
        }
    });
    program
}

/// A counter: each thread adds one to it by a read and a write, with a lock around them or without; whoever started
/// them then checks the sum. Without the lock an update can get lost, and the accesses race.
pub fn counter(threads: u32, locked: bool) -> ThreadProgram {
    let mut program = ThreadProgram::new(format!("counter?threads={threads}&locked={locked}"));
    let count = program.variable("count", 0);
    let lock = program.lock("lock");
    let code = program.code("adder", |thread| {
        let value = thread.register();
        if locked {
            thread.acquire(lock);
        }
        thread.read_plain(value, count);
        thread.compute(value, value, Arithmetic::Add, 1);
        thread.write_plain(count, value);
        if locked {
            thread.release(lock);
        }
    });
    program.thread("main", |thread| {
        let sum = thread.register();
        let started: Vec<_> = (0..threads.min(6)).map(|_| thread.register()).collect();
        for &into in &started {
            thread.emit(Instruction::Spawn { code, into });
        }
        for &started in &started {
            thread.emit(Instruction::Join { thread: started });
        }
        thread.read_plain(sum, count);
        thread.assert(sum, Comparison::Equal, i64::from(threads.min(6)));
    });
    program
}
