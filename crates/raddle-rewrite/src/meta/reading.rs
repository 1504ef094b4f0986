//! From the representation of a module to the module itself. What is no representation gives nothing: the descent
//! function that asked stays as it is, like Maude's.

use super::down::{kind_members, sort};
use super::memo::Memo;
use super::tables::{elements, find};
use super::{down, module};
use crate::diagnostic::Place;
use crate::machine::StatementTerms;
use crate::modules::{Database, Theory};
use crate::names::Name;
use crate::print::escape;
use crate::syntax::ast::{
    Gather, IdentitySource, ImportMode, Mapping, ModuleExpression, ModuleKind, ModuleSource,
    OperatorAttributes, OperatorSource, Piece, SortName, StatementKind, ViewExpression,
};
use crate::syntax::declarations::token_pieces;
use crate::syntax::lexer::{Token, tokenize};
use crate::terms::{TermId, Terms};

/// A module that has been read but for its statements, whose terms need its signature.
pub(super) struct Described {
    source: ModuleSource,
    statements: Vec<(StatementKind, TermId)>,
}

/// The name of the only module that a module imports, if it has nothing of its own: `[Q]`.
pub(super) fn only_import(terms: &mut Terms, term: TermId) -> Option<Name> {
    let constructor = terms.signature.get(terms.symbol(term)).name.text();
    if constructor != "sth_is_sorts_._______endsth" {
        return None;
    }
    let arguments = terms.arguments(term).to_vec();
    let including = find(terms, "including_.", 1, "ImportList")?;
    let name = arguments[0];
    if terms.symbol(arguments[1]) != including || terms.arguments(arguments[1]) != [name] {
        return None;
    }
    let empty = arguments[2..].iter().all(|&part| {
        terms.arguments(part).is_empty() && terms.signature.get(terms.symbol(part)).name.text() == "none"
    });
    terms.qid_value(name).filter(|_| empty).map(plain)
}

fn plain(name: Name) -> Name {
    Name::new(&name.text().replace('`', ""))
}

/// Reads the declarations of a module.
pub(super) fn module(terms: &mut Terms, term: TermId) -> Option<Described> {
    let kind = match terms.signature.get(terms.symbol(term)).name.text() {
        "fmod_is_sorts_.____endfm" => ModuleKind::Functional,
        "fth_is_sorts_.____endfth" => ModuleKind::FunctionalTheory,
        "mod_is_sorts_._____endm" | "smod_is_sorts_._______endsm" => ModuleKind::System,
        "th_is_sorts_._____endth" | "sth_is_sorts_._______endsth" => ModuleKind::SystemTheory,
        _ => return None,
    };
    let arguments = terms.arguments(term).to_vec();
    let mut reader = Reader { terms };
    let (name, parameters) = reader.header(arguments[0])?;
    let mut source = ModuleSource::new(kind, name, parameters, Place::default());
    for import in reader.elements("__", "nil", "ImportList", arguments[1])? {
        let mode = match reader.name_of(import) {
            "protecting_." => ImportMode::Protecting,
            "extending_." => ImportMode::Extending,
            "including_." => ImportMode::Including,
            _ => return None,
        };
        let expression = reader.argument(import, 0)?;
        source.imports.push((mode, reader.expression(expression)?, Place::default()));
    }
    for part in reader.elements("_;_", "none", "QidSet", arguments[2])? {
        source.sorts.push((plain(reader.qid(part)?), Place::default()));
    }
    for part in reader.elements("__", "none", "SubsortDeclSet", arguments[3])? {
        let &[low, high] = reader.terms.arguments(part) else { return None };
        source.subsorts.push((plain(reader.qid(low)?), plain(reader.qid(high)?), Place::default()));
    }
    for (index, part) in reader.elements("__", "none", "OpDeclSet", arguments[4])?.into_iter().enumerate() {
        let mut operator = reader.operator(part)?;
        // Places tell the declarations apart.
        operator.place = Place { line: index as u32 + 1, column: 0 };
        source.operators.push(operator);
    }
    let mut statements = Vec::new();
    let sets = [
        (5, "MembAxSet", StatementKind::Membership),
        (6, "EquationSet", StatementKind::Equation),
        (7, "RuleSet", StatementKind::Rule),
    ];
    for (at, range, kind) in sets {
        if let Some(&set) = arguments.get(at) {
            let parts = reader.elements("__", "none", range, set)?;
            statements.extend(parts.into_iter().map(|part| (kind, part)));
        }
    }
    Some(Described { source, statements })
}

