//! A Java program as the kernel sees it: each thread is an actor, each step is one operation of a thread and its private
//! code up to the next one.
//!
//! A program can be shared between OS threads; its runs cannot. So each OS thread boots the JDK once, keeps that machine,
//! and forks it for every run. Guarantee: the same choices give the same run, in every process. One execution lives in
//! `run`, what is told of it in `tell`, coarse library steps in `coarse`.

mod coarse;
mod ends;
mod granularity;
mod identities;
mod run;
mod sight;
mod tell;
mod timeouts;

pub use run::JavaRun;

use crate::machine::Halt;
use crate::machine::looks::Look;
use crate::machine::time::Timeouts;
use crate::run::RunOptions;
use granularity::Grain;
use identities::Identities;
use raddle_explore::names::Names;
use raddle_explore::program::{Abilities, Program, Run, SourceId};
use raddle_explore::source::SourcePlace;
use raddle_explore::verdict::Bound;
use rustc_hash::FxHashMap;
use sight::Sight;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

static NEXT_PROGRAM: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The machines that this OS thread has booted, by program and round of its search: they stand before their first choice.
    static BOOTED: RefCell<Vec<((u64, u32), JavaRun)>> = const { RefCell::new(Vec::new()) };
}

/// Source places by number; the first is no place.
struct Sources {
    places: Vec<SourcePlace>,
    numbers: FxHashMap<SourcePlace, u32>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources { places: vec![SourcePlace::default()], numbers: FxHashMap::default() }
    }
}

struct Shared {
    number: u64,
    options: RunOptions,
    names: Names,
    sources: Mutex<Sources>,
    reservations: Mutex<BTreeSet<String>>,
    /// What code of the library touches out of sight, and what of it is in sight by now.
    sight: Mutex<Sight>,
    granularity: Mutex<Grain>,
    /// Whose objects' names can be seen.
    identities: Mutex<Identities>,
    /// Whether a worker of a fork-join pool was idle in some run, and its time was not.
    idle_workers: AtomicBool,
    /// Where the program looked at its environment.
    looked: Mutex<BTreeMap<Look, BTreeSet<String>>>,
    /// Where it waited with a time that could run out only where nothing else could go.
    timed_waits: Mutex<BTreeSet<String>>,
    /// Whether a timer could have ticked once more, and was kept from it.
    ticks_bounded: AtomicBool,
}

/// Of many places the first ones are named.
const MOST_PLACES: usize = 5;

/// Places in a row, for people.
fn places(places: &BTreeSet<String>) -> String {
    let mut named: Vec<&str> = places.iter().take(MOST_PLACES).map(String::as_str).collect();
    if places.len() > MOST_PLACES {
        named.push("…");
    }
    format!("(at {})", named.join(", "))
}

