//! Pure instructions: everything that only reads the state and works on a task's own stack.
//!
//! Both a step and the evaluation of a guard run these; a step adds the effects.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use raddle_explore::operation::{Place, Touch};

use super::builtins;
use super::code::{CodeId, CompiledPattern, CompiledProgram, Constant, Instruction};
use super::state::{Activity, CLOCK, Frame, FrameKind, HOME, State};
use super::value::{Data, ObjectId, Order, TaskId, Value, compare, equal};
use crate::types::resolved::{BinaryOperator, Builtin, ConstructorId, Known, Program};

/// How deep calls may be nested before the exception for it is thrown.
pub const FRAME_LIMIT: usize = 200_000;

/// What never changes during runs.
pub struct Fixed {
    /// The checked program.
    pub program: Program,
    /// Its code.
    pub code: CompiledProgram,
}

/// What went on inside a step, as far as somebody wants to know.
#[derive(Debug, Default)]
pub struct Recorder {
    /// Are touches wanted?
    pub touching: bool,
    /// What was touched.
    pub touches: Vec<Touch>,
    /// Is output wanted?
    pub printing: bool,
    /// What was printed.
    pub output: String,
    /// Is coverage wanted?
    pub covering: bool,
    /// Statements that were begun.
    pub statements: Vec<u32>,
    /// Branches that were taken.
    pub branches: Vec<u32>,
}

impl Recorder {
    /// Notes a read.
    pub fn read(&mut self, place: Place) {
        if self.touching {
            let touch = Touch::read(place);
            if !self.touches.iter().any(|known| known.place == place) {
                self.touches.push(touch);
            }
        }
    }

    /// Notes a write.
    pub fn write(&mut self, place: Place) {
        if self.touching {
            match self.touches.iter_mut().find(|known| known.place == place) {
                Some(known) => *known = Touch::write(place),
                None => self.touches.push(Touch::write(place)),
            }
        }
    }
}

/// Why an instruction did not just go on.
pub enum Trouble {
    /// An exception of the language, by its constructor.
    Exception(ConstructorId),
    /// `random` was met, with this many possibilities.
    Choice(u32),
    /// `readln` was met.
    Line,
    /// The program needs something that the machine lacks.
    Unsupported(String),
}

/// The state as a pure instruction sees it.
pub struct View<'v> {
    /// What never changes.
    pub fixed: &'v Fixed,
    /// The state.
    pub state: &'v State,
    /// The task that runs.
    pub task: TaskId,
    /// When it should be done.
    pub deadline: Option<&'v num_rational::BigRational>,
}

impl Order for View<'_> {
    fn rank(&self, constructor: ConstructorId) -> u32 {
        self.fixed.code.ranks[constructor.index()]
    }

    fn object_key(&self, object: ObjectId) -> u64 {
        self.state.object(object).info.hash
    }

    fn future_key(&self, task: TaskId) -> u64 {
        self.state.task(task).info.hash
    }
}

/// What a pure instruction leads to.
pub enum Next {
    /// The instruction that follows.
    Follow,
    /// The innermost frame returned and was the last one: this is its value.
    Finished(Value),
    /// The frame has returned; its kind tells what to do with the value.
    Returned(Frame, Value),
    /// Not a pure instruction.
    Effect,
}

fn truth(known: &Known, value: bool) -> Value {
    Value::Atom(if value { known.yes } else { known.no })
}

/// Enters a piece of code whose arguments lie on the stack.
pub fn enter(activity: &mut Activity, fixed: &Fixed, code: CodeId, this: Option<ObjectId>, kind: FrameKind) {
    let target = &fixed.code.codes[code.index()];
    let base = activity.stack.len() - target.parameters as usize;
    activity.stack.resize(base + target.locals as usize, Value::Null);
    activity.frames.push(Frame { code, next: 0, base: base as u32, this, kind });
}

