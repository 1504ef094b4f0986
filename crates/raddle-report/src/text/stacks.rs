//! Where those stand who wait: their stacks, without what the library does inside.

use anstyle::Style;

use raddle_explore::source::StackLine;

use crate::story::{Story, Wait};

/// So many calls of a stack are shown.
const DEEPEST_SHOWN: usize = 12;
/// So many calls inside the library are shown in a row; of more, the first and the last.
const MOST_OF_LIBRARY: usize = 2;

const BOLD: Style = Style::new().bold();

/// The calls that are shown, and instead of some how many they are.
fn shown(stack: &[StackLine], all: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let of_one_kind =
        |left: &StackLine, right: &StackLine| left.is_of_library() == right.is_of_library() && !all;
    for calls in stack.chunk_by(of_one_kind) {
        match calls {
            [first, inner @ .., last] if first.is_of_library() && calls.len() > MOST_OF_LIBRARY => {
                let inside = format!("… {} more inside the library", inner.len());
                lines.extend([format!("at {first}"), inside, format!("at {last}")]);
            }
            _ => lines.extend(calls.iter().map(|line| match line {
                StackLine::Cause(_) => line.to_string(),
                StackLine::Call(call) => format!("at {call}"),
            })),
        }
    }
    lines
}

/// A line in parts that fit: long names of packages and classes leave no room for the file.
fn fitting(line: &str, width: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while rest.chars().count() > width {
        let fits = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
        let place = rest[1..fits].rfind('(');
        let Some(at) = place.or_else(|| rest[1..fits].rfind('.')).map(|at| at + 1) else { break };
        let (part, more) = rest.split_at(at);
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    parts
}

/// The call of the library in which a thread waits, as the program made it.
pub fn waiting_call(wait: &Wait) -> Option<String> {
    let outermost = wait.stack.iter().take_while(|line| line.is_of_library()).last()?;
    let StackLine::Call(call) = outermost else { return None };
    let (class, method) = call.function.rsplit_once('.')?;
    let class = class.rsplit(['.', '$']).next().unwrap_or(class);
    Some(format!("{class}.{method}()"))
}

/// The stacks of those who wait and take part in what is wrong, and of what was thrown by this one.
pub fn stacks(story: &Story, thrower: Option<&str>, width: usize, all: bool) -> String {
    let waits = story.waits.iter().filter(|wait| wait.culprit);
    let waits = waits.map(|wait| (wait.operation.actor.as_str(), "waits", &wait.stack));
    let thrown = story.steps.iter().filter(|step| step.culprit);
    let thrown = thrown.map(|step| (thrower.unwrap_or(&step.operation.actor), "threw it", &step.stack));
    let mut text = String::new();
    for (actor, does, stack) in waits.chain(thrown).filter(|(_, _, stack)| !stack.is_empty()) {
        text.push_str(&format!("\n{BOLD}{actor}{BOLD:#} {does}\n"));
        let lines = shown(stack, all);
        for line in lines.iter().take(DEEPEST_SHOWN) {
            for (number, part) in fitting(line, width.saturating_sub(8)).iter().enumerate() {
                text.push_str(&format!("{}{part}\n", " ".repeat(if number == 0 { 4 } else { 8 })));
            }
        }
        if lines.len() > DEEPEST_SHOWN {
            text.push_str(&format!("    and {} more\n", lines.len() - DEEPEST_SHOWN));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use raddle_explore::source::{SourcePlace, StackLine, Whose};

    use super::{fitting, shown};

    #[test]
    fn long_calls_are_cut_before_their_parts() {
        assert_eq!(fitting("at java.A.b(A.java:1)", 40), ["at java.A.b(A.java:1)"]);
        assert_eq!(fitting("at java.Aaaaaa.bbbb(A.java:1)", 20), ["at java.Aaaaaa.bbbb", "(A.java:1)"]);
        assert_eq!(fitting("at java.Aaaaaa.bbbb(A.java:1)", 16), ["at java.Aaaaaa", ".bbbb(A.java:1)"]);
    }

    #[test]
    fn what_the_library_does_inside_is_left_out() {
        let call = |function: &str, file: &str, line: u32, whose: Whose| {
            let (function, file) = (function.to_owned(), file.to_owned());
            StackLine::Call(SourcePlace { file, line, column: 0, function, whose })
        };
        let stack = [
            call("java.A.park", "A.java", 1, Whose::Library),
            call("java.B.block", "B.java", 2, Whose::Library),
            call("java.C.await", "C.java", 3, Whose::Library),
            call("Gate.go", "G.java", 4, Whose::Program),
        ];
        let expected = [
            "at java.A.park(A.java:1)",
            "… 1 more inside the library",
            "at java.C.await(C.java:3)",
            "at Gate.go(G.java:4)",
        ];
        assert_eq!(shown(&stack, false), expected);
        assert_eq!(shown(&stack, true).len(), 4);
    }
}
