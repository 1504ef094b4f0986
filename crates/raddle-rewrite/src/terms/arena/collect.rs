//! Dropping interned terms: everything that was made after a mark and is not needed any more. What is older stays,
//! with its ids. What is needed moves together and gets new ids in the old order, so arguments still come before
//! the terms they are in; lists that share memory go on sharing it.

use super::flat::{BASE, BASE_INVERSE, element_hash};
use super::scratch::Scratch;
use super::{EMPTY, MOST_NODES, NO_TERM, Node, TermId, Terms};
use crate::terms::signature::Shape;

/// A place in the history of an arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    nodes: usize,
    pool: usize,
}

/// A collection: first every root is needed, then the arena is rebuilt, then every root is found again.
pub(crate) struct Collection {
    mark: Mark,
    /// For each term after the mark, `NO_TERM`, or what it is called after the collection.
    ids: Vec<TermId>,
    needed: Vec<u32>,
    /// For each place of the pool after the mark, the next one at or after it, perhaps by way of others, whose
    /// element has not been looked at: lists that share memory are looked at once.
    unseen: Vec<u32>,
}

impl Terms {
    /// Now. Lists lose their room, so that what is older is not written to any more.
    pub(crate) fn mark(&mut self) -> Mark {
        self.rooms.clear();
        Mark { nodes: self.nodes.len(), pool: self.pool.len() }
    }

    /// Starts to collect what was made after the mark; `None` where numbers have tables of their own.
    pub(crate) fn start_collection(&self, mark: Mark) -> Option<Collection> {
        self.has_plain_numbers().then(|| Collection {
            mark,
            ids: vec![NO_TERM; self.nodes.len() - mark.nodes],
            needed: Vec::new(),
            unseen: (0..=(self.pool.len() - mark.pool) as u32).collect(),
        })
    }

    /// Changes every reference from an intermediate term to an interned one.
    pub(crate) fn change_scratch(&mut self, mut change: impl FnMut(&Terms, TermId) -> TermId) {
        let mut scratch = std::mem::replace(&mut self.scratch, Scratch::new());
        scratch.change(|term| change(self, term));
        self.scratch = scratch;
    }
}

impl Collection {
    /// The place of a term after the mark.
    fn index(&self, term: TermId) -> Option<usize> {
        (term.0 as usize).checked_sub(self.mark.nodes).filter(|&index| index < self.ids.len())
    }

