//! Greedy matching of lists and sets, as Maude does it for equations and memberships: where nothing else depends on
//! how variables share elements, the first share that is found is taken, and no other is looked for. Which share that
//! is decides what an equation such as `f(L M) = f(L) f(M)` does: each variable takes one element as long as there are
//! enough, and the last one takes what is left. Where no share is found this way, all are tried in order.
//!
//! Sources: S. Eker, *Associative-commutative rewriting on large terms* (RTA 2003), and Maude's own answers.

use super::compile::Statement;
use super::evaluate::{Bindings, Machine};
use super::functions::count_uses;
use super::lists::{ListMatch, Plan};
use super::pattern::{ElementVariable, ListElement, Pattern, Slot};
use super::sets::SetMatch;
use super::solve::{Flow, Receiver, Rest};
use crate::terms::Terms;
use crate::terms::arena::{Arguments, NO_TERM};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What is known of a pattern's variables where a part of it is looked at.
struct Context<'c> {
    terms: &'c Terms,
    /// How often each stands in the whole pattern.
    uses: FxHashMap<Slot, u32>,
    /// Those of the condition.
    condition: FxHashSet<Slot>,
    /// Those that have only one possible value.
    unique: FxHashSet<Slot>,
}

impl Context<'_> {
    /// Whether it does not matter what a part's variables hold, since nothing else uses them.
    fn is_safe(&self, part: &FxHashMap<Slot, u32>) -> bool {
        part.iter().all(|(slot, count)| {
            self.unique.contains(slot)
                || (!self.condition.contains(slot) && self.uses.get(slot) == Some(count))
        })
    }

    fn variable_is_safe(&self, variable: &ElementVariable) -> bool {
        self.is_safe(&FxHashMap::from_iter([(variable.slot, variable.multiplicity)]))
    }

    fn pattern_is_safe(&self, pattern: &Pattern, times: usize) -> bool {
        let mut uses = FxHashMap::default();
        (0..times).for_each(|_| count_uses(pattern, &mut uses));
        self.is_safe(&uses)
    }
}

impl Statement {
    /// Marks the lists and sets of the left-hand side that are matched greedily; `condition` has the variables of
    /// the condition.
    pub(super) fn find_greedy(&mut self, terms: &Terms, condition: FxHashSet<Slot>) {
        let mut uses = FxHashMap::default();
        count_uses(&self.pattern, &mut uses);
        let mut unique = FxHashSet::default();
        add_unique(&self.pattern, &mut unique);
        let mut context = Context { terms, uses, condition, unique };
        mark(&mut self.pattern, &mut context, true);
    }
}

/// Variables that operators without axioms hold have one possible value.
fn add_unique(pattern: &Pattern, unique: &mut FxHashSet<Slot>) {
    match pattern {
        Pattern::Variable { slot, .. } => {
            unique.insert(*slot);
        }
        Pattern::Free { arguments, .. } => arguments.iter().for_each(|part| add_unique(part, unique)),
        Pattern::Iterated { argument, .. } => add_unique(argument, unique),
        _ => {}
    }
}

fn mark(pattern: &mut Pattern, context: &mut Context<'_>, top: bool) {
    match pattern {
        Pattern::Free { arguments, .. } => arguments.iter_mut().for_each(|part| mark(part, context, false)),
        Pattern::Iterated { argument, .. } => mark(argument, context, false),
        Pattern::Binary { arguments, .. } => {
            arguments.iter_mut().for_each(|part| mark(part, context, false));
        }
        Pattern::List { symbol, elements, greedy } => {
            let kept = context.terms.signature.get(*symbol);
            let two_sided = kept.left_identity == kept.right_identity;
            let needed = elements.iter().filter(|element| !element.is_optional()).count();
            *greedy = two_sided
                && (!top || kept.identity.is_none() || needed > 1)
                && list_is_greedy(elements, context, top);
            for element in elements {
                if let ListElement::One(one) = element {
                    mark(one, context, false);
                }
            }
        }
        Pattern::Set { elements, variables, greedy, .. } => {
            *greedy = variables.iter().all(|variable| context.variable_is_safe(variable))
                && elements.iter().all(|element| {
                    let times = elements.iter().filter(|other| *other == element).count();
                    element.is_simple() && context.pattern_is_safe(element, times)
                });
            elements.iter_mut().for_each(|element| mark(element, context, false));
        }
        Pattern::Variable { .. } | Pattern::Ground(_) => {}
    }
}

fn list_is_greedy(elements: &[ListElement], context: &mut Context<'_>, top: bool) -> bool {
    let mut middle = elements;
    if !top {
        // What has a known length at either end is matched before.
        let mut is_rigid = |element: &ListElement| match element {
            ListElement::One(one) => {
                add_unique(one, &mut context.unique);
                true
            }
            ListElement::Variable(variable) if variable.single && !variable.optional => {
                context.unique.insert(variable.slot);
                true
            }
            ListElement::Variable(variable) => context.unique.contains(&variable.slot),
        };
        loop {
            match middle {
                [first, others @ ..] if is_rigid(first) => middle = others,
                [others @ .., last] if is_rigid(last) => middle = others,
                _ => break,
            }
        }
    }
    middle.iter().all(|element| match element {
        ListElement::One(one) => one.is_simple() && context.pattern_is_safe(one, 1),
        ListElement::Variable(variable) => {
            context.variable_is_safe(variable)
                && (variable.closed
                    || (variable.single && !variable.optional)
                    || context.unique.contains(&variable.slot))
        }
    })
}

