//! The net under what a scheduler does not get to see.
//!
//! Code may run unstopped over words that others can reach: code of the JDK that is listed as quiet or silent
//! (`library/visibility.rs`: hints of where to begin, nothing more), calls that the machine itself makes, native methods.
//! What such code touches is recorded here, word by word, and goes along with the step. Where two threads touch one word,
//! one of them writing, one of them hidden, and no order of visible steps lies between, the kernel
//! (`raddle_explore::hidden`, with the argument for soundness) finds it; then the *class of words* becomes exposed: code
//! stops before it, whatever code it is, and the search begins again.
//!
//! A class of words is a field of a class, a static field, the monitors of a class's instances, or the elements of one
//! kind of array as one method sees them. It means the same in every run and every process.
//!
//! Not recorded are final fields, which nobody writes: who writes one that others can reach exposes it at once. Nor is
//! what the machine's own bookkeeping owns (`library/owned.rs`).

use super::heap::Ref;
use super::pending::{ELEMENTS, MONITOR, NextOperation, OUTPUT, STATE, Spot};
use super::thread::{Thread, ThreadId};
use super::{Machine, Trap};
use crate::library::{ClassId, MethodId, Visibility, owned};
use crate::natives::NativeMethod;
use crate::natives::footprint::Footprint;
use raddle_explore::operation::{Access, Place, Touch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What open files are read or written at, as a class of words.
const POSITIONS: &str = "positions in open files";

/// A class of words, by a hash of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WordClass(u64);

impl WordClass {
    /// The class of this name.
    pub fn named(name: &str) -> WordClass {
        WordClass(xxh3_64(name.as_bytes()))
    }
}

/// The classes of words that code stops before wherever it is.
#[derive(Clone, Debug, Default)]
pub struct Exposed {
    /// All of them.
    pub everything: bool,
    /// These.
    pub classes: FxHashSet<WordClass>,
}

impl Exposed {
    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        !self.everything && self.classes.is_empty()
    }
}

/// A touch that nobody was stopped for.
#[derive(Clone, Copy, Debug)]
pub struct HiddenWord {
    /// Who.
    pub thread: ThreadId,
    /// What, and how.
    pub touch: Touch,
    /// The class of the word.
    pub class: WordClass,
    /// The method that touched it.
    pub method: MethodId,
    /// It was inside a call of the machine's own, where nothing can stop.
    pub nested: bool,
    /// It was inside a call that counts as one step.
    pub within: bool,
}

/// What is known of a class of words.
#[derive(Clone, Copy, Debug)]
struct Known {
    class: WordClass,
    is_owned: bool,
    is_final: bool,
    /// They are part of a book that is kept of threads.
    is_book: bool,
    /// The library's authors let threads race there.
    is_for_all: bool,
    /// It may be a cache.
    is_derived: bool,
}

/// What is known of words, by class, part and, for elements, method.
type KnownWords = FxHashMap<(ClassId, u32, MethodId), Known>;

/// What one machine has touched without stopping since somebody asked.
#[derive(Clone, Default)]
pub struct Hidden {
    /// Whether anything is recorded.
    pub records: bool,
    /// What was touched.
    pub words: Vec<HiddenWord>,
    /// Final fields that were written although others can reach them.
    pub final_writes: Vec<WordClass>,
    /// Where code stops all the same.
    pub exposed: Arc<Exposed>,
    known: Rc<RefCell<KnownWords>>,
    /// Creators of objects, as names tell them, and whether they are classes of the JDK.
    creators: Rc<RefCell<FxHashMap<u32, bool>>>,
    /// The names of classes of words.
    names: Rc<RefCell<FxHashMap<WordClass, String>>>,
}

impl Hidden {
    /// What a class of words is called.
    pub fn name(&self, class: WordClass) -> String {
        self.names.borrow().get(&class).cloned().unwrap_or_default()
    }

    /// Keeps a touch, unless the last ones say the same.
    fn add(&mut self, word: HiddenWord) {
        let says_same = |known: &&HiddenWord| {
            known.thread == word.thread
                && known.touch.place == word.touch.place
                && known.within == word.within
                && (known.touch.access == Access::Write || word.touch.access == Access::Read)
        };
        if self.words.iter().rev().take(16).any(|known| says_same(&known)) {
            return;
        }
        self.words.push(word);
    }
}

