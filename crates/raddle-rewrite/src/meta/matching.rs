//! `metaMatch`, `metaXmatch`, `metaApply`, `metaXapply`. Matches are found in one run as far as they have been asked
//! for, and the next run finds twice as many: so asking for one after the other costs no more than a few runs.

use super::context::{context, places, rebuild};
use super::evaluate::settle_sorts;
use super::object::ObjectModule;
use super::ongoing::{Answers, Found, Matches, Ongoing};
use super::tables::make;
use super::{MetaLevel, bound};
use crate::commands::{CompiledTarget, compile_target};
use crate::machine::compile::{Statement, UNBOUND, compile_alone};
use crate::machine::evaluate::Bindings;
use crate::machine::solve::{Flow, Rest};
use crate::machine::{Machine, StatementTerms};
use crate::modules::translate::substitute;
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::StatementKind;
use crate::terms::arena::NO_TERM;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// A rule, and the values that some of its variables were given.
pub(crate) struct BoundRule {
    statement: Statement,
    given: Vec<(TermId, TermId)>,
}

/// How deep to look, and whether parts of associative terms count.
#[derive(Clone, Copy)]
struct Depths {
    least: u64,
    most: Option<u64>,
    extension: bool,
}

/// At the top and nowhere else, or between two bounds.
fn depths(machine: &mut Machine<'_>, bounds: Option<(TermId, TermId)>) -> Option<Depths> {
    let Some((least, most)) = bounds else {
        return Some(Depths { least: 0, most: Some(0), extension: false });
    };
    let least = machine.terms.small_value(least)?;
    Some(Depths { least, most: bound(machine.terms, most)?, extension: true })
}

/// Whether a condition was refused since nothing binds one of its variables: it never holds, whatever it says of it.
pub(super) fn is_stray(message: &str) -> bool {
    message.ends_with(UNBOUND)
}

/// How many matches a run should find so that this one is among them.
fn enough(number: u64) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| number.saturating_add(1).next_power_of_two())
}

/// What is looked for in a term.
enum Wanted {
    /// Matches of a pattern whose condition holds.
    Pattern(CompiledTarget),
    /// Matches of rules, which look into no frozen arguments.
    Rules(Arc<[BoundRule]>),
}

