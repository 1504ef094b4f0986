//! Sorts and kinds: the subsort order, closed under transitivity, and its connected components.

use crate::names::Name;
use rustc_hash::FxHashMap;

/// A sort, or the error sort that stands for a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(crate) u16);

/// A connected component of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub(crate) u16);

/// A sort.
#[derive(Debug, Clone)]
pub struct Sort {
    /// Its name; for an error sort, the kind in brackets.
    pub name: Name,
    /// Its kind.
    pub kind: KindId,
    /// Its position among the sorts of its kind; the error sort is first.
    pub index: u16,
    /// Its number in an order that has every sort after those above it; the order of Maude's own numbers.
    pub rank: u16,
}

/// A kind.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The sort above all others.
    pub error: SortId,
    /// All its sorts, the error sort first.
    pub sorts: Vec<SortId>,
    /// The sorts that have no greater one but the error sort.
    pub maximal: Vec<SortId>,
}

/// All sorts of a module.
#[derive(Debug, Clone, Default)]
pub struct Sorts {
    sorts: Vec<Sort>,
    kinds: Vec<Kind>,
    by_name: FxHashMap<Name, SortId>,
    /// One row of bits a sort: the sorts that are greater or equal.
    above: Vec<u64>,
    words: usize,
}

/// The most sorts that a module may have.
pub const MOST_SORTS: usize = 20_000;

