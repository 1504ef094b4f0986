//! The checked program: every name is an id, every variable a slot, every effect in its place.
//!
//! This is what the machine compiles and what static analyses read. Places in the source, creation sites
//! and the names of variables are kept for both. Types are erased where only the checker needs them;
//! locals, fields and results keep theirs.

use std::sync::Arc;

mod body;

pub use body::{
    CallMode, Expression, ExpressionKind, Guard, Pattern, ResourceUse, RightSide, Statement, StatementKind,
    Target,
};

use super::kind::Type;
use crate::source::Span;
pub use crate::syntax::tree::{BinaryOperator, UnaryOperator};

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub u32);

            impl $name {
                /// The id as an index.
                #[must_use]
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A data type.
    DataTypeId;
    /// A constructor of a data type, or an exception.
    ConstructorId;
    /// A function.
    FunctionId;
    /// An interface.
    InterfaceId;
    /// A class.
    ClassId;
    /// A method of a class; the main block is one too.
    MethodId;
    /// A method's name, the same in every class.
    SelectorId;
    /// A field, counted within its class, parameters first.
    FieldId;
    /// A local variable, counted within its method or function, parameters first.
    LocalId;
    /// A scheduler of one's own.
    SchedulerId;
    /// A `new` in the source.
    CreationSiteId;
    /// A method call in the source.
    CallSiteId;
    /// Something that can't be run.
    GapId;
}

/// A data type.
#[derive(Clone, Debug)]
pub struct DataType {
    /// Its name.
    pub name: Arc<str>,
    /// How many type parameters it has.
    pub type_parameters: u32,
    /// Its constructors.
    pub constructors: Vec<ConstructorId>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// Its data type.
    pub data_type: DataTypeId,
    /// The types of its arguments, in terms of the data type's parameters.
    pub arguments: Vec<Type>,
    /// Where it is declared.
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// How many parameters it has: its first locals.
    pub parameters: u32,
    /// All of its local variables.
    pub locals: Vec<Local>,
    /// What it computes.
    pub body: FunctionBody,
    /// Where it is declared.
    pub span: Span,
}

/// What a function computes.
#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// An expression over its locals.
    Expression(Expression),
    /// Something the machine does.
    Builtin(Builtin),
    /// The argument of whichever of these constructors its value has.
    Select(Vec<(ConstructorId, u32)>),
}

/// What the machine itself computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `toString(x)`
    ToString,
    /// `substr(text, start, length)`
    Substring,
    /// `strlen(text)`
    StringLength,
    /// `truncate(x)`
    Truncate,
    /// `numerator(x)`
    Numerator,
    /// `denominator(x)`
    Denominator,
    /// `float(x)`
    ToFloat,
    /// `rat(x)`
    ToRational,
    /// `floor(x)`
    Floor,
    /// `ceil(x)`
    Ceiling,
    /// `sqrt(x)`
    SquareRoot,
    /// `log(x)`
    Logarithm,
    /// `exp(x)`
    Exponential,
    /// `random(n)`
    Random,
    /// `println(text)`
    PrintLine,
    /// `print(text)`
    Print,
    /// The clock.
    Clock,
    /// This task's deadline, negative if it has none.
    Deadline,
    /// `watch(x)`: the value itself.
    Identity,
    /// `readln()`
    ReadLine,
    /// `thisDC()`: the deployment component of this location.
    Component,
    /// Something that this tool can't compute: a run ends where it is reached.
    Gap(GapId),
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub kind: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A method's head.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: Arc<str>,
    /// Its name's id.
    pub selector: SelectorId,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result.
    pub result: Type,
    /// Where it is declared.
    pub span: Span,
    /// Is it annotated with `[Atomic]`?
    pub atomic: bool,
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Its name.
    pub name: Arc<str>,
    /// All interfaces above it, itself included.
    pub ancestors: Vec<InterfaceId>,
    /// Its own methods.
    pub methods: Vec<Signature>,
    /// Where it is declared.
    pub span: Span,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub kind: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: Arc<str>,
    /// How many of its fields are parameters.
    pub parameters: u32,
    /// Its fields.
    pub fields: Vec<Field>,
    /// All interfaces it implements.
    pub interfaces: Vec<InterfaceId>,
    /// Initialises fields, then runs the init block; nothing to do if absent.
    pub init: Option<MethodId>,
    /// Handles an exception that a task of this object did not: its only parameter.
    pub recover: Option<MethodId>,
    /// Its methods.
    pub methods: Vec<MethodId>,
    /// Its `run` method.
    pub run: Option<MethodId>,
    /// Where it is declared.
    pub span: Span,
}

