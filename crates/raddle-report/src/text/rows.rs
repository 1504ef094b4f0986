//! Which steps of a run are shown, and in which words: all of them, or those that others could notice.
//!
//! A step is left out where nobody else touches what it touches, so that it could have gone at any time; steps in a row
//! of one actor at one place of the source, such as those inside a call of a library, become one row.

use raddle_explore::operation::OperationKind;
use raddle_explore::source::SourcePlace;
use raddle_explore::words::Role;

use crate::story::{Operation, Step, Story, Touched};

/// One row of the picture.
pub struct Row {
    /// The number of its first step.
    pub number: usize,
    /// Whether another actor moved before.
    pub switch: bool,
    /// The actor's lane.
    pub lane: usize,
    /// What was done.
    pub words: String,
    /// What was printed.
    pub output: String,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
}

/// So many operations of one row are told; of more, the first and the last.
const MOST_TOLD: usize = 2;

/// The one file that all of these are in, if there is one.
fn only_file<'s>(places: impl Iterator<Item = &'s SourcePlace>) -> Option<&'s str> {
    let mut files = places.filter(|place| is_call(place) && place.line > 0).map(|place| place.file.as_str());
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}

/// Whether a place is that of a call in a file; others tell theirs by themselves.
fn is_call(place: &SourcePlace) -> bool {
    !place.function.is_empty() && !place.file.is_empty()
}

/// The place of an operation, without the file where all are in one.
pub fn short_location(place: &SourcePlace, file: Option<&str>) -> String {
    match file {
        _ if !is_call(place) => String::new(),
        Some(file) if place.file == file && place.line > 0 => place.line.to_string(),
        _ => place.file_and_line(),
    }
}

/// Whether a step wakes others: whom it wakes is never left out.
fn is_notification(step: &Step) -> bool {
    let deed = step.operation.operation;
    deed.is(OperationKind::NotifyOne) || deed.is(OperationKind::NotifyAll)
}

/// Whether a step is made by the library, and not by a call of the program.
fn is_library(step: &Step) -> bool {
    step.operation.location.is_of_library()
}

/// Whether somebody takes a step of which nothing is known but that it waits.
pub fn is_bare_wait(operation: &Operation) -> bool {
    let is_own = |touch: &Touched| touch.place.role == Role::Permit && touch.place.owner == operation.actor;
    operation.operation.is(OperationKind::Step)
        && match operation.touches.as_slice() {
            [] => true,
            [touch] => is_own(touch),
            _ => false,
        }
}

/// What an operation is, in words. Ends and permits of threads are places like others, but are not called so.
pub fn operation_words(operation: &Operation) -> String {
    let (deed, word) = (operation.operation, operation.operation.word());
    if let [Touched { place, .. }] = operation.touches.as_slice() {
        match place.role {
            Role::End if deed.is(OperationKind::Write) => return "ends".to_owned(),
            Role::End => return format!("{word} {}", place.owner),
            Role::Permit if is_bare_wait(operation) => return "park".to_owned(),
            Role::Permit if deed.is(OperationKind::Step) => return format!("unpark {}", place.owner),
            _ => {}
        }
    }
    let mut text = word.to_owned();
    if !operation.places.is_empty() {
        text.push(' ');
        text.push_str(&operation.places.join(", "));
    }
    text
}

/// A call of the library that is one step, such as `Semaphore#1.acquire()`: its object comes first of what it touches,
/// and what that has inside is left out.
fn call_words(step: &Step) -> Option<String> {
    if step.call.is_empty() {
        return None;
    }
    let object = step.operation.touches.first().filter(|touch| touch.place.role == Role::Object);
    let object = object.map_or(String::new(), |object| format!("{}.", object.place));
    let effect = if step.effect.is_empty() { String::new() } else { format!(" {}", step.effect) };
    Some(format!("{object}{}{effect}", step.call))
}

/// A step of a task from one wait to the next, such as `line 12, awaits in line 17 (balance)`: where it begins, how it
/// ends, and the fields that it touches, without its own object's name. Its location and futures go without saying.
fn task_words(step: &Step) -> Option<String> {
    let operation = &step.operation;
    let goes_without_saying = |touch: &Touched| matches!(touch.place.role, Role::Location | Role::Future);
    let is_step =
        operation.operation.is(OperationKind::Step) || operation.operation.is(OperationKind::Choose);
    if !is_step || step.note.is_empty() || !operation.touches.iter().any(goes_without_saying) {
        return None;
    }
    let name = |Touched { place, .. }: &Touched| match place.owner == operation.object {
        true => place.part.clone(),
        false => place.to_string(),
    };
    let fields = operation.touches.iter().filter(|touch| !goes_without_saying(touch));
    let fields: Vec<String> = fields.map(name).collect();
    let line = match operation.location.line {
        0 => String::new(),
        line => format!("line {line}, "),
    };
    let drawn = step.option.map_or(String::new(), |option| format!("draws {option}, "));
    let fields = if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
    Some(format!("{line}{drawn}{}{fields}", step.note))
}

fn words(step: &Step) -> String {
    if let Some(words) = task_words(step).or_else(|| call_words(step)) {
        return words;
    }
    let (operation, note) = (&step.operation, &step.note);
    if operation.operation.is(OperationKind::Step) && operation.touches.is_empty() && !note.is_empty() {
        return note.clone();
    }
    let mut text = operation_words(operation);
    if operation.operation.is(OperationKind::Spawn) && !operation.touches.is_empty() {
        return text;
    }
    if !note.is_empty() {
        text.push(' ');
        text.push_str(note);
    } else if let Some(option) = step.option {
        text.push_str(&format!(" (choice {option})"));
    }
    text
}

