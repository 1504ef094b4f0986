//! Jobs for workers: a queue, and who is hungry.
//!
//! A worker that has more than it needs gives its largest pieces away while others wait. The search is over when the
//! queue is empty and every worker waits.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

struct State<T> {
    jobs: VecDeque<T>,
    /// Jobs that are kept for others than the workers of this search.
    spared: Vec<T>,
    waiting: usize,
    closed: bool,
}

/// The jobs that no worker has taken yet.
pub struct Pool<T> {
    workers: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
    /// How many workers wait beyond the jobs that there are; only a hint.
    hunger: AtomicUsize,
    /// How many jobs are to be kept for others.
    wanted: AtomicUsize,
}

impl<T> Pool<T> {
    /// A pool for so many workers, from which so many jobs are kept for others: the first that are given away.
    pub(crate) fn new(workers: usize, wanted: usize) -> Pool<T> {
        let state = State { jobs: VecDeque::new(), spared: Vec::new(), waiting: 0, closed: false };
        let (hunger, wanted) = (AtomicUsize::new(0), AtomicUsize::new(wanted));
        Pool { workers, state: Mutex::new(state), changed: Condvar::new(), hunger, wanted }
    }

    /// Puts in a job that the search begins with.
    pub(crate) fn seed(&self, job: T) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).jobs.push_back(job);
    }

    /// The jobs that were kept for others.
    pub(crate) fn spared(&self) -> Vec<T> {
        std::mem::take(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner).spared)
    }

    /// Whether somebody waits for a job.
    pub fn hungry(&self) -> bool {
        self.hunger.load(Ordering::Relaxed) > 0 || self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Gives a job to whoever is free.
    pub fn give(&self, job: T) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = self.wanted.load(Ordering::Relaxed);
        if wanted > 0 {
            state.spared.push(job);
            self.wanted.store(wanted - 1, Ordering::Relaxed);
            return;
        }
        state.jobs.push_back(job);
        self.hunger.store(state.waiting.saturating_sub(state.jobs.len()), Ordering::Relaxed);
        drop(state);
        self.changed.notify_one();
    }

    /// The next job; `None` when the search is over.
    pub(crate) fn take(&self) -> Option<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting += 1;
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                state.waiting -= 1;
                self.hunger.store(state.waiting.saturating_sub(state.jobs.len()), Ordering::Relaxed);
                return Some(job);
            }
            if state.waiting == self.workers {
                state.closed = true;
                self.changed.notify_all();
                return None;
            }
            self.hunger.store(state.waiting, Ordering::Relaxed);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What can be closed, whatever its jobs are.
pub(crate) trait Close: Sync {
    /// Ends the search: nobody gets another job.
    fn close(&self);
}

impl<T: Send> Close for Pool<T> {
    fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.changed.notify_all();
    }
}