/// A method, an init block, a recover block or the main block.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: Arc<str>,
    /// Its name's id.
    pub selector: SelectorId,
    /// Its class; none for the main block.
    pub class: Option<ClassId>,
    /// How many parameters it has: its first locals.
    pub parameters: u32,
    /// All of its local variables.
    pub locals: Vec<Local>,
    /// The type of its result.
    pub result: Type,
    /// Its statements.
    pub body: Vec<Statement>,
    /// Where it is declared.
    pub span: Span,
    /// Where its body ends.
    pub end: Span,
}

/// A `new` in the source.
#[derive(Clone, Debug)]
pub struct CreationSite {
    /// The class.
    pub class: ClassId,
    /// Does the object stay in its creator's location?
    pub local: bool,
    /// Where it stands.
    pub span: Span,
    /// What chooses among the tasks of the location that it makes.
    pub scheduler: Option<SchedulerId>,
    /// The variable or field that the object is first stored in, for people.
    pub variable: Option<Arc<str>>,
}

/// Something of the language that is read and checked, but can't be run: a run that reaches it ends there, and nothing
/// is claimed of what would follow.
#[derive(Clone, Debug)]
pub struct GapInfo {
    /// What it is, as the subject of a sentence.
    pub what: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// Constructors and types that the machine itself makes or looks at.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// `Unit`
    pub unit: ConstructorId,
    /// `True`
    pub yes: ConstructorId,
    /// `False`
    pub no: ConstructorId,
    /// `Nil`
    pub nil: ConstructorId,
    /// `Cons`
    pub cons: ConstructorId,
    /// `DivisionByZeroException`
    pub division_by_zero: ConstructorId,
    /// `AssertionFailException`
    pub assertion_failed: ConstructorId,
    /// `PatternMatchFailException`
    pub no_match: ConstructorId,
    /// `NullPointerException`
    pub null_pointer: ConstructorId,
    /// `StackOverflowException`
    pub stack_overflow: ConstructorId,
    /// `ObjectDeadException`
    pub object_dead: ConstructorId,
}

/// What the machine knows of the library's deployment components.
#[derive(Clone, Copy, Debug)]
pub struct Deployment {
    /// Their class.
    pub class: ClassId,
    /// The field of its speed.
    pub speed: u32,
    /// The field of its bandwidth.
    pub bandwidth: u32,
    /// The field that tells whether it was shut down.
    pub off: u32,
    /// The constructor of periods that have passed.
    pub period: ConstructorId,
}

/// A function that chooses among the tasks of a location.
#[derive(Clone, Debug)]
pub struct SchedulerInfo {
    /// Its name.
    pub name: Arc<str>,
    /// The function.
    pub function: FunctionId,
    /// The fields of the location's first object that it is given behind the tasks.
    pub fields: Vec<u32>,
    /// May it choose nobody?
    pub maybe: bool,
    /// Where it is asked for.
    pub span: Span,
}

/// What tasks are to a scheduler.
#[derive(Clone, Copy, Debug)]
pub struct Scheduling {
    /// A task.
    pub process: ConstructorId,
    /// `Time`
    pub time: ConstructorId,
    /// `Duration`
    pub duration: ConstructorId,
    /// `InfDuration`
    pub infinite: ConstructorId,
    /// `Just`
    pub just: ConstructorId,
}

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Schedulers that restrict the choice of tasks.
    pub schedulers: Vec<SchedulerInfo>,
    /// What tasks are to them.
    pub scheduling: Option<Scheduling>,
    /// Deployment components, if the program mentions them.
    pub deployment: Option<Deployment>,
    /// Data types.
    pub data_types: Vec<DataType>,
    /// Constructors.
    pub constructors: Vec<Constructor>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Interfaces.
    pub interfaces: Vec<Interface>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Methods of all classes, and the main block.
    pub methods: Vec<Method>,
    /// The names of methods.
    pub selectors: Vec<Arc<str>>,
    /// Every `new` in the source.
    pub creation_sites: Vec<CreationSite>,
    /// Every method call in the source.
    pub call_sites: Vec<Span>,
    /// What can't be run, wherever it stands.
    pub gaps: Vec<GapInfo>,
    /// The lines that `readln` gives, if somebody has said them.
    pub input: Option<Vec<Arc<str>>>,
    /// The main block.
    pub main: Option<MethodId>,
    /// What the machine knows of the standard library.
    pub known: Known,
}

impl Program {
    /// The method of a class with this name.
    #[must_use]
    pub fn method_of(&self, class: ClassId, selector: SelectorId) -> Option<MethodId> {
        let methods = &self.classes[class.index()].methods;
        methods.iter().copied().find(|method| self.methods[method.index()].selector == selector)
    }
}
