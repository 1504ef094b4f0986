//! Which deltas a product needs, in which order, and what they are given.
//!
//! A delta is applied where its condition holds for the product, behind those of its `after` that are applied as well. That
//! order is partial; among deltas that could come next, the one whose clause stands first comes first.

use super::{Everything, Selection, expression};
use crate::source::Span;
use crate::syntax::tree::{Declaration, Name, PatternKind, Statement};
use crate::syntax::tree::{Expression, ExpressionKind, TraitBase, TraitOperation};
use crate::syntax::variants::{
    AttributeValue, ClassChange, Condition, Delta, DeltaArgument, DeltaClause, ModifierKind,
};
use crate::syntax::walk::{self, Met};

/// A delta that is applied, with values in the place of its parameters.
pub(super) struct Chosen {
    /// The delta.
    pub delta: Delta,
    /// The places, in the list of what is applied, of all that must come before it.
    pub behind: Vec<usize>,
}

fn holds(condition: &Condition, selection: &Selection) -> bool {
    match condition {
        Condition::Feature(feature) => {
            selection.has(&feature.name.text)
                && feature
                    .attributes
                    .iter()
                    .all(|(name, value)| selection.attribute(&feature.name.text, &name.text) == Some(value))
        }
        Condition::Not(inner) => !holds(inner, selection),
        Condition::And(left, right) => holds(left, selection) && holds(right, selection),
        Condition::Or(left, right) => holds(left, selection) || holds(right, selection),
    }
}

fn names<'c>(condition: &'c Condition, into: &mut Vec<&'c Name>) {
    match condition {
        Condition::Feature(feature) => into.push(&feature.name),
        Condition::Not(inner) => names(inner, into),
        Condition::And(left, right) | Condition::Or(left, right) => {
            names(left, into);
            names(right, into);
        }
    }
}

/// The deltas of a product, in their order.
pub(super) fn chosen(everything: &mut Everything<'_>, selection: &Selection) -> Vec<Chosen> {
    let Some(line) = everything.line.clone() else { return Vec::new() };
    let has_feature = |name: &Name| line.features.iter().any(|known| known.name.text == name.text);
    for clause in &line.clauses {
        let known = |name: &Name| everything.deltas.iter().any(|delta| delta.name.text == name.text);
        let unknown: Vec<Name> = std::iter::once(&clause.delta)
            .chain(&clause.after)
            .filter(|name| !known(name))
            .cloned()
            .collect();
        for name in unknown {
            everything.error(name.span, format!("unknown delta {}", name.text));
        }
        let mut features = Vec::new();
        clause.when.iter().for_each(|when| names(when, &mut features));
        for name in features.into_iter().filter(|name| !has_feature(name)) {
            let message = format!("the product line {} has no feature {}", line.name.text, name.text);
            everything.error(name.span, message);
        }
    }
    let applied: Vec<&DeltaClause> = line
        .clauses
        .iter()
        .filter(|clause| clause.when.as_ref().is_none_or(|when| holds(when, selection)))
        .collect();
    let behind: Vec<Vec<usize>> = applied
        .iter()
        .map(|clause| {
            let comes_before =
                |other: &&DeltaClause| clause.after.iter().any(|after| after.text == other.delta.text);
            (0..applied.len()).filter(|&at| comes_before(&applied[at])).collect()
        })
        .collect();
    let mut order: Vec<usize> = Vec::new();
    while order.len() < applied.len() {
        let ready =
            |at: &usize| !order.contains(at) && behind[*at].iter().all(|before| order.contains(before));
        let Some(next) = (0..applied.len()).find(ready) else {
            let left: Vec<&str> = (0..applied.len())
                .filter(|at| !order.contains(at))
                .map(|at| &*applied[at].delta.text)
                .collect();
            let span = applied.iter().find(|clause| *clause.delta.text == *left[0]);
            let message = format!("no order is behind all that each wants: {}", left.join(", "));
            everything.error(span.map_or_else(Span::default, |clause| clause.delta.span), message);
            return Vec::new();
        };
        order.push(next);
    }
    let mut list: Vec<Chosen> = Vec::new();
    for &at in &order {
        let clause = applied[at];
        let Some(delta) =
            everything.deltas.iter().find(|delta| delta.name.text == clause.delta.text).cloned()
        else {
            continue;
        };
        // All that comes before, directly or not: those are in the list already.
        let direct = behind[at].iter().filter_map(|before| order.iter().position(|other| other == before));
        let mut before: Vec<usize> = direct.filter(|&place| place < list.len()).collect();
        let further: Vec<usize> = before.iter().flat_map(|&place| list[place].behind.clone()).collect();
        before.extend(further);
        before.sort_unstable();
        before.dedup();
        let delta = with_values(everything, delta, clause, selection);
        list.push(Chosen { delta, behind: before });
    }
    list
}

