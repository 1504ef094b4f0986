//! Local rules: those that take some elements out of a soup, put others in, and leave the rest as it is. A soup is a
//! term of an associative and commutative operator at which nothing happens but rules. What a local rule makes of
//! some elements does not depend on the others, so it is computed once for each choice of elements and remembered;
//! a step is then the exchange of a few elements, and neither the rest nor the right-hand side is ever built.
//!
//! Two forms are local, with patterns p1 … pk for single elements:
//! - `p1 … pk => anything`, which is applied to a part of a soup;
//! - `f(…, p1 … pk Rest, …) => f(…, q1 … qm Rest, …)`, where `Rest` takes any soup and is nowhere else.
//!
//! Guarantee: the steps of a local rule are those that the matcher finds, each once for each choice of elements.

pub(crate) mod memo;
pub(crate) mod steps;

use super::compile::{Code, StatementTerms, compile_code};
use super::pattern::{ElementVariable, Pattern, PatternCompiler, Slot};
use crate::parser::Fragment;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A rule takes no more elements than this.
pub(crate) const MOST_PATTERNS: usize = 8;

/// How a local rule is applied.
#[derive(Clone, Debug)]
pub struct Local {
    /// The operator of the soup.
    pub soup: SymbolId,
    /// What is around the soup; `None` if the rule is about the soup itself.
    pub around: Option<Around>,
    /// The patterns of the elements it takes.
    pub elements: Box<[LocalElement]>,
    /// What comes for the elements that go, as one term; `None` if nothing does.
    pub code: Option<Code>,
}

/// The operator around a soup.
#[derive(Clone, Debug)]
pub struct Around {
    /// The operator.
    pub symbol: SymbolId,
    /// Which argument is the soup.
    pub place: usize,
    /// The sort of the rest, which every soup of elements that have it has.
    pub rest: SortId,
    /// Whether the rest may be empty.
    pub optional: bool,
    /// The patterns of all other arguments.
    pub patterns: Box<[Pattern]>,
    /// What they become; `None` where all stay as they are.
    pub codes: Option<Box<[Code]>>,
}

/// The pattern of one element.
#[derive(Clone, Debug)]
pub struct LocalElement {
    /// The pattern.
    pub pattern: Pattern,
    /// The symbol that the element must have, if it is one.
    pub root: Option<SymbolId>,
    /// Arguments of the element and the symbols that these must have.
    pub quick: Box<[(u16, SymbolId)]>,
    /// Whether the element stays: the pattern is on the right-hand side, too.
    pub stays: bool,
    /// Arguments that must be the same as an argument of an earlier element: own place, element, its place.
    pub same: Box<[(u16, u16, u16)]>,
}

