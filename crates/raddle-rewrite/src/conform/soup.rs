//! Steps of soups without building them. In a specification whose states are `{c1 c2 … cn}` and whose rules all have
//! the form `{p1 … pk Rest} => {q1 … qm Rest}`, what a rule makes of k components does not depend on the others. So
//! it is computed once for each choice of components, and a step from one state to another is found from the
//! components in which they differ; no state on the way is made a term.
//!
//! When it applies: see `Soups::new` for theories and `Soups::components` for states; everything else is left to the
//! plain search.
//!
//! Guarantee: the same answers as the plain search. A rule's instance in `{c1 … ck x}`, where no pattern can take `x`,
//! gives `{d1 … dm x}`; as nothing rewrites or reduces across components and `Rest` takes any soup, the
//! instances in a state that contains c1 … ck are just those with the other components in the place of `x`.

use crate::machine::{Machine, Program, StatementTerms, Stop};
use crate::modules::Theory;
use crate::parser::Fragment;
use crate::syntax::ast::StatementKind;
use crate::terms::signature::Shape;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The components of a state, or of a part of one, in the order of their numbers.
pub(super) type Components = SmallVec<[TermId; 12]>;

/// Some components that a rule takes, in the order of its patterns.
type Choice = SmallVec<[TermId; 6]>;

/// A rule by the operators of its patterns.
#[derive(Debug)]
struct SoupRule {
    operators: SmallVec<[SymbolId; 6]>,
    /// The operators of the patterns that are not on the right-hand side as they are, a bit each: only components
    /// with these can go.
    changing: u64,
}

/// What is known of a theory's steps.
#[derive(Debug)]
pub(super) struct Soups {
    top: SymbolId,
    soup: SymbolId,
    identity: Option<TermId>,
    /// The sort that every `Rest` accepts.
    rest: SortId,
    rules: Vec<SoupRule>,
    /// The operators of all patterns; the bits stand for them in this order.
    operators: Vec<SymbolId>,
    /// What a rule makes of a choice of components, by its place among the results.
    known: FxHashMap<(u32, Choice), u32>,
    results: Vec<Box<[Components]>>,
    /// Components in which no rule can apply.
    still: FxHashSet<TermId>,
    bytes: usize,
    /// How often a rule's results had to be computed.
    pub computed: u64,
}

/// A rule takes no more components than this.
const MOST_PATTERNS: usize = 6;
/// A state has no more components than this: choices are tried one by one.
const MOST_COMPONENTS: usize = 64;

impl Soups {
    /// The steps of a theory, if all its rules have the form.
    pub fn new(theory: &Theory) -> Option<Soups> {
        let (terms, program) = (&theory.terms, &*theory.program);
        let rules: Vec<&StatementTerms> = theory
            .statements
            .iter()
            .filter(|statement| statement.kind == StatementKind::Rule && !statement.nonexecutable)
            .collect();
        // A rule that could not be compiled would shift the numbers.
        if rules.is_empty() || rules.len() != program.rules.len() {
            return None;
        }
        let top = terms.symbol(rules[0].left);
        let [inner] = terms.arguments(rules[0].left) else { return None };
        let soup = terms.symbol(*inner);
        let kept = terms.signature.get(soup);
        let identity = kept.identity;
        if terms.signature.get(top).shape != Shape::Free
            || kept.shape != Shape::AssociativeCommutative
            || kept.left_identity != kept.right_identity
            || identity.is_some() != kept.left_identity
            || !is_inert(program, top)
            || !is_inert(program, soup)
        {
            return None;
        }
        let mut soups = Soups {
            top,
            soup,
            identity,
            rest: terms.sort(*inner),
            rules: Vec::new(),
            operators: Vec::new(),
            known: FxHashMap::default(),
            results: Vec::new(),
            still: FxHashSet::default(),
            bytes: 0,
            computed: 0,
        };
        for (number, rule) in rules.iter().enumerate() {
            let (rule, rest) = soups.rule(terms, rule)?;
            if number > 0 && rest != soups.rest {
                return None;
            }
            soups.rest = rest;
            soups.rules.push(rule);
        }
        let sorts = &terms.signature.sorts;
        let closed = terms.signature.least_sort(soup, &[soups.rest, soups.rest]);
        let identity_fits =
            identity.is_none_or(|identity| sorts.is_at_most(terms.sort(identity), soups.rest));
        (sorts.is_at_most(closed, soups.rest) && identity_fits).then_some(soups)
    }