/// A delta with values in the place of its parameters.
fn with_values(
    everything: &mut Everything<'_>,
    mut delta: Delta,
    clause: &DeltaClause,
    selection: &Selection,
) -> Delta {
    if delta.parameters.len() != clause.arguments.len() {
        let message = format!(
            "the delta {} has {} parameters, and is given {}",
            delta.name.text,
            delta.parameters.len(),
            clause.arguments.len()
        );
        everything.error(clause.delta.span, message);
        return delta;
    }
    let mut values: Vec<(Name, AttributeValue)> = Vec::new();
    for (parameter, argument) in delta.parameters.iter().zip(&clause.arguments) {
        let (value, span) = match argument {
            DeltaArgument::Value(value, span) => (Some(value.clone()), *span),
            DeltaArgument::Feature(feature) => {
                (Some(AttributeValue::Boolean(selection.has(&feature.text))), feature.span)
            }
            DeltaArgument::Attribute(feature, attribute) => (
                selection.attribute(&feature.text, &attribute.text).cloned(),
                feature.span.to(attribute.span),
            ),
        };
        let Some(value) = value else {
            everything.error(span, "the product gives this attribute no value".to_owned());
            return delta;
        };
        let fits = match &value {
            AttributeValue::Integer(_) => ["Int", "Rat"].contains(&&*parameter.kind.name.name.text),
            AttributeValue::Boolean(_) => &*parameter.kind.name.name.text == "Bool",
            AttributeValue::Text(_) => &*parameter.kind.name.name.text == "String",
        };
        if !fits {
            let message = format!(
                "the parameter {} of the delta {} has type {}, and this has another",
                parameter.name.text, delta.name.text, parameter.kind.name.name.text
            );
            everything.error(span, message);
        }
        values.push((parameter.name.clone(), value));
    }
    if values.is_empty() {
        return delta;
    }
    let mut hiding: Vec<(Span, String)> = Vec::new();
    let mut visit = |met: Met<'_>| {
        let value_of = |name: &Name| values.iter().find(|(known, _)| known.text == name.text);
        match met {
            Met::Expression(met) => {
                if let ExpressionKind::Variable(name) = &met.kind
                    && let Some((_, value)) = value_of(name)
                {
                    met.kind = expression(value, met.span);
                }
            }
            Met::Pattern(met) => {
                if let PatternKind::Variable(name) = &met.kind
                    && let Some((_, value)) = value_of(name)
                {
                    met.kind = pattern(value, met.span);
                }
            }
            Met::Declared(name) => {
                if value_of(name).is_some() {
                    hiding.push((name.span, format!("{} is a parameter of the delta already", name.text)));
                }
            }
        }
    };
    for modifier in &mut delta.modifiers {
        match &mut modifier.kind {
            ModifierKind::Add(_, declaration) => declared(declaration, &mut visit),
            ModifierKind::ModifyClass(modifier) => {
                modifier.changes.iter_mut().for_each(|change| changed(change, &mut visit));
            }
            _ => {}
        }
    }
    for (span, message) in hiding {
        everything.error(span, message);
    }
    delta
}

fn pattern(value: &AttributeValue, span: Span) -> PatternKind {
    match value {
        AttributeValue::Integer(number) => PatternKind::Integer(number.to_string().into()),
        AttributeValue::Text(text) => PatternKind::Text(text.clone()),
        AttributeValue::Boolean(_) => match expression(value, span) {
            ExpressionKind::Construct(name, _) => PatternKind::Constructor(name, Vec::new()),
            _ => PatternKind::Anything,
        },
    }
}

fn statements(list: &mut [Statement], visit: &mut dyn FnMut(Met<'_>)) {
    list.iter_mut().for_each(|statement| walk::statement(statement, visit));
}

fn declared(declaration: &mut Declaration, visit: &mut dyn FnMut(Met<'_>)) {
    match declaration {
        Declaration::Function(function) => {
            function.parameters.iter().for_each(|parameter| visit(Met::Declared(&parameter.name)));
            function.body.iter_mut().for_each(|body: &mut Expression| walk::expression(body, visit));
        }
        Declaration::Class(class) => {
            walk::annotations(&mut class.annotations, visit);
            class.parameters.iter().for_each(|parameter| visit(Met::Declared(&parameter.name)));
            for field in &mut class.fields {
                visit(Met::Declared(&field.name));
                field.value.iter_mut().for_each(|value| walk::expression(value, visit));
            }
            statements(&mut class.init, visit);
            class.recover.iter_mut().for_each(|branch| walk::statement(&mut branch.body, visit));
            for method in &mut class.methods {
                method
                    .signature
                    .parameters
                    .iter()
                    .for_each(|parameter| visit(Met::Declared(&parameter.name)));
                statements(&mut method.body, visit);
            }
        }
        _ => {}
    }
}

fn changed(change: &mut ClassChange, visit: &mut dyn FnMut(Met<'_>)) {
    match change {
        ClassChange::AddField(field) => {
            visit(Met::Declared(&field.name));
            field.value.iter_mut().for_each(|value| walk::expression(value, visit));
        }
        ClassChange::Methods(TraitOperation::Adds(value) | TraitOperation::Modifies(value)) => {
            if let TraitBase::Methods(methods) = &mut value.base {
                for method in methods {
                    let parameters = &method.signature.parameters;
                    parameters.iter().for_each(|parameter| visit(Met::Declared(&parameter.name)));
                    statements(&mut method.body, visit);
                }
            }
        }
        ClassChange::RemoveField(_) | ClassChange::Methods(TraitOperation::Removes(_)) => {}
    }
}
