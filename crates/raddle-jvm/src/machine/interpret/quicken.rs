//! The first execution of an instruction that names a class, a field or a method: what it names is looked up, and the
//! instruction is replaced by its quick form.

use super::super::thread::Thread;
use super::super::{Machine, Trap};
use crate::classes::class_file::access;
use crate::classes::descriptor::Kind;
use crate::code::instruction::{Instruction, Op, field_kind};
use crate::library::ClassId;
use std::rc::Rc;

impl Machine {
    /// The quick form of an instruction of a class's code.
    #[cold]
    #[inline(never)]
    pub(super) fn quicken(
        &mut self,
        thread: &mut Thread,
        class: ClassId,
        instruction: Instruction,
    ) -> Result<Instruction, Trap> {
        let library = Rc::clone(&self.library);
        let constant = instruction.c as u16;
        match instruction.op {
            Op::GetStatic | Op::PutStatic => {
                let field = self.field_at(thread, &library, class, instruction)?;
                let is_get = instruction.op == Op::GetStatic;
                let op = if is_get { Op::GetStaticQuick } else { Op::PutStaticQuick };
                let word = self.static_word(field.offset);
                Ok(Instruction::new(op, field.operand(), word, field.class.0))
            }
            Op::GetField | Op::PutField => {
                let field = self.field_at(thread, &library, class, instruction)?;
                let operand = field.operand();
                let is_plain = operand & (field_kind::SIZE | field_kind::VOLATILE | field_kind::FINAL) == 0;
                let op = match instruction.op {
                    Op::PutField => Op::PutFieldQuick,
                    _ if is_plain => Op::GetFieldInt,
                    _ => Op::GetFieldQuick,
                };
                Ok(Instruction::new(op, operand, field.offset, field.class.0))
            }
            Op::InvokeDynamic => self.resolve_dynamic(thread, class, constant),
            Op::New => {
                let made = self.class_at(thread, class, constant)?;
                let linked = library.class(made);
                if linked.is_interface() || linked.access & access::ABSTRACT != 0 {
                    let text = self.external_name(made);
                    return Err(self.throw(thread, "java/lang/InstantiationError", &text));
                }
                Ok(Instruction::new(Op::NewQuick, 0, 0, made.0))
            }
            Op::NewArray => {
                const KINDS: [Kind; 8] = [
                    Kind::Boolean,
                    Kind::Char,
                    Kind::Float,
                    Kind::Double,
                    Kind::Byte,
                    Kind::Short,
                    Kind::Int,
                    Kind::Long,
                ];
                let element = library.primitive(KINDS[usize::from(instruction.a - 4)]);
                Ok(Instruction::new(Op::ANewArrayQuick, 0, 0, library.array_of(element).0))
            }
            Op::ANewArray => {
                let element = self.class_at(thread, class, constant)?;
                Ok(Instruction::new(Op::ANewArrayQuick, 0, 0, library.array_of(element).0))
            }
            Op::CheckCast | Op::InstanceOf => {
                let wanted = self.class_at(thread, class, constant)?;
                let is_cast = instruction.op == Op::CheckCast;
                let op = if is_cast { Op::CheckCastQuick } else { Op::InstanceOfQuick };
                Ok(Instruction::new(op, 0, 0, wanted.0))
            }
            _ => self.resolve_call(thread, &library, class, instruction),
        }
    }
}