    /// A rule of the form, and the sort of its rest.
    fn rule(&mut self, terms: &Terms, rule: &StatementTerms) -> Option<(SoupRule, SortId)> {
        let elements = |term: TermId| {
            let [inner] = terms.arguments(term) else { return None };
            (terms.symbol(term) == self.top && terms.symbol(*inner) == self.soup)
                .then(|| terms.arguments(*inner))
        };
        let left = elements(rule.left)?;
        let right = elements(rule.right?)?;
        let mut variables = left.iter().copied().filter(|&element| terms.is_variable(element));
        let (rest, None) = (variables.next()?, variables.next()) else { return None };
        let (mut operators, mut changing) = (SmallVec::new(), 0);
        for &element in left.iter().filter(|&&element| element != rest) {
            let operator = terms.symbol(element);
            let kept = terms.signature.get(operator);
            // A pattern with axioms at its top could match something of another operator.
            if kept.shape != Shape::Free || kept.identity.is_some() || occurs(terms, rest, element) {
                return None;
            }
            operators.push(operator);
            if !self.operators.contains(&operator) {
                self.operators.push(operator);
            }
            let count = |list: &[TermId]| list.iter().filter(|&&other| other == element).count();
            if count(right) < count(left) {
                changing |= self.bit(operator);
            }
        }
        let once = right.iter().filter(|&&element| element == rest).count() == 1
            && left.iter().filter(|&&element| element == rest).count() == 1;
        let apart = right.iter().all(|&element| element == rest || !occurs(terms, rest, element))
            && rule.condition.iter().all(|fragment| match *fragment {
                Fragment::Equality(first, second)
                | Fragment::Assignment(first, second)
                | Fragment::Rewriting(first, second) => {
                    !occurs(terms, rest, first) && !occurs(terms, rest, second)
                }
                Fragment::Membership(term, _) => !occurs(terms, rest, term),
            });
        // The last bit stands for operators that no rule has.
        (once && apart && operators.len() <= MOST_PATTERNS && self.operators.len() < 64)
            .then(|| (SoupRule { operators, changing }, terms.sort(rest)))
    }

    fn bit(&self, operator: SymbolId) -> u64 {
        let place = self.operators.iter().position(|&known| known == operator);
        1 << place.unwrap_or(63).min(63)
    }

    /// The operators of some components, a bit each.
    fn bits(&self, terms: &Terms, components: &[TermId]) -> u64 {
        components.iter().fold(0, |bits, &component| bits | self.bit(terms.symbol(component)))
    }

    /// The components of a state that this module can deal with.
    pub fn components(&mut self, terms: &Terms, state: TermId) -> Option<Components> {
        if terms.symbol(state) != self.top {
            return None;
        }
        let inner = terms.arguments(state)[0];
        let mut components: Components = if terms.symbol(inner) == self.soup {
            SmallVec::from_slice(terms.arguments(inner))
        } else if Some(inner) == self.identity {
            SmallVec::new()
        } else {
            SmallVec::from_slice(&[inner])
        };
        let good = components.len() <= MOST_COMPONENTS
            && components
                .iter()
                .all(|&component| self.still.contains(&component) || self.is_still(terms, component));
        components.sort_unstable();
        good.then_some(components)
    }

    /// Whether the rest takes a component, and no rule can apply in it: rules are at the top of states alone.
    fn is_still(&mut self, terms: &Terms, component: TermId) -> bool {
        let good = terms.signature.sorts.is_at_most(terms.sort(component), self.rest)
            && !contains(terms, component, |inner| terms.symbol(inner) == self.top);
        if good {
            self.still.insert(component);
            self.bytes += 16;
        }
        good
    }

