//! Intermediate lists: each is a slice of memory that lists share, so taking elements off either end copies nothing.
//! A region of that memory has room on both sides; a list at its edge grows into the room, any other is copied into
//! a region of its own. A slice of an interned list is one, too, until something is put to it.
//!
//! Guarantees: putting an element to the end of the newest list of a region, and taking one off any list, takes
//! amortised constant time. Interning a list costs as many steps as elements were put to it or taken from it since
//! a list of its region was interned, or as it has elements, if that is less.

use super::scratch::{FIRST, HEADER, LIST, LIST_WORDS, Scratch};
use super::{NO_TERM, TermId, Terms};
use crate::terms::signature::SymbolId;
use crate::terms::sorts::SortId;
use smallvec::SmallVec;

/// Room beside a list that has begun to grow is at least this.
const LEAST_ROOM: usize = 4;

/// A part of the memory of lists; all places are absolute.
#[derive(Debug, Clone, Copy)]
struct Region {
    /// Where its memory starts and ends.
    low: u32,
    high: u32,
    /// Where its elements start and end.
    front: u32,
    back: u32,
    /// A list of this region that is interned, and where its elements are.
    frozen: TermId,
    frozen_from: u32,
    frozen_to: u32,
}

/// The memory of intermediate lists.
#[derive(Debug, Clone, Default)]
pub(super) struct Slices {
    regions: Vec<Region>,
    elements: Vec<TermId>,
    /// The other half of a copying collection, kept for its memory.
    spare: Vec<TermId>,
}

/// Where a list's elements are: in a region, or in an interned list.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Region(usize),
    Interned(TermId),
}

/// What a collection knows of a region.
#[derive(Clone, Copy)]
struct Live {
    from: u32,
    to: u32,
    /// The part whose elements have moved already.
    done_from: u32,
    done_to: u32,
}

/// A collection of lists: first every live list is needed, then the elements are moved, then the lists are told.
pub(super) struct SliceCollection {
    live: Vec<Live>,
    open: Vec<u32>,
    /// For each region its new index, and how far its elements have moved.
    moved: Vec<(u32, u32)>,
}

impl Slices {
    /// How many words the lists take.
    pub(super) fn len(&self) -> usize {
        self.elements.len() + self.regions.len() * (size_of::<Region>() / size_of::<TermId>())
    }

    pub(super) fn bytes(&self) -> usize {
        (self.len() + self.spare.capacity()) * size_of::<TermId>()
    }

    /// Whether the lists have taken more words than these.
    pub(super) fn is_large(&self, words: usize) -> bool {
        self.elements.capacity() > words
    }

    pub(super) fn clear(&mut self) {
        self.regions.clear();
        self.elements.clear();
    }

    pub(super) fn get(&self, from: u32, to: u32) -> &[TermId] {
        &self.elements[from as usize..to as usize]
    }

    /// Changes every reference to an interned term.
    pub(super) fn change(&mut self, mut change: impl FnMut(TermId) -> TermId) {
        for region in &mut self.regions {
            region.frozen = NO_TERM;
            for element in &mut self.elements[region.front as usize..region.back as usize] {
                if !element.is_scratch() {
                    *element = change(*element);
                }
            }
        }
    }

    pub(super) fn start_collection(&self) -> SliceCollection {
        let nothing = Live { from: u32::MAX, to: 0, done_from: 0, done_to: 0 };
        SliceCollection {
            live: vec![nothing; self.regions.len()],
            open: Vec::new(),
            moved: vec![(u32::MAX, 0); self.regions.len()],
        }
    }

    /// An empty region with so much room on both sides of so many elements, which are still to be written.
    fn add_region(&mut self, before: usize, length: usize, after: usize) -> (usize, usize) {
        let low = self.elements.len();
        let high = low + before + length + after;
        assert!(high < u32::MAX as usize, "the memory of lists is full");
        self.elements.resize(low + before, NO_TERM);
        self.regions.push(Region {
            low: low as u32,
            high: high as u32,
            front: (low + before) as u32,
            back: (low + before + length) as u32,
            frozen: NO_TERM,
            frozen_from: 0,
            frozen_to: 0,
        });
        (self.regions.len() - 1, low + before)
    }
}