/// Where to look, and which match is asked for: the last arguments of all four functions.
fn asked(machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<(Depths, u64)> {
    let (bounds, number) = match *arguments {
        [_, _, _, _, number] => (None, number),
        [_, _, _, _, least, most, number] => (Some((least, most)), number),
        _ => return None,
    };
    let depths = depths(machine, bounds)?;
    Some((depths, machine.terms.small_value(number)?))
}

/// Everything but the module and the number of a match.
fn question(arguments: &[TermId]) -> &[TermId] {
    &arguments[1..arguments.len() - 1]
}

/// The matches that are known for a question, or those that `find` finds if there are not enough of them.
fn known(
    object: &mut ObjectModule,
    arguments: &[TermId],
    number: u64,
    find: impl FnOnce(&mut ObjectModule) -> Option<Matches>,
) -> Option<Matches> {
    let known = match Ongoing::of(&mut object.ongoing, question(arguments)) {
        Some(Answers::Matches(known)) => known,
        _ => Matches::default(),
    };
    if (known.found.len() as u64) > number || known.complete { Some(known) } else { find(object) }
}

/// Keeps the matches for the next question.
fn keep(object: &mut ObjectModule, arguments: &[TermId], known: Matches) {
    let answers = Answers::Matches(known);
    object.ongoing = Some(Ongoing { question: question(arguments).to_vec(), answers });
}

impl MetaLevel {
    pub(super) fn matching(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let (depths, number) = asked(machine, arguments)?;
        let sort = if depths.extension { "MatchPair?" } else { "Substitution?" };
        self.within(machine, arguments[0], |machine, object| {
            let known = known(object, arguments, number, |object| {
                let pattern = object.down(machine.terms, arguments[1])?;
                let subject = object.down(machine.terms, arguments[2])?;
                let fragments = object.condition(machine.terms, arguments[3])?;
                let theory = object.theory();
                let target = compile_target(&mut theory.terms, &theory.program, pattern, &fragments);
                let target = match target {
                    Err(message) if is_stray(&message) => {
                        return Some(Matches { complete: true, ..Matches::default() });
                    }
                    target => target.ok()?,
                };
                let slots = target.slots.clone();
                let found =
                    self.find(machine, object, subject, &Wanted::Pattern(target), depths, enough(number));
                Some(Matches { slots, ..found? })
            })?;
            let made = match known.get(number) {
                None => make(machine.terms, "noMatch", sort, &[]),
                Some(found) => {
                    let pairs = known.slots.iter().copied().zip(found.bindings.iter().copied());
                    let substitution = object.up_substitution(pairs, machine.terms)?;
                    if depths.extension {
                        let around = context(object, machine.terms, &known.places, found.place, &found.rest)?;
                        make(machine.terms, "`{_`,_`}", "MatchPair?", &[substitution, around])
                    } else {
                        Some(substitution)
                    }
                }
            };
            keep(object, arguments, known);
            made
        })
    }

    pub(super) fn apply_rule(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let (depths, number) = asked(machine, arguments)?;
        let sort = if depths.extension { "Result4Tuple?" } else { "ResultTriple?" };
        let label = machine.terms.qid_value(arguments[2])?;
        self.within(machine, arguments[0], |machine, object| {
            let rules = rules_of(machine, object, label, arguments[3])?;
            let known = known(object, arguments, number, |object| {
                let subject = object.down(machine.terms, arguments[1])?;
                let subject = self.with_inner(machine, object, |inner| inner.reduce(subject))?;
                let wanted = Wanted::Rules(Arc::clone(&rules));
                self.find(machine, object, subject, &wanted, depths, enough(number))
            })?;
            let made = match known.get(number) {
                None => make(machine.terms, "failure", sort, &[]),
                Some(found) => self.rewritten(machine, object, &rules, &known, found, depths),
            };
            keep(object, arguments, known);
            made
        })
    }

    /// Matches of what is wanted at the places of a term, until there are enough.
    fn find(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        subject: TermId,
        wanted: &Wanted,
        depths: Depths,
        enough: usize,
    ) -> Option<Matches> {
        let theory = object.theory();
        let program = Arc::clone(&theory.program);
        let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
        inner.condition_depth = machine.condition_depth + 1;
        if matches!(wanted, Wanted::Pattern(_)) {
            settle_sorts(&mut inner, subject);
        }
        let places = places(inner.terms, subject, depths.most, matches!(wanted, Wanted::Rules(_)));
        let mut collector = Collector::new(enough);
        for (place, at) in places.iter().enumerate().filter(|(_, at)| at.depth >= depths.least) {
            match wanted {
                Wanted::Pattern(target) => {
                    let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, target.slots.len());
                    let mut add = |machine: &mut Machine<'_>, bindings: &Bindings, rest: &Rest| {
                        collector.add(machine, 0, place, bindings, rest)
                    };
                    let (pattern, tests) = (&target.pattern, &target.condition);
                    if depths.extension {
                        inner.match_with_extension(pattern, at.term, &mut bindings, &mut |m, b, rest| {
                            m.satisfy(tests, b, rest, &mut |m, b, rest| add(m, b, rest))
                        });
                    } else {
                        inner.match_all(pattern, at.term, &mut bindings, &mut |m, b, rest| {
                            m.satisfy(tests, b, rest, &mut |m, b, rest| add(m, b, rest))
                        });
                    }
                }
                Wanted::Rules(rules) => {
                    for (number, rule) in rules.iter().enumerate() {
                        let mut receive =
                            |machine: &mut Machine<'_>, bindings: &mut Bindings, rest: &Rest| {
                                collector.add(machine, number, place, bindings, rest)
                            };
                        inner.every_match(&rule.statement, at.term, depths.extension, &mut receive);
                        if inner.stop.is_some() || collector.is_full() {
                            break;
                        }
                    }
                }
            }
            if inner.stop.is_some() || collector.is_full() {
                break;
            }
        }
        machine.rewrites += inner.rewrites;
        machine.stop = inner.stop.take();
        inner.leave();
        machine.stop.is_none().then(|| collector.matches(places))
    }

    fn rewritten(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        rules: &[BoundRule],
        known: &Matches,
        found: &Found,
        depths: Depths,
    ) -> Option<TermId> {
        let BoundRule { statement: rule, given } = &rules[found.rule];
        let theory = object.theory();
        let program = Arc::clone(&theory.program);
        let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
        inner.condition_depth = machine.condition_depth + 1;
        let bindings: Bindings = SmallVec::from_slice(&found.bindings);
        let symbol = inner.terms.symbol(known.places[found.place].term);
        let part = inner.apply(rule, symbol, &bindings, &found.rest);
        let whole = rebuild(inner.terms, &known.places, found.place, part);
        let result = inner.reduce(whole);
        machine.rewrites += inner.rewrites;
        machine.stop = inner.stop.take();
        inner.leave();
        if machine.stop.is_some() {
            return None;
        }
        let mut pairs: Vec<(TermId, TermId)> =
            rule.variables.iter().copied().zip(found.bindings.iter().copied()).collect();
        pairs.extend(given);
        let term = object.up(result, machine.terms)?;
        let sort = object.up_sort(result, machine.terms)?;
        let substitution = object.up_substitution(pairs.into_iter(), machine.terms)?;
        if !depths.extension {
            return make(machine.terms, "`{_`,_`,_`}", "ResultTriple", &[term, sort, substitution]);
        }
        let around = context(object, machine.terms, &known.places, found.place, &found.rest)?;
        make(machine.terms, "`{_`,_`,_`,_`}", "Result4Tuple", &[term, sort, substitution, around])
    }
}

