//! What comes into sight: the classes of words on which somebody was seen to conflict with code that nobody sees.
//!
//! Labels are numbers for classes of words, the same for all workers of a program; what is exposed only grows.

use super::{JavaRun, Shared};
use crate::machine::hidden::{Exposed, WordClass};
use crate::machine::pending::MONITOR;
use crate::machine::thread::ThreadId;
use raddle_explore::context::StepContext;
use raddle_explore::hidden::HiddenTouch;
use raddle_explore::races::Fresh;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard, PoisonError};

/// What a label stands for.
struct Labelled {
    class: WordClass,
    /// Nothing can stop there: the method that touches such words inside of a call of the machine's own.
    unseen: Option<String>,
}

/// The labels of a program, and what is exposed.
#[derive(Default)]
pub(super) struct Sight {
    labels: Vec<Labelled>,
    numbers: FxHashMap<(WordClass, Option<String>), u32>,
    exposed: Arc<Exposed>,
    /// What will be exposed when the search begins again.
    news: BTreeSet<WordClass>,
    /// How often it began again.
    round: u32,
    /// The names of classes of words.
    names: FxHashMap<WordClass, String>,
}

impl Sight {
    /// What is in sight by now, by name.
    pub fn lessons(&self) -> Vec<String> {
        let names = self.exposed.classes.iter().filter_map(|class| self.names.get(class)).cloned();
        names.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// Brings into sight what another process saw, and nothing else: what this one has seen by itself, looking ahead when it
    /// was started, would make other steps of the same schedule.
    pub fn take_up(&mut self, lessons: &[String]) {
        self.news.clear();
        for lesson in lessons {
            let class = WordClass::named(lesson);
            self.names.insert(class, lesson.clone());
            self.expose_class(class);
        }
        self.revise();
    }

    fn label(&mut self, class: WordClass, unseen: Option<String>) -> u32 {
        let labels = &mut self.labels;
        *self.numbers.entry((class, unseen.clone())).or_insert_with(|| {
            labels.push(Labelled { class, unseen });
            labels.len() as u32 - 1
        })
    }

    /// What is exposed by now.
    pub fn exposed(&self) -> Arc<Exposed> {
        Arc::clone(&self.exposed)
    }

    /// How often the search began again.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// What a label stands for will come into sight; where nothing can stop, gives the words for it.
    pub fn expose(&mut self, label: u32) -> Option<String> {
        let labelled = self.labels.get(label as usize)?;
        if labelled.unseen.is_none() && self.exposed.classes.contains(&labelled.class) {
            let name = self.names.get(&labelled.class).cloned().unwrap_or_default();
            return Some(format!("{name}, where native code touches it out of sight"));
        }
        if labelled.unseen.is_none() {
            self.news.insert(labelled.class);
        }
        labelled.unseen.clone()
    }

    /// A class of words will come into sight.
    pub fn expose_class(&mut self, class: WordClass) {
        if !self.exposed.classes.contains(&class) {
            self.news.insert(class);
        }
    }

    /// Brings it into sight. Says whether there was anything.
    pub fn revise(&mut self) -> bool {
        if self.news.is_empty() {
            return false;
        }
        Arc::make_mut(&mut self.exposed).classes.extend(std::mem::take(&mut self.news));
        self.round += 1;
        true
    }
}

impl Shared {
    pub(super) fn sight(&self) -> MutexGuard<'_, Sight> {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl JavaRun {
    /// Tells the kernel what was touched in the last operation out of sight. `within` says that what follows belongs to the
    /// same step.
    pub(super) fn tell_hidden<W>(&mut self, id: ThreadId, within: bool, context: &mut StepContext<'_, W>) {
        let Some(machine) = self.machine.as_mut() else { return };
        for words in machine.publications.fresh.drain(..) {
            context.effects.fresh.push(Fresh {
                actor: self.actors[words.thread.0 as usize],
                object: words.object,
                first: words.first,
                written: words.written,
                behind: words.behind && !within,
            });
        }
        if machine.hidden.words.is_empty() && machine.hidden.final_writes.is_empty() {
            return;
        }
        for class in std::mem::take(&mut machine.hidden.final_writes) {
            let mut sight = self.shared.sight();
            sight.names.insert(class, machine.hidden.name(class));
            sight.expose_class(class);
        }
        let words = std::mem::take(&mut machine.hidden.words);
        let goes_on = machine.threads[id.0 as usize].silent > 0;
        for word in &words {
            // A lock that was taken out of sight keeps others from going on, which no order of what is in sight shows.
            if word.touch.place.part == MONITOR && machine.holds(word.thread, word.touch.place) {
                let mut sight = self.shared.sight();
                sight.names.insert(word.class, machine.hidden.name(word.class));
                sight.expose_class(word.class);
            }
            let unseen = word.nested.then(|| {
                let method = machine.toucher_name(word.method);
                format!(
                    "{} in {method}, while the machine links, loads or initialises",
                    machine.hidden.name(word.class)
                )
            });
            let key = (word.class, word.nested.then_some(word.method));
            let known = self.labels.borrow().get(&key).copied();
            let label = known.unwrap_or_else(|| {
                let mut sight = self.shared.sight();
                sight.names.insert(word.class, machine.hidden.name(word.class));
                let label = sight.label(word.class, unseen);
                self.labels.borrow_mut().insert(key, label);
                label
            });
            let is_own = word.thread == id;
            context.effects.hidden.push(HiddenTouch {
                actor: self.actors[word.thread.0 as usize],
                touch: word.touch,
                within: is_own && (within || word.within && !goes_on),
                label,
            });
        }
    }
}
