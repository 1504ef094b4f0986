//! A run as a picture: one column for each actor, time downwards. Where the columns would be too narrow, each line
//! begins with the actor's name instead.

use anstyle::{AnsiColor, Style};

use crate::story::{Deed, Story, Wait};
use crate::text::rows::{Row, is_bare_wait, operation_words, rows, short_location};
use crate::text::stacks::waiting_call;

/// Narrower columns cut too many words.
const NARROWEST: usize = 16;
/// Wider columns tear apart what belongs together.
const WIDEST: usize = 36;
/// The width of the step's number and the mark of a context switch.
const GUTTER: usize = 7;
/// Between two columns.
const GAP: usize = 2;

/// What takes part in the misbehaviour.
pub const CULPRIT: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const HEADING: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Draws a run, at most so wide: every step, or what matters.
pub fn draw(story: &Story, width: usize, every_step: bool) -> String {
    let actors = story.lanes.len().max(1);
    let column = (width.saturating_sub(GUTTER + GAP * (actors - 1)) / actors).min(WIDEST);
    let (rows, file) = rows(story, every_step);
    let mut text = if column >= NARROWEST {
        in_columns(story, &rows, file, column)
    } else {
        in_lines(story, &rows, file, width)
    };
    if let Some(file) = file {
        text.push_str(&format!("{DIM}  (numbers before colons are lines of {file}){DIM:#}\n"));
    }
    text
}

fn wait_words(wait: &Wait, file: Option<&str>) -> String {
    let operation = &wait.operation;
    // Nobody parks for its own sake.
    let call = if is_bare_wait(operation) { waiting_call(wait) } else { None };
    let wanted = match operation.operation {
        Deed::BeNotified => format!("to {} at {}", Deed::BeNotified.word(), operation.places.join(", ")),
        Deed::Operation(_) => call.unwrap_or_else(|| operation_words(operation)),
    };
    let place = short_location(&operation.location, file);
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    match &wait.waits_for {
        Some(other) => format!("waits: {place}{wanted}, until {other} goes on"),
        None => format!("waits: {place}{wanted}"),
    }
}

/// What was printed, line by line, as it is shown below its step.
fn printed(output: &str) -> impl Iterator<Item = String> {
    output.lines().map(|line| format!("> {line}"))
}

/// Where a word that is too long is best cut: before the part of a name, if that leaves enough.
fn cut(letters: &[char], width: usize) -> usize {
    let begins_part = |&at: &usize| matches!(letters[at], '.' | '[' | '#');
    (width / 3..=width).rev().filter(|&at| at > 0).find(begins_part).unwrap_or(width)
}

/// Cuts a text into lines of at most so many letters, at spaces where there are some.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split(' ') {
        let mut letters: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + letters.len() > width {
            lines.push(String::new());
            length = 0;
        }
        while letters.len() > width {
            let rest = letters.split_off(cut(&letters, width));
            lines.last_mut().expect("there is always a line").extend(letters);
            lines.push(String::new());
            letters = rest;
        }
        let line = lines.last_mut().expect("there is always a line");
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        length += letters.len();
        line.extend(letters);
    }
    lines
}

/// The gutter of a step's first line: whether another actor takes over, and the number.
fn gutter(row: &Row) -> String {
    format!("{} {:>4} ", if row.switch { '*' } else { ' ' }, row.number)
}

/// One line of the picture, with every column's text and whether it is highlighted.
fn line(gutter: &str, cells: &[(String, bool)], column: usize) -> String {
    let mut line = format!("{DIM}{gutter}{DIM:#}");
    let mut pending = 0;
    for (text, highlight) in cells {
        if text.is_empty() {
            pending += column + GAP;
            continue;
        }
        line.push_str(&" ".repeat(pending));
        if *highlight {
            line.push_str(&format!("{CULPRIT}{text}{CULPRIT:#}"));
        } else {
            line.push_str(text);
        }
        pending = (column + GAP).saturating_sub(text.chars().count());
    }
    line.push('\n');
    line
}

