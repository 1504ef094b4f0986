//! The meta-level: terms and modules as data, and reducing and searching in a module from inside a term.
//!
//! A module that a descent function works in must come from `upModule`; the arena remembers which module each
//! such term stands for. Terms of the object module live in a theory of its own, kept between calls together with
//! the successors of its states, so that a million questions about one module share what they compute.

pub mod down;
pub mod module;
pub mod up;

use crate::commands::compile_target;
use crate::conform::Reachability;
use crate::machine::search::Target;
use crate::machine::{Arrow, Machine, Search, Stop};
use crate::modules::Database;
use crate::names::Name;
use crate::parser::Fragment;
use crate::terms::hooks::MetaOp;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The modules that the meta-level can see, and what it has computed in them.
#[derive(Debug, Default)]
pub struct MetaLevel {
    /// A copy, in which modules of the prelude may be read that the session itself has not needed.
    database: Option<Mutex<Database>>,
    revision: u64,
    object_level: Mutex<FxHashMap<Name, Reachability>>,
}

impl MetaLevel {
    /// Lets the meta-level see these modules.
    pub(crate) fn share(&mut self, database: &Database) {
        if self.database.is_none() || self.revision != database.revision() {
            self.revision = database.revision();
            self.database = Some(Mutex::new(database.clone()));
            self.object_level.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// The theory of a module for work at the object level; it is put back with `give_back`.
    fn take(&self, name: Name) -> Option<Reachability> {
        let known = self.object_level.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
        if known.is_some() {
            return known;
        }
        let mut database = self.database()?;
        let id = database.fetch(name)?;
        Some(Reachability::new(database.theory(id)))
    }

    fn database(&self) -> Option<MutexGuard<'_, Database>> {
        Some(self.database.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn give_back(&self, name: Name, theory: Reachability) {
        self.object_level.lock().unwrap_or_else(PoisonError::into_inner).insert(name, theory);
    }

    pub(crate) fn apply(&self, operation: MetaOp, machine: &mut Machine<'_>, term: TermId) -> Option<TermId> {
        let arguments: Vec<TermId> = machine.terms.arguments(term).to_vec();
        match operation {
            MetaOp::UpTerm => {
                let terms = &mut *machine.terms;
                up::up_within(terms, arguments[0])
            }
            MetaOp::DownTerm => {
                let range = machine.terms.signature.get(machine.terms.symbol(term)).range;
                let found = down::down_within(machine.terms, arguments[0]);
                let fits = found
                    .filter(|&found| machine.terms.signature.sorts.kind(machine.terms.sort(found)) == range);
                Some(fits.unwrap_or(arguments[1]))
            }
            MetaOp::UpModule => {
                let name = machine.terms.qid_value(arguments[0])?;
                let flag = machine.terms.symbol(arguments[1]);
                let flat = Some(flag) == machine.terms.signature.known.truth;
                let mut database = self.database()?;
                let id = database.fetch(name)?;
                let made = module::up_module(&database, id, flat, machine.terms)?;
                machine.terms.meta_modules.insert(made, name);
                Some(made)
            }
            MetaOp::Reduce => self.reduce(machine, &arguments),
            MetaOp::Search => self.search(machine, &arguments),
        }
    }

    /// The module that a term stands for.
    fn module_of(machine: &mut Machine<'_>, term: TermId) -> Option<Name> {
        let found = machine.terms.meta_modules.get(&term).copied();
        if found.is_none() {
            let what = "a descent function in a module that does not come from upModule";
            machine.stop = Some(Stop::Unsupported(what.to_owned()));
        }
        found
    }

    fn reduce(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let name = Self::module_of(machine, arguments[0])?;
        let mut object = self.take(name)?;
        let theory = object.theory_mut();
        let start = down::down(machine.terms, arguments[1], &mut theory.terms);
        let mut made = None;
        if let Some(start) = start {
            let program = Arc::clone(&theory.program);
            let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
            inner.condition_depth = machine.condition_depth + 1;
            let normal = inner.reduce(start);
            machine.rewrites += inner.rewrites;
            machine.stop = inner.stop.take();
            if machine.stop.is_none() {
                made = pair(&theory.terms, normal, machine.terms);
            }
        }
        self.give_back(name, object);
        made
    }

    fn search(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let &[module, start, pattern, condition, arrow, bound, number] = arguments else { return None };
        let name = Self::module_of(machine, module)?;
        let arrow = match machine.terms.qid_value(arrow)?.text() {
            "*" => Arrow::Star,
            "+" => Arrow::Plus,
            "!" => Arrow::Final,
            "1" => Arrow::One,
            _ => return None,
        };
        let depth = match machine.terms.small_value(bound) {
            Some(depth) => Some(u32::try_from(depth).unwrap_or(u32::MAX)),
            None if machine.terms.arguments(bound).is_empty() => None,
            None => return None,
        };
        let number = machine.terms.small_value(number)?;
        let mut object = self.take(name)?;
        let found = self.search_in(machine, &mut object, start, pattern, condition, arrow, depth, number);
        self.give_back(name, object);
        if machine.stop.is_some() {
            return None;
        }
        found?
    }

    /// `None` where the arguments make no sense, `Some(None)` where an operator is missing.
    #[expect(clippy::too_many_arguments, reason = "the arguments of metaSearch")]
    #[expect(clippy::option_option, reason = "both are told apart by the caller")]
    fn search_in(
        &self,
        machine: &mut Machine<'_>,
        object: &mut Reachability,
        start: TermId,
        pattern: TermId,
        condition: TermId,
        arrow: Arrow,
        depth: Option<u32>,
        number: u64,
    ) -> Option<Option<TermId>> {
        let theory = object.theory_mut();
        let start = down::down(machine.terms, start, &mut theory.terms)?;
        let pattern = down::down(machine.terms, pattern, &mut theory.terms)?;
        let fragments: Vec<Fragment> = down::condition(machine.terms, condition, &mut theory.terms)?;
        let ground = theory.terms.is_ground(pattern);
        if let (true, true, Arrow::Star, Some(depth), 0) =
            (ground, fragments.is_empty(), arrow, depth, number)
        {
            // The question that conformance asks again and again: its answers are remembered.
            let answer = object.reachable_terms(start, pattern, depth, Some(self), machine.limits);
            return match answer {
                Err(stop) => {
                    machine.stop = Some(stop);
                    None
                }
                Ok(false) => Some(failure(machine.terms)),
                Ok(true) => {
                    let terms = &object.theory_mut().terms;
                    Some(triple(terms, pattern, &[], &[], machine.terms))
                }
            };
        }
        let compiled = compile_target(&mut theory.terms, &theory.program, pattern, &fragments).ok()?;
        let program = Arc::clone(&theory.program);
        let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
        let start = inner.reduce(start);
        let mut search = Search::new(start, arrow, depth, false);
        let target = Target {
            pattern: &compiled.pattern,
            condition: &compiled.condition,
            slots: compiled.slots.len(),
        };
        let mut solution = None;
        for _ in 0..=number {
            solution = search.next_solution(&mut inner, &target);
            if solution.is_none() {
                break;
            }
        }
        machine.rewrites += inner.rewrites;
        machine.stop = inner.stop.take();
        let made = match solution {
            None => failure(machine.terms),
            Some(solution) => {
                let state = search.states[solution.state as usize].term;
                let shown = &compiled.slots[..compiled.shown];
                triple(&theory.terms, state, shown, &solution.bindings, machine.terms)
            }
        };
        Some(made)
    }
}

fn find(terms: &Terms, name: &str, arity: usize, range: &str) -> Option<crate::terms::SymbolId> {
    let sort = terms.signature.sorts.find(Name::new(range))?;
    let kind = terms.signature.sorts.kind(sort);
    terms.signature.overloads(Name::new(name)).iter().copied().find(|&id| {
        let symbol = terms.signature.get(id);
        symbol.range == kind && symbol.arity() == arity
    })
}

fn failure(to: &mut Terms) -> Option<TermId> {
    let symbol = find(to, "failure", 0, "ResultTriple?")?;
    Some(to.make(symbol, &[]))
}

fn pair(from: &Terms, term: TermId, to: &mut Terms) -> Option<TermId> {
    let value = up::up(from, term, to)?;
    let sort = up::sort_qid(from, from.sort(term), to)?;
    let symbol = find(to, "`{_`,_`}", 2, "ResultPair")?;
    Some(to.make(symbol, &[value, sort]))
}

fn triple(
    from: &Terms,
    term: TermId,
    variables: &[TermId],
    values: &[TermId],
    to: &mut Terms,
) -> Option<TermId> {
    let value = up::up(from, term, to)?;
    let sort = up::sort_qid(from, from.sort(term), to)?;
    let none = find(to, "none", 0, "Substitution")?;
    let mut substitution = to.make(none, &[]);
    let assign = find(to, "_<-_", 2, "Substitution")?;
    let join = find(to, "_;_", 2, "Substitution")?;
    for (&variable, &value) in variables.iter().zip(values) {
        let variable = up::up(from, variable, to)?;
        let value = up::up(from, value, to)?;
        let assignment = to.make(assign, &[variable, value]);
        substitution = to.make(join, &[substitution, assignment]);
    }
    let symbol = find(to, "`{_`,_`,_`}", 3, "ResultTriple")?;
    Some(to.make(symbol, &[value, sort, substitution]))
}