impl View<'_> {
    fn known(&self) -> &Known {
        &self.fixed.program.known
    }

    fn constant(&self, index: u32) -> Value {
        match &self.fixed.code.constants[index as usize] {
            Constant::Integer(number) => Value::integer(number.clone()),
            Constant::Float(number) => Value::Float(*number),
            Constant::Text(text) => Value::text(&**text),
        }
    }

    fn field(&self, frame: &Frame, field: u32, recorder: &mut Recorder) -> Value {
        let Some(this) = frame.this else { return Value::Null };
        let object = self.state.object(this);
        recorder.read(Place::new(object.info.place, field));
        object.fields[field as usize].clone()
    }

    /// Does the object implement the interface?
    fn implements(&self, object: &Value, interface: crate::types::resolved::InterfaceId) -> bool {
        let Value::Object(object) = object else { return false };
        let class = self.state.object(*object).info.class;
        self.fixed.program.classes[class.index()].interfaces.contains(&interface)
    }

    /// Runs the instruction that `frame` (a copy of the innermost one) stands before.
    #[inline]
    pub fn instruction(
        &self,
        activity: &mut Activity,
        frame: &mut Frame,
        instruction: Instruction,
        recorder: &mut Recorder,
    ) -> Result<Next, Trouble> {
        let stack = &mut activity.stack;
        let base = frame.base as usize;
        match instruction {
            Instruction::Integer(number) => stack.push(Value::Int(number)),
            Instruction::Constant(index) => stack.push(self.constant(index)),
            Instruction::Atom(constructor) => stack.push(Value::Atom(constructor)),
            Instruction::Null => stack.push(Value::Null),
            Instruction::This => stack.push(frame.this.map_or(Value::Null, Value::Object)),
            Instruction::Destiny => stack.push(Value::Future(self.task)),
            Instruction::Local(slot) => {
                let value = stack[base + slot as usize].clone();
                stack.push(value);
            }
            Instruction::SetLocal(slot) => {
                let value = pop(stack);
                stack[base + slot as usize] = value;
            }
            Instruction::Field(field) => {
                let value = self.field(frame, field, recorder);
                stack.push(value);
            }
            Instruction::Pop => {
                pop(stack);
            }
            Instruction::Construct(constructor, count) => {
                let from = stack.len() - count as usize;
                let arguments = stack.drain(from..).collect();
                stack.push(Value::Data(Rc::new(Data { constructor, arguments })));
            }
            Instruction::Call(code) => {
                if activity.frames.len() >= FRAME_LIMIT {
                    return Err(Trouble::Exception(self.known().stack_overflow));
                }
                let innermost = activity.frames.len() - 1;
                activity.frames[innermost] = *frame;
                let this = frame.this;
                enter(activity, self.fixed, code, this, FrameKind::Call);
                *frame = activity.frames[innermost + 1];
            }
            Instruction::TailCall(code) => {
                let target = &self.fixed.code.codes[code.index()];
                let arguments = stack.len() - target.parameters as usize;
                stack.drain(base..arguments);
                stack.resize(base + target.locals as usize, Value::Null);
                *frame = Frame { code, next: 0, ..*frame };
                let innermost = activity.frames.len() - 1;
                activity.frames[innermost] = *frame;
            }
            Instruction::Builtin(builtin) => self.builtin(stack, builtin, recorder)?,
            Instruction::Select(table) => {
                let value = pop(stack);
                let found = match &value {
                    Value::Data(data) => self.fixed.code.selections[table as usize]
                        .iter()
                        .find(|(constructor, _)| *constructor == data.constructor)
                        .map(|&(_, index)| data.arguments[index as usize].clone()),
                    _ => None,
                };
                match found {
                    Some(found) => stack.push(found),
                    None => return Err(Trouble::Exception(self.known().no_match)),
                }
            }
            Instruction::Return => {
                let value = pop(stack);
                stack.truncate(base);
                let ended = *frame;
                activity.frames.pop();
                let Some(below) = activity.frames.last() else { return Ok(Next::Finished(value)) };
                *frame = *below;
                if ended.kind == FrameKind::Call {
                    activity.stack.push(value);
                } else {
                    return Ok(Next::Returned(ended, value));
                }
            }
            Instruction::Not => {
                let value = pop(stack);
                let negated = !self.is_true(&value);
                stack.push(truth(self.known(), negated));
            }
            Instruction::Minus => {
                let value = pop(stack);
                stack.push(builtins::negate(&value));
            }
            Instruction::Binary(operator) => {
                let right = pop(stack);
                let left = pop(stack);
                let value = self.binary(operator, &left, &right)?;
                stack.push(value);
            }
            Instruction::Jump(target) => frame.next = target,
            Instruction::JumpUnless(target) => {
                let value = pop(stack);
                if !self.is_true(&value) {
                    frame.next = target;
                }
            }
            Instruction::JumpIfFalseElsePop(target) => {
                if self.is_true(&stack[stack.len() - 1]) {
                    pop(stack);
                } else {
                    frame.next = target;
                }
            }
            Instruction::JumpIfTrueElsePop(target) => {
                if self.is_true(&stack[stack.len() - 1]) {
                    frame.next = target;
                } else {
                    pop(stack);
                }
            }
            Instruction::Match { pattern, slot, otherwise } => {
                let value = stack[base + slot as usize].clone();
                let pattern = &self.fixed.code.patterns[pattern as usize];
                if !self.matches(pattern, &value, stack, frame, recorder) {
                    frame.next = otherwise;
                }
            }
            Instruction::NoMatch => return Err(Trouble::Exception(self.known().no_match)),
            Instruction::Implements(interface) => {
                let object = pop(stack);
                let holds = self.implements(&object, interface);
                stack.push(truth(self.known(), holds));
            }
            Instruction::As(interface) => {
                let object = pop(stack);
                let holds = self.implements(&object, interface);
                stack.push(if holds { object } else { Value::Null });
            }
            Instruction::Concatenate(count) => {
                let from = stack.len() - count as usize;
                let text: String =
                    stack.drain(from..).map(|part| builtins::show(self.fixed, self.state, &part)).collect();
                stack.push(Value::text(text));
            }
            Instruction::Next { rest, otherwise } => {
                let (first, others) = match &stack[base + rest as usize] {
                    Value::Data(data) => (data.arguments[0].clone(), data.arguments[1].clone()),
                    _ => {
                        frame.next = otherwise;
                        return Ok(Next::Follow);
                    }
                };
                stack[base + rest as usize] = others;
                stack[base + rest as usize + 1] = first;
            }
            Instruction::Statement(index) => {
                if recorder.covering {
                    recorder.statements.push(index);
                }
            }
            Instruction::Branch(index) => {
                if recorder.covering {
                    recorder.branches.push(index);
                }
            }
            _ => return Ok(Next::Effect),
        }
        Ok(Next::Follow)
    }

    /// Is it `True`?
    pub fn is_true(&self, value: &Value) -> bool {
        matches!(value, Value::Atom(constructor) if *constructor == self.known().yes)
    }

    fn binary(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, Trouble> {
        use BinaryOperator as Op;
        let ordering = |wanted: fn(Ordering) -> bool| truth(self.known(), wanted(compare(self, left, right)));
        Ok(match operator {
            Op::Equal => truth(self.known(), equal(left, right)),
            Op::NotEqual => truth(self.known(), !equal(left, right)),
            Op::Less => ordering(Ordering::is_lt),
            Op::LessEqual => ordering(Ordering::is_le),
            Op::Greater => ordering(Ordering::is_gt),
            Op::GreaterEqual => ordering(Ordering::is_ge),
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo => {
                match builtins::arithmetic(operator, left, right) {
                    Some(value) => value,
                    None => return Err(Trouble::Exception(self.known().division_by_zero)),
                }
            }
            Op::And | Op::Or => unreachable!("compiled to jumps"),
        })
    }

    fn matches(
        &self,
        pattern: &CompiledPattern,
        value: &Value,
        stack: &mut [Value],
        frame: &Frame,
        recorder: &mut Recorder,
    ) -> bool {
        match pattern {
            CompiledPattern::Anything => true,
            CompiledPattern::Integer(number) => equal(value, &Value::Int(*number)),
            CompiledPattern::Constant(index) => equal(value, &self.constant(*index)),
            CompiledPattern::Bind(slot) => {
                stack[frame.base as usize + *slot as usize] = value.clone();
                true
            }
            CompiledPattern::EqualLocal(slot) => equal(value, &stack[frame.base as usize + *slot as usize]),
            CompiledPattern::EqualField(field) => equal(value, &self.field(frame, *field, recorder)),
            CompiledPattern::Atom(constructor) => {
                matches!(value, Value::Atom(found) if found == constructor)
            }
            CompiledPattern::Data(constructor, patterns) => match value {
                Value::Data(data) if data.constructor == *constructor => patterns
                    .iter()
                    .zip(&data.arguments)
                    .all(|(pattern, value)| self.matches(pattern, value, stack, frame, recorder)),
                _ => false,
            },
        }
    }

    fn builtin(
        &self,
        stack: &mut Vec<Value>,
        builtin: Builtin,
        recorder: &mut Recorder,
    ) -> Result<(), Trouble> {
        match builtin {
            Builtin::PrintLine | Builtin::Print => {
                let text = pop(stack);
                if recorder.printing {
                    if let Value::Text(text) = &text {
                        recorder.output.push_str(text);
                    }
                    if builtin == Builtin::PrintLine {
                        recorder.output.push('\n');
                    }
                }
                stack.push(Value::Atom(self.known().unit));
            }
            Builtin::Clock => {
                recorder.read(CLOCK);
                stack.push(Value::rational((*self.state.clock).clone()));
            }
            Builtin::Component => {
                let location = &self.state.locations[self.state.task(self.task).info.location.index()];
                recorder.read(Place::new(location.info.place, HOME));
                stack.push(location.component.map_or(Value::Null, Value::Object));
            }
            Builtin::ReadLine => return Err(Trouble::Line),
            Builtin::Gap(gap) => {
                let what = self.fixed.program.gaps[gap.index()].what.to_string();
                return Err(Trouble::Unsupported(what));
            }
            Builtin::Deadline => {
                recorder.read(CLOCK);
                stack.push(self.time_left(self.deadline));
            }
            Builtin::Random => {
                let below = pop(stack);
                let below = below.as_integer().unwrap_or_else(|| BigInt::from(0));
                match below.to_u32() {
                    Some(1) => stack.push(Value::Int(0)),
                    Some(0) => return Err(Trouble::Exception(self.known().division_by_zero)),
                    Some(count) => return Err(Trouble::Choice(count)),
                    None => {
                        let what = format!("random({below}), a choice among so many or so few numbers,");
                        return Err(Trouble::Unsupported(what));
                    }
                }
            }
            _ => builtins::apply(self.fixed, self.state, builtin, stack),
        }
        Ok(())
    }

    /// The time until a deadline, or a negative number.
    pub fn time_left(&self, deadline: Option<&num_rational::BigRational>) -> Value {
        match deadline {
            None => Value::Int(-1),
            Some(deadline) => {
                let left = deadline - &*self.state.clock;
                let zero = num_rational::BigRational::from_integer(BigInt::from(0));
                Value::rational(if left < zero { zero } else { left })
            }
        }
    }
}

