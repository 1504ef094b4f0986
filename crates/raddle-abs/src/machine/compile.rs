//! From the checked program to code: functions, expressions and patterns. Statements are in `compile_statements`.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::code::{ClassCode, Code, CodeId, CompiledPattern, CompiledProgram, Constant, Instruction};
use crate::source::Span;
use crate::types::resolved::{
    BinaryOperator, Builtin, Expression, ExpressionKind, FunctionBody, Method, Pattern, Program,
    UnaryOperator,
};

/// Compiles a whole program.
#[must_use]
pub fn compile(program: &Program) -> CompiledProgram {
    let mut names: Vec<u32> = (0..program.constructors.len() as u32).collect();
    names.sort_by(|&a, &b| program.constructors[a as usize].name.cmp(&program.constructors[b as usize].name));
    let mut ranks = vec![0; names.len()];
    let mut rank = 0;
    for (at, &constructor) in names.iter().enumerate() {
        if at > 0
            && program.constructors[names[at - 1] as usize].name
                != program.constructors[constructor as usize].name
        {
            rank += 1;
        }
        ranks[constructor as usize] = rank;
    }
    let mut compiler = Compiler {
        program,
        output: CompiledProgram {
            codes: Vec::new(),
            first_method: program.functions.len() as u32,
            constants: Vec::new(),
            patterns: Vec::new(),
            selections: Vec::new(),
            calls: Vec::new(),
            creations: Vec::new(),
            guards: Vec::new(),
            classes: Vec::new(),
            ranks,
            statements: Vec::new(),
            branches: Vec::new(),
            uses_time: false,
            uses_resources: false,
            pauses: false,
        },
        guard_codes: Vec::new(),
    };
    compiler.everything();
    let output = &mut compiler.output;
    output.pauses = output.classes.iter().any(|class| class.dies)
        || output.uses_resources
        || !program.schedulers.is_empty()
        || program.input.is_some();
    compiler.output
}

pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    pub(super) output: CompiledProgram,
    /// Guards' codes are numbered behind all methods, but come up while those are compiled.
    pub(super) guard_codes: Vec<Code>,
}

/// The code that is being written.
pub(super) struct Writer {
    pub(super) instructions: Vec<Instruction>,
    pub(super) spans: Vec<Span>,
    pub(super) locals: u32,
}

impl Writer {
    pub(super) fn new(locals: usize) -> Self {
        Self { instructions: Vec::new(), spans: Vec::new(), locals: locals as u32 }
    }

    pub(super) fn push(&mut self, instruction: Instruction, span: Span) -> usize {
        self.instructions.push(instruction);
        self.spans.push(span);
        self.instructions.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// Makes the jump at `at` go to the next instruction.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.instructions[at] {
            Instruction::Jump(target)
            | Instruction::JumpUnless(target)
            | Instruction::JumpIfFalseElsePop(target)
            | Instruction::JumpIfTrueElsePop(target)
            | Instruction::PushHandler(target)
            | Instruction::Match { otherwise: target, .. }
            | Instruction::Next { otherwise: target, .. } => *target = here,
            other => unreachable!("{other:?} does not jump"),
        }
    }
}

/// Marks the calls behind which a function only returns, so that loops by recursion need no stack.
fn tail_calls(instructions: &mut [Instruction]) {
    for at in 0..instructions.len() {
        let Instruction::Call(code) = instructions[at] else { continue };
        let mut next = at + 1;
        // Jumps only lead forward here.
        while let Some(Instruction::Jump(target)) = instructions.get(next) {
            next = *target as usize;
        }
        if matches!(instructions.get(next), Some(Instruction::Return)) {
            instructions[at] = Instruction::TailCall(code);
        }
    }
}

