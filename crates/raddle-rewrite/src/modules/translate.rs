//! Carries terms and statements from one theory to another, under a renaming, with explicit stacks.

use super::flat::FlatModule;
use super::renaming::Renaming;
use crate::machine::{PrintItem, StatementTerms};
use crate::names::Name;
use crate::parser::Fragment;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// A translation from one arena to another.
pub struct Translator<'a> {
    from: &'a Terms,
    renaming: &'a Renaming,
    symbols: FxHashMap<SymbolId, Option<SymbolId>>,
    /// Symbols that become terms: the variables of the pattern and the term, both in the target.
    templates: FxHashMap<SymbolId, (Vec<TermId>, TermId)>,
}

impl<'a> Translator<'a> {
    /// A translation under a renaming.
    pub fn new(from: &'a Terms, renaming: &'a Renaming) -> Translator<'a> {
        Translator { from, renaming, symbols: FxHashMap::default(), templates: FxHashMap::default() }
    }

    /// Reads the operators that become terms; `source` is the theory that is translated.
    pub fn read_templates(&mut self, source: &FlatModule, to: &mut Terms) -> Result<(), String> {
        for map in &self.renaming.terms {
            let mut source_terms = source.terms.clone();
            let mut variables = FxHashMap::default();
            let mut target_variables = FxHashMap::default();
            for &(name, sort) in &map.variables {
                let prefixed = Name::new(&format!("{}{}", map.parameter, sort.name()));
                let sorts = &source_terms.signature.sorts;
                let found = sorts.find(prefixed).or_else(|| sorts.find(sort.name()));
                let Some(found) = found else { continue };
                let target = self.renaming.sort(sorts.name(found));
                variables.insert(name, found);
                if let Some(target) = to.signature.sorts.find(target) {
                    target_variables.insert(name, target);
                }
            }
            // On-the-fly variables of the pattern carry sorts of the theory: give them the parameter's prefix.
            let qualify = |tokens: &[crate::syntax::lexer::Token], target: bool| {
                tokens
                    .iter()
                    .map(|token| match token.name.text().rsplit_once(':') {
                        Some((name, sort)) if !name.is_empty() && !sort.is_empty() => {
                            let prefixed = Name::new(&format!("{}{sort}", map.parameter));
                            let known = source_terms.signature.sorts.find(prefixed).is_some();
                            let sort = if known { prefixed } else { Name::new(sort) };
                            let sort = if target { self.renaming.sort(sort) } else { sort };
                            crate::syntax::lexer::Token {
                                name: Name::new(&format!("{name}:{sort}")),
                                ..*token
                            }
                        }
                        _ => *token,
                    })
                    .collect::<Vec<_>>()
            };
            let (from_tokens, to_tokens) = (qualify(&map.from, false), qualify(&map.to, true));
            let mut grammar = Grammar::new(&source_terms.signature, variables);
            let pattern = parse(&mut grammar, &mut source_terms, &from_tokens, Goal::Term)
                .map_err(|fault| format!("in a view: {}", fault.message))?
                .sentence
                .left;
            let mut grammar = Grammar::new(&to.signature, target_variables);
            let term = parse(&mut grammar, to, &to_tokens, Goal::Term)
                .map_err(|fault| format!("in a view: {}", fault.message))?
                .sentence
                .left;
            let symbol = source_terms.symbol(pattern);
            let arguments: Vec<TermId> = source_terms.arguments(pattern).to_vec();
            let mut variables = Vec::new();
            for argument in arguments {
                if !source_terms.is_variable(argument) {
                    return Err("in a view: an operator must be mapped with distinct variables".to_owned());
                }
                let (name, sort) = source_terms.literals.variable(source_terms.payload(argument));
                let sort = self.renaming.sort(source_terms.signature.sorts.name(sort));
                let Some(sort) = to.signature.sorts.find(sort) else { continue };
                variables.push(to.variable(name, sort));
            }
            self.templates.insert(symbol, (variables, term));
        }
        Ok(())
    }

    /// The sort in the target.
    pub fn sort(&self, to: &Terms, sort: SortId) -> Option<SortId> {
        let from = &self.from.signature.sorts;
        if from.is_error(sort) {
            let member = *from.get_kind(from.kind(sort)).sorts.get(1)?;
            let member = to.signature.sorts.find(self.renaming.sort(from.name(member)))?;
            return Some(to.signature.sorts.error(to.signature.sorts.kind(member)));
        }
        to.signature.sorts.find(self.renaming.sort(from.name(sort)))
    }

    fn symbol(&mut self, to: &Terms, id: SymbolId) -> Option<SymbolId> {
        if let Some(&known) = self.symbols.get(&id) {
            return known;
        }
        let found = self.find_symbol(to, id);
        self.symbols.insert(id, found);
        found
    }

    fn find_symbol(&self, to: &Terms, id: SymbolId) -> Option<SymbolId> {
        let symbol = self.from.signature.get(id);
        let sorts = &self.from.signature.sorts;
        let kind = |sort| self.sort(to, sort).map(|sort| to.signature.sorts.kind(sort));
        let declaration = symbol.declarations.first()?;
        let domain = declaration.domain.iter().map(|&sort| kind(sort)).collect::<Option<Vec<_>>>()?;
        let range = kind(declaration.range)?;
        if let Hook::SortTest(sort) = symbol.hook {
            let sort = self.sort(to, sort)?;
            let name = Name::new(&format!("_::{}", to.signature.sorts.name(sort)));
            return to.signature.find(name, &domain, Some(range));
        }
        let representative = |sort: SortId| {
            if sorts.is_error(sort) {
                sorts.name(sorts.get_kind(sorts.kind(sort)).sorts[1])
            } else {
                sorts.name(sort)
            }
        };
        let same_kind = |a: Name, b: Name| match (sorts.find(a), sorts.find(b)) {
            (Some(a), Some(b)) => sorts.kind(a) == sorts.kind(b),
            _ => a == b,
        };
        // Any of the declarations may be the one that a parameter's map asks for.
        let map = symbol.declarations.iter().find_map(|declaration| {
            let domain: Vec<Name> = declaration.domain.iter().map(|&sort| representative(sort)).collect();
            self.renaming.operator(symbol.name, &domain, representative(declaration.range), &same_kind)
        });
        let name = map.map_or(symbol.name, |map| map.to);
        to.signature.find(name, &domain, Some(range))
    }

    /// Translates a term; the error names what is missing in the target.
    pub fn term(&mut self, to: &mut Terms, term: TermId) -> Result<TermId, String> {
        enum Work {
            Visit(TermId),
            Make(TermId, usize),
        }
        let from = self.from;
        let mut work = vec![Work::Visit(term)];
        let mut values: Vec<TermId> = Vec::new();
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        while let Some(next) = work.pop() {
            match next {
                Work::Visit(term) => {
                    if let Some(&done) = known.get(&term) {
                        values.push(done);
                        continue;
                    }
                    let arguments = from.arguments(term);
                    work.push(Work::Make(term, arguments.len()));
                    work.extend(arguments.iter().rev().map(|&argument| Work::Visit(argument)));
                }
                Work::Make(term, count) => {
                    let arguments = values.split_off(values.len() - count);
                    let made = self.make(to, term, &arguments)?;
                    known.insert(term, made);
                    values.push(made);
                }
            }
        }
        values.pop().ok_or_else(|| "an empty term".to_owned())
    }

    fn make(&mut self, to: &mut Terms, term: TermId, arguments: &[TermId]) -> Result<TermId, String> {
        let from = self.from;
        let id = from.symbol(term);
        let symbol = from.signature.get(id);
        let missing = || format!("no operator for {} after renaming or instantiation", symbol.name);
        match symbol.hook {
            Hook::StringLiteral => {
                let value = from.string_value(term).ok_or_else(missing)?;
                return to.string(&value).ok_or_else(missing);
            }
            Hook::FloatLiteral => {
                let value = from.float_value(term).ok_or_else(missing)?;
                return to.float(value).ok_or_else(missing);
            }
            Hook::QidLiteral => {
                let value = from.qid_value(term).ok_or_else(missing)?;
                return to.qid(value).ok_or_else(missing);
            }
            _ => {}
        }
        if symbol.shape == Shape::Variable {
            let (name, sort) = from.literals.variable(from.payload(term));
            let sort = self.sort(to, sort).ok_or_else(|| {
                format!("no sort for {} after renaming or instantiation", from.signature.sorts.name(sort))
            })?;
            return Ok(to.variable(name, sort));
        }
        if let Some((variables, template)) = self.templates.get(&id) {
            let (variables, template) = (variables.clone(), *template);
            return Ok(substitute(to, template, &variables, arguments));
        }
        let target = self.symbol(to, id).ok_or_else(missing)?;
        if symbol.shape == Shape::Iterated {
            let count = from.iterations(term);
            if to.signature.get(target).shape == Shape::Iterated {
                return Ok(to.make_iterated(target, arguments[0], &count));
            }
        }
        Ok(to.make(target, arguments))
    }

    /// Translates a statement.
    pub fn statement(&mut self, to: &mut Terms, source: &StatementTerms) -> Result<StatementTerms, String> {
        let sort_missing = || "a sort is missing after renaming or instantiation".to_owned();
        Ok(StatementTerms {
            left: self.term(to, source.left)?,
            right: source.right.map(|right| self.term(to, right)).transpose()?,
            sort: match source.sort {
                Some(sort) => Some(self.sort(to, sort).ok_or_else(sort_missing)?),
                None => None,
            },
            condition: self.condition(to, &source.condition)?,
            label: self.renaming.label(source.label),
            print: self.print_items(to, &source.print)?,
            ..source.clone()
        })
    }

    fn print_items(&mut self, to: &mut Terms, items: &[PrintItem]) -> Result<Vec<PrintItem>, String> {
        let mut translated = Vec::with_capacity(items.len());
        for item in items {
            translated.push(match *item {
                PrintItem::Text(text) => PrintItem::Text(text),
                PrintItem::Variable(variable) => PrintItem::Variable(self.term(to, variable)?),
            });
        }
        Ok(translated)
    }

    /// What a label becomes.
    pub(crate) fn label(&self, label: Option<Name>) -> Option<Name> {
        self.renaming.label(label)
    }

    /// What a strategy's name becomes.
    pub(crate) fn strategy_name(&self, name: Name) -> Name {
        self.renaming.strategy_name(name)
    }

    /// Translates a condition.
    pub(crate) fn condition(&mut self, to: &mut Terms, source: &[Fragment]) -> Result<Vec<Fragment>, String> {
        let sort_missing = || "a sort is missing after renaming or instantiation".to_owned();
        let mut condition = Vec::with_capacity(source.len());
        for fragment in source {
            condition.push(match *fragment {
                Fragment::Equality(left, right) => {
                    Fragment::Equality(self.term(to, left)?, self.term(to, right)?)
                }
                Fragment::Assignment(left, right) => {
                    Fragment::Assignment(self.term(to, left)?, self.term(to, right)?)
                }
                Fragment::Rewriting(left, right) => {
                    Fragment::Rewriting(self.term(to, left)?, self.term(to, right)?)
                }
                Fragment::Membership(term, sort) => {
                    Fragment::Membership(self.term(to, term)?, self.sort(to, sort).ok_or_else(sort_missing)?)
                }
            });
        }
        Ok(condition)
    }
}

/// Puts arguments in the place of variables.
pub fn substitute(terms: &mut Terms, term: TermId, variables: &[TermId], values: &[TermId]) -> TermId {
    enum Work {
        Visit(TermId),
        Make(TermId, usize),
    }
    let mut work = vec![Work::Visit(term)];
    let mut done: Vec<TermId> = Vec::new();
    while let Some(next) = work.pop() {
        match next {
            Work::Visit(term) => {
                if let Some(index) = variables.iter().position(|&variable| variable == term) {
                    done.push(values.get(index).copied().unwrap_or(term));
                } else if terms.is_ground(term) || terms.is_variable(term) {
                    done.push(term);
                } else {
                    let arguments = terms.arguments(term);
                    work.push(Work::Make(term, arguments.len()));
                    work.extend(arguments.iter().rev().map(|&argument| Work::Visit(argument)));
                }
            }
            Work::Make(term, count) => {
                let arguments = done.split_off(done.len() - count);
                let made = terms.with_arguments(term, &arguments);
                done.push(made);
            }
        }
    }
    done.pop().unwrap_or(term)
}