impl Sorts {
    /// Builds the order; `Err` names two sorts that lie below each other.
    pub fn build(names: &[Name], subsorts: &[(Name, Name)]) -> Result<Sorts, String> {
        let mut sorts = Sorts::default();
        let mut parent: Vec<usize> = Vec::new();
        let mut plain: Vec<Name> = Vec::new();
        let mut number: FxHashMap<Name, usize> = FxHashMap::default();
        for &name in names {
            number.entry(name).or_insert_with(|| {
                plain.push(name);
                parent.push(plain.len() - 1);
                plain.len() - 1
            });
        }
        if plain.len() > MOST_SORTS {
            return Err(format!("more than {MOST_SORTS} sorts"));
        }
        fn root(parent: &mut [usize], mut at: usize) -> usize {
            while parent[at] != at {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            at
        }
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for &(low, high) in subsorts {
            let (Some(&low), Some(&high)) = (number.get(&low), number.get(&high)) else { continue };
            edges.push((low, high));
            let (a, b) = (root(&mut parent, low), root(&mut parent, high));
            // The earlier sort stays the root, so that kinds come in the order of their first sorts.
            let (first, second) = (a.min(b), a.max(b));
            parent[second] = first;
        }
        let mut kind_of_root: FxHashMap<usize, KindId> = FxHashMap::default();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for index in 0..plain.len() {
            let root = root(&mut parent, index);
            let kind = *kind_of_root.entry(root).or_insert_with(|| {
                members.push(Vec::new());
                KindId((members.len() - 1) as u16)
            });
            members[kind.0 as usize].push(index);
        }
        let mut id_of = vec![SortId(0); plain.len()];
        for (kind, members) in members.iter().enumerate() {
            let kind = KindId(kind as u16);
            let error = SortId(sorts.sorts.len() as u16);
            sorts.sorts.push(Sort { name: Name::new(""), kind, index: 0, rank: 0 });
            let mut all = vec![error];
            for &member in members {
                let id = SortId(sorts.sorts.len() as u16);
                id_of[member] = id;
                sorts.sorts.push(Sort { name: plain[member], kind, index: all.len() as u16, rank: 0 });
                sorts.by_name.insert(plain[member], id);
                all.push(id);
            }
            sorts.kinds.push(Kind { error, sorts: all, maximal: Vec::new() });
        }
        sorts.close(&edges, &id_of)?;
        sorts.name_kinds(&edges, &id_of);
        sorts.rank_all(&edges, &id_of);
        Ok(sorts)
    }

    fn close(&mut self, edges: &[(usize, usize)], id_of: &[SortId]) -> Result<(), String> {
        self.words = self.sorts.len().div_ceil(64);
        self.above = vec![0; self.words * self.sorts.len()];
        let mut higher: Vec<Vec<SortId>> = vec![Vec::new(); self.sorts.len()];
        for &(low, high) in edges {
            higher[id_of[low].0 as usize].push(id_of[high]);
        }
        for index in 0..self.sorts.len() {
            let mut stack = vec![SortId(index as u16)];
            while let Some(sort) = stack.pop() {
                let word = &mut self.above[index * self.words + sort.0 as usize / 64];
                if *word >> (sort.0 % 64) & 1 == 1 {
                    continue;
                }
                *word |= 1 << (sort.0 % 64);
                stack.extend(&higher[sort.0 as usize]);
            }
            let error = self.kinds[self.sorts[index].kind.0 as usize].error;
            self.above[index * self.words + error.0 as usize / 64] |= 1 << (error.0 % 64);
        }
        for &(low, high) in edges {
            let (low, high) = (id_of[low], id_of[high]);
            if self.is_at_most(high, low) {
                return Err(format!("sorts {} and {} lie below each other", self.name(low), self.name(high)));
            }
        }
        Ok(())
    }

    /// Names each kind by its maximal sorts, in Maude's order: the sorts are walked through from the first one of the
    /// kind, for each all that lie below it and then all that lie above it, and a maximal sort is noted when it is left.
    fn name_kinds(&mut self, edges: &[(usize, usize)], id_of: &[SortId]) {
        let mut near: Vec<(Vec<SortId>, Vec<SortId>)> = vec![Default::default(); self.sorts.len()];
        for &(low, high) in edges {
            let (low, high) = (id_of[low], id_of[high]);
            near[high.0 as usize].0.push(low);
            near[low.0 as usize].1.push(high);
        }
        let mut seen = vec![false; self.sorts.len()];
        for kind in 0..self.kinds.len() {
            let mut maximal: Vec<SortId> = Vec::new();
            let start = self.kinds[kind].sorts[1];
            seen[start.0 as usize] = true;
            let mut stack = vec![(start, 0)];
            while let Some((sort, next)) = stack.pop() {
                let (below, above) = &near[sort.0 as usize];
                match below.iter().chain(above).nth(next) {
                    Some(&other) => {
                        stack.push((sort, next + 1));
                        if !std::mem::replace(&mut seen[other.0 as usize], true) {
                            stack.push((other, 0));
                        }
                    }
                    None if above.is_empty() => maximal.push(sort),
                    None => {}
                }
            }
            let names: Vec<&str> = maximal.iter().map(|&sort| self.name(sort).text()).collect();
            let name = Name::new(&format!("[{}]", names.join(",")));
            self.sorts[self.kinds[kind].error.0 as usize].name = name;
            self.kinds[kind].maximal = maximal;
        }
    }

    /// Numbers the sorts: the maximal ones first, and each other one when all above it have their numbers.
    fn rank_all(&mut self, edges: &[(usize, usize)], id_of: &[SortId]) {
        let mut lower: Vec<Vec<SortId>> = vec![Vec::new(); self.sorts.len()];
        let mut waiting = vec![0usize; self.sorts.len()];
        for &(low, high) in edges {
            let (low, high) = (id_of[low], id_of[high]);
            if !lower[high.0 as usize].contains(&low) {
                lower[high.0 as usize].push(low);
                waiting[low.0 as usize] += 1;
            }
        }
        for kind in 0..self.kinds.len() {
            let mut queue = self.kinds[kind].maximal.clone();
            let mut at = 0;
            while let Some(&sort) = queue.get(at) {
                at += 1;
                self.sorts[sort.0 as usize].rank = at as u16;
                for &low in &lower[sort.0 as usize] {
                    waiting[low.0 as usize] -= 1;
                    if waiting[low.0 as usize] == 0 {
                        queue.push(low);
                    }
                }
            }
        }
    }

    /// A sort's place in an order that has every sort after those above it.
    pub fn rank(&self, sort: SortId) -> u16 {
        self.sorts[sort.0 as usize].rank
    }

    /// Whether `low` is `high` or a subsort of it.
    #[inline]
    pub fn is_at_most(&self, low: SortId, high: SortId) -> bool {
        low == high
            || self.above[low.0 as usize * self.words + high.0 as usize / 64] >> (high.0 % 64) & 1 == 1
    }

    /// The sort with this name.
    pub fn find(&self, name: Name) -> Option<SortId> {
        self.by_name.get(&name).copied()
    }

    /// A sort's name.
    pub fn name(&self, sort: SortId) -> Name {
        self.sorts[sort.0 as usize].name
    }

    /// A sort's kind.
    #[inline]
    pub fn kind(&self, sort: SortId) -> KindId {
        self.sorts[sort.0 as usize].kind
    }

    /// A sort's position in its kind.
    #[inline]
    pub fn index(&self, sort: SortId) -> usize {
        self.sorts[sort.0 as usize].index as usize
    }

    /// The kind's error sort.
    #[inline]
    pub fn error(&self, kind: KindId) -> SortId {
        self.kinds[kind.0 as usize].error
    }

    /// Whether the sort stands for a kind.
    #[inline]
    pub fn is_error(&self, sort: SortId) -> bool {
        self.sorts[sort.0 as usize].index == 0
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds.iter().enumerate().map(|(index, kind)| (KindId(index as u16), kind))
    }

    /// A kind.
    pub fn get_kind(&self, kind: KindId) -> &Kind {
        &self.kinds[kind.0 as usize]
    }

    /// All sorts but the error sorts.
    pub fn plain(&self) -> impl Iterator<Item = SortId> + '_ {
        (0..self.sorts.len() as u16).map(SortId).filter(|&sort| !self.is_error(sort))
    }

    /// The least of the sorts, or the first that has none below it where there is no least one.
    pub fn least(&self, candidates: impl Iterator<Item = SortId>) -> Option<SortId> {
        let mut best: Option<SortId> = None;
        for sort in candidates {
            match best {
                Some(old) if old == sort || !self.is_at_most(sort, old) => {}
                _ => best = Some(sort),
            }
        }
        best
    }
}
