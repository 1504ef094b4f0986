//! A run that can go forward and back: by copies where the program makes them, by replay where it does not. Every strategy
//! walks with it, so that going back exists once.

use crate::context::{Effects, Interruption};
use crate::events::EventLog;
use crate::guide::{Answer, Guide, Seen};
use crate::operation::Touch;
use crate::program::{Choice, Pending, PendingBuffer, Program, Run};
use crate::worker::{UNFAITHFUL, Worker};

fn unfaithful() -> Interruption {
    Interruption::Unsupported { what: UNFAITHFUL.to_owned() }
}

/// How many copies are kept: a run may be long, and its states large. Of more, every second one is given up, and made
/// again where it is needed.
const MOST_MARKS: usize = 1_024;

/// A run with the way that led to it.
pub struct Walker<P: Program, G: Guide<P::Run>> {
    /// The run, where it stands now.
    pub run: P::Run,
    /// What happened in it.
    pub log: EventLog,
    /// What is pending now.
    pub pending: PendingBuffer,
    marks: Vec<(usize, P::Run)>,
    /// What the guide remembers of the way, after each position that it was shown.
    memories: Vec<(usize, G::Memory)>,
}

impl<P: Program, G: Guide<P::Run>> Walker<P, G> {
    /// A run that begins.
    pub fn new(program: &P) -> Walker<P, G> {
        let run = program.start();
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        Walker { run, log: EventLog::default(), pending, marks: Vec::new(), memories: Vec::new() }
    }

    /// How many steps have been made.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Whether none has been made.
    pub fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// Keeps a copy of the present state, if the program makes one: the search will come back to it.
    pub fn mark(&mut self, worker: &Worker<'_, P, G>) {
        self.mark_apart(worker, 1);
        if self.marks.len() > MOST_MARKS {
            let mut number = 0;
            self.marks.retain(|_| {
                number += 1;
                number % 2 == 1
            });
        }
    }

    /// The same, but only if the last copy is so many steps away: the search may come back to anywhere.
    pub fn mark_apart(&mut self, worker: &Worker<'_, P, G>, spacing: usize) {
        let earliest = self.marks.last().map_or(spacing - 1, |&(at, _)| at + spacing);
        if worker.settings.forks
            && worker.abilities.forks
            && earliest <= self.len()
            && let Some(copy) = self.run.fork()
        {
            self.marks.push((self.len(), copy));
        }
    }

    /// Begins again.
    pub fn restart(&mut self, program: &P) {
        program.restart(&mut self.run);
        self.log.truncate(0);
        self.marks.clear();
        self.memories.clear();
        self.run.pending(&mut self.pending);
    }

    /// Shows the present state to the guide, with what it remembers of the way here. A state that was shown before, at this
    /// position or behind it, is forgotten by that: the search has gone back.
    pub fn visit(&mut self, worker: &mut Worker<'_, P, G>) -> Answer {
        let position = self.len();
        while self.memories.last().is_some_and(|&(at, _)| at >= position) {
            self.memories.pop();
        }
        let last = self.memories.last();
        debug_assert_eq!(last.map_or(0, |&(at, _)| at + 1), position, "the guide was not shown the way");
        let mut memory = last.map_or_else(G::Memory::default, |(_, memory)| memory.clone());
        let seen = Seen { run: &self.run, pending: &self.pending, log: &self.log };
        let answer = worker.guide.visit(&mut memory, worker.context.watcher(), &seen);
        self.memories.push((position, memory));
        answer
    }

    /// Makes a step that lies on the way to a job, after the guide was shown the state before it.
    pub fn lead(&mut self, worker: &mut Worker<'_, P, G>, choice: Choice) -> Result<(), Interruption> {
        if G::ACTIVE {
            self.visit(worker);
        }
        self.step(worker, choice)
    }

    /// Makes one step that is not counted, and whose failures are not reported.
    pub fn repeat(&mut self, worker: &mut Worker<'_, P, G>, choice: Choice) -> Result<(), Interruption> {
        let Some(entry) = self.pending.choose(choice) else { return Err(unfaithful()) };
        let result = worker.repeat(&mut self.run, choice);
        self.log.push(choice.option, &entry, self.pending.touches(&entry), &worker.context.effects);
        // A run whose step did not come to its end can't be asked any more.
        result.inspect(|()| self.run.pending(&mut self.pending))
    }

    /// Makes one step that is possible now.
    pub fn step(&mut self, worker: &mut Worker<'_, P, G>, choice: Choice) -> Result<(), Interruption> {
        self.step_and(worker, choice, |_, _, _| {})
    }

    /// Makes one step that is possible now, and shows what was pending, what it was to touch, and its effects, also where it
    /// did not come to its end.
    #[inline]
    pub fn step_and(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        choice: Choice,
        show: impl FnOnce(&Pending, &[Touch], &Effects),
    ) -> Result<(), Interruption> {
        let Some(entry) = self.pending.choose(choice) else { return Err(unfaithful()) };
        let log = &self.log;
        let result = worker.step(&mut self.run, choice, || log.choices().collect());
        let touches = self.pending.touches(&entry);
        show(&entry, touches, &worker.context.effects);
        self.log.push(choice.option, &entry, touches, &worker.context.effects);
        // A run whose step did not come to its end can't be asked any more.
        result.inspect(|()| self.run.pending(&mut self.pending))
    }

    /// Goes back to the state after the first `length` steps. `last` says that the search won't come back again. Every
    /// step of it went well the first time; only somebody who asks for the end of the search can interrupt it.
    pub fn rewind(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        length: usize,
        last: bool,
    ) -> Result<(), Interruption> {
        while self.marks.last().is_some_and(|&(at, _)| at > length) {
            self.marks.pop();
        }
        let is_exact = self.marks.last().is_some_and(|&(at, _)| at == length);
        let copy = if is_exact && last {
            self.marks.pop()
        } else {
            self.marks.last().and_then(|(at, run)| Some((*at, run.fork()?)))
        };
        let from = match copy {
            Some((at, run)) => {
                self.run = run;
                at
            }
            None => {
                worker.program.restart(&mut self.run);
                0
            }
        };
        self.log.truncate(length);
        for index in from..length {
            worker.repeat(&mut self.run, self.log.events()[index].choice)?;
        }
        self.run.pending(&mut self.pending);
        Ok(())
    }
}