impl Machine {
    /// Whether a word is the library's own business, or part of a book that is kept of threads.
    pub fn is_kept_by_library(&self, object: Ref, part: u32) -> bool {
        let known = self.known_words(object, part, MethodId(u32::MAX));
        known.is_owned || known.is_book
    }
}

/// The words of objects, for classes of them: a mirror's statics belong to the class that it mirrors.
fn key_of(machine: &Machine, object: Ref, part: u32, method: MethodId) -> (ClassId, u32, MethodId, bool) {
    let class = machine.heap.class_of(object);
    if (ELEMENTS..MONITOR - 16).contains(&part) {
        return (class, ELEMENTS, method, false);
    }
    if class == machine.core.class && part >= u32::from(machine.static_word(0)) && part < ELEMENTS {
        return (machine.mirrored(object), part, MethodId(u32::MAX), true);
    }
    (class, part, MethodId(u32::MAX), false)
}

impl Machine {
    fn known_words(&self, object: Ref, part: u32, method: MethodId) -> Known {
        let (class, part, method, is_static) = key_of(self, object, part, method);
        // Statics and fields of one class may have the same word.
        let key = (class, part | u32::from(is_static) << 31, method);
        if let Some(known) = self.hidden.known.borrow().get(&key) {
            return *known;
        }
        let (name, known) = self.describe_words(class, part, method, is_static);
        self.hidden.known.borrow_mut().insert(key, known);
        self.hidden.names.borrow_mut().insert(known.class, name);
        known
    }

    /// The name of a class of words, and what is known of it.
    fn describe_words(
        &self,
        class: ClassId,
        part: u32,
        method: MethodId,
        is_static: bool,
    ) -> (String, Known) {
        let library = &self.library;
        let name = library.class_name(class);
        let dotted = name.replace('/', ".");
        let is_book = owned::is_book(name, part == ELEMENTS);
        let known = |text: String, is_owned, is_final, is_for_all| {
            let class = WordClass::named(&text);
            (text, Known { class, is_owned, is_final, is_book, is_for_all, is_derived: false })
        };
        if part == ELEMENTS {
            let text = format!("elements of {dotted} in {}", self.toucher_name(method));
            return known(text, false, false, owned::may_race_on_elements(name));
        }
        if part == MONITOR {
            return known(format!("monitor of {dotted}"), false, false, false);
        }
        let word =
            |offset: u16| if is_static { u32::from(self.static_word(offset)) } else { u32::from(offset) };
        for id in std::iter::successors(Some(class), |class| library.class(*class).superclass) {
            let mut fields = library.class(id).fields.iter();
            let found = fields.find(|field| field.is_static() == is_static && word(field.offset) == part);
            let Some(field) = found else { continue };
            let (owner, text) = (library.class_name(id), library.text(field.name));
            let is_of_jdk = library.is_of_jdk(id);
            let is_owned = library.owns(id, text);
            let is_let = || owned::may_race(owner) || !is_static && owned::may_race(name);
            let is_for_all = is_owned || is_of_jdk && (is_static || is_let());
            let text = format!("{}.{text}", owner.replace('/', "."));
            let (text, known) = known(text, is_owned, field.is_final(), is_for_all);
            return (text, Known { is_derived: is_of_jdk && self.is_derived(id, field), ..known });
        }
        known(format!("part {part} of {dotted}"), false, false, false)
    }

    /// Whether a thread has the monitor that a place stands for.
    pub fn holds(&self, thread: ThreadId, place: Place) -> bool {
        let mut held = self.monitors.iter().filter(|(_, monitor)| monitor.owner == Some(thread));
        held.any(|(object, _)| self.spot(*object, MONITOR).place == place)
    }

    /// Whether a thread may race on a word without fault of the program's: on statics of the JDK, which no program can
    /// guard, and on what `library::owned` lists; and the JDK's own code on what its initialisers have made.
    pub fn may_race(&self, thread: &Thread, spot: Spot) -> bool {
        if spot.object.is_null() || spot.part >= STATE {
            return false;
        }
        self.known_words(spot.object, spot.part, MethodId(u32::MAX)).is_for_all
            || self.is_in_library(thread) && self.is_made_by_initialiser_of_jdk(spot.object)
    }

