//! The opcodes of the class file whose operation is known from the opcode alone. Those with operands are read in `decode`.

use super::instruction::Op;

/// Whether the large operand is a jump target.
pub(super) fn is_branch(op: Op) -> bool {
    matches!(
        op,
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
            | Op::Goto
            | Op::Jsr
            | Op::Ifnull
            | Op::Ifnonnull
    )
}

pub(super) fn branch_operation(opcode: u8) -> Op {
    match opcode {
        153 => Op::Ifeq,
        154 => Op::Ifne,
        155 => Op::Iflt,
        156 => Op::Ifge,
        157 => Op::Ifgt,
        158 => Op::Ifle,
        // References are compared as words.
        159 | 165 => Op::IfIcmpeq,
        160 | 166 => Op::IfIcmpne,
        161 => Op::IfIcmplt,
        162 => Op::IfIcmpge,
        163 => Op::IfIcmpgt,
        164 => Op::IfIcmple,
        167 => Op::Goto,
        168 => Op::Jsr,
        198 => Op::Ifnull,
        _ => Op::Ifnonnull,
    }
}

pub(super) fn plain_operation(opcode: u8) -> Option<Op> {
    Some(match opcode {
        46 | 48 => Op::Iaload,
        47 | 49 => Op::Laload,
        50 => Op::Aaload,
        51 => Op::Baload,
        52 => Op::Caload,
        53 => Op::Saload,
        79 | 81 => Op::Iastore,
        80 | 82 => Op::Lastore,
        83 => Op::Aastore,
        84 => Op::Bastore,
        85 | 86 => Op::Castore,
        87 => Op::Pop,
        88 => Op::Pop2,
        89 => Op::Dup,
        90 => Op::DupX1,
        91 => Op::DupX2,
        92 => Op::Dup2,
        93 => Op::Dup2X1,
        94 => Op::Dup2X2,
        95 => Op::Swap,
        96 => Op::Iadd,
        97 => Op::Ladd,
        98 => Op::Fadd,
        99 => Op::Dadd,
        100 => Op::Isub,
        101 => Op::Lsub,
        102 => Op::Fsub,
        103 => Op::Dsub,
        104 => Op::Imul,
        105 => Op::Lmul,
        106 => Op::Fmul,
        107 => Op::Dmul,
        108 => Op::Idiv,
        109 => Op::Ldiv,
        110 => Op::Fdiv,
        111 => Op::Ddiv,
        112 => Op::Irem,
        113 => Op::Lrem,
        114 => Op::Frem,
        115 => Op::Drem,
        116 => Op::Ineg,
        117 => Op::Lneg,
        118 => Op::Fneg,
        119 => Op::Dneg,
        120 => Op::Ishl,
        121 => Op::Lshl,
        122 => Op::Ishr,
        123 => Op::Lshr,
        124 => Op::Iushr,
        125 => Op::Lushr,
        126 => Op::Iand,
        127 => Op::Land,
        128 => Op::Ior,
        129 => Op::Lor,
        130 => Op::Ixor,
        131 => Op::Lxor,
        133 => Op::I2l,
        134 => Op::I2f,
        135 => Op::I2d,
        136 => Op::L2i,
        137 => Op::L2f,
        138 => Op::L2d,
        139 => Op::F2i,
        140 => Op::F2l,
        141 => Op::F2d,
        142 => Op::D2i,
        143 => Op::D2l,
        144 => Op::D2f,
        145 => Op::I2b,
        146 => Op::I2c,
        147 => Op::I2s,
        148 => Op::Lcmp,
        149 => Op::Fcmpl,
        150 => Op::Fcmpg,
        151 => Op::Dcmpl,
        152 => Op::Dcmpg,
        172 | 174 | 176 => Op::Return,
        173 | 175 => Op::ReturnWide,
        177 => Op::ReturnVoid,
        190 => Op::ArrayLength,
        191 => Op::Athrow,
        194 => Op::MonitorEnter,
        195 => Op::MonitorExit,
        _ => return None,
    })
}
