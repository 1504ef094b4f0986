//! The compiled form: one flat list of instructions per method and function, for a machine with a stack.
//!
//! Methods and functions share the instructions; what differs is only which ones occur. Names are ids,
//! jumps are indices, tables hold what does not fit an instruction.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::source::Span;
use crate::types::resolved::{
    BinaryOperator, Builtin, ClassId, ConstructorId, CreationSiteId, InterfaceId, MethodId, ResourceUse,
    SelectorId,
};

/// A piece of code: functions first, by their ids, then methods, then guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeId(pub u32);

impl CodeId {
    /// The id as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value that is too big for an instruction.
#[derive(Clone, Debug)]
pub enum Constant {
    /// A whole number.
    Integer(BigInt),
    /// A floating point number.
    Float(f64),
    /// A string.
    Text(Arc<str>),
}

/// A pattern with its constants.
#[derive(Clone, Debug)]
pub enum CompiledPattern {
    /// Fits everything.
    Anything,
    /// Fits an equal constant.
    Constant(u32),
    /// Fits an equal small number.
    Integer(i64),
    /// Fits everything, and stores it in a slot.
    Bind(u32),
    /// Fits what equals a slot.
    EqualLocal(u32),
    /// Fits what equals a field.
    EqualField(u32),
    /// Fits a constructor without arguments.
    Atom(ConstructorId),
    /// Fits a constructor whose arguments fit.
    Data(ConstructorId, Vec<CompiledPattern>),
}

/// A method call's fixed part.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    /// The method's name.
    pub selector: SelectorId,
    /// How many arguments lie on the stack above the target.
    pub arguments: u32,
    /// Does a deadline lie above the arguments?
    pub deadline: bool,
    /// Where it stands.
    pub span: Span,
}

/// A creation's fixed part.
#[derive(Clone, Copy, Debug)]
pub struct Creation {
    /// The class.
    pub class: ClassId,
    /// How many arguments lie on the stack.
    pub arguments: u32,
    /// Does the object stay here?
    pub local: bool,
    /// Which `new` it is.
    pub site: CreationSiteId,
}

/// An await's fixed part. On the stack lie its futures, then for a duration its two bounds.
#[derive(Clone, Copy, Debug)]
pub struct GuardSite {
    /// How many futures.
    pub futures: u32,
    /// The code of the condition, over the same locals.
    pub condition: Option<CodeId>,
    /// Is there a duration?
    pub timed: bool,
    /// Where it stands.
    pub span: Span,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    /// Pushes a number.
    Integer(i64),
    /// Pushes a constant.
    Constant(u32),
    /// Pushes a constructor without arguments.
    Atom(ConstructorId),
    /// Pushes `null`.
    Null,
    /// Pushes this object.
    This,
    /// Pushes this task's future.
    Destiny,
    /// Pushes a slot.
    Local(u32),
    /// Pops into a slot.
    SetLocal(u32),
    /// Pushes a field.
    Field(u32),
    /// Pops into a field.
    SetField(u32),
    /// Pops.
    Pop,
    /// Pops arguments, pushes data.
    Construct(ConstructorId, u32),
    /// Calls a function with its arguments on the stack.
    Call(CodeId),
    /// Calls a function in place of the one that runs, whose value would be just the same.
    TailCall(CodeId),
    /// Computes something built in.
    Builtin(Builtin),
    /// Pops a value, pushes one of its arguments, by a table of constructors.
    Select(u32),
    /// Ends a function or method with the value on the stack.
    Return,
    /// Negates a truth value.
    Not,
    /// Negates a number.
    Minus,
    /// Pops two, pushes one.
    Binary(BinaryOperator),
    /// Goes on elsewhere.
    Jump(u32),
    /// Pops; goes on elsewhere if false.
    JumpUnless(u32),
    /// If false, goes on elsewhere and keeps it; else pops.
    JumpIfFalseElsePop(u32),
    /// If true, goes on elsewhere and keeps it; else pops.
    JumpIfTrueElsePop(u32),
    /// Matches a slot against a pattern; goes on elsewhere if it does not fit.
    Match {
        /// The pattern.
        pattern: u32,
        /// The slot.
        slot: u32,
        /// Where to go if it does not fit.
        otherwise: u32,
    },
    /// No branch fits.
    NoMatch,
    /// Pops an object, pushes whether it implements the interface.
    Implements(InterfaceId),
    /// Pops an object, pushes it or null.
    As(InterfaceId),
    /// Pops values, pushes their texts as one.
    Concatenate(u32),
    /// Takes the next element of the list in `rest` into `rest + 1`, or goes on elsewhere.
    Next {
        /// The slot of the list; the element's slot follows it.
        rest: u32,
        /// Where to go when the list is empty.
        otherwise: u32,
    },
    /// Creates an object.
    New(u32),
    /// Calls asynchronously, pushes the future.
    Spawn(u32),
    /// Calls synchronously.
    Invoke(u32),
    /// Pops a future, pushes its value; blocks the location until it has one.
    Get,
    /// Gives the location away until a guard holds.
    Await(u32),
    /// Gives the location away.
    Suspend,
    /// Pops two bounds, blocks the location so long.
    Duration,
    /// Pops what is consumed, or a deployment component.
    Resource(ResourceUse),
    /// Pops an exception and throws it.
    Throw,
    /// Pops an exception and throws it as it came: its origin stays.
    Rethrow,
    /// Pops an exception and kills this object.
    Die,
    /// Pops a condition that must hold.
    Assert,
    /// From here on, exceptions go there.
    PushHandler(u32),
    /// No longer.
    PopHandler,
    /// A statement begins: marks it as covered.
    Statement(u32),
    /// A branch was taken: marks it as covered.
    Branch(u32),
}

