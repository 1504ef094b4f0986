//! Applies local rules: chooses elements, asks the memo what they become, and exchanges them.

use super::memo::{NewAnswer, Subject};
use super::{Local, LocalElement, MOST_PATTERNS};
use crate::machine::evaluate::{Bindings, Goal, Machine};
use crate::machine::pattern::Pattern;
use crate::machine::solve::{Flow, NO_GOALS, Rest};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::{SymbolId, TermId};
use smallvec::SmallVec;

/// A distinct element of a soup: where it is first, and how many there are.
#[derive(Clone, Copy)]
struct Available {
    element: TermId,
    symbol: SymbolId,
    first: u32,
    count: u32,
}

/// Who is told of the term that takes the place of the one that a rule was applied to.
type Told<'r, 'p> = dyn FnMut(&mut Machine<'p>, TermId) -> Flow + 'r;

/// A rule that is being applied to a soup.
struct Application<'a, 'p> {
    rule: u32,
    local: &'p Local,
    /// The term that the rule is applied to, and the soup in it.
    place: TermId,
    soup: TermId,
    available: &'a [Available],
    /// Which elements have been chosen.
    taken: SmallVec<[u32; MOST_PATTERNS]>,
    /// The other arguments around the soup, and the chosen elements.
    question: super::memo::Terms,
}

impl<'p> Machine<'p> {
    /// The soup that a local rule would be applied to, in a term with the rule's symbol.
    pub(crate) fn soup_of(&self, local: &Local, place: TermId) -> Option<TermId> {
        let soup = match &local.around {
            Some(around) => self.terms.arguments(place)[around.place],
            None => place,
        };
        (self.terms.symbol(soup) == local.soup && self.terms.sort(soup) == local.sort).then_some(soup)
    }

    /// Tells of every term that a local rule makes of a term and the soup in it.
    pub(crate) fn local_steps(
        &mut self,
        rule: u32,
        local: &'p Local,
        place: TermId,
        soup: TermId,
        tell: &mut Told<'_, 'p>,
    ) {
        let elements = self.terms.arguments(soup);
        let rest = usize::from(local.around.as_ref().is_some_and(|around| !around.optional));
        if elements.len() < local.elements.len() + rest {
            return;
        }
        let mut available: SmallVec<[Available; 24]> = SmallVec::new();
        for (index, &element) in elements.iter().enumerate() {
            match available.last_mut() {
                Some(last) if last.element == element => last.count += 1,
                _ => {
                    let symbol = self.terms.symbol(element);
                    available.push(Available { element, symbol, first: index as u32, count: 1 });
                }
            }
        }
        let mut question = super::memo::Terms::new();
        if let Some(around) = &local.around {
            let arguments = self.terms.arguments(place).iter().enumerate();
            question.extend(arguments.filter(|(index, _)| *index != around.place).map(|(_, &term)| term));
        }
        let taken = SmallVec::new();
        let mut application =
            Application { rule, local, place, soup, available: &available, taken, question };
        self.choose(&mut application, tell);
    }

    /// Chooses an element for the next pattern in every way.
    fn choose(&mut self, application: &mut Application<'_, 'p>, tell: &mut Told<'_, 'p>) -> Flow {
        let Some(pattern) = application.local.elements.get(application.taken.len()) else {
            return self.apply_choice(application, tell);
        };
        for index in 0..application.available.len() {
            if !self.may_take(application, pattern, index) {
                continue;
            }
            application.taken.push(index as u32);
            application.question.push(application.available[index].element);
            let flow = self.choose(application, tell);
            application.question.pop();
            application.taken.pop();
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    /// Whether an element is left and is not clearly none for a pattern.
    #[inline]
    fn may_take(&self, application: &Application<'_, 'p>, pattern: &LocalElement, index: usize) -> bool {
        let candidate = application.available[index];
        if pattern.root.is_some_and(|root| root != candidate.symbol) {
            return false;
        }
        let used = application.taken.iter().filter(|&&taken| taken as usize == index).count();
        if used >= candidate.count as usize {
            return false;
        }
        if let Pattern::Ground(term) = pattern.pattern {
            return term == candidate.element;
        }
        if pattern.quick.is_empty() && pattern.same.is_empty() {
            return true;
        }
        let arguments = self.terms.arguments(candidate.element);
        pattern
            .quick
            .iter()
            .all(|&(place, symbol)| self.terms.symbol(arguments[usize::from(place)]) == symbol)
            && pattern.same.iter().all(|&(place, earlier, other)| {
                let earlier = application.taken[usize::from(earlier)] as usize;
                let earlier = self.terms.arguments(application.available[earlier].element);
                arguments[usize::from(place)] == earlier[usize::from(other)]
            })
    }

    /// Exchanges the chosen elements for what they become.
    fn apply_choice(&mut self, application: &Application<'_, 'p>, tell: &mut Told<'_, 'p>) -> Flow {
        let subject = Subject::Rule(application.rule);
        let answers = match self.terms.step_memo.find(subject, &application.question) {
            Some(answers) => answers,
            None => {
                let Some(found) =
                    self.local_answers(application.rule, application.local, &application.question)
                else {
                    return Flow::Enough;
                };
                self.computed_steps += 1;
                if self.terms.step_memo.is_full() {
                    for answer in found {
                        if self.exchange(application, &answer.around, &answer.elements, tell) == Flow::Enough
                        {
                            return Flow::Enough;
                        }
                    }
                    return Flow::More;
                }
                self.terms.step_memo.keep(subject, &application.question, &found)
            }
        };
        for answer in answers.each() {
            let (around, elements) = self.terms.step_memo.get(answer);
            let around: SmallVec<[TermId; 4]> = SmallVec::from_slice(around);
            let elements: SmallVec<[TermId; 8]> = SmallVec::from_slice(elements);
            if self.exchange(application, &around, &elements, tell) == Flow::Enough {
                return Flow::Enough;
            }
        }
        Flow::More
    }

    fn exchange(
        &mut self,
        application: &Application<'_, 'p>,
        around: &[TermId],
        elements: &[TermId],
        tell: &mut Told<'_, 'p>,
    ) -> Flow {
        let mut removed: SmallVec<[u32; MOST_PATTERNS]> = SmallVec::new();
        for (number, &index) in application.taken.iter().enumerate() {
            let same = application.taken[..number].iter().filter(|&&earlier| earlier == index).count();
            removed.push(application.available[index as usize].first + same as u32);
        }
        removed.sort_unstable();
        let old = application.soup;
        let Some(soup) = self.terms.exchange(old, &removed, elements) else { return Flow::More };
        if self.terms.normal(soup).is_none()
            && self.terms.normal(old) == Some(old)
            && elements.iter().all(|&element| self.terms.normal(element) == Some(element))
        {
            self.terms.set_normal(soup, soup);
        }
        let Some(outer) = &application.local.around else { return tell(self, soup) };
        let mut arguments: Arguments = SmallVec::from_slice(self.terms.arguments(application.place));
        arguments[outer.place] = soup;
        let others = (0..arguments.len()).filter(|&index| index != outer.place);
        for (index, &value) in others.collect::<SmallVec<[usize; 8]>>().into_iter().zip(around) {
            arguments[index] = value;
        }
        let whole = self.terms.make(outer.symbol, &arguments);
        tell(self, whole)
    }

    /// What a local rule makes of the other arguments around a soup and some elements, each result once; `None` if
    /// the machine stopped.
    pub(crate) fn local_answers(
        &mut self,
        rule: u32,
        local: &'p Local,
        question: &[TermId],
    ) -> Option<Vec<NewAnswer>> {
        let program = self.program;
        let statement = &program.rules[rule as usize];
        let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, statement.slots);
        let around = local.around.iter().flat_map(|around| around.patterns.iter());
        let patterns = around.chain(local.elements.iter().map(|element| &element.pattern));
        let start = self.goals.len();
        for (index, (pattern, &subject)) in patterns.zip(question).enumerate() {
            let last = index + 1 == question.len();
            let next = if last { NO_GOALS } else { (start + index + 1) as u32 };
            self.goals.push(Goal { pattern, subject, next });
        }
        let mut found: Vec<NewAnswer> = Vec::new();
        let outer = (self.guard.take(), std::mem::take(&mut self.guard_done));
        let mut take = |machine: &mut Machine<'p>, bindings: &mut Bindings, _: &Rest| {
            let Some(answer) = machine.run_local(rule, local, bindings) else { return Flow::Enough };
            if !found.contains(&answer) {
                found.push(answer);
            }
            Flow::More
        };
        let rest = Rest::default();
        self.solve(start as u32, &mut bindings, &rest, &mut |machine, bindings, rest| {
            if statement.condition.is_empty() {
                return take(machine, bindings, rest);
            }
            machine.satisfy(&statement.condition, bindings, rest, &mut take)
        });
        (self.guard, self.guard_done) = outer;
        self.goals.truncate(start);
        self.stop.is_none().then_some(found)
    }

    /// Runs the code of a rule whose variables are bound.
    fn run_local(&mut self, rule: u32, local: &'p Local, bindings: &Bindings) -> Option<NewAnswer> {
        let program = self.program;
        let mut answer = NewAnswer { rule, around: SmallVec::new(), elements: SmallVec::new() };
        if let Some(codes) = local.around.as_ref().and_then(|around| around.codes.as_ref()) {
            for code in codes {
                let value = self.run_code(code, bindings);
                answer.around.push(value);
            }
        }
        let code = match &local.around {
            Some(_) => local.code.as_ref(),
            None => Some(&program.rules[rule as usize].code),
        };
        if let Some(code) = code {
            let value = self.run_code(code, bindings);
            if self.stop.is_some() {
                return None;
            }
            if self.terms.symbol(value) == local.soup {
                answer.elements.extend_from_slice(self.terms.arguments(value));
            } else if self.terms.signature.get(local.soup).identity != Some(value) {
                answer.elements.push(value);
            }
        }
        self.stop.is_none().then_some(answer)
    }
}
