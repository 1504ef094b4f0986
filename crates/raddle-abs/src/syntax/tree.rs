//! The syntax tree: what the author wrote, with places, before any name is understood.
//!
//! Pure and effectful expressions share one type here; the checker tells where an effect may stand.

use std::sync::Arc;

use super::variants::Variants;
use crate::source::Span;

/// A name and its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A name that may carry a module: `ABS.StdLib.head`, or just `head`.
#[derive(Clone, Debug)]
pub struct QualifiedName {
    /// `ABS.StdLib`, if it was written.
    pub module: Option<Arc<str>>,
    /// The last part.
    pub name: Name,
    /// All of it.
    pub span: Span,
}

/// `[label: value]`, or `[value]`.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What stands before the colon.
    pub label: Option<TypeUse>,
    /// A pure expression.
    pub value: Expression,
    /// All of it.
    pub span: Span,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub struct TypeUse {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// The type's name.
    pub name: QualifiedName,
    /// Its arguments.
    pub arguments: Vec<TypeUse>,
    /// All of it.
    pub span: Span,
}

/// A parameter of a method, function or class.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// Its type.
    pub kind: TypeUse,
    /// Its name.
    pub name: Name,
}

/// An expression, pure or not.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `!`
    Not,
    /// `-`
    Minus,
}

/// A binary operator, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

/// A function handed to a function: by name, or written in place.
#[derive(Clone, Debug)]
pub enum FunctionArgument {
    /// A function's name.
    Named(QualifiedName),
    /// `(Int x) => x + 1`
    Anonymous {
        /// Its parameters.
        parameters: Vec<Parameter>,
        /// Its body.
        body: Expression,
        /// All of it.
        span: Span,
    },
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A whole number, as written.
    Integer(Arc<str>),
    /// A number with a decimal point.
    Float(f64),
    /// A string, without quotes and with its escapes resolved.
    Text(Arc<str>),
    /// Pieces of text (even places) and expressions (odd places).
    Template(Vec<Expression>),
    /// A variable, or a field without `this`.
    Variable(Name),
    /// `this.f`
    Field(Name),
    /// `this`
    This,
    /// `null`
    Null,
    /// `destiny`: this task's own future.
    Destiny,
    /// `f(x)`
    Call(QualifiedName, Vec<Expression>),
    /// `map(f)(x)`
    PartialCall(QualifiedName, Vec<FunctionArgument>, Vec<Expression>),
    /// `list[x, y]`
    VariadicCall(QualifiedName, Vec<Expression>),
    /// `Cons(x, y)`, `Nil`
    Construct(QualifiedName, Vec<Expression>),
    /// `!x`, `-x`
    Unary(UnaryOperator, Box<Expression>),
    /// `x + y`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `if x then y else z`
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `let T x = y in z`
    Let(TypeUse, Name, Box<Expression>, Box<Expression>),
    /// `case x { p => y; … }`
    Case(Box<Expression>, Vec<CaseBranch>),
    /// `x implements I`
    Implements(Box<Expression>, QualifiedName),
    /// `x as I`
    As(Box<Expression>, QualifiedName),
    /// `new C(x)`, `new local C(x)`, `new cog C(x)`
    New(Placement, QualifiedName, Vec<Expression>),
    /// `o!m(x)`
    AsynchronousCall(Box<Expression>, Name, Vec<Expression>),
    /// `await o!m(x)`
    AwaitCall(Box<Expression>, Name, Vec<Expression>),
    /// `o.m(x)`
    SynchronousCall(Box<Expression>, Name, Vec<Expression>),
    /// `f.get`
    Get(Box<Expression>),
    /// `original(x)`: the method as it was before a trait or delta changed it; `D.original(x)`: as the delta D left it;
    /// `core.original(x)`: as it is without deltas.
    Original(Option<Name>, Vec<Expression>),
    /// Something that could not be read; already reported.
    Error,
}

/// Where a new object shall live, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// `new C()`: a new location today; this location in a program of the older dialect.
    Plain,
    /// `new local C()`
    Local,
    /// `new cog C()`, the older dialect
    Cog,
}

/// `pattern => expression`
#[derive(Clone, Debug)]
pub struct CaseBranch {
    /// What must match.
    pub pattern: Pattern,
    /// The value then.
    pub body: Expression,
}

/// A pattern of a `case`, `switch` or `catch`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Anything,
    /// A whole number, with its sign.
    Integer(Arc<str>),
    /// A string.
    Text(Arc<str>),
    /// A variable: binds, or compares if it is bound already.
    Variable(Name),
    /// A constructor with patterns for its arguments.
    Constructor(QualifiedName, Vec<Pattern>),
}

