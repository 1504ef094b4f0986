//! What looks at machines have in common, so that another one costs little: names as hashes, the kinds of slots, which
//! objects the present look has met, what the objects on pages came to that were not written to since, and what the
//! tables of classes and constants came to that are still the same.
//!
//! An object on a page that is still the same has the same words, and what it refers to is still there: so what it is but
//! for the numbers of others stands, and these must be looked up. What depends on more than the words of the page, on
//! what never changes, and on whose names can be seen, is not kept.

use super::super::ClassState;
use super::super::heap::{Heap, PAGE_WORDS, PAGE_WORDS_LOG, PageVersion, Ref};
use super::Holds;
use crate::library::{ClassId, Library, MethodId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// What the slots of a method hold before each of its instructions.
pub type SlotsOfMethod = Rc<[Box<[Holds]>]>;

/// Things in the order of what they are called.
pub type Sorted<T> = Rc<[(u64, T)]>;

/// What was learnt of methods, classes and pages, for all forks of a machine.
#[derive(Default)]
pub struct Learnt {
    /// By number of the class; zero where nobody has asked.
    class_names: Vec<u64>,
    /// Which words of a class's instances are references, by number of the class.
    references: Vec<Option<Rc<[bool]>>>,
    pub(super) method_names: FxHashMap<MethodId, u64>,
    pub(super) slots: FxHashMap<MethodId, Option<SlotsOfMethod>>,
    /// For each two words of the heap (an object has two at least): the last look that met an object there, and its number.
    met: Vec<(u32, u32)>,
    /// What base objects are called, as far as somebody has asked; zero elsewhere.
    base_identities: Vec<u64>,
    /// How many looks there were.
    looks: u32,
    /// Of how many threads the names of objects could be seen at the last one.
    creators: usize,
    /// What constants and classes came to, and in which table, at the last look.
    resolved: Option<(Rc<Vec<Ref>>, Sorted<Ref>)>,
    classes: Option<(Rc<Vec<ClassState>>, Sorted<ClassId>)>,
    /// Where objects of these names were once.
    named: FxHashMap<u64, Ref>,
    /// By number of the page.
    pages: Vec<Option<Box<KnownPage>>>,
}

/// What the objects of a page came to.
struct KnownPage {
    version: PageVersion,
    /// For each two words, one more than the number of the object that begins there.
    numbers: [u16; PAGE_WORDS as usize / 2],
    objects: Vec<KnownObject>,
    /// What they refer to that was not in the base.
    references: Vec<Ref>,
}

#[derive(Clone, Copy)]
struct KnownObject {
    hash: u128,
    references: (u32, u32),
}

fn number_in_page(object: Ref) -> usize {
    ((object.0 & (PAGE_WORDS - 1)) >> 1) as usize
}

impl Learnt {
    /// Another look begins: nothing was met yet. What was kept stands as long as it does not depend on more names.
    pub(super) fn begin(&mut self, creators: usize) {
        if self.creators != creators {
            self.creators = creators;
            self.pages.clear();
        }
        if self.looks == u32::MAX {
            self.met.clear();
            self.looks = 0;
        }
        self.looks += 1;
    }

    /// The number of an object, if this look has met it.
    pub(super) fn number(&self, object: Ref) -> Option<u64> {
        let &(look, number) = self.met.get((object.0 >> 1) as usize)?;
        (look == self.looks).then_some(u64::from(number))
    }

    pub(super) fn meet(&mut self, object: Ref, number: u64) {
        let at = (object.0 >> 1) as usize;
        if self.met.len() <= at {
            self.met.resize((at + 1).next_power_of_two(), (0, 0));
        }
        self.met[at] = (self.looks, number as u32);
    }

    /// What a base object is called, if somebody has asked before.
    pub(super) fn base_identity(&self, object: Ref) -> Option<u64> {
        self.base_identities.get((object.0 >> 1) as usize).copied().filter(|identity| *identity != 0)
    }

    pub(super) fn keep_base_identity(&mut self, object: Ref, identity: u64) {
        let at = (object.0 >> 1) as usize;
        if self.base_identities.len() <= at {
            self.base_identities.resize((at + 1).next_power_of_two(), 0);
        }
        self.base_identities[at] = identity;
    }

    /// Keeps in mind where an object is.
    pub(super) fn keep_name(&mut self, name: u64, object: Ref) {
        self.named.insert(name, object);
    }

    /// The object of this name, where it still is where it was.
    pub(super) fn named(&self, heap: &Heap, name: u64) -> Option<Ref> {
        let object = self.named.get(&name).copied()?;
        (heap.has_page_of(object) && heap.word(object.0) != 0 && heap.name(object) == name).then_some(object)
    }

    /// What constants came to, by what they are called; found anew where the table is another one than at the last look.
    pub(super) fn resolved(
        &mut self,
        table: &Rc<Vec<Ref>>,
        find: impl FnOnce(&[Ref]) -> Vec<(u64, Ref)>,
    ) -> Sorted<Ref> {
        kept(&mut self.resolved, table, |table| find(table))
    }

    /// Classes that are not what they were, by their names; found anew where the table is another one than at the last look.
    pub(super) fn classes(
        &mut self,
        table: &Rc<Vec<ClassState>>,
        find: impl FnOnce(&[ClassState]) -> Vec<(u64, ClassId)>,
    ) -> Sorted<ClassId> {
        kept(&mut self.classes, table, |table| find(table))
    }

    pub(super) fn class_name(&mut self, library: &Library, class: ClassId) -> u64 {
        let number = class.0 as usize;
        if self.class_names.len() <= number {
            self.class_names.resize(number + 1, 0);
        }
        let name = &mut self.class_names[number];
        if *name == 0 {
            *name = xxh3_64(library.class_name(class).as_bytes());
        }
        *name
    }

    /// Which words of a class's instances are references.
    pub(super) fn references(&mut self, library: &Library, class: ClassId) -> Rc<[bool]> {
        let number = class.0 as usize;
        if self.references.len() <= number {
            self.references.resize(number + 1, None);
        }
        let words = self.references[number].get_or_insert_with(|| {
            let words = &library.class(class).reference_words;
            let count = words.iter().max().map_or(0, |last| usize::from(*last) + 1);
            (0..count).map(|word| words.contains(&(word as u16))).collect()
        });
        Rc::clone(words)
    }

    /// What an object came to, if its page was not written to since; adds what must be visited then.
    pub(super) fn known(&self, heap: &Heap, object: Ref, visit: &mut Vec<Ref>) -> Option<u128> {
        let page = object.0 >> PAGE_WORDS_LOG;
        let known = self.pages.get(page as usize)?.as_ref()?;
        let number = usize::from(known.numbers[number_in_page(object)]).checked_sub(1)?;
        if !heap.is_page_version(page, &known.version) {
            return None;
        }
        let KnownObject { hash, references: (start, end) } = known.objects[number];
        visit.extend_from_slice(&known.references[start as usize..end as usize]);
        Some(hash)
    }

    /// Keeps what an object of so many words came to, if it lies on one page.
    pub(super) fn keep(&mut self, heap: &Heap, object: Ref, words: u32, hash: u128, references: &[Ref]) {
        let page = object.0 >> PAGE_WORDS_LOG;
        if (object.0 & (PAGE_WORDS - 1)) + words > PAGE_WORDS {
            return;
        }
        if self.pages.len() <= page as usize {
            self.pages.resize_with(page as usize + 1, || None);
        }
        let known = &mut self.pages[page as usize];
        if known.as_ref().is_none_or(|known| !heap.is_page_version(page, &known.version)) {
            *known = Some(Box::new(KnownPage {
                version: heap.page_version(page),
                numbers: [0; PAGE_WORDS as usize / 2],
                objects: Vec::new(),
                references: Vec::new(),
            }));
        }
        let known = known.as_mut().expect("it was just put there");
        let start = known.references.len() as u32;
        known.references.extend_from_slice(references);
        let references = (start, known.references.len() as u32);
        known.objects.push(KnownObject { hash, references });
        known.numbers[number_in_page(object)] = known.objects.len() as u16;
    }
}

/// What was found of a table, as long as it is the same one.
fn kept<T, F: Clone>(
    kept: &mut Option<(Rc<T>, Sorted<F>)>,
    table: &Rc<T>,
    find: impl FnOnce(&T) -> Vec<(u64, F)>,
) -> Sorted<F> {
    if let Some((known, found)) = kept
        && Rc::ptr_eq(known, table)
    {
        return Rc::clone(found);
    }
    let mut found = find(table);
    found.sort_by_key(|(name, _)| *name);
    let found: Sorted<F> = found.into();
    *kept = Some((Rc::clone(table), Rc::clone(&found)));
    found
}