impl SliceCollection {
    /// Says that a list is needed.
    pub(super) fn need(&mut self, region: usize, from: u32, to: u32) {
        let live = &mut self.live[region];
        if from < live.from || to > live.to {
            live.from = live.from.min(from);
            live.to = live.to.max(to);
            self.open.push(region as u32);
        }
    }

    /// Moves the elements that are needed since the last time, where they are; false if there are none.
    pub(super) fn step(&mut self, slices: &mut Slices, mut forward: impl FnMut(TermId) -> TermId) -> bool {
        let worked = !self.open.is_empty();
        while let Some(region) = self.open.pop() {
            let live = &mut self.live[region as usize];
            let (from, to) = (live.from as usize, live.to as usize);
            let (done_from, done_to) = match (live.done_from as usize, live.done_to as usize) {
                (from_before, to_before) if from_before < to_before => (from_before, to_before),
                _ => (from, from),
            };
            for element in &mut slices.elements[from..done_from] {
                *element = forward(*element);
            }
            for element in &mut slices.elements[done_to..to] {
                *element = forward(*element);
            }
            (live.done_from, live.done_to) = (live.from, live.to);
        }
        worked
    }

    /// Drops what is not needed. Regions keep some of their room where their lists can still grow.
    pub(super) fn finish(&mut self, slices: &mut Slices) {
        let from = std::mem::take(&mut slices.elements);
        slices.elements = std::mem::take(&mut slices.spare);
        slices.elements.clear();
        let regions = std::mem::take(&mut slices.regions);
        for (index, (region, live)) in regions.iter().zip(&self.live).enumerate() {
            if live.from >= live.to {
                continue;
            }
            let length = (live.to - live.from) as usize;
            let room = |free: u32, at_edge: bool| if at_edge { (free as usize).min(length / 2) } else { 0 };
            let before = room(region.front - region.low, live.from == region.front);
            let after = room(region.high - region.back, live.to == region.back);
            let (new, start) = slices.add_region(before, length, after);
            slices.elements.extend_from_slice(&from[live.from as usize..live.to as usize]);
            let end = slices.regions[new].high as usize;
            slices.elements.resize(end, NO_TERM);
            let shift = (start as u32).wrapping_sub(live.from);
            self.moved[index] = (new as u32, shift);
            if region.frozen != NO_TERM && region.frozen_from >= live.from && region.frozen_to <= live.to {
                let kept = &mut slices.regions[new];
                kept.frozen = region.frozen;
                kept.frozen_from = region.frozen_from.wrapping_add(shift);
                kept.frozen_to = region.frozen_to.wrapping_add(shift);
            }
        }
        slices.spare = from;
    }

    /// Where a list is after the collection.
    pub(super) fn find(&self, region: usize, from: u32, to: u32) -> (usize, u32, u32) {
        let (new, shift) = self.moved[region];
        (new as usize, from.wrapping_add(shift), to.wrapping_add(shift))
    }
}

impl Scratch {
    /// Whether an intermediate term is a list.
    pub(super) fn is_list(&self, term: TermId) -> bool {
        self.words[Self::at(term) + 1].0 & 0xFF == LIST
    }

    /// Where the elements of a list are.
    pub(super) fn list(&self, term: TermId) -> (Place, u32, u32) {
        let at = Self::at(term) + HEADER;
        let place = self.words[at];
        let place = if place.is_scratch() { Place::Region(Self::at(place)) } else { Place::Interned(place) };
        (place, self.words[at + 1].0, self.words[at + 2].0)
    }

    fn add_list(&mut self, symbol: SymbolId, sort: SortId, place: Place, from: u32, to: u32) -> TermId {
        let id = FIRST + self.words.len() as u32;
        let place = match place {
            Place::Region(region) => TermId(FIRST + region as u32),
            Place::Interned(list) => list,
        };
        let head = [TermId(symbol.0), TermId(u32::from(sort.0) << 8 | LIST), NO_TERM];
        let list: [TermId; LIST_WORDS] = [place, TermId(from), TermId(to)];
        self.words.extend_from_slice(&[head[0], head[1], head[2], list[0], list[1], list[2]]);
        TermId(id)
    }
}

