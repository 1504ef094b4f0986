//! Steps of soups without building them. In a specification whose states are `{c1 c2 … cn}` and whose rules are all
//! local with `{_}` around the soup, a step from one state to another is found from the components in which they
//! differ; no state on the way is made a term.
//!
//! When it applies: see `Soups::new` for theories and `Soups::components` for states; everything else is left to the
//! plain search.
//!
//! Guarantee: the same answers as the plain search. Nothing rewrites or reduces across components, and the rest of a
//! rule takes any soup, so the steps of a state are those of its choices of components.

mod difference;

use self::difference::{difference, exchange, is_exchange};
use crate::machine::local::memo::Answer;
use crate::machine::local::steps::available;
use crate::machine::local::{Local, MOST_PATTERNS, contains};
use crate::machine::solve::Flow;
use crate::machine::{Machine, Program, Stop};
use crate::modules::Theory;
use crate::terms::hooks::Hook;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The components of a state, or of a part of one, in the order of their numbers.
pub(super) type Components = SmallVec<[TermId; 12]>;

/// Who is told of the components that a rule might take, in the order of its patterns.
type Visitor<'v, 'p> = dyn FnMut(&mut Soups, &mut Machine<'p>, u32, &'p Local, &[TermId]) -> Flow + 'v;

/// What is known of a theory's steps.
#[derive(Debug)]
pub(super) struct Soups {
    top: SymbolId,
    soup: SymbolId,
    identity: Option<TermId>,
    /// The sort of every rule's rest.
    rest: SortId,
    rules: Vec<SoupRule>,
    /// For each symbol, its bit; the last one stands for operators that no rule has.
    bits: Vec<u8>,
    /// Whether no state can be inside a reduced component without variables.
    flat: bool,
    /// Components in which no rule can apply, by their numbers.
    still: Vec<bool>,
    /// The last state whose components were asked for.
    last: Option<(TermId, Components)>,
}

/// The operators of a rule by their bits.
#[derive(Debug)]
struct SoupRule {
    /// Of its patterns, in order.
    elements: SmallVec<[u8; MOST_PATTERNS]>,
    /// Of the components that can go.
    changing: u64,
}

/// Where the components of a state are by their operators.
struct Places {
    /// For each bit, the place of the last component that has it.
    of: [u8; 64],
    present: u64,
    /// Bits of several components.
    repeated: u64,
}

