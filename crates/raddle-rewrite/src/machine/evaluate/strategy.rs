//! Operators whose arguments are reduced in an order of their own: those with `strat`, and branches.

use super::{Frame, Machine};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId};

impl Machine<'_> {
    /// One step of a term whose arguments are reduced in an order of its own.
    pub(super) fn step_strategy(
        &mut self,
        last: usize,
        term: TermId,
        next: u32,
        place: Option<u32>,
        origins: usize,
    ) {
        const BRANCH_ORDER: [u32; 4] = [1, 0, 2, 3];
        let mut term = term;
        let symbol = self.terms.symbol(term);
        if let Some(place) = place {
            let place = place as usize;
            let value = self.pop_frozen();
            if self.terms.arguments(term)[place] != value {
                self.origins.push(term);
                term = self.terms.replace_argument(term, place, value);
                if self.terms.symbol(term) != symbol {
                    // An identity disappeared: what is left is reduced in its own way.
                    self.frames.pop();
                    return self.push_result(term, origins);
                }
            }
        }
        let kept = self.terms.signature.get(symbol);
        let branch = kept.hook == Hook::Branch;
        let flat = matches!(kept.shape, Shape::Associative | Shape::AssociativeCommutative);
        let program = self.program;
        let order: &[u32] = match &program.strategies[symbol.0 as usize] {
            Some(order) => order,
            None if branch => &BRANCH_ORDER,
            None => &[],
        };
        let mut at = next as usize;
        while let Some(&position) = order.get(at) {
            if position == 0 {
                at += 1;
                if self.strategy_top(symbol, term, branch, origins) || self.stop.is_some() {
                    return;
                }
                continue;
            }
            // All elements of a flat term are its arguments at either position.
            let arguments = self.terms.arguments(term);
            let wanted = |index: usize| flat || index + 1 == position as usize;
            let open = (0..arguments.len()).find(|&index| {
                wanted(index) && self.terms.normal(arguments[index]) != Some(arguments[index])
            });
            let Some(index) = open else {
                at += 1;
                continue;
            };
            let argument = arguments[index];
            self.frames[last] =
                Frame::Strategy { term, next: at as u32, place: Some(index as u32), origins: origins as u32 };
            if let Some(normal) = self.terms.normal(argument) {
                self.values.push(normal);
            } else {
                self.push_term(argument);
            }
            return;
        }
        self.frames.pop();
        self.accept_normal(term);
        self.values.push(term);
        self.settle(origins);
    }

    /// Rewrites a term of an operator with an order of its own at its top; true if that was possible, and then
    /// the frame has been replaced.
    fn strategy_top(&mut self, symbol: SymbolId, term: TermId, branch: bool, origins: usize) -> bool {
        if !self.within_limits() {
            return false;
        }
        if branch {
            let arguments = self.terms.arguments(term);
            let known = &self.terms.signature.known;
            let condition = Some(self.terms.symbol(arguments[0]));
            let chosen = match condition {
                _ if condition == known.truth => arguments[1],
                _ if condition == known.falsehood => arguments[2],
                _ => return false,
            };
            self.rewrites += 1;
            self.frames.pop();
            self.origins.push(term);
            self.push_result(chosen, origins);
            return true;
        }
        let hook = self.terms.signature.get(symbol).hook;
        if hook != Hook::None
            && let Some(result) = self.apply_hook(hook, term)
        {
            self.rewrites += 1;
            self.frames.pop();
            self.origins.push(term);
            self.push_result(result, origins);
            return true;
        }
        // The frame of the right-hand side takes this one's place.
        let frame = self.frames.pop();
        if self.apply_equation(symbol, term, origins) {
            return true;
        }
        self.frames.extend(frame);
        false
    }
}
