//! A naive interpreter of figure 1 for small programs: the oracle of the machine.
//!
//! It shares no code with the machine, copies its whole state for every step, names everything by its path,
//! and writes its final states down as text.

use std::collections::BTreeMap;

use crate::mini::{Mini, Statement, Target};

type Path = Vec<u32>;
type ObjectName = (Path, u32);

#[derive(Clone, Debug)]
struct Object {
    location: ObjectName,
    x: i64,
    y: i64,
    kept: Option<Path>,
}

#[derive(Clone, Debug, PartialEq)]
enum Waits {
    Nothing,
    Future(Path),
    Guard { future: Option<Path>, condition: Option<(bool, i64)> },
}

#[derive(Clone, Debug)]
struct Task {
    this: Option<ObjectName>,
    location: ObjectName,
    parameter: Option<ObjectName>,
    /// What is left to do, the next statement last.
    rest: Vec<Statement>,
    futures: BTreeMap<usize, Path>,
    locals: BTreeMap<usize, ObjectName>,
    calls: u32,
    creations: u32,
    waits: Waits,
    result: Option<i64>,
}

#[derive(Clone, Debug)]
struct State {
    objects: BTreeMap<ObjectName, Object>,
    tasks: BTreeMap<Path, Task>,
    locks: BTreeMap<ObjectName, Path>,
}

/// What the interpreter has seen.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub states: u64,
    pub runs: u64,
    pub deadlocks: u64,
    /// Final states as text, with the number of runs that end there.
    pub finals: BTreeMap<String, u64>,
}

fn reversed(block: &[Statement]) -> Vec<Statement> {
    block.iter().rev().cloned().collect()
}

impl State {
    fn done(&self, task: &Path) -> bool {
        self.tasks[task].result.is_some()
    }

    fn can_move(&self, path: &Path) -> bool {
        let task = &self.tasks[path];
        if task.result.is_some() || self.locks.get(&task.location).is_some_and(|holder| holder != path) {
            return false;
        }
        match &task.waits {
            Waits::Nothing => true,
            Waits::Future(future) => self.done(future),
            Waits::Guard { future, condition } => self.guard(task, future.as_ref(), *condition),
        }
    }

    fn guard(&self, task: &Task, future: Option<&Path>, condition: Option<(bool, i64)>) -> bool {
        let holds = condition.is_none_or(|(is_y, bound)| {
            let object = &self.objects[task.this.as_ref().expect("main has no conditions")];
            (if is_y { object.y } else { object.x }) > bound
        });
        future.is_none_or(|future| self.done(future)) && holds
    }

    fn resolve(&self, task: &Task, target: Target) -> ObjectName {
        match target {
            Target::This => task.this.clone().expect("main has no this"),
            Target::Parameter => task.parameter.clone().expect("main has no parameter"),
            Target::Local(local) => task.locals[&local].clone(),
        }
    }

