//! Conditions that somebody who is there makes true for good, so that nobody is stuck at them.
//!
//! **Source.** Ours; the liveness half of what [`super::constraints`] asks of a constraint on a condition.
//!
//! **Names.** A condition is *assured* at an object if it looks at one field of the object only, and
//! - every task that is there and can itself assign that field of that object runs straight to its end, without waiting,
//!   calling or failing, and leaves a value there for which the condition holds;
//! - no task that is still called can assign the field, of any object that looks like this one;
//! - there is such a task, or the condition holds now;
//! - no task ever blocks at a location that looks like the object's.
//!
//! **Lemma C1.** From a state in which a condition is assured at an object, no run ends with a task that awaits it there.
//! For at the end of a run nobody keeps a location but who blocks, so the object's location is free, and whoever was there
//! and could go has gone: all that assign the field, and each has left it so that the condition holds. Nobody else has
//! assigned it, so it holds, and who awaits it goes on. Test: `a_condition_is_assured`.
//!
//! **Guarantee.** Sound where tasks neither die nor wait for time or chance.

use super::reach::Reach;
use crate::deadlock::analysis::abstraction::{AbstractObject, Facts};
use crate::deadlock::analysis::values::{Known, constant};
use crate::machine::code::{Code, CodeId, Instruction};
use crate::machine::evaluate::Fixed;
use crate::machine::state::{Activity, State, Wait};
use crate::machine::value::{ObjectId, Value};
use crate::source::Span;
use crate::types::resolved::{BinaryOperator, MethodId};

/// As much of a value as conditions on one field ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Constant(Known),
    /// An object, a future or data: anything but null.
    Something,
}

fn see(value: &Value) -> Seen {
    constant(value).map_or(Seen::Something, Seen::Constant)
}

/// A condition on one field, and that field.
#[derive(Clone, Copy)]
pub struct OneField {
    condition: CodeId,
    field: u32,
    /// Whose field.
    of: Option<AbstractObject>,
}

impl OneField {
    /// The condition that is awaited at this place and nothing else, if it looks at one field only.
    #[must_use]
    pub fn awaited_at(fixed: &Fixed, point: Span, of: Option<AbstractObject>) -> Option<Self> {
        let mut guards = fixed.code.guards.iter().filter(|guard| guard.span == point);
        let guard = guards.next().filter(|guard| guard.futures == 0 && !guard.timed)?;
        if guards.next().is_some() {
            return None;
        }
        let condition = guard.condition?;
        let mut field = None;
        for instruction in &fixed.code.codes[condition.index()].instructions {
            match *instruction {
                Instruction::Field(one) if field.is_none_or(|other| other == one) => field = Some(one),
                Instruction::Null
                | Instruction::Integer(_)
                | Instruction::Atom(_)
                | Instruction::Not
                | Instruction::Binary(_)
                | Instruction::Statement(_)
                | Instruction::Return => {}
                _ => return None,
            }
        }
        Some(Self { condition, field: field?, of })
    }

    /// Does it hold if the field has this value? Not if that can't be told.
    fn holds(self, fixed: &Fixed, value: Seen) -> bool {
        let known = &fixed.program.known;
        let truth = |holds: bool| Seen::Constant(Known::Atom(if holds { known.yes } else { known.no }));
        let mut stack: Vec<Seen> = Vec::new();
        for instruction in &fixed.code.codes[self.condition.index()].instructions {
            let pushed = match *instruction {
                Instruction::Field(_) => Some(value),
                Instruction::Null => Some(Seen::Constant(Known::Null)),
                Instruction::Integer(number) => Some(Seen::Constant(Known::Integer(number))),
                Instruction::Atom(constructor) => Some(Seen::Constant(Known::Atom(constructor))),
                Instruction::Not => match stack.pop() {
                    Some(popped) if popped == truth(true) => Some(truth(false)),
                    Some(popped) if popped == truth(false) => Some(truth(true)),
                    _ => return false,
                },
                Instruction::Binary(operator) => {
                    let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else { return false };
                    match compare(operator, left, right) {
                        Some(holds) => Some(truth(holds)),
                        None => return false,
                    }
                }
                Instruction::Statement(_) => None,
                Instruction::Return => break,
                _ => return false,
            };
            stack.extend(pushed);
        }
        stack.pop() == Some(truth(true))
    }
}

