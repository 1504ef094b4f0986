//! Object-oriented modules: classes become sorts, constants and attribute operators; object patterns that leave
//! out attributes, or name a superclass, are completed with variables.

use crate::machine::StatementTerms;
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::{ModuleSource, OperatorAttributes, OperatorSource, Piece, SortName};
use crate::terms::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// Adds the sorts, subsorts and operators that classes stand for.
pub fn expand_classes(source: &mut ModuleSource) {
    let identifier = Name::new("Cid");
    let attribute = Name::new("Attribute");
    for (name, attributes, place) in std::mem::take(&mut source.classes) {
        source.sorts.push((name, place));
        source.subsorts.push((name, identifier, place));
        source.operators.push(OperatorSource {
            name,
            pieces: vec![Piece::Word(name)],
            domain: Vec::new(),
            range: SortName::Sort(name),
            attributes: OperatorAttributes { constructor: true, ..OperatorAttributes::default() },
            place,
        });
        for (field, sort) in attributes {
            source.operators.push(OperatorSource {
                name: Name::new(&format!("{field}`:_")),
                pieces: vec![Piece::Word(field), Piece::Word(Name::new(":")), Piece::Hole],
                domain: vec![sort],
                range: SortName::Sort(attribute),
                attributes: OperatorAttributes {
                    constructor: true,
                    gather: Some(vec![crate::syntax::ast::Gather::Any]),
                    ..OperatorAttributes::default()
                },
                place,
            });
        }
    }
    for (low, high, place) in std::mem::take(&mut source.subclasses) {
        source.subsorts.push((low, high, place));
    }
}

/// Completes the objects of a statement: each object whose class is a constant on the left gets a class variable
/// and a variable for attributes that it does not mention, and the same object on the right keeps both.
pub fn complete_statement(terms: &mut Terms, statement: &mut StatementTerms) {
    let Some(object) = terms.signature.symbols().find(|(_, symbol)| symbol.object).map(|(id, _)| id) else {
        return;
    };
    let mut completion = Completion::new(terms, object);
    if completion.attribute_set.is_none() {
        return;
    }
    statement.left = completion.map(terms, statement.left, true);
    if let Some(right) = statement.right {
        statement.right = Some(completion.map(terms, right, false));
    }
    for fragment in &mut statement.condition {
        match fragment {
            Fragment::Equality(left, right)
            | Fragment::Assignment(left, right)
            | Fragment::Rewriting(left, right) => {
                *left = completion.map(terms, *left, false);
                *right = completion.map(terms, *right, false);
            }
            Fragment::Membership(term, _) => *term = completion.map(terms, *term, false),
        }
    }
}

/// The class variable, the variable for other attributes, and the attributes that were mentioned.
type Completed = (TermId, Option<TermId>, Vec<(SymbolId, TermId)>);

struct Completion {
    object: SymbolId,
    attribute_set: Option<SymbolId>,
    /// For an object's name and class: the class variable and the variable for the other attributes, and the
    /// attribute operators that the left side mentions.
    known: FxHashMap<(TermId, TermId), Completed>,
    fresh: usize,
}

impl Completion {
    fn new(terms: &Terms, object: SymbolId) -> Completion {
        let kind = terms.signature.get(object).domain.get(2).copied();
        let attribute_set =
            kind.and_then(|kind| terms.signature.find(Name::new("_`,_"), &[kind, kind], Some(kind)));
        Completion { object, attribute_set, known: FxHashMap::default(), fresh: 0 }
    }

    fn map(&mut self, terms: &mut Terms, term: TermId, left: bool) -> TermId {
        enum Work {
            Visit(TermId),
            Make(TermId, usize),
        }
        let mut work = vec![Work::Visit(term)];
        let mut values: Vec<TermId> = Vec::new();
        while let Some(next) = work.pop() {
            match next {
                Work::Visit(term) => {
                    let arguments = terms.arguments(term);
                    work.push(Work::Make(term, arguments.len()));
                    work.extend(arguments.iter().rev().map(|&argument| Work::Visit(argument)));
                }
                Work::Make(term, count) => {
                    let arguments = values.split_off(values.len() - count);
                    let made = if terms.symbol(term) == self.object {
                        self.object(terms, &arguments, left)
                    } else {
                        terms.with_arguments(term, &arguments)
                    };
                    values.push(made);
                }
            }
        }
        values.pop().unwrap_or(term)
    }

    fn object(&mut self, terms: &mut Terms, arguments: &[TermId], left: bool) -> TermId {
        let (name, class, attributes) = (arguments[0], arguments[1], arguments[2]);
        let Some(set) = self.attribute_set else { return terms.make(self.object, arguments) };
        // A class that is not a constant is left to the user.
        if !terms.is_ground(class) || !terms.arguments(class).is_empty() {
            return terms.make(self.object, arguments);
        }
        let identity = terms.signature.get(set).identity;
        let elements: Vec<TermId> = if terms.symbol(attributes) == set {
            terms.arguments(attributes).to_vec()
        } else if Some(attributes) == identity {
            Vec::new()
        } else {
            vec![attributes]
        };
        let has_rest = elements.iter().any(|&element| terms.is_variable(element));
        if left {
            let class_sort = terms.sort(class);
            self.fresh += 1;
            let class_variable = terms.variable(Name::new(&format!("V#{}", self.fresh)), class_sort);
            let rest = if has_rest {
                None
            } else {
                let sort = terms.signature.sorts.find(Name::new("AttributeSet"));
                sort.map(|sort| terms.variable(Name::new(&format!("A#{}", self.fresh)), sort))
            };
            let mentioned = elements.iter().map(|&element| (terms.symbol(element), element)).collect();
            self.known.insert((name, class), (class_variable, rest, mentioned));
            let mut all = elements;
            all.extend(rest);
            let attributes = self.set_of(terms, set, &all, attributes);
            return terms.make(self.object, &[name, class_variable, attributes]);
        }
        let Some((class_variable, rest, mentioned)) = self.known.get(&(name, class)).cloned() else {
            return terms.make(self.object, arguments);
        };
        let mut all = elements.clone();
        // Attributes of the left side that the right side does not mention keep their values.
        for (symbol, element) in mentioned {
            if !terms.is_variable(element) && !elements.iter().any(|&other| terms.symbol(other) == symbol) {
                all.push(element);
            }
        }
        all.extend(rest);
        let attributes = self.set_of(terms, set, &all, attributes);
        terms.make(self.object, &[name, class_variable, attributes])
    }

    fn set_of(&self, terms: &mut Terms, set: SymbolId, elements: &[TermId], empty: TermId) -> TermId {
        match elements {
            [] => empty,
            [one] => *one,
            _ => terms.make(set, elements),
        }
    }
}
