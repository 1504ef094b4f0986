//! The net under hidden touches: a program that hides what its threads do to variables, until somebody conflicts there,
//! shows what it shows when everything is seen.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use raddle_explore::bounds::Bounds;
use raddle_explore::context::{Interruption, StepContext, Watcher};
use raddle_explore::ending::Ending;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::Unguided;
use raddle_explore::hidden::HiddenTouch;
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::{OperationKind, Place};
use raddle_explore::program::{Abilities, Choice, PendingBuffer, Program, Run};
use raddle_explore::random::Seed;
use raddle_explore::search::{EndOfRun, Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::Verdict;
use raddle_threads::{ThreadProgram, ThreadRun, generate, oracle};

/// A program whose threads stop at a variable only if it was exposed, and before their first operation.
struct Hiding(Arc<Inside>);

struct Inside {
    program: Arc<ThreadProgram>,
    exposed: Mutex<Arc<BTreeSet<Place>>>,
    news: Mutex<BTreeSet<Place>>,
    labels: Mutex<Vec<Place>>,
    /// Whether what is found out about conflicts is thrown away.
    is_deaf: bool,
}

struct HidingRun {
    inside: Arc<Inside>,
    inner: ThreadRun,
    exposed: Arc<BTreeSet<Place>>,
}

impl Inside {
    fn label(&self, place: Place) -> u32 {
        let mut labels = self.labels.lock().unwrap();
        let known = labels.iter().position(|label| *label == place);
        known.unwrap_or_else(|| {
            labels.push(place);
            labels.len() - 1
        }) as u32
    }
}

impl Program for Hiding {
    type Run = HidingRun;

    fn name(&self) -> String {
        self.0.program.name()
    }

    fn start(&self) -> HidingRun {
        let exposed = Arc::clone(&self.0.exposed.lock().unwrap());
        HidingRun { inside: Arc::clone(&self.0), inner: self.0.program.start(), exposed }
    }

    fn names(&self) -> &Names {
        self.0.program.names()
    }

    fn abilities(&self) -> Abilities {
        self.0.program.abilities()
    }

    fn expose(&self, label: u32) -> bool {
        let place = self.0.labels.lock().unwrap()[label as usize];
        self.0.news.lock().unwrap().insert(place);
        !self.0.is_deaf
    }

    fn revise(&self) -> bool {
        let news = std::mem::take(&mut *self.0.news.lock().unwrap());
        if news.is_empty() || self.0.is_deaf {
            return false;
        }
        let mut exposed = self.0.exposed.lock().unwrap();
        Arc::make_mut(&mut exposed).extend(news);
        true
    }
}

impl HidingRun {
    /// The access to a variable that an actor would make next and that nobody has to see.
    fn hidden(&self, actor: ActorId) -> Option<raddle_explore::operation::Touch> {
        let mut pending = PendingBuffer::default();
        self.inner.pending(&mut pending);
        let entry = pending.of(actor)?;
        let is_access =
            matches!(entry.kind, OperationKind::Read | OperationKind::Write | OperationKind::ReadModifyWrite);
        match pending.touches(entry) {
            [touch] if is_access && entry.is_enabled() && !self.exposed.contains(&touch.place) => {
                Some(*touch)
            }
            _ => None,
        }
    }
}

impl Run for HidingRun {
    type Observation = <ThreadRun as Run>::Observation;

    fn pending(&self, into: &mut PendingBuffer) {
        self.inner.pending(into);
    }

    fn step<W: Watcher<Self::Observation>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        self.inner.step(choice, context)?;
        // To stop earlier than one must is always right: a loop has an end by that.
        for _ in 0..20 {
            let Some(touch) = self.hidden(choice.actor) else { break };
            let label = self.inside.label(touch.place);
            context.effects.hidden.push(HiddenTouch { actor: choice.actor, touch, within: false, label });
            self.inner.step(Choice::first(choice.actor), context)?;
        }
        Ok(())
    }

    fn has_exited(&self) -> bool {
        self.inner.has_exited()
    }

    fn held_locks(&self, into: &mut Vec<(Place, ActorId)>) {
        self.inner.held_locks(into);
    }

    fn fork(&self) -> Option<Self> {
        let inner = self.inner.fork()?;
        Some(HidingRun { inside: Arc::clone(&self.inside), inner, exposed: Arc::clone(&self.exposed) })
    }

    fn fingerprint(&self) -> Option<u128> {
        self.inner.fingerprint()
    }
}