fn in_columns(story: &Story, rows: &[Row], file: Option<&str>, column: usize) -> String {
    let count = story.lanes.len();
    let blank = " ".repeat(GUTTER);
    let mut text = String::new();
    let headings: Vec<Vec<String>> = story.lanes.iter().map(|name| wrap(name, column)).collect();
    for number in 0..headings.iter().map(Vec::len).max().unwrap_or(0) {
        text.push_str(&blank);
        let cells: Vec<String> = headings
            .iter()
            .map(|lines| format!("{:<column$}", lines.get(number).map_or("", String::as_str)))
            .collect();
        text.push_str(&format!("{HEADING}{}{HEADING:#}\n", cells.join(&" ".repeat(GAP)).trim_end()));
    }
    for row in rows {
        let words = wrap(&row.words, column).into_iter();
        let output = printed(&row.output).flat_map(|printed| wrap(&printed, column));
        for (number, part) in words.chain(output).enumerate() {
            let mut cells = vec![(String::new(), false); count];
            cells[row.lane] = (part, row.culprit);
            let gutter = if number == 0 { gutter(row) } else { blank.clone() };
            text.push_str(&line(&gutter, &cells, column));
        }
    }
    // All that wait, beside each other.
    let waits: Vec<(&Wait, Vec<String>)> =
        story.waits.iter().map(|wait| (wait, wrap(&wait_words(wait, file), column))).collect();
    for number in 0..waits.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) {
        let mut cells = vec![(String::new(), false); count];
        for (wait, lines) in &waits {
            if let Some(part) = lines.get(number) {
                cells[wait.lane] = (part.clone(), wait.culprit);
            }
        }
        text.push_str(&line(if number == 0 { "   end " } else { &blank }, &cells, column));
    }
    text
}

fn in_lines(story: &Story, rows: &[Row], file: Option<&str>, width: usize) -> String {
    let widest = story.lanes.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(width / 3);
    let rest = width.saturating_sub(GUTTER + widest + GAP).max(NARROWEST);
    let mut text = String::new();
    let mut line = |gutter: String, name: &str, words: String, highlight: bool| {
        let names = wrap(name, widest.max(1));
        let parts = wrap(&words, rest);
        for number in 0..names.len().max(parts.len()) {
            let gutter = if number == 0 { gutter.clone() } else { " ".repeat(GUTTER) };
            let name = names.get(number).map_or("", String::as_str);
            let part = parts.get(number).map_or("", String::as_str);
            let padding = " ".repeat(widest + GAP - name.chars().count());
            let style = if highlight { CULPRIT } else { Style::new() };
            text.push_str(&format!(
                "{DIM}{gutter}{DIM:#}{HEADING}{name}{HEADING:#}{padding}{style}{part}{style:#}\n"
            ));
        }
    };
    for row in rows {
        let name = story.lanes.get(row.lane).map_or("", String::as_str);
        line(gutter(row), name, row.words.clone(), row.culprit);
        printed(&row.output).for_each(|printed| line(" ".repeat(GUTTER), "", printed, false));
    }
    for wait in &story.waits {
        line("   end ".to_owned(), &wait.operation.actor, wait_words(wait, file), wait.culprit);
    }
    text
}

#[cfg(test)]
mod tests {
    use raddle_explore::guide::Unguided;
    use raddle_explore::search::{Hooks, Settings, search};
    use raddle_threads::{ThreadProgram, builtin};

    use super::{draw, wrap};
    use crate::story;

    fn picture(program: &ThreadProgram, width: usize) -> String {
        let settings = Settings { stop_at_first: true, ..Settings::default() };
        let outcome = search(program, &Unguided, &settings, &Hooks::default());
        let finding = outcome.findings.first().expect("the program misbehaves");
        let told =
            story::tell(program, &settings, &finding.schedule, Some(&finding.kind)).expect("it replays");
        anstream::adapter::strip_str(&draw(&told.story, width, false)).to_string()
    }

    #[test]
    fn a_deadlock_shows_who_waits_for_whom() {
        let expected = [
            "       philosopher 0                        philosopher 1",
            "     1 acquire fork[0]",
            "*    2                                      acquire fork[1]",
            "   end waits: acquire fork[1], until        waits: acquire fork[0], until",
            "       philosopher 1 goes on                philosopher 0 goes on",
        ];
        let picture = picture(&builtin::dining(2, 1, false), 80);
        assert_eq!(picture.lines().collect::<Vec<_>>(), expected, "{picture}");
    }

    #[test]
    fn no_line_is_too_wide() {
        for count in [2, 3, 4, 5, 9] {
            let picture = picture(&builtin::dining(count, 1, false), 80);
            assert!(picture.lines().all(|line| line.chars().count() <= 80), "{picture}");
            assert!(picture.contains("philosopher 1"), "{picture}");
        }
    }

    #[test]
    fn a_race_marks_both_accesses() {
        let mut program = ThreadProgram::new("race");
        let x = program.variable("x", 0);
        for name in ["one", "two"] {
            program.thread(name, |thread| thread.write_plain(x, 1));
        }
        let picture = picture(&program, 80);
        assert_eq!(picture.matches("<--").count(), 2, "{picture}");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(wrap("a bc defghij k", 4), ["a bc", "defg", "hij", "k"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("read HashMap#1.table = 3", 12), ["read", "HashMap#1", ".table = 3"]);
    }
}