/// The form of a rule that is local as far as the rule itself is concerned: its operators must be quiet, too.
pub(super) fn find_local(
    terms: &mut Terms,
    source: &StatementTerms,
    pattern: &Pattern,
    compiler: &mut PatternCompiler,
    strategies: &[Option<Box<[u32]>>],
) -> Option<Local> {
    match pattern {
        Pattern::Set { symbol, ground, elements, variables, .. } => {
            let mut taken = elements_of(terms, ground, elements, variables)?;
            let right = source.right?;
            let mut coming = elements_in(terms, *symbol, right);
            find_staying(terms, compiler, source.left, &mut taken, &mut coming);
            let code = compile_elements(terms, compiler, *symbol, &coming, strategies)?;
            Some(Local { soup: *symbol, around: None, elements: taken, code })
        }
        Pattern::Free { symbol, arguments } => {
            let place = arguments.iter().position(|argument| matches!(argument, Pattern::Set { .. }))?;
            let Pattern::Set { symbol: soup, ground, elements, variables, .. } = &arguments[place] else {
                return None;
            };
            let (single, wide): (Vec<ElementVariable>, Vec<ElementVariable>) =
                variables.iter().copied().partition(|variable| variable.single);
            let [rest] = wide.as_slice() else { return None };
            let closed = terms.signature.least_sort(*soup, &[rest.sort, rest.sort]);
            if rest.multiplicity != 1 || !terms.signature.sorts.is_at_most(closed, rest.sort) {
                return None;
            }
            let mut taken = elements_of(terms, ground, elements, &single)?;
            let variable = compiler.slots[usize::from(rest.slot)];
            let right = source.right?;
            if !is_alone(terms, source, variable, *soup, place) || terms.symbol(right) != *symbol {
                return None;
            }
            let others = |list: &[Pattern]| -> Box<[Pattern]> {
                let kept = list.iter().enumerate().filter(|(index, _)| *index != place);
                kept.map(|(_, pattern)| pattern.clone()).collect()
            };
            let mut codes = Vec::new();
            let mut same = true;
            for index in (0..arguments.len()).filter(|&index| index != place) {
                let (left, right) = (terms.arguments(source.left)[index], terms.arguments(right)[index]);
                same &= left == right;
                codes.push(compile_code(terms, compiler, right, strategies, true).ok()?);
            }
            let mut coming = elements_in(terms, *soup, terms.arguments(right)[place]);
            coming.retain(|&element| element != variable);
            let left = terms.arguments(source.left)[place];
            find_staying(terms, compiler, left, &mut taken, &mut coming);
            let code = compile_elements(terms, compiler, *soup, &coming, strategies)?;
            let around = Around {
                symbol: *symbol,
                place,
                rest: rest.sort,
                optional: rest.optional,
                patterns: others(arguments),
                codes: (!same).then(|| codes.into()),
            };
            Some(Local { soup: *soup, around: Some(around), elements: taken, code })
        }
        _ => None,
    }
}

impl Local {
    /// Whether nothing but rules happens at its operators.
    pub(super) fn is_quiet(&self, quiet: &[bool]) -> bool {
        quiet[self.soup.0 as usize]
            && self.around.as_ref().is_none_or(|around| quiet[around.symbol.0 as usize])
    }

    /// All code in it.
    pub(super) fn codes_mut(&mut self) -> impl Iterator<Item = &mut Code> {
        let around = self.around.iter_mut().filter_map(|around| around.codes.as_mut()).flatten();
        self.code.iter_mut().chain(around)
    }
}

/// The patterns of single elements; `None` if something takes several, or none, or too many.
fn elements_of(
    terms: &Terms,
    ground: &[TermId],
    elements: &[Pattern],
    variables: &[ElementVariable],
) -> Option<Box<[LocalElement]>> {
    if variables.iter().any(|variable| !variable.single || variable.optional || variable.multiplicity > 1) {
        return None;
    }
    let patterns: Vec<Pattern> = ground
        .iter()
        .map(|&term| Pattern::Ground(term))
        .chain(elements.iter().cloned())
        .chain(
            variables.iter().map(|variable| Pattern::Variable { slot: variable.slot, sort: variable.sort }),
        )
        .collect();
    if patterns.is_empty() || patterns.len() > MOST_PATTERNS {
        return None;
    }
    let mut found: Vec<LocalElement> = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        let (mut quick, mut same) = (Vec::new(), Vec::new());
        if let Pattern::Free { arguments, .. } = pattern {
            for (place, argument) in arguments.iter().enumerate() {
                if let Some(root) = argument.root(terms) {
                    quick.push((place as u16, root));
                }
                if let Pattern::Variable { slot, .. } = argument
                    && let Some((earlier, at)) = find_slot(&patterns[..index], *slot)
                {
                    same.push((place as u16, earlier, at));
                }
            }
        }
        let root = pattern.root(terms);
        found.push(LocalElement {
            pattern: pattern.clone(),
            root,
            quick: quick.into(),
            stays: false,
            same: same.into(),
        });
    }
    Some(found.into())
}