impl Terms {
    /// The elements of a list from one position to another, at least two of them, as an intermediate term.
    pub(crate) fn slice(&mut self, list: TermId, from: usize, to: usize) -> TermId {
        let arguments = self.arguments(list);
        if to - from == arguments.len() {
            return list;
        }
        let symbol = self.symbol(list);
        let sort = self.part_sort(symbol, &arguments[from..to], self.sort(list));
        let (place, offset) = if list.is_scratch() {
            match (self.scratch.interned(list), self.scratch.list(list)) {
                (NO_TERM, (place, offset, _)) => (place, offset),
                // What is interned now is nearer to this list than what was before.
                (known, _) => (Place::Interned(known), 0),
            }
        } else {
            (Place::Interned(list), 0)
        };
        self.scratch.add_list(symbol, sort, place, offset + from as u32, offset + to as u32)
    }

    /// Lists and elements, at least two and none of them the identity, as one intermediate list.
    pub(crate) fn join_slices(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        let mut sort = self.sort(arguments[0]);
        for &argument in &arguments[1..] {
            sort = self.signature.least_sort(symbol, &[sort, self.sort(argument)]);
        }
        let (mut total, mut longest, mut base) = (0, 0, 0);
        for (index, &argument) in arguments.iter().enumerate() {
            let length = self.length_in(symbol, argument);
            total += length;
            if length > longest {
                (longest, base) = (length, index);
            }
        }
        if longest == 1 {
            // Nothing that has begun to grow: no room yet.
            let (region, start) = self.scratch.slices.add_region(0, total, 0);
            self.scratch.slices.elements.extend_from_slice(arguments);
            return self.scratch.add_list(
                symbol,
                sort,
                Place::Region(region),
                start as u32,
                (start + total) as u32,
            );
        }
        let (place, mut from, mut to) = self.place(arguments[base]);
        let (mut left, mut right) = (&arguments[..base], &arguments[base + 1..]);
        // Elements that were taken off are put back without a copy.
        while let Some((&last, others)) = left.split_last()
            && from > self.edges(place).0
            && self.element_at(place, from - 1) == last
        {
            (left, from) = (others, from - 1);
        }
        while let Some((&first, others)) = right.split_first()
            && to < self.edges(place).1
            && self.element_at(place, to) == first
        {
            (right, to) = (others, to + 1);
        }
        let whole = left.is_empty() && right.is_empty();
        if let Place::Interned(list) = place
            && whole
            && (from, to) == self.edges(place)
        {
            return list;
        }
        let count =
            |parts: &[TermId]| -> usize { parts.iter().map(|&part| self.length_in(symbol, part)).sum() };
        let (before, after) = (count(left), count(right));
        // What a list can still grow where it is not growing now.
        let (mut room_before, mut room_after) = (0, 0);
        if let Place::Region(region) = place {
            let kept = &self.scratch.slices.regions[region];
            room_before = if kept.front == from { (from - kept.low) as usize } else { 0 };
            room_after = if kept.back == to { (kept.high - to) as usize } else { 0 };
        }
        if whole || (before <= room_before && after <= room_after) {
            let (front, back) = (from - before as u32, to + after as u32);
            if !whole && let Place::Region(region) = place {
                self.write_elements(symbol, left, front as usize);
                self.write_elements(symbol, right, to as usize);
                let kept = &mut self.scratch.slices.regions[region];
                kept.front = kept.front.min(front);
                kept.back = kept.back.max(back);
            }
            return self.scratch.add_list(symbol, sort, place, front, back);
        }
        // A list that grows gets room where it grows.
        let room = LEAST_ROOM.max(total / 2);
        let room_before = if before > 0 { room } else { room_before.min(room) };
        let room_after = if after > 0 { room } else { room_after.min(room) };
        let (region, start) = self.scratch.slices.add_region(room_before, total, room_after);
        let end = self.scratch.slices.regions[region].high as usize;
        self.scratch.slices.elements.resize(end, NO_TERM);
        self.write_elements(symbol, left, start);
        self.write_slice(place, from, to, start + before);
        self.write_elements(symbol, right, start + total - after);
        self.scratch.add_list(symbol, sort, Place::Region(region), start as u32, (start + total) as u32)
    }

