//! What the tasks of a state can still come to: the seeds' `reachable`, in three degrees of precision.
//!
//! **Source.** Condition 1 of definition 5 of seed 001: "we over-approximate it syntactically by computing the transitive
//! call relations from all tasks; precision could be improved using more advanced analyses". [`Reachability`] names
//! the syntactic one and two such improvements.
//!
//! **Names.** A point of a cycle is a bit; bits of the upper half stand for the making of a constraint's location.
//! [`Reach::calls`] is how many calls lie between a task and a point, which only orders the search.
//!
//! **Guarantee.** Over-approximates: what a task does from a state on passes no point whose bit is missing. Where the
//! analysis does not know a task, everything is reachable. For [`Reachability::Values`] a call's context is the callee
//! with the constants among its arguments; too many contexts of one callee become the one without constants.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::call_graph::{ByPointsTo, Callers as _, by_name, by_points_to};
use super::constraints::LIMIT;
use crate::deadlock::analysis::Analysis;
use crate::deadlock::analysis::abstraction::{AbstractObject, Activation, Facts};
use crate::deadlock::analysis::remaining::Item;
use crate::deadlock::analysis::time_constraints::TimeConstraint;
use crate::deadlock::analysis::values::{self, Constants, Known, Reached};
use crate::machine::code::{CodeId, Instruction};
use crate::machine::evaluate::Fixed;
use crate::machine::state::{Activity, State};
use crate::types::resolved::MethodId;

/// How it is found out what a task can still come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reachability {
    /// By names alone, as in the seeds: the remaining statements, and all methods of the names that are called.
    Syntactic,
    /// By the points-to analysis: only the methods that may be meant, on the locations that may be meant.
    PointsTo,
    /// The same, and only the branches that the constants at hand leave open.
    #[default]
    Values,
}

/// How many contexts of one callee are told apart.
const CONTEXTS: usize = 6;
/// How many results are kept; then all are forgotten.
const KEPT: usize = 1 << 18;
/// The number of calls that stands for "never".
pub const NEVER: u8 = u8::MAX;

/// The points that can be reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// One bit for each.
    pub bits: u64,
    /// Those that tasks may reach which are not there yet.
    pub called: u64,
    /// How many calls away each is; [`NEVER`] where there is no entry.
    pub calls: SmallVec<[u8; 8]>,
    /// The fields that may be assigned on the way, and whether only by tasks that are not there yet.
    pub writes: SmallVec<[(AbstractObject, u32, bool); 4]>,
    /// Are these not all?
    pub writes_more: bool,
}

impl Reach {
    fn everything() -> Self {
        let calls = SmallVec::from_elem(0, LIMIT);
        Self { bits: u64::MAX, called: u64::MAX, calls, writes: SmallVec::new(), writes_more: true }
    }

    /// How many calls away this point is.
    #[must_use]
    pub fn calls(&self, bit: usize) -> u8 {
        self.calls.get(bit).copied().unwrap_or(NEVER)
    }

    /// By bits alone: every point that is reachable is as near as any other.
    fn of_bits(bits: u64) -> Self {
        let calls = (0..LIMIT).map(|bit| if bits & 1 << bit == 0 { NEVER } else { 0 }).collect();
        Self { bits, called: bits, calls, writes: SmallVec::new(), writes_more: true }
    }

    fn add(&mut self, bits: u64, calls: u8) {
        self.bits |= bits;
        if calls > 0 {
            self.called |= bits;
        }
        for bit in 0..LIMIT {
            if bits & 1 << bit != 0 {
                if self.calls.len() <= bit {
                    self.calls.resize(bit + 1, NEVER);
                }
                self.calls[bit] = self.calls[bit].min(calls);
            }
        }
    }
}

/// A point of the code, with what is known there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Stand {
    code: CodeId,
    next: u32,
    locals: Constants,
    fields: SmallVec<[(u32, Known); 2]>,
}

/// What was found out before.
#[derive(Default)]
struct Memo {
    followed: FxHashMap<Stand, Arc<[Reached]>>,
    reached: FxHashMap<(Activation, Stand), Arc<Reach>>,
}

/// Finds out what tasks can come to, by values.
struct ByValues {
    /// For each method, the fields that it reads, and whether they never change.
    fields: Vec<Vec<(u32, bool)>>,
    memo: Mutex<Memo>,
}