/// The rules with a label, in which some variables have values. One with variables that nothing binds is no rule.
fn rules_of(
    machine: &mut Machine<'_>,
    object: &mut ObjectModule,
    label: Name,
    given: TermId,
) -> Option<Arc<[BoundRule]>> {
    if let Some(known) = object.rules.get(&(label, given)) {
        return Some(Arc::clone(known));
    }
    let (variables, values): (Vec<TermId>, Vec<TermId>) =
        object.substitution(machine.terms, given)?.into_iter().unzip();
    let theory = object.theory();
    let mut found: Vec<BoundRule> = Vec::new();
    for statement in &theory.statements {
        if statement.kind != StatementKind::Rule || statement.label != Some(label) {
            continue;
        }
        let mut statement = statement.clone();
        let used = used_variables(&theory.terms, &statement);
        if !variables.is_empty() {
            let terms = &mut theory.terms;
            let mut replace = |term: &mut TermId| *term = substitute(terms, *term, &variables, &values);
            replace(&mut statement.left);
            statement.right.iter_mut().for_each(&mut replace);
            for fragment in &mut statement.condition {
                match fragment {
                    Fragment::Equality(left, right)
                    | Fragment::Assignment(left, right)
                    | Fragment::Rewriting(left, right) => {
                        replace(left);
                        replace(right);
                    }
                    Fragment::Membership(term, _) => replace(term),
                }
            }
        }
        if let Ok(compiled) = compile_alone(&mut theory.terms, &theory.program, &statement) {
            let given = variables.iter().copied().zip(values.iter().copied());
            let given = given.filter(|(variable, _)| used.contains(variable)).collect();
            found.push(BoundRule { statement: compiled, given });
        }
    }
    let found: Arc<[BoundRule]> = found.into();
    object.rules.insert((label, given), Arc::clone(&found));
    Some(found)
}

/// The variables of a statement.
fn used_variables(terms: &Terms, statement: &StatementTerms) -> FxHashSet<TermId> {
    let mut stack: Vec<TermId> = [Some(statement.left), statement.right].into_iter().flatten().collect();
    for fragment in &statement.condition {
        match *fragment {
            Fragment::Equality(left, right)
            | Fragment::Assignment(left, right)
            | Fragment::Rewriting(left, right) => stack.extend([left, right]),
            Fragment::Membership(term, _) => stack.push(term),
        }
    }
    let mut found = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if terms.is_variable(term) {
            found.insert(term);
        } else if !terms.is_ground(term) {
            stack.extend(terms.arguments(term));
        }
    }
    found
}

/// Matches as they come, each once.
struct Collector {
    found: Vec<Found>,
    seen: FxHashSet<Found>,
    enough: usize,
}

impl Collector {
    fn new(enough: usize) -> Collector {
        Collector { found: Vec::new(), seen: FxHashSet::default(), enough }
    }

    fn is_full(&self) -> bool {
        self.found.len() >= self.enough
    }

    fn add(
        &mut self,
        machine: &mut Machine<'_>,
        rule: usize,
        place: usize,
        bindings: &Bindings,
        rest: &Rest,
    ) -> Flow {
        let found = Found { rule, place, bindings: bindings.to_vec(), rest: rest.clone() };
        if self.seen.insert(found.clone()) {
            self.found.push(found);
        }
        if self.is_full() || machine.stop.is_some() { Flow::Enough } else { Flow::More }
    }

    fn matches(self, places: Vec<super::context::Place>) -> Matches {
        Matches { complete: !self.is_full(), found: self.found, places, slots: Vec::new() }
    }
}