impl Described {
    /// Builds the theory.
    pub fn build(self, terms: &mut Terms, database: &mut Database) -> Option<Theory> {
        let statements = self.statements;
        database.represented(self.source, |to| {
            let mut memo = Memo::default();
            statements.into_iter().map(|(kind, part)| statement(terms, kind, part, to, &mut memo)).collect()
        })
    }
}

/// Reads a statement.
fn statement(
    from: &mut Terms,
    kind: StatementKind,
    term: TermId,
    to: &mut Terms,
    memo: &mut Memo,
) -> Option<StatementTerms> {
    let arguments = from.arguments(term).to_vec();
    let (&[left, right], rest) = arguments.split_first_chunk::<2>()?;
    let (condition, attributes) = match *rest {
        [attributes] => (None, attributes),
        [condition, attributes] => (Some(condition), attributes),
        _ => return None,
    };
    let mut made = StatementTerms {
        kind,
        label: None,
        metadata: None,
        otherwise: false,
        nonexecutable: false,
        variant: false,
        narrowing: false,
        print: Vec::new(),
        left: down::down(from, left, to, memo)?,
        right: None,
        sort: None,
        condition: Vec::new(),
    };
    if kind == StatementKind::Membership {
        made.sort = Some(sort(to, from.qid_value(right)?.text())?);
    } else {
        made.right = Some(down::down(from, right, to, memo)?);
    }
    if let Some(condition) = condition {
        made.condition = down::condition(from, condition, to, memo)?;
    }
    let mut reader = Reader { terms: from };
    for attribute in reader.elements("__", "none", "AttrSet", attributes)? {
        match reader.name_of(attribute) {
            "label" => {
                let label = reader.argument(attribute, 0)?;
                made.label = Some(reader.qid(label)?);
            }
            "metadata" => made.metadata = Some(reader.string(attribute)?),
            "owise" => made.otherwise = true,
            "nonexec" => made.nonexecutable = true,
            "variant" => made.variant = true,
            "narrowing" => made.narrowing = true,
            "print" => {}
            _ => return None,
        }
    }
    let sorts = &to.signature.sorts;
    let kind_of = |term: TermId| sorts.kind(to.sort(term));
    let same = made.right.is_none_or(|right| kind_of(right) == kind_of(made.left))
        && made.sort.is_none_or(|sort| sorts.kind(sort) == kind_of(made.left));
    same.then_some(made)
}

/// Reads parts of representations.
struct Reader<'a> {
    terms: &'a mut Terms,
}

