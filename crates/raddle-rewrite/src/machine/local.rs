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
    /// What the elements become, as one term; `None` if they only go. For a rule without `around` it is the rule's
    /// own code.
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
    /// The operators of those patterns that are not on the right-hand side as they are: only elements with these can
    /// go.
    pub changing: Box<[SymbolId]>,
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
        Pattern::Set { symbol, ground, elements, variables } => {
            let taken = elements_of(terms, ground, elements, variables)?;
            Some(Local { soup: *symbol, around: None, elements: taken, code: None })
        }
        Pattern::Free { symbol, arguments } => {
            let place = arguments.iter().position(|argument| matches!(argument, Pattern::Set { .. }))?;
            let Pattern::Set { symbol: soup, ground, elements, variables } = &arguments[place] else {
                return None;
            };
            let (single, wide): (Vec<ElementVariable>, Vec<ElementVariable>) =
                variables.iter().copied().partition(|variable| variable.single);
            let [rest] = wide.as_slice() else { return None };
            let closed = terms.signature.least_sort(*soup, &[rest.sort, rest.sort]);
            if rest.multiplicity != 1 || !terms.signature.sorts.is_at_most(closed, rest.sort) {
                return None;
            }
            let taken = elements_of(terms, ground, elements, &single)?;
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
            let code = match part_beside(terms, right, *soup, place, variable)? {
                Some(part) => Some(compile_code(terms, compiler, part, strategies, true).ok()?),
                None => None,
            };
            let around = Around {
                symbol: *symbol,
                place,
                rest: rest.sort,
                optional: rest.optional,
                changing: changing(terms, source.left, right, place),
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
        found.push(LocalElement { pattern: pattern.clone(), root, quick: quick.into(), same: same.into() });
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

/// The operators of the elements of which the left-hand side has more than the right.
fn changing(terms: &Terms, left: TermId, right: TermId, place: usize) -> Box<[SymbolId]> {
    let count = |side: TermId, wanted: TermId| {
        let soup = terms.arguments(side)[place];
        terms.arguments(soup).iter().filter(|&&element| element == wanted).count()
    };
    let elements = terms.arguments(terms.arguments(left)[place]);
    let fewer = elements.iter().filter(|&&element| count(right, element) < count(left, element));
    fewer.map(|&element| terms.symbol(element)).collect()
}

/// What stands beside the rest on a right-hand side.
fn part_beside(
    terms: &mut Terms,
    right: TermId,
    soup: SymbolId,
    place: usize,
    rest: TermId,
) -> Option<Option<TermId>> {
    let inner = *terms.arguments(right).get(place)?;
    if inner == rest {
        return Some(None);
    }
    let others: Vec<TermId> =
        terms.arguments(inner).iter().copied().filter(|&element| element != rest).collect();
    terms.make_from_elements(soup, &others).map(Some)
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
