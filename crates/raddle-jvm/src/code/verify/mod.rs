//! The verifier: follows every path through a method once, with the type of each local variable and operand, and
//! refuses code that would confuse the interpreter, as the JVM's verifier refuses it.
//!
//! Source: the type-inferring verifier of the JVM specification, 4.10.2. Where paths meet, types are merged to their
//! common superclass, so that no class file has to be believed: the `StackMapTable` is not read, whatever the version.
//! As in the specification, an interface stands for any object; what is called on it is checked when it happens.
//!
//! Code of the JDK is trusted. For it, [`slots`] follows the same paths without looking at classes, to tell which slots
//! hold references.

mod effect;
mod signature;
mod types;

use super::decode::decode;
use super::instruction::Op;
use super::opcodes::is_branch;
use super::{Code, Switch};
use crate::classes::class_file::ClassFile;
use crate::classes::descriptor::parse_method;
use crate::classes::reader::ClassError;
use crate::library::{ClassId, Library, Method};
pub use types::Slot;
use types::Types;

/// What is known before an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The local variables.
    pub locals: Vec<Slot>,
    /// The operands, the last one on top.
    pub stack: Vec<Slot>,
    /// The constructor has not called another one yet.
    is_raw: bool,
}

/// Finds a class by its name, or says that there is none.
pub type Resolver<'a> = dyn FnMut(&str) -> Option<ClassId> + 'a;

struct Verifier<'a, 'b> {
    method: &'a Method,
    code: &'a Code,
    file: &'a ClassFile,
    bytecode: &'a [u8],
    types: Types<'a, 'b>,
    states: Vec<Option<State>>,
    work: Vec<usize>,
}

/// Checks a decoded method of a class that is not trusted.
pub fn verify<'a>(
    library: &Library,
    method: &Method,
    resolve: &'a mut Resolver<'a>,
) -> Result<(), ClassError> {
    infer(library, method, Some(resolve)).map(|_| ())
}

/// What each slot holds before each instruction of a trusted method; `None` where no path leads.
pub fn slots(library: &Library, method: &Method) -> Result<Vec<Option<State>>, ClassError> {
    infer(library, method, None)
}

fn infer<'a>(
    library: &Library,
    method: &Method,
    resolve: Option<&'a mut Resolver<'a>>,
) -> Result<Vec<Option<State>>, ClassError> {
    let class = library.class(method.class);
    let file = class.expect_file();
    let Some(raw) = file.code(&file.methods[usize::from(method.index)])? else { return Ok(Vec::new()) };
    // The method's own code may be quickened already, which hides what the class file said.
    let code = decode(file, &raw)?;
    let mut types = Types { library, resolve };
    let is_constructor = method.name == library.known.constructor;
    let mut locals = Vec::with_capacity(code.max_locals as usize);
    if !method.is_static() {
        let is_raw = is_constructor && class.superclass.is_some();
        locals.push(if is_raw { Slot::RawThis } else { Slot::Object(class.name) });
    }
    for parameter in parse_method(library.text(method.descriptor))?.parameters {
        types.push(&mut locals, parameter);
    }
    if locals.len() > code.max_locals as usize {
        return Err(ClassError::new(0, "VerifyError: the arguments do not fit into the local variables"));
    }
    locals.resize(code.max_locals as usize, Slot::Unusable);
    let is_raw = locals.first() == Some(&Slot::RawThis);
    let mut states = vec![None; code.instructions.len()];
    states[0] = Some(State { locals, stack: Vec::new(), is_raw });
    let bytecode = &file.bytes[raw.bytecode];
    let mut verifier = Verifier { method, code: &code, file, bytecode, types, states, work: vec![0] };
    while let Some(index) = verifier.work.pop() {
        let Some(state) = verifier.states[index].clone() else { continue };
        verifier.flow_to_handlers(index, &state)?;
        verifier.step(index, state)?;
    }
    Ok(verifier.states)
}

impl Verifier<'_, '_> {
    fn error(&self, index: usize, message: impl Into<String>) -> ClassError {
        let offset = self.code.offsets.get(index).map_or(0, |offset| usize::from(*offset));
        ClassError::new(offset, format!("VerifyError: {}", message.into()))
    }

    fn flow_to_handlers(&mut self, index: usize, state: &State) -> Result<(), ClassError> {
        let code = self.code;
        for handler in &code.handlers {
            if (handler.start as usize..handler.end as usize).contains(&index) {
                let caught = match handler.catch {
                    0 => "java/lang/Throwable".into(),
                    catch => self.file.class_name(catch)?,
                };
                let stack = vec![Slot::Object(self.types.library.symbol(&caught))];
                if !self.types.fits(stack[0], "java/lang/Throwable") {
                    return Err(self.error(index, format!("{caught} is caught, but is no Throwable")));
                }
                let at_handler = State { locals: state.locals.clone(), stack, is_raw: state.is_raw };
                self.flow(index, handler.target as usize, at_handler)?;
            }
        }
        Ok(())
    }

    /// Merges a state into that of an instruction.
    fn flow(&mut self, from: usize, to: usize, state: State) -> Result<(), ClassError> {
        if state.stack.len() > self.code.max_stack as usize {
            return Err(self.error(from, "the operand stack overflows"));
        }
        if to >= self.states.len() {
            return Err(self.error(from, "control runs past the end of the code"));
        }
        let Some(mut known) = self.states[to].take() else {
            self.states[to] = Some(state);
            self.work.push(to);
            return Ok(());
        };
        if known.stack.len() != state.stack.len() {
            return Err(self.error(to, "paths meet with different stack depths"));
        }
        let mut changed = state.is_raw && !known.is_raw;
        known.is_raw |= state.is_raw;
        let olds = known.locals.iter_mut().chain(known.stack.iter_mut());
        for (old, new) in olds.zip(state.locals.iter().chain(&state.stack)) {
            let merged = self.types.merge(*old, *new);
            if merged != *old {
                *old = merged;
                changed = true;
            }
        }
        self.states[to] = Some(known);
        if changed {
            self.work.push(to);
        }
        Ok(())
    }

    fn step(&mut self, index: usize, mut state: State) -> Result<(), ClassError> {
        let code = self.code;
        let instruction = code.instructions[index].get();
        self.apply(index, instruction, &mut state)?;
        match instruction.op {
            Op::Return | Op::ReturnWide | Op::ReturnVoid | Op::Athrow => return Ok(()),
            Op::Switch => {
                let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) =
                    &code.switches[instruction.c as usize];
                self.flow(index, *default as usize, state.clone())?;
                for target in targets {
                    self.flow(index, *target as usize, state.clone())?;
                }
                return Ok(());
            }
            _ => {}
        }
        if is_branch(instruction.op) {
            self.flow(index, instruction.c as usize, state.clone())?;
            if instruction.op == Op::Goto {
                return Ok(());
            }
        }
        self.flow(index, index + 1, state)
    }
}
