//! `show all`, `show ops`, `show sorts`, `show kinds` and `show summary`: what a module is together with everything that
//! it imports, one declaration a line.

use crate::interpreter::Interpreter;
use crate::modules::{FlatModule, ModuleId};
use crate::names::Name;
use crate::print::statement_text;
use crate::syntax::ast::{IdentitySource, OperatorSource, SortName, StatementKind};
use crate::syntax::written::{Constructor, attributes_text, plural};
use crate::terms::hooks::Hook;
use crate::terms::signature::{Shape, Signature, Symbol, UNIVERSAL};
use crate::terms::{KindId, SortId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Write};

impl Interpreter {
    pub(super) fn write_all(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let module = self.database.module(id);
        let flat = self.database.flat(id);
        let sorts: Vec<&str> = self.all_sorts(id).iter().map(|name| name.text()).collect();
        let keyword = module.kind.keyword();
        writeln!(out, "{keyword} {} is", module.name)?;
        if !sorts.is_empty() {
            writeln!(out, "  sort{} {} .", plural(sorts.len()), sorts.join(" "))?;
        }
        let below = self.direct_subsorts(id);
        for high in self.all_sorts(id) {
            if let Some(low) = below.get(&high) {
                let low: Vec<&str> = low.iter().map(|name| name.text()).collect();
                writeln!(out, "  subsort{} {} < {high} .", plural(low.len()), low.join(" "))?;
            }
        }
        self.write_all_operators(id, "  ", out)?;
        self.write_variables(id, "  ", out)?;
        for kind in [StatementKind::Membership, StatementKind::Equation, StatementKind::Rule] {
            let (others, own) = flat.statements.split_at(flat.own_start);
            for statement in own.iter().chain(others).filter(|statement| statement.kind == kind) {
                writeln!(out, "  {}", statement_text(&flat.terms, statement))?;
            }
        }
        writeln!(out, "end{}", keyword.replace("mod", "m"))
    }

    /// All operators with everything that Maude takes their attributes to be.
    pub(super) fn write_all_operators(
        &self,
        id: ModuleId,
        indent: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let signature = &self.database.flat(id).terms.signature;
        for part in self.database.closure(id) {
            for operator in &self.database.module(part).operators {
                let sort = |name: &SortName| match signature.resolve(*name) {
                    Some(sort) => signature.sorts.name(sort).text().to_owned(),
                    None => name.name().text().to_owned(),
                };
                let mut shown: Vec<String> = operator.domain.iter().map(sort).collect();
                shown.push("->".to_owned());
                shown.push(sort(&operator.range));
                let attributes = match symbol_of(signature, operator) {
                    Some(symbol) => attributes_text(&resolved(operator, symbol), Constructor::First),
                    None => attributes_text(operator, Constructor::First),
                };
                writeln!(out, "{indent}op {} : {}{attributes} .", operator.name, shown.join(" "))?;
            }
        }
        Ok(())
    }

    /// Every sort with all sorts below and above it.
    pub(super) fn write_sorts(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let sorts = &self.database.flat(id).terms.signature.sorts;
        for name in self.all_sorts(id) {
            let Some(sort) = sorts.find(name) else { continue };
            let near = self.sorts_from_top(id, sorts.kind(sort));
            let names = |wanted: &dyn Fn(SortId) -> bool| {
                let found = near.iter().rev().copied().filter(|&other| other != sort && wanted(other));
                found.map(|other| sorts.name(other).text()).collect::<Vec<_>>()
            };
            let below = names(&|other| sorts.is_at_most(other, sort));
            let above = names(&|other| sorts.is_at_most(sort, other));
            let count = below.len() + above.len();
            let mut chain = Vec::new();
            if !below.is_empty() {
                chain.push(below.join(" "));
            }
            chain.push(name.text().to_owned());
            if !above.is_empty() {
                chain.push(above.join(" "));
            }
            match count {
                0 => writeln!(out, "sort {name} .")?,
                _ => writeln!(out, "sort {name} .\tsubsort{} {} .", plural(count), chain.join(" < "))?,
            }
        }
        Ok(())
    }

