//! Mark and sweep. Objects stay where they are, keep their names, and free space is handed out again by runs of words.
//!
//! References in typed places (fields, elements, statics) are exact; the slots of thread stacks are not typed, so a slot
//! that looks like a reference keeps the object. That may keep garbage alive, and never frees anything that is used.

use super::{Heap, PAGE_WORDS, PAGE_WORDS_LOG, Ref};
use crate::library::ClassId;
use crate::library::{ClassShape, Library};

/// One bit a word.
struct Bits(Vec<u64>);

impl Bits {
    fn new(words: u32) -> Bits {
        Bits(vec![0; words as usize / 64 + 1])
    }

    fn has(&self, index: u32) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Sets a bit, and says whether it was clear.
    fn set(&mut self, index: u32) -> bool {
        let word = &mut self.0[index as usize / 64];
        let bit = 1 << (index % 64);
        let was_clear = *word & bit == 0;
        *word |= bit;
        was_clear
    }
}

impl Heap {
    /// The words of an object, its header included.
    pub fn size_of(&self, library: &Library, object: Ref) -> u32 {
        let length = self.length(object);
        match library.class(self.class_of(object)).element_kind() {
            Some(kind) => 2 + (u64::from(length) * kind.element_bytes() as u64).div_ceil(8) as u32,
            None => length,
        }
    }

    /// Walks the objects of the heap, in the order of their addresses.
    pub fn for_each_object(&self, library: &Library, mut visit: impl FnMut(Ref, u32)) {
        let end = self.next_page << PAGE_WORDS_LOG;
        let mut at = PAGE_WORDS;
        while at < end {
            if at == self.cursor {
                at = self.end;
                continue;
            }
            let header = self.word(at);
            if header == 0 {
                // The rest of a page that was released.
                at = (at | (PAGE_WORDS - 1)) + 1;
                continue;
            }
            let words = self.size_of(library, Ref(at)).max(1);
            if header as u32 != 0 {
                visit(Ref(at), words);
            }
            at += words;
        }
    }

    /// Visits the objects on pages that differ from those of another heap, of which this one is a fork.
    pub fn for_each_on_changed_pages(
        &self,
        other: &Heap,
        library: &Library,
        mut visit: impl FnMut(Ref, u32),
    ) {
        let mut changed = self.pages.changed(&other.pages, other.next_page);
        let mut large: Vec<u32> = Vec::new();
        for (first, count) in &self.large {
            let pages = *first..first + count;
            if changed.iter().any(|page| pages.contains(page)) {
                large.push(*first);
                changed.retain(|page| !pages.contains(page));
            }
        }
        for first in large {
            let object = Ref(first << PAGE_WORDS_LOG);
            visit(object, self.size_of(library, object));
        }
        for page in changed {
            let mut at = page << PAGE_WORDS_LOG;
            let end = at + PAGE_WORDS;
            while at < end {
                if at == self.cursor && self.cursor < self.end {
                    at = self.end;
                    continue;
                }
                let header = self.word(at);
                if header == 0 {
                    break;
                }
                let words = self.size_of(library, Ref(at)).max(1);
                if header as u32 != 0 {
                    visit(Ref(at), words);
                }
                at += words;
            }
        }
    }

    /// Frees what cannot be reached. `exact` are references; `guesses` are slots that may be.
    pub fn collect(
        &mut self,
        library: &Library,
        mirror_class: ClassId,
        mirror_id_word: u16,
        exact: &[Ref],
        guesses: &[u64],
    ) {
        let words = self.next_page << PAGE_WORDS_LOG;
        let mut starts = Bits::new(words);
        self.for_each_object(library, |object, _| {
            starts.set(object.0);
        });
        let mut marked = Bits::new(words);
        let mut work: Vec<Ref> = Vec::new();
        let reach = |reference: Ref, marked: &mut Bits, work: &mut Vec<Ref>| {
            if !reference.is_null() && marked.set(reference.0) {
                work.push(reference);
            }
        };
        for reference in exact {
            reach(*reference, &mut marked, &mut work);
        }
        for guess in guesses {
            if let Ok(index) = u32::try_from(*guess)
                && starts.has(index)
            {
                reach(Ref(index), &mut marked, &mut work);
            }
        }
        while let Some(object) = work.pop() {
            let class = library.class(self.class_of(object));
            match class.shape {
                ClassShape::ReferenceArray(_) => {
                    for index in 0..self.length(object) {
                        reach(Ref(self.load32(object, index)), &mut marked, &mut work);
                    }
                }
                ClassShape::Instance => {
                    for offset in &class.reference_words {
                        reach(self.load_reference(object, *offset), &mut marked, &mut work);
                    }
                    if class.id == mirror_class {
                        let mirrored = library.class(ClassId(self.load_field(object, mirror_id_word) as u32));
                        for offset in &mirrored.static_reference_words {
                            let at = mirror_id_word + 1 + offset;
                            if u32::from(at) < self.length(object) {
                                reach(self.load_reference(object, at), &mut marked, &mut work);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.sweep(library, &marked);
    }

    fn sweep(&mut self, library: &Library, marked: &Bits) {
        self.write_filler(self.cursor, self.end - self.cursor);
        self.cursor = 0;
        self.end = 0;
        let mut live = Vec::new();
        let mut live_words = 0;
        self.for_each_object(library, |object, words| {
            if marked.has(object.0) {
                live.push((object.0, words));
                live_words += u64::from(words);
            }
        });
        self.large.retain(|(first, _)| marked.has(first << PAGE_WORDS_LOG));
        self.free_runs.clear();
        let mut free_from = PAGE_WORDS;
        let end = self.next_page << PAGE_WORDS_LOG;
        for (start, words) in live.into_iter().chain([(end, 0)]) {
            self.free(free_from, start);
            free_from = start + words;
        }
        self.free_runs.reverse();
        self.live = live_words;
        self.allocated = 0;
        self.threshold = (live_words / 2).max(8 << 20);
    }

    /// Frees the words of a gap: whole pages go back, what remains of others becomes a run.
    fn free(&mut self, from: u32, to: u32) {
        const SMALLEST_RUN: u32 = 8;
        let mut at = from;
        while at < to {
            let page_end = (at | (PAGE_WORDS - 1)) + 1;
            let end = page_end.min(to);
            let length = end - at;
            if length == PAGE_WORDS {
                self.pages.release(at >> PAGE_WORDS_LOG);
                self.free_runs.push((at, length));
            } else {
                self.write_filler(at, length);
                if length >= SMALLEST_RUN {
                    self.free_runs.push((at, length));
                }
            }
            at = end;
        }
    }
}
