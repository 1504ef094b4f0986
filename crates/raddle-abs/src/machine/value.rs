//! Values: numbers of any size, strings, data, references to objects and futures.
//!
//! Sixteen bytes each, cheap to clone. Whole numbers are machine words until they overflow; a rational with
//! denominator one is always a whole number, so that equal numbers are equal values. Nothing here recurses
//! over a value: lists may be as long as memory allows.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use smallvec::SmallVec;

use crate::types::resolved::ConstructorId;

/// A task of one run, in the order of creation there; its future has the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u32);

/// A location of one run, in the order of creation there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocationId(pub u32);

/// An object: its location, and which of the location's objects it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectId {
    /// Where it lives.
    pub location: LocationId,
    /// Which one there.
    pub index: u32,
}

impl TaskId {
    /// The id as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl LocationId {
    /// The id as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of the language.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number that fits a machine word.
    Int(i64),
    /// One that does not.
    Big(Rc<BigInt>),
    /// A rational that is not whole.
    Rational(Rc<BigRational>),
    /// A floating point number.
    Float(f64),
    /// A string.
    Text(Rc<Box<str>>),
    /// A constructor without arguments.
    Atom(ConstructorId),
    /// A constructor with arguments.
    Data(Rc<Data>),
    /// `null`
    Null,
    /// An object.
    Object(ObjectId),
    /// A future.
    Future(TaskId),
}

/// A constructor with its arguments.
#[derive(Clone, Debug)]
pub struct Data {
    /// The constructor.
    pub constructor: ConstructorId,
    /// Its arguments; at least one.
    pub arguments: SmallVec<[Value; 2]>,
}

impl Drop for Data {
    /// A long list is dropped in a loop: the default would recurse over it.
    fn drop(&mut self) {
        if !self.arguments.iter().any(|argument| matches!(argument, Value::Data(_))) {
            return;
        }
        let mut work: Vec<Value> = self.arguments.drain(..).collect();
        while let Some(value) = work.pop() {
            if let Value::Data(data) = value
                && let Ok(mut data) = Rc::try_unwrap(data)
            {
                work.extend(data.arguments.drain(..));
            }
        }
    }
}

impl Value {
    /// A constructor with its arguments, of which there is at least one.
    #[must_use]
    pub fn data(constructor: ConstructorId, arguments: Vec<Value>) -> Self {
        Value::Data(Rc::new(Data { constructor, arguments: arguments.into() }))
    }

    /// A string.
    #[must_use]
    pub fn text(text: impl Into<Box<str>>) -> Self {
        Self::Text(Rc::new(text.into()))
    }

    /// A whole number of any size, in its one form.
    #[must_use]
    pub fn integer(number: BigInt) -> Self {
        match number.to_i64() {
            Some(small) => Self::Int(small),
            None => Self::Big(Rc::new(number)),
        }
    }

    /// A rational number, in its one form.
    #[must_use]
    pub fn rational(number: BigRational) -> Self {
        if number.denom().is_one() {
            Self::integer(number.numer().clone())
        } else {
            Self::Rational(Rc::new(number))
        }
    }

    /// The number, unless it is a float or no number.
    #[must_use]
    pub fn as_rational(&self) -> Option<BigRational> {
        match self {
            Self::Int(small) => Some(BigRational::from_integer(BigInt::from(*small))),
            Self::Big(big) => Some(BigRational::from_integer((**big).clone())),
            Self::Rational(rational) => Some((**rational).clone()),
            _ => None,
        }
    }

    /// The whole number, if it is one.
    #[must_use]
    pub fn as_integer(&self) -> Option<BigInt> {
        match self {
            Self::Int(small) => Some(BigInt::from(*small)),
            Self::Big(big) => Some((**big).clone()),
            _ => None,
        }
    }

    /// The number as a float.
    #[must_use]
    pub fn as_float(&self) -> f64 {
        match self {
            Self::Int(small) => *small as f64,
            Self::Float(float) => *float,
            other => other.as_rational().and_then(|rational| rational.to_f64()).unwrap_or(f64::NAN),
        }
    }

