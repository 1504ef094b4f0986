//! What a watcher of the kernel sees of a thread: whoever follows values (symbolic execution, value schedules) is shown each
//! instruction with its operands in place, and learns its result from what lies on the stack at the next one. The loop is
//! compiled once for each kind of watcher, so that without one it costs nothing.

use raddle_explore::context::Observed;

use super::super::Machine;
use super::super::thread::Thread;
use crate::code::instruction::{Instruction, Op};

/// Instructions are shown.
pub struct Instructions;

impl Observed for Instructions {
    type Shown<'o> = Before<'o>;
}

/// The thread's innermost frame stands before an instruction. One that has to be repeated, because it was resolved, because a
/// class had to be initialised or because the thread stopped before it, is shown again. Calls that the machine itself makes,
/// to link or to load classes, are not shown, nor is what is tried on copies.
#[derive(Clone, Copy)]
pub struct Before<'o> {
    /// Everything but the thread.
    pub machine: &'o Machine,
    /// The thread, with its operands in place.
    pub thread: &'o Thread,
    /// What it does next.
    pub instruction: Instruction,
}

/// What an instruction is to a listener.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// It computes a value from operands.
    Arithmetic,
    /// It may go to one of several places, depending on a value.
    Branch,
    /// It reads a field, a static or an element.
    Load,
    /// It writes one.
    Store,
    /// It calls a method.
    Call,
    /// It ends one.
    Return,
    /// It makes an object.
    Allocation,
    /// It moves values between variables and the stack, locks, throws, or looks at types.
    Other,
}

impl Family {
    /// The family of an operation in its quick form; what is not resolved yet will be shown again.
    pub fn of(op: Op) -> Family {
        match op {
            Op::Iadd
            | Op::Ladd
            | Op::Fadd
            | Op::Dadd
            | Op::Isub
            | Op::Lsub
            | Op::Fsub
            | Op::Dsub
            | Op::Imul
            | Op::Lmul
            | Op::Fmul
            | Op::Dmul
            | Op::Idiv
            | Op::Ldiv
            | Op::Fdiv
            | Op::Ddiv
            | Op::Irem
            | Op::Lrem
            | Op::Frem
            | Op::Drem
            | Op::Ineg
            | Op::Lneg
            | Op::Fneg
            | Op::Dneg
            | Op::Ishl
            | Op::Lshl
            | Op::Ishr
            | Op::Lshr
            | Op::Iushr
            | Op::Lushr
            | Op::Iand
            | Op::Land
            | Op::Ior
            | Op::Lor
            | Op::Ixor
            | Op::Lxor
            | Op::Iinc
            | Op::I2l
            | Op::I2f
            | Op::I2d
            | Op::L2i
            | Op::L2f
            | Op::L2d
            | Op::F2i
            | Op::F2l
            | Op::F2d
            | Op::D2i
            | Op::D2l
            | Op::D2f
            | Op::I2b
            | Op::I2c
            | Op::I2s
            | Op::Lcmp
            | Op::Fcmpl
            | Op::Fcmpg
            | Op::Dcmpl
            | Op::Dcmpg => Family::Arithmetic,
            Op::Ifeq
            | Op::Ifne
            | Op::Iflt
            | Op::Ifge
            | Op::Ifgt
            | Op::Ifle
            | Op::IfIcmpeq
            | Op::IfIcmpne
            | Op::IfIcmplt
            | Op::IfIcmpge
            | Op::IfIcmpgt
            | Op::IfIcmple
            | Op::Ifnull
            | Op::Ifnonnull
            | Op::Switch => Family::Branch,
            Op::Iaload
            | Op::Laload
            | Op::Aaload
            | Op::Baload
            | Op::Caload
            | Op::Saload
            | Op::GetFieldInt
            | Op::GetFieldQuick
            | Op::GetStaticQuick => Family::Load,
            Op::Iastore
            | Op::Lastore
            | Op::Aastore
            | Op::Bastore
            | Op::Castore
            | Op::PutFieldQuick
            | Op::PutStaticQuick => Family::Store,
            Op::InvokeVirtualQuick
            | Op::InvokeSpecialQuick
            | Op::InvokeStaticQuick
            | Op::InvokeInterfaceQuick
            | Op::InvokeDynamicQuick
            | Op::InvokeHandleQuick => Family::Call,
            Op::Return | Op::ReturnWide | Op::ReturnVoid => Family::Return,
            Op::NewQuick | Op::ANewArrayQuick | Op::MultiANewArray => Family::Allocation,
            _ => Family::Other,
        }
    }
}