impl Reader<'_> {
    fn name_of(&self, term: TermId) -> &'static str {
        self.terms.signature.get(self.terms.symbol(term)).name.text()
    }

    fn argument(&self, term: TermId, index: usize) -> Option<TermId> {
        self.terms.arguments(term).get(index).copied()
    }

    fn qid(&self, term: TermId) -> Option<Name> {
        self.terms.qid_value(term)
    }

    fn elements(
        &mut self,
        name: &'static str,
        empty: &'static str,
        range: &'static str,
        term: TermId,
    ) -> Option<Vec<TermId>> {
        elements(self.terms, name, empty, range, term)
    }

    /// The string that an attribute has, with its quotes.
    fn string(&self, attribute: TermId) -> Option<Name> {
        let text = self.terms.string_value(self.argument(attribute, 0)?)?;
        Some(Name::new(&escape(&text)))
    }

    fn qids(&mut self, term: TermId) -> Option<Vec<Name>> {
        let parts = self.elements("__", "nil", "QidList", term)?;
        parts.into_iter().map(|part| self.qid(part)).collect()
    }

    fn numbers(&mut self, term: TermId) -> Option<Vec<u32>> {
        let parts = self.elements("__", "nil", "NatList", term)?;
        parts.into_iter().map(|part| u32::try_from(self.terms.small_value(part)?).ok()).collect()
    }

    fn header(&mut self, term: TermId) -> Option<(Name, Vec<(Name, ModuleExpression)>)> {
        if let Some(name) = self.qid(term) {
            return Some((plain(name), Vec::new()));
        }
        let &[name, list] = self.terms.arguments(term) else { return None };
        let mut parameters = Vec::new();
        for part in self.elements("_`,_", "nil", "ParameterDeclList", list)? {
            let &[name, theory] = self.terms.arguments(part) else { return None };
            parameters.push((plain(self.qid(name)?), self.expression(theory)?));
        }
        Some((plain(self.qid(name)?), parameters))
    }

    fn expression(&mut self, term: TermId) -> Option<ModuleExpression> {
        if let Some(name) = self.qid(term) {
            return Some(ModuleExpression::Named(plain(name)));
        }
        let arguments = self.terms.arguments(term).to_vec();
        match self.name_of(term) {
            "_`{_`}" => {
                let base = self.expression(arguments[0])?;
                Some(ModuleExpression::Instance(Box::new(base), self.view_arguments(arguments[1])?))
            }
            "_+_" => {
                let parts = arguments.into_iter().map(|part| self.expression(part));
                Some(ModuleExpression::Sum(parts.collect::<Option<Vec<_>>>()?))
            }
            "_*`(_`)" => {
                let base = self.expression(arguments[0])?;
                let mut mappings = Vec::new();
                let symbol = find(self.terms, "_`,_", 2, "RenamingSet")?;
                let parts = if self.terms.symbol(arguments[1]) == symbol {
                    self.terms.arguments(arguments[1]).to_vec()
                } else {
                    vec![arguments[1]]
                };
                for part in parts {
                    mappings.extend(self.renaming(part)?);
                }
                Some(ModuleExpression::Renamed(Box::new(base), mappings))
            }
            _ => None,
        }
    }

    fn view_arguments(&mut self, term: TermId) -> Option<Vec<ViewExpression>> {
        let parts = self.elements("_`,_", "empty", "ParameterList", term)?;
        let mut views = Vec::new();
        for part in parts {
            views.push(if let Some(name) = self.qid(part) {
                ViewExpression { name: plain(name), arguments: Vec::new() }
            } else {
                let &[base, list] = self.terms.arguments(part) else { return None };
                ViewExpression { name: plain(self.qid(base)?), arguments: self.view_arguments(list)? }
            });
        }
        Some(views)
    }

    fn renaming(&mut self, term: TermId) -> Option<Option<Mapping>> {
        let arguments = self.terms.arguments(term).to_vec();
        let name = self.name_of(term);
        let sort = |name: Name| SortName::Sort(plain(name));
        Some(Some(match name {
            "sort_to_" => Mapping::Sort(sort(self.qid(arguments[0])?), sort(self.qid(arguments[1])?)),
            "label_to_" => Mapping::Label(self.qid(arguments[0])?, self.qid(arguments[1])?),
            "op_to_`[_`]" | "op_:_->_to_`[_`]" => {
                let typed = name != "op_to_`[_`]";
                let last = arguments.len() - 2;
                let arity = if typed {
                    let domain = self.types(arguments[1])?;
                    Some((domain, self.type_name(arguments[2])?))
                } else {
                    None
                };
                let to = self.qid(arguments[last])?;
                let mut pieces = Vec::new();
                token_pieces(to.text(), &mut pieces);
                let attributes = self.attributes(arguments[last + 1])?;
                Mapping::Operator { from: self.qid(arguments[0])?, arity, to, pieces, attributes }
            }
            // Strategies play no part in what descent functions do here.
            "strat_to_" | "strat_:_@_to_" => return Some(None),
            _ => return None,
        }))
    }

    fn type_name(&self, term: TermId) -> Option<SortName> {
        let text = self.qid(term)?.text();
        Some(match text.strip_prefix("`[").and_then(|inner| inner.strip_suffix("`]")) {
            Some(inner) => SortName::Kind(Name::new(kind_members(inner).first()?)),
            None => SortName::Sort(Name::new(&text.replace('`', ""))),
        })
    }

    fn types(&mut self, term: TermId) -> Option<Vec<SortName>> {
        let parts = self.elements("__", "nil", "TypeList", term)?;
        parts.into_iter().map(|part| self.type_name(part)).collect()
    }

    fn operator(&mut self, term: TermId) -> Option<OperatorSource> {
        let arguments = self.terms.arguments(term).to_vec();
        let &[name, domain, range, attributes] = arguments.as_slice() else { return None };
        let name = self.qid(name)?;
        let mut pieces: Vec<Piece> = Vec::new();
        token_pieces(name.text(), &mut pieces);
        Some(OperatorSource {
            name,
            pieces,
            domain: self.types(domain)?,
            range: self.type_name(range)?,
            attributes: self.attributes(attributes)?,
            place: Place::default(),
        })
    }

    fn attributes(&mut self, term: TermId) -> Option<OperatorAttributes> {
        let mut made = OperatorAttributes::default();
        for attribute in self.elements("__", "none", "AttrSet", term)? {
            let value = self.argument(attribute, 0);
            match self.name_of(attribute) {
                "assoc" => made.associative = true,
                "comm" => made.commutative = true,
                "idem" => made.idempotent = true,
                "iter" => made.iterated = true,
                "memo" => made.memo = true,
                "ctor" => made.constructor = true,
                "config" => made.configuration = true,
                "object" => made.object = true,
                "msg" => made.message = true,
                "id" => made.identity = Some(self.identity(value?, true, true)?),
                "left-id" => made.identity = Some(self.identity(value?, true, false)?),
                "right-id" => made.identity = Some(self.identity(value?, false, true)?),
                "strat" => made.strategy = Some(self.numbers(value?)?),
                "frozen" => made.frozen = Some(self.numbers(value?)?),
                "poly" => made.polymorphic = Some(self.numbers(value?)?),
                "prec" => made.precedence = Some(u32::try_from(self.terms.small_value(value?)?).ok()?),
                "gather" => {
                    let words = self.qids(value?)?;
                    let gather = words.into_iter().map(|word| match word.text() {
                        "e" => Some(Gather::Lower),
                        "E" => Some(Gather::Equal),
                        "&" => Some(Gather::Any),
                        _ => None,
                    });
                    made.gather = Some(gather.collect::<Option<Vec<_>>>()?);
                }
                "format" => made.format = Some(self.qids(value?)?),
                "metadata" => made.metadata = Some(self.string(attribute)?),
                "special" => {
                    for hook in self.elements("__", "nil", "HookList", value?)? {
                        if self.name_of(hook) == "id-hook" {
                            let &[name, list] = self.terms.arguments(hook) else { return None };
                            made.special = Some((self.qid(name)?, self.qids(list)?));
                        }
                    }
                }
                _ => return None,
            }
        }
        Some(made)
    }

    /// An identity as tokens: each operator before its arguments, and each constant with its sort.
    fn identity(&self, term: TermId, left: bool, right: bool) -> Option<IdentitySource> {
        let text = module::prefix_text(self.terms, term)?;
        let tokens: Vec<Token> = tokenize(&text).tokens;
        Some(IdentitySource { left, right, tokens })
    }
}
