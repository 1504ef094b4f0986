//! Right-hand sides as code for the machine's stack, and how that code comes from terms.

use super::super::functions::{Joining, Ranging};
use super::super::pattern::{PatternCompiler, Slot};
use super::shared::Shared;
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId, Terms};
use num_bigint::BigUint;

/// One instruction; operands and results are on the machine's stack.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// The value of a slot, reduced.
    Slot(Slot),
    /// The value of a slot, as it is.
    Raw(Slot),
    /// A term without variables, reduced.
    Constant(TermId),
    /// A term without variables, as it is.
    Quote(TermId),
    /// An operator on the last values, reduced.
    Make(Making),
    /// The same for a constructor.
    Construct(Making, Ranging),
    /// The same for a function.
    Invoke(Making),
    /// The same for a set or a list that need not be interned yet.
    Join(Making, Joining),
    /// An operator on the last values, as it is.
    Build(SymbolId, u32),
    /// An operator applied a number of times, reduced.
    Iterate(SymbolId, BigUint),
    /// An operator applied a number of times, as it is.
    BuildIterated(SymbolId, BigUint),
    /// Goes on for `true`, to the first place for `false`, to the second for anything else.
    Branch(u32, u32),
    /// Goes to a place.
    Jump(u32),
    /// Reduces the last value.
    Reduce,
    /// Puts the last value into a slot, too.
    Keep(Slot),
}

/// An argument of an operator.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// The next of the last values.
    Value,
    /// The value of a slot, which is reduced.
    Slot(Slot),
    /// A term that is its own normal form.
    Constant(TermId),
}

/// How a term is made and reduced.
#[derive(Clone, Debug)]
pub struct Making {
    /// Its operator.
    pub symbol: SymbolId,
    /// Whether the result goes straight into the arena.
    pub kept: bool,
    /// Whether all arguments are among the last values.
    pub plain: bool,
    /// Whether nothing follows.
    pub tail: bool,
    /// Its arguments.
    pub operands: Box<[Operand]>,
}

/// Code that leaves one value.
pub type Code = Box<[Instruction]>;

/// An argument that needs no code of its own, where everything that variables can hold is reduced.
fn operand(terms: &Terms, compiler: &PatternCompiler, term: TermId, eager: bool) -> Operand {
    if !eager || !compiler.reduced_values {
        return Operand::Value;
    }
    if terms.is_variable(term) {
        let known = compiler.slots.iter().position(|&known| known == term);
        return known.map_or(Operand::Value, |slot| Operand::Slot(slot as Slot));
    }
    let symbol = terms.symbol(term);
    let defined = compiler.defined.get(symbol.0 as usize).copied().unwrap_or(true);
    let plain = matches!(terms.signature.get(symbol).hook, Hook::None | Hook::True | Hook::False);
    if terms.arguments(term).is_empty() && !defined && plain && term.immediate().is_none() {
        return Operand::Constant(term);
    }
    Operand::Value
}

