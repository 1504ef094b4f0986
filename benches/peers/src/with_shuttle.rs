//! shuttle: the threads of a workload as shuttle's own, the last one on the main thread.

use shuttle::scheduler::{DfsScheduler, PctScheduler, RandomScheduler, Scheduler};
use shuttle::sync::atomic::{AtomicU64, Ordering};
use shuttle::sync::mpsc::{Receiver, Sender, channel};
use shuttle::sync::{Arc, Mutex};
use shuttle::{Config, FailurePersistence, Runner, thread};

use crate::measure::{self, STEPS, samples};
use crate::workload::{Operation, Workload};

struct Shared {
    variables: Vec<AtomicU64>,
    locks: Vec<Mutex<u64>>,
}

fn run(code: &[Operation], shared: &Shared, sender: &Sender<u64>, receiver: Option<&Receiver<u64>>) {
    let mut registers = [0; 2];
    let mut held = Vec::new();
    for operation in code {
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

fn explore(workload: &Workload, scheduler: impl Scheduler + 'static) -> bool {
    let (threads, variables, locks) = (workload.threads.clone(), workload.variables, workload.locks);
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    Runner::new(scheduler, config).run(move || {
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
        STEPS.fetch_add(shuttle::current::context_switches() as u64, std::sync::atomic::Ordering::Relaxed);
    });
    true
}

/// All interleavings.
pub fn depth_first(workload: &Workload) -> bool {
    explore(workload, DfsScheduler::new(None, false))
}

/// Random runs.
pub fn random(workload: &Workload) -> bool {
    explore(workload, RandomScheduler::new_from_seed(1, samples(workload) as usize))
}

/// Runs with random priorities.
pub fn pct(workload: &Workload) -> bool {
    explore(workload, PctScheduler::new_from_seed(1, 3, samples(workload) as usize))
}
