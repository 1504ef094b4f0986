//! Feature models: does one allow a product?
//!
//! **Source.** The manual's section on feature models, and the compiler's constraints: roots are always there, a feature
//! brings those above it, a group says how many of its features there are, and one that may be left out (`opt`) counts
//! where that helps. **Deviation.** The attributes that a product gives no value have whatever value helps: a demand that
//! depends on one holds. **Guarantee.** Every demand that a product breaks is told, each at the product.

use std::sync::Arc;

use super::{Everything, Selection};
use crate::source::Span;
use crate::syntax::tree::Name;
use crate::syntax::variants::{
    Attribute, AttributeKind, AttributeRange, AttributeValue, ConstraintKind, Feature, FeatureGroup,
    ModelExpression, ModelExpressionKind,
};

/// What a feature model says of one product.
struct Judge<'m> {
    selection: &'m Selection,
    /// The features that are there, those above them and the roots among them.
    present: Vec<Arc<str>>,
    /// The names of all features.
    known: Vec<Arc<str>>,
    /// The attributes of all features.
    attributes: Vec<(Arc<str>, &'m Attribute)>,
    /// What is wrong with the product.
    broken: Vec<String>,
    /// What is wrong with the model, and where.
    errors: Vec<(Span, String)>,
}

/// Tells what a product breaks of the feature model, if there is one.
pub(super) fn check(everything: &mut Everything<'_>, product: &Name, selection: &Selection) {
    if everything.roots.is_empty() {
        return;
    }
    let mut judge = Judge {
        selection,
        present: Vec::new(),
        known: Vec::new(),
        attributes: Vec::new(),
        broken: Vec::new(),
        errors: Vec::new(),
    };
    for root in &everything.roots {
        judge.learn(root);
        judge.present.push(root.name.text.clone());
    }
    for extension in &everything.extensions {
        if !judge.known.contains(&extension.name.text) {
            let message = format!("no feature model has a feature {}", extension.name.text);
            judge.errors.push((extension.name.span, message));
        }
        judge.learn(extension);
    }
    for feature in everything.roots.iter().chain(&everything.extensions) {
        judge.bring(feature);
    }
    for feature in everything.roots.iter().chain(&everything.extensions) {
        judge.feature(feature);
    }
    judge.values();
    let Judge { broken, errors, .. } = judge;
    for (span, message) in errors {
        everything.error(span, message);
    }
    if !broken.is_empty() {
        let message =
            format!("the feature model does not allow the product {}: {}", product.text, broken.join("; "));
        everything.error(product.span, message);
    }
}

fn below(feature: &Feature) -> impl Iterator<Item = &Feature> {
    feature.group.iter().flat_map(|group| group.features.iter().map(|(feature, _)| feature))
}

impl<'m> Judge<'m> {
    fn learn(&mut self, feature: &'m Feature) {
        if !self.known.contains(&feature.name.text) {
            self.known.push(feature.name.text.clone());
        }
        let own = feature.attributes.iter().map(|attribute| (feature.name.text.clone(), attribute));
        self.attributes.extend(own);
        below(feature).for_each(|feature| self.learn(feature));
    }

    /// Whether this feature is there: then those above it are, too.
    fn bring(&mut self, feature: &Feature) -> bool {
        let mut here = self.selection.has(&feature.name.text);
        for inner in below(feature) {
            here |= self.bring(inner);
        }
        if here && !self.present.contains(&feature.name.text) {
            self.present.push(feature.name.text.clone());
        }
        here
    }

    fn is_here(&self, feature: &str) -> bool {
        self.present.iter().any(|present| &**present == feature)
    }