/// A piece of code.
#[derive(Clone, Debug)]
pub struct Code {
    /// What it is called.
    pub name: Arc<str>,
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// Where each instruction comes from.
    pub spans: Vec<Span>,
    /// How many slots it has.
    pub locals: u32,
    /// How many of them are parameters.
    pub parameters: u32,
}

/// What a class needs at run time.
#[derive(Clone, Debug)]
pub struct ClassCode {
    /// How many fields it has.
    pub fields: u32,
    /// Code that runs at creation.
    pub init: Option<CodeId>,
    /// The `run` method.
    pub run: Option<MethodId>,
    /// Code that handles exceptions.
    pub recover: Option<CodeId>,
    /// Can its objects die, so that a call may come too late?
    pub dies: bool,
    /// The method for each selector.
    pub methods: Vec<Option<MethodId>>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct CompiledProgram {
    /// All code.
    pub codes: Vec<Code>,
    /// The code of the first method.
    pub first_method: u32,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Patterns.
    pub patterns: Vec<CompiledPattern>,
    /// Tables for [`Instruction::Select`].
    pub selections: Vec<Vec<(ConstructorId, u32)>>,
    /// Method calls.
    pub calls: Vec<CallSite>,
    /// Creations.
    pub creations: Vec<Creation>,
    /// Awaits.
    pub guards: Vec<GuardSite>,
    /// Classes.
    pub classes: Vec<ClassCode>,
    /// The rank of each constructor's name among all.
    pub ranks: Vec<u32>,
    /// Where each statement stands, for coverage.
    pub statements: Vec<Span>,
    /// Where each branch stands and which way it goes, for coverage.
    pub branches: Vec<(Span, &'static str)>,
    /// Does the program look at the clock or wait for it?
    pub uses_time: bool,
    /// Does it consume resources of deployment components? Then it may wait for them where it calls.
    pub uses_resources: bool,
    /// Is there anything of which others can tell when it is done? Then steps may end there.
    pub pauses: bool,
}

impl CompiledProgram {
    /// The code of a method.
    #[must_use]
    pub fn method(&self, method: MethodId) -> CodeId {
        CodeId(self.first_method + method.0)
    }
}
