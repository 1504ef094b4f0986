//! The decoded instruction and its operations.
//!
//! Operations that Java's types distinguish and the machine does not are one here: `iload`, `fload` and `aload` are
//! [`Op::Load`]. Operations with a `Quick` in their name replace the unresolved form after its first execution.

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// A small operand: a field's kind, the number of argument slots, an array's kind.
    pub a: u8,
    /// A medium operand: a local variable, a field's offset, a vtable index.
    pub b: u16,
    /// A large operand: a constant, a jump target, a pool index, a class, a method, a call site.
    pub c: u32,
}

impl Instruction {
    /// An instruction without operands.
    pub const fn plain(op: Op) -> Instruction {
        Instruction { op, a: 0, b: 0, c: 0 }
    }

    /// An instruction with operands.
    pub const fn new(op: Op, a: u8, b: u16, c: u32) -> Instruction {
        Instruction { op, a, b, c }
    }
}

/// What an instruction does. Names are those of the specification where the meaning is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "named as in the specification")]
pub enum Op {
    Nop,
    /// Pushes `c`.
    Const,
    /// Pushes the wide constant `c`.
    ConstWide,
    /// Pushes the constant of pool index `c`.
    Ldc,
    /// Pushes the resolved reference `c` of the machine.
    LdcQuick,
    /// As `Ldc`, for two slots.
    LdcWide,
    Load,
    LoadWide,
    Store,
    StoreWide,
    Iaload,
    Laload,
    Aaload,
    Baload,
    Caload,
    Saload,
    Iastore,
    Lastore,
    Aastore,
    Bastore,
    Castore,
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Iadd,
    Ladd,
    Fadd,
    Dadd,
    Isub,
    Lsub,
    Fsub,
    Dsub,
    Imul,
    Lmul,
    Fmul,
    Dmul,
    Idiv,
    Ldiv,
    Fdiv,
    Ddiv,
    Irem,
    Lrem,
    Frem,
    Drem,
    Ineg,
    Lneg,
    Fneg,
    Dneg,
    Ishl,
    Lshl,
    Ishr,
    Lshr,
    Iushr,
    Lushr,
    Iand,
    Land,
    Ior,
    Lor,
    Ixor,
    Lxor,
    Iinc,
    I2l,
    I2f,
    I2d,
    L2i,
    L2f,
    L2d,
    F2i,
    F2l,
    F2d,
    D2i,
    D2l,
    D2f,
    I2b,
    I2c,
    I2s,
    Lcmp,
    Fcmpl,
    Fcmpg,
    Dcmpl,
    Dcmpg,
    Ifeq,
    Ifne,
    Iflt,
    Ifge,
    Ifgt,
    Ifle,
    IfIcmpeq,
    IfIcmpne,
    IfIcmplt,
    IfIcmpge,
    IfIcmpgt,
    IfIcmple,
    Goto,
    Jsr,
    Ret,
    Switch,
    Return,
    ReturnWide,
    ReturnVoid,
    GetStatic,
    PutStatic,
    GetField,
    PutField,
    /// Class `c`, offset `b`, kind `a`.
    GetStaticQuick,
    PutStaticQuick,
    /// Offset `b`, kind `a`, declaring class `c`.
    GetFieldQuick,
    PutFieldQuick,
    /// As `GetFieldQuick` for a value of 32 bits that is neither volatile nor narrow.
    GetFieldInt,
    InvokeVirtual,
    InvokeSpecial,
    InvokeStatic,
    InvokeInterface,
    InvokeDynamic,
    /// Method `c`, `a` argument slots, vtable index `b`.
    InvokeVirtualQuick,
    /// Method `c`, `a` argument slots, the receiver is checked for null.
    InvokeSpecialQuick,
    /// Method `c`, `a` argument slots.
    InvokeStaticQuick,
    /// Call site `c`, `a` argument slots.
    InvokeInterfaceQuick,
    /// Call site `c`, `a` argument slots.
    InvokeDynamicQuick,
    /// A signature-polymorphic call: call site `c`.
    InvokeHandleQuick,
    New,
    NewQuick,
    /// Array class `c`.
    NewArray,
    ANewArray,
    ANewArrayQuick,
    MultiANewArray,
    ArrayLength,
    Athrow,
    CheckCast,
    CheckCastQuick,
    InstanceOf,
    InstanceOfQuick,
    MonitorEnter,
    MonitorExit,
    Ifnull,
    Ifnonnull,
}

/// The kind of a field, packed into the small operand of field instructions.
pub mod field_kind {
    /// 32 bits: int, float, reference.
    pub const WORD: u8 = 0;
    /// 64 bits.
    pub const WIDE: u8 = 1;
    /// boolean or byte.
    pub const BYTE: u8 = 2;
    /// short.
    pub const SHORT: u8 = 3;
    /// char.
    pub const CHAR: u8 = 4;
    /// The bits that hold the size.
    pub const SIZE: u8 = 7;
    /// A reference.
    pub const REFERENCE: u8 = 0x20;
    /// A final field.
    pub const FINAL: u8 = 0x40;
    /// A volatile field.
    pub const VOLATILE: u8 = 0x80;
}
