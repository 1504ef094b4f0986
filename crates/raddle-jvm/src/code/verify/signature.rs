//! Which types an instruction works on, where its opcode alone says so. What it does to them lives in `effect`.

/// What instructions without operands take and leave: `I`, `F`, `J`, `D` by their descriptors, `A` any object.
pub(super) fn plain_effect(opcode: u8) -> Option<(&'static str, &'static str)> {
    const ARITHMETIC: [(&str, &str); 4] = [("II", "I"), ("JJ", "J"), ("FF", "F"), ("DD", "D")];
    const NEGATION: [(&str, &str); 4] = [("I", "I"), ("J", "J"), ("F", "F"), ("D", "D")];
    Some(match opcode {
        0 | 167 | 200 => ("", ""),
        2..=8 | 16 | 17 => ("", "I"),
        9 | 10 => ("", "J"),
        11..=13 => ("", "F"),
        14 | 15 => ("", "D"),
        96..=115 => ARITHMETIC[usize::from(opcode - 96) % 4],
        116..=119 => NEGATION[usize::from(opcode - 116)],
        120 | 122 | 124 | 126 | 128 | 130 => ("II", "I"),
        121 | 123 | 125 => ("JI", "J"),
        127 | 129 | 131 => ("JJ", "J"),
        133 => ("I", "J"),
        134 => ("I", "F"),
        135 => ("I", "D"),
        136 => ("J", "I"),
        137 => ("J", "F"),
        138 => ("J", "D"),
        139 => ("F", "I"),
        140 => ("F", "J"),
        141 => ("F", "D"),
        142 => ("D", "I"),
        143 => ("D", "J"),
        144 => ("D", "F"),
        145..=147 => ("I", "I"),
        148 => ("JJ", "I"),
        149 | 150 => ("FF", "I"),
        151 | 152 => ("DD", "I"),
        153..=158 | 170 | 171 => ("I", ""),
        159..=164 => ("II", ""),
        165 | 166 => ("AA", ""),
        194 | 195 | 198 | 199 => ("A", ""),
        _ => return None,
    })
}

/// The letter of a load or store of a local variable: `I`, `J`, `F`, `D` or `A`.
pub(super) fn local_letter(opcode: u8) -> Option<u8> {
    const LETTERS: [u8; 5] = *b"IJFDA";
    let number = match opcode {
        21..=25 => opcode - 21,
        26..=45 => (opcode - 26) / 4,
        54..=58 => opcode - 54,
        59..=78 => (opcode - 59) / 4,
        _ => return None,
    };
    Some(LETTERS[usize::from(number)])
}

/// The arrays that an array instruction takes; empty for arrays of references.
pub(super) fn array_types(opcode: u8) -> Option<&'static [&'static str]> {
    const ARRAYS: [&[&str]; 8] = [&["[I"], &["[J"], &["[F"], &["[D"], &[], &["[B", "[Z"], &["[C"], &["[S"]];
    match opcode {
        46..=53 => Some(ARRAYS[usize::from(opcode - 46)]),
        79..=86 => Some(ARRAYS[usize::from(opcode - 79)]),
        _ => None,
    }
}
