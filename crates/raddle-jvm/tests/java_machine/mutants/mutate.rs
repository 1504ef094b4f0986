//! Damages a class file in one or two places: a number that means something, a text, an instruction, a table; or a whole
//! piece that is copied, removed or moved.

use super::layout::{Item, Layout, Part, Piece, layout};
use crate::random::Random;

/// A damaged copy, and words for what was done to it.
pub fn mutate(random: &mut Random, bytes: &[u8]) -> (Vec<u8>, String) {
    let layout = layout(bytes);
    let mut damaged = bytes.to_vec();
    let mut words = Vec::new();
    // What changes the length comes alone: the places of all others would be wrong.
    if random.below(6) == 0 {
        words.push(change_pieces(random, &mut damaged, &layout));
    } else {
        for _ in 0..=usize::from(random.below(8) == 0) {
            words.push(change_item(random, &mut damaged, &layout));
        }
    }
    (damaged, words.join(", "))
}

fn write(bytes: &mut [u8], item: Item, value: u64) {
    for (index, byte) in bytes[item.at..item.at + item.length].iter_mut().rev().enumerate() {
        *byte = if index < 8 { (value >> (8 * index)) as u8 } else { 0 };
    }
}

fn read(bytes: &[u8], item: Item) -> u64 {
    bytes[item.at..item.at + item.length].iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn change_item(random: &mut Random, bytes: &mut [u8], layout: &Layout) -> String {
    let mut parts: Vec<Part> = layout.items.iter().map(|item| item.part).collect();
    parts.sort_unstable();
    parts.dedup();
    // Code is most of what a verifier looks at, and most of a class.
    parts.extend([Part::CodeByte; 6]);
    parts.extend([Part::StackMapByte; 2]);
    parts.retain(|part| layout.items.iter().any(|item| item.part == *part));
    let part = parts[random.below(parts.len())];
    let items: Vec<Item> = layout.items.iter().copied().filter(|item| item.part == part).collect();
    let item = items[random.below(items.len())];
    let old = read(bytes, item);
    let value = match (part, random.below(9)) {
        (Part::Text, 0..=3) => u64::from(b"/;[.<>()LVIJ\0\x7f\x80\xc0\xc1\xe0\xf0\xff"[random.below(20)]),
        (Part::CodeByte, 0..=2) => random.below(203) as u64,
        (Part::ClassFlags | Part::FieldFlags | Part::MethodFlags, 0..=5) => old ^ 1 << random.below(16),
        (_, 0) => old.wrapping_add(1),
        (_, 1) => old.wrapping_sub(1),
        (_, 2) => random.next() >> 8,
        (_, 3) => random.below(20) as u64,
        (_, 4) => [0, u64::MAX, 0x7F, 0x80, 0xFF, 0x100][random.below(6)],
        (_, 5) => old ^ 1 << random.below(item.length * 8),
        (Part::PoolReference | Part::AttributeName | Part::MemberName | Part::MemberDescriptor, 6) => {
            random.below(layout.constants.len()) as u64
        }
        // The same part of something else.
        _ => read(bytes, items[random.below(items.len())]),
    };
    write(bytes, item, value);
    format!("{part:?} at {} from {old:#x} to {:#x}", item.at, read(bytes, item))
}

fn add(bytes: &mut [u8], at: usize, length: usize, change: i64) {
    let item = Item { at, length, part: Part::MemberCount };
    let value = read(bytes, item) as i64 + change;
    write(bytes, item, value as u64);
}

/// Counts and lengths are kept right, so that only the copied or missing piece itself is wrong; sometimes they are not.
fn change_pieces(random: &mut Random, bytes: &mut Vec<u8>, layout: &Layout) -> String {
    let honest = random.below(8) != 0;
    let piece: Piece = layout.pieces[random.below(layout.pieces.len())].clone();
    let length = piece.range.len() as i64;
    match random.below(8) {
        0 | 1 => {
            let copy = bytes[piece.range.clone()].to_vec();
            if honest {
                piece.lengths_at.iter().for_each(|at| add(bytes, *at, 4, length));
                add(bytes, piece.count_at, 2, 1);
            }
            bytes.splice(piece.range.end..piece.range.end, copy);
            format!("{:?} twice", piece.range)
        }
        2 | 3 => {
            if honest {
                piece.lengths_at.iter().for_each(|at| add(bytes, *at, 4, -length));
                add(bytes, piece.count_at, 2, -1);
            }
            bytes.drain(piece.range.clone());
            format!("{:?} gone", piece.range)
        }
        4 => {
            let cut = random.below(bytes.len());
            bytes.truncate(cut);
            format!("cut at {cut}")
        }
        5 => {
            bytes.push(random.below(256) as u8);
            "one byte more".to_owned()
        }
        6 => {
            let at = random.below(bytes.len());
            bytes.insert(at, random.below(256) as u8);
            format!("a byte at {at}")
        }
        // One constant in the place of another.
        _ => {
            let known: Vec<_> = layout.constants.iter().flatten().cloned().collect();
            let (from, to) = (&known[random.below(known.len())], &known[random.below(known.len())]);
            let copy = bytes[from.clone()].to_vec();
            bytes.splice(to.clone(), copy);
            format!("the constant at {} in place of that at {}", from.start, to.start)
        }
    }
}
