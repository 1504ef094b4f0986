//! Which steps of a run are shown, and in which words: all of them, or those that others could notice.
//!
//! A step is left out where nobody else touches what it touches, so that it could have gone at any time; steps in a row
//! of one actor at one place of the source, such as those inside a call of a library, become one row.

use crate::report::story::{Step, Story};

/// One row of the picture.
pub struct Row {
    /// The number of its first step.
    pub number: usize,
    /// Whether another actor moved before.
    pub switch: bool,
    /// The actor's column.
    pub column: usize,
    /// What was done.
    pub words: String,
    /// What was printed.
    pub output: String,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
}

/// So many operations of one row are told; of more, the first and the last.
const MOST_TOLD: usize = 2;

/// The place in a file that a description of a source ends with in brackets, such as `Foo.java:12`; empty without.
pub fn location(source: &str) -> &str {
    source.rsplit_once('(').and_then(|(_, inner)| inner.strip_suffix(')')).unwrap_or_default()
}

/// The one file that all of these are in, if there is one.
fn only_file<'s>(mut sources: impl Iterator<Item = &'s str>) -> Option<&'s str> {
    let mut files =
        sources.by_ref().filter_map(|source| location(source).split_once(':')).map(|(file, _)| file);
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}

/// The place of an operation, without the file where all are in one.
pub fn short_location<'s>(source: &'s str, file: Option<&str>) -> &'s str {
    let place = location(source);
    match (place.split_once(':'), file) {
        (Some((found, line)), Some(file)) if found == file => line,
        _ => place,
    }
}

/// Whether a step is made by the library, and not by a call of the program.
fn is_library(step: &Step) -> bool {
    ["java.", "javax.", "jdk.", "sun."].iter().any(|prefix| step.operation.source.starts_with(prefix))
}

/// What an operation is, in words. The end of a thread is a place like others, but is not called so.
pub fn operation_words(operation: &str, places: &[String]) -> String {
    if let [place] = places
        && let Some(thread) = place.strip_prefix("end of ")
    {
        return if operation == "write" { "ends".to_owned() } else { format!("{operation} {thread}") };
    }
    let mut text = operation.to_owned();
    if !places.is_empty() {
        text.push(' ');
        text.push_str(&places.join(", "));
    }
    text
}

fn words(step: &Step) -> String {
    let mut text = operation_words(step.operation.operation, &step.operation.places);
    if step.operation.operation == "spawn" && !step.operation.places.is_empty() {
        return text;
    }
    if !step.note.is_empty() {
        text.push(' ');
        text.push_str(&step.note);
    } else if let Some(option) = step.option {
        text.push_str(&format!(" (choice {option})"));
    }
    text
}

/// Whether another actor touches what this step touches, or the step says something by itself.
fn matters(story: &Story, step: &Step) -> bool {
    let places = &step.operation.places;
    let touches = |other: &[String]| other.iter().any(|place| places.contains(place));
    step.culprit
        || !step.output.is_empty()
        || step.option.is_some()
        || places.is_empty()
        || story.steps.iter().any(|other| other.column != step.column && touches(&other.operation.places))
        || story.waits.iter().any(|wait| wait.column != step.column && touches(&wait.operation.places))
}

/// The rows of a run: every step, or what matters; and the file that all lines are of, if they are of one.
pub fn rows(story: &Story, every_step: bool) -> (Vec<Row>, Option<&str>) {
    let shown: Vec<&Step> = story.steps.iter().filter(|step| every_step || matters(story, step)).collect();
    let waiting = story.waits.iter().map(|wait| wait.operation.source.as_str());
    let own = shown.iter().filter(|step| !is_library(step)).map(|step| step.operation.source.as_str());
    let file = only_file(own.chain(waiting));
    let row = |steps: &[&Step]| {
        let first = steps[0];
        let told: Vec<String> = match steps {
            [first, .., last] if steps.len() > MOST_TOLD => {
                vec![words(first), "…".to_owned(), words(last)]
            }
            _ => steps.iter().map(|step| words(step)).collect(),
        };
        let mut text = told.join(", ").replace(", …, ", " … ");
        let place = short_location(&first.operation.source, file);
        if is_library(first) && !every_step {
            text = format!("library: {text}");
        } else if !place.is_empty() {
            text = format!("{place}: {text}");
        }
        let culprit = steps.iter().any(|step| step.culprit);
        if culprit {
            text.push_str(" <--");
        }
        Row {
            number: first.step,
            switch: false,
            column: first.column,
            words: text,
            output: steps.iter().map(|step| step.output.as_str()).collect(),
            culprit,
        }
    };
    let one = |left: &&Step, right: &&Step| {
        !every_step
            && left.column == right.column
            && (left.operation.source == right.operation.source || (is_library(left) && is_library(right)))
            && !left.operation.source.is_empty()
            && !left.culprit
            && !right.culprit
            && left.output.is_empty()
    };
    let mut rows: Vec<Row> = shown.chunk_by(one).map(row).collect();
    for index in 1..rows.len() {
        rows[index].switch = rows[index].column != rows[index - 1].column;
    }
    (rows, file)
}

#[cfg(test)]
mod tests {
    use super::{location, short_location};

    #[test]
    fn places_become_short() {
        assert_eq!(location("Foo.main(Foo.java:12)"), "Foo.java:12");
        assert_eq!(location("barber.abs:7"), "");
        assert_eq!(short_location("Foo.main(Foo.java:12)", Some("Foo.java")), "12");
        assert_eq!(short_location("Foo.main(Foo.java:12)", Some("Bar.java")), "Foo.java:12");
        assert_eq!(short_location("Foo.main(Foo.java:12)", None), "Foo.java:12");
    }
}
