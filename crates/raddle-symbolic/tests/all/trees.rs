//! Random formulas as plain trees, with a meaning of their own: the naive twin of terms. Widths are those of Java's types
//! and some odd ones; constants are small, large, or near the ends of the range.

use raddle_symbolic::term::{Operator, Term, Terms, Width};

/// A source of random numbers (SplitMix64); the seed is printed by whoever fails.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn of<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }
}

/// A formula. Widths are plain numbers here.
#[derive(Clone, Debug)]
pub enum Tree {
    Constant(u64, u32),
    Unknown(usize, u32),
    Node(&'static str, u32, Vec<Tree>),
}

impl Tree {
    pub fn width(&self) -> u32 {
        match self {
            Self::Constant(_, width) | Self::Unknown(_, width) | Self::Node(_, width, _) => *width,
        }
    }

    /// The meaning, by arithmetic of 128 bits and by its own words: nothing of the crate is used.
    pub fn value(&self, unknowns: &[u64]) -> u64 {
        let cut = |value: i128, width: u32| (value & ((1i128 << width) - 1)) as u64;
        match self {
            Self::Constant(value, width) => cut(i128::from(*value), *width),
            Self::Unknown(place, width) => cut(i128::from(unknowns[*place]), *width),
            Self::Node(word, width, arguments) => {
                let values: Vec<i128> =
                    arguments.iter().map(|tree| i128::from(tree.value(unknowns))).collect();
                let of = arguments[0].width();
                let signed = |place: usize| {
                    let width = arguments[place].width();
                    if values[place] >> (width - 1) & 1 == 1 {
                        values[place] - (1i128 << width)
                    } else {
                        values[place]
                    }
                };
                let truth = |holds: bool| i128::from(holds);
                let value = match *word {
                    "choose" if values[0] == 1 => values[1],
                    "choose" => values[2],
                    "equal" => truth(values[0] == values[1]),
                    "unsigned less" => truth(values[0] < values[1]),
                    "signed less" => truth(signed(0) < signed(1)),
                    "add" => values[0] + values[1],
                    "subtract" => values[0] - values[1],
                    "negate" => -values[0],
                    "multiply" => values[0].wrapping_mul(values[1]),
                    "unsigned divide" if values[1] == 0 => -1,
                    "unsigned divide" => values[0] / values[1],
                    "unsigned remainder" if values[1] == 0 => values[0],
                    "unsigned remainder" => values[0] % values[1],
                    "signed divide" if values[1] == 0 => {
                        if signed(0) < 0 {
                            1
                        } else {
                            -1
                        }
                    }
                    "signed divide" => signed(0) / signed(1),
                    "signed remainder" if values[1] == 0 => values[0],
                    "signed remainder" => signed(0) % signed(1),
                    "and" => values[0] & values[1],
                    "or" => values[0] | values[1],
                    "xor" => values[0] ^ values[1],
                    "not" => !values[0],
                    "shift left" if values[1] >= i128::from(of) => 0,
                    "shift left" => values[0] << values[1],
                    "shift right" if values[1] >= i128::from(of) => 0,
                    "shift right" => values[0] >> values[1],
                    "shift right signed" => signed(0) >> values[1].min(100),
                    "low" => values[0],
                    "high" => values[0] >> (of - width),
                    "concatenate" => values[0] << arguments[1].width() | values[1],
                    "extend zero" => values[0],
                    "extend sign" => signed(0),
                    other => unreachable!("{other} has no meaning here"),
                };
                cut(value, *width)
            }
        }
    }

    /// The same as a term.
    pub fn term(&self, terms: &mut Terms, unknowns: &[Term]) -> Term {
        match self {
            Self::Constant(value, width) => terms.constant(*value, Width::new(*width)),
            Self::Unknown(place, _) => unknowns[*place],
            Self::Node(word, width, arguments) => {
                let of = arguments[0].width();
                let made: Vec<Term> = arguments.iter().map(|tree| tree.term(terms, unknowns)).collect();
                let operator = match *word {
                    "subtract" => return terms.subtract(made[0], made[1]),
                    "negate" => return terms.negate(made[0]),
                    "choose" => Operator::Choose,
                    "equal" => Operator::Equal,
                    "unsigned less" => Operator::UnsignedLess,
                    "signed less" => Operator::SignedLess,
                    "add" => Operator::Add,
                    "multiply" => Operator::Multiply,
                    "unsigned divide" => Operator::UnsignedDivide,
                    "unsigned remainder" => Operator::UnsignedRemainder,
                    "signed divide" => Operator::SignedDivide,
                    "signed remainder" => Operator::SignedRemainder,
                    "and" => Operator::And,
                    "or" => Operator::Or,
                    "xor" => Operator::Xor,
                    "not" => Operator::Not,
                    "shift left" => Operator::ShiftLeft,
                    "shift right" => Operator::ShiftRight,
                    "shift right signed" => Operator::ShiftRightSigned,
                    "low" => Operator::Extract(0),
                    "high" => Operator::Extract((of - width) as u8),
                    "concatenate" => Operator::Concatenate,
                    "extend zero" => Operator::ExtendZero,
                    "extend sign" => Operator::ExtendSign,
                    other => unreachable!("{other} has no meaning here"),
                };
                terms.make(operator, Width::new(*width), &made)
            }
        }
    }
}

/// What a generator may use.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The widths of unknowns and of what is computed.
    pub widths: &'static [u32],
    /// The unknowns' widths, one each.
    pub unknowns: &'static [u32],
    /// Whether there is multiplication and division by what is not constant.
    pub hard: bool,
}

