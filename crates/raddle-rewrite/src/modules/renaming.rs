//! Maps of sorts, operators and labels: what `M * (…)` and an instantiation do to declarations.

use crate::names::Name;
use crate::syntax::ast::{
    IdentitySource, OperatorAttributes, OperatorSource, Piece, SortName, StrategySource,
};
use crate::syntax::lexer::{Token, tokenize};
use crate::terms::KindId;
use rustc_hash::FxHashMap;

/// One renamed operator.
#[derive(Debug, Clone)]
pub struct OperatorMap {
    /// The old name.
    pub from: Name,
    /// Only operators whose declarations lie in these kinds, given by sorts of the renamed module.
    pub arity: Option<(Vec<Name>, Name)>,
    /// Only operators over a parameter's sorts: those that start with this text.
    pub parameter: Option<String>,
    /// The new name.
    pub to: Name,
    /// The new syntax.
    pub pieces: Vec<Piece>,
    /// New precedence, gathering and format.
    pub attributes: OperatorAttributes,
}

/// An operator that a view maps to a term.
#[derive(Debug, Clone)]
pub struct TermMap {
    /// The pattern in the theory.
    pub from: Vec<Token>,
    /// The term in the target.
    pub to: Vec<Token>,
    /// The view's variables: name and sort in the theory.
    pub variables: Vec<(Name, SortName)>,
    /// The parameter's prefix.
    pub parameter: String,
}

/// A map of declarations.
#[derive(Debug, Clone, Default)]
pub struct Renaming {
    /// Sorts.
    pub sorts: FxHashMap<Name, Name>,
    /// Parameters, by name, with the text that replaces them inside `{…}`.
    pub parameters: Vec<(Name, String)>,
    /// Operators.
    pub operators: Vec<OperatorMap>,
    /// Operators that become terms.
    pub terms: Vec<TermMap>,
    /// Labels.
    pub labels: FxHashMap<Name, Name>,
    /// Strategies.
    pub strategies: FxHashMap<Name, Name>,
    /// The kinds of the sorts of the module that is renamed, where operators are named by their sorts: what it imports
    /// may not know that two of them are of one kind.
    pub kinds: FxHashMap<Name, KindId>,
}

impl Renaming {
    /// What a sort becomes.
    pub fn sort(&self, name: Name) -> Name {
        if let Some(&to) = self.sorts.get(&name) {
            return to;
        }
        if self.parameters.is_empty() || !name.text().contains('{') {
            return name;
        }
        Name::new(&self.structured(name.text(), 0))
    }

    /// Replaces parameters inside the braces of a structured name.
    fn structured(&self, text: &str, depth: usize) -> String {
        if let Some(&to) = self.sorts.get(&Name::new(text))
            && depth > 0
        {
            return to.text().to_owned();
        }
        if depth > 0
            && let Some((_, to)) = self.parameters.iter().find(|(name, _)| name.text() == text)
        {
            return to.clone();
        }
        if depth > 50 || !text.contains('{') {
            return text.to_owned();
        }
        let mut result = String::with_capacity(text.len());
        let mut level = 0;
        let mut start = 0;
        for (at, c) in text.char_indices() {
            if level == 1 && (c == ',' || c == '}') {
                result.push_str(&self.structured(&text[start..at], depth + 1));
                start = at + 1;
            }
            if level == 0 || (level == 1 && (c == ',' || c == '}')) {
                result.push(c);
            }
            match c {
                '{' => {
                    level += 1;
                    if level == 1 {
                        start = at + 1;
                    }
                }
                '}' if level > 0 => level -= 1,
                _ => {}
            }
        }
        if level > 0 {
            result.push_str(&text[start..]);
        }
        result
    }

    /// What a sort or kind becomes.
    pub fn sort_name(&self, name: SortName) -> SortName {
        match name {
            SortName::Sort(name) => SortName::Sort(self.sort(name)),
            SortName::Kind(name) => SortName::Kind(self.sort(name)),
        }
    }

