//! The representation of a module: its own declarations and imports, or everything flat.

use super::MetaLevel;
use super::memo::Memo;
use super::object::ObjectModule;
use super::tables::{Origin, find, joined, make, make_fitting};
use super::up::{quoted, sort_text, up};
use crate::machine::Stop;
use crate::machine::{Machine, StatementTerms};
use crate::modules::{Database, FlatModule, ModuleId};
use crate::names::Name;
use crate::parser::Fragment;
use crate::parser::leaves::unescape;
use crate::syntax::ast::{
    Gather, ImportMode, Mapping, ModuleExpression, OperatorAttributes, OperatorSource, Piece, SortName,
    StatementKind, ViewExpression,
};
use crate::terms::hooks::MetaOp;
use crate::terms::{Symbol, TermId, Terms};

/// Builds representations in an arena.
pub(super) struct Builder<'a> {
    /// Where terms and sorts are looked up.
    pub from: &'a Terms,
    pub to: &'a mut Terms,
    pub memo: Memo,
}

impl MetaLevel {
    /// `upModule` and the functions for its parts.
    pub(super) fn up_part(
        &self,
        operation: MetaOp,
        machine: &mut Machine<'_>,
        arguments: &[TermId],
    ) -> Option<TermId> {
        let name = machine.terms.qid_value(arguments[0])?;
        let flat = match arguments.get(1) {
            None => false,
            Some(&flag) => {
                let known = &machine.terms.signature.known;
                let symbol = Some(machine.terms.symbol(flag));
                if symbol != known.truth && symbol != known.falsehood {
                    return None;
                }
                symbol == known.truth
            }
        };
        let mut database = self.database()?;
        let plain = Name::new(&name.text().replace('`', ""));
        let id = Self::named(&mut database, plain)?;
        if operation == MetaOp::UpModule && database.module(id).kind.has_strategies() {
            machine.stop = Some(Stop::Unsupported("upModule of a strategy module".to_owned()));
            return None;
        }
        let mut parts = Parts::new(&database, id, flat, machine.terms);
        match operation {
            MetaOp::UpImports => parts.imports(),
            MetaOp::UpSorts => parts.sorts(),
            MetaOp::UpSubsorts => parts.subsorts(),
            MetaOp::UpOperators => parts.operators(),
            MetaOp::UpMemberships => parts.statements(StatementKind::Membership),
            MetaOp::UpEquations => parts.statements(StatementKind::Equation),
            MetaOp::UpRules => parts.statements(StatementKind::Rule),
            _ => {
                let made = parts.module()?;
                machine.terms.meta.modules.insert(made, Origin::Named(plain));
                Some(made)
            }
        }
    }
}

/// The representation of a rule of an object module, by its number in the program.
pub(super) fn up_rule(object: &mut ObjectModule, number: usize, above: &mut Terms) -> Option<TermId> {
    let theory = object.reachability.theory();
    let executable =
        |statement: &&StatementTerms| statement.kind == StatementKind::Rule && !statement.nonexecutable;
    let statement = theory.statements.iter().filter(executable).nth(number)?;
    let mut builder = Builder { from: &theory.terms, to: above, memo: Memo::default() };
    builder.statement(statement, "RuleSet")
}

/// The parts of a module.
struct Parts<'a> {
    database: &'a Database,
    id: ModuleId,
    flat: bool,
    theory: &'a FlatModule,
    builder: Builder<'a>,
}

