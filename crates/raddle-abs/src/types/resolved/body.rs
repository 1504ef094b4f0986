//! What bodies are made of: expressions, right sides, guards and statements, with every name resolved.

use std::sync::Arc;

use super::{
    BinaryOperator, CallSiteId, ClassId, ConstructorId, CreationSiteId, FieldId, FunctionId, InterfaceId,
    LocalId, SelectorId, UnaryOperator,
};
use crate::source::Span;

/// An expression without effects.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A whole number, as written.
    Integer(Arc<str>),
    /// A number with a decimal point.
    Float(f64),
    /// A string.
    Text(Arc<str>),
    /// A local variable.
    Local(LocalId),
    /// A field of `this`.
    Field(FieldId),
    /// `this`
    This,
    /// `null`
    Null,
    /// This task's future.
    Destiny,
    /// A constructor with its arguments.
    Construct(ConstructorId, Vec<Expression>),
    /// A function call.
    Call(FunctionId, Vec<Expression>),
    /// `!x`, `-x`
    Unary(UnaryOperator, Box<Expression>),
    /// `x + y`; `&&` and `||` look at their right side only if they must.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `if x then y else z`
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `let x = y in z`
    Let(LocalId, Box<Expression>, Box<Expression>),
    /// The value is kept in the local while the branches are tried.
    Case(LocalId, Box<Expression>, Vec<(Pattern, Expression)>),
    /// Does the object implement the interface?
    Implements(Box<Expression>, InterfaceId),
    /// The object if it implements the interface, else null.
    As(Box<Expression>, InterfaceId),
    /// The texts of all parts, one after the other.
    Concatenate(Vec<Expression>),
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Fits everything.
    Anything,
    /// Fits this whole number.
    Integer(Arc<str>),
    /// Fits this string.
    Text(Arc<str>),
    /// Fits everything, and binds it.
    Bind(LocalId),
    /// Fits the value of a local.
    EqualLocal(LocalId),
    /// Fits the value of a field.
    EqualField(FieldId),
    /// Fits this constructor with arguments that fit.
    Constructor(ConstructorId, Vec<Pattern>),
}

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Into a local variable.
    Local(LocalId),
    /// Into a field of `this`.
    Field(FieldId),
    /// Nowhere.
    Nowhere,
}

/// The right side of an assignment: pure, or one effect.
#[derive(Clone, Debug)]
pub enum RightSide {
    /// An expression.
    Pure(Expression),
    /// A new object.
    New {
        /// Its class.
        class: ClassId,
        /// The values of the class's parameters.
        arguments: Vec<Expression>,
        /// Does it stay in this location?
        local: bool,
        /// Which `new` this is.
        site: CreationSiteId,
        /// Where it stands.
        span: Span,
    },
    /// A method call.
    Call {
        /// The object.
        target: Box<Expression>,
        /// The method's name.
        selector: SelectorId,
        /// The arguments.
        arguments: Vec<Expression>,
        /// How the caller waits.
        mode: CallMode,
        /// Which call this is.
        site: CallSiteId,
        /// A deadline in its annotation.
        deadline: Option<Box<Expression>>,
        /// Where it stands.
        span: Span,
    },
    /// `f.get`
    Get(Expression, Span),
}

/// How a caller waits for its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallMode {
    /// `o!m()`: not at all; the value is a future.
    Asynchronous,
    /// `await o!m()`: gives its location away.
    Await,
    /// `o.m()`: within a location a plain call, else it blocks its location.
    Synchronous,
}

/// What an `await` waits for, all at once.
#[derive(Clone, Debug)]
pub enum Guard {
    /// A future.
    Future(Expression),
    /// A condition.
    Condition(Expression),
    /// At least, at most so much time.
    Duration(Expression, Expression),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What happens with a value that has to do with deployment components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceUse {
    /// `[Cost: x]`: so much speed is consumed.
    Cost,
    /// `[DataSize: x]` at a `return`: so much bandwidth is consumed.
    Answer,
    /// `[DataSize: x]` at a call: so much bandwidth is consumed when the next call is made.
    Size,
    /// `[DC: x]`: the location that is made next lies there.
    Place,
    /// `movecogto x`: this location lies there from now on.
    Move,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Does nothing.
    Skip,
    /// Computes and stores.
    Set(Target, RightSide),
    /// Ends the method with a value.
    Return(RightSide),
    /// Must hold.
    Assert(Expression),
    /// Two ways.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop.
    While(Expression, Vec<Statement>),
    /// A loop over a list; the third local keeps the rest of the list.
    Foreach {
        /// The element.
        variable: LocalId,
        /// Its index.
        index: LocalId,
        /// What is left of the list.
        rest: LocalId,
        /// The list.
        list: Expression,
        /// The loop's body.
        body: Vec<Statement>,
    },
    /// Pattern matching; the value is kept in the local.
    Switch(LocalId, Expression, Vec<(Pattern, Vec<Statement>)>),
    /// Exceptions; the exception is kept in the local.
    Try {
        /// What may fail.
        body: Vec<Statement>,
        /// Where the exception is kept.
        exception: LocalId,
        /// What to do about it.
        branches: Vec<(Pattern, Vec<Statement>)>,
        /// What is done in any case.
        finally: Vec<Statement>,
    },
    /// Gives the location away until all guards hold.
    Await(Vec<Guard>),
    /// Gives the location away once.
    Suspend,
    /// Blocks the location for some time.
    Duration(Expression, Expression),
    /// Consumes a resource of a deployment component, or says which component is meant.
    Resource(ResourceUse, Expression),
    /// Throws an exception.
    Throw(Expression),
    /// Kills this object.
    Die(Expression),
    /// Statements with a scope of their own.
    Block(Vec<Statement>),
}