/// A statement with its annotations.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `T x = e;`
    Declare(TypeUse, Name, Option<Expression>),
    /// `x = e;` or `this.x = e;` (then the flag is set)
    Assign(Name, bool, Expression),
    /// `e;`
    Expression(Expression),
    /// `skip;`
    Skip,
    /// `return e;`
    Return(Expression),
    /// `assert e;`
    Assert(Expression),
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if (c) s else t`
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    /// `while (c) s`
    While(Expression, Box<Statement>),
    /// `foreach (x, i in e) s`
    Foreach(Name, Option<Name>, Expression, Box<Statement>),
    /// `switch (e) { p => s … }`, or the older `case e { p => s … }`
    Switch(Expression, Vec<SwitchBranch>),
    /// `try s catch { p => s … } finally s`
    Try(Box<Statement>, Vec<SwitchBranch>, Option<Box<Statement>>),
    /// `await g;`
    Await(Guard),
    /// `suspend;`
    Suspend,
    /// `duration(a, b);`
    Duration(Expression, Expression),
    /// `throw e;`
    Throw(Expression),
    /// `die e;`
    Die(Expression),
    /// `movecogto e;`
    Move(Expression),
    /// Something that could not be read or is not supported; already reported.
    Error,
}

/// `pattern => statement`
#[derive(Clone, Debug)]
pub struct SwitchBranch {
    /// What must match.
    pub pattern: Pattern,
    /// What happens then.
    pub body: Statement,
}

/// What an `await` waits for.
#[derive(Clone, Debug)]
pub enum Guard {
    /// `f?`
    Future(Expression),
    /// A condition.
    Condition(Expression),
    /// `duration(a, b)`
    Duration(Box<(Expression, Expression)>),
    /// `g & h`
    And(Box<Guard>, Box<Guard>),
}

/// A data type's constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// Its arguments, with their selectors.
    pub arguments: Vec<(TypeUse, Option<Name>)>,
}

/// A method's head.
#[derive(Clone, Debug)]
pub struct MethodSignature {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// The type of its result.
    pub result: TypeUse,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its head.
    pub signature: MethodSignature,
    /// Its statements.
    pub body: Vec<Statement>,
    /// Where its body ends.
    pub end: Span,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct Field {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// Its type.
    pub kind: TypeUse,
    /// Its name.
    pub name: Name,
    /// Its first value.
    pub value: Option<Expression>,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Annotations before it.
    pub annotations: Vec<Annotation>,
    /// Its name.
    pub name: Name,
    /// Its parameters, which are fields too.
    pub parameters: Vec<Parameter>,
    /// What it implements.
    pub implements: Vec<QualifiedName>,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its `init` block.
    pub init: Vec<Statement>,
    /// Its `recover` block.
    pub recover: Vec<SwitchBranch>,
    /// The traits it uses.
    pub uses: Vec<TraitExpression>,
    /// Its methods.
    pub methods: Vec<Method>,
}

impl Class {
    /// A class with nothing in it.
    #[must_use]
    pub fn empty(name: Name) -> Self {
        Self {
            annotations: Vec::new(),
            name,
            parameters: Vec::new(),
            implements: Vec::new(),
            fields: Vec::new(),
            init: Vec::new(),
            recover: Vec::new(),
            uses: Vec::new(),
            methods: Vec::new(),
        }
    }
}

/// A set of methods, as it is written.
#[derive(Clone, Debug)]
pub struct TraitExpression {
    /// What it begins with.
    pub base: TraitBase,
    /// What is done to it, in this order.
    pub operations: Vec<TraitOperation>,
}

impl TraitExpression {
    /// These methods, and nothing done to them.
    #[must_use]
    pub fn methods(methods: Vec<Method>) -> Self {
        Self { base: TraitBase::Methods(methods), operations: Vec::new() }
    }
}

/// What a trait begins with.
#[derive(Clone, Debug)]
pub enum TraitBase {
    /// `{ m … }`, or one method.
    Methods(Vec<Method>),
    /// Another trait.
    Named(Name),
}

/// What is done to a set of methods.
#[derive(Clone, Debug)]
pub enum TraitOperation {
    /// `adds T`
    Adds(TraitExpression),
    /// `modifies T`
    Modifies(TraitExpression),
    /// `removes m(…);`
    Removes(Vec<MethodSignature>),
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Its name.
    pub name: Name,
    /// What it extends.
    pub extends: Vec<QualifiedName>,
    /// Its methods.
    pub methods: Vec<MethodSignature>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The type of its result.
    pub result: TypeUse,
    /// Its name.
    pub name: Name,
    /// Its type parameters.
    pub type_parameters: Vec<Name>,
    /// Its function parameters, if it is partially defined.
    pub functions: Option<Vec<Name>>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its body; none if it is built in.
    pub body: Option<Expression>,
}

/// A data type.
#[derive(Clone, Debug)]
pub struct DataType {
    /// Its name.
    pub name: Name,
    /// Its type parameters.
    pub type_parameters: Vec<Name>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
}

/// A declaration of a module.
#[derive(Clone, Debug)]
pub enum Declaration {
    /// `data`
    Data(DataType),
    /// `type A = B;`
    Synonym(Name, TypeUse),
    /// `exception`
    Exception(Constructor),
    /// `def`
    Function(Box<Function>),
    /// `interface`
    Interface(Interface),
    /// `class`
    Class(Box<Class>),
    /// `trait`
    Trait(Name, TraitExpression),
}

/// `export` in its forms.
#[derive(Clone, Debug)]
pub struct Export {
    /// The names; all of them if absent.
    pub names: Option<Vec<QualifiedName>>,
    /// The module they come from.
    pub from: Option<QualifiedName>,
}

/// `import` in its forms.
#[derive(Clone, Debug)]
pub struct Import {
    /// The names; all of them if absent.
    pub names: Option<Vec<QualifiedName>>,
    /// The module, if it stands apart from the names.
    pub from: Option<QualifiedName>,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its full name.
    pub name: Name,
    /// What others may use.
    pub exports: Vec<Export>,
    /// What it uses of others.
    pub imports: Vec<Import>,
    /// Its declarations.
    pub declarations: Vec<Declaration>,
    /// Its main block, and where it stands.
    pub main: Option<(Vec<Statement>, Span)>,
}

/// What a file shows of the dialect it is written in: `new` alone means the one or the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct DialectSigns {
    /// The first `new cog`, which only the older dialect has.
    pub cog: Option<Span>,
    /// The first plain `new`.
    pub plain: Option<Span>,
    /// Whether there is something that the older dialect did not have, such as `new local`, `switch` or a template.
    pub today: bool,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its modules.
    pub modules: Vec<Module>,
    /// What it shows of its dialect.
    pub signs: DialectSigns,
    /// What it says of product lines.
    pub variants: Variants,
}
