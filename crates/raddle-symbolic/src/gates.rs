//! Circuits of gates, and the clauses that they come to: what lies between words and a SAT solver.
//!
//! A literal is a number as in the DIMACS format; a gate whose inputs make its output known costs nothing, and the same gate
//! is made once. Clauses are those of Tseitin in both directions, so that a literal means its gate under any assumption.

use rustc_hash::FxHashMap;

/// A wire: a variable of the SAT solver, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(i32);

impl Literal {
    /// Always true. Its variable is the first one of every circuit.
    pub const TRUE: Self = Self(1);
    /// Always false.
    pub const FALSE: Self = Self(-1);

    /// The number that a SAT solver knows it by.
    pub fn number(self) -> i32 {
        self.0
    }

    /// The literal of a known bit.
    pub fn of(bit: bool) -> Self {
        if bit { Self::TRUE } else { Self::FALSE }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Literal, Literal),
    Xor(Literal, Literal),
    Choose(Literal, Literal, Literal),
}

/// A circuit: its clauses, each ended by a zero, and the gates that it has.
pub struct Circuit {
    clauses: Vec<i32>,
    variables: i32,
    gates: FxHashMap<Gate, Literal>,
}

impl Circuit {
    /// A circuit without gates.
    pub fn new() -> Self {
        Self { clauses: vec![1, 0], variables: 1, gates: FxHashMap::default() }
    }

    /// The clauses, each ended by a zero.
    pub fn clauses(&self) -> &[i32] {
        &self.clauses
    }

    /// An input.
    pub fn input(&mut self) -> Literal {
        self.variables += 1;
        Literal(self.variables)
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.clauses.extend(literals.iter().map(|literal| literal.0));
        self.clauses.push(0);
    }

    /// Whether both are true.
    pub fn and(&mut self, left: Literal, right: Literal) -> Literal {
        match (left, right) {
            (Literal::FALSE, _) | (_, Literal::FALSE) => return Literal::FALSE,
            (Literal::TRUE, other) | (other, Literal::TRUE) => return other,
            _ if left == right => return left,
            _ if left == !right => return Literal::FALSE,
            _ => {}
        }
        let gate = Gate::And(left.min(right), left.max(right));
        self.gate(gate, |circuit, output| {
            circuit.clause(&[!output, left]);
            circuit.clause(&[!output, right]);
            circuit.clause(&[output, !left, !right]);
        })
    }

    /// Whether one is true.
    pub fn or(&mut self, left: Literal, right: Literal) -> Literal {
        !self.and(!left, !right)
    }

    /// Whether they differ.
    pub fn xor(&mut self, left: Literal, right: Literal) -> Literal {
        match (left, right) {
            (Literal::FALSE, other) | (other, Literal::FALSE) => return other,
            (Literal::TRUE, other) | (other, Literal::TRUE) => return !other,
            _ if left == right => return Literal::FALSE,
            _ if left == !right => return Literal::TRUE,
            _ => {}
        }
        // Of the four gates with these inputs one is made, and the others are it or its opposite.
        let positive = |literal: Literal| Literal(literal.0.abs());
        let is_opposite = (left.0 < 0) != (right.0 < 0);
        let (left, right) = (positive(left).min(positive(right)), positive(left).max(positive(right)));
        let output = self.gate(Gate::Xor(left, right), |circuit, output| {
            circuit.clause(&[!output, left, right]);
            circuit.clause(&[!output, !left, !right]);
            circuit.clause(&[output, !left, right]);
            circuit.clause(&[output, left, !right]);
        });
        if is_opposite { !output } else { output }
    }

    /// One of two, by a condition.
    pub fn choose(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        match (condition, then, otherwise) {
            (Literal::TRUE, _, _) => return then,
            (Literal::FALSE, _, _) => return otherwise,
            _ if then == otherwise => return then,
            (_, Literal::TRUE, _) => return self.or(condition, otherwise),
            (_, Literal::FALSE, _) => return self.and(!condition, otherwise),
            (_, _, Literal::TRUE) => return self.or(!condition, then),
            (_, _, Literal::FALSE) => return self.and(condition, then),
            _ if then == !otherwise => return self.xor(condition, otherwise),
            _ => {}
        }
        if condition.0 < 0 {
            return self.choose(!condition, otherwise, then);
        }
        self.gate(Gate::Choose(condition, then, otherwise), |circuit, output| {
            circuit.clause(&[!condition, !then, output]);
            circuit.clause(&[!condition, then, !output]);
            circuit.clause(&[condition, !otherwise, output]);
            circuit.clause(&[condition, otherwise, !output]);
            // These follow from the others, and let a solver go on before it knows the condition.
            circuit.clause(&[!then, !otherwise, output]);
            circuit.clause(&[then, otherwise, !output]);
        })
    }

