//! The two-level page table. A fork copies the upper table; the first write to a page after it copies the page and
//! the leaf that leads to it.
//!
//! Runs never move between OS threads, so the counts are plain (`Rc`), and a write costs two comparisons of counts.

use std::rc::Rc;

/// Words of a page, as a power of two.
pub const PAGE_WORDS_LOG: u32 = 9;
/// Words of a page.
pub const PAGE_WORDS: u32 = 1 << PAGE_WORDS_LOG;
const LEAF_PAGES_LOG: u32 = 7;
const LEAF_PAGES: usize = 1 << LEAF_PAGES_LOG;

type Page = [u64; PAGE_WORDS as usize];

#[derive(Clone)]
struct Leaf {
    pages: [Rc<Page>; LEAF_PAGES],
}

/// What a page held when somebody looked at it.
pub struct PageVersion(Rc<Page>);

/// The pages of a heap.
#[derive(Clone)]
pub(super) struct Pages {
    leaves: Vec<Rc<Leaf>>,
    zero: Rc<Page>,
}

impl Default for Pages {
    fn default() -> Self {
        let mut pages = Pages { leaves: Vec::new(), zero: Rc::new([0; PAGE_WORDS as usize]) };
        pages.reserve(1);
        pages
    }
}

impl Pages {
    /// Makes sure that pages below `count` can be used. Fresh pages read as zero.
    pub(super) fn reserve(&mut self, count: u32) {
        while (self.leaves.len() << LEAF_PAGES_LOG) < count as usize {
            let pages = std::array::from_fn(|_| Rc::clone(&self.zero));
            self.leaves.push(Rc::new(Leaf { pages }));
        }
    }

    /// Gives a page's memory back; it reads as zero from now on.
    pub(super) fn release(&mut self, page: u32) {
        let leaf = Rc::make_mut(&mut self.leaves[(page >> LEAF_PAGES_LOG) as usize]);
        leaf.pages[page as usize & (LEAF_PAGES - 1)] = Rc::clone(&self.zero);
    }

    fn page(&self, number: u32) -> &Rc<Page> {
        &self.leaves[(number >> LEAF_PAGES_LOG) as usize].pages[number as usize & (LEAF_PAGES - 1)]
    }

    /// What a page holds now. The next write to it copies it.
    pub(super) fn version(&self, number: u32) -> PageVersion {
        PageVersion(Rc::clone(self.page(number)))
    }

    /// Whether a page was not written to since somebody looked at it, in this table or in one of which this is a fork.
    pub(super) fn is_version(&self, number: u32, version: &PageVersion) -> bool {
        Rc::ptr_eq(self.page(number), &version.0)
    }

    /// The pages below `count` whose memory is not that of another table, of which this one is a fork.
    pub(super) fn changed(&self, other: &Pages, count: u32) -> Vec<u32> {
        let mut changed = Vec::new();
        for (number, (mine, theirs)) in self.leaves.iter().zip(&other.leaves).enumerate() {
            if Rc::ptr_eq(mine, theirs) {
                continue;
            }
            let pages = mine.pages.iter().zip(&theirs.pages).enumerate();
            let differing = pages.filter(|(_, (mine, theirs))| !Rc::ptr_eq(mine, theirs));
            changed.extend(differing.map(|(page, _)| (number * LEAF_PAGES + page) as u32));
        }
        changed.retain(|page| *page < count);
        changed
    }

    #[inline(always)]
    pub(super) fn load(&self, index: u32) -> u64 {
        let leaf = &self.leaves[(index >> (PAGE_WORDS_LOG + LEAF_PAGES_LOG)) as usize];
        let page = &leaf.pages[(index >> PAGE_WORDS_LOG) as usize & (LEAF_PAGES - 1)];
        page[(index & (PAGE_WORDS - 1)) as usize]
    }

    #[inline(always)]
    pub(super) fn word_mut(&mut self, index: u32) -> &mut u64 {
        let leaf = &mut self.leaves[(index >> (PAGE_WORDS_LOG + LEAF_PAGES_LOG)) as usize];
        if Rc::get_mut(leaf).is_none() {
            unshare(leaf);
        }
        let leaf = Rc::get_mut(leaf).expect("it was just unshared");
        let page = &mut leaf.pages[(index >> PAGE_WORDS_LOG) as usize & (LEAF_PAGES - 1)];
        if Rc::get_mut(page).is_none() {
            unshare(page);
        }
        let page = Rc::get_mut(page).expect("it was just unshared");
        &mut page[(index & (PAGE_WORDS - 1)) as usize]
    }

    #[inline(always)]
    pub(super) fn store(&mut self, index: u32, value: u64) {
        *self.word_mut(index) = value;
    }
}

#[cold]
#[inline(never)]
fn unshare<T: Clone>(shared: &mut Rc<T>) {
    *shared = Rc::new(T::clone(shared));
}
