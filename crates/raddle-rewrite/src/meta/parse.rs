//! `metaParse`: tokens, given as quoted identifiers, become the representation of a term.

use super::MetaLevel;
use super::object::ObjectModule;
use super::tables::{elements, find, make};
use super::{down, up};
use crate::diagnostic::Place;
use crate::machine::Machine;
use crate::names::Name;
use crate::parser::build::parse_shown;
use crate::parser::grammar::{Goal, Grammar};
use crate::parser::{Nesting, Sentence};
use crate::syntax::lexer::{Token, is_special};
use crate::terms::{SortId, TermId, Terms};
use rustc_hash::FxHashMap;

/// The token that a quoted identifier stands for: the brackets and the comma have backquotes.
fn token_text(text: &str) -> &str {
    match text.strip_prefix('`') {
        Some(rest) if rest.chars().count() == 1 && rest.starts_with(is_special) => rest,
        _ => text,
    }
}

/// The names in a set of variables, with their sorts.
pub(super) fn variables(above: &mut Terms, terms: &Terms, set: TermId) -> Option<FxHashMap<Name, SortId>> {
    let mut found = FxHashMap::default();
    for part in elements(above, "_;_", "none", "QidSet", set)? {
        let text = above.qid_value(part)?.text();
        // A variable's name may have colons, and its sort has none.
        let at = text.rfind(':')?;
        found.insert(Name::new(&text[..at]), down::sort(terms, &text[at + 1..])?);
    }
    Some(found)
}

impl MetaLevel {
    pub(super) fn parse(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let &[module, variable_set, tokens, wanted] = arguments else { return None };
        self.within(machine, module, |machine, object| {
            let above = &mut *machine.terms;
            let mut list: Vec<Token> = Vec::new();
            for part in elements(above, "__", "nil", "QidList", tokens)? {
                let name = Name::new(token_text(above.qid_value(part)?.text()));
                let place = Place { line: 1, column: list.len() as u32 };
                list.push(Token { name, place, ends_line: false });
            }
            let any = find(above, "anyType", 0, "Type?")?;
            let goal = if above.symbol(wanted) == any {
                Goal::Term
            } else {
                let terms = object.terms();
                let sort = down::sort(terms, above.qid_value(wanted)?.text())?;
                Goal::TermOf(terms.signature.sorts.kind(sort))
            };
            if list.is_empty() {
                let zero = above.small_natural(0)?;
                return make(above, "noParse", "ResultPair?", &[zero]);
            }
            let variables = variables(above, object.terms(), variable_set)?;
            let theory = object.reachability.theory_mut();
            let grammar = object
                .grammar
                .get_or_insert_with(|| Grammar::new(&theory.terms.signature, FxHashMap::default()));
            if grammar.variables != variables {
                grammar.variables = variables;
                grammar.forget_terms();
            }
            match parse_shown(grammar, &mut theory.terms, &list, goal, Some(Nesting::AsWritten)) {
                Ok(parsed) => {
                    let shown = parsed.shown.as_ref().unwrap_or(&parsed.sentence);
                    let first = result(object, above, &parsed.sentence, shown)?;
                    match &parsed.other {
                        None => Some(first),
                        Some(other) => {
                            let second = result(object, above, other, other)?;
                            make(above, "ambiguity", "ResultPair?", &[first, second])
                        }
                    }
                }
                Err(fault) => {
                    let at = match fault.place {
                        Some(place) if !fault.message.starts_with("unexpected end") => place.column as usize,
                        _ => list.len(),
                    };
                    let number = above.small_natural(at as u64)?;
                    make(above, "noParse", "ResultPair?", &[number])
                }
            }
        })
    }
}

/// `{term, type}`, the term as it was written.
fn result(
    object: &mut ObjectModule,
    above: &mut Terms,
    sentence: &Sentence,
    shown: &Sentence,
) -> Option<TermId> {
    let terms = &object.reachability.theory().terms;
    // As it was written, it is no term of the arena's own: nothing of it may be remembered.
    let term = up::up(terms, shown.left, above, &mut super::memo::Memo::default())?;
    let sort = up::sort_qid(terms, terms.sort(sentence.left), above)?;
    make(above, "`{_`,_`}", "ResultPair", &[term, sort])
}