struct Shown {
    final_states: BTreeSet<u128>,
    findings: BTreeSet<FindingKind>,
    verdict: Verdict,
    rounds: u32,
}

fn show(program: &Arc<ThreadProgram>, is_deaf: bool, settings: &Settings) -> Shown {
    let program = Hiding(Arc::new(Inside {
        program: Arc::clone(program),
        exposed: Mutex::default(),
        news: Mutex::default(),
        labels: Mutex::default(),
        is_deaf,
    }));
    let final_states = Mutex::new(BTreeSet::new());
    let on_run = |end: &EndOfRun<'_>| {
        let ended = matches!(end.ending, Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_));
        // Loops without an effect are all that is left; no run of these is long enough for a cycle of states.
        if ended || matches!(end.ending, Ending::Livelock(_)) {
            final_states.lock().unwrap().extend(end.fingerprint);
        }
    };
    let hooks = Hooks { on_run: Some(&on_run), ..Hooks::default() };
    let outcome = search(&program, &Unguided, settings, &hooks);
    Shown {
        final_states: final_states.into_inner().unwrap(),
        findings: outcome.findings.iter().map(|finding| finding.kind.clone()).collect(),
        verdict: outcome.verdict,
        rounds: outcome.rounds,
    }
}

fn without_races(settings: Settings) -> Settings {
    let mut settings = settings;
    settings.looks.races = false;
    settings.looks.livelocks = false;
    settings
}

#[test]
fn what_is_hidden_is_found_all_the_same() {
    let merged = Settings { strategy: Named::Exhaustive, merge_states: true, ..Settings::default() };
    let whole = Settings { leave_out_states: false, ..merged.clone() };
    let tree = Settings { strategy: Named::Exhaustive, ..Settings::default() };
    let ways = [("dpor", Settings::default()), ("tree", tree), ("graph", whole), ("fewer states", merged)];
    let (mut done, mut in_rounds, mut lost_without) = (0, 0, 0);
    for seed in 1.. {
        if done >= 300 {
            break;
        }
        let program = Arc::new(generate::program(Seed(seed)));
        let Some(truth) = oracle::explore(&*program, &Bounds::default(), 2000) else { continue };
        done += 1;
        let exits = format!("{program:?}").contains("Exit");
        let is_told = |kind: &&FindingKind| !matches!(kind, FindingKind::Race(_) | FindingKind::Livelock(_));
        let expected: BTreeSet<FindingKind> = truth.findings.iter().filter(is_told).cloned().collect();
        for (way, settings) in &ways {
            let shown = show(&program, false, &without_races(settings.clone()));
            if matches!(shown.verdict, Verdict::Bounded(_)) {
                continue;
            }
            assert_eq!(shown.findings, expected, "seed {seed}, {way}: findings, {:?}", shown.verdict);
            // Of a program that ends itself nobody can tell how far the others were.
            if !exits {
                assert_eq!(shown.final_states, truth.final_states, "seed {seed}, {way}: final states");
            }
            in_rounds += u32::from(shown.rounds > 1);
        }
        let deaf = show(&program, true, &without_races(Settings::default()));
        lost_without += u32::from(deaf.findings != expected || deaf.final_states != truth.final_states);
    }
    assert!(in_rounds > 100, "only {in_rounds} searches had to begin again");
    assert!(lost_without > 30, "only {lost_without} programs need the net");
}