    /// Whether an object was made while a class of the JDK was initialised: its name says so.
    fn is_made_by_initialiser_of_jdk(&self, object: Ref) -> bool {
        let Some(creator) = self.creating_class(object) else { return false };
        *self.hidden.creators.borrow_mut().entry(creator).or_insert_with(|| {
            let classes = (0..self.library.class_count()).map(ClassId);
            classes
                .filter(|class| self.library.is_of_jdk(*class))
                .any(|class| self.is_creator(class, creator))
        })
    }

    /// Whether a thread is in the JDK's own code.
    pub fn is_in_library(&self, thread: &Thread) -> bool {
        let method = thread.frames.last().map(|frame| self.library.method(frame.method));
        method.is_some_and(|method| method.visibility != Visibility::Program)
    }

    /// Whether a word may be a cache.
    pub fn is_derived_word(&self, spot: Spot) -> bool {
        let known = self.known_words(spot.object, spot.part, MethodId(u32::MAX));
        known.is_derived && !known.is_for_all
    }

    /// Whether code stops before this word wherever it is.
    pub fn is_exposed(&self, object: Ref, part: u32, method: MethodId) -> bool {
        !self.hidden.exposed.is_empty() && self.is_exposed_word(object, part, method)
    }

    /// The same, where something is exposed. Of final fields, those are that somebody was seen to write.
    #[cold]
    pub fn is_exposed_word(&self, object: Ref, part: u32, method: MethodId) -> bool {
        if self.heap.is_owned(object) {
            return false;
        }
        let Known { class, is_owned, is_final, .. } = self.known_words(object, part, method);
        let exposed = &self.hidden.exposed;
        !is_owned && (exposed.everything && !is_final || exposed.classes.contains(&class))
    }

    /// Takes note of an operation that writes a final field: those who read it have to stop for that.
    pub fn note_final_write(&mut self, operation: &NextOperation) {
        let Some(spot) = operation.spot.filter(|spot| operation.writes() && spot.part < ELEMENTS) else {
            return;
        };
        let known = self.known_words(spot.object, spot.part, MethodId(u32::MAX));
        let is_new = known.is_final && !known.is_owned && !self.hidden.exposed.classes.contains(&known.class);
        if is_new && !self.hidden.final_writes.contains(&known.class) {
            self.hidden.final_writes.push(known.class);
        }
    }

    /// The count of a thread's group, where somebody was seen to look at it: then its end changes it in sight.
    pub fn book_of(&self, thread: &Thread) -> Option<Spot> {
        if self.hidden.exposed.is_empty() {
            return None;
        }
        let group = self.get_reference(thread.object, "group");
        let count =
            (!group.is_null()).then(|| self.library.field_named(self.heap.class_of(group), "nthreads"))??;
        let part = u32::from(count.offset);
        self.is_exposed(group, part, MethodId(u32::MAX)).then(|| self.spot(group, part))
    }

    /// How whoever keeps a book of threads touches a word of it: as if reading, until somebody was seen to look.
    pub fn entry_touch(&self, book: Ref, part: u32) -> Touch {
        let access =
            if self.is_exposed(book, part, MethodId(u32::MAX)) { Access::Write } else { Access::Read };
        Touch { place: self.spot(book, part).place, access }
    }

    /// The same for a word that may be of no book.
    pub fn book_entry(&self, spot: Spot) -> Option<Touch> {
        let is_book =
            !spot.object.is_null() && self.known_words(spot.object, spot.part, MethodId(u32::MAX)).is_book;
        is_book.then(|| self.entry_touch(spot.object, spot.part))
    }

    /// Whether a method keeps a book of threads; so does the end of a thread, which no method makes.
    fn keeps_book(&self, method: MethodId) -> bool {
        if method.0 == u32::MAX {
            return true;
        }
        let method = self.library.method(method);
        owned::keeps_book(self.library.class_name(method.class), self.library.text(method.name))
    }

    /// The name of a method that touches words.
    pub fn toucher_name(&self, method: MethodId) -> String {
        if method.0 == u32::MAX { "the end of a thread".to_owned() } else { self.library.method_name(method) }
    }

