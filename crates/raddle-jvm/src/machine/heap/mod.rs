//! The heap: words in copy-on-write pages behind a two-level table, so that a fork costs what is written afterwards.
//!
//! An object is a run of words. Word 0: its class (low half) and its length in elements, for arrays, or in words (high
//! half). Word 1: its name (creator and number) and flags. Then its fields, one word each, or its packed elements.
//! Pages hold indices, never addresses. Objects do not cross pages unless they are larger than one.
//!
//! What a word of a narrower kind holds is its low bits; the bits above are zero.
//!
//! `load…` and `store…` are for the interpreter, which says itself what it touches. All others go through `observe`,
//! which can be asked what was touched.

pub mod collect;
pub mod observe;
mod pages;

use crate::library::ClassId;
use pages::Pages;
pub use pages::{PAGE_WORDS, PAGE_WORDS_LOG, PageVersion};

/// A reference: the index of an object's first word; zero is null.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ref(pub u32);

impl Ref {
    /// No object.
    pub const NULL: Ref = Ref(0);

    /// Whether it refers to nothing.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// As a slot of the stack.
    #[inline(always)]
    pub fn slot(self) -> u64 {
        u64::from(self.0)
    }

    /// From a slot of the stack.
    #[inline(always)]
    pub fn from_slot(slot: u64) -> Ref {
        Ref(slot as u32)
    }
}

/// The bytes of an object before its fields or elements.
pub const HEADER_BYTES: u64 = 16;

const SHARED: u64 = 1 << 63;
const OWNED: u64 = 1 << 61;
const NAME: u64 = !(SHARED | OWNED);

/// The heap of one machine.
#[derive(Clone)]
pub struct Heap {
    pages: Pages,
    cursor: u32,
    end: u32,
    free_runs: Vec<(u32, u32)>,
    next_page: u32,
    /// Words handed out since the last collection.
    allocated: u64,
    /// When to collect next.
    threshold: u64,
    /// The largest heap, in words.
    limit: u64,
    /// Words that lived after the last collection.
    live: u64,
    /// Objects larger than a page: first page and number of pages.
    large: Vec<(u32, u32)>,
    /// What is touched by others than the interpreter.
    observer: observe::Observer,
}

/// The heap is full.
#[derive(Clone, Copy, Debug)]
pub struct OutOfMemory;

impl Heap {
    /// An empty heap of at most `limit` words.
    pub fn new(limit: u64) -> Heap {
        Heap {
            pages: Pages::default(),
            cursor: 0,
            end: 0,
            free_runs: Vec::new(),
            next_page: 1,
            allocated: 0,
            threshold: 8 << 20,
            limit,
            live: 0,
            large: Vec::new(),
            observer: observe::Observer::default(),
        }
    }

    /// Reads a word.
    #[inline(always)]
    pub fn word(&self, index: u32) -> u64 {
        self.pages.load(index)
    }

    /// Writes a word.
    #[inline(always)]
    pub fn set_word(&mut self, index: u32, value: u64) {
        self.pages.store(index, value);
    }

    /// The class of an object.
    #[inline(always)]
    pub fn class_of(&self, object: Ref) -> ClassId {
        ClassId(self.word(object.0) as u32)
    }

    /// The length of an array.
    #[inline(always)]
    pub fn length(&self, array: Ref) -> u32 {
        (self.word(array.0) >> 32) as u32
    }

    /// Creator and number of an object.
    pub fn name(&self, object: Ref) -> u64 {
        self.word(object.0 + 1) & NAME
    }

    /// Whether the object belongs to the library's own bookkeeping.
    #[inline(always)]
    pub fn is_owned(&self, object: Ref) -> bool {
        self.word(object.0 + 1) & OWNED != 0
    }

    /// Gives an object to the library's own bookkeeping.
    pub fn set_owned(&mut self, object: Ref) {
        let word = self.word(object.0 + 1);
        self.set_word(object.0 + 1, word | OWNED);
    }

    /// Whether more than one thread may reach the object.
    #[inline(always)]
    pub fn is_shared(&self, object: Ref) -> bool {
        self.word(object.0 + 1) & SHARED != 0
    }

    /// Marks an object as shared.
    pub fn set_shared(&mut self, object: Ref) {
        let word = self.word(object.0 + 1);
        self.set_word(object.0 + 1, word | SHARED);
    }

    /// A field, by its word offset.
    #[inline(always)]
    pub fn load_field(&self, object: Ref, offset: u16) -> u64 {
        self.word(object.0 + u32::from(offset))
    }

    /// A reference field.
    #[inline(always)]
    pub fn load_reference(&self, object: Ref, offset: u16) -> Ref {
        Ref(self.load_field(object, offset) as u32)
    }

    /// Writes a field.
    #[inline(always)]
    pub fn store_field(&mut self, object: Ref, offset: u16, value: u64) {
        self.set_word(object.0 + u32::from(offset), value);
    }

    /// A 32-bit element.
    #[inline(always)]
    pub fn load32(&self, array: Ref, index: u32) -> u32 {
        (self.word(array.0 + 2 + (index >> 1)) >> ((index & 1) * 32)) as u32
    }