    /// The map of an operator with this name and these sorts, if it is renamed. `same_kind` compares sorts of
    /// the module that is renamed.
    pub fn operator(
        &self,
        name: Name,
        domain: &[Name],
        range: Name,
        same_kind: &dyn Fn(Name, Name) -> bool,
    ) -> Option<&OperatorMap> {
        self.operators.iter().find(|map| {
            map.from == name
                && map.arity.as_ref().is_none_or(|(sorts, result)| {
                    let same_kind = |a: Name, b: Name| match (self.kinds.get(&a), self.kinds.get(&b)) {
                        (Some(first), Some(second)) => first == second,
                        _ => same_kind(a, b),
                    };
                    sorts.len() == domain.len()
                        && sorts.iter().zip(domain).all(|(&a, &b)| same_kind(a, b))
                        && same_kind(*result, range)
                })
                && map.parameter.as_ref().is_none_or(|prefix| {
                    domain.iter().chain([&range]).any(|sort| sort.text().starts_with(prefix.as_str()))
                })
        })
    }

    /// What a declaration becomes.
    pub fn declaration(
        &self,
        source: &OperatorSource,
        same_kind: &dyn Fn(Name, Name) -> bool,
    ) -> OperatorSource {
        let domain: Vec<Name> = source.domain.iter().map(|sort| sort.name()).collect();
        let map = self.operator(source.name, &domain, source.range.name(), same_kind);
        let mut result = OperatorSource {
            domain: source.domain.iter().map(|&sort| self.sort_name(sort)).collect(),
            range: self.sort_name(source.range),
            ..source.clone()
        };
        if let Some(map) = map {
            result.name = map.to;
            result.pieces.clone_from(&map.pieces);
            // A new syntax has its own precedence and gathering.
            if map.pieces != source.pieces {
                result.attributes.precedence = None;
                result.attributes.gather = None;
                result.attributes.format = None;
            }
            if map.attributes.precedence.is_some() {
                result.attributes.precedence = map.attributes.precedence;
            }
            if map.attributes.gather.is_some() {
                result.attributes.gather.clone_from(&map.attributes.gather);
            }
            if map.attributes.format.is_some() {
                result.attributes.format.clone_from(&map.attributes.format);
            }
        }
        if let Some(identity) = &source.attributes.identity {
            result.attributes.identity = Some(self.identity(identity));
        }
        result
    }

    /// Renames the constants in an identity, which is still text.
    fn identity(&self, source: &IdentitySource) -> IdentitySource {
        let mut tokens = Vec::new();
        for token in &source.tokens {
            let text = token.name.text();
            if let Some(sort) = text.strip_prefix('.').filter(|sort| !sort.is_empty()) {
                let sort = self.sort(Name::new(sort));
                tokens.push(Token { name: Name::new(&format!(".{sort}")), ..*token });
                continue;
            }
            let map = self.operators.iter().find(|map| {
                map.from == token.name && map.arity.as_ref().is_none_or(|(domain, _)| domain.is_empty())
            });
            match map {
                Some(map) if map.parameter.is_none() => {
                    for word in tokenize(map.to.text()).tokens {
                        tokens.push(Token { name: word.name, ..*token });
                    }
                }
                _ => tokens.push(*token),
            }
        }
        IdentitySource { tokens, ..*source }
    }

    /// What a strategy's name becomes.
    pub fn strategy_name(&self, name: Name) -> Name {
        self.strategies.get(&name).copied().unwrap_or(name)
    }

    /// What a strategy becomes.
    pub fn strategy(&self, source: &StrategySource) -> StrategySource {
        StrategySource {
            name: self.strategy_name(source.name),
            domain: source.domain.iter().map(|&sort| self.sort_name(sort)).collect(),
            subject: self.sort_name(source.subject),
            place: source.place,
        }
    }

    /// What a label becomes.
    pub fn label(&self, label: Option<Name>) -> Option<Name> {
        label.map(|label| self.labels.get(&label).copied().unwrap_or(label))
    }
}
