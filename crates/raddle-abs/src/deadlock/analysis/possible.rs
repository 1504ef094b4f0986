//! Which waits can be come to at all: branches that constants rule out are not taken.
//!
//! **Source.** Conditional constants (Wegman and Zadeck 1991) between procedures, over the calls that the points-to
//! analysis found; one body at a time is the business of [`super::values`]. **Names.** A *context* is an activation with the
//! constants among its arguments. What a field of an abstract object may hold is one constant as long as everything that
//! was stored there so far is that constant.
//!
//! **Deviations.** Too many contexts of an activation become the one without constants; so does a body that is too long.
//! Results of calls are not constants. A field that its initialisation leaves open for a while is none either.
//!
//! **Guarantee.** Sound: a wait that is not listed is come to in no run. Contexts are looked at again when a constant of
//! their object ceases to be one, which it does once.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{AbstractObject, Activation, Facts};
use super::remaining::{Item, Remaining};
use super::values::{self, Constants, Known, Reached};
use crate::machine::code::{Code, Instruction};
use crate::machine::evaluate::Fixed;
use crate::source::Span;

/// How many contexts of one activation are told apart.
const CONTEXTS: usize = 6;
/// Locals times instructions of a body that is followed.
const LONGEST: usize = 200_000;

/// The waits that some run may come to, with the activation that waits.
#[must_use]
pub fn possible_waits(fixed: &Fixed, facts: &Facts, remaining: &Remaining) -> FxHashSet<(Activation, Span)> {
    let mut search = Search {
        fixed,
        facts,
        remaining,
        contexts: FxHashMap::default(),
        fields: FxHashMap::default(),
        on_object: FxHashMap::default(),
        work: VecDeque::new(),
        waits: FxHashSet::default(),
    };
    if fixed.program.main.is_some() {
        search.call(Activation(0), Constants::new());
    }
    while let Some((activation, arguments)) = search.work.pop_front() {
        search.follow(activation, &arguments);
    }
    search.waits
}

struct Search<'s> {
    fixed: &'s Fixed,
    facts: &'s Facts,
    remaining: &'s Remaining,
    contexts: FxHashMap<Activation, Vec<Constants>>,
    /// What each field may hold: a constant, or anything; nothing yet if it is not listed.
    fields: FxHashMap<(AbstractObject, u32), Option<Known>>,
    /// The activations on each object that were called.
    on_object: FxHashMap<AbstractObject, Vec<Activation>>,
    work: VecDeque<(Activation, Constants)>,
    waits: FxHashSet<(Activation, Span)>,
}

