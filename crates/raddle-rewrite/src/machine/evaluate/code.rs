//! The inner loop: runs the code of right-hand sides. Calls of functions stay in the loop; only what goes through
//! the arena leaves it for frames of other kinds. Nothing is made of a call but its result, and the last call of a
//! frame takes the frame's place.

use super::{CHECK_EVERY, Frame, MOST_ORIGINS, Machine};
use crate::machine::compile::{Instruction, Operand};
use crate::machine::functions::{Call, Joining, REGISTERS, Ranging, is_tail};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::hooks::NumberOp;
use crate::terms::{SortId, SymbolId, TermId};
use num_traits::ToPrimitive;
use smallvec::SmallVec;

impl<'p> Machine<'p> {
    /// Runs code until the frame on top is of another kind, or no frame above `floor` is left.
    pub(super) fn run_code_frames(&mut self, floor: usize) {
        let program = self.program;
        'frame: loop {
            if self.frames.len() <= floor {
                return;
            }
            let (code, at, bindings, origins) = match self.frames.last() {
                Some(&Frame::Code { code, at, bindings, origins }) => (code, at, bindings, origins),
                Some(&Frame::Memo(key)) => {
                    self.frames.pop();
                    let value = self.values.last().copied().unwrap_or(NO_TERM);
                    // Interning a large intermediate term would cost more than it is likely to save.
                    let large = value.is_scratch() && {
                        let arguments = self.terms.arguments(value);
                        arguments.len() > REGISTERS || arguments.iter().any(|argument| argument.is_scratch())
                    };
                    if !large {
                        let value = self.pop_frozen();
                        self.values.push(value);
                        self.terms.call_memo.keep(key, value);
                    }
                    continue 'frame;
                }
                _ => return,
            };
            let mut code = code;
            let mut base = bindings as usize;
            let mut origins = origins as usize;
            let mut pc = at as usize;
            loop {
                let Some(instruction) = code.get(pc) else {
                    // The value on top is the result.
                    self.frames.pop();
                    self.bindings.truncate(base);
                    self.settle(origins);
                    continue 'frame;
                };
                pc += 1;
                match instruction {
                    Instruction::Slot(slot) => {
                        let value = self.bindings[base + usize::from(*slot)];
                        match self.terms.normal(value) {
                            Some(normal) => self.values.push(normal),
                            // A value that came in unreduced, through an argument that `strat` leaves alone.
                            None => return self.call_term(pc, value),
                        }
                    }
                    Instruction::Raw(slot) => self.values.push(self.bindings[base + usize::from(*slot)]),
                    Instruction::Constant(term) => match self.terms.normal(*term) {
                        Some(normal) => self.values.push(normal),
                        None => return self.call_term(pc, *term),
                    },
                    Instruction::Quote(term) => self.values.push(*term),
                    Instruction::Construct(making, ranging) => {
                        let mut registers = [NO_TERM; REGISTERS];
                        let arity = self.gather(&making.operands, base, &mut registers);
                        self.construct(making.symbol, *ranging, &registers[..arity]);
                    }
                    Instruction::Join(making, joining) => {
                        let mut registers = [NO_TERM; REGISTERS];
                        let count = self.gather(&making.operands, base, &mut registers);
                        let sort = match joining {
                            Joining::List => {
                                let list = self.join_list(making.symbol, &mut registers[..count]);
                                self.values.push(list);
                                continue;
                            }
                            Joining::Set(sort) => *sort,
                        };
                        if let Some(made) = self.join(making.symbol, sort, &mut registers[..count])
                            && self.finish_make(pc, made, making.tail)
                        {
                            return;
                        }
                    }
                    Instruction::Invoke(making) => {
                        self.until_check = self.until_check.wrapping_sub(1);
                        if self.until_check == 0 {
                            self.until_check = CHECK_EVERY;
                            if !self.within_limits() {
                                return;
                            }
                            if self.runs == 1 && self.is_grown() {
                                // The caller collects, and comes back to this instruction.
                                if let Some(Frame::Code { at, .. }) = self.frames.last_mut() {
                                    *at = pc as u32 - 1;
                                }
                                return;
                            }
                        }
                        if self.terms.scratch_is_full() && !self.pinned {
                            self.collect();
                        }
                        let mut registers = [NO_TERM; REGISTERS];
                        let arity = self.gather(&making.operands, base, &mut registers);
                        // A call in the last place leaves nobody to remember its result.
                        let key = if making.tail {
                            None
                        } else {
                            self.terms.call_memo.key(making.symbol, &registers, arity)
                        };
                        if let Some(key) = &key
                            && let Some(value) = self.terms.call_memo.find(key)
                        {
                            self.values.push(value);
                            continue;
                        }
                        let start = self.bindings.len();
                        let Call::Function(cases, ranging) = &program.calls[making.symbol.0 as usize] else {
                            unreachable!("only functions are invoked");
                        };
                        let Some(equation) = self.match_call(cases, &mut registers, arity, start) else {
                            if self.stop.is_some() {
                                return;
                            }
                            self.construct(making.symbol, *ranging, &registers[..arity]);
                            continue;
                        };
                        self.rewrites += 1;
                        if making.tail {
                            // The frame is the callee's from now on.
                            let slots = self.bindings.len() - start;
                            for slot in 0..slots {
                                self.bindings[base + slot] = self.bindings[start + slot];
                            }
                            self.bindings.truncate(base + slots);
                            if let Some(Frame::Code { code, at, .. }) = self.frames.last_mut() {
                                *code = &equation.code;
                                *at = 0;
                            }
                            code = &equation.code;
                        } else {
                            if let Some(Frame::Code { at, .. }) = self.frames.last_mut() {
                                *at = pc as u32;
                            }
                            if let Some(key) = key {
                                self.frames.push(Frame::Memo(key));
                            }
                            origins = self.origins.len();
                            base = start;
                            code = &equation.code;
                            self.push_code(code, base, origins);
                        }
                        pc = 0;
                    }
                    Instruction::Make(making) => {
                        let symbol = making.symbol;
                        if !making.plain {
                            self.place_operands(&making.operands, base);
                        }
                        let split = self.values.len() - making.operands.len();
                        match &program.calls[symbol.0 as usize] {
                            Call::Constructor(_) if making.kept => {
                                self.freeze_values(split);
                                let made = self.terms.make(symbol, &self.values[split..]);
                                if self.terms.normal(made).is_none() {
                                    self.terms.set_normal(made, made);
                                }
                                self.values.truncate(split);
                                self.values.push(made);
                            }
                            Call::Number(operation)
                                if let Some(value) = self.small_operation(*operation, split) =>
                            {
                                self.rewrites += 1;
                                self.values.truncate(split);
                                self.values.push(value);
                            }
                            Call::Equality(equality) if self.truth != NO_TERM => {
                                self.rewrites += 1;
                                let equal = self.is_same(self.values[split], self.values[split + 1]);
                                self.values.truncate(split);
                                self.values.push(if equal == *equality {
                                    self.truth
                                } else {
                                    self.falsehood
                                });
                            }
                            _ => {
                                self.freeze_values(split);
                                let made = {
                                    let arguments: Arguments = SmallVec::from_slice(&self.values[split..]);
                                    self.terms.make(symbol, &arguments)
                                };
                                self.values.truncate(split);
                                if self.finish_make(pc, made, is_tail(code, pc)) {
                                    return;
                                }
                            }
                        }
                    }
                    Instruction::Iterate(symbol, count) => {
                        let inner = self.pop_frozen();
                        if let Some(number) = inner.immediate()
                            && self.terms.is_successor(*symbol)
                            && let Some(count) = count.to_u64()
                            && let Some(made) = self.terms.immediate(u64::from(number) + count)
                            && self.terms.normal(made) == Some(made)
                        {
                            self.values.push(made);
                            continue;
                        }
                        let made = self.terms.make_iterated(*symbol, inner, count);
                        if self.finish_make(pc, made, is_tail(code, pc)) {
                            return;
                        }
                    }
                    Instruction::Build(symbol, count) => {
                        let split = self.values.len() - *count as usize;
                        self.freeze_values(split);
                        let arguments: Arguments = SmallVec::from_slice(&self.values[split..]);
                        let made = self.terms.make(*symbol, &arguments);
                        self.values.truncate(split);
                        self.values.push(made);
                    }
                    Instruction::BuildIterated(symbol, count) => {
                        let inner = self.pop_frozen();
                        let made = self.terms.make_iterated(*symbol, inner, count);
                        self.values.push(made);
                    }
                    Instruction::Branch(other, neither) => {
                        let value = self.values.last().copied().unwrap_or(NO_TERM);
                        if value == self.truth {
                            self.values.pop();
                            self.rewrites += 1;
                        } else if value == self.falsehood {
                            self.values.pop();
                            self.rewrites += 1;
                            pc = *other as usize;
                        } else {
                            pc = *neither as usize;
                        }
                    }
                    Instruction::Jump(to) => pc = *to as usize,
                    Instruction::Keep(slot) => {
                        // The bindings of this frame are the last ones.
                        let at = base + usize::from(*slot);
                        if self.bindings.len() <= at {
                            self.bindings.resize(at + 1, NO_TERM);
                        }
                        self.bindings[at] = self.values.last().copied().unwrap_or(NO_TERM);
                    }
                    Instruction::Reduce => {
                        let value = self.pop_frozen();
                        return self.call_term(pc, value);
                    }
                }
            }
        }
    }

    /// Puts values of slots and constants between the last values.
    #[inline]
    fn place_operands(&mut self, operands: &[Operand], base: usize) {
        // From the last to the first: nothing is overwritten before it has been moved.
        let given = operands.iter().filter(|operand| matches!(operand, Operand::Value)).count();
        let mut from = self.values.len();
        let split = from - given;
        self.values.resize(split + operands.len(), NO_TERM);
        let (_, values) = self.values.split_at_mut(split);
        from -= split;
        for (place, operand) in operands.iter().enumerate().rev() {
            values[place] = match *operand {
                Operand::Slot(slot) => self.bindings[base + usize::from(slot)],
                Operand::Constant(term) => term,
                Operand::Value => {
                    from -= 1;
                    values[from]
                }
            };
        }
    }

    /// Makes an intermediate term.
    #[inline]
    fn construct(&mut self, symbol: SymbolId, ranging: Ranging, arguments: &[TermId]) {
        let terms = &mut *self.terms;
        let sort = match ranging {
            Ranging::Uniform(sort)
                if arguments
                    .iter()
                    .all(|&argument| !terms.signature.sorts.is_error(terms.sort(argument))) =>
            {
                sort
            }
            _ => {
                let sorts: SmallVec<[_; 8]> =
                    arguments.iter().map(|&argument| terms.sort(argument)).collect();
                terms.signature.least_sort(symbol, &sorts)
            }
        };
        let made = terms.make_scratch(symbol, sort, arguments);
        self.values.push(made);
    }

    /// Makes an intermediate set of elements and sets; where these have not the sort that gives the set's, an interned
    /// one that is still to be reduced.
    #[inline]
    fn join(&mut self, symbol: SymbolId, sort: SortId, arguments: &mut [TermId]) -> Option<TermId> {
        let terms = &mut *self.terms;
        let identity = terms.signature.get(symbol).identity.unwrap_or(NO_TERM);
        let mut count = 0;
        for index in 0..arguments.len() {
            let argument = arguments[index];
            if argument == identity {
                continue;
            }
            let own = terms.sort(argument);
            if own != sort && !terms.signature.sorts.is_at_most(own, sort) {
                for argument in arguments.iter_mut() {
                    *argument = terms.freeze(*argument);
                }
                return Some(terms.make(symbol, arguments));
            }
            arguments[count] = argument;
            count += 1;
        }
        let value = match count {
            0 => identity,
            1 => arguments[0],
            _ => terms.make_scratch(symbol, sort, &arguments[..count]),
        };
        self.values.push(value);
        None
    }

    /// Makes an intermediate list of elements and lists.
    #[inline]
    fn join_list(&mut self, symbol: SymbolId, arguments: &mut [TermId]) -> TermId {
        let identity = self.terms.signature.get(symbol).identity.unwrap_or(NO_TERM);
        let mut count = 0;
        for index in 0..arguments.len() {
            if arguments[index] != identity {
                arguments[count] = arguments[index];
                count += 1;
            }
        }
        match count {
            0 => identity,
            1 => arguments[0],
            _ => self.terms.join_slices(symbol, &arguments[..count]),
        }
    }

    /// Takes the arguments of an operator into registers.
    #[inline]
    fn gather(&mut self, operands: &[Operand], base: usize, registers: &mut [TermId; REGISTERS]) -> usize {
        for (place, operand) in operands.iter().enumerate().rev() {
            registers[place] = match *operand {
                Operand::Slot(slot) => self.bindings[base + usize::from(slot)],
                Operand::Constant(term) => term,
                Operand::Value => self.values.pop().unwrap_or(NO_TERM),
            };
        }
        operands.len()
    }

    /// Interns the values from `split` on.
    #[inline]
    fn freeze_values(&mut self, split: usize) {
        for value in &mut self.values[split..] {
            *value = self.terms.freeze(*value);
        }
    }

    /// Drops the intermediate terms that no value and no binding needs.
    #[cold]
    pub(super) fn collect(&mut self) {
        self.terms.collect_scratch(&mut [&mut self.values, &mut self.bindings]);
    }

    /// Arithmetic on two natural numbers of 64 bits.
    #[inline]
    fn small_operation(&mut self, operation: NumberOp, split: usize) -> Option<TermId> {
        let [left, right] = self.values[split..] else { return None };
        let (left, right) = (self.terms.number_value(left)?, self.terms.number_value(right)?);
        let truth = |holds: bool| {
            let value = if holds { self.truth } else { self.falsehood };
            (value != NO_TERM).then_some(value)
        };
        let value = match operation {
            NumberOp::Add => left.checked_add(right)?,
            NumberOp::Multiply => left.checked_mul(right)?,
            NumberOp::Less => return truth(left < right),
            NumberOp::LessOrEqual => return truth(left <= right),
            NumberOp::Greater => return truth(left > right),
            NumberOp::GreaterOrEqual => return truth(left >= right),
            NumberOp::SymmetricDifference => left.abs_diff(right),
            NumberOp::Quotient if right > 0 => left / right,
            NumberOp::Remainder if right > 0 => left % right,
            NumberOp::Subtract if left >= right => left - right,
            NumberOp::Min => left.min(right),
            NumberOp::Max => left.max(right),
            _ => return None,
        };
        self.terms.make_number(value)
    }

    /// Reduces a term in the middle of code; the code goes on afterwards.
    fn call_term(&mut self, pc: usize, term: TermId) {
        if let Some(Frame::Code { at, .. }) = self.frames.last_mut() {
            *at = pc as u32;
        }
        self.push_term(term);
    }

    /// Rewrites a term whose arguments are reduced; true if the machine must leave the code for another frame.
    fn finish_make(&mut self, pc: usize, made: TermId, tail: bool) -> bool {
        if let Some(normal) = self.terms.normal(made) {
            self.values.push(normal);
            return false;
        }
        if self.program.quiet[self.terms.symbol(made).0 as usize] {
            self.terms.set_normal(made, made);
            self.values.push(made);
            return false;
        }
        if self.special_order(made) {
            self.call_term(pc, made);
            return true;
        }
        let Some(Frame::Code { at, bindings, origins, .. }) = self.frames.last_mut() else { return true };
        *at = pc as u32;
        let (bindings, origins) = (*bindings as usize, *origins as usize);
        if tail {
            // The last instruction: the next frame takes this one's place and settles its origins too.
            self.frames.pop();
            self.bindings.truncate(bindings);
            if self.origins.len() - origins > MOST_ORIGINS {
                self.origins.truncate(origins);
            }
            self.rewrite_top(made, origins);
            return true;
        }
        let frames = self.frames.len();
        let origins = self.origins.len();
        self.rewrite_top(made, origins);
        self.frames.len() > frames || self.stop.is_some()
    }
}
