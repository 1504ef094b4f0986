//! Terms as circuits: each term becomes a word of literals, lowest bit first.

use rustc_hash::FxHashMap;

use crate::gates::{Circuit, Literal};
use crate::model::Model;
use crate::term::{Operator, Term, Terms, Variable};

/// Dividend and divisor, or quotient and remainder.
type WordPair = (Vec<Literal>, Vec<Literal>);

/// The circuit of some terms, and where their bits are.
pub struct Blaster<'a> {
    terms: &'a Terms,
    circuit: Circuit,
    words: FxHashMap<Term, Vec<Literal>>,
    inputs: Vec<(Variable, Term)>,
    /// Quotients and remainders without sign: who needs one often needs the other.
    quotients: FxHashMap<WordPair, WordPair>,
}

impl<'a> Blaster<'a> {
    /// The circuit of some conditions and of all that they are made of.
    pub fn new(terms: &'a Terms, conditions: &[Term]) -> Self {
        let mut blaster = Self {
            terms,
            circuit: Circuit::new(),
            words: FxHashMap::default(),
            inputs: Vec::new(),
            quotients: FxHashMap::default(),
        };
        for part in terms.parts(conditions.iter().copied()) {
            let word = blaster.word_of(part);
            blaster.words.insert(part, word);
        }
        blaster
    }

    /// The clauses of the circuit, each ended by a zero.
    pub fn clauses(&self) -> &[i32] {
        self.circuit.clauses()
    }

    /// The literal of a condition.
    pub fn literal(&self, condition: Term) -> Literal {
        self.words[&condition][0]
    }

    /// The values of the unknowns, given those of the literals.
    pub fn model(&self, mut is_true: impl FnMut(Literal) -> bool) -> Model {
        let mut model = Model::default();
        for (variable, term) in &self.inputs {
            let bits = self.words[term].iter().enumerate();
            let value = bits.fold(0, |value, (place, bit)| value | u64::from(is_true(*bit)) << place);
            model.set(*variable, value);
        }
        model
    }

    fn word_of(&mut self, term: Term) -> Vec<Literal> {
        let node = self.terms.node(term);
        let bits = node.width.bits() as usize;
        let word = |place: usize| self.words[&node.arguments()[place]].clone();
        let circuit = &mut self.circuit;
        match node.operator {
            Operator::Constant(value) => {
                (0..bits).map(|place| Literal::of(value >> place & 1 == 1)).collect()
            }
            Operator::Unknown(variable) => {
                self.inputs.push((variable, term));
                (0..bits).map(|_| circuit.input()).collect()
            }
            Operator::Choose => {
                let condition = word(0)[0];
                let branches = word(1).into_iter().zip(word(2));
                branches.map(|(then, otherwise)| circuit.choose(condition, then, otherwise)).collect()
            }
            Operator::Equal => vec![circuit.equal(&word(0), &word(1))],
            Operator::UnsignedLess => vec![circuit.less(&word(0), &word(1))],
            Operator::SignedLess => {
                let (mut left, mut right) = (word(0), word(1));
                // With the signs the other way round the order is that without sign.
                for side in [&mut left, &mut right] {
                    if let Some(sign) = side.last_mut() {
                        *sign = !*sign;
                    }
                }
                vec![circuit.less(&left, &right)]
            }
            Operator::Add => circuit.sum(&word(0), &word(1), Literal::FALSE).0,
            Operator::Multiply => circuit.product(&word(0), &word(1)),
            Operator::UnsignedDivide => self.quotient(word(0), word(1)).0,
            Operator::UnsignedRemainder => self.quotient(word(0), word(1)).1,
            Operator::SignedDivide => self.signed_quotient(&word(0), &word(1)).0,
            Operator::SignedRemainder => self.signed_quotient(&word(0), &word(1)).1,
            Operator::And => word(0).into_iter().zip(word(1)).map(|(a, b)| circuit.and(a, b)).collect(),
            Operator::Or => word(0).into_iter().zip(word(1)).map(|(a, b)| circuit.or(a, b)).collect(),
            Operator::Xor => word(0).into_iter().zip(word(1)).map(|(a, b)| circuit.xor(a, b)).collect(),
            Operator::Not => word(0).into_iter().map(|bit| !bit).collect(),
            Operator::ShiftLeft => circuit.shifted(&word(0), &word(1), Literal::FALSE),
            Operator::ShiftRight | Operator::ShiftRightSigned => {
                let mut word_of = word(0);
                let filler = match node.operator {
                    Operator::ShiftRight => Literal::FALSE,
                    _ => word_of[bits - 1],
                };
                // To the right is to the left, seen from the other end.
                word_of.reverse();
                let mut shifted = circuit.shifted(&word_of, &word(1), filler);
                shifted.reverse();
                shifted
            }
            Operator::Extract(from) => {
                let from = usize::from(from);
                word(0)[from..from + bits].to_vec()
            }
            Operator::Concatenate => {
                let mut joined = word(1);
                joined.extend(word(0));
                joined
            }
            Operator::ExtendZero | Operator::ExtendSign => {
                let mut extended = word(0);
                let filler = match node.operator {
                    Operator::ExtendZero => Literal::FALSE,
                    _ => extended[extended.len() - 1],
                };
                extended.resize(bits, filler);
                extended
            }
        }
    }

    fn quotient(&mut self, left: Vec<Literal>, right: Vec<Literal>) -> (Vec<Literal>, Vec<Literal>) {
        let key = (left, right);
        if let Some(known) = self.quotients.get(&key) {
            return known.clone();
        }
        let result = self.circuit.quotient(&key.0, &key.1);
        self.quotients.insert(key, result.clone());
        result
    }

    /// Of the absolute values, with the signs set afterwards: the quotient's if they differ, the remainder's by the dividend.
    fn signed_quotient(&mut self, left: &[Literal], right: &[Literal]) -> (Vec<Literal>, Vec<Literal>) {
        let (left_sign, right_sign) = (left[left.len() - 1], right[right.len() - 1]);
        let dividend = self.circuit.negate_if(left_sign, left);
        let divisor = self.circuit.negate_if(right_sign, right);
        let (quotient, remainder) = self.quotient(dividend, divisor);
        let differ = self.circuit.xor(left_sign, right_sign);
        (self.circuit.negate_if(differ, &quotient), self.circuit.negate_if(left_sign, &remainder))
    }
}