    /// Whether one state is reached from another in at most `depth` steps; `None` where the plain search must decide.
    pub fn reachable(
        &mut self,
        machine: &mut Machine<'_>,
        from: &Components,
        to: &Components,
        depth: u32,
    ) -> Result<Option<bool>, Stop> {
        if from == to {
            return Ok(Some(true));
        }
        let mut seen: FxHashSet<Components> = FxHashSet::default();
        let mut layer: Vec<Components> = vec![from.clone()];
        for step in 0..depth {
            for state in &layer {
                match self.is_step(machine, state, to)? {
                    None => return Ok(None),
                    Some(true) => return Ok(Some(true)),
                    Some(false) => {}
                }
            }
            if step + 1 == depth {
                break;
            }
            if step == 0 {
                seen.insert(from.clone());
            }
            let mut next = Vec::new();
            for state in &layer {
                // Before the last step: what a rule leaves to be done must be within one other rule's reach.
                let open =
                    if step + 2 == depth { self.bits(machine.terms, &difference(state, to).0) } else { 0 };
                if !self.expand(machine, state, open, &mut seen, &mut next)? {
                    return Ok(None);
                }
            }
            // The states that are most like the goal are the likeliest to be one step away from it.
            if step + 2 == depth {
                next.sort_by_cached_key(|state| difference(state, to).0.len());
            }
            layer = next;
        }
        Ok(Some(false))
    }

    /// Whether one step leads from a state to another.
    fn is_step(
        &mut self,
        machine: &mut Machine<'_>,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<Option<bool>, Stop> {
        let (gone, come) = difference(from, to);
        let bits = self.bits(machine.terms, &gone);
        for rule in 0..self.rules.len() {
            if bits & !self.rules[rule].changing != 0 {
                continue;
            }
            for choice in self.choices(machine.terms, rule, from) {
                let mut taken: Components = SmallVec::from_slice(&choice);
                taken.sort_unstable();
                let (missing, stays) = difference(&gone, &taken);
                if !missing.is_empty() {
                    continue;
                }
                let expected = merge(&stays, &come);
                let Some(results) = self.results(machine, rule, choice, from)? else { return Ok(None) };
                if results.contains(&expected) {
                    return Ok(Some(true));
                }
            }
        }
        Ok(Some(false))
    }

