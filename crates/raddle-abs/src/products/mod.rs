//! Product lines: from a program's core, its deltas and a product's name to the program of that product.
//!
//! **Source.** The chapter on software product lines of the ABS manual, and the compiler's grammar. **Our names.** What a
//! product comes to is a [`Selection`]; `model` tells whether a feature model allows it, `order` which deltas it needs and
//! in which order, `apply` what they do to the syntax trees, `original` what calls of `original` mean. **Deviation.** Names
//! in a delta are understood in the module that they are put into; where nothing orders two deltas that change the same
//! thing, the order of the product line's clauses is taken, with a warning. **Guarantee.** All of it happens before any name
//! is understood, and every tree keeps its place: what is wrong with a delta is told in the delta.

mod apply;
mod model;
mod order;
mod original;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::{Constructor, Declaration, Expression, ExpressionKind, File, Name, QualifiedName};
use crate::syntax::variants::{
    AttributeValue, Feature, FeatureUse, Product, ProductExpression, ProductLine, Variants,
};

/// The features of a product, and the values of their attributes.
#[derive(Clone, Debug, Default)]
struct Selection {
    features: Vec<(Name, Vec<(Name, AttributeValue)>)>,
}

impl Selection {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|(name, _)| &*name.text == feature)
    }

    fn attribute(&self, feature: &str, attribute: &str) -> Option<&AttributeValue> {
        let (_, attributes) = self.features.iter().find(|(name, _)| &*name.text == feature)?;
        attributes.iter().find(|(name, _)| &*name.text == attribute).map(|(_, value)| value)
    }

    fn add(&mut self, name: &Name, attributes: &[(Name, AttributeValue)]) {
        match self.features.iter_mut().find(|(known, _)| known.text == name.text) {
            Some((_, known)) => {
                for (name, value) in attributes {
                    if known.iter().all(|(other, _)| other.text != name.text) {
                        known.push((name.clone(), value.clone()));
                    }
                }
            }
            None => self.features.push((name.clone(), attributes.to_vec())),
        }
    }
}

