//! loom: the threads of a workload as loom's own, the last one on the main thread.

use loom::sync::atomic::{AtomicU64, Ordering};
use loom::sync::mpsc::{Receiver, Sender, channel};
use loom::sync::{Arc, Mutex};
use loom::thread;

use crate::measure;
use crate::workload::{Operation, Workload};

/// loom runs no more threads than this, the main one among them.
const MOST_THREADS: usize = 5;

struct Shared {
    variables: Vec<AtomicU64>,
    locks: Vec<Mutex<u64>>,
}

fn run(code: &[Operation], shared: &Shared, sender: &Sender<u64>, receiver: Option<&Receiver<u64>>) {
    let mut registers = [0; 2];
    let mut held = Vec::new();
    for operation in code {
        measure::step();
        match *operation {
            Operation::Acquire(lock) => held.push(shared.locks[lock].lock().expect("no thread fails")),
            // Every workload gives back what it took last.
            Operation::Release(_) => drop(held.pop()),
            Operation::Read(variable, register) => {
                registers[register] = shared.variables[variable].load(Ordering::SeqCst);
            }
            Operation::Write(variable, value) => shared.variables[variable].store(value, Ordering::SeqCst),
            Operation::WriteSum(variable) => {
                shared.variables[variable].store(registers[0] + registers[1], Ordering::SeqCst);
            }
            Operation::Send(value) => sender.send(value).expect("the receiver is there"),
            Operation::Receive => {
                registers[0] = receiver.expect("one thread receives").recv().expect("all send");
            }
        }
    }
}

/// All executions that loom makes.
pub fn complete(workload: &Workload) -> bool {
    if workload.threads.len() > MOST_THREADS {
        return false;
    }
    let (threads, variables, locks) = (workload.threads.clone(), workload.variables, workload.locks);
    let mut builder = loom::model::Builder::new();
    builder.max_branches = 100_000;
    builder.check(move || {
        measure::run();
        let shared = Arc::new(Shared {
            variables: (0..variables).map(|_| AtomicU64::new(1)).collect(),
            locks: (0..locks).map(|_| Mutex::new(0)).collect(),
        });
        let (sender, receiver) = channel();
        let (last, others) = threads.split_last().expect("a workload has threads");
        let handles: Vec<_> = others
            .iter()
            .map(|code| {
                let (code, shared, sender) = (code.clone(), Arc::clone(&shared), sender.clone());
                thread::spawn(move || run(&code, &shared, &sender, None))
            })
            .collect();
        run(last, &shared, &sender, Some(&receiver));
        handles.into_iter().for_each(|handle| handle.join().expect("no thread fails"));
    });
    true
}
