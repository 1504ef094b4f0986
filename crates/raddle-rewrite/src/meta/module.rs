//! The representation of a module: its own declarations and imports, or everything flat.

use super::find;
use super::up::{quoted, sort_text, up};
use crate::machine::StatementTerms;
use crate::modules::{Database, FlatModule, ModuleId};
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::{Gather, ImportMode, OperatorAttributes, OperatorSource, SortName, StatementKind};
use crate::terms::{TermId, Terms};

/// Builds representations in an arena.
struct Builder<'a> {
    theory: &'a FlatModule,
    to: &'a mut Terms,
}

/// The representation of a module in an arena whose signature has the meta-level.
pub fn up_module(database: &Database, id: ModuleId, flat: bool, to: &mut Terms) -> Option<TermId> {
    let theory = database.flat(id);
    let module = database.module(id);
    let parts: Vec<ModuleId> = if flat { database.closure(id) } else { vec![id] };
    let mut builder = Builder { theory, to };
    let header = builder.qid(&quoted(module.name.text()))?;
    let mut imports = Vec::new();
    if !flat {
        for (index, &import) in module.imports.iter().enumerate() {
            let operator = match module.import_modes.get(index) {
                Some(ImportMode::Protecting) => "protecting_.",
                Some(ImportMode::Extending) => "extending_.",
                _ => "including_.",
            };
            let name = builder.qid(&quoted(database.module(import).name.text()))?;
            imports.push(builder.apply(operator, "ImportList", &[name])?);
        }
    }
    let imports = builder.joined("__", "nil", "ImportList", imports)?;
    let (mut sorts, mut subsorts, mut operators) = (Vec::new(), Vec::new(), Vec::new());
    for &part in &parts {
        let part = database.module(part);
        for &sort in &part.sorts {
            sorts.push(builder.qid(&quoted(sort.text()))?);
        }
        for &(low, high) in &part.subsorts {
            let (low, high) = (builder.qid(&quoted(low.text()))?, builder.qid(&quoted(high.text()))?);
            subsorts.push(builder.apply("subsort_<_.", "SubsortDeclSet", &[low, high])?);
        }
        for operator in &part.operators {
            operators.push(builder.operator(operator)?);
        }
    }
    let sorts = builder.joined("_;_", "none", "SortSet", sorts)?;
    let subsorts = builder.joined("__", "none", "SubsortDeclSet", subsorts)?;
    let operators = builder.joined("__", "none", "OpDeclSet", operators)?;
    let shown = if flat { &theory.statements[..] } else { &theory.statements[theory.own_start..] };
    let memberships = builder.statements(shown, StatementKind::Membership, "MembAxSet")?;
    let equations = builder.statements(shown, StatementKind::Equation, "EquationSet")?;
    let mut arguments = vec![header, imports, sorts, subsorts, operators, memberships, equations];
    let operator = match (module.kind.has_rules(), module.kind.is_theory()) {
        (false, false) => "fmod_is_sorts_.____endfm",
        (false, true) => "fth_is_sorts_.____endfth",
        (true, false) => "mod_is_sorts_._____endm",
        (true, true) => "th_is_sorts_._____endth",
    };
    if module.kind.has_rules() {
        arguments.push(builder.statements(shown, StatementKind::Rule, "RuleSet")?);
    }
    builder.apply(operator, "Module", &arguments)
}

