//! `metaPrettyPrint`: a term as a list of its tokens.

use super::MetaLevel;
use super::down::down_as_given;
use super::parse::variables;
use super::tables::{elements, joined};
use super::up::quoted;
use crate::machine::Machine;
use crate::names::Name;
use crate::print::{Printing, token_text};
use crate::syntax::lexer::{is_special, tokenize};
use crate::terms::TermId;

impl MetaLevel {
    pub(super) fn pretty_print(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let &[module, variable_set, term, options] = arguments else { return None };
        self.within(machine, module, |machine, object| {
            let term = down_as_given(machine.terms, term, object.terms())?;
            let above = &mut *machine.terms;
            let mut names = Vec::new();
            for option in elements(above, "__", "none", "PrintOptionSet", options)? {
                names.push(above.signature.get(above.symbol(option)).name.text());
            }
            let has = |name: &str| names.contains(&name);
            let printing = Printing {
                mixfix: has("mixfix"),
                parentheses: has("with-parens"),
                flat: has("flat"),
                numbers: has("number"),
                rationals: has("rat"),
                ..Printing::default()
            };
            let declared = variables(above, object.terms(), variable_set)?;
            let terms = object.terms();
            let own_printing = std::mem::replace(&mut terms.literals.printing, printing);
            let own_declared = std::mem::replace(&mut terms.literals.declared, declared);
            let text = token_text(terms, term, has("format"));
            terms.literals.printing = own_printing;
            terms.literals.declared = own_declared;
            let mut parts = Vec::new();
            for token in tokenize(&text).tokens {
                let text = token.name.text();
                let name = if text.chars().count() == 1 && text.starts_with(is_special) {
                    Name::new(&quoted(text))
                } else {
                    token.name
                };
                parts.push(above.qid(name)?);
            }
            joined(above, "__", "nil", "QidList", &parts)
        })
    }
}
