//! An alarm ends whatever listens to it: it rings when a limit is reached or somebody asks for the end.
//!
//! Searches have workers that a monitor stops. Everything else that runs a program's steps (replaying, shortening, looking
//! for circles, telling) listens to the alarm of its settings, between steps and inside of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bounds::Budget;
use crate::search::Hooks;
use crate::verdict::Gap;

/// How often it is asked whether a limit was reached.
const TICK: Duration = Duration::from_millis(20);

/// What can be told to end. Copies ring together.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<AtomicBool>);

/// Tells the one who watches that there is nothing left to watch, however the work ended.
struct Ended<'e>(&'e Mutex<bool>, &'e Condvar);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.1.notify_all();
    }
}

impl Alarm {
    /// Whether it is over.
    pub fn rings(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What a step listens to.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Works on this thread while another one asks now and then whether a limit is reached; what came of the work, and
    /// the limit that made the alarm ring.
    pub fn watch<T>(
        limit: &(dyn Fn() -> Option<Gap> + Sync),
        work: impl FnOnce(&Alarm) -> T,
    ) -> (T, Option<Gap>) {
        let alarm = Alarm::default();
        let (ended, told) = (Mutex::new(false), Condvar::new());
        let mut reached = None;
        let result = std::thread::scope(|scope| {
            let (alarm, ended, told, reached) = (&alarm, &ended, &told, &mut reached);
            scope.spawn(move || {
                let mut is_over = ended.lock().unwrap_or_else(PoisonError::into_inner);
                while !*is_over && reached.is_none() {
                    is_over = told.wait_timeout(is_over, TICK).unwrap_or_else(PoisonError::into_inner).0;
                    *reached = limit().filter(|_| !*is_over);
                    alarm.0.store(reached.is_some(), Ordering::Relaxed);
                }
            });
            let _ended = Ended(ended, told);
            work(alarm)
        });
        (result, reached)
    }
}

/// The limits of what is done for a search, from a moment on.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// When it is over, if ever.
    pub until: Option<Instant>,
    /// How much memory the process may hold, in bytes.
    pub memory: Option<u64>,
    /// Who asks for the end, and who knows how much memory is held.
    pub hooks: Hooks<'l>,
}

impl<'l> Limits<'l> {
    /// The limits of a budget that is spent from a moment on.
    pub fn new(budget: &Budget, started: Instant, hooks: &Hooks<'l>) -> Limits<'l> {
        let until = budget.time.and_then(|time| started.checked_add(time));
        Limits { until, memory: budget.memory, hooks: *hooks }
    }

    /// The limit that is reached.
    #[expect(clippy::disallowed_methods, reason = "a limit of time needs the wall clock")]
    pub fn reached(&self) -> Option<Gap> {
        if self.hooks.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Gap::Interrupted);
        }
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Some(Gap::Time);
        }
        let held = self.memory.zip(self.hooks.memory);
        held.filter(|(limit, memory)| memory() > *limit).map(|_| Gap::Memory)
    }
}

/// How long a search may go on after its end to see to what it found: a part of the time it was given.
pub fn grace(limit: Option<Duration>) -> Duration {
    limit.map_or(Duration::ZERO, |limit| limit / 40).max(Duration::from_millis(400))
}