    fn feature(&mut self, feature: &Feature) {
        let here = self.is_here(&feature.name.text);
        if let Some(group) = feature.group.as_ref().filter(|_| here) {
            self.group(&feature.name, group);
        }
        for constraint in &feature.constraints {
            let name = &feature.name.text;
            match &constraint.kind {
                ConstraintKind::IfIn(value) if here => self.demand(feature, value, "has"),
                ConstraintKind::IfOut(value) if !here => self.demand(feature, value, "has not"),
                ConstraintKind::Require(other) if here && !self.is_here(&other.text) => {
                    self.broken.push(format!("{name} requires {}", other.text));
                }
                ConstraintKind::Exclude(other) if here && self.is_here(&other.text) => {
                    self.broken.push(format!("{name} excludes {}", other.text));
                }
                _ => {}
            }
            if let ConstraintKind::Require(other) | ConstraintKind::Exclude(other) = &constraint.kind {
                self.knows(other);
            }
        }
        below(feature).for_each(|inner| self.feature(inner));
    }

    fn knows(&mut self, feature: &Name) {
        if !self.known.contains(&feature.text) {
            self.errors.push((feature.span, format!("no feature model has a feature {}", feature.text)));
        }
    }

    fn group(&mut self, parent: &Name, group: &FeatureGroup) {
        let here =
            group.features.iter().filter(|(feature, _)| self.is_here(&feature.name.text)).count() as u64;
        let may_be_out =
            |(feature, optional): &&(Feature, bool)| *optional && !self.is_here(&feature.name.text);
        let also = group.features.iter().filter(may_be_out).count() as u64;
        let names: Vec<&str> = group.features.iter().map(|(feature, _)| &*feature.name.text).collect();
        let all = group.features.len() as u64;
        let (least, most) = (group.least.unwrap_or(all), group.most.unwrap_or(all));
        if here + also < least || here > most {
            let wanted = match (group.least, group.most) {
                (None, _) => "all".to_owned(),
                (Some(least), Some(most)) if least == most => format!("{least}"),
                (Some(least), Some(most)) => format!("{least} to {most}"),
                (Some(least), None) => format!("at least {least}"),
            };
            self.broken.push(format!(
                "{} wants {wanted} of {}, and there {} {here}",
                parent.text,
                names.join(", "),
                if here == 1 { "is" } else { "are" }
            ));
        }
    }

    /// What a product says of attributes must be so.
    fn values(&mut self) {
        for (feature, attributes) in &self.selection.features {
            if !self.known.contains(&feature.text) {
                self.broken.push(format!("it has no feature {}", feature.text));
            }
            for (name, value) in attributes {
                let known = self
                    .attributes
                    .iter()
                    .find(|(owner, attribute)| *owner == feature.text && attribute.name.text == name.text);
                let Some((_, attribute)) = known else {
                    self.errors.push((
                        name.span,
                        format!("the feature {} has no attribute {}", feature.text, name.text),
                    ));
                    continue;
                };
                if !allowed(attribute, value) {
                    self.broken.push(format!("{}.{} can't be {}", feature.text, name.text, shown(value)));
                }
            }
        }
    }

    fn demand(&mut self, feature: &Feature, value: &ModelExpression, has: &str) {
        match self.evaluate(&feature.name, value) {
            Some(AttributeValue::Boolean(false)) => {
                let name = &feature.name.text;
                self.broken.push(format!("a demand on products that {has} {name} does not hold"));
            }
            Some(AttributeValue::Boolean(true)) | None => {}
            Some(other) => {
                let message = format!("expected a condition, but this is {}", shown(&other));
                self.errors.push((value.span, message));
            }
        }
    }

    /// The value of an expression; none where it depends on an attribute that has none.
    fn evaluate(&mut self, feature: &Name, value: &ModelExpression) -> Option<AttributeValue> {
        match &value.kind {
            ModelExpressionKind::Value(value) => Some(value.clone()),
            ModelExpressionKind::Feature(name) => {
                self.knows(name);
                Some(AttributeValue::Boolean(self.is_here(&name.text)))
            }
            ModelExpressionKind::Attribute(owner, name) => {
                let owner = owner.as_ref().unwrap_or(feature);
                let known = |(of, attribute): &(Arc<str>, &Attribute)| {
                    *of == owner.text && attribute.name.text == name.text
                };
                if !self.attributes.iter().any(known) {
                    let message = format!("the feature {} has no attribute {}", owner.text, name.text);
                    self.errors.push((name.span, message));
                }
                self.selection.attribute(&owner.text, &name.text).cloned()
            }
            ModelExpressionKind::Not(inner) => match self.evaluate(feature, inner)? {
                AttributeValue::Boolean(value) => Some(AttributeValue::Boolean(!value)),
                other => self.mistyped(inner.span, &other),
            },
            ModelExpressionKind::Minus(inner) => match self.evaluate(feature, inner)? {
                AttributeValue::Integer(value) => value.checked_neg().map(AttributeValue::Integer),
                other => self.mistyped(inner.span, &other),
            },
            ModelExpressionKind::Binary(operator, left, right) => {
                let (one, other) = (self.evaluate(feature, left), self.evaluate(feature, right));
                self.binary(operator, (one, left.span), (other, right.span))
            }
        }
    }