enum Tables {
    Syntactic(FxHashMap<(CodeId, u32), u64>),
    PointsTo(FxHashMap<(Activation, u32), u64>),
    Values(ByValues),
}

/// Who can come to the points of a cycle's constraints.
pub struct Reaching {
    first_method: u32,
    tables: Tables,
}

impl Reaching {
    /// The tables for these constraints.
    #[must_use]
    pub fn new(
        times: &[TimeConstraint],
        reachability: Reachability,
        fixed: &Fixed,
        analysis: &Analysis,
    ) -> Self {
        let tables = match reachability {
            Reachability::Syntactic => Tables::Syntactic(by_name(times, fixed, analysis.remaining(fixed))),
            Reachability::PointsTo => {
                let remaining = analysis.remaining(fixed);
                Tables::PointsTo(by_points_to(times, fixed, &analysis.facts, remaining))
            }
            Reachability::Values => {
                Tables::Values(ByValues { fields: fields_read(fixed), memo: Mutex::default() })
            }
        };
        Self { first_method: fixed.code.first_method, tables }
    }

    /// Is it the seeds' own?
    #[must_use]
    pub fn is_syntactic(&self) -> bool {
        matches!(self.tables, Tables::Syntactic(_))
    }

    /// Does it look at values?
    #[must_use]
    pub fn knows_values(&self) -> bool {
        matches!(self.tables, Tables::Values(_))
    }

    /// What a task can still come to. `stays` tells whether a field will be assigned by nobody else.
    #[must_use]
    pub fn of(
        &self,
        times: &[TimeConstraint],
        fixed: &Fixed,
        facts: &Facts,
        state: &State,
        activity: &Activity,
        stays: &dyn Fn(AbstractObject, u32) -> bool,
    ) -> Reach {
        let mut reach = Reach::default();
        // Another frame, or a handler, may assign what this one reads.
        let alone = activity.frames.len() == 1 && activity.handlers.is_empty();
        let mut add = |found: &Reach| {
            reach.bits |= found.bits;
            reach.called |= found.called;
            reach.writes.extend(found.writes.iter().copied());
            reach.writes_more |= found.writes_more;
            if reach.calls.len() < found.calls.len() {
                reach.calls.resize(found.calls.len(), NEVER);
            }
            for (mine, &other) in reach.calls.iter_mut().zip(&found.calls) {
                *mine = (*mine).min(other);
            }
        };
        let own = activity.frames.iter().enumerate().map(|(at, frame)| (at, frame.next, true));
        // When a handler runs, locals may have changed.
        let handlers =
            activity.handlers.iter().map(|handler| (handler.frames as usize - 1, handler.target, false));
        for (at, next, known) in own.chain(handlers) {
            let frame = activity.frames[at];
            // Functions wait for nothing but random numbers.
            if frame.code.0 < self.first_method {
                continue;
            }
            let bits = match &self.tables {
                Tables::Syntactic(table) => table.get(&(frame.code, next)).copied(),
                Tables::PointsTo(_) | Tables::Values(_) => {
                    let method = MethodId(frame.code.0 - self.first_method);
                    let activation = facts.abstract_activation(state, frame.this, method);
                    match (&self.tables, activation) {
                        (Tables::PointsTo(table), Some(activation)) => {
                            table.get(&(activation, next)).copied()
                        }
                        (Tables::Values(values), Some(activation)) => {
                            let mut stand = Stand {
                                code: frame.code,
                                next,
                                locals: Constants::new(),
                                fields: SmallVec::new(),
                            };
                            if known {
                                let base = frame.base as usize;
                                let count = fixed.code.codes[frame.code.index()].locals as usize;
                                let locals = &activity.stack[base..(base + count).min(activity.stack.len())];
                                stand.locals = locals.iter().map(values::constant).collect();
                            }
                            if let Some(this) = frame.this {
                                let object = state.object(this);
                                let abstract_object = facts.of(activation).object;
                                let fields =
                                    values.fields[method.index()].iter().filter_map(|&(field, never)| {
                                        let known = never
                                            || alone
                                                && abstract_object.is_some_and(|object| stays(object, field));
                                        let value = values::constant(&object.fields[field as usize])?;
                                        known.then_some((field, value))
                                    });
                                stand.fields = fields.collect();
                            }
                            add(&values.reach(times, fixed, facts, activation, stand));
                            continue;
                        }
                        _ => None,
                    }
                }
            };
            add(&bits.map_or_else(Reach::everything, Reach::of_bits));
        }
        reach
    }
}

