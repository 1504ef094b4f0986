//! What patterns can become when identities disappear.

use super::super::pattern::{ListElement, Pattern, PatternCompiler};
use crate::terms::signature::Shape;
use crate::terms::{KindId, SymbolId, TermId, Terms};

/// What a pattern can become.
pub(super) enum Target {
    Symbol(SymbolId),
    Kind(KindId),
}

impl Target {
    /// The symbols of terms that it may be.
    pub fn symbols(&self, terms: &Terms) -> Vec<SymbolId> {
        match *self {
            Target::Symbol(symbol) => vec![symbol],
            Target::Kind(kind) => terms
                .signature
                .symbols()
                .filter(|(_, symbol)| symbol.range == kind && symbol.shape != Shape::Variable)
                .map(|(id, _)| id)
                .collect(),
        }
    }
}

/// The symbols of all terms that a statement with this left-hand side may be about.
pub(super) fn affected_symbols(terms: &Terms, left: TermId) -> Vec<SymbolId> {
    let symbol = terms.symbol(left);
    let mut symbols = vec![symbol];
    let kept = terms.signature.get(symbol);
    if (kept.shape == Shape::Variable || kept.identity.is_some())
        && let Some(pattern) = PatternCompiler::default().pattern(terms, left)
    {
        symbols.extend(collapse_targets(terms, &pattern).iter().flat_map(|target| target.symbols(terms)));
    }
    symbols
}

/// What a pattern can become when its variables hold identities: other symbols it must then be tried for. A pattern
/// that is only a variable can be anything.
pub(super) fn collapse_targets(terms: &Terms, pattern: &Pattern) -> Vec<Target> {
    let sorts = &terms.signature.sorts;
    let of_pattern = |pattern: &Pattern| match pattern {
        Pattern::Variable { sort, .. } => Some(Target::Kind(sorts.kind(*sort))),
        Pattern::Ground(term) => Some(Target::Symbol(terms.symbol(*term))),
        Pattern::Free { symbol, .. }
        | Pattern::Iterated { symbol, .. }
        | Pattern::Binary { symbol, .. }
        | Pattern::List { symbol, .. }
        | Pattern::Set { symbol, .. } => Some(Target::Symbol(*symbol)),
    };
    let mut targets = Vec::new();
    match pattern {
        Pattern::Variable { sort, .. } => targets.push(Target::Kind(sorts.kind(*sort))),
        Pattern::List { elements, .. } => {
            let required: Vec<&ListElement> = elements
                .iter()
                .filter(|element| !matches!(element, ListElement::Variable(variable) if variable.optional))
                .collect();
            match required.as_slice() {
                [] => targets.extend(elements.iter().filter_map(|element| match element {
                    ListElement::Variable(variable) => Some(Target::Kind(sorts.kind(variable.sort))),
                    ListElement::One(_) => None,
                })),
                [ListElement::One(one)] if elements.len() > 1 => {
                    targets.extend(of_pattern(one));
                }
                [ListElement::Variable(one)] if elements.len() > 1 => {
                    targets.push(Target::Kind(sorts.kind(one.sort)));
                }
                _ => {}
            }
        }
        Pattern::Set { ground, elements, variables, .. } => {
            let fixed = ground.len() + elements.len();
            let required = variables.iter().filter(|variable| !variable.optional).count();
            let heavy = variables.iter().any(|variable| !variable.optional && variable.multiplicity > 1);
            if fixed + required <= 1 && !heavy {
                if let Some(&term) = ground.first() {
                    targets.push(Target::Symbol(terms.symbol(term)));
                } else if let Some(element) = elements.first() {
                    targets.extend(of_pattern(element));
                } else if let Some(variable) = variables.first() {
                    targets.push(Target::Kind(sorts.kind(variable.sort)));
                }
            }
        }
        Pattern::Binary { symbol, arguments, .. } => {
            let kept = terms.signature.get(*symbol);
            if let Some(identity) = kept.identity {
                let vanishes = |pattern: &Pattern| match pattern {
                    Pattern::Variable { sort, .. } => sorts.is_at_most(terms.sort(identity), *sort),
                    _ => false,
                };
                if kept.left_identity && vanishes(&arguments[0]) {
                    targets.extend(of_pattern(&arguments[1]));
                }
                if kept.right_identity && vanishes(&arguments[1]) {
                    targets.extend(of_pattern(&arguments[0]));
                }
            }
        }
        _ => {}
    }
    targets
}