    pub(super) fn write_kinds(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let sorts = &self.database.flat(id).terms.signature.sorts;
        let free = self.error_free_kinds(id);
        for (number, (kind, _)) in sorts.kinds().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            let free = if free[usize::from(kind.0)] { " (error free)" } else { "" };
            writeln!(out, "{}{free}:", sorts.name(sorts.error(kind)))?;
            for (index, sort) in self.sorts_from_top(id, kind).into_iter().enumerate() {
                writeln!(out, "\t{}\t{}", index + 1, sorts.name(sort))?;
            }
        }
        Ok(())
    }

    /// For each kind, whether all its terms have a sort.
    fn error_free_kinds(&self, id: ModuleId) -> Vec<bool> {
        let signature = &self.database.flat(id).terms.signature;
        let mut free: Vec<bool> =
            signature.sorts.kinds().map(|(kind, _)| keeps_sorts(signature, kind)).collect();
        // A term without a sort may be an argument.
        loop {
            let infected = signature.symbols().find(|(_, symbol)| {
                is_own(symbol)
                    && free[usize::from(symbol.range.0)]
                    && symbol.domain.iter().any(|argument| !free[usize::from(argument.0)])
            });
            match infected {
                Some((_, symbol)) => free[usize::from(symbol.range.0)] = false,
                None => return free,
            }
        }
    }

    pub(super) fn write_summary(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let FlatModule { terms, statements, .. } = self.database.flat(id);
        let closure = self.database.closure(id);
        let operators = || closure.iter().flat_map(|&part| &self.database.module(part).operators);
        let polymorphic: FxHashSet<Name> = operators()
            .filter(|operator| operator.attributes.polymorphic.is_some())
            .map(|operator| operator.name)
            .collect();
        let is_users = |symbol: &Symbol| {
            symbol.shape != Shape::Variable
                && !matches!(symbol.hook, Hook::SortTest(_))
                && !polymorphic.contains(&symbol.name)
        };
        let symbols = terms.signature.symbols().filter(|(_, symbol)| is_users(symbol)).count();
        let count = |kind| statements.iter().filter(|statement| statement.kind == kind).count();
        writeln!(out, "Term rewriting system:")?;
        for (what, number) in [
            ("kinds", terms.signature.sorts.kinds().count()),
            ("sorts", self.all_sorts(id).len()),
            ("user symbols", symbols),
            ("polymorphic operators", polymorphic.len()),
            ("membership axioms", count(StatementKind::Membership)),
            ("equations", count(StatementKind::Equation)),
            ("rules", count(StatementKind::Rule)),
            ("strategies", self.database.flat(id).strategies.len()),
            ("strategy definitions", self.database.flat(id).definitions.len()),
        ] {
            writeln!(out, "\t{what}: {number}")?;
        }
        Ok(())
    }

    /// The sorts of a module and of its imports, each once.
    fn all_sorts(&self, id: ModuleId) -> Vec<Name> {
        let mut seen = FxHashSet::default();
        let closure = self.database.closure(id);
        let all = closure.iter().flat_map(|&part| &self.database.module(part).sorts);
        all.copied().filter(|&sort| seen.insert(sort)).collect()
    }

    /// For each sort, those that were declared to be below it.
    fn direct_subsorts(&self, id: ModuleId) -> FxHashMap<Name, Vec<Name>> {
        let mut below: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
        for part in self.database.closure(id) {
            for &(low, high) in &self.database.module(part).subsorts {
                let list = below.entry(high).or_default();
                if !list.contains(&low) {
                    list.push(low);
                }
            }
        }
        below
    }

    /// The sorts of a kind as Maude numbers them: each after all that are above it.
    fn sorts_from_top(&self, id: ModuleId, kind: KindId) -> Vec<SortId> {
        let sorts = &self.database.flat(id).terms.signature.sorts;
        let below = self.direct_subsorts(id);
        let members = &sorts.get_kind(kind).sorts[1..];
        let mut waiting: FxHashMap<SortId, usize> = FxHashMap::default();
        let lower = |sort: SortId| {
            let names = below.get(&sorts.name(sort)).map_or(&[][..], Vec::as_slice);
            names.iter().filter_map(|&name| sorts.find(name))
        };
        for low in members.iter().flat_map(|&sort| lower(sort)) {
            *waiting.entry(low).or_default() += 1;
        }
        let mut order: Vec<SortId> =
            members.iter().copied().filter(|sort| !waiting.contains_key(sort)).collect();
        let mut at = 0;
        while let Some(&sort) = order.get(at) {
            at += 1;
            for low in lower(sort) {
                if let Some(count) = waiting.get_mut(&low) {
                    *count -= 1;
                    if *count == 0 {
                        order.push(low);
                    }
                }
            }
        }
        order
    }
}

