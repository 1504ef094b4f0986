//! The verifier: goes through a method with the type of each local variable and operand, and refuses code that would
//! confuse the interpreter, as the JVM's verifier refuses it.
//!
//! Source: the JVM specification, 4.10. From Java 6 on, class files say in their `StackMapTable` what holds where paths
//! meet, and that is checked (4.10.1, in `check`); files of Java 6 for which that fails, and older ones, have the types
//! inferred by following every path (4.10.2), where types that meet are merged to their common superclass. What an
//! instruction does to the types is the same for both (`effect`, `members`). As in the specification, an interface stands
//! for any object; what is called on it is checked when it happens.
//!
//! Code of the JDK is trusted. For it, [`slots`] follows the same paths without looking at classes, to tell which slots
//! hold references.

mod check;
mod effect;
mod members;
mod signature;
mod stack_map;
mod types;

use super::decode::decode;
use super::instruction::Op;
use super::opcodes::is_branch;
use super::{Code, Switch};
use crate::classes::class_file::ClassFile;
use crate::classes::descriptor::parse_method;
use crate::classes::reader::ClassError;
use crate::library::{ClassId, Library, Method};
use check::Frames;
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
    /// Where types are inferred: what is known so far, and the instructions to go on from.
    states: Vec<Option<State>>,
    work: Vec<usize>,
    /// Where types are checked: the frames of the class file.
    frames: Option<Frames>,
}

/// The first version whose methods have a `StackMapTable`; it need not be right there.
const FIRST_CHECKED: u16 = 50;

/// Checks a decoded method of a class that is not trusted.
pub fn verify(library: &Library, method: &Method, resolve: &mut Resolver<'_>) -> Result<(), ClassError> {
    let file = library.class(method.class).expect_file();
    if file.major < FIRST_CHECKED {
        return go_through(library, method, Some(resolve), Manner::Infer).map(|_| ());
    }
    match go_through(library, method, Some(&mut *resolve), Manner::Check) {
        Err(_) if file.major == FIRST_CHECKED => {
            go_through(library, method, Some(resolve), Manner::Infer).map(|_| ())
        }
        checked => checked.map(|_| ()),
    }
}

/// What each slot holds before each instruction of a trusted method; `None` where no path leads.
pub fn slots(library: &Library, method: &Method) -> Result<Vec<Option<State>>, ClassError> {
    go_through(library, method, None, Manner::Infer)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Check,
    Infer,
}

fn go_through(
    library: &Library,
    method: &Method,
    resolve: Option<&mut Resolver<'_>>,
    manner: Manner,
) -> Result<Vec<Option<State>>, ClassError> {
    let class = library.class(method.class);
    let file = class.expect_file();
    let Some(raw) = file.code(&file.methods[usize::from(method.index)])? else { return Ok(Vec::new()) };
    // The method's own code may be quickened already, which hides what the class file said.
    let code = decode(file, &raw)?;
    let mut types = Types { library, resolve: resolve.map(|resolve| resolve as &mut Resolver<'_>) };
    let is_constructor = method.name == library.known.constructor;
    let mut locals = Vec::with_capacity(code.max_locals as usize);
    if !method.is_static() {
        let is_raw = is_constructor && class.superclass.is_some();
        locals.push(if is_raw { Slot::RawThis } else { Slot::Object(class.name) });
    }
    for parameter in parse_method(library.text(method.descriptor))?.parameters {
        types.push(&mut locals, parameter);
    }
    let arguments = locals.len();
    if arguments > code.max_locals as usize {
        return Err(ClassError::new(0, "VerifyError: the arguments do not fit into the local variables"));
    }
    locals.resize(code.max_locals as usize, Slot::Unusable);
    let is_raw = locals.first() == Some(&Slot::RawThis);
    let start = State { locals, stack: Vec::new(), is_raw };
    let bytecode = &file.bytes[raw.bytecode.clone()];
    let mut verifier = Verifier {
        method,
        code: &code,
        file,
        bytecode,
        types,
        states: Vec::new(),
        work: Vec::new(),
        frames: None,
    };
    verifier.check_catches()?;
    match manner {
        Manner::Check => verifier.check(start, arguments, &raw.attributes)?,
        Manner::Infer => verifier.infer(start)?,
    }
    Ok(verifier.states)
}

impl Verifier<'_, '_> {
    fn error(&self, index: usize, message: impl Into<String>) -> ClassError {
        let offset = self.code.offsets.get(index).map_or(0, |offset| usize::from(*offset));
        ClassError::new(offset, format!("VerifyError: {}", message.into()))
    }

    /// What a handler of these exceptions finds on the stack.
    fn caught(&self, catch: u16) -> Result<Slot, ClassError> {
        let caught = match catch {
            0 => "java/lang/Throwable".into(),
            catch => self.file.class_name(catch)?,
        };
        Ok(Slot::Object(self.types.library.symbol(&caught)))
    }

    fn check_catches(&mut self) -> Result<(), ClassError> {
        let code = self.code;
        for handler in &code.handlers {
            let caught = self.caught(handler.catch)?;
            if !self.types.fits(caught, "java/lang/Throwable")? {
                let message = format!("{} is caught, but is no Throwable", self.describe(caught));
                return Err(self.error(handler.target as usize, message));
            }
        }
        Ok(())
    }

    /// Follows every path, until nothing more is learnt.
    fn infer(&mut self, start: State) -> Result<(), ClassError> {
        self.states = vec![None; self.code.instructions.len()];
        self.states[0] = Some(start);
        self.work.push(0);
        while let Some(index) = self.work.pop() {
            let Some(state) = self.states[index].clone() else { continue };
            self.flow_to_handlers(index, &state)?;
            if let Some(next) = self.step(index, state)? {
                self.flow(index, index + 1, next)?;
            }
        }
        Ok(())
    }

    fn flow_to_handlers(&mut self, index: usize, state: &State) -> Result<(), ClassError> {
        let code = self.code;
        for handler in code.handlers.iter().filter(|handler| handler.covers(index)) {
            let stack = vec![self.caught(handler.catch)?];
            let at_handler = State { locals: state.locals.clone(), stack, is_raw: state.is_raw };
            self.flow(index, handler.target as usize, at_handler)?;
        }
        Ok(())
    }

    /// Lets a state come to an instruction: it must fit the frame there, or is merged into what is known.
    fn flow(&mut self, from: usize, to: usize, state: State) -> Result<(), ClassError> {
        if self.frames.is_some() {
            return self.enter(from, to, &state);
        }
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

    /// Takes one instruction, with all its jumps; gives the state after it, if control goes on to the next one.
    fn step(&mut self, index: usize, mut state: State) -> Result<Option<State>, ClassError> {
        let code = self.code;
        let instruction = code.instructions[index].get();
        self.apply(index, instruction, &mut state)?;
        if state.stack.len() > code.max_stack as usize {
            return Err(self.error(index, "the operand stack overflows"));
        }
        match instruction.op {
            Op::Return | Op::ReturnWide | Op::ReturnVoid | Op::Athrow => return Ok(None),
            Op::Switch => {
                let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) =
                    &code.switches[instruction.c as usize];
                for target in targets.iter().chain([default]) {
                    self.flow(index, *target as usize, state.clone())?;
                }
                return Ok(None);
            }
            _ => {}
        }
        if is_branch(instruction.op) {
            self.flow(index, instruction.c as usize, state.clone())?;
            if instruction.op == Op::Goto {
                return Ok(None);
            }
        }
        Ok(Some(state))
    }
}
