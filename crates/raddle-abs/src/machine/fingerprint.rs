//! States as 128-bit numbers.
//!
//! A state is hashed as a set of named things: the active tasks with their stacks, the objects with their
//! fields, and the finished tasks whose futures somebody still refers to. Names are paths of creation, which
//! two orders of independent steps share; so states that only differ in the order in which things were made
//! have one fingerprint, in every process. What can no longer be observed is left out.

use xxhash_rust::xxh3::xxh3_128;

use super::state::{Activity, Object, Outcome, Phase, State, Task, Thrown, Wait};
use super::value::{LocationId, ObjectId, TaskId, Value};

/// Writes values and states down as bytes.
struct Encoder<'s> {
    state: &'s State,
    bytes: Vec<u8>,
    /// Futures that were mentioned.
    mentioned: Vec<TaskId>,
}

impl Encoder<'_> {
    fn word(&mut self, word: u64) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn object(&mut self, object: ObjectId) {
        let hash = self.state.object(object).info.hash;
        self.word(hash);
    }

    fn future(&mut self, task: TaskId) {
        self.mentioned.push(task);
        let hash = self.state.task(task).info.hash;
        self.word(hash);
    }

    fn value(&mut self, value: &Value) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match value {
                Value::Int(number) => {
                    self.bytes.push(0);
                    self.word(*number as u64);
                }
                Value::Big(number) => {
                    self.bytes.push(1);
                    let digits = number.to_signed_bytes_le();
                    self.word(digits.len() as u64);
                    self.bytes.extend_from_slice(&digits);
                }
                Value::Rational(number) => {
                    self.bytes.push(2);
                    let text = number.to_string();
                    self.word(text.len() as u64);
                    self.bytes.extend_from_slice(text.as_bytes());
                }
                Value::Float(number) => {
                    self.bytes.push(3);
                    self.word(number.to_bits());
                }
                Value::Text(text) => {
                    self.bytes.push(4);
                    self.word(text.len() as u64);
                    self.bytes.extend_from_slice(text.as_bytes());
                }
                Value::Atom(constructor) => {
                    self.bytes.push(5);
                    self.word(u64::from(constructor.0));
                }
                Value::Data(data) => {
                    self.bytes.push(6);
                    self.word(u64::from(data.constructor.0));
                    work.extend(data.arguments.iter().rev());
                }
                Value::Null => self.bytes.push(7),
                Value::Object(object) => {
                    self.bytes.push(8);
                    self.object(*object);
                }
                Value::Future(task) => {
                    self.bytes.push(9);
                    self.future(*task);
                }
            }
        }
    }

    fn thrown(&mut self, thrown: &Thrown) {
        self.value(&thrown.value);
        self.word(u64::from(thrown.origin.source.0) << 32 | u64::from(thrown.origin.start));
    }

    fn activity(&mut self, activity: &Activity) {
        for frame in &activity.frames {
            self.word(u64::from(frame.code.0) << 32 | u64::from(frame.next));
            self.word(u64::from(frame.base));
            match frame.this {
                Some(this) => self.object(this),
                None => self.word(0),
            }
        }
        self.word(activity.stack.len() as u64);
        for value in &activity.stack {
            self.value(value);
        }
        for handler in &activity.handlers {
            self.word(u64::from(handler.frames) << 32 | u64::from(handler.target));
        }
        self.word(u64::from(activity.calls) << 32 | u64::from(activity.creations));
        self.word(u64::from(activity.draws));
        if let Some(thrown) = &activity.failing {
            self.thrown(thrown);
        }
        if let Some(deadline) = &activity.deadline {
            let text = deadline.to_string();
            self.bytes.extend_from_slice(text.as_bytes());
        }
        if let Some(component) = activity.placing {
            self.object(component);
        }
        if let Some(size) = &activity.size {
            self.bytes.extend_from_slice(format!("size {size}").as_bytes());
        }
        match &activity.wait {
            Wait::Turn => self.bytes.push(0),
            Wait::Guard { futures, condition, clock } => {
                self.bytes.push(1);
                for &future in futures {
                    self.future(future);
                }
                self.word(condition.map_or(u64::MAX, |code| u64::from(code.0)));
                if let Some(clock) = clock {
                    let text = format!("{} {}", clock.earliest, clock.latest);
                    self.bytes.extend_from_slice(text.as_bytes());
                }
            }
            Wait::Future(future) => {
                self.bytes.push(2);
                self.future(*future);
            }
            Wait::Clock(clock) => {
                self.bytes.push(3);
                let text = format!("{} {}", clock.earliest, clock.latest);
                self.bytes.extend_from_slice(text.as_bytes());
            }
            Wait::Pause => self.bytes.push(5),
            Wait::Line => self.bytes.push(6),
            Wait::Choice(count) => {
                self.bytes.push(4);
                self.word(u64::from(*count));
            }
        }
    }

    fn task(&mut self, task: &Task) {
        self.word(task.info.hash);
        if self.state.locations[task.info.location.index()].scheduler.is_some() {
            self.bytes.extend_from_slice(format!("arrived {}", task.info.arrival).as_bytes());
        }
        self.word(u64::from(task.info.method.0));
        match &task.phase {
            Phase::Active(activity) => {
                self.bytes.push(0);
                self.activity(activity);
            }
            Phase::Running => self.bytes.push(1),
            Phase::Done(Outcome::Value(value)) => {
                self.bytes.push(2);
                self.value(value);
            }
            Phase::Done(Outcome::Failed { thrown, settled }) => {
                self.bytes.push(3 + u8::from(*settled));
                self.thrown(thrown);
            }
        }
    }

    fn object_state(&mut self, location: LocationId, object: &Object) {
        let location = self.state.locations[location.index()].info.hash;
        self.word(location);
        self.word(object.info.hash);
        self.word(u64::from(object.info.class.0));
        self.bytes.push(u8::from(object.dead));
        for field in &object.fields {
            self.value(field);
        }
    }

    fn take(&mut self) -> u128 {
        let hash = xxh3_128(&self.bytes);
        self.bytes.clear();
        hash
    }
}