/// A random formula of a width.
pub fn random_tree(random: &mut Random, shape: Shape, width: u32, depth: u32) -> Tree {
    if depth == 0 || random.below(8) == 0 {
        return leaf(random, shape, width);
    }
    let deeper = depth - 1;
    let same = |random: &mut Random| random_tree(random, shape, width, deeper);
    if width == 1 {
        let of = random.of(shape.widths);
        return match random.below(10) {
            0..=5 => {
                let word = random.of(&["equal", "unsigned less", "signed less", "signed less"]);
                let sides =
                    vec![random_tree(random, shape, of, deeper), random_tree(random, shape, of, deeper)];
                Tree::Node(word, 1, sides)
            }
            6 => Tree::Node("not", 1, vec![same(random)]),
            7 => Tree::Node("choose", 1, vec![same(random), same(random), same(random)]),
            _ => Tree::Node(random.of(&["and", "or", "xor"]), 1, vec![same(random), same(random)]),
        };
    }
    match random.below(16) {
        0..=3 => Tree::Node(random.of(&["add", "add", "subtract"]), width, vec![same(random), same(random)]),
        4..=5 => Tree::Node(random.of(&["and", "or", "xor"]), width, vec![same(random), same(random)]),
        6 => Tree::Node(random.of(&["not", "negate"]), width, vec![same(random)]),
        7..=8 => {
            let word = random.of(&["shift left", "shift right", "shift right signed"]);
            let amount = if random.below(2) == 0 {
                Tree::Constant(random.below(u64::from(width) + 2), width)
            } else {
                same(random)
            };
            Tree::Node(word, width, vec![same(random), amount])
        }
        9..=10 => {
            let word = random.of(&[
                "multiply",
                "unsigned divide",
                "unsigned remainder",
                "signed divide",
                "signed remainder",
            ]);
            let other = if shape.hard { same(random) } else { constant(random, width) };
            Tree::Node(word, width, vec![same(random), other])
        }
        11..=13 => {
            let condition = random_tree(random, shape, 1, deeper);
            Tree::Node("choose", width, vec![condition, same(random), same(random)])
        }
        14 => {
            let narrow: Vec<u32> = shape.widths.iter().copied().filter(|other| *other < width).collect();
            if narrow.is_empty() {
                return same(random);
            }
            let width_inside = random.of(&narrow);
            let inner = random_tree(random, shape, width_inside, deeper);
            if random.below(3) == 0 && inner.width() < width {
                let rest = random_tree(random, shape, width - inner.width(), 0);
                return Tree::Node("concatenate", width, vec![rest, inner]);
            }
            Tree::Node(random.of(&["extend zero", "extend sign"]), width, vec![inner])
        }
        _ => {
            let wide: Vec<u32> = shape.widths.iter().copied().filter(|other| *other > width).collect();
            if wide.is_empty() {
                return same(random);
            }
            let width_inside = random.of(&wide);
            let inner = random_tree(random, shape, width_inside, deeper);
            Tree::Node(random.of(&["low", "high"]), width, vec![inner])
        }
    }
}

fn leaf(random: &mut Random, shape: Shape, width: u32) -> Tree {
    let fitting: Vec<usize> =
        (0..shape.unknowns.len()).filter(|place| shape.unknowns[*place] == width).collect();
    if fitting.is_empty() || random.below(3) == 0 {
        return constant(random, width);
    }
    Tree::Unknown(random.of(&fitting), width)
}

fn constant(random: &mut Random, width: u32) -> Tree {
    let mask = u64::MAX >> (64 - width);
    let value = match random.below(6) {
        0 => 0,
        1 => 1,
        2 => mask,
        3 => 1 << (width - 1),
        4 => random.below(16),
        _ => random.next(),
    };
    Tree::Constant(value & mask, width)
}