impl Shared {
    fn source(&self, place: SourcePlace) -> SourceId {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = sources.numbers.get(&place) {
            return SourceId(*number);
        }
        let number = sources.places.len() as u32;
        sources.places.push(place.clone());
        sources.numbers.insert(place, number);
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
        let world = options.world.clone().unwrap_or_else(|| Arc::new(options.start_of_world()));
        let options = RunOptions { world: Some(world), ..options };
        let number = NEXT_PROGRAM.fetch_add(1, Ordering::Relaxed);
        let names = Names::with_roots(timeouts::ROOTS);
        JavaProgram {
            shared: Arc::new(Shared {
                number,
                options,
                names,
                sources: Mutex::default(),
                reservations: Mutex::default(),
                sight: Mutex::default(),
                granularity: Mutex::default(),
                identities: Mutex::default(),
                idle_workers: AtomicBool::new(false),
                looked: Mutex::default(),
                timed_waits: Mutex::default(),
                ticks_bounded: AtomicBool::new(false),
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
        let number = (self.shared.number, self.shared.round());
        let known = BOOTED.with_borrow(|booted| {
            booted.iter().find(|(known, _)| *known == number).map(|(_, run)| run.anew())
        });
        if let Some(run) = known {
            return run;
        }
        let mut run = JavaRun::boot(&self.shared);
        run.set_granularity(self.shared.granularity(&run));
        run.look_for_standstill();
        BOOTED.with_borrow_mut(|booted| {
            // A few programs at a time: a booted machine takes some megabytes.
            if booted.len() >= 4 {
                booted.remove(0);
            }
            booted.push((number, run.anew()));
        });
        run
    }

    fn names(&self) -> &Names {
        &self.shared.names
    }

    fn abilities(&self) -> Abilities {
        let run = self.start();
        let granularity = run.granularity;
        let touches_depend_on_state = granularity.stretches || granularity.files || granularity.states_seen;
        let foretells = !touches_depend_on_state;
        let fingerprints = run.fingerprint_named().is_some();
        Abilities { forks: true, fingerprints, foretells, touches_depend_on_state }
    }

    fn reservations(&self) -> Vec<String> {
        let reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
        reservations.iter().cloned().collect()
    }

    fn expose(&self, label: u32) -> bool {
        let unseen = self.shared.sight().expose(label);
        let will_be_seen = unseen.is_none();
        if let Some(unseen) = unseen {
            let mut reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
            reservations.insert(unseen);
        }
        will_be_seen
    }

    fn revise(&self) -> bool {
        let is_refined = self.shared.refine();
        let is_told_apart = self.shared.revise_identities();
        let is_revised = self.shared.sight().revise() || is_refined || is_told_apart;
        if is_revised {
            // What was not covered before may be now; and if not, the next search will say so.
            self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        is_revised
    }

    fn lessons(&self) -> Vec<String> {
        self.shared.lessons()
    }

    fn take_up(&self, lessons: &[String]) {
        self.shared.take_up(lessons);
    }

    fn with_early_timeouts(&self, most: u8) -> Option<JavaProgram> {
        let waits = !self.shared.timed_waits.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        (waits && self.shared.options.timeouts == Timeouts::Last).then(|| {
            let timeouts = Timeouts::Early(most);
            let program = JavaProgram::new(RunOptions { timeouts, ..self.shared.options.clone() });
            program.take_up(&self.lessons());
            program
        })
    }

    fn assumptions(&self) -> Vec<String> {
        let coarse = "calls of java.util.concurrent being atomic up to where they wait, as its authors say \
                      (--library-steps fine looks inside)";
        let idle = "fork-join pools keeping idle workers (--library-steps fine lets their time run out)";
        let is_coarse = self.start().granularity.stretches;
        let has_idle = is_coarse && self.shared.idle_workers.load(Ordering::Relaxed);
        let relies = [is_coarse.then_some(coarse), has_idle.then_some(idle)];
        let mut relies: Vec<String> = relies.into_iter().flatten().map(str::to_owned).collect();
        let timed = self.shared.timed_waits.lock().unwrap_or_else(PoisonError::into_inner);
        if !timed.is_empty() {
            relies.push(format!(
                "timed waits ending only when nothing else can go on {} (--timeouts any)",
                places(&timed)
            ));
        }
        let looked = self.shared.looked.lock().unwrap_or_else(PoisonError::into_inner);
        relies.extend(looked.iter().map(|(look, at)| format!("{} {}", look.assumption(), places(at))));
        relies
    }

    fn reached_bounds(&self) -> Vec<Bound> {
        let ticks = self.shared.ticks_bounded.load(Ordering::Relaxed);
        ticks.then_some(Bound::Timeouts).into_iter().collect()
    }

    fn inputs(&self) -> Vec<(String, String)> {
        self.shared.options.world.as_ref().map_or_else(Vec::new, |start| start.inputs())
    }

    fn describe_source(&self, source: SourceId) -> SourcePlace {
        let sources = self.shared.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.places.get(source.0 as usize).cloned().unwrap_or_default()
    }
}