impl Compiler<'_> {
    fn everything(&mut self) {
        let program = self.program;
        for function in &program.functions {
            let mut writer = Writer::new(function.locals.len());
            match &function.body {
                FunctionBody::Expression(expression) => self.expression(&mut writer, expression),
                FunctionBody::Builtin(builtin) => {
                    for slot in 0..function.parameters {
                        writer.push(Instruction::Local(slot), function.span);
                    }
                    self.builtin(&mut writer, *builtin, function.parameters, function.span);
                }
                FunctionBody::Select(options) => {
                    writer.push(Instruction::Local(0), function.span);
                    self.output.selections.push(options.clone());
                    let table = self.output.selections.len() as u32 - 1;
                    writer.push(Instruction::Select(table), function.span);
                }
            }
            writer.push(Instruction::Return, function.span);
            tail_calls(&mut writer.instructions);
            self.finish(writer, &function.name, function.parameters);
        }
        for method in &program.methods {
            self.method(method);
        }
        let guards = std::mem::take(&mut self.guard_codes);
        self.output.codes.extend(guards);
        for class in &program.classes {
            let mut methods = vec![None; program.selectors.len()];
            for &method in &class.methods {
                methods[program.methods[method.index()].selector.index()] = Some(method);
            }
            let code = |method| {
                CodeId(self.output.first_method + crate::types::resolved::MethodId::index(method) as u32)
            };
            let dies = class.recover.is_some()
                || class.methods.iter().any(|&method| {
                    let code = &self.output.codes[code(method).index()];
                    code.instructions.iter().any(|instruction| matches!(instruction, Instruction::Die))
                });
            self.output.classes.push(ClassCode {
                fields: class.fields.len() as u32,
                init: class.init.map(code),
                run: class.run,
                recover: class.recover.map(code),
                dies,
                methods,
            });
        }
    }

    fn finish(&mut self, writer: Writer, name: &std::sync::Arc<str>, parameters: u32) {
        self.output.codes.push(Code {
            name: name.clone(),
            instructions: writer.instructions,
            spans: writer.spans,
            locals: writer.locals,
            parameters,
        });
    }

    fn builtin(&mut self, writer: &mut Writer, builtin: Builtin, parameters: u32, span: Span) {
        if matches!(builtin, Builtin::Identity) && parameters == 2 {
            writer.push(Instruction::Pop, span);
        }
        writer.push(Instruction::Builtin(builtin), span);
    }

    fn method(&mut self, method: &Method) {
        let mut writer = Writer::new(method.locals.len());
        self.statements(&mut writer, &method.body);
        // The implicit return of every method that gives no value.
        writer.push(Instruction::Atom(self.program.known.unit), method.end);
        writer.push(Instruction::Return, method.end);
        self.finish(writer, &method.name, method.parameters);
    }

    fn constant(&mut self, constant: Constant) -> u32 {
        self.output.constants.push(constant);
        self.output.constants.len() as u32 - 1
    }

    fn integer(&mut self, digits: &str) -> Result<i64, u32> {
        let number: BigInt = digits.parse().unwrap_or_default();
        number.to_i64().ok_or_else(|| self.constant(Constant::Integer(number)))
    }

    pub(super) fn all(&mut self, writer: &mut Writer, expressions: &[Expression]) -> u32 {
        for expression in expressions {
            self.expression(writer, expression);
        }
        expressions.len() as u32
    }

    pub(super) fn expression(&mut self, writer: &mut Writer, expression: &Expression) {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Integer(digits) => {
                let instruction = match self.integer(digits) {
                    Ok(small) => Instruction::Integer(small),
                    Err(constant) => Instruction::Constant(constant),
                };
                writer.push(instruction, span);
            }
            ExpressionKind::Float(value) => {
                let constant = self.constant(Constant::Float(*value));
                writer.push(Instruction::Constant(constant), span);
            }
            ExpressionKind::Text(text) => {
                let constant = self.constant(Constant::Text(text.clone()));
                writer.push(Instruction::Constant(constant), span);
            }
            ExpressionKind::Local(slot) => {
                writer.push(Instruction::Local(slot.0), span);
            }
            ExpressionKind::Field(field) => {
                writer.push(Instruction::Field(field.0), span);
            }
            ExpressionKind::This => {
                writer.push(Instruction::This, span);
            }
            ExpressionKind::Null => {
                writer.push(Instruction::Null, span);
            }
            ExpressionKind::Destiny => {
                writer.push(Instruction::Destiny, span);
            }
            ExpressionKind::Construct(constructor, arguments) => {
                if arguments.is_empty() {
                    writer.push(Instruction::Atom(*constructor), span);
                } else {
                    let count = self.all(writer, arguments);
                    writer.push(Instruction::Construct(*constructor, count), span);
                }
            }
            ExpressionKind::Call(function, arguments) => {
                let count = self.all(writer, arguments);
                match &self.program.functions[function.index()].body {
                    // What is built in needs no frame.
                    FunctionBody::Builtin(builtin) => self.builtin(writer, *builtin, count, span),
                    _ => {
                        writer.push(Instruction::Call(CodeId(function.0)), span);
                    }
                }
            }
            ExpressionKind::Unary(operator, operand) => {
                self.expression(writer, operand);
                let instruction = match operator {
                    UnaryOperator::Not => Instruction::Not,
                    UnaryOperator::Minus => Instruction::Minus,
                };
                writer.push(instruction, span);
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.expression(writer, left);
                match operator {
                    BinaryOperator::And | BinaryOperator::Or => {
                        let jump = if *operator == BinaryOperator::And {
                            Instruction::JumpIfFalseElsePop(0)
                        } else {
                            Instruction::JumpIfTrueElsePop(0)
                        };
                        let jump = writer.push(jump, span);
                        self.expression(writer, right);
                        writer.land(jump);
                    }
                    _ => {
                        self.expression(writer, right);
                        writer.push(Instruction::Binary(*operator), span);
                    }
                }
            }
            ExpressionKind::If(condition, then, otherwise) => {
                self.expression(writer, condition);
                let to_else = writer.push(Instruction::JumpUnless(0), span);
                self.expression(writer, then);
                let to_end = writer.push(Instruction::Jump(0), span);
                writer.land(to_else);
                self.expression(writer, otherwise);
                writer.land(to_end);
            }
            ExpressionKind::Let(slot, value, inner) => {
                self.expression(writer, value);
                writer.push(Instruction::SetLocal(slot.0), span);
                self.expression(writer, inner);
            }
            ExpressionKind::Case(slot, subject, branches) => {
                self.expression(writer, subject);
                writer.push(Instruction::SetLocal(slot.0), span);
                let mut ends = Vec::new();
                for (pattern, value) in branches {
                    let next = self.branch(writer, slot.0, pattern, value.span);
                    self.expression(writer, value);
                    ends.push(writer.push(Instruction::Jump(0), value.span));
                    writer.land(next);
                }
                writer.push(Instruction::NoMatch, span);
                for end in ends {
                    writer.land(end);
                }
            }
            ExpressionKind::Implements(object, interface) => {
                self.expression(writer, object);
                writer.push(Instruction::Implements(*interface), span);
            }
            ExpressionKind::As(object, interface) => {
                self.expression(writer, object);
                writer.push(Instruction::As(*interface), span);
            }
            ExpressionKind::Concatenate(parts) => {
                let count = self.all(writer, parts);
                writer.push(Instruction::Concatenate(count), span);
            }
        }
    }

    pub(super) fn branch(&mut self, writer: &mut Writer, slot: u32, pattern: &Pattern, span: Span) -> usize {
        let pattern = self.pattern(pattern);
        self.output.patterns.push(pattern);
        let pattern = self.output.patterns.len() as u32 - 1;
        writer.push(Instruction::Match { pattern, slot, otherwise: 0 }, span)
    }

    fn pattern(&mut self, pattern: &Pattern) -> CompiledPattern {
        match pattern {
            Pattern::Anything => CompiledPattern::Anything,
            Pattern::Integer(digits) => match self.integer(digits) {
                Ok(small) => CompiledPattern::Integer(small),
                Err(constant) => CompiledPattern::Constant(constant),
            },
            Pattern::Text(text) => CompiledPattern::Constant(self.constant(Constant::Text(text.clone()))),
            Pattern::Bind(slot) => CompiledPattern::Bind(slot.0),
            Pattern::EqualLocal(slot) => CompiledPattern::EqualLocal(slot.0),
            Pattern::EqualField(field) => CompiledPattern::EqualField(field.0),
            Pattern::Constructor(constructor, arguments) if arguments.is_empty() => {
                CompiledPattern::Atom(*constructor)
            }
            Pattern::Constructor(constructor, arguments) => {
                let arguments = arguments.iter().map(|argument| self.pattern(argument)).collect();
                CompiledPattern::Data(*constructor, arguments)
            }
        }
    }
}
