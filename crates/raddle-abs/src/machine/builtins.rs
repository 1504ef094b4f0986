//! Arithmetic, strings, and how values are shown.

use num_bigint::BigInt;

use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive, Zero};

use super::evaluate::{Fixed, pop};
use super::state::State;
use super::value::Value;
use crate::types::resolved::{BinaryOperator, Builtin, ConstructorId};

/// Minus.
pub fn negate(value: &Value) -> Value {
    match value {
        Value::Int(small) => {
            small.checked_neg().map_or_else(|| Value::integer(-BigInt::from(*small)), Value::Int)
        }
        Value::Float(float) => Value::Float(-float),
        other => other.as_rational().map_or(Value::Null, |rational| Value::rational(-rational)),
    }
}

/// `+ - * / %`; none if it would divide by zero.
pub fn arithmetic(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    use BinaryOperator as Op;
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        let small = match operator {
            Op::Add => a.checked_add(*b),
            Op::Subtract => a.checked_sub(*b),
            Op::Multiply => a.checked_mul(*b),
            Op::Modulo if *b == 0 => return None,
            // The sign is that of the dividend, as in the reference implementation.
            Op::Modulo => a.checked_rem(*b),
            Op::Divide if *b != 0 && *b != -1 && a % b == 0 => Some(a / b),
            _ => None,
        };
        if let Some(small) = small {
            return Some(Value::Int(small));
        }
    }
    if let (Value::Text(a), Value::Text(b)) = (left, right) {
        return Some(Value::text(format!("{a}{b}")));
    }
    if matches!(operator, Op::Divide | Op::Modulo) && right.is_zero() {
        return None;
    }
    if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
        let (a, b) = (left.as_float(), right.as_float());
        return Some(Value::Float(match operator {
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::Multiply => a * b,
            Op::Divide => a / b,
            _ => a % b,
        }));
    }
    let (a, b) = (left.as_rational()?, right.as_rational()?);
    Some(Value::rational(match operator {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        _ => {
            let quotient = (&a / &b).trunc();
            a - b * quotient
        }
    }))
}

fn rational_of(value: &Value) -> BigRational {
    match value {
        Value::Float(float) => BigRational::from_float(*float).unwrap_or_else(BigRational::zero),
        other => other.as_rational().unwrap_or_else(BigRational::zero),
    }
}

fn whole(float: f64) -> Value {
    BigInt::from_f64(float).map_or(Value::Int(0), Value::integer)
}

/// Computes what needs nothing but its arguments, which lie on the stack.
pub fn apply(fixed: &Fixed, state: &State, builtin: Builtin, stack: &mut Vec<Value>) {
    let value = match builtin {
        Builtin::Substring => {
            let length = pop(stack);
            let start = pop(stack);
            let text = pop(stack);
            let count = |value: &Value| value.as_integer().and_then(|n| n.to_usize()).unwrap_or(0);
            match text {
                Value::Text(text) => {
                    let part: String = text.chars().skip(count(&start)).take(count(&length)).collect();
                    Value::text(part)
                }
                other => other,
            }
        }
        _ => {
            let argument = pop(stack);
            match builtin {
                Builtin::ToString => Value::text(show(fixed, state, &argument)),
                Builtin::StringLength => match &argument {
                    Value::Text(text) => Value::Int(text.chars().count() as i64),
                    _ => Value::Int(0),
                },
                Builtin::Truncate => Value::integer(rational_of(&argument).trunc().to_integer()),
                Builtin::Numerator => Value::integer(rational_of(&argument).numer().clone()),
                Builtin::Denominator => Value::integer(rational_of(&argument).denom().clone()),
                Builtin::ToFloat => Value::Float(argument.as_float()),
                Builtin::ToRational => Value::rational(rational_of(&argument)),
                Builtin::Floor => whole(argument.as_float().floor()),
                Builtin::Ceiling => whole(argument.as_float().ceil()),
                Builtin::SquareRoot => Value::Float(argument.as_float().sqrt()),
                Builtin::Logarithm => Value::Float(argument.as_float().ln()),
                Builtin::Exponential => Value::Float(argument.as_float().exp()),
                _ => argument,
            }
        }
    };
    stack.push(value);
}