    /// Whether two at least of three are true: what a full adder carries.
    fn majority(&mut self, first: Literal, second: Literal, third: Literal) -> Literal {
        let differ = self.xor(first, second);
        self.choose(differ, third, first)
    }

    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut Self, Literal)) -> Literal {
        if let Some(output) = self.gates.get(&gate) {
            return *output;
        }
        let output = self.input();
        self.gates.insert(gate, output);
        clauses(self, output);
        output
    }

    /// The sum of two words of the same width and a carry; the carry that comes out is the second.
    pub fn sum(&mut self, left: &[Literal], right: &[Literal], carry: Literal) -> (Vec<Literal>, Literal) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(left.len());
        for (&left, &right) in left.iter().zip(right) {
            let differ = self.xor(left, right);
            sum.push(self.xor(differ, carry));
            carry = self.majority(left, right, carry);
        }
        (sum, carry)
    }

    /// The negative of a word, if a condition holds; else the word.
    pub fn negate_if(&mut self, condition: Literal, word: &[Literal]) -> Vec<Literal> {
        let flipped: Vec<Literal> = word.iter().map(|bit| self.xor(*bit, condition)).collect();
        let zeros = vec![Literal::FALSE; word.len()];
        self.sum(&flipped, &zeros, condition).0
    }

    /// Whether one word is less than another, without sign: whether their difference borrows.
    pub fn less(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let mut less = Literal::FALSE;
        for (&left, &right) in left.iter().zip(right) {
            let differ = self.xor(left, right);
            less = self.choose(differ, right, less);
        }
        less
    }

    /// Whether two words are the same.
    pub fn equal(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let mut equal = Literal::TRUE;
        for (&left, &right) in left.iter().zip(right) {
            let differ = self.xor(left, right);
            equal = self.and(equal, !differ);
        }
        equal
    }

    /// The lower half of a product: what each bit of one word adds of the other.
    pub fn product(&mut self, left: &[Literal], right: &[Literal]) -> Vec<Literal> {
        // The word with more known bits decides what is added.
        let known = |word: &[Literal]| {
            word.iter().filter(|bit| **bit == Literal::TRUE || **bit == Literal::FALSE).count()
        };
        let (left, right) = if known(left) > known(right) { (right, left) } else { (left, right) };
        let width = left.len();
        let mut product = vec![Literal::FALSE; width];
        for (shift, &bit) in right.iter().enumerate() {
            if bit == Literal::FALSE {
                continue;
            }
            let row: Vec<Literal> = left[..width - shift].iter().map(|other| self.and(*other, bit)).collect();
            let (sum, _) = self.sum(&product[shift..], &row, Literal::FALSE);
            product[shift..].copy_from_slice(&sum);
        }
        product
    }

    /// Quotient and remainder without sign, as on paper: a bit of the dividend at a time. A divisor of zero gives all bits,
    /// and the dividend.
    pub fn quotient(&mut self, left: &[Literal], right: &[Literal]) -> (Vec<Literal>, Vec<Literal>) {
        let width = left.len();
        let mut quotient = vec![Literal::FALSE; width];
        // One bit more than the divisor, for what is shifted out.
        let mut rest = vec![Literal::FALSE; width + 1];
        let mut divisor = right.to_vec();
        divisor.push(Literal::FALSE);
        let inverted: Vec<Literal> = divisor.iter().map(|bit| !*bit).collect();
        for place in (0..width).rev() {
            rest.rotate_right(1);
            rest[0] = left[place];
            let (difference, fits) = self.sum(&rest, &inverted, Literal::TRUE);
            quotient[place] = fits;
            for (bit, difference) in rest.iter_mut().zip(difference) {
                *bit = self.choose(fits, difference, *bit);
            }
        }
        rest.truncate(width);
        (quotient, rest)
    }

    /// A word shifted by another: by each bit of the amount in turn. `filler` comes in, and fills all where the amount is
    /// the width or more. Bits go from lower to higher places.
    pub fn shifted(&mut self, word: &[Literal], amount: &[Literal], filler: Literal) -> Vec<Literal> {
        let width = word.len();
        let mut shifted = word.to_vec();
        let mut is_all = Literal::FALSE;
        for (place, &bit) in amount.iter().enumerate() {
            let distance = 1usize.checked_shl(place as u32).filter(|distance| *distance < width);
            let Some(distance) = distance else {
                is_all = self.or(is_all, bit);
                continue;
            };
            let before = shifted.clone();
            for (index, place) in shifted.iter_mut().enumerate() {
                let from = index.checked_sub(distance).map_or(filler, |index| before[index]);
                *place = self.choose(bit, from, *place);
            }
        }
        shifted.into_iter().map(|bit| self.choose(is_all, filler, bit)).collect()
    }
}
