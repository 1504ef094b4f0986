//! A structural verifier: follows every path through a method once and checks that the operand stack never runs empty
//! or over, has one depth where paths meet, and that wide values are not taken apart. Types beyond that are not
//! checked: the heap's accesses are checked when they happen.
//!
//! Source: the type-inferring verifier of the JVM specification, 4.10.2, over four kinds of slots.

use super::Switch;
use super::decode::is_branch;
use super::instruction::{Instruction, Op};
use crate::classes::class_file::Constant;
use crate::classes::descriptor::{Kind, parse_method};
use crate::classes::reader::ClassError;
use crate::library::{Library, Method};

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// 32 bits that are no reference.
    Word,
    /// A reference, or a return address.
    Reference,
    /// The first half of a long or double.
    Wide,
    /// The second half.
    WideEnd,
    /// Unknown or different on different paths.
    Unusable,
}

#[derive(Clone, PartialEq, Eq)]
struct State {
    locals: Vec<Slot>,
    stack: Vec<Slot>,
}

struct Verifier<'a> {
    method: &'a Method,
    library: &'a Library,
    max_stack: usize,
    bytecode: &'a [u8],
    states: Vec<Option<State>>,
    work: Vec<usize>,
}

fn slots_of(kind: Kind) -> &'static [Slot] {
    match kind {
        Kind::Void => &[],
        Kind::Long | Kind::Double => &[Slot::Wide, Slot::WideEnd],
        Kind::Reference => &[Slot::Reference],
        _ => &[Slot::Word],
    }
}

/// Checks a decoded method, before any of its instructions was quickened.
pub fn verify(library: &Library, method: &Method) -> Result<(), ClassError> {
    let Some(code) = method.code.get() else { return Ok(()) };
    let mut locals = Vec::with_capacity(code.max_locals as usize);
    if !method.is_static() {
        locals.push(Slot::Reference);
    }
    for parameter in &method.parameters {
        locals.extend_from_slice(slots_of(*parameter));
    }
    locals.resize(code.max_locals as usize, Slot::Unusable);
    let file = library.class(method.class).expect_file();
    let raw = file.code(&file.methods[usize::from(method.index)])?;
    let bytecode = raw.map_or(&[][..], |raw| &file.bytes[raw.bytecode]);
    let mut verifier = Verifier {
        bytecode,
        method,
        library,
        max_stack: code.max_stack as usize,
        states: vec![None; code.instructions.len()],
        work: vec![0],
    };
    verifier.states[0] = Some(State { locals, stack: Vec::new() });
    while let Some(index) = verifier.work.pop() {
        let Some(state) = verifier.states[index].clone() else { continue };
        verifier.flow_to_handlers(index, &state)?;
        verifier.step(index, state)?;
    }
    Ok(())
}

