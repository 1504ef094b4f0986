//! Runs of variables: how few and how many elements each takes, and how the elements between two blocks are shared among
//! the variables of a run. The start of its first variable moves fastest, and every start moves from left to right; what
//! is left over at an end is one more share.

use super::{ListMatch, Places, Plan};
use crate::machine::evaluate::{Bindings, Machine};
use crate::machine::pattern::ListElement;
use crate::machine::solve::{Flow, Receiver, Rest};
use crate::terms::arena::NO_TERM;

impl<'p> Machine<'p> {
    /// How many elements the runs and blocks from one on need at least.
    pub(in crate::machine) fn needed_after(
        &self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        index: usize,
        bindings: &Bindings,
    ) -> usize {
        let blocks: usize = plan.blocks[index.min(plan.blocks.len())..].iter().map(|block| block.1).sum();
        let runs = &plan.runs[index.min(plan.runs.len())..];
        blocks + runs.iter().map(|run| self.bounds(list, run, bindings).0).sum::<usize>()
    }

    /// How few and how many elements a run of variables takes.
    pub(super) fn bounds(
        &self,
        list: &ListMatch<'p>,
        run: &[ListElement],
        bindings: &Bindings,
    ) -> (usize, usize) {
        let (mut least, mut most) = (0usize, 0usize);
        for pattern in run {
            let (low, high) = self.share(list, pattern, bindings);
            least += low;
            most = most.saturating_add(high);
        }
        (least, most)
    }

    /// How few and how many elements a variable takes.
    pub(super) fn share(
        &self,
        list: &ListMatch<'p>,
        pattern: &ListElement,
        bindings: &Bindings,
    ) -> (usize, usize) {
        match pattern {
            ListElement::One(_) => (1, 1),
            ListElement::Variable(variable) => match bindings[usize::from(variable.slot)] {
                NO_TERM => (usize::from(!variable.optional), if variable.single { 1 } else { usize::MAX }),
                bound => {
                    let length = self.length_as(list.symbol, bound);
                    (length, length)
                }
            },
        }
    }

    /// Shares the elements between two blocks among the variables of the run there.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    pub(super) fn share_run(
        &mut self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        index: usize,
        places: &mut Places,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if index == plan.runs.len() {
            return self.finish_list(list, places, bindings, rest, receive);
        }
        let run = plan.runs[index];
        let from = if index == 0 { plan.from } else { places.blocks[index - 1] + plan.blocks[index - 1].1 };
        let Some(&to) = places.blocks.get(index).filter(|_| index < plan.blocks.len()) else {
            if !list.extension {
                places.last = plan.to;
                return self.share_part(
                    list,
                    plan,
                    (index, run.len()),
                    (from, plan.to),
                    places,
                    bindings,
                    rest,
                    receive,
                );
            }
            // What is left over at the end is a share, too: its start moves slowest.
            let (least, most) = self.bounds(list, run, bindings);
            let most = if index == 0 { usize::MAX } else { most };
            for last in from + least..=plan.to.min(from.saturating_add(most)) {
                places.last = last;
                let flow = self.share_part(
                    list,
                    plan,
                    (index, run.len()),
                    (from, last),
                    places,
                    bindings,
                    rest,
                    receive,
                );
                if flow == Flow::Enough {
                    return flow;
                }
            }
            return Flow::More;
        };
        self.share_part(list, plan, (index, run.len()), (from, to), places, bindings, rest, receive)
    }

    /// Shares elements among the first `count` variables of a run, the last of them first.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    pub(super) fn share_part(
        &mut self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        (index, count): (usize, usize),
        (from, end): (usize, usize),
        places: &mut Places,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let open = list.extension && index == 0;
        let Some((pattern, others)) = plan.runs[index][..count].split_last() else {
            if open {
                places.first = end;
            } else if from != end {
                return Flow::More;
            }
            return self.share_run(list, plan, index + 1, places, bindings, rest, receive);
        };
        let ListElement::Variable(variable) = pattern else { return Flow::More };
        let (least, most) = self.share(list, pattern, bindings);
        let (before_least, before_most) = self.bounds(list, others, bindings);
        let before_most = if open { usize::MAX } else { before_most };
        let Some(latest) = end.checked_sub(least) else { return Flow::More };
        let latest = latest.min(from.saturating_add(before_most));
        let earliest = (from + before_least).max(end.saturating_sub(most));
        let known = bindings[usize::from(variable.slot)] != NO_TERM;
        for start in earliest..=latest {
            let mut then = |machine: &mut Machine<'p>, bindings: &mut Bindings| {
                machine.share_part(
                    list,
                    plan,
                    (index, count - 1),
                    (from, start),
                    places,
                    bindings,
                    rest,
                    receive,
                )
            };
            let flow = if known {
                let bound = bindings[usize::from(variable.slot)];
                match self.occurs_at(list, bound, start) {
                    Some(_) => then(self, bindings),
                    None => Flow::More,
                }
            } else {
                self.give_range(list, variable, (start, end), bindings, &mut then)
            };
            if flow == Flow::Enough || self.stop.is_some() {
                return Flow::Enough;
            }
        }
        Flow::More
    }

    pub(super) fn finish_list(
        &mut self,
        list: &ListMatch<'p>,
        places: &Places,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if !list.extension {
            return self.solve(list.next, bindings, rest, receive);
        }
        match self.rest_of(list, places.first, places.last) {
            Some(rest) => self.solve(list.next, bindings, &rest, receive),
            None => Flow::More,
        }
    }
}