impl Search<'_> {
    fn call(&mut self, callee: Activation, mut arguments: Constants) {
        if arguments.iter().all(Option::is_none) {
            arguments = Constants::new();
        }
        let known = self.contexts.entry(callee).or_default();
        if known.contains(&arguments) || known.contains(&Constants::new()) {
            return;
        }
        if known.is_empty()
            && let Some(object) = self.facts.of(callee).object
        {
            self.on_object.entry(object).or_default().push(callee);
        }
        if known.len() >= CONTEXTS {
            arguments = Constants::new();
        }
        known.push(arguments.clone());
        self.work.push_back((callee, arguments));
    }

    /// A field may hold this, too.
    fn store(&mut self, object: AbstractObject, field: u32, value: Option<Known>) {
        match self.fields.get_mut(&(object, field)) {
            None => {
                self.fields.insert((object, field), value);
            }
            Some(held) if held.is_some() && *held != value => {
                *held = None;
                // Whoever relied on the constant is looked at again.
                for activation in self.on_object.get(&object).cloned().unwrap_or_default() {
                    let again = self.contexts.get(&activation).cloned().unwrap_or_default();
                    self.work.extend(again.into_iter().map(|arguments| (activation, arguments)));
                }
            }
            Some(_) => {}
        }
    }

    fn follow(&mut self, activation: Activation, arguments: &Constants) {
        let about = self.facts.of(activation);
        let code = self.fixed.code.method(about.method);
        let body = &self.fixed.code.codes[code.index()];
        let found: Vec<Reached> = if body.instructions.len().saturating_mul(body.locals as usize) > LONGEST {
            let items = self.remaining.from(code, 0).unwrap_or_default();
            let writes = body.instructions.iter().filter_map(|instruction| match instruction {
                Instruction::SetField(field) => Some(Item::Write(*field)),
                _ => None,
            });
            let reached = |item| Reached { item, arguments: Constants::new() };
            items.iter().copied().chain(writes).map(reached).collect()
        } else {
            let fields: Vec<(u32, Known)> = about.object.map_or_else(Vec::new, |object| {
                let class = self.facts.objects[object.index()].class;
                let count = self.fixed.program.classes[class.index()].fields.len() as u32;
                let constant = |field| Some((field, (*self.fields.get(&(object, field))?)?));
                (0..count).filter_map(constant).collect()
            });
            values::follow(self.fixed, code, 0, arguments, &fields)
        };
        if let Some(recover) = about.recover {
            self.call(recover, Constants::new());
        }
        for reached in found {
            match reached.item {
                Item::Wait(span, _) => {
                    self.waits.insert((activation, span));
                }
                Item::Write(field) => {
                    if let Some(object) = about.object {
                        self.store(object, field, reached.arguments.first().copied().flatten());
                    }
                }
                Item::New(span, _) => self.create(activation, span, &reached.arguments),
                Item::Call(span, _) => {
                    for &callee in self.facts.calls.get(&(activation, span)).into_iter().flatten() {
                        self.call(callee, reached.arguments.clone());
                    }
                }
            }
        }
    }

    /// An object is made with these arguments.
    fn create(&mut self, creator: Activation, span: Span, arguments: &Constants) {
        let Some(&object) = self.facts.made.get(&(creator, span)) else { return };
        let class = &self.fixed.program.classes[self.facts.objects[object.index()].class.index()];
        for field in 0..class.parameters {
            self.store(object, field, arguments.get(field as usize).copied().flatten());
        }
        let init = class.init.map(|init| &self.fixed.code.codes[self.fixed.code.method(init).index()]);
        // Somebody may look at a field before it is initialised, if the initialisation makes or calls others.
        let looks = |instruction: &Instruction| {
            matches!(instruction, Instruction::Invoke(_) | Instruction::New(_) | Instruction::Spawn(_))
        };
        let is_open = init.is_some_and(|code| code.instructions.iter().any(looks));
        // So may the initialisation itself, or it may leave the field as it is, unless it assigns it in any case.
        let begins = |code: &Code| {
            let straight = code.instructions.iter().take_while(|instruction| !branches(instruction));
            straight
                .filter_map(|instruction| match instruction {
                    Instruction::SetField(field) => Some(*field),
                    _ => None,
                })
                .collect()
        };
        let assigned: FxHashSet<u32> = init.map(begins).unwrap_or_default();
        for field in class.parameters..class.fields.len() as u32 {
            if is_open || !assigned.contains(&field) {
                self.store(object, field, None);
            }
        }
        for &callee in self.facts.calls.get(&(creator, span)).into_iter().flatten() {
            if class.init == Some(self.facts.of(callee).method) {
                // What it assigns is known before anybody reads it.
                let is_new = !self.contexts.contains_key(&callee);
                if is_new {
                    self.call(callee, Constants::new());
                    if let Some((init, arguments)) = self.work.pop_back() {
                        self.follow(init, &arguments);
                    }
                }
            } else {
                self.call(callee, Constants::new());
            }
        }
    }
}

/// May another instruction than the next one follow?
fn branches(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Jump(_)
            | Instruction::JumpUnless(_)
            | Instruction::JumpIfFalseElsePop(_)
            | Instruction::JumpIfTrueElsePop(_)
            | Instruction::Match { .. }
            | Instruction::Next { .. }
            | Instruction::PushHandler(_)
            | Instruction::Return
    )
}