/// The bit of operators that no rule has.
const OTHER: u8 = 63;
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
            rules: Vec::new(),
            bits: vec![OTHER; terms.signature.len()],
            flat: is_flat(terms, program, top, soup),
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
            let mut elements = SmallVec::new();
            for element in &local.elements {
                // A pattern without a symbol of its own could take any component.
                let bit = &mut soups.bits[element.root?.0 as usize];
                if *bit == OTHER {
                    *bit = operators;
                    operators += 1;
                    if operators == OTHER {
                        return None;
                    }
                }
                elements.push(*bit);
            }
            let going = local.elements.iter().zip(&elements).filter(|(element, _)| !element.stays);
            let changing = going.fold(0, |all, (_, bit)| all | 1u64 << *bit);
            soups.rules.push(SoupRule { elements, changing });
        }
        let sorts = &terms.signature.sorts;
        let fits = soups.identity.is_none_or(|identity| sorts.is_at_most(terms.sort(identity), rest));
        fits.then_some(soups)
    }

    fn bit(&self, operator: SymbolId) -> u64 {
        1 << self.bits[operator.0 as usize]
    }

    /// The operators of some components, a bit each.
    fn bits(&self, terms: &Terms, components: &[TermId]) -> u64 {
        components.iter().fold(0, |bits, &component| bits | self.bit(terms.symbol(component)))
    }

    fn places(&self, terms: &Terms, components: &[TermId]) -> Places {
        let mut places = Places { of: [0; 64], present: 0, repeated: 0 };
        for (index, &component) in components.iter().enumerate() {
            let bit = self.bits[terms.symbol(component).0 as usize];
            places.repeated |= places.present & 1 << bit;
            places.present |= 1 << bit;
            places.of[usize::from(bit)] = index as u8;
        }
        places
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
            && ((self.flat && terms.is_ground(component))
                || !contains(terms, component, |inner| terms.symbol(inner) == self.top));
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
    fn is_step(
        &mut self,
        machine: &mut Machine<'_>,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<Option<bool>, Stop> {
        let (gone, come) = difference(from, to);
        let bits = self.bits(machine.terms, &gone);
        let places = self.places(machine.terms, from);
        let mut found = Some(false);
        for rule in 0..self.rules.len() {
            if bits & !self.rules[rule].changing != 0 {
                continue;
            }
            self.each_choice(machine, rule, from, &places, &mut |soups, machine, rule, local, taken| {
                let going = going(local, taken);
                if !gone.iter().all(|component| going.contains(component)) {
                    return Flow::More;
                }
                let Some(answers) = machine.answers(rule, local, taken) else { return Flow::Enough };
                for answer in answers.each() {
                    if !soups.is_still_answer(machine.terms, answer) {
                        found = None;
                        return Flow::Enough;
                    }
                    if is_exchange(machine.terms.step_memo.get(answer).1, &going, &gone, &come) {
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
    fn expand(
        &mut self,
        machine: &mut Machine<'_>,
        from: &[TermId],
        goal: Option<&Components>,
        next: &mut Vec<(usize, Components)>,
    ) -> Result<bool, Stop> {
        let places = self.places(machine.terms, from);
        let (open_gone, open_come) = goal.map(|goal| difference(from, goal)).unwrap_or_default();
        let open = self.bits(machine.terms, &open_gone);
        let mut good = true;
        for rule in 0..self.rules.len() {
            if !self.is_within_reach(open & !self.rules[rule].changing) {
                continue;
            }
            self.each_choice(machine, rule, from, &places, &mut |soups, machine, rule, local, taken| {
                let Some(answers) = machine.answers(rule, local, taken) else { return Flow::Enough };
                let going = going(local, taken);
                for answer in answers.each() {
                    if !soups.is_still_answer(machine.terms, answer) {
                        good = false;
                        return Flow::Enough;
                    }
                    let added = machine.terms.step_memo.get(answer).1;
                    if goal.is_some() {
                        // What must still go at least: what stays and is too much, and what comes and is of no use.
                        let stays = open_gone.iter().filter(|&component| !going.contains(component));
                        let useless = added.iter().filter(|&component| {
                            !open_come.contains(component) && !going.contains(component)
                        });
                        let bits = stays
                            .chain(useless)
                            .fold(0, |bits, &component| bits | soups.bit(machine.terms.symbol(component)));
                        if !soups.is_within_reach(bits) {
                            continue;
                        }
                    }
                    let state = exchange(from, &going, added);
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
        self.rules.iter().any(|rule| bits & !rule.changing == 0)
    }

    /// Tells of all components that a rule might take.
    fn each_choice<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        rule: usize,
        from: &[TermId],
        places: &Places,
        visit: &mut Visitor<'_, 'p>,
    ) -> Result<(), Stop> {
        let program: &'p Program = machine.program;
        let Some(local) = &program.rules[rule].local else { return Ok(()) };
        let elements = &self.rules[rule].elements;
        let wanted = elements.iter().fold(0, |all, bit| all | 1 << bit);
        if wanted & !places.present != 0 {
            return Ok(());
        }
        if wanted & places.repeated == 0 && wanted.count_ones() as usize == elements.len() {
            // The usual case: for each pattern there is one component with its operator.
            let rest = usize::from(local.around.as_ref().is_some_and(|around| !around.optional));
            let mut taken: SmallVec<[TermId; MOST_PATTERNS]> = SmallVec::new();
            for (bit, pattern) in elements.iter().zip(&local.elements) {
                let component = from[usize::from(places.of[usize::from(*bit)])];
                if !machine.may_match(pattern, component) {
                    return Ok(());
                }
                taken.push(component);
            }
            if from.len() >= taken.len() + rest {
                visit(self, machine, rule as u32, local, &taken);
            }
        } else {
            let all = available(machine.terms, from);
            let none = SmallVec::new();
            machine.each_choice(rule as u32, local, &all, from.len(), none, &mut |machine, choice| {
                visit(self, machine, rule as u32, local, &choice.question)
            });
        }
        machine.stop.take().map_or(Ok(()), Err)
    }

    /// Whether rules can apply in none of the elements that come.
    fn is_still_answer(&mut self, terms: &Terms, answer: Answer) -> bool {
        terms.step_memo.get(answer).1.iter().all(|&element| self.is_still(terms, element))
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

/// Those of the components that a rule takes that go.
fn going(local: &Local, taken: &[TermId]) -> SmallVec<[TermId; MOST_PATTERNS]> {
    let pairs = taken.iter().zip(&local.elements).filter(|(_, element)| !element.stays);
    pairs.map(|(&component, _)| component).collect()
}

/// Whether no term of `top` can be inside a reduced element of a soup without variables, by the kinds of all operators.
fn is_flat(terms: &Terms, program: &Program, top: SymbolId, soup: SymbolId) -> bool {
    if program.strategies.iter().any(Option::is_some) {
        return false;
    }
    // Comparisons take terms of all kinds, and never stay.
    let passes = |hook: Hook| matches!(hook, Hook::Equal | Hook::NotEqual | Hook::SortTest(_));
    let signature = &terms.signature;
    let mut inside = vec![signature.get(soup).range];
    let mut at = 0;
    while let Some(&kind) = inside.get(at) {
        at += 1;
        for (_, symbol) in
            signature.symbols().filter(|(_, symbol)| symbol.range == kind && !passes(symbol.hook))
        {
            for &argument in &symbol.domain {
                if !inside.contains(&argument) {
                    inside.push(argument);
                }
            }
        }
    }
    !inside.contains(&signature.get(top).range)
}