/// For each method, the fields that it reads, and whether nothing but the initialisation of the object assigns them.
fn fields_read(fixed: &Fixed) -> Vec<Vec<(u32, bool)>> {
    let code_of = |method: usize| &fixed.code.codes[fixed.code.method(MethodId(method as u32)).index()];
    let mut assigned: FxHashSet<(usize, u32)> = FxHashSet::default();
    for (at, method) in fixed.program.methods.iter().enumerate() {
        let Some(class) = method.class else { continue };
        if fixed.program.classes[class.index()].init.is_some_and(|init| init.index() == at) {
            continue;
        }
        for instruction in &code_of(at).instructions {
            if let Instruction::SetField(field) = instruction {
                assigned.insert((class.index(), *field));
            }
        }
    }
    let reads = fixed.program.methods.iter().enumerate().map(|(at, method)| {
        let Some(class) = method.class else { return Vec::new() };
        let read = code_of(at).instructions.iter().filter_map(|instruction| match instruction {
            Instruction::Field(field) => Some((*field, !assigned.contains(&(class.index(), *field)))),
            _ => None,
        });
        let mut read: Vec<(u32, bool)> = read.collect();
        read.sort_unstable();
        read.dedup();
        read
    });
    reads.collect()
}

impl ByValues {
    /// What a task that stands there can come to, and how many calls away: breadth first over contexts.
    fn reach(
        &self,
        times: &[TimeConstraint],
        fixed: &Fixed,
        facts: &Facts,
        activation: Activation,
        stand: Stand,
    ) -> Arc<Reach> {
        let mut memo = self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (activation, stand);
        if let Some(known) = memo.reached.get(&key) {
            return known.clone();
        }
        if memo.reached.len() > KEPT {
            *memo = Memo::default();
        }
        let callers = ByPointsTo { facts, times };
        let mut reach = Reach::default();
        let mut contexts: FxHashMap<Activation, Vec<Constants>> = FxHashMap::default();
        let mut work: VecDeque<(Activation, Stand, u8)> = VecDeque::from([(key.0, key.1.clone(), 0)]);
        while let Some((activation, stand, calls)) = work.pop_front() {
            let followed = memo.followed.entry(stand.clone()).or_insert_with(|| {
                values::follow(fixed, stand.code, stand.next, &stand.locals, &stand.fields).into()
            });
            let deeper = calls.saturating_add(1).min(NEVER - 1);
            let mut call = |callee: Activation, arguments: &[Option<Known>]| {
                let known = contexts.entry(callee).or_default();
                let mut arguments: Constants = arguments.iter().copied().collect();
                if known.contains(&arguments) || known.contains(&Constants::new()) {
                    return;
                }
                if known.len() >= CONTEXTS || arguments.iter().all(Option::is_none) {
                    arguments = Constants::new();
                }
                known.push(arguments.clone());
                let code = fixed.code.method(facts.of(callee).method);
                let stand = Stand { code, next: 0, locals: arguments, fields: SmallVec::new() };
                work.push_back((callee, stand, deeper));
            };
            for reached in followed.iter() {
                if let (Item::Write(field), Some(object)) = (reached.item, facts.of(activation).object) {
                    reach.writes.push((object, field, calls > 0));
                }
                reach.add(callers.bits(activation.index(), reached.item), calls);
                // Only a call's arguments are those of the method that it calls.
                let arguments = match reached.item {
                    Item::Call(..) => reached.arguments.as_slice(),
                    _ => &[],
                };
                callers.callees(activation.index(), reached.item, &mut |callee| {
                    call(Activation(callee as u32), arguments);
                });
            }
            if let Some(recover) = facts.of(activation).recover {
                call(recover, &[]);
            }
        }
        reach.writes.sort_unstable();
        reach.writes.dedup();
        let reach = Arc::new(reach);
        memo.reached.insert(key, reach.clone());
        reach
    }
}
