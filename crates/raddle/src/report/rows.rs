//! Which steps of a run are shown, and in which words: all of them, or those that others could notice.
//!
//! A step is left out where nobody else touches what it touches, so that it could have gone at any time; steps in a row
//! of one actor at one place of the source, such as those inside a call of a library, become one row.

use crate::report::story::{Operation, Step, Story};

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

/// Whether a step wakes others: whom it wakes is never left out.
fn is_notification(step: &Step) -> bool {
    step.operation.operation.starts_with("notify")
}

/// Whether a call is one of Java's library.
pub fn is_of_library(call: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun."].iter().any(|prefix| call.starts_with(prefix))
}

/// Whether a step is made by the library, and not by a call of the program.
fn is_library(step: &Step) -> bool {
    is_of_library(&step.operation.source)
}

/// What an operation is, in words. Ends and permits of threads are places like others, but are not called so.
pub fn operation_words(operation: &Operation) -> String {
    let (word, places) = (operation.operation, &operation.places);
    if let [place] = places.as_slice() {
        if let Some(thread) = place.strip_prefix("end of ") {
            return if word == "write" { "ends".to_owned() } else { format!("{word} {thread}") };
        }
        if let Some(thread) = place.strip_prefix("permit of ").filter(|_| word == "step") {
            return if thread == operation.actor { "park".to_owned() } else { format!("unpark {thread}") };
        }
    }
    let mut text = word.to_owned();
    if !places.is_empty() {
        text.push(' ');
        text.push_str(&places.join(", "));
    }
    text
}

/// A call of the library that is one step, such as `Semaphore#1.acquire()`; then its object comes first of what it
/// touches, and what that has inside is left out.
fn call_words(step: &Step) -> Option<String> {
    let (before, call) = step.note.rsplit_once("; ").unwrap_or(("", &step.note));
    let name = call.strip_suffix("()").filter(|name| !name.contains(' '))?;
    // A variable inside of an object has a dot or an index behind the number of the object.
    let is_object = |place: &&String| {
        place.rsplit_once('#').is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
            && !place.contains(' ')
    };
    let object = step.operation.places.first().filter(is_object).map(|object| format!("{object}."));
    let before = if before.is_empty() { String::new() } else { format!(" {before}") };
    Some(format!("{}{name}(){before}", object.unwrap_or_default()))
}

/// A step of a task from one wait to the next, such as `line 12, awaits in line 17 (balance)`: where it begins, how it
/// ends, and the fields that it touches, without its own object's name. Its location and futures go without saying.
fn task_words(step: &Step) -> Option<String> {
    let (operation, places) = (&step.operation, &step.operation.places);
    let goes_without_saying =
        |place: &str| place.starts_with("the location ") || place.starts_with("the future of ");
    if !matches!(operation.operation, "step" | "choose")
        || step.note.is_empty()
        || !places.iter().any(|place| goes_without_saying(place))
    {
        return None;
    }
    let object = operation.actor.rsplit_once('.').map(|(object, _)| format!("{object}."));
    let own = |place: &str| object.as_ref().and_then(|object| place.strip_prefix(object).map(str::to_owned));
    let fields = places.iter().filter(|place| !goes_without_saying(place));
    let fields: Vec<String> = fields.map(|place| own(place).unwrap_or_else(|| place.clone())).collect();
    // Its end is a file, a line and a column.
    let mut source = operation.source.rsplit(':').skip(1);
    let line = source.next().map_or(String::new(), |line| format!("line {line}, "));
    let drawn = step.option.map_or(String::new(), |option| format!("draws {option}, "));
    let fields = if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
    Some(format!("{line}{drawn}{}{fields}", step.note))
}

fn words(step: &Step) -> String {
    if let Some(words) = task_words(step).or_else(|| call_words(step)) {
        return words;
    }
    let mut text = operation_words(&step.operation);
    if text == "step" && !step.note.is_empty() {
        return step.note.clone();
    }
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
            && !is_notification(left)
            && !is_notification(right)
    };
    let mut rows: Vec<Row> = shown.chunk_by(one).map(row).collect();
    for index in 1..rows.len() {
        rows[index].switch = rows[index].column != rows[index - 1].column;
    }
    (rows, file)
}

#[cfg(test)]
mod tests {
    use super::{location, short_location, words};
    use crate::report::story::{Operation, Step};

    fn told(operation: &'static str, places: &[&str], note: &str) -> String {
        let places = places.iter().map(|&place| place.to_owned()).collect();
        let (actor, source) = ("walker".to_owned(), String::new());
        let operation = Operation { actor, operation, places, source };
        let (note, output, stack, overtaken) = (note.to_owned(), String::new(), Vec::new(), Vec::new());
        words(&Step {
            stack,
            step: 1,
            operation,
            option: None,
            note,
            overtaken,
            output,
            switch: false,
            culprit: false,
            column: 0,
        })
    }

    #[test]
    fn calls_of_the_library_are_called_so() {
        assert_eq!(told("step", &["Semaphore#1", "Sync#1.state"], "acquire()"), "Semaphore#1.acquire()");
        assert_eq!(told("step", &["Pool#1.mode"], "starts worker; runAsync()"), "runAsync() starts worker");
        assert_eq!(told("read", &["Box#1.value"], "= 3"), "read Box#1.value = 3");
        assert_eq!(told("write", &["Box#1.name"], "= \"f()\""), "write Box#1.name = \"f()\"");
    }

    #[test]
    fn steps_of_tasks_tell_how_they_end() {
        let places = ["the location walker", "walker.count", "dog@main/1.count", "the future of dog.bark"];
        assert_eq!(told("step", &places, "returns"), "returns (walker.count, dog@main/1.count)");
        assert_eq!(told("step", &["the location walker"], "awaits in line 3"), "awaits in line 3");
    }

    #[test]
    fn what_a_thread_has_by_itself_has_its_own_words() {
        assert_eq!(told("step", &["permit of walker"], ""), "park");
        assert_eq!(told("step", &["permit of main"], ""), "unpark main");
        assert_eq!(told("write", &["end of walker"], ""), "ends");
        assert_eq!(told("join", &["end of main"], ""), "join main");
    }

    #[test]
    fn places_become_short() {
        assert_eq!(location("Foo.main(Foo.java:12)"), "Foo.java:12");
        assert_eq!(location("barber.abs:7"), "");
        assert_eq!(short_location("Foo.main(Foo.java:12)", Some("Foo.java")), "12");
        assert_eq!(short_location("Foo.main(Foo.java:12)", Some("Bar.java")), "Foo.java:12");
        assert_eq!(short_location("Foo.main(Foo.java:12)", None), "Foo.java:12");
    }
}