    /// Is it the number zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Int(small) => *small == 0,
            Self::Float(float) => *float == 0.0,
            Self::Rational(rational) => rational.is_zero(),
            _ => false,
        }
    }
}

/// What comparing values needs to know: the order of constructors' names, and of references.
pub trait Order {
    /// The rank of a constructor's name.
    fn rank(&self, constructor: ConstructorId) -> u32;
    /// A number that means the same object in every run.
    fn object_key(&self, object: ObjectId) -> u64;
    /// A number that means the same future in every run.
    fn future_key(&self, task: TaskId) -> u64;
}

fn class(value: &Value) -> u8 {
    match value {
        Value::Int(_) | Value::Big(_) | Value::Rational(_) | Value::Float(_) => 0,
        Value::Text(_) => 1,
        Value::Atom(_) | Value::Data(_) => 2,
        Value::Null => 3,
        Value::Object(_) => 4,
        Value::Future(_) => 5,
    }
}

fn compare_numbers(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => x.cmp(y),
        (Value::Float(_), _) | (_, Value::Float(_)) => a.as_float().total_cmp(&b.as_float()),
        _ => match (a.as_rational(), b.as_rational()) {
            (Some(x), Some(y)) => x.cmp(&y),
            _ => Ordering::Equal,
        },
    }
}

/// The order of ABS: numbers as usual, strings by characters, data by constructor name and then arguments.
pub fn compare(order: &impl Order, a: &Value, b: &Value) -> Ordering {
    let mut work: Vec<(&Value, &Value)> = Vec::new();
    let mut pair = (a, b);
    loop {
        let (a, b) = pair;
        let result = match (a, b) {
            (Value::Text(x), Value::Text(y)) => x.cmp(y),
            (Value::Object(x), Value::Object(y)) => order.object_key(*x).cmp(&order.object_key(*y)),
            (Value::Future(x), Value::Future(y)) => order.future_key(*x).cmp(&order.future_key(*y)),
            (Value::Atom(x), Value::Atom(y)) => order.rank(*x).cmp(&order.rank(*y)),
            (Value::Atom(x), Value::Data(y)) => order.rank(*x).cmp(&order.rank(y.constructor)),
            (Value::Data(x), Value::Atom(y)) => order.rank(x.constructor).cmp(&order.rank(*y)),
            (Value::Data(x), Value::Data(y)) => {
                if x.constructor == y.constructor && !Rc::ptr_eq(x, y) {
                    work.extend(x.arguments.iter().zip(&y.arguments).rev());
                }
                order.rank(x.constructor).cmp(&order.rank(y.constructor))
            }
            _ if class(a) == 0 && class(b) == 0 => compare_numbers(a, b),
            _ => class(a).cmp(&class(b)),
        };
        if result != Ordering::Equal {
            return result;
        }
        match work.pop() {
            Some(next) => pair = next,
            None => return Ordering::Equal,
        }
    }
}

/// Equality; needs no order.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    // The common cases first, without a worklist.
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => return x == y,
        (Value::Atom(x), Value::Atom(y)) => return x == y,
        (Value::Null, Value::Null) => return true,
        (Value::Object(x), Value::Object(y)) => return x == y,
        (Value::Future(x), Value::Future(y)) => return x == y,
        (Value::Text(x), Value::Text(y)) => return x == y,
        _ => {}
    }
    let mut work: Vec<(&Value, &Value)> = vec![(a, b)];
    while let Some((a, b)) = work.pop() {
        let same = match (a, b) {
            (Value::Text(x), Value::Text(y)) => x == y,
            (Value::Object(x), Value::Object(y)) => x == y,
            (Value::Future(x), Value::Future(y)) => x == y,
            (Value::Atom(x), Value::Atom(y)) => x == y,
            (Value::Null, Value::Null) => true,
            (Value::Data(x), Value::Data(y)) => {
                if !Rc::ptr_eq(x, y) {
                    work.extend(x.arguments.iter().zip(&y.arguments));
                }
                x.constructor == y.constructor
            }
            _ => class(a) == 0 && class(b) == 0 && compare_numbers(a, b) == Ordering::Equal,
        };
        if !same {
            return false;
        }
    }
    true
}