/// Whether an operator was declared for its kinds.
fn is_own(symbol: &Symbol) -> bool {
    symbol.shape != Shape::Variable
        && symbol.attributes.polymorphic.is_none()
        && !matches!(symbol.hook, Hook::SortTest(_))
}

/// Whether every operator into a kind has a sort for all arguments that have one.
fn keeps_sorts(signature: &Signature, kind: KindId) -> bool {
    let sorts = &signature.sorts;
    let largest = |kind: KindId| {
        let members = sorts.get_kind(kind).sorts[1..].to_vec();
        let is_below = |sort: SortId, other: SortId| other != sort && sorts.is_at_most(sort, other);
        let mut found = members.clone();
        found.retain(|&sort| !members.iter().any(|&other| is_below(sort, other)));
        found
    };
    let mut own = signature.symbols().map(|(_, symbol)| symbol);
    own.all(|symbol| {
        if symbol.range != kind || !is_own(symbol) {
            return true;
        }
        let mut tuples: Vec<Vec<SortId>> = vec![Vec::new()];
        for &argument in &symbol.domain {
            let choices = largest(argument);
            let longer = tuples
                .iter()
                .flat_map(|tuple| choices.iter().map(|&sort| tuple.iter().copied().chain([sort]).collect()));
            tuples = longer.collect();
        }
        let covers = |domain: &[SortId], tuple: &[SortId]| {
            tuple.iter().zip(domain).all(|(&sort, &own)| sorts.is_at_most(sort, own))
        };
        tuples.iter().all(|tuple| {
            let mut declarations = symbol.declarations.iter();
            declarations.any(|one| !sorts.is_error(one.range) && covers(&one.domain, tuple))
        })
    })
}

/// The symbol that a declaration belongs to; a polymorphic one has many, which are alike.
fn symbol_of<'a>(signature: &'a Signature, operator: &OperatorSource) -> Option<&'a Symbol> {
    let kind = |name: &SortName| signature.resolve(*name).map(|sort| signature.sorts.kind(sort));
    signature.overloads(operator.name).iter().map(|&id| signature.get(id)).find(|symbol| {
        let fits = |name: &SortName, own: KindId| name.name().text() == UNIVERSAL || kind(name) == Some(own);
        symbol.arity() == operator.domain.len()
            && operator.domain.iter().zip(&symbol.domain).all(|(name, &own)| fits(name, own))
            && fits(&operator.range, symbol.range)
    })
}

/// A declaration with the attributes that its symbol has by default or from earlier declarations.
fn resolved(operator: &OperatorSource, symbol: &Symbol) -> OperatorSource {
    let mut operator = operator.clone();
    let attributes = &mut operator.attributes;
    attributes.ditto = false;
    attributes.associative = matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative);
    attributes.commutative = matches!(symbol.shape, Shape::Commutative | Shape::AssociativeCommutative);
    attributes.iterated = symbol.shape == Shape::Iterated;
    attributes.idempotent = symbol.idempotent;
    attributes.memo = symbol.memo;
    attributes.configuration = symbol.configuration;
    attributes.object = symbol.object;
    attributes.message = symbol.message;
    attributes.strategy.clone_from(&symbol.strategy);
    if symbol.memo && symbol.strategy.is_none() && symbol.arity() > 0 {
        attributes.strategy = Some((1..=symbol.arity() as u32).chain([0]).collect());
    }
    attributes.identity = symbol.identity_source.as_ref().map(|tokens| IdentitySource {
        tokens: tokens.to_vec(),
        left: symbol.left_identity,
        right: symbol.right_identity,
    });
    let mixfix = symbol.is_mixfix();
    attributes.precedence = mixfix.then_some(symbol.precedence);
    attributes.gather = mixfix.then(|| symbol.gather.clone());
    operator
}