/// The pattern that has a variable as its argument, and where.
fn find_slot(patterns: &[Pattern], wanted: Slot) -> Option<(u16, u16)> {
    patterns.iter().enumerate().find_map(|(index, pattern)| {
        let Pattern::Free { arguments, .. } = pattern else { return None };
        let place = arguments
            .iter()
            .position(|argument| matches!(argument, Pattern::Variable { slot, .. } if *slot == wanted))?;
        Some((index as u16, place as u16))
    })
}

/// Whether a variable is an element of the soup on both sides of a rule, once, and nowhere else.
fn is_alone(terms: &Terms, source: &StatementTerms, variable: TermId, soup: SymbolId, place: usize) -> bool {
    let once = |term: TermId| {
        let mut count = 0;
        terms.arguments(term).iter().enumerate().all(|(index, &argument)| {
            if index != place {
                return !occurs(terms, variable, argument);
            }
            if argument == variable {
                count += 1;
                return true;
            }
            terms.symbol(argument) == soup
                && terms.arguments(argument).iter().all(|&element| {
                    count += usize::from(element == variable);
                    element == variable || !occurs(terms, variable, element)
                })
        }) && count == 1
    };
    let free = |term: TermId| !occurs(terms, variable, term);
    source.right.is_some_and(once)
        && once(source.left)
        && source.condition.iter().all(|fragment| match *fragment {
            Fragment::Equality(first, second)
            | Fragment::Assignment(first, second)
            | Fragment::Rewriting(first, second) => free(first) && free(second),
            Fragment::Membership(term, _) => free(term),
        })
}

/// The elements of a term as a soup.
fn elements_in(terms: &Terms, soup: SymbolId, term: TermId) -> Vec<TermId> {
    if terms.symbol(term) == soup { terms.arguments(term).to_vec() } else { vec![term] }
}

/// Marks the patterns of a soup that are also on the right-hand side, and takes them out there.
fn find_staying(
    terms: &Terms,
    compiler: &PatternCompiler,
    left: TermId,
    patterns: &mut [LocalElement],
    coming: &mut Vec<TermId>,
) {
    // Patterns with structure are in the order of the soup.
    let mut structured = terms
        .arguments(left)
        .iter()
        .copied()
        .filter(|&element| !terms.is_ground(element) && !terms.is_variable(element));
    for pattern in patterns {
        let source = match &pattern.pattern {
            Pattern::Ground(term) => Some(*term),
            Pattern::Variable { slot, .. } => Some(compiler.slots[usize::from(*slot)]),
            _ => structured.next(),
        };
        if let Some(place) = coming.iter().position(|&element| Some(element) == source) {
            coming.remove(place);
            pattern.stays = true;
        }
    }
}

/// Code for some elements as one term; `None` inside if there are none.
fn compile_elements(
    terms: &mut Terms,
    compiler: &mut PatternCompiler,
    soup: SymbolId,
    elements: &[TermId],
    strategies: &[Option<Box<[u32]>>],
) -> Option<Option<Code>> {
    if elements.is_empty() {
        return Some(None);
    }
    let part = terms.make_from_elements(soup, elements)?;
    compile_code(terms, compiler, part, strategies, true).ok().map(Some)
}

/// Whether a variable occurs in a term.
fn occurs(terms: &Terms, variable: TermId, term: TermId) -> bool {
    contains(terms, term, |inner| inner == variable)
}

/// Whether a term is, or has inside it, one that is looked for.
pub(crate) fn contains(terms: &Terms, term: TermId, wanted: impl Fn(TermId) -> bool) -> bool {
    // What is shared is looked at again in small terms, and once in large ones.
    const SMALL: usize = 100;
    let mut stack: SmallVec<[TermId; 32]> = SmallVec::from_slice(&[term]);
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut visited = 0;
    while let Some(term) = stack.pop() {
        if wanted(term) {
            return true;
        }
        visited += 1;
        if visited < SMALL || seen.insert(term) {
            stack.extend_from_slice(terms.arguments(term));
        }
    }
    false
}