impl<'a> Parts<'a> {
    fn new(database: &'a Database, id: ModuleId, flat: bool, to: &'a mut Terms) -> Parts<'a> {
        let theory = database.flat(id);
        let builder = Builder { from: &theory.terms, to, memo: Memo::default() };
        Parts { database, id, flat, theory, builder }
    }

    /// The modules whose declarations are shown.
    fn shown(&self) -> Vec<ModuleId> {
        if self.flat { self.database.closure(self.id) } else { vec![self.id] }
    }

    fn module(&mut self) -> Option<TermId> {
        let module = self.database.module(self.id);
        let kind = module.kind;
        let name = self.builder.qid(&quoted(module.name.text()))?;
        let parameters = module.header.as_ref().map_or(&[][..], |header| header.parameters());
        let header = if parameters.is_empty() || kind.is_theory() {
            name
        } else {
            let list = self.builder.parameters(parameters)?;
            make_fitting(self.builder.to, "_`{_`}", &[name, list])?
        };
        let mut arguments = vec![
            header,
            self.imports()?,
            self.sorts()?,
            self.subsorts()?,
            self.operators()?,
            self.statements(StatementKind::Membership)?,
            self.statements(StatementKind::Equation)?,
        ];
        let operator = match (kind.has_rules(), kind.is_theory()) {
            (false, false) => "fmod_is_sorts_.____endfm",
            (false, true) => "fth_is_sorts_.____endfth",
            (true, false) => "mod_is_sorts_._____endm",
            (true, true) => "th_is_sorts_._____endth",
        };
        if kind.has_rules() {
            arguments.push(self.statements(StatementKind::Rule)?);
        }
        make(self.builder.to, operator, "Module", &arguments)
    }

    fn imports(&mut self) -> Option<TermId> {
        let module = self.database.module(self.id);
        let mut imports = Vec::new();
        if !self.flat {
            match &module.header {
                Some(header) => {
                    for &name in header.automatic() {
                        let expression = ModuleExpression::Named(name);
                        imports.push(self.builder.import(ImportMode::Including, &expression)?);
                    }
                    for (mode, expression, _) in header.imports() {
                        imports.push(self.builder.import(*mode, expression)?);
                    }
                }
                None => {
                    for &import in &module.imports {
                        let expression = ModuleExpression::Named(self.database.module(import).name);
                        imports.push(self.builder.import(ImportMode::Including, &expression)?);
                    }
                }
            }
        }
        joined(self.builder.to, "__", "nil", "ImportList", &imports)
    }

    fn sorts(&mut self) -> Option<TermId> {
        let mut sorts = Vec::new();
        for part in self.shown() {
            for &sort in &self.database.module(part).sorts {
                sorts.push(self.builder.qid(&quoted(sort.text()))?);
            }
        }
        joined(self.builder.to, "_;_", "none", "QidSet", &sorts)
    }

    fn subsorts(&mut self) -> Option<TermId> {
        let mut subsorts = Vec::new();
        for part in self.shown() {
            for &(low, high) in &self.database.module(part).subsorts {
                let low = self.builder.qid(&quoted(low.text()))?;
                let high = self.builder.qid(&quoted(high.text()))?;
                let made = make(self.builder.to, "subsort_<_.", "SubsortDeclSet", &[low, high])?;
                if !subsorts.contains(&made) {
                    subsorts.push(made);
                }
            }
        }
        joined(self.builder.to, "__", "none", "SubsortDeclSet", &subsorts)
    }

    fn operators(&mut self) -> Option<TermId> {
        let mut operators = Vec::new();
        for part in self.shown() {
            for operator in &self.database.module(part).operators {
                let made = self.builder.operator(operator)?;
                if !operators.contains(&made) {
                    operators.push(made);
                }
            }
        }
        joined(self.builder.to, "__", "none", "OpDeclSet", &operators)
    }

    fn statements(&mut self, kind: StatementKind) -> Option<TermId> {
        let theory = self.theory;
        let shown = if self.flat { &theory.statements[..] } else { &theory.statements[theory.own_start..] };
        let range = match kind {
            StatementKind::Membership => "MembAxSet",
            StatementKind::Equation => "EquationSet",
            StatementKind::Rule => "RuleSet",
        };
        let mut parts = Vec::new();
        for statement in shown.iter().filter(|statement| statement.kind == kind) {
            let made = self.builder.statement(statement, range)?;
            if !parts.contains(&made) {
                parts.push(made);
            }
        }
        joined(self.builder.to, "__", "none", range, &parts)
    }
}

