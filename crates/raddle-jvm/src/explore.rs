//! A Java program as the kernel sees it: each thread is an actor, each step is one operation of a thread and its private
//! code up to the next one.
//!
//! A program can be shared between OS threads; its runs cannot. So each OS thread boots the JDK once, keeps that machine,
//! and forks it for every run. Guarantee: the same choices give the same run, in every process. One execution lives in
//! `run`, what is told of it in `tell`, coarse library steps in `coarse`.

mod coarse;
mod run;
mod tell;

pub use run::JavaRun;

use crate::machine::Halt;
use crate::machine::stretch::Granularity;
use crate::machine::thread::ThreadId;
use crate::run::RunOptions;
use crate::words::Words;
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::Place;
use raddle_explore::program::{Program, SourceId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

static NEXT_PROGRAM: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The machines that this OS thread has booted, by program: they stand before their first choice.
    static BOOTED: RefCell<Vec<(u64, JavaRun)>> = const { RefCell::new(Vec::new()) };
}

/// Source places by number; the first is no place.
struct Sources {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources { texts: vec![String::new()], numbers: FxHashMap::default() }
    }
}

struct Shared {
    number: u64,
    options: RunOptions,
    names: Names,
    sources: Mutex<Sources>,
    words: Mutex<Words>,
    reservations: Mutex<BTreeSet<String>>,
    granularity: OnceLock<Granularity>,
    /// Whether a worker of a fork-join pool was idle in some run, and its time was not.
    idle_workers: AtomicBool,
}

impl Shared {
    fn words(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn source(&self, text: String) -> SourceId {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = sources.numbers.get(&text) {
            return SourceId(*number);
        }
        let number = sources.texts.len() as u32;
        sources.texts.push(text.clone());
        sources.numbers.insert(text, number);
        SourceId(number)
    }
}

/// A Java program whose schedules can be explored.
pub struct JavaProgram {
    shared: Arc<Shared>,
}

impl JavaProgram {
    /// A program; its class files are read when it is first started. [`JavaProgram::check`] says whether it can be.
    pub fn new(options: RunOptions) -> JavaProgram {
        let number = NEXT_PROGRAM.fetch_add(1, Ordering::Relaxed);
        let names = Names::with_roots(1);
        JavaProgram {
            shared: Arc::new(Shared {
                number,
                options,
                names,
                sources: Mutex::default(),
                words: Mutex::default(),
                reservations: Mutex::default(),
                granularity: OnceLock::new(),
                idle_workers: AtomicBool::new(false),
            }),
        }
    }

    /// Boots the program on this OS thread, and says what is wrong with it if it cannot be started.
    pub fn check(&self) -> Result<(), Halt> {
        match self.start().ended {
            Some(Halt::Exit(_)) | None => Ok(()),
            Some(other) => Err(other),
        }
    }
}

impl Program for JavaProgram {
    type Run = JavaRun;

    fn name(&self) -> String {
        self.shared.options.main_class.clone()
    }

    fn start(&self) -> JavaRun {
        let number = self.shared.number;
        let known = BOOTED.with_borrow(|booted| {
            booted.iter().find(|(known, _)| *known == number).map(|(_, run)| run.clone())
        });
        if let Some(run) = known {
            return run;
        }
        let mut run = JavaRun::boot(&self.shared);
        run.granularity = self.shared.granularity(&run);
        if let Some(machine) = run.machine.as_mut() {
            machine.idle_workers_wait = run.granularity.stretches && !run.granularity.waiters_seen;
        }
        run.look_ahead(ThreadId(0), &[]);
        BOOTED.with_borrow_mut(|booted| {
            // A few programs at a time: a booted machine takes some megabytes.
            if booted.len() >= 4 {
                booted.remove(0);
            }
            booted.push((number, run.clone()));
        });
        run
    }

    fn names(&self) -> &Names {
        &self.shared.names
    }

    fn describe_actor(&self, actor: ActorId) -> String {
        if let Some(name) = self.shared.words().actor(actor) {
            return name.to_owned();
        }
        let path = self.shared.names.path(actor);
        if path.0.len() == 1 { "main".to_owned() } else { format!("thread {path}") }
    }

    fn touches_depend_on_state(&self) -> bool {
        self.start().granularity.stretches
    }

    fn foretells(&self) -> bool {
        !self.touches_depend_on_state()
    }

    fn reservations(&self) -> Vec<String> {
        let reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
        reservations.iter().cloned().collect()
    }

    fn assumptions(&self) -> Vec<String> {
        let coarse = "calls of java.util.concurrent being atomic up to where they wait, as its authors say \
                      (--library-steps fine looks inside)";
        let idle = "fork-join pools keeping idle workers (--library-steps fine lets their time run out)";
        let is_coarse = self.touches_depend_on_state();
        let has_idle = is_coarse && self.shared.idle_workers.load(Ordering::Relaxed);
        let relies = [is_coarse.then_some(coarse), has_idle.then_some(idle)];
        relies.into_iter().flatten().map(str::to_owned).collect()
    }

    fn describe_place(&self, place: Place) -> String {
        let words = self.shared.words();
        words.place(place).unwrap_or_default().to_owned()
    }

    fn describe_source(&self, source: SourceId) -> String {
        let sources = self.shared.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.texts.get(source.0 as usize).cloned().unwrap_or_default()
    }
}