    /// Calls a native method that is no operation here, and records what it touches of what others can reach.
    pub fn call_unseen(
        &mut self,
        thread: &mut Thread,
        native: &NativeMethod,
        arguments: &[u64],
    ) -> Result<u64, Trap> {
        self.publications.behind = true;
        // What it does to the permits, monitors and ends of threads lies in no word of the heap.
        if matches!(native.footprint, Footprint::Operation(..)) {
            for (spot, access) in native.footprint.spots(self, thread, arguments) {
                self.note_hidden(thread, spot.object, spot.part, access);
            }
        }
        if let Footprint::World(call) = native.footprint {
            for touch in call.touches(self, thread, arguments) {
                self.note_hidden_place(thread, touch, POSITIONS);
            }
        }
        self.observed(thread, |machine, thread| (native.call)(machine, thread, arguments))
    }

    /// Records a touch of something outside of the heap.
    fn note_hidden_place(&mut self, thread: &Thread, touch: Touch, name: &str) {
        if !self.hidden.records || touch.place == OUTPUT {
            return;
        }
        let class = WordClass::named(name);
        self.hidden.names.borrow_mut().entry(class).or_insert_with(|| name.to_owned());
        let method = thread.frames.last().map_or(MethodId(u32::MAX), |frame| frame.method);
        let (nested, within) = (thread.nested > 0, thread.within && thread.silent > 0);
        self.hidden.add(HiddenWord { thread: thread.id, touch, class, method, nested, within });
    }

    /// Whether native code that moves in files stops for that wherever it is.
    pub fn are_positions_exposed(&self) -> bool {
        self.hidden.exposed.everything || self.hidden.exposed.classes.contains(&WordClass::named(POSITIONS))
    }

    /// Does something, and records what it touches of what others can reach.
    pub fn observed<T>(
        &mut self,
        thread: &mut Thread,
        act: impl FnOnce(&mut Machine, &mut Thread) -> T,
    ) -> T {
        self.observed_beyond(thread, &[], act)
    }

    /// The same, where some of it was told.
    pub fn observed_beyond<T>(
        &mut self,
        thread: &mut Thread,
        told: &[Touch],
        act: impl FnOnce(&mut Machine, &mut Thread) -> T,
    ) -> T {
        self.heap.begin_observing();
        let result = act(self, thread);
        for (spot, access) in self.heap.take_observed(&self.library, !self.hidden.exposed.is_empty()) {
            let is_told = |touch: &Touch| touch.place == spot.place && touch.access >= access;
            if !told.iter().any(is_told) {
                self.note_hidden(thread, spot.object, spot.part, access);
            }
        }
        result
    }

    /// What starting and ending a thread writes into its object, which others look at: that it runs, and, as it ends, its
    /// group.
    pub fn words_of_life(&self, object: Ref) -> impl Iterator<Item = Touch> {
        let holder = self.get_reference(object, "holder");
        let status = if holder.is_null() { object } else { holder };
        [(status, "threadStatus"), (object, "eetop"), (object, "group")].into_iter().filter_map(
            |(object, name)| {
                let field = self.library.field_named(self.heap.class_of(object), name)?;
                Some(Touch::write(self.spot(object, u32::from(field.offset)).place))
            },
        )
    }

    /// Records that a thread touches a word that others can reach, and was not stopped for that.
    #[cold]
    #[inline(never)]
    pub fn note_hidden(&mut self, thread: &Thread, object: Ref, part: u32, access: Access) {
        self.publications.behind |= access == Access::Write;
        if !self.hidden.records || object.is_null() || self.heap.is_owned(object) {
            return;
        }
        let method = thread.frames.last().map_or(MethodId(u32::MAX), |frame| frame.method);
        let known = self.known_words(object, part, method);
        if known.is_owned {
            return;
        }
        if known.is_final && !self.hidden.exposed.classes.contains(&known.class) {
            if access == Access::Write && !self.hidden.final_writes.contains(&known.class) {
                self.hidden.final_writes.push(known.class);
            }
            return;
        }
        let access = match access {
            _ if !known.is_book => access,
            _ if self.keeps_book(method) => Access::Read,
            // Others' arrays of threads are arrays as any; who looks at a group's has looked at how many there are.
            _ if part >= ELEMENTS && part != MONITOR => access,
            _ => Access::Write,
        };
        let touch = Touch { place: Place::new(self.heap.name(object), part), access };
        let word = HiddenWord {
            thread: thread.id,
            touch,
            class: known.class,
            method,
            nested: thread.nested > 0,
            within: thread.within && thread.silent > 0,
        };
        self.hidden.add(word);
    }
}