/// The top of the stack. The compiler never pops more than it pushed.
pub fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or(Value::Null)
}

/// How many instructions a guard may take.
const GUARD_LIMIT: u64 = 10_000_000;

/// The value of a function, called for this task.
pub fn call_function(
    fixed: &Fixed,
    state: &State,
    task: TaskId,
    code: CodeId,
    arguments: Vec<Value>,
    recorder: &mut Recorder,
) -> Result<Value, Trouble> {
    let mut scratch = scratch(arguments);
    enter(&mut scratch, fixed, code, None, FrameKind::Call);
    finish_scratch(View { fixed, state, task, deadline: None }, scratch, recorder)
}

/// A task that only computes a value.
fn scratch(stack: Vec<Value>) -> Activity {
    Activity {
        frames: smallvec::SmallVec::new(),
        stack,
        handlers: smallvec::SmallVec::new(),
        origin: crate::source::Span::default(),
        failing: None,
        wait: super::state::Wait::Turn,
        calls: 0,
        creations: 0,
        draws: 0,
        deadline: None,
        placing: None,
        size: None,
    }
}

fn finish_scratch(view: View<'_>, mut scratch: Activity, recorder: &mut Recorder) -> Result<Value, Trouble> {
    let mut frame = scratch.frames[0];
    for _ in 0..GUARD_LIMIT {
        let instruction = view.fixed.code.codes[frame.code.index()].instructions[frame.next as usize];
        frame.next += 1;
        match view.instruction(&mut scratch, &mut frame, instruction, recorder) {
            Ok(Next::Follow) => {}
            Ok(Next::Finished(value)) => return Ok(value),
            Ok(Next::Returned(..) | Next::Effect) => {
                return Err(Trouble::Unsupported("an effect inside a guard or scheduler".to_owned()));
            }
            Err(trouble) => return Err(trouble),
        }
    }
    Err(Trouble::Unsupported("a guard that takes more than ten million instructions".to_owned()))
}

/// Does the condition of an `await` hold for this task now?
pub fn condition_holds(
    fixed: &Fixed,
    state: &State,
    task: TaskId,
    activity: &Activity,
    code: CodeId,
    recorder: &mut Recorder,
) -> Result<bool, Trouble> {
    let outer = activity.frames[activity.frames.len() - 1];
    let count = fixed.code.codes[code.index()].parameters as usize;
    let base = outer.base as usize;
    let mut scratch = scratch(activity.stack[base..base + count].to_vec());
    enter(&mut scratch, fixed, code, outer.this, FrameKind::Call);
    let view = View { fixed, state, task, deadline: activity.deadline.as_deref() };
    match finish_scratch(view, scratch, recorder) {
        Ok(value) => {
            let view = View { fixed, state, task, deadline: activity.deadline.as_deref() };
            Ok(view.is_true(&value))
        }
        Err(Trouble::Choice(_)) => {
            Err(Trouble::Unsupported("`random` inside the guard of an await".to_owned()))
        }
        Err(Trouble::Line) => Err(Trouble::Unsupported("`readln` inside the guard of an await".to_owned())),
        Err(trouble) => Err(trouble),
    }
}
