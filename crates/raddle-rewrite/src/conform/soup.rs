//! Steps of soups without building them. In a specification whose states are `{c1 c2 … cn}` and whose rules are all
//! local with `{_}` around the soup, a step from one state to another is found from the components in which they
//! differ; no state on the way is made a term.
//!
//! When it applies: see `Soups::new` for theories and `Soups::components` for states; everything else is left to the
//! plain search.
//!
//! Guarantee: the same answers as the plain search. Nothing rewrites or reduces across components, and the rest of a
//! rule takes any soup, so the steps of a state are those of its choices of components.

use crate::machine::local::contains;
use crate::machine::local::steps::{AllAvailable, Choice, available};
use crate::machine::solve::Flow;
use crate::machine::{Machine, Program, Stop};
use crate::modules::Theory;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The components of a state, or of a part of one, in the order of their numbers.
pub(super) type Components = SmallVec<[TermId; 12]>;

/// What is known of a theory's steps.
#[derive(Debug)]
pub(super) struct Soups {
    top: SymbolId,
    soup: SymbolId,
    identity: Option<TermId>,
    /// The sort of every rule's rest.
    rest: SortId,
    /// For each rule, the operators of components that can go, a bit each.
    changing: Vec<u64>,
    /// For each symbol, its bit; the last one stands for operators that no rule has.
    bits: Vec<u64>,
    /// Components in which no rule can apply, by their numbers.
    still: Vec<bool>,
    /// The last state whose components were asked for.
    last: Option<(TermId, Components)>,
}

/// A state has no more components than this: choices are tried one by one.
const MOST_COMPONENTS: usize = 64;

impl Soups {
    /// The steps of a theory, if all its rules have the form.
    pub fn new(theory: &Theory) -> Option<Soups> {
        let (terms, program) = (&theory.terms, &*theory.program);
        let first = program.rules.first()?.local.as_ref()?;
        let (top, soup, rest) = (first.around.as_ref()?.symbol, first.soup, first.around.as_ref()?.rest);
        let mut soups = Soups {
            top,
            soup,
            identity: terms.signature.get(soup).identity,
            rest,
            changing: Vec::new(),
            bits: vec![1 << 63; terms.signature.len()],
            still: Vec::new(),
            last: None,
        };
        let mut operators = 0;
        for rule in &program.rules {
            let local = rule.local.as_ref()?;
            let around = local.around.as_ref()?;
            if (around.symbol, local.soup, around.rest) != (top, soup, rest) || !around.patterns.is_empty() {
                return None;
            }
            for element in &local.elements {
                // A pattern without a symbol of its own could take any component.
                let bit = &mut soups.bits[element.root?.0 as usize];
                if *bit == 1 << 63 {
                    *bit = 1 << operators;
                    operators += 1;
                }
            }
            if operators > 62 {
                return None;
            }
            let bits = &soups.bits;
            let changing = around.changing.iter().fold(0, |all, symbol| all | bits[symbol.0 as usize]);
            soups.changing.push(changing);
        }
        let sorts = &terms.signature.sorts;
        let fits = soups.identity.is_none_or(|identity| sorts.is_at_most(terms.sort(identity), rest));
        fits.then_some(soups)
    }

    /// The operators of some components, a bit each.
    fn bits(&self, terms: &Terms, components: &[TermId]) -> u64 {
        components.iter().fold(0, |bits, &component| bits | self.bits[terms.symbol(component).0 as usize])
    }

    /// The components of a state that this module can deal with.
    pub fn components(&mut self, terms: &Terms, state: TermId) -> Option<Components> {
        if let Some((last, components)) = &self.last
            && *last == state
        {
            return Some(components.clone());
        }
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
        if components.len() > MOST_COMPONENTS
            || !components.iter().all(|&component| self.is_still(terms, component))
        {
            return None;
        }
        components.sort_unstable();
        self.last = Some((state, components.clone()));
        Some(components)
    }

    /// Whether the rest takes a component, and no rule can apply in it: rules are at the top of states alone.
    fn is_still(&mut self, terms: &Terms, component: TermId) -> bool {
        let index = component.0 as usize;
        if self.still.get(index) == Some(&true) {
            return true;
        }
        let good = terms.signature.sorts.is_at_most(terms.sort(component), self.rest)
            && !contains(terms, component, |inner| terms.symbol(inner) == self.top);
        if good && index < terms.len() {
            if self.still.len() <= index {
                self.still.resize(terms.len().next_power_of_two(), false);
            }
            self.still[index] = true;
        }
        good
    }

