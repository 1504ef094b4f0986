//! The type-checking verifier (JVM specification, 4.10.1), for class files from Java 6 on: one pass over the instructions
//! in their order, against the frames of the `StackMapTable`. A frame must be there wherever a jump or a handler leads and
//! after every jump; what comes in must fit it; and what it says is taken for granted from there on.

use super::stack_map::{self, Frame, instruction_at};
use super::types::Slot;
use super::{State, Verifier};
use crate::classes::class_file::{Attribute, ClassFile};
use crate::classes::reader::{ClassError, Reader};
use crate::code::instruction::Op;
use crate::code::opcodes::is_branch;
use crate::code::{Code, Switch};

/// The frames of a method.
pub(super) struct Frames {
    frames: Vec<Frame>,
    /// Which one stands before each instruction.
    at: Vec<Option<u32>>,
}

impl Frames {
    pub(super) fn at(&self, index: usize) -> Option<&State> {
        let number = (*self.at.get(index)?)?;
        Some(&self.frames[number as usize].state)
    }
}

/// The content of an attribute of a method's code. An empty one is as good as none.
fn find(file: &ClassFile, attributes: &[Attribute], name: &[u8]) -> Vec<std::ops::Range<usize>> {
    let is_named = |attribute: &&Attribute| file.utf8(attribute.name).is_ok_and(|found| found == name);
    attributes.iter().filter(is_named).map(|attribute| attribute.range.clone()).collect()
}

impl Verifier<'_, '_> {
    /// Checks all instructions. Of the local variables at the start, `arguments` are used.
    pub(super) fn check(
        &mut self,
        start: State,
        arguments: usize,
        attributes: &[Attribute],
    ) -> Result<(), ClassError> {
        for table in find(self.file, attributes, b"LocalVariableTable") {
            check_variables(self.file, self.code, self.bytecode.len(), table)?;
        }
        let table = find(self.file, attributes, b"StackMapTable").into_iter().find(|table| !table.is_empty());
        let frames = match table {
            None => Vec::new(),
            Some(table) => stack_map::read(
                self.types.library,
                self.file,
                self.code,
                self.bytecode,
                table,
                &start,
                arguments,
            )?,
        };
        let mut at = vec![None; self.code.instructions.len()];
        for (number, frame) in frames.iter().enumerate() {
            at[frame.at] = Some(number as u32);
        }
        self.frames = Some(Frames { frames, at });
        let mut current = Some(start);
        for index in 0..self.code.instructions.len() {
            if let Some(frame) = self.frames.as_ref().and_then(|frames| frames.at(index)).cloned() {
                if let Some(state) = &current {
                    self.enter(index, index, state)?;
                }
                current = Some(frame);
            }
            let Some(state) = current.take() else {
                return Err(self.error(index, "a stack map frame is needed after a jump"));
            };
            current = self.check_instruction(index, state)?;
        }
        match current {
            None => Ok(()),
            Some(_) => Err(ClassError::new(self.bytecode.len(), "VerifyError: control runs past the end")),
        }
    }

    fn check_instruction(&mut self, index: usize, state: State) -> Result<Option<State>, ClassError> {
        let code = self.code;
        let is_covered = code.handlers.iter().any(|handler| handler.covers(index));
        if !is_covered {
            return self.step(index, state);
        }
        self.enter_handlers(index, &state.locals, state.is_raw)?;
        let (locals, is_raw) = (state.locals.clone(), state.is_raw);
        let next = self.step(index, state)?;
        // A constructor that throws leaves its object as it was, or not.
        if let Some(state) = &next
            && code.instructions[index].get().op == Op::InvokeSpecial
            && state.locals != locals
        {
            self.enter_handlers(index, &state.locals, is_raw)?;
        }
        Ok(next)
    }

    fn enter_handlers(&mut self, index: usize, locals: &[Slot], is_raw: bool) -> Result<(), ClassError> {
        let code = self.code;
        for handler in code.handlers.iter().filter(|handler| handler.covers(index)) {
            let stack = vec![self.caught(handler.catch)?];
            let state = State { locals: locals.to_vec(), stack, is_raw };
            self.enter(index, handler.target as usize, &state)?;
        }
        Ok(())
    }

    /// Checks that a state fits the frame that stands before an instruction.
    pub(super) fn enter(&mut self, from: usize, to: usize, state: &State) -> Result<(), ClassError> {
        let Some(frames) = self.frames.take() else { return Ok(()) };
        let result = self.fit(from, to, state, frames.at(to));
        self.frames = Some(frames);
        result
    }

    fn fit(
        &mut self,
        from: usize,
        to: usize,
        state: &State,
        frame: Option<&State>,
    ) -> Result<(), ClassError> {
        let offset = self.code.offsets[to];
        let Some(frame) = frame else {
            return Err(self.error(from, format!("no stack map frame at {offset}, where it leads")));
        };
        if state.stack.len() != frame.stack.len() || state.stack.len() > self.code.max_stack as usize {
            return Err(self.error(from, format!("another stack depth than the frame at {offset}")));
        }
        let found = state.locals.iter().chain(&state.stack);
        for (found, wanted) in found.zip(frame.locals.iter().chain(&frame.stack)) {
            let fits = match wanted {
                Slot::Unusable => true,
                _ if found == wanted => true,
                Slot::Object(name) => {
                    let library = self.types.library;
                    self.types.fits(*found, library.text(*name))?
                }
                _ => false,
            };
            if !fits {
                let (found, wanted) = (self.describe(*found), self.describe(*wanted));
                let message = format!("{found} does not fit {wanted} of the frame at {offset}");
                return Err(self.error(from, message));
            }
        }
        if state.is_raw && !frame.is_raw {
            let message = format!("an object before its constructor, unlike the frame at {offset}");
            return Err(self.error(from, message));
        }
        Ok(())
    }

    /// Whether no way from an instruction on leads to a return: in a handler around the call of another constructor,
    /// since the object is not made there.
    pub(super) fn never_returns(&self, from: usize) -> bool {
        let code = self.code;
        let mut seen = vec![false; code.instructions.len()];
        let mut work = vec![from];
        while let Some(index) = work.pop() {
            if index >= seen.len() {
                return false;
            }
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let covering = code.handlers.iter().filter(|handler| handler.covers(index));
            work.extend(covering.map(|handler| handler.target as usize));
            let instruction = code.instructions[index].get();
            match instruction.op {
                Op::ReturnVoid => return false,
                Op::Athrow | Op::Return | Op::ReturnWide => {}
                Op::Switch => {
                    let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) =
                        &code.switches[instruction.c as usize];
                    work.extend(targets.iter().chain([default]).map(|target| *target as usize));
                }
                op => {
                    if is_branch(op) {
                        work.push(instruction.c as usize);
                    }
                    if op != Op::Goto {
                        work.push(index + 1);
                    }
                }
            }
        }
        true
    }
}

/// Variables of debuggers begin and end at instructions.
fn check_variables(
    file: &ClassFile,
    code: &Code,
    length: usize,
    table: std::ops::Range<usize>,
) -> Result<(), ClassError> {
    let mut reader = Reader::at(&file.bytes[..table.end], table.start);
    for _ in 0..reader.u16()? {
        let start = usize::from(reader.u16()?);
        let end = start + usize::from(reader.u16()?);
        reader.skip(6)?;
        let is_end = end == length || instruction_at(code, end).is_some();
        if instruction_at(code, start).is_none() || !is_end {
            let message = format!("a variable from {start} to {end}, where no instructions begin");
            return Err(ClassError::new(reader.offset(), message));
        }
    }
    Ok(())
}
