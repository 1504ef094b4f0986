//! Strategy expressions as Maude writes them: brackets only where a looser operator stands inside a tighter one.

use super::{Decision, Definition, Expression, Repetition, Subject, Where};
use crate::print::{condition_text, term_text};
use crate::terms::Terms;

/// How loosely an expression holds together: an operator's argument is bracketed if it is looser than the operator.
fn looseness(expression: &Expression) -> u8 {
    match expression {
        Expression::Branch(_) => 6,
        Expression::OrElse(..) => 5,
        Expression::Union(_) => 4,
        Expression::Sequence(_) => 3,
        Expression::Match(_) | Expression::Rewrite(..) => 2,
        Expression::Repeat(..) => 1,
        _ => 0,
    }
}

/// The text of an expression.
pub(crate) fn expression_text(terms: &Terms, expression: &Expression) -> String {
    let within = |inner: &Expression, most: u8| {
        let text = expression_text(terms, inner);
        if looseness(inner) > most { format!("({text})") } else { text }
    };
    let joined = |parts: &[Expression], operator: &str, most: u8| {
        let parts: Vec<String> = parts.iter().map(|part| within(part, most)).collect();
        parts.join(operator)
    };
    match expression {
        Expression::Idle => "idle".to_owned(),
        Expression::Fail => "fail".to_owned(),
        Expression::Sequence(parts) => joined(parts, " ; ", 3),
        Expression::Union(parts) => joined(parts, " | ", 4),
        Expression::OrElse(first, second) => format!("{} or-else {}", within(first, 5), within(second, 5)),
        Expression::Branch(parts) => {
            let [test, then, other] = &**parts;
            format!("{} ? {} : {}", within(test, 6), within(then, 6), within(other, 6))
        }
        Expression::Repeat(inner, how) => {
            let sign = match how {
                Repetition::Any => "*",
                Repetition::Some => "+",
                Repetition::Exhaustive => "!",
            };
            let text = within(inner, 1);
            let gap = if text.ends_with(')') && looseness(inner) > 1 { "" } else { " " };
            format!("{text}{gap}{sign}")
        }
        Expression::Decide(how, inner) => {
            let word = match how {
                Decision::Not => "not",
                Decision::Test => "test",
                Decision::Try => "try",
                Decision::One => "one",
            };
            format!("{word}({})", expression_text(terms, inner))
        }
        Expression::Match(subject) => subject_text(terms, subject, ""),
        Expression::Rewrite(subject, parts) => {
            let parts: Vec<String> = parts
                .iter()
                .map(|(variable, inner)| {
                    format!("{} using {}", term_text(terms, *variable), within(inner, 1))
                })
                .collect();
            format!("{} by {}", subject_text(terms, subject, "rew"), parts.join(", "))
        }
        Expression::Apply { label, substitution, conditions, top } => {
            let mut text = label.map_or("all", |label| label.text()).to_owned();
            if !substitution.is_empty() {
                let pairs: Vec<String> = substitution
                    .iter()
                    .map(|&(variable, value)| {
                        format!("{} <- {}", term_text(terms, variable), term_text(terms, value))
                    })
                    .collect();
                text.push_str(&format!("[{}]", pairs.join(", ")));
            }
            if !conditions.is_empty() {
                let inner: Vec<String> =
                    conditions.iter().map(|inner| expression_text(terms, inner)).collect();
                text.push_str(&format!("{{{}}}", inner.join(", ")));
            }
            if *top { format!("top({text})") } else { text }
        }
        Expression::Call(name, arguments) => {
            if arguments.is_empty() {
                return name.text().to_owned();
            }
            let arguments: Vec<String> =
                arguments.iter().map(|&argument| term_text(terms, argument)).collect();
            format!("{name}({})", arguments.join(", "))
        }
    }
}

fn subject_text(terms: &Terms, subject: &Subject, suffix: &str) -> String {
    let word = match subject.place {
        Where::Whole => "match",
        Where::Part => "xmatch",
        Where::Anywhere => "amatch",
    };
    let condition = if subject.condition.is_empty() {
        String::new()
    } else {
        format!(" such that {}", condition_text(terms, &subject.condition))
    };
    format!("{word}{suffix} {}{condition}", term_text(terms, subject.pattern))
}

/// A definition as it is shown.
pub(crate) fn definition_text(terms: &Terms, definition: &Definition) -> String {
    let head = expression_text(terms, &Expression::Call(definition.name, definition.arguments.clone()));
    let body = expression_text(terms, &definition.body);
    if definition.condition.is_empty() {
        format!("sd {head} := {body} .")
    } else {
        format!("csd {head} := {body} if {} .", condition_text(terms, &definition.condition))
    }
}
