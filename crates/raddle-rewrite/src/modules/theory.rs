//! A theory that can be run: a flat module with the program compiled from it, and the grammar of its terms.

use super::flat::FlatModule;
use crate::diagnostic::{Place, Severity};
use crate::machine::{Program, StatementTerms};
use crate::names::Name;
use crate::parser::build::parse_shown;
use crate::parser::grammar::{Goal, Grammar};
use crate::parser::{Nesting, ParseFault, Parsed};
use crate::strategies::read::{self, Names};
use crate::strategies::{Definition, Expression};
use crate::syntax::ast::StrategySource;
use crate::syntax::lexer::Token;
use crate::terms::{SortId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A message about a module: how bad, where (in the module's own file) and what.
pub type Message = (Severity, Place, String);

/// A theory that can be run.
#[derive(Debug)]
pub struct Theory {
    /// The module's name.
    pub name: Name,
    /// Signature and arena.
    pub terms: Terms,
    /// All statements, imported ones first.
    pub statements: Vec<StatementTerms>,
    /// All strategies.
    pub strategies: Vec<StrategySource>,
    /// Their definitions.
    pub definitions: Vec<Definition>,
    /// What the machine runs.
    pub program: Arc<Program>,
    /// The module's own variables.
    pub variables: FxHashMap<Name, SortId>,
    /// The grammar, once a term has been read.
    grammar: Option<Grammar>,
}

impl Theory {
    /// A theory of its own for a flat module.
    pub fn new(module: &FlatModule) -> Theory {
        let mut terms = module.terms.clone();
        terms.signature.fill_sort_tables();
        let program = match &module.program {
            Some(program) => Arc::clone(program),
            None => Arc::new(Program::compile(&mut terms, &module.statements).0),
        };
        Theory {
            name: module.name,
            terms,
            statements: module.statements.clone(),
            strategies: module.strategies.clone(),
            definitions: module.definitions.clone(),
            program,
            variables: module.variables.clone(),
            grammar: None,
        }
    }

    /// Parses tokens as a goal, with the module's variables.
    pub fn parse(
        &mut self,
        tokens: &[Token],
        goal: Goal,
        nesting: Option<Nesting>,
    ) -> Result<Parsed, ParseFault> {
        let grammar =
            self.grammar.get_or_insert_with(|| Grammar::new(&self.terms.signature, self.variables.clone()));
        // Terms from before may have been dropped by a long evaluation.
        grammar.forget_terms();
        parse_shown(grammar, &mut self.terms, tokens, goal, nesting)
    }

    /// Reads a strategy expression.
    pub(crate) fn parse_strategy(&mut self, tokens: &[Token]) -> Result<Expression, ParseFault> {
        let grammar =
            self.grammar.get_or_insert_with(|| Grammar::new(&self.terms.signature, self.variables.clone()));
        grammar.forget_terms();
        let labels = self.statements.iter().filter_map(|statement| statement.label).collect();
        let names = Names { labels: &labels, strategies: &self.strategies };
        read::expression(grammar, &mut self.terms, &names, tokens)
    }

    /// Whether it can look at modules.
    pub fn has_meta_level(&self) -> bool {
        use crate::terms::hooks::Hook;
        self.terms.signature.symbols().any(|(_, symbol)| matches!(symbol.hook, Hook::Meta(_)))
    }
}