    /// Writes a 32-bit element.
    #[inline(always)]
    pub fn store32(&mut self, array: Ref, index: u32, value: u32) {
        let shift = (index & 1) * 32;
        let word = self.pages.word_mut(array.0 + 2 + (index >> 1));
        *word = (*word & !(0xFFFF_FFFF << shift)) | (u64::from(value) << shift);
    }

    /// A 16-bit element.
    #[inline(always)]
    pub fn load16(&self, array: Ref, index: u32) -> u16 {
        (self.word(array.0 + 2 + (index >> 2)) >> ((index & 3) * 16)) as u16
    }

    /// Writes a 16-bit element.
    #[inline(always)]
    pub fn store16(&mut self, array: Ref, index: u32, value: u16) {
        let shift = (index & 3) * 16;
        let word = self.pages.word_mut(array.0 + 2 + (index >> 2));
        *word = (*word & !(0xFFFF << shift)) | (u64::from(value) << shift);
    }

    /// An 8-bit element.
    #[inline(always)]
    pub fn load8(&self, array: Ref, index: u32) -> u8 {
        (self.word(array.0 + 2 + (index >> 3)) >> ((index & 7) * 8)) as u8
    }

    /// Writes an 8-bit element.
    #[inline(always)]
    pub fn store8(&mut self, array: Ref, index: u32, value: u8) {
        let shift = (index & 7) * 8;
        let word = self.pages.word_mut(array.0 + 2 + (index >> 3));
        *word = (*word & !(0xFF << shift)) | (u64::from(value) << shift);
    }

    /// A 64-bit element.
    #[inline(always)]
    pub fn load64(&self, array: Ref, index: u32) -> u64 {
        self.word(array.0 + 2 + index)
    }

    /// Writes a 64-bit element.
    #[inline(always)]
    pub fn store64(&mut self, array: Ref, index: u32, value: u64) {
        self.set_word(array.0 + 2 + index, value);
    }

    /// Words that are in use, or were when they were last looked at.
    pub fn words_in_use(&self) -> u64 {
        self.live + self.allocated
    }

    /// What a page holds now.
    pub fn page_version(&self, page: u32) -> PageVersion {
        self.pages.version(page)
    }

    /// Whether a page is what it was when somebody looked at it.
    pub fn is_page_version(&self, page: u32, version: &PageVersion) -> bool {
        self.pages.is_version(page, version)
    }

    /// Whether the page of an object is one of this heap's.
    pub fn has_page_of(&self, object: Ref) -> bool {
        object.0 >> PAGE_WORDS_LOG < self.next_page
    }

    /// Pages that were handed out, those that were given back included.
    pub fn pages_in_use(&self) -> u32 {
        self.next_page
    }

    /// Whether it is time to collect.
    #[inline(always)]
    pub fn wants_collection(&self) -> bool {
        self.allocated > self.threshold
    }

    /// A new object of so many words, all zero but its header.
    #[inline]
    pub fn allocate(
        &mut self,
        words: u32,
        class: ClassId,
        length: u32,
        name: u64,
    ) -> Result<Ref, OutOfMemory> {
        let start = if words <= self.end - self.cursor {
            let start = self.cursor;
            self.cursor += words;
            start
        } else {
            self.allocate_slowly(words)?
        };
        self.allocated += u64::from(words);
        self.set_word(start, u64::from(class.0) | (u64::from(length) << 32));
        self.set_word(start + 1, name & NAME);
        Ok(Ref(start))
    }

    #[cold]
    fn allocate_slowly(&mut self, words: u32) -> Result<u32, OutOfMemory> {
        if self.live + self.allocated + u64::from(words) > self.limit {
            return Err(OutOfMemory);
        }
        if words > PAGE_WORDS {
            let first = self.next_page;
            self.next_page += words.div_ceil(PAGE_WORDS);
            self.large.push((first, words.div_ceil(PAGE_WORDS)));
            self.pages.reserve(self.next_page);
            let used = words % PAGE_WORDS;
            if used != 0 {
                self.write_filler((first << PAGE_WORDS_LOG) + words, PAGE_WORDS - used);
            }
            return Ok(first << PAGE_WORDS_LOG);
        }
        loop {
            self.write_filler(self.cursor, self.end - self.cursor);
            if let Some((start, length)) = self.free_runs.pop() {
                self.cursor = start;
                self.end = start + length;
                for index in start..start + length {
                    self.set_word(index, 0);
                }
            } else {
                let page = self.next_page;
                self.next_page += 1;
                self.pages.reserve(self.next_page);
                self.cursor = page << PAGE_WORDS_LOG;
                self.end = self.cursor + PAGE_WORDS;
            }
            if words <= self.end - self.cursor {
                let start = self.cursor;
                self.cursor += words;
                return Ok(start);
            }
        }
    }

    /// Makes unused words look like an object of class zero, so that pages can be walked.
    fn write_filler(&mut self, start: u32, words: u32) {
        if words > 0 {
            self.set_word(start, u64::from(words) << 32);
        }
    }
}

impl Heap {
    /// Changes the largest size, in words.
    pub fn set_limit(&mut self, words: u64) {
        self.limit = words;
    }
}