/// Whether another actor touches what this step touches, or the step says something by itself.
fn matters(story: &Story, step: &Step) -> bool {
    let own = &step.operation.touches;
    let touches =
        |other: &[Touched]| other.iter().any(|other| own.iter().any(|own| own.place == other.place));
    step.culprit
        || !step.output.is_empty()
        || step.option.is_some()
        || own.is_empty()
        || story.steps.iter().any(|other| other.lane != step.lane && touches(&other.operation.touches))
        || story.waits.iter().any(|wait| wait.lane != step.lane && touches(&wait.operation.touches))
}

/// The rows of a run: every step, or what matters; and the file that all lines are of, if they are of one.
pub fn rows(story: &Story, every_step: bool) -> (Vec<Row>, Option<&str>) {
    let shown: Vec<&Step> = story.steps.iter().filter(|step| every_step || matters(story, step)).collect();
    let waiting = story.waits.iter().map(|wait| &wait.operation.location);
    let own = shown.iter().filter(|step| !is_library(step)).map(|step| &step.operation.location);
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
        let place = short_location(&first.operation.location, file);
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
            lane: first.lane,
            words: text,
            output: steps.iter().map(|step| step.output.as_str()).collect(),
            culprit,
        }
    };
    let one = |left: &&Step, right: &&Step| {
        !every_step
            && left.lane == right.lane
            && (left.operation.location == right.operation.location
                || (is_library(left) && is_library(right)))
            && !left.operation.location.is_empty()
            && !left.culprit
            && !right.culprit
            && left.output.is_empty()
            && !is_notification(left)
            && !is_notification(right)
    };
    let mut rows: Vec<Row> = shown.chunk_by(one).map(row).collect();
    for index in 1..rows.len() {
        rows[index].switch = rows[index].lane != rows[index - 1].lane;
    }
    (rows, file)
}

#[cfg(test)]
mod tests {
    use raddle_explore::operation::{Access, OperationKind};
    use raddle_explore::source::SourcePlace;
    use raddle_explore::words::{PlaceName, Role};

    use super::{short_location, words};
    use crate::story::{Deed, Operation, Step, Touched};

    fn told(kind: OperationKind, touches: &[PlaceName], note: &str, call: &str) -> String {
        let touch = |place: &PlaceName| Touched { place: place.clone(), access: Access::Write };
        let operation = Operation {
            actor: "walker".to_owned(),
            object: "walker".to_owned(),
            operation: Deed::Operation(kind),
            places: touches.iter().map(ToString::to_string).collect(),
            touches: touches.iter().map(touch).collect(),
            source: String::new(),
            location: SourcePlace::default(),
        };
        words(&Step {
            step: 1,
            operation,
            option: None,
            note: note.to_owned(),
            call: call.to_owned(),
            effect: note.to_owned(),
            overtaken: Vec::new(),
            output: String::new(),
            stack: Vec::new(),
            switch: false,
            culprit: false,
            lane: 0,
        })
    }

    fn field(owner: &str, part: &str) -> PlaceName {
        PlaceName::part(Role::Variable, owner, part)
    }

    #[test]
    fn calls_of_the_library_are_called_so() {
        let semaphore = [PlaceName::new(Role::Object, "Semaphore#1"), field("Sync#1", "state")];
        let step = OperationKind::Step;
        assert_eq!(told(step, &semaphore, "", "acquire()"), "Semaphore#1.acquire()");
        let pool = [field("Pool#1", "mode")];
        assert_eq!(told(step, &pool, "starts worker", "runAsync()"), "runAsync() starts worker");
        let value = [field("Box#1", "value")];
        assert_eq!(told(OperationKind::Read, &value, "= 3", ""), "read Box#1.value = 3");
        // Values may look like calls, and names like those of ends and permits.
        assert_eq!(told(OperationKind::Write, &value, "= \"f()\"", ""), "write Box#1.value = \"f()\"");
        let strange = [PlaceName::new(Role::Variable, "permit of walker")];
        assert_eq!(told(step, &strange, "", ""), "step permit of walker");
    }

    #[test]
    fn steps_of_tasks_tell_how_they_end() {
        let location = PlaceName::new(Role::Location, "walker");
        let future = PlaceName::new(Role::Future, "dog.bark");
        let places = [location.clone(), field("walker", "count"), field("dog@main/1", "count"), future];
        let step = OperationKind::Step;
        assert_eq!(told(step, &places, "returns", ""), "returns (count, dog@main/1.count)");
        assert_eq!(told(step, &[location], "awaits in line 3", ""), "awaits in line 3");
    }

    #[test]
    fn what_a_thread_has_by_itself_has_its_own_words() {
        let of = |role: Role, owner: &str| [PlaceName::new(role, owner)];
        assert_eq!(told(OperationKind::Step, &of(Role::Permit, "walker"), "", ""), "park");
        assert_eq!(told(OperationKind::Step, &of(Role::Permit, "main"), "", ""), "unpark main");
        assert_eq!(told(OperationKind::Write, &of(Role::End, "walker"), "", ""), "ends");
        assert_eq!(told(OperationKind::Join, &of(Role::End, "main"), "", ""), "join main");
    }

    #[test]
    fn places_become_short() {
        let place = |function: &str, file: &str| SourcePlace {
            file: file.to_owned(),
            line: 12,
            function: function.to_owned(),
            ..SourcePlace::default()
        };
        assert_eq!(short_location(&place("Foo.main", "Foo.java"), Some("Foo.java")), "12");
        assert_eq!(short_location(&place("Foo.main", "Foo.java"), Some("Bar.java")), "Foo.java:12");
        assert_eq!(short_location(&place("Foo.main", "Foo.java"), None), "Foo.java:12");
        assert_eq!(short_location(&place("", "barber.abs"), None), "");
    }
}
