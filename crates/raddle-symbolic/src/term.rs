//! Terms over bit vectors of 1 to 64 bits. A term is made once: the same operator on the same arguments is the same [`Term`].
//!
//! Terms are numbers into a table that only grows, so they are small, copied freely and compared at once; the arguments of a
//! term have smaller numbers than the term itself, so that an ascending walk meets arguments first and nothing here recurses,
//! however deep a term is. The table belongs to one thread of a search, and says when it has become too large
//! ([`Terms::is_full`]): whoever searches must then stop, and say so.
//!
//! Deliberately absent: arrays and floating point. A read at an unknown index is a chain of [`Operator::Choose`].

use rustc_hash::FxHashMap;

/// A term: its number in the table that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    /// What stands where an operator has no argument.
    pub(crate) const NONE: Self = Self(0);

    /// The place of the term in an array that has one for each term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    /// The place of the unknown among all of its table, in the order in which they were made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How many bits a term has: 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Width(u8);

impl Width {
    /// A boolean.
    pub const BOOLEAN: Self = Self(1);
    /// A byte.
    pub const BYTE: Self = Self(8);
    /// A short or a character.
    pub const SHORT: Self = Self(16);
    /// An int.
    pub const INT: Self = Self(32);
    /// A long.
    pub const LONG: Self = Self(64);

    /// A width of so many bits.
    ///
    /// # Panics
    /// If there are none, or more than 64.
    pub fn new(bits: u32) -> Self {
        assert!((1..=64).contains(&bits), "a term has 1 to 64 bits, not {bits}");
        Self(bits as u8)
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        u32::from(self.0)
    }

    /// A word with all bits of this width set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// A word with the sign bit of this width set.
    pub fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }
}

/// What a term does with its arguments. What each one means is told by [`crate::semantics::apply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// A value that is known.
    Constant(u64),
    /// A value that is not.
    Unknown(Variable),
    /// The second argument where the first one, a boolean, is true; else the third.
    Choose,
    /// Whether both are the same.
    Equal,
    /// Whether the first is less, as numbers without sign.
    UnsignedLess,
    /// Whether the first is less, as numbers in two's complement.
    SignedLess,
    /// The sum, wrapped around.
    Add,
    /// The product, wrapped around.
    Multiply,
    /// The quotient of numbers without sign; all bits where the divisor is zero.
    UnsignedDivide,
    /// The remainder of numbers without sign; the dividend where the divisor is zero.
    UnsignedRemainder,
    /// The quotient, rounded towards zero; 1 or -1 against the sign of the dividend where the divisor is zero.
    SignedDivide,
    /// The remainder, with the dividend's sign; the dividend where the divisor is zero.
    SignedRemainder,
    /// Bits that are set in both.
    And,
    /// Bits that are set in one at least.
    Or,
    /// Bits that are set in one of the two.
    Xor,
    /// All bits the other way round.
    Not,
    /// To the left by the second argument, zeros coming in; zero where that is the width or more.
    ShiftLeft,
    /// To the right, zeros coming in; zero where the amount is the width or more.
    ShiftRight,
    /// To the right, copies of the sign coming in; nothing but the sign where the amount is the width or more.
    ShiftRightSigned,
    /// As many bits as the term has, from this one of the argument on.
    Extract(u8),
    /// The first argument's bits above the second's.
    Concatenate,
    /// Zeros above the argument.
    ExtendZero,
    /// Copies of the sign above the argument.
    ExtendSign,
}

impl Operator {
    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        match self {
            Self::Constant(_) | Self::Unknown(_) => 0,
            Self::Not | Self::Extract(_) | Self::ExtendZero | Self::ExtendSign => 1,
            Self::Choose => 3,
            _ => 2,
        }
    }

    /// Whether the order of the two arguments makes no difference.
    pub fn commutes(self) -> bool {
        matches!(self, Self::Equal | Self::Add | Self::Multiply | Self::And | Self::Or | Self::Xor)
    }
}

/// What a term is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What it does.
    pub operator: Operator,
    /// How many bits it has.
    pub width: Width,
    arguments: [Term; 3],
}

impl Node {
    /// The arguments.
    pub fn arguments(&self) -> &[Term] {
        &self.arguments[..self.operator.arity()]
    }
}

/// A table of terms and unknowns.
#[derive(Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    known: FxHashMap<Node, Term>,
    unknowns: Vec<Term>,
    limit: usize,
}

impl Default for Terms {
    fn default() -> Self {
        Self::with_limit(16_000_000)
    }
}

impl Terms {
    /// A table that calls itself full at so many terms. A term takes about 64 bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self { nodes: Vec::new(), known: FxHashMap::default(), unknowns: Vec::new(), limit }
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there are more terms than the table was meant for. Terms are made all the same.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= self.limit
    }

    /// What a term is made of.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// How many bits a term has.
    pub fn width(&self, term: Term) -> Width {
        self.node(term).width
    }

    /// The value of a term that is a constant.
    pub fn constant_of(&self, term: Term) -> Option<u64> {
        match self.node(term).operator {
            Operator::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A new unknown.
    pub fn unknown(&mut self, width: Width) -> Term {
        let variable = Variable(self.unknowns.len() as u32);
        let term = self.intern(Operator::Unknown(variable), width, &[]);
        self.unknowns.push(term);
        term
    }

    /// The term of an unknown.
    pub fn term_of(&self, variable: Variable) -> Term {
        self.unknowns[variable.index()]
    }

    /// All unknowns in the order in which they were made, as terms.
    pub fn unknowns(&self) -> &[Term] {
        &self.unknowns
    }

    /// The term of an operator and its arguments, as they are: [`crate::make`] simplifies first.
    pub(crate) fn intern(&mut self, operator: Operator, width: Width, arguments: &[Term]) -> Term {
        debug_assert_eq!(arguments.len(), operator.arity());
        let mut places = [Term::NONE; 3];
        places[..arguments.len()].copy_from_slice(arguments);
        let node = Node { operator, width, arguments: places };
        *self.known.entry(node).or_insert_with(|| {
            let term = Term(u32::try_from(self.nodes.len()).expect("terms are counted by 32 bits"));
            self.nodes.push(node);
            term
        })
    }

    /// All terms that some terms are made of, themselves among them, arguments before what is made of them.
    pub fn parts(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Term> = roots.into_iter().filter(|root| seen.insert(*root)).collect();
        let mut parts = Vec::new();
        while let Some(term) = open.pop() {
            parts.push(term);
            open.extend(self.node(term).arguments().iter().filter(|argument| seen.insert(**argument)));
        }
        parts.sort_unstable();
        parts
    }

    /// The unknowns that occur in some terms, each once, in order.
    pub fn unknowns_in(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Variable> {
        let mut variables: Vec<Variable> = (self.parts(roots).into_iter())
            .filter_map(|term| match self.node(term).operator {
                Operator::Unknown(variable) => Some(variable),
                _ => None,
            })
            .collect();
        variables.sort_unstable();
        variables
    }
}