    /// Says that a term is needed, and all that is in it.
    pub(crate) fn need(&mut self, terms: &Terms, term: TermId) {
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            let Some(index) = self.index(term) else { continue };
            if self.ids[index] == NO_TERM {
                self.ids[index] = term;
                self.needed.push(index as u32);
                self.look_at(terms, term, &mut stack);
            }
        }
    }

    /// Puts the arguments of a term that nobody has looked at on the stack.
    fn look_at(&mut self, terms: &Terms, term: TermId, stack: &mut Vec<TermId>) {
        let node = &terms.nodes[term.0 as usize];
        // What is in older memory is older, too.
        let Some(start) = (node.start as usize).checked_sub(self.mark.pool) else { return };
        let end = start + node.length as usize;
        let mut at = self.next_unseen(start);
        while at < end {
            stack.push(terms.pool[self.mark.pool + at]);
            self.unseen[at] = at as u32 + 1;
            at = self.next_unseen(at + 1);
        }
    }

    fn next_unseen(&mut self, from: usize) -> usize {
        let mut at = from;
        while self.unseen[at] as usize != at {
            // Halves the way for whoever comes next.
            self.unseen[at] = self.unseen[self.unseen[at] as usize];
            at = self.unseen[at] as usize;
        }
        at
    }

    /// What a term is called after the collection; `None` if it is gone.
    pub(crate) fn find(&self, term: TermId) -> Option<TermId> {
        match self.index(term) {
            None => Some(term),
            Some(index) => Some(self.ids[index]).filter(|&known| known != NO_TERM),
        }
    }

    /// Drops all terms after the mark that are not needed.
    pub(crate) fn finish(&mut self, terms: &mut Terms) {
        self.needed.sort_unstable();
        for (rank, &index) in self.needed.iter().enumerate() {
            self.ids[index as usize] = TermId((self.mark.nodes + rank) as u32);
        }
        let nodes = terms.nodes.split_off(self.mark.nodes);
        let pool = terms.pool.split_off(self.mark.pool);
        let after = |id: TermId| self.find(id).unwrap_or(NO_TERM);
        for node in &mut terms.nodes {
            if node.normal.0 < MOST_NODES {
                node.normal = after(node.normal);
            }
        }
        let segments = self.segments(&nodes);
        let sums: Vec<Sums> = segments.iter().map(|segment| segment.copy(&pool, terms, after)).collect();
        for &index in &self.needed {
            let mut node = nodes[index as usize];
            if let Some(start) = (node.start as usize).checked_sub(self.mark.pool)
                && node.length > 0
            {
                let place = segments.partition_point(|segment| segment.end <= start);
                let offset = start - segments[place].start;
                node.start = (sums[place].start + offset) as u32;
                let arguments = node.start as usize..(node.start + node.length) as usize;
                node.hash = match terms.signature.get(node.symbol).shape {
                    Shape::Associative => sums[place].list_hash(offset, node.length as usize),
                    Shape::AssociativeCommutative => sums[place].set_hash(offset, node.length as usize),
                    _ => Terms::hash(node.symbol, node.payload, &terms.pool[arguments]),
                };
            } else if node.length == 0 {
                node.start = 0;
            }
            if node.normal.0 < MOST_NODES {
                node.normal = after(node.normal);
            }
            terms.nodes.push(node);
        }
        terms.rooms.clear();
        terms.call_memo.clear();
        terms.step_memo.clear();
        terms.meta.after_collection(|term| self.find(term));
        terms.table = vec![EMPTY; (terms.nodes.len() + 1).next_power_of_two().max(1 << 9)];
        terms.grow();
    }

    /// The parts of the pool that needed terms use, in order and apart from each other.
    fn segments(&self, nodes: &[Node]) -> Vec<Segment> {
        let mut segments: Vec<Segment> = self
            .needed
            .iter()
            .map(|&index| &nodes[index as usize])
            .filter(|node| node.length > 0)
            .filter_map(|node| {
                let start = (node.start as usize).checked_sub(self.mark.pool)?;
                Some(Segment { start, end: start + node.length as usize })
            })
            .collect();
        segments.sort_unstable_by_key(|segment| segment.start);
        let mut merged: Vec<Segment> = Vec::new();
        for segment in segments {
            match merged.last_mut() {
                Some(last) if segment.start < last.end => last.end = last.end.max(segment.end),
                _ => merged.push(segment),
            }
        }
        merged
    }
}

/// A part of the pool after the mark.
struct Segment {
    start: usize,
    end: usize,
}

/// Where a part of the pool is now, and sums over its beginnings, from which the hashes of its parts follow.
struct Sums {
    start: usize,
    list: Vec<u64>,
    set: Vec<u64>,
}

impl Segment {
    fn copy(&self, pool: &[TermId], terms: &mut Terms, after: impl Fn(TermId) -> TermId) -> Sums {
        let start = terms.pool.len();
        let (mut list, mut set) = (vec![0u64], vec![0u64]);
        let (mut in_list, mut in_set, mut power) = (0u64, 0u64, 1u64);
        for &element in &pool[self.start..self.end] {
            let element = after(element);
            terms.pool.push(element);
            let hash = element_hash(element);
            in_list = in_list.wrapping_add(hash.wrapping_mul(power));
            in_set = in_set.wrapping_add(hash);
            power = power.wrapping_mul(BASE);
            list.push(in_list);
            set.push(in_set);
        }
        Sums { start, list, set }
    }
}

impl Sums {
    fn list_hash(&self, from: usize, length: usize) -> u64 {
        let sum = self.list[from + length].wrapping_sub(self.list[from]);
        sum.wrapping_mul(BASE_INVERSE.wrapping_pow(from as u32))
    }

    fn set_hash(&self, from: usize, length: usize) -> u64 {
        self.set[from + length].wrapping_sub(self.set[from])
    }
}