fn compare(operator: BinaryOperator, left: Seen, right: Seen) -> Option<bool> {
    use BinaryOperator as Op;
    let are_equal = match (left, right) {
        (Seen::Constant(left), Seen::Constant(right)) => Some(left == right),
        (Seen::Constant(Known::Null), Seen::Something) | (Seen::Something, Seen::Constant(Known::Null)) => {
            Some(false)
        }
        _ => None,
    };
    match (operator, left, right) {
        (Op::Equal, ..) => are_equal,
        (Op::NotEqual, ..) => are_equal.map(|equal| !equal),
        (_, Seen::Constant(Known::Integer(left)), Seen::Constant(Known::Integer(right))) => match operator {
            Op::Less => Some(left < right),
            Op::LessEqual => Some(left <= right),
            Op::Greater => Some(left > right),
            Op::GreaterEqual => Some(left >= right),
            _ => None,
        },
        _ => None,
    }
}

/// Is the condition assured at this object? `reaches` says what each active task may assign.
#[must_use]
pub fn is_assured(
    wanted: OneField,
    object: ObjectId,
    facts: &Facts,
    fixed: &Fixed,
    state: &State,
    reaches: &[Reach],
) -> bool {
    let Some(abstract_object) = wanted.of.filter(|_| facts.abstract_object(state, object) == wanted.of)
    else {
        return false;
    };
    let mut holds = wanted.holds(fixed, see(&state.object(object).fields[wanted.field as usize]));
    for (&task, reach) in state.active.iter().zip(reaches) {
        if reach.writes_more {
            return false;
        }
        let assigns = |called: bool| reach.writes.contains(&(abstract_object, wanted.field, called));
        if assigns(true) {
            return false;
        }
        let Some(activity) = state.task(task).activity() else { return false };
        if !assigns(false) || activity.frames.iter().all(|frame| frame.this != Some(object)) {
            continue;
        }
        match left_in(wanted.field, fixed, activity) {
            Some(value) if wanted.holds(fixed, value) => holds = true,
            _ => return false,
        }
    }
    holds
}

/// What a task leaves in a field of its object, if it runs straight to its end and assigns it.
fn left_in(field: u32, fixed: &Fixed, activity: &Activity) -> Option<Seen> {
    let [frame] = activity.frames[..] else { return None };
    if !matches!(activity.wait, Wait::Turn) || !activity.handlers.is_empty() {
        return None;
    }
    frame.code.0.checked_sub(fixed.code.first_method).map(MethodId)?;
    let code: &Code = &fixed.code.codes[frame.code.index()];
    let base = frame.base as usize;
    let slots = activity.stack.get(base..base + code.locals as usize)?;
    let mut locals: Vec<Option<Seen>> = slots.iter().map(|value| Some(see(value))).collect();
    let mut stack: Vec<Option<Seen>> = Vec::new();
    let mut left = None;
    for instruction in &code.instructions[frame.next as usize..] {
        match *instruction {
            Instruction::Integer(number) => stack.push(Some(Seen::Constant(Known::Integer(number)))),
            Instruction::Atom(constructor) => stack.push(Some(Seen::Constant(Known::Atom(constructor)))),
            Instruction::Null => stack.push(Some(Seen::Constant(Known::Null))),
            Instruction::This | Instruction::Destiny => stack.push(Some(Seen::Something)),
            // Who knows what others have assigned by then.
            Instruction::Field(_) | Instruction::Constant(_) => stack.push(None),
            Instruction::Local(slot) => stack.push(*locals.get(slot as usize)?),
            Instruction::SetLocal(slot) => *locals.get_mut(slot as usize)? = stack.pop()?,
            Instruction::SetField(one) => {
                let value = stack.pop()?;
                if one == field {
                    left = Some(value?);
                }
            }
            Instruction::Pop => {
                stack.pop()?;
            }
            Instruction::Statement(_) => {}
            Instruction::Return => return left,
            _ => return None,
        }
    }
    None
}