impl Builder<'_> {
    fn qid(&mut self, text: &str) -> Option<TermId> {
        self.to.qid(Name::new(text))
    }

    fn apply(&mut self, operator: &str, range: &str, arguments: &[TermId]) -> Option<TermId> {
        let symbol = find(self.to, operator, arguments.len(), range)?;
        Some(self.to.make(symbol, arguments))
    }

    /// The parts joined by an associative operator, or its identity.
    fn joined(&mut self, operator: &str, empty: &str, range: &str, parts: Vec<TermId>) -> Option<TermId> {
        match parts.as_slice() {
            [] => self.apply(empty, range, &[]),
            [one] => Some(*one),
            _ => {
                let symbol = find(self.to, operator, 2, range)?;
                Some(self.to.make(symbol, &parts))
            }
        }
    }

    fn type_qid(&mut self, sort: SortName) -> Option<TermId> {
        match sort {
            SortName::Sort(name) => self.qid(&quoted(name.text())),
            SortName::Kind(_) => {
                let sort = self.theory.terms.signature.resolve(sort)?;
                let text = sort_text(&self.theory.terms, sort);
                self.qid(&text)
            }
        }
    }

    fn operator(&mut self, source: &OperatorSource) -> Option<TermId> {
        let name = self.qid(source.name.text())?;
        let mut domain = Vec::new();
        for &sort in &source.domain {
            domain.push(self.type_qid(sort)?);
        }
        let domain = self.joined("__", "nil", "TypeList", domain)?;
        let range = self.type_qid(source.range)?;
        let attributes = self.attributes(&source.attributes, source)?;
        self.apply("op_:_->_`[_`].", "OpDeclSet", &[name, domain, range, attributes])
    }

    fn attributes(&mut self, source: &OperatorAttributes, operator: &OperatorSource) -> Option<TermId> {
        let mut parts = Vec::new();
        for (present, name) in [
            (source.associative, "assoc"),
            (source.commutative, "comm"),
            (source.idempotent, "idem"),
            (source.iterated, "iter"),
            (source.memo, "memo"),
            (source.constructor, "ctor"),
            (source.configuration, "config"),
            (source.object, "object"),
            (source.message, "msg"),
        ] {
            if present {
                parts.push(self.apply(name, "AttrSet", &[])?);
            }
        }
        if let Some(precedence) = source.precedence {
            let number = self.to.small_natural(u64::from(precedence))?;
            parts.push(self.apply("prec", "AttrSet", &[number])?);
        }
        if let Some(gather) = &source.gather {
            let mut words = Vec::new();
            for word in gather {
                words.push(self.qid(match word {
                    Gather::Lower => "e",
                    Gather::Equal => "E",
                    Gather::Any => "&",
                })?);
            }
            let list = self.joined("__", "nil", "QidList", words)?;
            parts.push(self.apply("gather", "AttrSet", &[list])?);
        }
        for (numbers, name) in [(&source.strategy, "strat"), (&source.frozen, "frozen")] {
            if let Some(numbers) = numbers {
                let all: Vec<u32> = if numbers.is_empty() {
                    (1..=operator.domain.len() as u32).collect()
                } else {
                    numbers.clone()
                };
                let mut list = Vec::new();
                for number in all {
                    list.push(self.to.small_natural(u64::from(number))?);
                }
                let list = self.joined("__", "nil", "NatList", list)?;
                parts.push(self.apply(name, "AttrSet", &[list])?);
            }
        }
        if let Some(identity) = &source.identity {
            let terms = &self.theory.terms;
            let symbol =
                terms.signature.overloads(operator.name).iter().map(|&id| terms.signature.get(id)).find(
                    |symbol| {
                        terms
                            .signature
                            .resolve(operator.range)
                            .is_some_and(|sort| symbol.range == terms.signature.sorts.kind(sort))
                    },
                )?;
            if let Some(term) = symbol.identity {
                let term = up(terms, term, self.to)?;
                let name = match (identity.left, identity.right) {
                    (true, false) => "left-id",
                    (false, true) => "right-id",
                    _ => "id",
                };
                parts.push(self.apply(name, "AttrSet", &[term])?);
            }
        }
        self.joined("__", "none", "AttrSet", parts)
    }

    fn statements(
        &mut self,
        statements: &[StatementTerms],
        kind: StatementKind,
        range: &str,
    ) -> Option<TermId> {
        let mut parts = Vec::new();
        for statement in statements.iter().filter(|statement| statement.kind == kind) {
            parts.push(self.statement(statement, range)?);
        }
        self.joined("__", "none", range, parts)
    }

    fn statement(&mut self, statement: &StatementTerms, range: &str) -> Option<TermId> {
        let terms = &self.theory.terms;
        let mut arguments = vec![up(terms, statement.left, self.to)?];
        match (statement.right, statement.sort) {
            (Some(right), _) => arguments.push(up(terms, right, self.to)?),
            (None, Some(sort)) => arguments.push(self.to.qid(Name::new(&sort_text(terms, sort)))?),
            (None, None) => return None,
        }
        let conditional = !statement.condition.is_empty();
        if conditional {
            arguments.push(self.condition(&statement.condition)?);
        }
        let mut attributes = Vec::new();
        if let Some(label) = statement.label {
            let label = self.qid(label.text())?;
            attributes.push(self.apply("label", "AttrSet", &[label])?);
        }
        if statement.otherwise {
            attributes.push(self.apply("owise", "AttrSet", &[])?);
        }
        if statement.nonexecutable {
            attributes.push(self.apply("nonexec", "AttrSet", &[])?);
        }
        arguments.push(self.joined("__", "none", "AttrSet", attributes)?);
        let operator = match (statement.kind, conditional) {
            (StatementKind::Equation, false) => "eq_=_`[_`].",
            (StatementKind::Equation, true) => "ceq_=_if_`[_`].",
            (StatementKind::Rule, false) => "rl_=>_`[_`].",
            (StatementKind::Rule, true) => "crl_=>_if_`[_`].",
            (StatementKind::Membership, false) => "mb_:_`[_`].",
            (StatementKind::Membership, true) => "cmb_:_if_`[_`].",
        };
        self.apply(operator, range, &arguments)
    }

    fn condition(&mut self, fragments: &[Fragment]) -> Option<TermId> {
        let terms = &self.theory.terms;
        let mut parts = Vec::new();
        for fragment in fragments {
            let (name, left, right) = match *fragment {
                Fragment::Equality(left, right) => ("_=_", left, up(terms, right, self.to)?),
                Fragment::Assignment(left, right) => ("_:=_", left, up(terms, right, self.to)?),
                Fragment::Rewriting(left, right) => ("_=>_", left, up(terms, right, self.to)?),
                Fragment::Membership(term, sort) => {
                    ("_:_", term, self.to.qid(Name::new(&sort_text(terms, sort)))?)
                }
            };
            let left = up(terms, left, self.to)?;
            parts.push(self.apply(name, "Condition", &[left, right])?);
        }
        self.joined("_/\\_", "nil", "Condition", parts)
    }
}