    /// Whether one state is reached from another in at most `depth` steps; `None` where the plain search must decide.
    pub fn reachable<'p>(
        &mut self,
        machine: &mut Machine<'p>,
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
            let mut next = Vec::new();
            let last = step + 2 == depth;
            for state in &layer {
                let good = self.expand(machine, state, last.then_some(to), &mut next)?;
                if !good {
                    return Ok(None);
                }
            }
            if last {
                // The states that are most like the goal are the likeliest to be one step away from it.
                next.sort_unstable();
                next.dedup();
            } else {
                seen.extend(layer);
                next.retain(|(_, state)| seen.insert(state.clone()));
            }
            layer = next.into_iter().map(|(_, state)| state).collect();
        }
        Ok(Some(false))
    }

    /// Whether one step leads from a state to another.
    fn is_step<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<Option<bool>, Stop> {
        let (gone, come) = difference(from, to);
        let bits = self.bits(machine.terms, &gone);
        let all = available(machine.terms, from);
        let mut found = Some(false);
        for rule in 0..self.changing.len() {
            if bits & !self.changing[rule] != 0 {
                continue;
            }
            self.each_choice(machine, rule, from, &all, &mut |soups, machine, choice| {
                let mut taken: Components = SmallVec::from_slice(&choice.question);
                taken.sort_unstable();
                let (missing, stays) = difference(&gone, &taken);
                if !missing.is_empty() {
                    return Flow::More;
                }
                let expected = merge(&stays, &come);
                let Some(answers) = machine.answers(choice) else { return Flow::Enough };
                for answer in answers.each() {
                    let Some(elements) = soups.still_elements(machine.terms, answer) else {
                        found = None;
                        return Flow::Enough;
                    };
                    if elements == expected {
                        found = Some(true);
                        return Flow::Enough;
                    }
                }
                Flow::More
            })?;
            if found != Some(false) {
                break;
            }
        }
        Ok(found)
    }

    /// Adds the states after one step, each with how far it is from the goal if one is given: then those from which no
    /// one step could lead there are left out. Whether all of them could be found.
    fn expand<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        from: &[TermId],
        goal: Option<&Components>,
        next: &mut Vec<(usize, Components)>,
    ) -> Result<bool, Stop> {
        let all = available(machine.terms, from);
        let open = goal.map_or(0, |goal| self.bits(machine.terms, &difference(from, goal).0));
        let mut good = true;
        for rule in 0..self.changing.len() {
            if !self.is_within_reach(open & !self.changing[rule]) {
                continue;
            }
            self.each_choice(machine, rule, from, &all, &mut |soups, machine, choice| {
                let Some(answers) = machine.answers(choice) else { return Flow::Enough };
                let mut taken: Components = SmallVec::from_slice(&choice.question);
                taken.sort_unstable();
                let (_, stays) = difference(&taken, from);
                for answer in answers.each() {
                    let Some(elements) = soups.still_elements(machine.terms, answer) else {
                        good = false;
                        return Flow::Enough;
                    };
                    let state = merge(&stays, &elements);
                    let gone = match goal {
                        Some(goal) => difference(&state, goal).0,
                        None => Components::new(),
                    };
                    if soups.is_within_reach(soups.bits(machine.terms, &gone)) {
                        next.push((gone.len(), state));
                    }
                }
                Flow::More
            })?;
        }
        Ok(good)
    }

    /// Whether one rule can make all components with these operators go.
    fn is_within_reach(&self, bits: u64) -> bool {
        self.changing.iter().any(|changing| bits & !changing == 0)
    }

    fn each_choice<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        rule: usize,
        from: &[TermId],
        all: &AllAvailable,
        visit: &mut dyn FnMut(&mut Soups, &mut Machine<'p>, &Choice<'_, 'p>) -> Flow,
    ) -> Result<(), Stop> {
        let program: &'p Program = machine.program;
        if let Some(local) = &program.rules[rule].local {
            let none = SmallVec::new();
            machine.each_choice(rule as u32, local, all, from.len(), none, &mut |machine, choice| {
                visit(self, machine, choice)
            });
        }
        machine.stop.take().map_or(Ok(()), Err)
    }

    /// The elements that come, in the order of their numbers, if rules can apply in none of them.
    fn still_elements(
        &mut self,
        terms: &Terms,
        answer: crate::machine::local::memo::Answer,
    ) -> Option<Components> {
        let mut elements: Components = SmallVec::from_slice(terms.step_memo.get(answer).1);
        elements.sort_unstable();
        elements.iter().all(|&element| self.is_still(terms, element)).then_some(elements)
    }

    /// Forgets what belongs to an arena that is about to be emptied.
    pub fn forget(&mut self) {
        self.still = Vec::new();
        self.last = None;
    }

    /// About how many bytes are kept.
    pub fn bytes(&self) -> usize {
        self.still.len()
    }
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
