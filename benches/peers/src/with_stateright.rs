//! stateright: the workload as a model whose states are kept.

use std::sync::atomic::Ordering;

use stateright::{Checker, Model, Property};

use crate::measure::{STATES, STEPS};
use crate::workload::{Operation, Workload};

const FREE: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    at: Vec<u8>,
    registers: Vec<[u64; 2]>,
    variables: Vec<u64>,
    holders: Vec<u8>,
    mailbox: Vec<u64>,
}

struct Threads {
    codes: Vec<Vec<Operation>>,
    variables: usize,
    locks: usize,
}

impl Model for Threads {
    type State = State;
    type Action = u8;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            at: vec![0; self.codes.len()],
            registers: vec![[0; 2]; self.codes.len()],
            variables: vec![1; self.variables],
            holders: vec![FREE; self.locks],
            mailbox: Vec::new(),
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        for (thread, code) in self.codes.iter().enumerate() {
            let can_go = match code.get(usize::from(state.at[thread])) {
                None => false,
                Some(Operation::Acquire(lock)) => state.holders[*lock] == FREE,
                Some(Operation::Receive) => !state.mailbox.is_empty(),
                Some(_) => true,
            };
            if can_go {
                actions.push(thread as u8);
            }
        }
    }

    fn next_state(&self, state: &State, thread: u8) -> Option<State> {
        let mut next = state.clone();
        let index = usize::from(thread);
        match self.codes[index][usize::from(state.at[index])] {
            Operation::Acquire(lock) => next.holders[lock] = thread,
            Operation::Release(lock) => next.holders[lock] = FREE,
            Operation::Read(variable, register) => {
                next.registers[index][register] = state.variables[variable]
            }
            Operation::Write(variable, value) => next.variables[variable] = value,
            Operation::WriteSum(variable) => next.variables[variable] = state.registers[index].iter().sum(),
            Operation::Send(value) => next.mailbox.push(value),
            Operation::Receive => next.registers[index][0] = next.mailbox.remove(0),
        }
        next.at[index] += 1;
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("nothing is looked for", |_, _| true)]
    }
}

/// All states, breadth first.
pub fn breadth_first(workload: &Workload) -> bool {
    let model =
        Threads { codes: workload.threads.clone(), variables: workload.variables, locks: workload.locks };
    let checker = model.checker().threads(1).spawn_bfs().join();
    STATES.store(checker.unique_state_count() as u64, Ordering::Relaxed);
    STEPS.store(checker.state_count() as u64, Ordering::Relaxed);
    true
}