impl<'a> Builder<'a> {
    pub fn qid(&mut self, text: &str) -> Option<TermId> {
        self.to.qid(Name::new(text))
    }

    fn term(&mut self, term: TermId) -> Option<TermId> {
        up(self.from, term, self.to, &mut self.memo)
    }

    fn apply(&mut self, operator: &'static str, range: &'static str, arguments: &[TermId]) -> Option<TermId> {
        make(self.to, operator, range, arguments)
    }

    fn joined(
        &mut self,
        operator: &'static str,
        empty: &'static str,
        range: &'static str,
        parts: Vec<TermId>,
    ) -> Option<TermId> {
        joined(self.to, operator, empty, range, &parts)
    }

    pub fn parameters(&mut self, parameters: &[(Name, ModuleExpression)]) -> Option<TermId> {
        let mut parts = Vec::new();
        for (name, theory) in parameters {
            let name = self.qid(&quoted(name.text()))?;
            let theory = self.expression(theory)?;
            parts.push(self.apply("_::_", "ParameterDeclList", &[name, theory])?);
        }
        self.joined("_`,_", "nil", "ParameterDeclList", parts)
    }

    fn import(&mut self, mode: ImportMode, expression: &ModuleExpression) -> Option<TermId> {
        let operator = match mode {
            ImportMode::Protecting => "protecting_.",
            ImportMode::Extending => "extending_.",
            ImportMode::Including | ImportMode::GeneratedBy => "including_.",
        };
        let expression = self.expression(expression)?;
        self.apply(operator, "ImportList", &[expression])
    }

    pub fn expression(&mut self, expression: &ModuleExpression) -> Option<TermId> {
        match expression {
            ModuleExpression::Named(name) => self.qid(&quoted(name.text())),
            ModuleExpression::Instance(base, arguments) => {
                let base = self.expression(base)?;
                let list = self.view_arguments(arguments)?;
                make_fitting(self.to, "_`{_`}", &[base, list])
            }
            ModuleExpression::Sum(parts) => {
                let mut made = Vec::new();
                for part in parts {
                    made.push(self.expression(part)?);
                }
                let symbol = find(self.to, "_+_", 2, "ModuleExpression")?;
                Some(self.to.make(symbol, &made))
            }
            ModuleExpression::Renamed(base, mappings) => {
                let base = self.expression(base)?;
                let mut parts = Vec::new();
                for mapping in mappings {
                    parts.push(self.renaming(mapping)?);
                }
                let symbol = find(self.to, "_`,_", 2, "RenamingSet")?;
                let set = if parts.len() == 1 { parts[0] } else { self.to.make(symbol, &parts) };
                self.apply("_*`(_`)", "ModuleExpression", &[base, set])
            }
        }
    }

    fn view_arguments(&mut self, arguments: &[ViewExpression]) -> Option<TermId> {
        let mut parts = Vec::new();
        for argument in arguments {
            let name = self.qid(&quoted(argument.name.text()))?;
            parts.push(if argument.arguments.is_empty() {
                name
            } else {
                let list = self.view_arguments(&argument.arguments)?;
                make_fitting(self.to, "_`{_`}", &[name, list])?
            });
        }
        self.joined("_`,_", "empty", "ParameterList", parts)
    }

    fn renaming(&mut self, mapping: &Mapping) -> Option<TermId> {
        match mapping {
            Mapping::Sort(from, to) => {
                let (from, to) =
                    (self.qid(&quoted(from.name().text()))?, self.qid(&quoted(to.name().text()))?);
                self.apply("sort_to_", "RenamingSet", &[from, to])
            }
            Mapping::Label(from, to) => {
                let (from, to) = (self.qid(from.text())?, self.qid(to.text())?);
                self.apply("label_to_", "RenamingSet", &[from, to])
            }
            Mapping::Operator { from, arity, to, attributes, .. } => {
                let (from, to) = (self.qid(from.text())?, self.qid(to.text())?);
                let attributes = self.attributes(attributes, None)?;
                match arity {
                    None => self.apply("op_to_`[_`]", "RenamingSet", &[from, to, attributes]),
                    Some((domain, range)) => {
                        let (domain, range) = self.arity(domain, *range)?;
                        self.apply("op_:_->_to_`[_`]", "RenamingSet", &[from, domain, range, to, attributes])
                    }
                }
            }
            Mapping::Strategy(from, to) => {
                let (from, to) = (self.qid(from.text())?, self.qid(to.text())?);
                self.apply("strat_to_", "RenamingSet", &[from, to])
            }
            Mapping::Term { .. } => None,
        }
    }