/// The part of a list that each variable of a run takes.
type Parts = SmallVec<[(Slot, usize, usize); 8]>;

impl<'p> Machine<'p> {
    /// The greedy match of a list; `None` if it has to be looked for in another way.
    pub(super) fn greedy_list(
        &mut self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Option<Flow> {
        let mut trail: SmallVec<[Slot; 8]> = SmallVec::new();
        let found = self.greedy_shares(list, plan, bindings, &mut trail);
        let flow = match found {
            Some(Some((first, last))) if list.extension => {
                self.rest_of(list, first, last).map(|rest| self.solve(list.next, bindings, &rest, receive))
            }
            Some(Some(_)) => Some(self.solve(list.next, bindings, rest, receive)),
            Some(None) => Some(Flow::More),
            None => None,
        };
        for slot in trail {
            bindings[usize::from(slot)] = NO_TERM;
        }
        flow
    }

    /// Places each block as far left as it fits and shares what is before it; the matched part, or `Some(None)` if
    /// there is no match at all.
    #[expect(clippy::option_option, reason = "undecided, no match, or a match")]
    fn greedy_shares(
        &mut self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        bindings: &mut Bindings,
        trail: &mut SmallVec<[Slot; 8]>,
    ) -> Option<Option<(usize, usize)>> {
        let mut parts = Parts::new();
        let (mut first, mut at) = (plan.from, plan.from);
        for (index, &(block, length)) in plan.blocks.iter().enumerate() {
            let least = least_of(plan.runs[index]);
            let needed = length + self.needed_after(list, plan, index + 1, bindings);
            let mut place = at + least;
            loop {
                if place + needed > plan.to {
                    return Some(None);
                }
                let height = trail.len();
                if self.greedy_block(list, block, place, bindings, trail) {
                    break;
                }
                for slot in trail.drain(height..) {
                    bindings[usize::from(slot)] = NO_TERM;
                }
                place += 1;
            }
            let open = (index == 0 && list.extension, false);
            let (start, _) = self.greedy_run(list, plan.runs[index], (at, place), open, &mut parts)?;
            if index == 0 {
                first = start;
            }
            at = place + length;
        }
        let run = plan.runs[plan.blocks.len()];
        let open = (list.extension && plan.blocks.is_empty(), list.extension);
        let (start, last) = self.greedy_run(list, run, (at, plan.to), open, &mut parts)?;
        if plan.blocks.is_empty() {
            first = start;
        }
        for (slot, from, to) in parts {
            bindings[usize::from(slot)] = self.range(list, from, to)?;
            trail.push(slot);
        }
        Some(Some((first, last)))
    }

    fn greedy_block(
        &mut self,
        list: &ListMatch<'p>,
        block: &'p [ListElement],
        place: usize,
        bindings: &mut Bindings,
        trail: &mut SmallVec<[Slot; 8]>,
    ) -> bool {
        let mut at = place;
        block.iter().all(|pattern| {
            let Some(element) = self.element(list, at) else { return false };
            match pattern {
                ListElement::One(one) => {
                    at += 1;
                    self.match_simple(one, element, bindings, trail)
                }
                ListElement::Variable(variable) => {
                    let slot = usize::from(variable.slot);
                    let bound = bindings[slot];
                    if bound != NO_TERM {
                        return self.occurs_at(list, bound, at).map(|length| at += length).is_some();
                    }
                    let fits = self.has_sort(element, variable.sort);
                    if fits {
                        bindings[slot] = element;
                        trail.push(variable.slot);
                        at += 1;
                    }
                    fits
                }
            }
        })
    }

    /// Shares the elements of a gap among a run of variables: each takes one, and those that must not stay empty come
    /// first; what does not fit goes to the one before or is left over. The matched part of the gap.
    fn greedy_run(
        &self,
        list: &ListMatch<'p>,
        run: &[ListElement],
        (from, to): (usize, usize),
        (mut open_start, open_end): (bool, bool),
        parts: &mut Parts,
    ) -> Option<(usize, usize)> {
        let fits = |at: usize, variable: &ElementVariable| {
            self.element(list, at).is_some_and(|element| self.has_sort(element, variable.sort))
        };
        let mut spare = (to - from).checked_sub(least_of(run))?;
        let (mut first, mut at) = (from, from);
        let own = parts.len();
        let mut previous: Option<&ElementVariable> = None;
        for pattern in run {
            let ListElement::Variable(variable) = pattern else { return None };
            if variable.optional {
                let takes = spare > 0 && fits(at, variable);
                if takes {
                    if std::mem::take(&mut open_start) {
                        first = at;
                    }
                    spare -= 1;
                }
                parts.push((variable.slot, at, at + usize::from(takes)));
                at += usize::from(takes);
            } else {
                while !fits(at, variable) {
                    spare = spare.checked_sub(1)?;
                    if !open_start {
                        let last = parts.last_mut().filter(|_| previous.is_some())?;
                        if !previous.is_some_and(|previous| fits(at, previous)) {
                            return None;
                        }
                        last.2 = at + 1;
                    }
                    at += 1;
                }
                if std::mem::take(&mut open_start) {
                    first = at;
                }
                parts.push((variable.slot, at, at + 1));
                at += 1;
            }
            previous = Some(variable);
        }
        if open_start && (to > from || run.is_empty()) {
            // All of it is left over.
            if open_end {
                return None;
            }
            return Some((to, to));
        }
        if let (Some(variable), true) = (previous, parts.len() > own) {
            while spare > 0 && fits(at, variable) {
                at += 1;
                spare -= 1;
            }
            if let Some(last) = parts.last_mut() {
                last.2 = at;
            }
        }
        (spare == 0 || open_end).then_some((first, at))
    }

    /// The greedy match of what is left of a set for its variables; `None` if it has to be looked for in another way.
    pub(super) fn greedy_set(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        left: &[(crate::terms::TermId, u32)],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Option<Flow> {
        if let ([first, second], Some(leading)) = (open, set.leading) {
            // Of two variables that stand there once, the first that may hold several elements takes all but one.
            let (first, second) = if first.slot == leading { (first, second) } else { (second, first) };
            for (collector, other) in [(first, second), (second, first)] {
                if collector.single
                    || other.optional
                    || collector.multiplicity > 1
                    || other.multiplicity > 1
                    || !self.program.memberships.is_empty()
                {
                    continue;
                }
                return self.greedy_pick(set, (other, collector), left, bindings, rest, receive);
            }
        }
        let mut left: SmallVec<[_; 12]> = SmallVec::from_slice(left);
        let mut taken: Vec<SmallVec<[u32; 12]>> = vec![SmallVec::from_elem(0, left.len()); open.len()];
        for (index, variable) in open.iter().enumerate() {
            let place = left.iter().position(|&(element, count)| {
                count >= variable.multiplicity && self.has_sort(element, variable.sort)
            });
            match place {
                Some(place) => {
                    left[place].1 -= variable.multiplicity;
                    taken[index][place] = 1;
                }
                None if variable.optional => {}
                None => return None,
            }
        }
        let mut after = Arguments::new();
        for (place, &(element, count)) in left.iter().enumerate().filter(|(_, (_, count))| *count > 0) {
            let taker = open.iter().rposition(|variable| {
                variable.closed && count % variable.multiplicity == 0 && self.has_sort(element, variable.sort)
            });
            match taker {
                Some(index) => taken[index][place] += count / open[index].multiplicity,
                None if set.extension => after.extend(std::iter::repeat_n(element, count as usize)),
                None => return None,
            }
        }
        // A part that is one element or none is not a part of this operator's term.
        if set.extension && !after.is_empty() && after.len() + 2 > set.count {
            return None;
        }
        let mut bound = 0;
        for (variable, counts) in open.iter().zip(&taken) {
            let mut elements = Arguments::new();
            for (&(element, _), &count) in left.iter().zip(counts) {
                elements.extend(std::iter::repeat_n(element, count as usize));
            }
            let value = self.part(set.symbol, &elements, set.reduced, set.sort);
            match value.filter(|&value| self.has_sort(value, variable.sort)) {
                Some(value) => bindings[usize::from(variable.slot)] = value,
                None => break,
            }
            bound += 1;
        }
        let flow = (bound == open.len()).then(|| {
            if after.is_empty() {
                return self.solve(set.next, bindings, rest, receive);
            }
            self.solve(set.next, bindings, &Rest { before: SmallVec::new(), after }, receive)
        });
        for variable in &open[..bound] {
            bindings[usize::from(variable.slot)] = NO_TERM;
        }
        flow
    }

    /// Gives the first element that fits to one variable and all others to the other.
    fn greedy_pick(
        &mut self,
        set: &SetMatch<'p>,
        (one, collector): (&ElementVariable, &ElementVariable),
        left: &[(crate::terms::TermId, u32)],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Option<Flow> {
        let place = left.iter().position(|&(element, _)| self.has_sort(element, one.sort))?;
        let mut others = Arguments::new();
        for (index, &(element, count)) in left.iter().enumerate() {
            others.extend(std::iter::repeat_n(element, count as usize - usize::from(index == place)));
        }
        if others.is_empty() && !collector.optional {
            return None;
        }
        let value = self.part(set.symbol, &others, set.reduced, set.sort)?;
        if !self.has_sort(value, collector.sort) {
            return None;
        }
        bindings[usize::from(one.slot)] = left[place].0;
        bindings[usize::from(collector.slot)] = value;
        let flow = self.solve(set.next, bindings, rest, receive);
        bindings[usize::from(one.slot)] = NO_TERM;
        bindings[usize::from(collector.slot)] = NO_TERM;
        Some(flow)
    }
}

fn least_of(run: &[ListElement]) -> usize {
    run.iter().filter(|element| !element.is_optional()).count()
}