/// All that a program's files say of product lines.
struct Everything<'d> {
    line: Option<ProductLine>,
    deltas: Vec<crate::syntax::variants::Delta>,
    products: Vec<Product>,
    roots: Vec<Feature>,
    extensions: Vec<Feature>,
    /// What is not supported, where a product is asked for.
    gaps: Vec<(Span, &'static str)>,
    /// Products whose features are known: they may be made of each other in many ways.
    evaluated: FxHashMap<Arc<str>, Option<Selection>>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Makes the program of a product out of a program's core; without a product, it is the core. Gives the names of all
/// products.
pub fn apply(files: &mut [File], wanted: Option<&str>, diagnostics: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut everything = Everything::collect(files, diagnostics);
    let names: Vec<String> =
        everything.products.iter().map(|product| product.name.text.to_string()).collect();
    let Some(wanted) = wanted else {
        everything.warn_of_the_core(&names);
        return names;
    };
    let Some(product) = everything.products.iter().find(|product| &*product.name.text == wanted).cloned()
    else {
        let place = everything.place().or_else(|| {
            files.iter().skip(1).flat_map(|file| &file.modules).next().map(|module| module.name.span)
        });
        let message = match names.is_empty() {
            true => format!("--product {wanted}: the program declares no product"),
            false => format!("--product {wanted}: no product has this name; there is {}", names.join(", ")),
        };
        everything.error(place.unwrap_or_default(), message);
        return names;
    };
    if !everything.gaps.is_empty() {
        let gaps = std::mem::take(&mut everything.gaps).into_iter();
        everything.diagnostics.extend(gaps.map(|(span, what)| Diagnostic::unsupported(span, what)));
        return names;
    }
    let Some(selection) = everything.selection(&product) else { return names };
    model::check(&mut everything, &product.name, &selection);
    let deltas = order::chosen(&mut everything, &selection);
    let before = everything.diagnostics.len();
    apply::all(files, &deltas, everything.diagnostics);
    if everything.diagnostics.len() == before {
        reflect(files, &everything, &product.name, &selection);
    }
    names
}

impl<'d> Everything<'d> {
    fn collect(files: &mut [File], diagnostics: &'d mut Vec<Diagnostic>) -> Everything<'d> {
        let mut all = Everything {
            line: None,
            deltas: Vec::new(),
            products: Vec::new(),
            roots: Vec::new(),
            extensions: Vec::new(),
            gaps: Vec::new(),
            evaluated: FxHashMap::default(),
            diagnostics,
        };
        for file in files {
            let Variants { deltas, lines, products, roots, extensions, gaps } =
                std::mem::take(&mut file.variants);
            all.gaps.extend(gaps);
            for delta in deltas {
                let taken = all.deltas.iter().any(|known| known.name.text == delta.name.text);
                all.refuse_second("delta", &delta.name, taken);
                all.deltas.push(delta);
            }
            for product in products {
                let taken = all.products.iter().any(|known| known.name.text == product.name.text);
                all.refuse_second("product", &product.name, taken);
                all.products.push(product);
            }
            for line in lines {
                if all.line.is_some() {
                    all.error(
                        line.name.span,
                        "a program has one product line, and this is another".to_owned(),
                    );
                }
                all.line = Some(line);
            }
            all.roots.extend(roots);
            all.extensions.extend(extensions);
        }
        all
    }

    fn refuse_second(&mut self, what: &str, name: &Name, taken: bool) {
        if taken {
            self.error(name.span, format!("the {what} {} is already declared", name.text));
        }
    }

    fn error(&mut self, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Where something of a product line stands.
    fn place(&self) -> Option<Span> {
        let line = self.line.as_ref().map(|line| line.name.span);
        line.or_else(|| self.products.first().map(|product| product.name.span))
            .or_else(|| self.deltas.first().map(|delta| delta.name.span))
    }

    /// A product line is a program without its deltas, too, but seldom the one that is meant.
    fn warn_of_the_core(&mut self, names: &[String]) {
        let Some(span) = self.place() else { return };
        let which = match names.is_empty() {
            true => "no product is declared".to_owned(),
            false => format!("--product NAME says which one is meant: {}", names.join(", ")),
        };
        let message =
            format!("this is the program without its deltas, since no product is asked for; {which}");
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// The features of a product, if they can be told.
    fn selection(&mut self, product: &Product) -> Option<Selection> {
        let mut open = vec![product.name.text.clone()];
        let selection = self.evaluate(&product.features, &mut open)?;
        let Some(line) = &self.line else { return Some(selection) };
        let unknown: Vec<Name> = selection
            .features
            .iter()
            .map(|(name, _)| name)
            .filter(|name| line.features.iter().all(|known| known.name.text != name.text))
            .cloned()
            .collect();
        for name in &unknown {
            let message = format!("the product line {} has no feature {}", line.name.text, name.text);
            self.diagnostics.push(Diagnostic::error(name.span, message));
        }
        unknown.is_empty().then_some(selection)
    }

    fn evaluate(&mut self, value: &ProductExpression, open: &mut Vec<Arc<str>>) -> Option<Selection> {
        match value {
            ProductExpression::Features(features) => {
                let mut selection = Selection::default();
                for FeatureUse { name, attributes } in features {
                    selection.add(name, attributes);
                }
                Some(selection)
            }
            ProductExpression::Named(name) => {
                if open.contains(&name.text) {
                    self.error(name.span, format!("the product {} is made of itself", name.text));
                    return None;
                }
                let known = self.products.iter().find(|known| known.name.text == name.text).cloned();
                let Some(known) = known else {
                    self.error(name.span, format!("unknown product {}", name.text));
                    return None;
                };
                if let Some(selection) = self.evaluated.get(&name.text) {
                    return selection.clone();
                }
                open.push(name.text.clone());
                let selection = self.evaluate(&known.features, open);
                open.pop();
                self.evaluated.insert(name.text.clone(), selection.clone());
                selection
            }
            ProductExpression::Union(left, right) => {
                let (mut left, right) = (self.evaluate(left, open)?, self.evaluate(right, open)?);
                right.features.iter().for_each(|(name, attributes)| left.add(name, attributes));
                Some(left)
            }
            ProductExpression::Intersection(left, right) => {
                let (mut left, right) = (self.evaluate(left, open)?, self.evaluate(right, open)?);
                left.features.retain(|(name, _)| right.has(&name.text));
                Some(left)
            }
            ProductExpression::Difference(left, right) => {
                let (mut left, right) = (self.evaluate(left, open)?, self.evaluate(right, open)?);
                left.features.retain(|(name, _)| !right.has(&name.text));
                Some(left)
            }
        }
    }
}

/// What a value is as an expression.
fn expression(value: &AttributeValue, span: Span) -> ExpressionKind {
    match value {
        AttributeValue::Integer(number) if *number < 0 => {
            let positive = ExpressionKind::Integer(number.unsigned_abs().to_string().into());
            let operand = Box::new(Expression { kind: positive, span });
            ExpressionKind::Unary(crate::syntax::tree::UnaryOperator::Minus, operand)
        }
        AttributeValue::Integer(number) => ExpressionKind::Integer(number.to_string().into()),
        AttributeValue::Boolean(value) => construct(if *value { "True" } else { "False" }, span, Vec::new()),
        AttributeValue::Text(text) => ExpressionKind::Text(text.clone()),
    }
}

fn construct(name: &str, span: Span, arguments: Vec<Expression>) -> ExpressionKind {
    let name = Name { text: name.into(), span };
    ExpressionKind::Construct(QualifiedName { module: None, span, name }, arguments)
}

/// Tells the module `ABS.Productline` the features that there are, and the product.
fn reflect(files: &mut [File], everything: &Everything<'_>, product: &Name, selection: &Selection) {
    let modules = files.iter_mut().flat_map(|file| &mut file.modules);
    let Some(module) = modules.into_iter().find(|module| &*module.name.text == "ABS.Productline") else {
        return;
    };
    let known = everything.line.iter().flat_map(|line| line.features.iter().map(|feature| &feature.name));
    let mut features: Vec<&Name> = Vec::new();
    for name in known.chain(selection.features.iter().map(|(name, _)| name)) {
        if features.iter().all(|known| known.text != name.text) {
            features.push(name);
        }
    }
    for declaration in &mut module.declarations {
        match declaration {
            Declaration::Data(data) => {
                let constructor = |name: &&Name| Constructor { name: (*name).clone(), arguments: Vec::new() };
                data.constructors = features.iter().map(constructor).collect();
            }
            Declaration::Function(function) => {
                let span = product.span;
                let kind = if &*function.name.text == "product_name" {
                    ExpressionKind::Text(product.text.clone())
                } else {
                    let empty = construct("Nil", span, Vec::new());
                    selection.features.iter().rev().fold(empty, |rest, (name, _)| {
                        let feature = Expression { kind: construct(&name.text, span, Vec::new()), span };
                        construct("Cons", span, vec![feature, Expression { kind: rest, span }])
                    })
                };
                function.body = Some(Expression { kind, span });
            }
            _ => {}
        }
    }
}
