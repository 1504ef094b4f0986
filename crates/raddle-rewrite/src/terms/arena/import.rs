//! Terms of one arena in another that started as a copy of it, or of which it is a copy: ids below a bound mean the
//! same in both, everything else is interned anew, once.

use super::{Arguments, NO_TERM, TermId, Terms};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;

/// What terms of one arena are in another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Imported {
    /// Ids below this are the same.
    pub shared: usize,
    ids: Vec<TermId>,
}

impl Imported {
    /// Nothing but ids below a bound.
    pub(crate) fn new(shared: usize) -> Imported {
        Imported { shared, ids: Vec::new() }
    }

    fn get(&self, term: TermId) -> Option<TermId> {
        if term.immediate().is_some() || (term.0 as usize) < self.shared {
            return Some(term);
        }
        self.ids.get(term.0 as usize - self.shared).copied().filter(|&known| known != NO_TERM)
    }

    /// Says what a term is in the other arena.
    pub(crate) fn set(&mut self, term: TermId, other: TermId) {
        let Some(index) = (term.0 as usize).checked_sub(self.shared) else { return };
        if term.immediate().is_some() {
            return;
        }
        if self.ids.len() <= index {
            self.ids.resize((index + 1).next_power_of_two(), NO_TERM);
        }
        self.ids[index] = other;
    }
}

impl Terms {
    /// Interns a term of another arena.
    pub(crate) fn import(&mut self, from: &Terms, term: TermId, imported: &mut Imported) -> TermId {
        if let Some(known) = imported.get(term) {
            return known;
        }
        let mut stack = vec![term];
        let mut arguments = Arguments::new();
        while let Some(&top) = stack.last() {
            if imported.get(top).is_some() {
                stack.pop();
                continue;
            }
            arguments.clear();
            let height = stack.len();
            for &argument in from.arguments(top) {
                match imported.get(argument) {
                    Some(known) => arguments.push(known),
                    None => stack.push(argument),
                }
            }
            if stack.len() > height {
                continue;
            }
            stack.pop();
            let made = self.import_node(from, top, &arguments);
            imported.set(top, made);
        }
        imported.get(term).unwrap_or(NO_TERM)
    }

    fn import_node(&mut self, from: &Terms, term: TermId, arguments: &[TermId]) -> TermId {
        let symbol = from.symbol(term);
        let payload = from.payload(term);
        let kept = self.signature.get(symbol);
        let payload = match (kept.shape, kept.hook) {
            (Shape::Variable, _) => {
                let (name, sort) = from.literals.variable(payload);
                return self.variable(name, sort);
            }
            (Shape::Iterated, _) => match from.counts.small(payload) {
                Some(_) => payload,
                None => self.counts.add(&from.counts.get(payload)),
            },
            (_, Hook::StringLiteral) => self.literals.add_string(from.literals.string(payload)),
            (_, Hook::FloatLiteral) => self.literals.add_float(from.literals.float(payload)),
            _ => payload,
        };
        let made = self.intern_with_sort(symbol, payload, arguments, Some(from.sort(term)));
        if from.normal(term) == Some(term) && self.normal(made).is_none() {
            self.set_normal(made, made);
        }
        made
    }
}
