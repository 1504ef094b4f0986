//! Holds a check to its limits, whatever it is doing: starting the program, analysing it, searching, telling.
//!
//! Searches and all that follows them end by themselves when they should, and keep what they have. What runs too long
//! inside one piece of work can't be asked; so a thread of its own looks at the clock, at the memory and at signals, and a
//! little later than the work itself should have, it says what is known, writes the schedule that was to be saved, and
//! ends the process.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use raddle_explore::verdict::{Gap, Verdict};
use raddle_report::made::Made;
use raddle_report::report::{Found, Report};

use crate::command::made::made;
use crate::command::outputs::Outputs;
use crate::command::request::CheckRequest;
use crate::mistake::{EXIT_CODE, Mistake};
use crate::schedule_file::SavedSchedule;
use crate::terminal::memory;

/// How often the guard looks.
const TICK: Duration = Duration::from_millis(20);

/// How long the work may take to come to its end after a limit of this time: the guard must say what is known within a
/// second, or a twentieth of the limit if that is more.
fn patience(limit: Option<Duration>) -> Duration {
    limit.map_or(Duration::ZERO, |limit| limit / 25).max(Duration::from_millis(800))
}

/// What the guard would say.
struct Known {
    /// What the check is doing, in words that go on after "while".
    doing: &'static str,
    /// What was found, as one sentence, with its kind.
    found: Option<Found>,
    /// The schedule of what was found, where it is to be saved and was not yet.
    unsaved: Option<(PathBuf, SavedSchedule)>,
    /// Whether the check says it itself.
    told: bool,
}

struct State {
    known: Mutex<Known>,
    changed: Condvar,
    started: Instant,
}

impl State {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a check owes to its user: the words for an end that was forced.
struct Debt {
    program: String,
    strategy: String,
    outputs: Arc<Outputs>,
    made: Made,
    limit: Option<Duration>,
    memory: Option<u64>,
    accepted: u8,
}

/// Watches a check until it is dropped.
pub struct Guard(Arc<State>);

impl Guard {
    /// Begins to watch a check.
    #[expect(clippy::disallowed_methods, reason = "limits of time need the wall clock")]
    pub fn new(request: &CheckRequest, cancelled: Arc<AtomicBool>) -> Guard {
        let known = Known { doing: "it was being started", found: None, unsaved: None, told: false };
        let state =
            Arc::new(State { known: Mutex::new(known), changed: Condvar::new(), started: Instant::now() });
        let debt = Debt {
            program: request.name.clone(),
            strategy: request.strategy.clone(),
            outputs: Arc::clone(&request.outputs),
            made: made(request),
            limit: request.time_limit,
            memory: request.settings.budget.memory,
            accepted: request.exit_code(&Verdict::Incomplete([Gap::Time].into())),
        };
        let watched = Arc::clone(&state);
        std::thread::spawn(move || watch(&watched, &debt, &cancelled));
        Guard(state)
    }

    /// The time since the check began.
    pub fn elapsed(&self) -> Duration {
        self.0.started.elapsed()
    }

    /// When the check began.
    pub fn started(&self) -> Instant {
        self.0.started
    }

    /// Says what the check does from now on, in words that go on after "while".
    pub fn doing(&self, what: &'static str) {
        self.0.known().doing = what;
    }

    /// Keeps what was found: from now on that is what is known.
    pub fn found(&self, found: Found) {
        self.0.known().found = Some(found);
    }

    /// Keeps the schedule of what was found: it is written if the check itself does not come to that.
    pub fn keep(&self, path: &Path, schedule: SavedSchedule) {
        self.0.known().unsaved = Some((path.to_owned(), schedule));
    }

    /// Saves the schedule of what was found; from now on there is nothing left to be saved.
    pub fn save(&self, path: &Path, schedule: &SavedSchedule) -> Result<(), Mistake> {
        // Nobody else writes meanwhile.
        let mut known = self.0.known();
        known.unsaved = None;
        schedule.write(path)
    }

    /// The check has something to say itself; from now on the guard is silent.
    pub fn dismiss(&self) {
        self.0.known().told = true;
        self.0.changed.notify_all();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// The limit by which the process must end now.
fn overdue(
    state: &State,
    debt: &Debt,
    interrupted: &mut Option<Instant>,
    cancelled: &AtomicBool,
) -> Option<Gap> {
    let elapsed = state.started.elapsed();
    if debt.limit.is_some_and(|limit| elapsed >= limit + patience(debt.limit)) {
        return Some(Gap::Time);
    }
    if cancelled.load(Ordering::Relaxed) {
        let since = interrupted.get_or_insert(state.started + elapsed);
        if (state.started + elapsed).duration_since(*since) >= patience(None) {
            return Some(Gap::Interrupted);
        }
    }
    // The work itself ends at the limit; what it needs for that is no reason to lose what it has.
    debt.memory.filter(|limit| memory::resident() > limit + limit / 4).map(|_| Gap::Memory)
}

fn watch(state: &State, debt: &Debt, cancelled: &AtomicBool) {
    let mut interrupted = None;
    let mut known = state.known();
    while !known.told {
        known = state.changed.wait_timeout(known, TICK).unwrap_or_else(PoisonError::into_inner).0;
        if known.told {
            return;
        }
        if let Some(gap) = overdue(state, debt, &mut interrupted, cancelled) {
            // The lock is kept to the end: the check itself says nothing any more.
            let saved = known.unsaved.take().map(|(path, schedule)| schedule.write(&path).map(|()| path));
            let saved = saved.transpose();
            let file = saved.as_ref().ok().and_then(Option::as_deref);
            say_last_words(debt, &known, file, &gap, state.started.elapsed());
            if let Err(mistake) = &saved {
                mistake.tell();
            }
            let code = match &known.found {
                _ if saved.is_err() => EXIT_CODE,
                Some(_) => 1,
                None => debt.accepted,
            };
            process::exit(i32::from(code));
        }
    }
}

/// Says what is known, in the form that was asked for.
fn say_last_words(debt: &Debt, known: &Known, saved: Option<&Path>, gap: &Gap, elapsed: Duration) {
    let reason = format!("{gap} while {}", known.doing);
    let report = Report::cut(&debt.program, &debt.strategy, known.found.clone(), &reason, elapsed);
    let made = Made { cpu_seconds: memory::cpu_seconds(), peak_memory: memory::peak(), ..debt.made.clone() };
    let saved = saved.map(|file| file.display().to_string());
    debt.outputs.add(Report { made, is_accepted: debt.accepted == 0, saved, ..report }, "");
    if let Err(mistake) = debt.outputs.finish() {
        mistake.tell();
    }
}