    /// Adds the states after one step that have not been seen, but for those from which no one step could change
    /// what is still open; whether all of them could be found.
    fn expand(
        &mut self,
        machine: &mut Machine<'_>,
        from: &[TermId],
        open: u64,
        seen: &mut FxHashSet<Components>,
        next: &mut Vec<Components>,
    ) -> Result<bool, Stop> {
        for rule in 0..self.rules.len() {
            let left = open & !self.rules[rule].changing;
            if self.rules.iter().all(|other| left & !other.changing != 0) {
                continue;
            }
            for choice in self.choices(machine.terms, rule, from) {
                let mut taken: Components = SmallVec::from_slice(&choice);
                taken.sort_unstable();
                let (_, stays) = difference(&taken, from);
                let Some(results) = self.results(machine, rule, choice, from)? else { return Ok(false) };
                for result in results {
                    let state = merge(&stays, result);
                    if !seen.contains(&state) {
                        seen.insert(state.clone());
                        next.push(state);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The choices of components that have a rule's operators, and leave something for the rest.
    fn choices(&self, terms: &Terms, rule: usize, from: &[TermId]) -> SmallVec<[Choice; 2]> {
        let operators = &self.rules[rule].operators;
        let mut choices: SmallVec<[Choice; 2]> = SmallVec::new();
        if from.len() < operators.len() + usize::from(self.identity.is_none()) {
            return choices;
        }
        // Positions, not components: a component may be there twice.
        let mut positions: SmallVec<[usize; 6]> = SmallVec::new();
        let mut at = 0;
        loop {
            if positions.len() == operators.len() {
                let choice: Choice = positions.iter().map(|&position| from[position]).collect();
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            } else if let Some(found) = (at..from.len()).find(|position| {
                terms.symbol(from[*position]) == operators[positions.len()] && !positions.contains(position)
            }) {
                positions.push(found);
                at = 0;
                continue;
            }
            match positions.pop() {
                Some(last) => at = last + 1,
                None => return choices,
            }
        }
    }

    /// What a rule makes of some components of a state, computed on first use.
    fn results(
        &mut self,
        machine: &mut Machine<'_>,
        rule: usize,
        choice: Choice,
        from: &[TermId],
    ) -> Result<Option<&[Components]>, Stop> {
        let key = (rule as u32, choice);
        let place = match self.known.get(&key) {
            Some(&place) => place,
            None => {
                let Some(results) = self.compute(machine, rule, &key.1, from)? else { return Ok(None) };
                let place = self.results.len() as u32;
                self.computed += 1;
                self.bytes += 96 + results.len() * size_of::<Components>();
                self.results.push(results);
                self.known.insert(key, place);
                place
            }
        };
        Ok(Some(&self.results[place as usize]))
    }

    fn compute(
        &mut self,
        machine: &mut Machine<'_>,
        rule: usize,
        choice: &[TermId],
        from: &[TermId],
    ) -> Result<Option<Box<[Components]>>, Stop> {
        let mut elements: Components = SmallVec::from_slice(choice);
        // Without an identity the rest must be something, of which no pattern can take a part.
        let mut other = None;
        if self.identity.is_none() {
            let operators = &self.rules[rule].operators;
            other = from.iter().copied().find(|&element| !operators.contains(&machine.terms.symbol(element)));
            let Some(other) = other else { return Ok(None) };
            elements.push(other);
        }
        let inner = match (&elements[..], self.identity) {
            ([], Some(identity)) => identity,
            ([], None) => return Ok(None),
            ([one], _) => *one,
            _ => machine.terms.make(self.soup, &elements),
        };
        let state = machine.terms.make(self.top, &[inner]);
        let state = machine.reduce(state);
        let mut found: Vec<TermId> = Vec::new();
        machine.results_at_top(rule as u32, state, &mut found);
        if let Some(stop) = machine.stop.take() {
            return Err(stop);
        }
        let mut results: Vec<Components> = Vec::new();
        for state in found {
            let Some(mut result) = self.components(machine.terms, state) else { return Ok(None) };
            if let Some(other) = other {
                let Some(place) = result.iter().position(|&element| element == other) else {
                    return Ok(None);
                };
                result.remove(place);
            }
            if !results.contains(&result) {
                results.push(result);
            }
        }
        Ok(Some(results.into()))
    }

    /// Forgets what was computed in an arena that is about to be emptied.
    pub fn forget(&mut self) {
        self.known = FxHashMap::default();
        self.results = Vec::new();
        self.still = FxHashSet::default();
        self.bytes = 0;
    }

    /// About how many bytes are kept.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Whether nothing happens at a symbol: no equation, no membership, no order of evaluation.
fn is_inert(program: &Program, symbol: SymbolId) -> bool {
    let index = symbol.0 as usize;
    program.equations_of[index].is_empty()
        && program.memberships_of[index].is_empty()
        && program.strategies[index].is_none()
}

/// Whether a variable occurs in a term.
fn occurs(terms: &Terms, variable: TermId, term: TermId) -> bool {
    contains(terms, term, |inner| inner == variable)
}

/// Whether a term is, or has inside it, one that is looked for.
fn contains(terms: &Terms, term: TermId, wanted: impl Fn(TermId) -> bool) -> bool {
    let mut stack = vec![term];
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if wanted(term) {
            return true;
        }
        if seen.insert(term) {
            stack.extend_from_slice(terms.arguments(term));
        }
    }
    false
}

/// What is only in the first of two ordered lists, and what is only in the second.
fn difference(first: &[TermId], second: &[TermId]) -> (Components, Components) {
    let (mut left, mut right) = (Components::new(), Components::new());
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        match first[i].cmp(&second[j]) {
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
            std::cmp::Ordering::Less => {
                left.push(first[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                right.push(second[j]);
                j += 1;
            }
        }
    }
    left.extend_from_slice(&first[i..]);
    right.extend_from_slice(&second[j..]);
    (left, right)
}

/// Two ordered lists as one.
fn merge(first: &[TermId], second: &[TermId]) -> Components {
    let mut all = Components::with_capacity(first.len() + second.len());
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        if first[i] <= second[j] {
            all.push(first[i]);
            i += 1;
        } else {
            all.push(second[j]);
            j += 1;
        }
    }
    all.extend_from_slice(&first[i..]);
    all.extend_from_slice(&second[j..]);
    all
}
