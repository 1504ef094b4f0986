//! `metaSearch` and `metaSearchPath`.

use super::matching::is_stray;
use super::object::ObjectModule;
use super::ongoing::{Answers, Ongoing, OngoingSearch};
use super::tables::{joined, make};
use super::{MetaLevel, bound, module};
use crate::commands::compile_target;
use crate::machine::search::Target;
use crate::machine::{Arrow, Machine, Search};
use crate::terms::TermId;

/// There is no such solution.
fn failure(machine: &mut Machine<'_>, path: bool) -> Option<TermId> {
    make(machine.terms, "failure", if path { "Trace?" } else { "ResultTriple?" }, &[])
}

impl MetaLevel {
    pub(super) fn search(
        &self,
        machine: &mut Machine<'_>,
        arguments: &[TermId],
        path: bool,
    ) -> Option<TermId> {
        let &[module, start, pattern, condition, arrow, depth, number] = arguments else { return None };
        let arrow = match machine.terms.qid_value(arrow)?.text() {
            "*" => Arrow::Star,
            "+" => Arrow::Plus,
            "!" => Arrow::Final,
            _ => return None,
        };
        let depth = bound(machine.terms, depth)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let number = machine.terms.small_value(number)?;
        self.within(machine, module, |machine, object| {
            if let (false, Arrow::Star, Some(depth), 0) = (path, arrow, depth, number)
                && let Some(answer) = self.reachable(machine, object, start, pattern, condition, depth)
            {
                return answer;
            }
            let question = &arguments[1..6];
            let mut ongoing = match Ongoing::of(&mut object.ongoing, question) {
                Some(Answers::Search(known)) => known,
                _ => match self.begin(machine, object, [start, pattern, condition], arrow, depth)? {
                    Some(begun) => Box::new(begun),
                    None => return failure(machine, path),
                },
            };
            let made = self.answer(machine, object, &mut ongoing, number, path);
            let answers = Answers::Search(ongoing);
            object.ongoing = Some(Ongoing { question: question.to_vec(), answers });
            made
        })
    }

    /// The inner `None`: nothing can be found.
    #[expect(clippy::option_option, reason = "the outer one: the question makes no sense")]
    fn begin(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        [start, pattern, condition]: [TermId; 3],
        arrow: Arrow,
        depth: Option<u32>,
    ) -> Option<Option<OngoingSearch>> {
        let start = object.down(machine.terms, start)?;
        let pattern = object.down(machine.terms, pattern)?;
        let fragments = object.condition(machine.terms, condition)?;
        let theory = object.theory();
        let sorts = &theory.terms.signature.sorts;
        if sorts.kind(theory.terms.sort(start)) != sorts.kind(theory.terms.sort(pattern)) {
            return None;
        }
        let target = match compile_target(&mut theory.terms, &theory.program, pattern, &fragments) {
            Err(message) if is_stray(&message) => return Some(None),
            target => target.ok()?,
        };
        let start = self.with_inner(machine, object, |inner| inner.reduce(start))?;
        let search = Search::new(start, arrow, depth, false);
        Some(Some(OngoingSearch { search, target, solutions: Vec::new(), exhausted: false }))
    }

    fn answer(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        ongoing: &mut OngoingSearch,
        number: u64,
        path: bool,
    ) -> Option<TermId> {
        let OngoingSearch { search, target, solutions, exhausted } = ongoing;
        if (solutions.len() as u64) <= number && !*exhausted {
            let goal =
                Target { pattern: &target.pattern, condition: &target.condition, slots: target.slots.len() };
            let theory = object.theory();
            let program = std::sync::Arc::clone(&theory.program);
            let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
            inner.condition_depth = machine.condition_depth + 1;
            while (solutions.len() as u64) <= number {
                match search.next_solution(&mut inner, &goal) {
                    Some(solution) => solutions.push(solution),
                    None => {
                        *exhausted = true;
                        break;
                    }
                }
            }
            machine.rewrites += inner.rewrites;
            machine.stop = inner.stop.take();
            inner.leave();
            if machine.stop.is_some() {
                return None;
            }
        }
        let solution = usize::try_from(number).ok().and_then(|number| solutions.get(number));
        let Some(solution) = solution else { return failure(machine, path) };
        if !path {
            let state = search.states[solution.state as usize].term;
            let pairs = target.slots.iter().copied().zip(solution.bindings.iter().copied());
            let term = object.up(state, machine.terms)?;
            let sort = object.up_sort(state, machine.terms)?;
            let substitution = object.up_substitution(pairs, machine.terms)?;
            return make(machine.terms, "`{_`,_`,_`}", "ResultTriple", &[term, sort, substitution]);
        }
        let mut steps = Vec::new();
        for states in search.path(solution.state).windows(2) {
            let from = search.states[states[0] as usize].term;
            let term = object.up(from, machine.terms)?;
            let sort = object.up_sort(from, machine.terms)?;
            let (_, rule) = search.states[states[1] as usize].parent?;
            let rule = module::up_rule(object, rule as usize, machine.terms)?;
            steps.push(make(machine.terms, "`{_`,_`,_`}", "TraceStep", &[term, sort, rule])?);
        }
        joined(machine.terms, "__", "nil", "Trace", &steps)
    }

    /// The question that conformance asks again and again, whether one ground term can become another: its answers
    /// are remembered. The outer `None`: it is another question. The inner one: it makes no sense.
    #[expect(clippy::option_option, reason = "said above")]
    fn reachable(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        start: TermId,
        pattern: TermId,
        condition: TermId,
        depth: u32,
    ) -> Option<Option<TermId>> {
        let nil = super::tables::find(machine.terms, "nil", 0, "Condition")?;
        if machine.terms.symbol(condition) != nil {
            return None;
        }
        let goal = object.down(machine.terms, pattern)?;
        if !object.terms().is_ground(goal) {
            return None;
        }
        let start = object.down(machine.terms, start)?;
        let answer = object.reachability.reachable_terms(start, goal, depth, Some(self), machine.limits);
        Some(match answer {
            Err(stop) => {
                machine.stop = Some(stop);
                None
            }
            Ok(false) => make(machine.terms, "failure", "ResultTriple?", &[]),
            Ok(true) => {
                let term = object.up(goal, machine.terms)?;
                let sort = object.up_sort(goal, machine.terms)?;
                let none = make(machine.terms, "none", "Substitution", &[])?;
                make(machine.terms, "`{_`,_`,_`}", "ResultTriple", &[term, sort, none])
            }
        })
    }
}
