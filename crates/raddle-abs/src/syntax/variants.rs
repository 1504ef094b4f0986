//! The syntax tree of product lines: deltas, features, products and feature models, as they are written.

use std::sync::Arc;

use super::tree::{
    Declaration, Export, Field, Import, MethodSignature, Name, Parameter, QualifiedName, TraitOperation,
};
use crate::source::Span;

/// `delta D(…); uses M; …`
#[derive(Clone, Debug)]
pub struct Delta {
    /// Its name.
    pub name: Name,
    /// What its users give it.
    pub parameters: Vec<Parameter>,
    /// The module of names without one.
    pub uses: Option<QualifiedName>,
    /// What it does, in this order.
    pub modifiers: Vec<Modifier>,
}

/// One thing that a delta does.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// What it is.
    pub kind: ModifierKind,
    /// Where it stands.
    pub span: Span,
}

/// What a delta can do.
#[derive(Clone, Debug)]
pub enum ModifierKind {
    /// `adds class …` and the like, with the module before the name.
    Add(Option<Arc<str>>, Declaration),
    /// `modifies data …`, `modifies type …`: another one of its name takes its place.
    Replace(Option<Arc<str>>, Declaration),
    /// `adds import …;`
    Import(Import),
    /// `adds export …;`
    Export(Export),
    /// `removes class C;`
    RemoveClass(QualifiedName),
    /// `removes interface I;`
    RemoveInterface(QualifiedName),
    /// `modifies class C adds I removes J { … }`
    ModifyClass(ClassModifier),
    /// `modifies interface I { … }`
    ModifyInterface(QualifiedName, Vec<InterfaceChange>),
}

/// What happens to a class.
#[derive(Clone, Debug)]
pub struct ClassModifier {
    /// The class.
    pub class: QualifiedName,
    /// What it implements from now on.
    pub adds: Vec<QualifiedName>,
    /// What it no longer implements.
    pub removes: Vec<QualifiedName>,
    /// What happens to what is in it, in this order.
    pub changes: Vec<ClassChange>,
}

/// What happens to what is in a class.
#[derive(Clone, Debug)]
pub enum ClassChange {
    /// `adds T f;`
    AddField(Box<Field>),
    /// `removes T f;`
    RemoveField(Name),
    /// `adds`, `modifies` and `removes` of methods.
    Methods(TraitOperation),
}

/// What happens to what is in an interface.
#[derive(Clone, Debug)]
pub enum InterfaceChange {
    /// `adds T m();`
    Add(MethodSignature),
    /// `removes T m();`
    Remove(MethodSignature),
}

/// The value of a feature's attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// A whole number.
    Integer(i64),
    /// `True` or `False`.
    Boolean(bool),
    /// A string.
    Text(Arc<str>),
}

/// A feature, with values for its attributes.
#[derive(Clone, Debug)]
pub struct FeatureUse {
    /// The feature.
    pub name: Name,
    /// Its attributes.
    pub attributes: Vec<(Name, AttributeValue)>,
}

/// `productline P; features …; delta …;`
#[derive(Clone, Debug)]
pub struct ProductLine {
    /// Its name.
    pub name: Name,
    /// Its features.
    pub features: Vec<FeatureUse>,
    /// Which deltas belong to which features.
    pub clauses: Vec<DeltaClause>,
}

/// `delta D(…) after … when …;`
#[derive(Clone, Debug)]
pub struct DeltaClause {
    /// The delta.
    pub delta: Name,
    /// What it is given.
    pub arguments: Vec<DeltaArgument>,
    /// The deltas that come before it, where they are applied.
    pub after: Vec<Name>,
    /// When it is applied; always if there is none.
    pub when: Option<Condition>,
}

/// What a delta is given.
#[derive(Clone, Debug)]
pub enum DeltaArgument {
    /// `F.a`
    Attribute(Name, Name),
    /// `F`: whether the product has it.
    Feature(Name),
    /// A number, or `True` or `False`.
    Value(AttributeValue, Span),
}