    fn mistyped(&mut self, span: Span, value: &AttributeValue) -> Option<AttributeValue> {
        self.errors.push((span, format!("{} has the wrong type here", shown(value))));
        None
    }

    fn binary(
        &mut self,
        operator: &str,
        (left, left_span): (Option<AttributeValue>, Span),
        (right, right_span): (Option<AttributeValue>, Span),
    ) -> Option<AttributeValue> {
        use AttributeValue::{Boolean, Integer};
        // What is known of one side may be enough.
        match (operator, &left, &right) {
            ("&&", Some(Boolean(false)), _) | ("&&", _, Some(Boolean(false))) => return Some(Boolean(false)),
            ("||", Some(Boolean(true)), _) | ("||", _, Some(Boolean(true))) => return Some(Boolean(true)),
            ("->", Some(Boolean(false)), _) | ("->", _, Some(Boolean(true))) => return Some(Boolean(true)),
            _ => {}
        }
        let (left, right) = (left?, right?);
        match (operator, &left, &right) {
            ("==", ..) => Some(Boolean(left == right)),
            ("!=", ..) => Some(Boolean(left != right)),
            ("&&", Boolean(left), Boolean(right)) => Some(Boolean(*left && *right)),
            ("||", Boolean(left), Boolean(right)) => Some(Boolean(*left || *right)),
            ("->", Boolean(left), Boolean(right)) => Some(Boolean(!left || *right)),
            ("<->", Boolean(left), Boolean(right)) => Some(Boolean(left == right)),
            (_, Integer(left), Integer(right)) => match operator {
                "<" => Some(Boolean(left < right)),
                ">" => Some(Boolean(left > right)),
                "<=" => Some(Boolean(left <= right)),
                ">=" => Some(Boolean(left >= right)),
                "+" => left.checked_add(*right).map(Integer),
                "-" => left.checked_sub(*right).map(Integer),
                "*" => left.checked_mul(*right).map(Integer),
                "/" => left.checked_div(*right).map(Integer),
                "%" => left.checked_rem(*right).map(Integer),
                _ => self.mistyped(left_span, &Integer(*left)),
            },
            (_, Integer(_), _) => self.mistyped(right_span, &right),
            ("&&" | "||" | "->" | "<->", Boolean(_), _) => self.mistyped(right_span, &right),
            _ => self.mistyped(left_span, &left),
        }
    }
}

fn allowed(attribute: &Attribute, value: &AttributeValue) -> bool {
    match (attribute.kind, value) {
        (AttributeKind::Integer, AttributeValue::Integer(number)) => match &attribute.range {
            AttributeRange::Any => true,
            AttributeRange::Between(from, to) => {
                from.is_none_or(|from| from <= *number) && to.is_none_or(|to| *number <= to)
            }
            AttributeRange::OneOf(values) => values.contains(number),
        },
        (AttributeKind::Boolean, AttributeValue::Boolean(_))
        | (AttributeKind::Text, AttributeValue::Text(_)) => true,
        _ => false,
    }
}

fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::Integer(number) => number.to_string(),
        AttributeValue::Boolean(true) => "True".to_owned(),
        AttributeValue::Boolean(false) => "False".to_owned(),
        AttributeValue::Text(text) => format!("{text:?}"),
    }
}