    /// Where the elements of a list are.
    fn place(&self, list: TermId) -> (Place, u32, u32) {
        if list.is_scratch() {
            self.scratch.list(list)
        } else {
            (Place::Interned(list), 0, self.nodes[list.0 as usize].length)
        }
    }

    /// Between which places there are elements.
    fn edges(&self, place: Place) -> (u32, u32) {
        match place {
            Place::Region(region) => {
                let region = &self.scratch.slices.regions[region];
                (region.front, region.back)
            }
            Place::Interned(list) => (0, self.nodes[list.0 as usize].length),
        }
    }

    fn element_at(&self, place: Place, at: u32) -> TermId {
        match place {
            Place::Region(_) => self.scratch.slices.elements[at as usize],
            Place::Interned(list) => self.arguments(list)[at as usize],
        }
    }

    fn length_in(&self, symbol: SymbolId, argument: TermId) -> usize {
        if self.symbol(argument) == symbol { self.arguments(argument).len() } else { 1 }
    }

    /// Writes lists and elements one after the other.
    fn write_elements(&mut self, symbol: SymbolId, arguments: &[TermId], mut at: usize) {
        for &argument in arguments {
            if self.symbol(argument) != symbol {
                self.scratch.slices.elements[at] = argument;
                at += 1;
                continue;
            }
            let (place, from, to) = self.place(argument);
            self.write_slice(place, from, to, at);
            at += (to - from) as usize;
        }
    }

    fn write_slice(&mut self, place: Place, from: u32, to: u32, at: usize) {
        let (from, to) = (from as usize, to as usize);
        let elements = &mut self.scratch.slices.elements;
        match place {
            Place::Region(_) => elements.copy_within(from..to, at),
            Place::Interned(list) => {
                let start = self.nodes[list.0 as usize].start as usize;
                elements[at..at + to - from].copy_from_slice(&self.pool[start + from..start + to]);
            }
        }
    }

    /// Interns a list; `None` if elements have to be interned first, which are then on the stack.
    pub(super) fn freeze_list(&mut self, term: TermId, stack: &mut Vec<TermId>) -> Option<TermId> {
        let (symbol, sort) = (self.scratch.symbol(term), self.scratch.sort(term));
        let (region, from, to) = match self.scratch.list(term) {
            (Place::Interned(list), from, to) => {
                return self.make_from_range(list, from as usize, to as usize);
            }
            (Place::Region(region), from, to) => (region, from, to),
        };
        let Region { frozen, frozen_from, frozen_to, .. } = self.scratch.slices.regions[region];
        let whole = from as usize..to as usize;
        if frozen != NO_TERM && frozen_from <= from && to <= frozen_to {
            return self.make_from_range(frozen, (from - frozen_from) as usize, (to - frozen_from) as usize);
        }
        let known = if frozen != NO_TERM && from <= frozen_from && frozen_to <= to {
            frozen_from as usize..frozen_to as usize
        } else {
            whole.start..whole.start
        };
        let height = stack.len();
        for index in (whole.start..known.start).chain(known.end..whole.end) {
            let element = self.scratch.slices.elements[index];
            if element.is_scratch() {
                match self.scratch.interned(element) {
                    NO_TERM => stack.push(element),
                    known => self.scratch.slices.elements[index] = known,
                }
            }
        }
        if stack.len() > height {
            return None;
        }
        let elements = &self.scratch.slices.elements;
        let made = if known.is_empty() {
            let elements: SmallVec<[TermId; 32]> = SmallVec::from_slice(&elements[whole]);
            self.intern_with_sort(symbol, 0, &elements, Some(sort))
        } else {
            let mut parts: SmallVec<[TermId; 32]> = SmallVec::from_slice(&elements[whole.start..known.start]);
            parts.push(frozen);
            parts.extend_from_slice(&elements[known.end..whole.end]);
            self.join_lists(symbol, &parts)
        };
        let kept = &mut self.scratch.slices.regions[region];
        (kept.frozen, kept.frozen_from, kept.frozen_to) = (made, from, to);
        Some(made)
    }
}
