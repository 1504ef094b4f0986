//! Lists and sets as parts and extensions of others: a part shares its whole's memory, and the hash of either follows
//! from the other's. A list that grows element by element is copied only when its room is used up.

use super::{EMPTY, MOST_NODES, NO_TERM, Node, TermId, Terms};
use crate::terms::signature::SymbolId;
use crate::terms::sorts::SortId;

/// Lists from this length on get room to grow.
const LONG: usize = 16;
/// The base of list hashes: odd, so that it has an inverse modulo 2^64.
pub(super) const BASE: u64 = 0xD134_2543_DE82_EF95;
pub(super) const BASE_INVERSE: u64 = inverse(BASE);

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
const fn inverse(odd: u64) -> u64 {
    let mut guess = odd;
    let mut round = 0;
    while round < 6 {
        guess = guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess)));
        round += 1;
    }
    guess
}

#[inline]
pub(super) fn element_hash(element: TermId) -> u64 {
    let mixed = (u64::from(element.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

impl Terms {
    /// The hash of a list: a polynomial in `BASE`, whose first or last element can be taken off.
    pub(super) fn list_hash(arguments: &[TermId]) -> u64 {
        arguments
            .iter()
            .rev()
            .fold(0u64, |hash, &argument| hash.wrapping_mul(BASE).wrapping_add(element_hash(argument)))
    }

    /// The hash of a set: a sum.
    pub(super) fn set_hash(arguments: &[TermId]) -> u64 {
        arguments.iter().fold(0u64, |hash, &argument| hash.wrapping_add(element_hash(argument)))
    }

    /// The elements of a list from one position to another as a term; shares the list's memory.
    pub(crate) fn make_from_range(&mut self, list: TermId, from: usize, to: usize) -> Option<TermId> {
        let node = self.nodes[list.0 as usize];
        let symbol = node.symbol;
        let length = to - from;
        if length == node.length as usize {
            return Some(list);
        }
        match length {
            0 => return self.signature.get(symbol).identity,
            1 => return Some(self.arguments(list)[from]),
            _ => {}
        }
        let removed = node.length as usize - length;
        let hash = if removed < length {
            let arguments = self.arguments(list);
            let mut hash = node.hash;
            let mut weight = BASE.wrapping_pow(to as u32);
            for &argument in &arguments[to..] {
                hash = hash.wrapping_sub(element_hash(argument).wrapping_mul(weight));
                weight = weight.wrapping_mul(BASE);
            }
            for &argument in &arguments[..from] {
                hash = hash.wrapping_sub(element_hash(argument)).wrapping_mul(BASE_INVERSE);
            }
            hash
        } else {
            Self::list_hash(&self.arguments(list)[from..to])
        };
        let start = node.start as usize + from;
        let ground =
            node.ground || self.pool[start..start + length].iter().all(|&argument| self.is_ground(argument));
        let known = self.nodes.len();
        let made = self.intern_range(symbol, hash, start, length, ground, Some(node.sort), false);
        if made.0 as usize == known {
            let sort = self.part_sort(symbol, self.arguments(made), node.sort);
            self.nodes[known].sort = sort;
        }
        Some(made)
    }

    /// Interns a list whose elements are in the pool already. With `fresh`, they are the last there, and are taken
    /// back if the list is known.
    #[expect(clippy::too_many_arguments, reason = "the parts of a node")]
    fn intern_range(
        &mut self,
        symbol: SymbolId,
        hash: u64,
        start: usize,
        length: usize,
        ground: bool,
        sort: Option<SortId>,
        fresh: bool,
    ) -> TermId {
        let mask = self.table.len() - 1;
        let mut at = Self::slot(symbol, hash) & mask;
        loop {
            let found = self.table[at];
            if found == EMPTY {
                break;
            }
            let known = &self.nodes[found as usize];
            let known_start = known.start as usize;
            if known.hash == hash
                && known.symbol == symbol
                && known.length as usize == length
                && (known_start == start
                    || self.pool[known_start..known_start + length] == self.pool[start..start + length])
            {
                if fresh {
                    self.pool.truncate(start);
                }
                return TermId(found);
            }
            at = (at + 1) & mask;
        }
        let id = self.nodes.len() as u32;
        assert!(id < MOST_NODES, "the arena is full");
        self.nodes.push(Node {
            symbol,
            sort: sort.unwrap_or(SortId(0)),
            ground,
            normal: NO_TERM,
            start: start as u32,
            length: length as u32,
            payload: 0,
            hash,
        });
        self.table[at] = id;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        TermId(id)
    }

    /// The sort of a part of a list with a sort.
    pub(super) fn part_sort(&self, symbol: SymbolId, part: &[TermId], whole: SortId) -> SortId {
        let mut sort = self.sort(part[0]);
        for &argument in &part[1..] {
            sort = self.signature.least_sort(symbol, &[sort, self.sort(argument)]);
            if self.signature.is_final_sort(symbol, sort, whole) {
                return sort;
            }
        }
        sort
    }

    /// Joins lists and elements of which none is the identity: the hash follows from the parts' hashes.
    pub(super) fn join_lists(&mut self, symbol: SymbolId, arguments: &[TermId]) -> TermId {
        let mut sort = self.sort(arguments[0]);
        for &argument in &arguments[1..] {
            sort = self.signature.least_sort(symbol, &[sort, self.sort(argument)]);
        }
        let mut hash = 0u64;
        let mut ground = true;
        let (mut total, mut longest, mut base) = (0, 0, 0);
        for (index, &argument) in arguments.iter().enumerate().rev() {
            ground &= self.is_ground(argument);
            let (own, length) = match self.nodes.get(argument.0 as usize) {
                Some(node) if node.symbol == symbol => (node.hash, node.length),
                _ => (element_hash(argument), 1),
            };
            hash = own.wrapping_add(hash.wrapping_mul(BASE.wrapping_pow(length)));
            total += length as usize;
            if length as usize > longest {
                (longest, base) = (length as usize, index);
            }
        }
        if longest >= LONG && total <= longest * 2 {
            return self.extend_list(symbol, arguments, base, total, hash, ground, sort);
        }
        // The elements are written where they will stay; if the term is known they are taken back.
        let start = self.pool.len();
        self.push_elements(symbol, arguments);
        assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
        self.intern_range(symbol, hash, start, total, ground, Some(sort), true)
    }

    fn push_elements(&mut self, symbol: SymbolId, arguments: &[TermId]) {
        for &argument in arguments {
            match self.nodes.get(argument.0 as usize) {
                Some(node) if node.symbol == symbol => {
                    let from = node.start as usize;
                    self.pool.extend_from_within(from..from + node.length as usize);
                }
                _ => self.pool.push(argument),
            }
        }
    }

    /// Puts a few elements before and after a long list: into its room, or into a copy with new room.
    #[expect(clippy::too_many_arguments, reason = "the parts of a node")]
    fn extend_list(
        &mut self,
        symbol: SymbolId,
        arguments: &[TermId],
        base: usize,
        total: usize,
        hash: u64,
        ground: bool,
        sort: SortId,
    ) -> TermId {
        let list = arguments[base];
        let node = self.nodes[list.0 as usize];
        let end = self.pool.len();
        self.push_elements(symbol, &arguments[..base]);
        let before = self.pool.len() - end;
        self.push_elements(symbol, &arguments[base + 1..]);
        let after = self.pool.len() - end - before;
        let (room_before, room_after) = self.rooms.get(&list).copied().unwrap_or((0, 0));
        let known = self.nodes.len();
        if room_before as usize >= before && room_after as usize >= after {
            let start = node.start as usize - before;
            self.pool.copy_within(end..end + before, start);
            self.pool.copy_within(end + before..end + before + after, (node.start + node.length) as usize);
            self.pool.truncate(end);
            let made = self.intern_range(symbol, hash, start, total, ground, Some(sort), false);
            if made.0 as usize == known {
                self.rooms.remove(&list);
                self.rooms.insert(made, (room_before - before as u32, room_after - after as u32));
            }
            return made;
        }
        // The new elements go to the two ends of a copy; what is between them now moves with it.
        let slack_before = if before > 0 { total } else { 0 };
        let slack_after = if after > 0 { total } else { 0 };
        let added = self.pool.split_off(end);
        self.pool.resize(end + slack_before, NO_TERM);
        let start = self.pool.len();
        self.pool.extend_from_slice(&added[..before]);
        self.pool.extend_from_within(node.start as usize..(node.start + node.length) as usize);
        self.pool.extend_from_slice(&added[before..]);
        self.pool.resize(start + total + slack_after, NO_TERM);
        assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
        let made = self.intern_range(symbol, hash, start, total, ground, Some(sort), false);
        if made.0 as usize == known {
            self.rooms.insert(made, (slack_before as u32, slack_after as u32));
        } else {
            self.pool.truncate(end);
        }
        made
    }

    /// Puts elements into a set; `sort` is the result's, if it is known.
    pub(super) fn add_to_set(&mut self, set: TermId, others: &[TermId], sort: Option<SortId>) -> TermId {
        let node = self.nodes[set.0 as usize];
        let mut ground = node.ground;
        let mut hash = node.hash;
        let mut others: smallvec::SmallVec<[TermId; 8]> = smallvec::SmallVec::from_slice(others);
        if others.len() > 1 {
            let this = &*self;
            others.sort_by(|&a, &b| this.compare(a, b));
        }
        let end = self.pool.len();
        let (mut from, to) = (node.start as usize, (node.start + node.length) as usize);
        for other in others {
            ground &= self.is_ground(other);
            hash = hash.wrapping_add(element_hash(other));
            let left = &self.pool[from..to];
            let at = from + left.partition_point(|&element| self.compare(element, other).is_lt());
            self.pool.extend_from_within(from..at);
            self.pool.push(other);
            from = at;
        }
        self.pool.extend_from_within(from..to);
        assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
        let length = self.pool.len() - end;
        self.intern_set(node.symbol, hash, end, length, ground, sort, true)
    }

    /// A set with another element in the place of one of its own.
    pub(super) fn replace_in_set(&mut self, set: TermId, index: usize, element: TermId) -> TermId {
        let node = self.nodes[set.0 as usize];
        let (start, end) = (node.start as usize, (node.start + node.length) as usize);
        let old = start + index;
        let hash = node.hash.wrapping_sub(element_hash(self.pool[old])).wrapping_add(element_hash(element));
        // Where the element belongs among all, the old one included.
        let at = start + self.pool[start..end].partition_point(|&other| self.compare(other, element).is_lt());
        let fresh = self.pool.len();
        if at <= old {
            self.pool.extend_from_within(start..at);
            self.pool.push(element);
            self.pool.extend_from_within(at..old);
        } else {
            self.pool.extend_from_within(start..old);
            self.pool.extend_from_within(old + 1..at);
            self.pool.push(element);
        }
        self.pool.extend_from_within(at.max(old + 1)..end);
        assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
        let ground = self.pool[fresh..].iter().all(|&argument| self.is_ground(argument));
        let sort = self
            .signature
            .uniform_sort(node.symbol)
            .filter(|&sort| sort == node.sort && self.signature.sorts.is_at_most(self.sort(element), sort));
        self.intern_set(node.symbol, hash, fresh, node.length as usize, ground, sort, true)
    }

    /// A set without the elements at some places, which are in order, and with some others, which are, too; `None` if
    /// that leaves nothing and there is no identity.
    pub(crate) fn exchange(&mut self, set: TermId, removed: &[u32], added: &[TermId]) -> Option<TermId> {
        let node = self.nodes[set.0 as usize];
        let (start, end) = (node.start as usize, (node.start + node.length) as usize);
        let length = node.length as usize - removed.len() + added.len();
        let mut hash = node.hash;
        for &index in removed {
            hash = hash.wrapping_sub(element_hash(self.pool[start + index as usize]));
        }
        let fresh = self.pool.len();
        let mut removed = removed.iter().map(|&index| start + index as usize).peekable();
        let mut from = start;
        for element in added.iter().copied().map(Some).chain([None]) {
            let to = match element {
                Some(element) => {
                    hash = hash.wrapping_add(element_hash(element));
                    from + self.pool[from..end].partition_point(|&other| self.compare(other, element).is_lt())
                }
                None => end,
            };
            while let Some(gap) = removed.next_if(|&gap| gap < to) {
                self.pool.extend_from_within(from..gap);
                from = gap + 1;
            }
            self.pool.extend_from_within(from..to);
            from = to;
            self.pool.extend(element);
        }
        assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
        if length < 2 {
            let one = self.pool.get(fresh).copied();
            self.pool.truncate(fresh);
            return one.or(self.signature.get(node.symbol).identity);
        }
        let ground = if node.ground { added } else { &self.pool[fresh..] };
        let ground = ground.iter().all(|&element| self.is_ground(element));
        let sort = self.signature.uniform_sort(node.symbol).filter(|&sort| {
            sort == node.sort
                && added.iter().all(|&element| self.signature.sorts.is_at_most(self.sort(element), sort))
        });
        Some(self.intern_set(node.symbol, hash, fresh, length, ground, sort, true))
    }

    /// A set of elements in order and one more value, which may be a set itself.
    pub(crate) fn make_set_with(&mut self, symbol: SymbolId, ordered: &[TermId], value: TermId) -> TermId {
        let kept = self.signature.get(symbol);
        if kept.identity == Some(value) || ordered.is_empty() {
            return self.make(symbol, &[ordered, &[value]].concat());
        }
        let one = [value];
        let others: &[TermId] = if self.symbol(value) == symbol { self.arguments(value) } else { &one };
        let mut merged: smallvec::SmallVec<[TermId; 32]> = smallvec::SmallVec::new();
        let mut from = 0;
        for &other in others {
            let at = from + ordered[from..].partition_point(|&element| self.compare(element, other).is_lt());
            merged.extend_from_slice(&ordered[from..at]);
            merged.push(other);
            from = at;
        }
        merged.extend_from_slice(&ordered[from..]);
        let sort = self.signature.uniform_sort(symbol).filter(|&sort| {
            merged.iter().all(|&element| self.signature.sorts.is_at_most(self.sort(element), sort))
        });
        self.intern_with_sort(symbol, 0, &merged, sort)
    }

    /// A set without one of its elements, of which there are at least three.
    fn take_from_set(&mut self, set: TermId, index: usize) -> TermId {
        let node = self.nodes[set.0 as usize];
        let (start, length) = (node.start as usize, node.length as usize);
        let hash = node.hash.wrapping_sub(element_hash(self.pool[start + index]));
        let sort = self.signature.uniform_sort(node.symbol).filter(|&sort| sort == node.sort);
        let end = self.pool.len();
        let (at, fresh) = if index == 0 {
            (start + 1, false)
        } else if index + 1 == length {
            (start, false)
        } else {
            self.pool.extend_from_within(start..start + index);
            self.pool.extend_from_within(start + index + 1..start + length);
            assert!(self.pool.len() < u32::MAX as usize, "the arena is full");
            (end, true)
        };
        let ground =
            node.ground || self.pool[at..at + length - 1].iter().all(|&argument| self.is_ground(argument));
        self.intern_set(node.symbol, hash, at, length - 1, ground, sort, fresh)
    }

    /// A set without one of its elements; `None` if that leaves nothing and there is no identity.
    pub(crate) fn make_without(&mut self, set: TermId, index: usize) -> Option<TermId> {
        match *self.arguments(set) {
            [first, second] => Some(if index == 0 { second } else { first }),
            _ => Some(self.take_from_set(set, index)),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node")]
    fn intern_set(
        &mut self,
        symbol: SymbolId,
        hash: u64,
        start: usize,
        length: usize,
        ground: bool,
        sort: Option<SortId>,
        fresh: bool,
    ) -> TermId {
        let known = self.nodes.len();
        let made = self.intern_range(symbol, hash, start, length, ground, sort, fresh);
        if made.0 as usize == known && sort.is_none() {
            let sort = self.declared_sort(made);
            self.nodes[known].sort = sort;
        }
        made
    }
}