    pub fn arity(&mut self, domain: &[SortName], range: SortName) -> Option<(TermId, TermId)> {
        let mut parts = Vec::new();
        for &sort in domain {
            parts.push(self.type_qid(sort)?);
        }
        Some((self.joined("__", "nil", "TypeList", parts)?, self.type_qid(range)?))
    }

    fn type_qid(&mut self, sort: SortName) -> Option<TermId> {
        match sort {
            SortName::Sort(name) => self.qid(&quoted(name.text())),
            SortName::Kind(name) => {
                let text = match self.from.signature.resolve(sort) {
                    Some(sort) => sort_text(self.from, sort),
                    None => format!("`[{}`]", quoted(name.text())),
                };
                self.qid(&text)
            }
        }
    }

    fn operator(&mut self, source: &OperatorSource) -> Option<TermId> {
        let name = self.qid(source.name.text())?;
        let (domain, range) = self.arity(&source.domain, source.range)?;
        let attributes = self.attributes(&source.attributes, Some(source))?;
        self.apply("op_:_->_`[_`].", "OpDeclSet", &[name, domain, range, attributes])
    }

    /// The attributes of an operator, or those that a renaming gives to one.
    fn attributes(
        &mut self,
        source: &OperatorAttributes,
        operator: Option<&OperatorSource>,
    ) -> Option<TermId> {
        let symbol = operator.and_then(|operator| Self::symbol_of(self.from, operator));
        if let (true, Some(symbol)) = (source.ditto, symbol) {
            // The attributes of the declaration that it repeats.
            let origin = symbol.attributes.clone();
            let repeated =
                OperatorAttributes { ditto: false, constructor: source.constructor, ..(*origin).clone() };
            return self.attributes(&repeated, operator);
        }
        let mixfix = operator.is_none_or(|operator| operator.pieces.contains(&Piece::Hole));
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
        if let Some(precedence) = source.precedence.filter(|_| mixfix) {
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
        let implied = match (source.memo && source.strategy.is_none(), operator) {
            (true, Some(operator)) => Some((1..=operator.domain.len() as u32).chain([0]).collect()),
            _ => None,
        };
        let strategy = source.strategy.clone().or(implied);
        for (numbers, name) in
            [(&strategy, "strat"), (&source.frozen, "frozen"), (&source.polymorphic, "poly")]
        {
            if let Some(numbers) = numbers {
                let all: Vec<u32> = if numbers.is_empty() {
                    (1..=operator.map_or(0, |operator| operator.domain.len()) as u32).collect()
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
            let known = symbol.and_then(|symbol| symbol.identity);
            if let Some(term) = known {
                let term = self.term(term)?;
                let name = match (identity.left, identity.right) {
                    (true, false) => "left-id",
                    (false, true) => "right-id",
                    _ => "id",
                };
                parts.push(self.apply(name, "AttrSet", &[term])?);
            }
        }
        if let Some(words) = &source.format {
            let mut list = Vec::new();
            for word in words {
                list.push(self.qid(word.text())?);
            }
            let list = self.joined("__", "nil", "QidList", list)?;
            parts.push(self.apply("format", "AttrSet", &[list])?);
        }
        if let Some(text) = source.metadata {
            parts.push(self.metadata(text)?);
        }
        if let Some((name, arguments)) = &source.special {
            let name = self.qid(name.text())?;
            let mut list = Vec::new();
            for argument in arguments {
                list.push(self.qid(argument.text())?);
            }
            let list = self.joined("__", "nil", "QidList", list)?;
            let hook = self.apply("id-hook", "HookList", &[name, list])?;
            parts.push(self.apply("special", "AttrSet", &[hook])?);
        }
        self.joined("__", "none", "AttrSet", parts)
    }

    /// The symbol that a declaration belongs to.
    fn symbol_of(from: &'a Terms, operator: &OperatorSource) -> Option<&'a Symbol> {
        let signature = &from.signature;
        let kind = |sort: SortName| signature.resolve(sort).map(|sort| signature.sorts.kind(sort));
        let domain = operator.domain.iter().map(|&sort| kind(sort)).collect::<Option<Vec<_>>>()?;
        let found = signature.find(operator.name, &domain, Some(kind(operator.range)?))?;
        Some(signature.get(found))
    }

    fn metadata(&mut self, text: Name) -> Option<TermId> {
        let inner = text.text().trim_start_matches('"').trim_end_matches('"');
        let value = self.to.string(&unescape(inner)?)?;
        self.apply("metadata", "AttrSet", &[value])
    }

    pub fn statement(&mut self, statement: &StatementTerms, range: &'static str) -> Option<TermId> {
        let terms = self.from;
        let mut arguments = vec![self.term(statement.left)?];
        match (statement.right, statement.sort) {
            (Some(right), _) => arguments.push(self.term(right)?),
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
        if let Some(text) = statement.metadata {
            attributes.push(self.metadata(text)?);
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
        let terms = self.from;
        let mut parts = Vec::new();
        for fragment in fragments {
            let (name, left, right) = match *fragment {
                Fragment::Equality(left, right) => ("_=_", left, self.term(right)?),
                Fragment::Assignment(left, right) => ("_:=_", left, self.term(right)?),
                Fragment::Rewriting(left, right) => ("_=>_", left, self.term(right)?),
                Fragment::Membership(term, sort) => {
                    ("_:_", term, self.to.qid(Name::new(&sort_text(terms, sort)))?)
                }
            };
            let left = self.term(left)?;
            parts.push(self.apply(name, "Condition", &[left, right])?);
        }
        self.joined("_/\\_", "nil", "Condition", parts)
    }
}

/// The text of a represented term, every operator before its arguments, for the parser.
pub(super) fn prefix_text(terms: &Terms, term: TermId) -> Option<String> {
    enum Work {
        Term(TermId),
        Text(&'static str),
    }
    let mut text = String::new();
    let mut work = vec![Work::Term(term)];
    while let Some(next) = work.pop() {
        let term = match next {
            Work::Text(part) => {
                text.push_str(part);
                continue;
            }
            Work::Term(term) => term,
        };
        if let Some(name) = terms.qid_value(term) {
            let name = name.text();
            let literal = name.starts_with(['"', '\'']) || name.starts_with(|c: char| c.is_ascii_digit());
            match name.rfind('.') {
                Some(at) if literal && !name[..at].bytes().all(|byte| byte.is_ascii_digit()) => {
                    text.push_str(&format!(" {} ", &name[..at]));
                }
                Some(at) => {
                    let sort = name[at + 1..].replace('`', "");
                    text.push_str(&format!(" ({}).{sort} ", &name[..at]));
                }
                None => return None,
            }
            continue;
        }
        let &[head, list] = terms.arguments(term) else { return None };
        text.push_str(&format!(" {} (", terms.qid_value(head)?));
        let parts = match terms.qid_value(list) {
            None if terms.signature.get(terms.symbol(list)).name.text() == "_`,_" => terms.arguments(list),
            _ => std::slice::from_ref(&list),
        };
        work.push(Work::Text(" ) "));
        for (index, &part) in parts.iter().enumerate().rev() {
            work.push(Work::Term(part));
            if index > 0 {
                work.push(Work::Text(" , "));
            }
        }
    }
    Some(text)
}