/// One piece of a value that is still to be shown.
enum Piece<'v> {
    Value(&'v Value, bool),
    /// The elements of a list, set or map from here on; the flag is set behind the first.
    Elements(&'v Value, bool),
    Text(&'static str),
}

/// What the elements of a list, set or map are put in, by its constructors.
fn collection(fixed: &Fixed, constructor: ConstructorId) -> Option<&'static str> {
    let data_type = fixed.program.constructors[constructor.index()].data_type;
    let list = fixed.program.constructors[fixed.program.known.nil.index()].data_type;
    if data_type == list {
        return Some("list[");
    }
    // Only the library's own sets and maps have these names and two constructors.
    let in_library = fixed.program.constructors[constructor.index()].span.source.0 == 0;
    match &*fixed.program.constructors[constructor.index()].name {
        "EmptySet" | "Insert" if in_library => Some("set["),
        "EmptyMap" | "InsertAssoc" if in_library => Some("map["),
        _ => None,
    }
}

/// The value as `toString` gives it: strings as they are at the top, in quotes inside of data; lists, sets and maps
/// as they are written.
pub fn show(fixed: &Fixed, state: &State, value: &Value) -> String {
    let mut shown = String::new();
    let mut work = vec![Piece::Value(value, false)];
    while let Some(piece) = work.pop() {
        let (value, inside) = match piece {
            Piece::Text(text) => {
                shown.push_str(text);
                continue;
            }
            Piece::Elements(rest, behind) => {
                match rest {
                    Value::Data(data) if data.arguments.len() == 2 => {
                        if behind {
                            shown.push(',');
                        }
                        work.push(Piece::Elements(&data.arguments[1], true));
                        work.push(Piece::Value(&data.arguments[0], true));
                    }
                    _ => shown.push(']'),
                }
                continue;
            }
            Piece::Value(value, inside) => (value, inside),
        };
        match value {
            Value::Int(number) => shown.push_str(&number.to_string()),
            Value::Big(number) => shown.push_str(&number.to_string()),
            Value::Rational(number) => shown.push_str(&format!("{}/{}", number.numer(), number.denom())),
            Value::Float(number) => shown.push_str(&format!("{number:?}")),
            Value::Text(text) if inside => shown.push_str(&format!("{text:?}")),
            Value::Text(text) => shown.push_str(text),
            Value::Null => shown.push_str("null"),
            Value::Object(object) => shown.push_str(&object_name(fixed, state, *object)),
            Value::Future(task) => {
                shown.push_str("future of ");
                shown.push_str(&task_name(fixed, state, *task));
            }
            Value::Atom(constructor) => match collection(fixed, *constructor) {
                Some(opening) => {
                    shown.push_str(opening);
                    shown.push(']');
                }
                None => shown.push_str(&fixed.program.constructors[constructor.index()].name),
            },
            Value::Data(data) => match collection(fixed, data.constructor) {
                Some(opening) => {
                    shown.push_str(opening);
                    work.push(Piece::Elements(value, false));
                }
                None => {
                    shown.push_str(&fixed.program.constructors[data.constructor.index()].name);
                    shown.push('(');
                    work.push(Piece::Text(")"));
                    for (at, argument) in data.arguments.iter().enumerate().rev() {
                        work.push(Piece::Value(argument, true));
                        if at > 0 {
                            work.push(Piece::Text(","));
                        }
                    }
                }
            },
        }
    }
    shown
}

/// A task's name for people: its object and method, and its path.
pub fn task_name(fixed: &Fixed, state: &State, task: super::value::TaskId) -> String {
    let info = &state.task(task).info;
    let method = &fixed.program.methods[info.method.index()].name;
    match info.object {
        Some(object) => format!("{}.{method}", object_name(fixed, state, object)),
        None => method.to_string(),
    }
}

/// An object's name for people: the variable it was first stored in or else its class, and who made it as the
/// how-many-eth.
pub fn object_name(fixed: &Fixed, state: &State, object: super::value::ObjectId) -> String {
    let info = &state.object(object).info;
    let site = &fixed.program.creation_sites[info.site.index()];
    let class = &fixed.program.classes[info.class.index()].name;
    let (creator, ordinal) = &info.creator;
    format!("{}@{}/{ordinal}", site.variable.as_ref().unwrap_or(class), path_text(&creator.path))
}

/// A location's name for people: that of the object it was made with.
pub fn location_name(fixed: &Fixed, state: &State, location: super::value::LocationId) -> String {
    if state.locations[location.index()].info.creator.is_none() {
        return "main".to_owned();
    }
    object_name(fixed, state, super::value::ObjectId { location, index: 0 })
}

/// A task's path for people: `main`, `main.2`, `main.2.0`.
pub fn path_text(path: &[u32]) -> String {
    let mut text = "main".to_owned();
    for part in &path[1..] {
        text.push_str(&format!(".{part}"));
    }
    text
}