/// Counts the uses of slots.
pub(super) fn code_uses(code: &[Instruction], uses: &mut rustc_hash::FxHashMap<Slot, u32>) {
    for instruction in code {
        match instruction {
            Instruction::Slot(slot) | Instruction::Raw(slot) => *uses.entry(*slot).or_default() += 1,
            Instruction::Make(making)
            | Instruction::Construct(making, _)
            | Instruction::Invoke(making)
            | Instruction::Join(making, _) => {
                for operand in &making.operands {
                    if let Operand::Slot(slot) = operand {
                        *uses.entry(*slot).or_default() += 1;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Compiles a term into code, with an explicit stack: right-hand sides may be as deep as they like. With `kept`,
/// the result will be interned, and is so from the start.
pub(crate) fn compile_code(
    terms: &mut Terms,
    compiler: &mut PatternCompiler,
    term: TermId,
    strategies: &[Option<Box<[u32]>>],
    kept: bool,
) -> Result<Code, String> {
    compile_shared(terms, compiler, term, strategies, kept, Shared::default())
}

/// The same; what the term has twice is made once, in slots after those of all variables.
pub(super) fn compile_shared(
    terms: &mut Terms,
    compiler: &mut PatternCompiler,
    term: TermId,
    strategies: &[Option<Box<[u32]>>],
    kept: bool,
    mut shared: Shared,
) -> Result<Code, String> {
    enum Work {
        /// A term, whether it is reduced, and whether it is kept.
        Visit(TermId, bool, bool),
        Emit(Instruction),
        /// After the condition of a branch: its two sides follow.
        BranchStart(TermId),
        ThenDone(usize, TermId),
        ElseDone(usize, usize, TermId),
        AllDone(usize, usize),
    }
    let mut code: Vec<Instruction> = Vec::new();
    let keep_result = kept;
    let mut work = vec![Work::Visit(term, true, kept)];
    while let Some(next) = work.pop() {
        match next {
            Work::Emit(instruction) => code.push(instruction),
            Work::Visit(term, eager, keep) => {
                if terms.is_variable(term) {
                    let slot = compiler.slot(term).ok_or("too many variables in a statement")?;
                    code.push(if eager { Instruction::Slot(slot) } else { Instruction::Raw(slot) });
                    continue;
                }
                if terms.is_ground(term) {
                    code.push(if eager { Instruction::Constant(term) } else { Instruction::Quote(term) });
                    continue;
                }
                if eager {
                    if let Some(slot) = shared.find(term) {
                        code.push(Instruction::Slot(slot));
                        continue;
                    }
                    if let Some(slot) = shared.keep(terms, term) {
                        work.push(Work::Emit(Instruction::Keep(slot)));
                    }
                }
                let symbol = terms.symbol(term);
                let kept = terms.signature.get(symbol);
                let arguments: Vec<TermId> = terms.arguments(term).to_vec();
                if eager && kept.hook == Hook::Branch {
                    work.push(Work::BranchStart(term));
                    work.push(Work::Visit(arguments[0], true, true));
                    continue;
                }
                let inner = eager && strategies[symbol.0 as usize].is_none();
                let count = arguments.len() as u32;
                work.push(Work::Emit(match (kept.shape == Shape::Iterated, eager) {
                    (true, true) => Instruction::Iterate(symbol, terms.iterations(term)),
                    (true, false) => Instruction::BuildIterated(symbol, terms.iterations(term)),
                    (false, true) => {
                        let operands: Box<[Operand]> = arguments
                            .iter()
                            .map(|&argument| operand(terms, compiler, argument, inner))
                            .collect();
                        let plain = operands.iter().all(|operand| matches!(operand, Operand::Value));
                        Instruction::Make(Making { symbol, kept: keep, plain, tail: false, operands })
                    }
                    (false, false) => Instruction::Build(symbol, count),
                }));
                // Arguments modulo axioms are interned, and so are those of what is interned itself.
                let defined = compiler.defined.get(symbol.0 as usize).copied().unwrap_or(true);
                let keep = (keep && !defined) || kept.shape != Shape::Free || kept.identity.is_some();
                let making = eager && kept.shape != Shape::Iterated;
                for argument in arguments.into_iter().rev() {
                    if !making || matches!(operand(terms, compiler, argument, inner), Operand::Value) {
                        work.push(Work::Visit(argument, inner, keep));
                    }
                }
            }
            Work::BranchStart(term) => {
                let at = code.len();
                code.push(Instruction::Branch(0, 0));
                work.push(Work::ThenDone(at, term));
                shared.enter(terms, terms.arguments(term)[1], strategies);
                work.push(Work::Visit(terms.arguments(term)[1], true, keep_result));
            }
            Work::ThenDone(at, term) => {
                let jump = code.len();
                code.push(Instruction::Jump(0));
                let other = code.len() as u32;
                if let Instruction::Branch(first, _) = &mut code[at] {
                    *first = other;
                }
                work.push(Work::ElseDone(at, jump, term));
                shared.leave();
                shared.enter(terms, terms.arguments(term)[2], strategies);
                work.push(Work::Visit(terms.arguments(term)[2], true, keep_result));
            }
            Work::ElseDone(at, jump, term) => {
                let second_jump = code.len();
                code.push(Instruction::Jump(0));
                let neither = code.len() as u32;
                if let Instruction::Branch(_, second) = &mut code[at] {
                    *second = neither;
                }
                shared.leave();
                // The condition's value is still on the stack: the term is built, and reduced as it stands.
                work.push(Work::AllDone(jump, second_jump));
                work.push(Work::Emit(Instruction::Reduce));
                work.push(Work::Emit(Instruction::Build(terms.symbol(term), 3)));
                work.push(Work::Visit(terms.arguments(term)[2], false, true));
                work.push(Work::Visit(terms.arguments(term)[1], false, true));
            }
            Work::AllDone(first, second) => {
                let end = code.len() as u32;
                code[first] = Instruction::Jump(end);
                code[second] = Instruction::Jump(end);
            }
        }
    }
    Ok(code.into())
}
