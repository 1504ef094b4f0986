//! A program as the kernel sees it: where its runs start, and what its actors and places are called.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use num_rational::BigRational;
use raddle_explore::names::{ActorId, Names};
use raddle_explore::program::{Abilities, Program, SourceId};
use raddle_explore::source::SourcePlace;
use smallvec::SmallVec;

use super::compile::compile;
use super::evaluate::{Fixed, Recorder, enter};
use super::options::Options;
use super::run::{AbsRun, trial_fuel};
use super::state::{
    Activity, FrameKind, Location, LocationInfo, Phase, State, Task, TaskInfo, Wait, main_location_place,
    name_hash,
};
use super::value::{LocationId, TaskId};
use crate::source::Sources;
use crate::types::resolved;

/// The path of the clock.
pub(super) const CLOCK_PATH: [u32; 1] = [1];

/// What all runs of a program share.
pub struct Shared {
    /// The checked program and its code.
    pub fixed: Fixed,
    /// The files.
    pub sources: Sources,
    /// The options.
    pub options: Options,
    pub(super) names: Names,
    name: String,
}

/// An ABS program that can be explored.
#[derive(Clone)]
pub struct AbsProgram {
    shared: Arc<Shared>,
}

impl AbsProgram {
    /// Compiles a checked program, which must have a main block.
    #[must_use]
    pub fn new(name: String, program: resolved::Program, sources: Sources, options: Options) -> Self {
        let code = compile(&program);
        let names = Names::with_roots(2);
        let fixed = Fixed { program, code };
        Self { shared: Arc::new(Shared { fixed, sources, options, names, name }) }
    }

    /// The same program with other options.
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        Self::new(
            self.shared.name.clone(),
            self.shared.fixed.program.clone(),
            self.shared.sources.clone(),
            options,
        )
    }

    /// What all runs share.
    #[must_use]
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// What stands in the user's files that can't be run, each with its place.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let gaps = self.shared.fixed.program.gaps.iter().filter(|gap| gap.span.source.0 != 0);
        gaps.map(|gap| format!("{}: {}", self.shared.sources.place(gap.span), gap.what)).collect()
    }

    /// What restricts the choice of tasks: each scheduler with its place. Static knowledge of the program leaves it out.
    #[must_use]
    pub fn restrictions(&self) -> Vec<String> {
        let schedulers = self.shared.fixed.program.schedulers.iter();
        schedulers
            .map(|scheduler| {
                let place = self.shared.sources.place(scheduler.span);
                format!(
                    "{place}: the scheduler {}, of which the static analysis does not know",
                    scheduler.name
                )
            })
            .collect()
    }

    fn main_actor(&self) -> ActorId {
        self.shared.names.child(None, 0)
    }

    /// The clock, which is an actor of programs that use time.
    #[must_use]
    pub fn clock_actor(&self) -> ActorId {
        self.shared.names.child(None, CLOCK_PATH[0])
    }

    /// Does every run begin behind the main block's first step?
    #[must_use]
    pub fn starts_after_main(&self) -> bool {
        let run = self.start();
        match run.state.task(TaskId(0)).activity() {
            Some(activity) => activity.frames[0].next > 0,
            None => true,
        }
    }

    /// The state before the main block.
    #[must_use]
    pub fn initial(&self) -> AbsRun {
        let main = self.shared.fixed.program.main.expect("a program to run has a main block");
        let actor = self.main_actor();
        let span = self.shared.fixed.program.methods[main.index()].span;
        let info = Rc::new(TaskInfo {
            actor,
            path: Box::new([0]),
            hash: 0,
            method: main,
            object: None,
            location: LocationId(0),
            caller: None,
            call: span,
            arrival: Rc::new(BigRational::from_integer(0.into())),
        });
        let mut activity = Activity {
            frames: SmallVec::new(),
            stack: Vec::new(),
            handlers: SmallVec::new(),
            origin: span,
            failing: None,
            wait: Wait::Turn,
            calls: 0,
            creations: 0,
            draws: 0,
            deadline: None,
            placing: None,
            size: None,
        };
        enter(&mut activity, &self.shared.fixed, self.shared.fixed.code.method(main), None, FrameKind::Call);
        let state = State {
            locations: vec![Rc::new(Location {
                info: Rc::new(LocationInfo {
                    place: main_location_place(actor),
                    hash: name_hash(0, 0, 0),
                    creator: None,
                    site: None,
                    parent: None,
                }),
                scheduler: None,
                component: None,
                objects: SmallVec::new(),
            })],
            holders: vec![None],
            tasks: vec![Rc::new(Task { info, phase: Phase::Active(activity) })],
            active: vec![TaskId(0)],
            clock: Rc::new(BigRational::from_integer(0.into())),
            unsettled: 0,
            advances: 0,
            lines_read: 0,
        };
        let (shared, trials) = (self.shared.clone(), RefCell::default());
        AbsRun { shared, state, prologue: None, last: None, trials }
    }
}

impl Program for AbsProgram {
    type Run = AbsRun;

    fn name(&self) -> String {
        self.shared.name.clone()
    }

    fn start(&self) -> AbsRun {
        let initial = self.initial();
        let mut run = initial.clone();
        let mut recorder = Recorder { printing: true, ..Recorder::default() };
        match run.make_step(TaskId(0), 0, &mut recorder, &mut trial_fuel()) {
            Ok(made) if made.failures.is_empty() => {
                if !recorder.output.is_empty() {
                    run.prologue = Some(Rc::from(recorder.output.as_str()));
                }
                run
            }
            _ => initial,
        }
    }

    fn names(&self) -> &Names {
        &self.shared.names
    }

    fn actor_word(&self) -> &'static str {
        "task"
    }

    fn describe_source(&self, source: SourceId) -> SourcePlace {
        self.shared.sources.place(self.shared.sources.span_of(source.0))
    }

    fn abilities(&self) -> Abilities {
        Abilities { forks: true, fingerprints: true, foretells: false, touches_depend_on_state: true }
    }
}
