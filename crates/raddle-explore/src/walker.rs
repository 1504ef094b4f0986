//! A run that can go forward and back: by copies where the program makes them, by replay where it does not.

use crate::context::Interruption;
use crate::events::EventLog;
use crate::guide::Guide;
use crate::program::{Choice, PendingBuffer, Program, Run, entry_of};
use crate::worker::{UNFAITHFUL, Worker};

fn unfaithful() -> Interruption {
    Interruption::Unsupported { what: UNFAITHFUL.to_owned() }
}

/// How many copies are kept: a run may be long, and its states large. Of more, every second one is given up, and made
/// again where it is needed.
const MOST_MARKS: usize = 1_024;

/// A run with the way that led to it.
pub(crate) struct Walker<P: Program> {
    pub run: P::Run,
    pub log: EventLog,
    /// What is pending now.
    pub pending: PendingBuffer,
    marks: Vec<(usize, P::Run)>,
}

impl<P: Program> Walker<P> {
    pub fn new(program: &P) -> Walker<P> {
        let run = program.start();
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        Walker { run, log: EventLog::default(), pending, marks: Vec::new() }
    }

    /// How many steps have been made.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Keeps a copy of the present state, if the program makes one: the search will come back to it.
    pub fn mark<G: Guide<P::Run>>(&mut self, worker: &Worker<'_, P, G>) {
        if worker.settings.forks
            && self.marks.last().is_none_or(|&(at, _)| at < self.len())
            && let Some(copy) = self.run.fork()
        {
            self.marks.push((self.len(), copy));
            if self.marks.len() > MOST_MARKS {
                let mut number = 0;
                self.marks.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
            }
        }
    }

    /// Begins again.
    pub fn restart(&mut self, program: &P) {
        self.run = program.start();
        self.log.truncate(0);
        self.marks.clear();
        self.run.pending(&mut self.pending);
    }

    /// Makes one step that is not counted, and whose failures are not reported.
    pub fn repeat<G: Guide<P::Run>>(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        choice: Choice,
    ) -> Result<(), Interruption> {
        let Some(entry) = entry_of(&self.pending, choice) else { return Err(unfaithful()) };
        let result = worker.repeat(&mut self.run, choice);
        self.log.push(choice.option, &entry, self.pending.touches(&entry), &worker.context.effects);
        // A run whose step did not come to its end can't be asked any more.
        result.inspect(|()| self.run.pending(&mut self.pending))
    }

    /// Makes one step that is possible now.
    pub fn step<G: Guide<P::Run>>(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        choice: Choice,
    ) -> Result<(), Interruption> {
        let Some(entry) = entry_of(&self.pending, choice) else { return Err(unfaithful()) };
        let log = &self.log;
        let result = worker.step(&mut self.run, choice, || log.choices().collect());
        self.log.push(choice.option, &entry, self.pending.touches(&entry), &worker.context.effects);
        // A run whose step did not come to its end can't be asked any more.
        result.inspect(|()| self.run.pending(&mut self.pending))
    }

    /// Goes back to the state after the first `length` steps. `last` says that the search won't come back again. Every
    /// step of it went well the first time; only somebody who asks for the end of the search can interrupt it.
    pub fn rewind<G: Guide<P::Run>>(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        length: usize,
        last: bool,
    ) -> Result<(), Interruption> {
        while self.marks.last().is_some_and(|&(at, _)| at > length) {
            self.marks.pop();
        }
        let exact = self.marks.last().is_some_and(|&(at, _)| at == length);
        let (from, run) = if exact && last {
            self.marks.pop().expect("it was just looked at")
        } else {
            let copy = self.marks.last().and_then(|(at, run)| Some((*at, run.fork()?)));
            copy.unwrap_or_else(|| (0, worker.program.start()))
        };
        self.run = run;
        self.log.truncate(length);
        for index in from..length {
            worker.repeat(&mut self.run, self.log.events()[index].choice)?;
        }
        self.run.pending(&mut self.pending);
        if !exact && !last {
            self.mark(worker);
        }
        Ok(())
    }
}