/// When a delta is applied.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The product has this feature, with these values of its attributes.
    Feature(FeatureUse),
    /// `!c`
    Not(Box<Condition>),
    /// `c && d`
    And(Box<Condition>, Box<Condition>),
    /// `c || d`
    Or(Box<Condition>, Box<Condition>),
}

/// `product P(F, G);`, or `product P = …;`
#[derive(Clone, Debug)]
pub struct Product {
    /// Its name.
    pub name: Name,
    /// Its features.
    pub features: ProductExpression,
}

/// A set of features, as it is written.
#[derive(Clone, Debug)]
pub enum ProductExpression {
    /// `{F, G}`
    Features(Vec<FeatureUse>),
    /// The features of another product.
    Named(Name),
    /// `p && q`
    Intersection(Box<ProductExpression>, Box<ProductExpression>),
    /// `p || q`
    Union(Box<ProductExpression>, Box<ProductExpression>),
    /// `p - q`
    Difference(Box<ProductExpression>, Box<ProductExpression>),
}

/// A feature of a feature model, or what an extension adds to one.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name.
    pub name: Name,
    /// The features below it.
    pub group: Option<FeatureGroup>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// What must hold.
    pub constraints: Vec<Constraint>,
}

/// Features below another one, and how many of them are wanted.
#[derive(Clone, Debug)]
pub struct FeatureGroup {
    /// At least so many; all of them if absent.
    pub least: Option<u64>,
    /// At most so many; no limit if absent.
    pub most: Option<u64>,
    /// The features, and whether each may be left out all the same.
    pub features: Vec<(Feature, bool)>,
}

/// `Int a in [0 .. 10];`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub kind: AttributeKind,
    /// What it may be.
    pub range: AttributeRange,
}

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// `Int`
    Integer,
    /// `Bool`
    Boolean,
    /// `String`
    Text,
}

/// The values that an attribute may have.
#[derive(Clone, Debug)]
pub enum AttributeRange {
    /// Every one of its type.
    Any,
    /// From one number to another, where a limit is given.
    Between(Option<i64>, Option<i64>),
    /// One of these.
    OneOf(Vec<i64>),
}

/// What a feature model demands.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// What it is.
    pub kind: ConstraintKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of demands.
#[derive(Clone, Debug)]
pub enum ConstraintKind {
    /// `ifin: e;`, or `e;`: where the product has the feature.
    IfIn(ModelExpression),
    /// `ifout: e;`: where it does not.
    IfOut(ModelExpression),
    /// `require: F;`
    Require(Name),
    /// `exclude: F;`
    Exclude(Name),
}

/// An expression of a feature model.
#[derive(Clone, Debug)]
pub struct ModelExpression {
    /// What it is.
    pub kind: ModelExpressionKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions of a feature model.
#[derive(Clone, Debug)]
pub enum ModelExpressionKind {
    /// A number, a string, `True` or `False`.
    Value(AttributeValue),
    /// Whether the product has this feature.
    Feature(Name),
    /// An attribute: of a feature that is named, or of the one that the expression belongs to.
    Attribute(Option<Name>, Name),
    /// `!e`
    Not(Box<ModelExpression>),
    /// `-e`
    Minus(Box<ModelExpression>),
    /// `e + f` and the like, by its operator.
    Binary(&'static str, Box<ModelExpression>, Box<ModelExpression>),
}

/// What a file says of product lines.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    /// Its deltas.
    pub deltas: Vec<Delta>,
    /// Its product lines; a program has one.
    pub lines: Vec<ProductLine>,
    /// Its products.
    pub products: Vec<Product>,
    /// The roots of its feature model.
    pub roots: Vec<Feature>,
    /// What is said of features elsewhere.
    pub extensions: Vec<Feature>,
    /// What is not supported, where a product is asked for.
    pub gaps: Vec<(Span, &'static str)>,
}
