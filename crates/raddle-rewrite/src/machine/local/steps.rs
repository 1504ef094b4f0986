//! Applies local rules: chooses elements, asks the memo what they become, and exchanges them.

use super::memo::{Answers, NewAnswer, Subject};
use super::{Local, LocalElement, MOST_PATTERNS};
use crate::machine::evaluate::{Bindings, Goal, Machine};
use crate::machine::pattern::Pattern;
use crate::machine::solve::{Flow, NO_GOALS, Rest};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::{SymbolId, TermId, Terms};
use smallvec::SmallVec;

/// A distinct element of a soup: where it is first, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Available {
    pub element: TermId,
    pub symbol: SymbolId,
    pub first: u32,
    pub count: u32,
}

/// All distinct elements of a soup.
pub(crate) type AllAvailable = SmallVec<[Available; 16]>;

/// Who is told of the term that takes the place of the one that a rule was applied to.
type Told<'r, 'p> = dyn FnMut(&mut Machine<'p>, TermId) -> Flow + 'r;

/// Who is told of a choice of elements.
type Chosen<'r, 'p> = dyn FnMut(&mut Machine<'p>, &Choice<'_, 'p>) -> Flow + 'r;

/// The elements that a rule takes out of a soup.
pub(crate) struct Choice<'a, 'p> {
    rule: u32,
    local: &'p Local,
    available: &'a [Available],
    /// Which elements have been chosen.
    pub taken: SmallVec<[u32; MOST_PATTERNS]>,
    /// The other arguments around the soup, and the chosen elements.
    pub question: super::memo::Terms,
}

/// The distinct elements among some that are in order.
pub(crate) fn available(terms: &Terms, elements: &[TermId]) -> AllAvailable {
    let mut found = AllAvailable::new();
    for (index, &element) in elements.iter().enumerate() {
        match found.last_mut() {
            Some(last) if last.element == element => last.count += 1,
            _ => {
                let symbol = terms.symbol(element);
                found.push(Available { element, symbol, first: index as u32, count: 1 });
            }
        }
    }
    found
}

impl<'p> Machine<'p> {
    /// The soup that a local rule would be applied to, in a term with the rule's symbol.
    pub(crate) fn soup_of(&self, local: &Local, place: TermId) -> Option<TermId> {
        let Some(around) = &local.around else { return Some(place) };
        let soup = self.terms.arguments(place)[around.place];
        if self.terms.symbol(soup) != local.soup {
            return None;
        }
        let sorts = &self.terms.signature.sorts;
        let has_sort = |&element: &TermId| sorts.is_at_most(self.terms.sort(element), around.rest);
        self.terms.arguments(soup).iter().all(has_sort).then_some(soup)
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
        let available = available(self.terms, self.terms.arguments(soup));
        let mut around = super::memo::Terms::new();
        if let Some(outer) = &local.around {
            let arguments = self.terms.arguments(place).iter().enumerate();
            around.extend(arguments.filter(|(index, _)| *index != outer.place).map(|(_, &term)| term));
        }
        let count = self.terms.arguments(soup).len();
        self.each_choice(rule, local, &available, count, around, &mut |machine, choice| {
            machine.apply_choice(choice, place, soup, tell)
        });
    }

    /// Tells of every choice of elements that a rule might take out of a soup with so many elements.
    pub(crate) fn each_choice(
        &mut self,
        rule: u32,
        local: &'p Local,
        available: &[Available],
        count: usize,
        question: super::memo::Terms,
        visit: &mut Chosen<'_, 'p>,
    ) {
        let rest = usize::from(local.around.as_ref().is_some_and(|around| !around.optional));
        if count >= local.elements.len() + rest {
            let mut choice = Choice { rule, local, available, taken: SmallVec::new(), question };
            self.choose(&mut choice, visit);
        }
    }

    /// Chooses an element for the next pattern in every way.
    fn choose(&mut self, choice: &mut Choice<'_, 'p>, visit: &mut Chosen<'_, 'p>) -> Flow {
        let Some(pattern) = choice.local.elements.get(choice.taken.len()) else {
            return visit(self, choice);
        };
        for index in 0..choice.available.len() {
            if !self.may_take(choice, pattern, index) {
                continue;
            }
            choice.taken.push(index as u32);
            choice.question.push(choice.available[index].element);
            let flow = self.choose(choice, visit);
            choice.question.pop();
            choice.taken.pop();
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    /// Whether an element is left and is not clearly none for a pattern.
    #[inline]
    fn may_take(&self, choice: &Choice<'_, 'p>, pattern: &LocalElement, index: usize) -> bool {
        let candidate = choice.available[index];
        if pattern.root.is_some_and(|root| root != candidate.symbol) {
            return false;
        }
        let used = choice.taken.iter().filter(|&&taken| taken as usize == index).count();
        if used >= candidate.count as usize {
            return false;
        }
        let arguments = self.terms.arguments(candidate.element);
        self.may_match(pattern, candidate.element)
            && pattern.same.iter().all(|&(place, earlier, other)| {
                let earlier = choice.taken[usize::from(earlier)] as usize;
                let earlier = self.terms.arguments(choice.available[earlier].element);
                arguments[usize::from(place)] == earlier[usize::from(other)]
            })
    }

    /// Whether an element with a pattern's symbol is not clearly none for it.
    #[inline]
    pub(crate) fn may_match(&self, pattern: &LocalElement, element: TermId) -> bool {
        if let Pattern::Ground(term) = pattern.pattern {
            return term == element;
        }
        pattern.quick.iter().all(|&(place, symbol)| {
            self.terms.symbol(self.terms.arguments(element)[usize::from(place)]) == symbol
        })
    }

    /// What a local rule makes of a choice; `None` if the machine stopped.
    pub(crate) fn answers(&mut self, rule: u32, local: &'p Local, question: &[TermId]) -> Option<Answers> {
        let subject = Subject::Rule(rule);
        if let Some(answers) = self.terms.step_memo.find(subject, question) {
            return Some(answers);
        }
        let found = self.local_answers(rule, local, question)?;
        self.computed_steps += 1;
        Some(self.terms.step_memo.keep(subject, question, &found))
    }

    /// Exchanges the chosen elements for what they become.
    fn apply_choice(
        &mut self,
        choice: &Choice<'_, 'p>,
        place: TermId,
        soup: TermId,
        tell: &mut Told<'_, 'p>,
    ) -> Flow {
        if self.terms.step_memo.is_full() {
            let Some(found) = self.local_answers(choice.rule, choice.local, &choice.question) else {
                return Flow::Enough;
            };
            self.computed_steps += 1;
            for answer in found {
                if self.exchange(choice, place, soup, &answer, tell) == Flow::Enough {
                    return Flow::Enough;
                }
            }
            return Flow::More;
        }
        let Some(answers) = self.answers(choice.rule, choice.local, &choice.question) else {
            return Flow::Enough;
        };
        for answer in answers.each() {
            let (around, elements) = self.terms.step_memo.get(answer);
            let (around, elements) = (SmallVec::from_slice(around), SmallVec::from_slice(elements));
            let answer = NewAnswer { rule: choice.rule, around, elements };
            if self.exchange(choice, place, soup, &answer, tell) == Flow::Enough {
                return Flow::Enough;
            }
        }
        Flow::More
    }

    fn exchange(
        &mut self,
        choice: &Choice<'_, 'p>,
        place: TermId,
        old: TermId,
        answer: &NewAnswer,
        tell: &mut Told<'_, 'p>,
    ) -> Flow {
        let mut removed: SmallVec<[u32; MOST_PATTERNS]> = SmallVec::new();
        for (number, &index) in choice.taken.iter().enumerate() {
            if choice.local.elements[number].stays {
                continue;
            }
            let same = choice.taken[..number].iter().filter(|&&earlier| earlier == index).count();
            removed.push(choice.available[index as usize].first + same as u32);
        }
        removed.sort_unstable();
        let Some(soup) = self.terms.exchange(old, &removed, &answer.elements) else { return Flow::More };
        if self.terms.normal(soup).is_none()
            && self.terms.normal(old) == Some(old)
            && answer.elements.iter().all(|&element| self.terms.normal(element) == Some(element))
        {
            self.terms.set_normal(soup, soup);
        }
        let Some(outer) = &choice.local.around else { return tell(self, soup) };
        let mut arguments: Arguments = SmallVec::from_slice(self.terms.arguments(place));
        arguments[outer.place] = soup;
        let others = arguments.iter_mut().enumerate().filter(|(index, _)| *index != outer.place);
        for ((_, argument), &value) in others.zip(&answer.around) {
            *argument = value;
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
    ) -> Option<SmallVec<[NewAnswer; 2]>> {
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
        let mut found: SmallVec<[NewAnswer; 2]> = SmallVec::new();
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
        let mut answer = NewAnswer { rule, around: SmallVec::new(), elements: SmallVec::new() };
        if let Some(codes) = local.around.as_ref().and_then(|around| around.codes.as_ref()) {
            for code in codes {
                let value = self.run_code(code, bindings);
                answer.around.push(value);
            }
        }
        if let Some(code) = &local.code {
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