/// The whole state.
#[must_use]
pub fn whole(state: &State) -> u128 {
    let mut encoder = Encoder { state, bytes: Vec::with_capacity(256), mentioned: Vec::new() };
    let clock = state.clock.to_string();
    encoder.bytes.extend_from_slice(clock.as_bytes());
    encoder.word(u64::from(state.lines_read));
    let mut sum = encoder.take();
    for &task in &state.active {
        encoder.task(state.task(task));
        sum = sum.wrapping_add(encoder.take());
    }
    for (index, location) in state.locations.iter().enumerate() {
        if let Some(scheduler) = location.scheduler {
            encoder.word(location.info.hash);
            encoder.word(u64::from(scheduler.0));
            sum = sum.wrapping_add(encoder.take());
        }
        if let Some(component) = location.component {
            encoder.word(location.info.hash);
            encoder.object(component);
            sum = sum.wrapping_add(encoder.take());
        }
        for object in &location.objects {
            encoder.object_state(LocationId(index as u32), object);
            sum = sum.wrapping_add(encoder.take());
        }
    }
    // The main block's result is part of what a run shows; failures that are not settled will be reported.
    encoder.mentioned.push(TaskId(0));
    if state.unsettled > 0 {
        encoder.mentioned.extend((0..state.tasks.len() as u32).map(TaskId).filter(|&task| {
            matches!(state.task(task).phase, Phase::Done(Outcome::Failed { settled: false, .. }))
        }));
    }
    let mut seen = vec![false; state.tasks.len()];
    while let Some(task) = encoder.mentioned.pop() {
        if std::mem::replace(&mut seen[task.index()], true) || !state.task(task).is_done() {
            continue;
        }
        encoder.task(state.task(task));
        sum = sum.wrapping_add(encoder.take());
    }
    sum
}

/// One task.
#[must_use]
pub fn task(state: &State, task: TaskId) -> u128 {
    let mut encoder = Encoder { state, bytes: Vec::new(), mentioned: Vec::new() };
    encoder.task(state.task(task));
    encoder.take()
}

/// One value.
#[must_use]
pub fn value(state: &State, value: &Value) -> u128 {
    let mut encoder = Encoder { state, bytes: Vec::new(), mentioned: Vec::new() };
    encoder.value(value);
    encoder.take()
}