    /// One macro step.
    fn step(&mut self, mini: &Mini, path: &Path) {
        let mut task = self.tasks[path].clone();
        self.locks.remove(&task.location);
        let mut got = None;
        if let Waits::Future(future) = &task.waits {
            got = self.tasks[future].result;
        }
        task.waits = Waits::Nothing;
        loop {
            if let Some(value) = got.take() {
                // BLOCK1: the statement before has been taken off; its value is added to x.
                if let Some(this) = &task.this {
                    self.objects.get_mut(this).expect("this exists").x += value;
                }
            }
            let Some(statement) = task.rest.pop() else {
                // RETURN, with the value of x; main has none.
                let value = task.this.as_ref().map_or(0, |this| self.objects[this].x);
                task.result = Some(value);
                break;
            };
            match statement {
                Statement::Update { is_y, factor, summand } => {
                    let object = self.objects.get_mut(task.this.as_ref().expect("this")).expect("exists");
                    let field = if is_y { &mut object.y } else { &mut object.x };
                    *field = *field * factor + summand;
                }
                Statement::AddFields => {
                    let object = self.objects.get_mut(task.this.as_ref().expect("this")).expect("exists");
                    object.x += object.y;
                }
                Statement::Call { future, target, method, argument } => {
                    let target = self.resolve(&task, target);
                    let argument = self.resolve(&task, argument);
                    let mut name = path.clone();
                    name.push(task.calls);
                    task.calls += 1;
                    let started = Task {
                        location: self.objects[&target].location.clone(),
                        this: Some(target),
                        parameter: Some(argument),
                        rest: reversed(&mini.methods[method]),
                        futures: BTreeMap::new(),
                        locals: BTreeMap::new(),
                        calls: 0,
                        creations: 0,
                        waits: Waits::Nothing,
                        result: None,
                    };
                    self.tasks.insert(name.clone(), started);
                    task.futures.insert(future, name);
                }
                Statement::Get { future } => {
                    let future = task.futures[&future].clone();
                    if self.done(&future) {
                        got = self.tasks[&future].result;
                    } else {
                        task.waits = Waits::Future(future);
                        self.locks.insert(task.location.clone(), path.clone());
                        break;
                    }
                }
                Statement::Await { .. } | Statement::AwaitBoth { .. } | Statement::AwaitCondition { .. } => {
                    let (future, condition) = match statement {
                        Statement::Await { future } => (Some(task.futures[&future].clone()), None),
                        Statement::AwaitBoth { future, bound } => {
                            (Some(task.futures[&future].clone()), Some((false, bound)))
                        }
                        Statement::AwaitCondition { is_y, bound } => (None, Some((is_y, bound))),
                        _ => unreachable!(),
                    };
                    if !self.guard(&task, future.as_ref(), condition) {
                        task.waits = Waits::Guard { future, condition };
                        break;
                    }
                }
                Statement::Suspend => break,
                Statement::New { local, is_local } => {
                    let name: ObjectName = (path.clone(), task.creations);
                    task.creations += 1;
                    let location = if is_local { task.location.clone() } else { name.clone() };
                    self.objects.insert(name.clone(), Object { location, x: 0, y: 0, kept: None });
                    task.locals.insert(local, name);
                }
                Statement::Keep { future } => {
                    let future = task.futures[&future].clone();
                    let object = self.objects.get_mut(task.this.as_ref().expect("this")).expect("exists");
                    object.kept = Some(future);
                }
                Statement::UseKept { blocks } => {
                    let kept = self.objects[task.this.as_ref().expect("this")].kept.clone();
                    let Some(kept) = kept else { continue };
                    match (self.done(&kept), blocks) {
                        (true, true) => got = self.tasks[&kept].result,
                        (true, false) => {}
                        (false, true) => {
                            task.waits = Waits::Future(kept);
                            self.locks.insert(task.location.clone(), path.clone());
                            break;
                        }
                        (false, false) => {
                            task.waits = Waits::Guard { future: Some(kept), condition: None };
                            break;
                        }
                    }
                }
                Statement::If(then, otherwise) => {
                    let even = self.objects[task.this.as_ref().expect("this")].x % 2 == 0;
                    task.rest.extend(reversed(if even { &then } else { &otherwise }));
                }
            }
        }
        self.tasks.insert(path.clone(), task);
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for ((creator, ordinal), object) in &self.objects {
            let kept = object.kept.as_ref().map_or("null".to_owned(), |path| format!("{path:?}"));
            text.push_str(&format!("{creator:?}/{ordinal}: {} {} {kept}\n", object.x, object.y));
        }
        for (path, task) in &self.tasks {
            if task.result.is_none() {
                text.push_str(&format!("{path:?}\n"));
            }
        }
        text
    }
}

fn visit(mini: &Mini, state: &State, limit: u64, seen: &mut Seen) -> bool {
    seen.states += 1;
    if seen.states > limit {
        return false;
    }
    let movable: Vec<Path> = state.tasks.keys().filter(|path| state.can_move(path)).cloned().collect();
    if movable.is_empty() {
        seen.runs += 1;
        seen.deadlocks += u64::from(state.tasks.values().any(|task| task.result.is_none()));
        *seen.finals.entry(state.text()).or_default() += 1;
    }
    movable.into_iter().all(|path| {
        let mut next = state.clone();
        next.step(mini, &path);
        visit(mini, &next, limit, seen)
    })
}

/// Explores every interleaving; none if there are more states than the limit.
pub fn explore(mini: &Mini, limit: u64) -> Option<Seen> {
    let main: Path = vec![0];
    let task = Task {
        this: None,
        location: (Vec::new(), 0),
        parameter: None,
        rest: reversed(&mini.main),
        futures: BTreeMap::new(),
        locals: BTreeMap::new(),
        calls: 0,
        creations: 0,
        waits: Waits::Nothing,
        result: None,
    };
    let mut state = State {
        objects: BTreeMap::new(),
        tasks: BTreeMap::from([(main.clone(), task)]),
        locks: BTreeMap::new(),
    };
    state.step(mini, &main);
    let mut seen = Seen::default();
    visit(mini, &state, limit, &mut seen).then_some(seen)
}