impl Verifier<'_> {
    fn error(&self, index: usize, message: impl Into<String>) -> ClassError {
        let offset = self.method.code.get().map_or(0, |code| usize::from(code.offsets[index]));
        ClassError::new(offset, format!("VerifyError: {}", message.into()))
    }

    fn flow_to_handlers(&mut self, index: usize, state: &State) -> Result<(), ClassError> {
        let method = self.method;
        let Some(code) = method.code.get() else { return Ok(()) };
        for handler in &code.handlers {
            if (handler.start as usize..handler.end as usize).contains(&index) {
                let at_handler = State { locals: state.locals.clone(), stack: vec![Slot::Reference] };
                self.flow(index, handler.target as usize, at_handler)?;
            }
        }
        Ok(())
    }

    /// Merges a state into that of an instruction.
    fn flow(&mut self, from: usize, to: usize, state: State) -> Result<(), ClassError> {
        if state.stack.len() > self.max_stack {
            return Err(self.error(from, "the operand stack overflows"));
        }
        if to >= self.states.len() {
            return Err(self.error(from, "control runs past the end of the code"));
        }
        match &mut self.states[to] {
            None => {
                self.states[to] = Some(state);
                self.work.push(to);
            }
            Some(known) => {
                if known.stack.len() != state.stack.len() {
                    return Err(self.error(to, "paths meet with different stack depths"));
                }
                let mut changed = false;
                for (old, new) in
                    known.locals.iter_mut().zip(&state.locals).chain(known.stack.iter_mut().zip(&state.stack))
                {
                    if *old != *new && *old != Slot::Unusable {
                        *old = Slot::Unusable;
                        changed = true;
                    }
                }
                if changed {
                    self.work.push(to);
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, index: usize, mut state: State) -> Result<(), ClassError> {
        let method = self.method;
        let Some(code) = method.code.get() else { return Ok(()) };
        let instruction = code.instructions[index].get();
        self.apply(index, instruction, &mut state)?;
        match instruction.op {
            Op::Return | Op::ReturnWide | Op::ReturnVoid | Op::Athrow => return Ok(()),
            Op::Ret => return Err(self.error(index, "subroutines (jsr and ret) are not supported")),
            Op::Jsr => return Err(self.error(index, "subroutines (jsr and ret) are not supported")),
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

    fn pop(&self, index: usize, state: &mut State, expected: Slot) -> Result<(), ClassError> {
        match state.stack.pop() {
            None => Err(self.error(index, "the operand stack runs empty")),
            Some(slot) if slot == expected => Ok(()),
            Some(slot) => Err(self.error(index, format!("{slot:?} where {expected:?} is needed"))),
        }
    }

    fn pop_kind(&self, index: usize, state: &mut State, kind: Kind) -> Result<(), ClassError> {
        for slot in slots_of(kind).iter().rev() {
            self.pop(index, state, *slot)?;
        }
        Ok(())
    }

    /// Pops by letters: `i` a word, `a` a reference, `l` a wide value.
    fn pops(&self, index: usize, state: &mut State, letters: &str) -> Result<(), ClassError> {
        for letter in letters.chars().rev() {
            let kind = match letter {
                'i' => Kind::Int,
                'a' => Kind::Reference,
                _ => Kind::Long,
            };
            self.pop_kind(index, state, kind)?;
        }
        Ok(())
    }

    fn pushes(state: &mut State, kind: Kind) {
        state.stack.extend_from_slice(slots_of(kind));
    }

    fn effect(&self, index: usize, state: &mut State, pops: &str, pushed: Kind) -> Result<(), ClassError> {
        self.pops(index, state, pops)?;
        Self::pushes(state, pushed);
        Ok(())
    }

    fn member_descriptor(&self, index: u16) -> Result<String, ClassError> {
        let file = self.library.class(self.method.class).expect_file();
        let (Constant::Field(_, member)
        | Constant::Method(_, member)
        | Constant::InterfaceMethod(_, member)
        | Constant::InvokeDynamic(_, member)
        | Constant::Dynamic(_, member)) = file.constant(index)?
        else {
            return Err(ClassError::new(0, "not a member"));
        };
        Ok(file.text(file.name_and_type(member)?.1)?.into_owned())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each group of instructions")]
    fn apply(&self, index: usize, instruction: Instruction, state: &mut State) -> Result<(), ClassError> {
        let local = usize::from(instruction.b);
        let int = Kind::Int;
        let long = Kind::Long;
        let reference = Kind::Reference;
        match instruction.op {
            Op::Nop | Op::Goto => Ok(()),
            // The null constant is decoded as the number zero: it can stand for either, so it is found by its opcode.
            Op::Const => {
                let is_null = self.opcode(index) == Some(1);
                Self::pushes(state, if is_null { reference } else { int });
                Ok(())
            }
            Op::ConstWide => self.effect(index, state, "", long),
            Op::Ldc => {
                let file = self.library.class(self.method.class).expect_file();
                let kind = match file.constant(instruction.c as u16)? {
                    Constant::Dynamic(..) => Kind::of(&self.member_descriptor(instruction.c as u16)?),
                    _ => reference,
                };
                self.effect(index, state, "", kind)
            }
            Op::LdcWide => self.effect(index, state, "", long),
            Op::Load => match state.locals[local] {
                slot @ (Slot::Word | Slot::Reference) => {
                    let is_reference = matches!(self.opcode(index), Some(25 | 42..=45));
                    let is_wide_form = self.opcode(index) == Some(196);
                    if !is_wide_form && is_reference != (slot == Slot::Reference) {
                        return Err(self.error(index, format!("local variable {local} has the wrong kind")));
                    }
                    state.stack.push(slot);
                    Ok(())
                }
                slot => Err(self.error(index, format!("local variable {local} holds {slot:?}"))),
            },
            Op::LoadWide => {
                if state.locals[local] != Slot::Wide || state.locals[local + 1] != Slot::WideEnd {
                    return Err(self.error(index, format!("local variable {local} holds no wide value")));
                }
                self.effect(index, state, "", long)
            }
            Op::Store => {
                let slot =
                    state.stack.pop().ok_or_else(|| self.error(index, "the operand stack runs empty"))?;
                if !matches!(slot, Slot::Word | Slot::Reference) {
                    return Err(self.error(index, format!("{slot:?} cannot be stored")));
                }
                Self::set_local(state, local, slot);
                Ok(())
            }
            Op::StoreWide => {
                self.pops(index, state, "l")?;
                Self::set_local(state, local, Slot::Wide);
                Self::set_local(state, local + 1, Slot::WideEnd);
                state.locals[local] = Slot::Wide;
                Ok(())
            }
            Op::Iinc => match state.locals[local] {
                Slot::Word => Ok(()),
                slot => Err(self.error(index, format!("iinc of {slot:?}"))),
            },
            Op::Iaload | Op::Baload | Op::Caload | Op::Saload => self.effect(index, state, "ai", int),
            Op::Aaload => self.effect(index, state, "ai", reference),
            Op::Laload => self.effect(index, state, "ai", long),
            Op::Iastore | Op::Bastore | Op::Castore => self.effect(index, state, "aii", Kind::Void),
            Op::Aastore => self.effect(index, state, "aia", Kind::Void),
            Op::Lastore => self.effect(index, state, "ail", Kind::Void),
            Op::Pop
            | Op::Pop2
            | Op::Dup
            | Op::DupX1
            | Op::DupX2
            | Op::Dup2
            | Op::Dup2X1
            | Op::Dup2X2
            | Op::Swap => self.shuffle(index, instruction.op, state),
            Op::Iadd
            | Op::Isub
            | Op::Imul
            | Op::Idiv
            | Op::Irem
            | Op::Ishl
            | Op::Ishr
            | Op::Iushr
            | Op::Iand
            | Op::Ior
            | Op::Ixor
            | Op::Fadd
            | Op::Fsub
            | Op::Fmul
            | Op::Fdiv
            | Op::Frem
            | Op::Fcmpl
            | Op::Fcmpg => self.effect(index, state, "ii", int),
            Op::Ladd
            | Op::Lsub
            | Op::Lmul
            | Op::Ldiv
            | Op::Lrem
            | Op::Land
            | Op::Lor
            | Op::Lxor
            | Op::Dadd
            | Op::Dsub
            | Op::Dmul
            | Op::Ddiv
            | Op::Drem => self.effect(index, state, "ll", long),
            Op::Lshl | Op::Lshr | Op::Lushr => self.effect(index, state, "li", long),
            Op::Ineg | Op::Fneg | Op::I2f | Op::F2i | Op::I2b | Op::I2c | Op::I2s => {
                self.effect(index, state, "i", int)
            }
            Op::Lneg | Op::Dneg | Op::L2d | Op::D2l => self.effect(index, state, "l", long),
            Op::I2l | Op::I2d | Op::F2l | Op::F2d => self.effect(index, state, "i", long),
            Op::L2i | Op::L2f | Op::D2i | Op::D2f => self.effect(index, state, "l", int),
            Op::Lcmp | Op::Dcmpl | Op::Dcmpg => self.effect(index, state, "ll", int),
            Op::Ifeq | Op::Ifne | Op::Iflt | Op::Ifge | Op::Ifgt | Op::Ifle | Op::Switch => {
                self.effect(index, state, "i", Kind::Void)
            }
            Op::IfIcmpeq | Op::IfIcmpne if matches!(self.opcode(index), Some(165 | 166)) => {
                self.effect(index, state, "aa", Kind::Void)
            }
            Op::IfIcmpeq | Op::IfIcmpne | Op::IfIcmplt | Op::IfIcmpge | Op::IfIcmpgt | Op::IfIcmple => {
                self.effect(index, state, "ii", Kind::Void)
            }
            Op::Ifnull | Op::Ifnonnull | Op::Athrow | Op::MonitorEnter | Op::MonitorExit => {
                self.effect(index, state, "a", Kind::Void)
            }
            Op::Jsr | Op::Ret => Ok(()),
            Op::Return => {
                let expected = self.method.result;
                if expected.is_wide() || expected == Kind::Void {
                    return Err(self.error(index, "returns a value of the wrong kind"));
                }
                self.pop_kind(index, state, expected)
            }
            Op::ReturnWide => {
                if !self.method.result.is_wide() {
                    return Err(self.error(index, "returns a value of the wrong kind"));
                }
                self.pops(index, state, "l")
            }
            Op::ReturnVoid => {
                if self.method.result != Kind::Void {
                    return Err(self.error(index, "returns no value"));
                }
                Ok(())
            }
            Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField => {
                let kind = Kind::of(&self.member_descriptor(instruction.c as u16)?);
                if matches!(instruction.op, Op::PutStatic | Op::PutField) {
                    self.pop_kind(index, state, kind)?;
                }
                if matches!(instruction.op, Op::GetField | Op::PutField) {
                    self.pops(index, state, "a")?;
                }
                if matches!(instruction.op, Op::GetStatic | Op::GetField) {
                    Self::pushes(state, kind);
                }
                Ok(())
            }
            Op::InvokeVirtual
            | Op::InvokeSpecial
            | Op::InvokeStatic
            | Op::InvokeInterface
            | Op::InvokeDynamic => {
                let descriptor = self.member_descriptor(instruction.c as u16)?;
                let shape = parse_method(&descriptor)?;
                for parameter in shape.parameters.iter().rev() {
                    self.pop_kind(index, state, Kind::of(parameter))?;
                }
                if !matches!(instruction.op, Op::InvokeStatic | Op::InvokeDynamic) {
                    self.pops(index, state, "a")?;
                }
                Self::pushes(state, Kind::of(shape.result));
                Ok(())
            }
            Op::New => self.effect(index, state, "", reference),
            Op::NewArray | Op::ANewArray => self.effect(index, state, "i", reference),
            Op::MultiANewArray => {
                let file = self.library.class(self.method.class).expect_file();
                let name = file.class_name(instruction.c as u16)?;
                if name.bytes().take_while(|byte| *byte == b'[').count() < usize::from(instruction.a) {
                    return Err(self.error(index, "more dimensions than the array has"));
                }
                for _ in 0..instruction.a {
                    self.pops(index, state, "i")?;
                }
                Self::pushes(state, reference);
                Ok(())
            }
            Op::ArrayLength | Op::InstanceOf => self.effect(index, state, "a", int),
            Op::CheckCast => self.effect(index, state, "a", reference),
            Op::LdcQuick
            | Op::GetStaticQuick
            | Op::PutStaticQuick
            | Op::GetFieldQuick
            | Op::PutFieldQuick
            | Op::GetFieldInt
            | Op::InvokeVirtualQuick
            | Op::InvokeSpecialQuick
            | Op::InvokeStaticQuick
            | Op::InvokeInterfaceQuick
            | Op::InvokeDynamicQuick
            | Op::InvokeHandleQuick
            | Op::NewQuick
            | Op::ANewArrayQuick
            | Op::CheckCastQuick
            | Op::InstanceOfQuick => Err(self.error(index, "checked after it was quickened")),
        }
    }

    fn set_local(state: &mut State, local: usize, slot: Slot) {
        if slot != Slot::WideEnd && state.locals[local] == Slot::WideEnd && local > 0 {
            state.locals[local - 1] = Slot::Unusable;
        }
        if state.locals[local] == Slot::Wide && local + 1 < state.locals.len() {
            state.locals[local + 1] = Slot::Unusable;
        }
        state.locals[local] = slot;
    }

    /// The opcode of the class file behind an instruction.
    fn opcode(&self, index: usize) -> Option<u8> {
        let offset = usize::from(self.method.code.get()?.offsets[index]);
        self.bytecode.get(offset).copied()
    }

    /// Instructions that move slots around without looking at them; they must not cut a wide value in two.
    fn shuffle(&self, index: usize, op: Op, state: &mut State) -> Result<(), ClassError> {
        let (needed, insert_below) = match op {
            Op::Pop => (1, None),
            Op::Pop2 => (2, None),
            Op::Dup => (1, Some((1, 1))),
            Op::DupX1 => (2, Some((1, 2))),
            Op::DupX2 => (3, Some((1, 3))),
            Op::Dup2 => (2, Some((2, 2))),
            Op::Dup2X1 => (3, Some((2, 3))),
            Op::Dup2X2 => (4, Some((2, 4))),
            _ => (2, None),
        };
        let depth = state.stack.len();
        if depth < needed {
            return Err(self.error(index, "the operand stack runs empty"));
        }
        let cuts = |at: usize| state.stack.get(at) == Some(&Slot::WideEnd);
        let count = insert_below.map_or(needed, |(count, _)| count);
        let is_cut = match op {
            Op::Swap => cuts(depth - 1) || cuts(depth - 2),
            _ => cuts(depth - needed) || cuts(depth - count),
        };
        if is_cut {
            return Err(self.error(index, "a wide value is taken apart"));
        }
        match (op, insert_below) {
            (Op::Swap, _) => state.stack.swap(depth - 1, depth - 2),
            (_, Some((count, below))) => {
                let copied: Vec<Slot> = state.stack[depth - count..].to_vec();
                let at = depth - below;
                state.stack.splice(at..at, copied);
            }
            _ => state.stack.truncate(depth - needed),
        }
        Ok(())
    }
}
