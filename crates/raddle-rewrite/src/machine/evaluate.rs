//! The machine: reduces terms innermost first (or as `strat` says) with explicit stacks.
//!
//! A frame is either code of a right-hand side that is being run, or a term whose arguments are being reduced.
//! The result of a frame is the normal form of every term in its part of `origins`; normal forms are kept in the
//! arena, so each distinct term is reduced once. The last instruction of a frame gives its place to the
//! next frame: loops written as equations need no stack.

pub(crate) mod buffers;
mod code;
mod collect;
mod direct;
pub(crate) mod memo;
mod strategy;

pub use super::limits::{Limits, Stop};

use self::buffers::Buffers;
use super::compile::{Code, Instruction, Program, Statement};
use super::pattern::Pattern;
use super::solve::Rest;
use super::watched::Watch;
use crate::meta::MetaLevel;
use crate::terms::arena::collect::Mark;
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::hooks::Hook;
use crate::terms::{SymbolId, TermId, Terms};
use smallvec::SmallVec;

/// Values of a statement's variables.
pub type Bindings = SmallVec<[TermId; 16]>;

enum Frame<'p> {
    Code {
        code: &'p [Instruction],
        at: u32,
        bindings: u32,
        origins: u32,
    },
    Arguments {
        term: TermId,
        next: u32,
        values: u32,
        origins: u32,
    },
    /// `next` is the place in the order, `place` the argument whose value is awaited.
    Strategy {
        term: TermId,
        next: u32,
        place: Option<u32>,
        origins: u32,
    },
    /// The value of the last frame is remembered as the result of a call.
    Memo(memo::CallKey),
    /// The value of the last frame goes back among the other elements of a term of `symbol`.
    Rest {
        symbol: SymbolId,
        rest: Box<Rest>,
        origins: u32,
    },
}

/// A goal of the matcher: a pattern, what it must match, and the goals after it.
#[derive(Clone, Copy)]
pub(crate) struct Goal<'p> {
    pub pattern: &'p Pattern,
    pub subject: TermId,
    pub next: u32,
}

/// A machine that runs a program over an arena.
pub struct Machine<'p> {
    /// The arena.
    pub terms: &'p mut Terms,
    pub(crate) program: &'p Program,
    pub(crate) meta: Option<&'p MetaLevel>,
    frames: Vec<Frame<'p>>,
    values: Vec<TermId>,
    bindings: Vec<TermId>,
    origins: Vec<TermId>,
    pub(crate) goals: Vec<Goal<'p>>,
    /// How many rewrites were made.
    pub rewrites: u64,
    pub(crate) limits: Limits,
    pub(crate) condition_depth: usize,
    until_check: u32,
    /// Evaluations inside each other; whether the outermost may drop terms, at how many bytes, and since when.
    runs: usize,
    collecting: bool,
    collect_at: usize,
    mark: Mark,
    /// Whether something holds intermediate terms where collections do not find them.
    pinned: bool,
    /// `true` and `false`, where the module has them.
    truth: TermId,
    falsehood: TermId,
    /// Why the machine stopped, if it did; then nothing it returns is a result.
    pub stop: Option<Stop>,
    /// The statement whose condition is waiting for the matcher, and how many of its parts hold already.
    pub(crate) guard: Option<&'p Statement>,
    pub(crate) guard_done: usize,
    /// Whether lists and sets that are marked so are matched greedily.
    pub(crate) greedy: bool,
    /// Which rule of each symbol is next, for rule-fair rewriting.
    pub(crate) next_rule: Vec<u32>,
    /// What `counter` becomes next.
    pub(crate) counter: u64,
    /// How many elements inside each other steps are looked for in.
    pub(crate) nesting: usize,
    /// Steps that were not remembered.
    pub(crate) computed_steps: u64,
    /// Whether the last `frewrite` ended inside a term, around which nothing is reduced.
    pub(crate) is_cut: bool,
    /// Who is told of every rewrite.
    pub(crate) watch: Option<Box<Watch<'p>>>,
}

/// Limits are looked at after this many attempts to rewrite.
const CHECK_EVERY: u32 = 1 << 12;
const MOST_ORIGINS: usize = 1 << 22;

impl<'p> Machine<'p> {
    /// A machine for a program.
    pub fn new(
        terms: &'p mut Terms,
        program: &'p Program,
        meta: Option<&'p MetaLevel>,
        limits: Limits,
    ) -> Machine<'p> {
        let (truth, falsehood) = match terms.buffers.booleans {
            Some(known) => known,
            None => {
                let mut boolean = |value| terms.boolean(value).unwrap_or(NO_TERM);
                (boolean(true), boolean(false))
            }
        };
        let mark = terms.mark();
        let Buffers { frames, goals, values, bindings, origins, .. } = std::mem::replace(
            &mut terms.buffers,
            Buffers { booleans: Some((truth, falsehood)), ..Buffers::default() },
        );
        let collect_at = terms.bytes() + collect::GROWTH;
        Machine {
            runs: 0,
            collecting: false,
            collect_at,
            mark,
            pinned: false,
            truth,
            falsehood,
            terms,
            program,
            meta,
            frames: buffers::frames(frames),
            values,
            bindings,
            origins,
            goals: buffers::goals(goals),
            rewrites: 0,
            limits,
            condition_depth: 0,
            until_check: CHECK_EVERY,
            stop: None,
            guard: None,
            guard_done: 0,
            greedy: true,
            next_rule: Vec::new(),
            counter: 0,
            nesting: 0,
            computed_steps: 0,
            is_cut: false,
            watch: None,
        }
    }

    /// The normal form of a term; meaningless if `stop` is set afterwards.
    pub fn reduce(&mut self, term: TermId) -> TermId {
        if self.watch.is_some() {
            return self.watched_reduce(term);
        }
        if let Some(normal) = self.terms.normal(term) {
            return normal;
        }
        if self.program.quiet[self.terms.symbol(term).0 as usize] {
            let arguments = self.terms.arguments(term);
            if arguments.iter().all(|&argument| self.terms.normal(argument) == Some(argument)) {
                self.terms.set_normal(term, term);
                return term;
            }
        }
        let base = self.frames.len();
        self.push_term(term);
        self.run(base)
    }

    /// Runs code with these bindings.
    pub(crate) fn run_code(&mut self, code: &'p Code, bindings: &[TermId]) -> TermId {
        let base = self.frames.len();
        let start = self.bindings.len();
        self.bindings.extend_from_slice(bindings);
        self.push_code(code, start, self.origins.len());
        self.run(base)
    }

    fn push_term(&mut self, term: TermId) {
        let origins = self.origins.len() as u32;
        if self.special_order(term) {
            self.frames.push(Frame::Strategy { term, next: 0, place: None, origins });
        } else {
            let values = self.values.len() as u32;
            self.frames.push(Frame::Arguments { term, next: 0, values, origins });
        }
    }

    fn special_order(&self, term: TermId) -> bool {
        let symbol = self.terms.symbol(term);
        self.program.strategies[symbol.0 as usize].is_some()
            || self.terms.signature.get(symbol).hook == Hook::Branch
    }

    /// Runs code with the bindings from one place on, so many of them; the value may be an intermediate term.
    pub(super) fn run_code_at(&mut self, code: &'p Code, start: usize, slots: usize) -> TermId {
        let base = self.frames.len();
        let copy = self.bindings.len();
        self.bindings.extend_from_within(start..start + slots);
        self.push_code(code, copy, self.origins.len());
        self.runs += 1;
        let value = self.run_frames(base);
        self.runs -= 1;
        value
    }

    fn run(&mut self, base: usize) -> TermId {
        self.runs += 1;
        let value = self.run_frames(base);
        let value = self.terms.freeze(value);
        if self.frames.is_empty() {
            self.terms.clear_scratch();
        }
        self.runs -= 1;
        value
    }

    fn run_frames(&mut self, base: usize) -> TermId {
        while self.frames.len() > base {
            if self.stop.is_some() {
                return self.unwind(base);
            }
            if self.runs == 1 && self.is_grown() {
                self.collect_terms(&mut []);
            }
            let last = self.frames.len() - 1;
            match &self.frames[last] {
                Frame::Code { .. } | Frame::Memo(_) => self.run_code_frames(base),
                &Frame::Arguments { term, next, values, origins } => {
                    let (values, origins) = (values as usize, origins as usize);
                    let arguments = self.terms.arguments(term);
                    let mut at = next as usize;
                    let mut pending = None;
                    while let Some(&argument) = arguments.get(at) {
                        match self.terms.normal(argument) {
                            Some(normal) => self.values.push(normal),
                            None => {
                                pending = Some(argument);
                                break;
                            }
                        }
                        at += 1;
                    }
                    if let Some(argument) = pending {
                        if let Frame::Arguments { next, .. } = &mut self.frames[last] {
                            *next = at as u32 + 1;
                        }
                        self.push_term(argument);
                        continue;
                    }
                    self.frames.pop();
                    for index in values..self.values.len() {
                        self.values[index] = self.terms.freeze(self.values[index]);
                    }
                    let changed = self.terms.arguments(term) != &self.values[values..];
                    let reduced = if changed {
                        let arguments: Arguments = SmallVec::from_slice(&self.values[values..]);
                        self.terms.with_arguments(term, &arguments)
                    } else {
                        term
                    };
                    self.values.truncate(values);
                    self.origins.truncate(origins);
                    if changed {
                        self.origins.push(term);
                    }
                    self.rewrite_top(reduced, origins);
                }
                &Frame::Strategy { term, next, place, origins } => {
                    self.step_strategy(last, term, next, place, origins as usize);
                }
                Frame::Rest { .. } => {
                    if let Some(Frame::Rest { symbol, rest, origins }) = self.frames.pop() {
                        let value = self.pop_frozen();
                        let whole = self.with_rest(symbol, value, &rest);
                        self.push_result(whole, origins as usize);
                    }
                }
            }
        }
        self.values.pop().unwrap_or(NO_TERM)
    }

    /// Takes the value on top, interned.
    fn pop_frozen(&mut self) -> TermId {
        let value = self.values.pop().unwrap_or(NO_TERM);
        self.terms.freeze(value)
    }

    fn push_code(&mut self, code: &'p [Instruction], bindings: usize, origins: usize) {
        self.frames.push(Frame::Code { code, at: 0, bindings: bindings as u32, origins: origins as u32 });
    }

    /// Drops everything above `base` after a stop.
    fn unwind(&mut self, base: usize) -> TermId {
        self.frames.truncate(base);
        let fallback = self.terms.len().checked_sub(1).map_or(NO_TERM, |last| TermId(last as u32));
        if base == 0 {
            self.values.clear();
            self.bindings.clear();
            self.origins.clear();
            self.terms.clear_scratch();
        }
        fallback
    }

    /// Records the value on top as the normal form of the origins from `start` on.
    #[inline]
    fn settle(&mut self, start: usize) {
        if self.origins.len() > start {
            let value = self.pop_frozen();
            self.values.push(value);
            for index in start..self.origins.len() {
                let origin = self.origins[index];
                if origin != NO_TERM {
                    self.terms.set_normal(origin, value);
                }
            }
            self.origins.truncate(start);
        }
    }

    /// Rewrites a term at its top, its arguments being reduced: pushes its value, or a frame that will.
    fn rewrite_top(&mut self, term: TermId, origins: usize) {
        if let Some(normal) = self.terms.normal(term) {
            self.values.push(normal);
            return self.settle(origins);
        }
        self.until_check = self.until_check.wrapping_sub(1);
        if self.until_check == 0 {
            self.until_check = CHECK_EVERY;
            if !self.within_limits() {
                return;
            }
        }
        let symbol = self.terms.symbol(term);
        let hook = self.terms.signature.get(symbol).hook;
        if hook != Hook::None
            && let Some(result) = self.apply_hook(hook, term)
        {
            self.rewrites += 1;
            self.origins.push(term);
            return self.push_result(result, origins);
        }
        if self.apply_equation(symbol, term, origins) {
            return;
        }
        if self.stop.is_some() {
            return;
        }
        self.accept_normal(term);
        self.values.push(term);
        self.settle(origins);
    }

    /// Reduces the result of a hook, whose frame settles the origins.
    fn push_result(&mut self, result: TermId, origins: usize) {
        if let Some(normal) = self.terms.normal(result) {
            self.values.push(normal);
            return self.settle(origins);
        }
        if self.special_order(result) {
            self.frames.push(Frame::Strategy { term: result, next: 0, place: None, origins: origins as u32 });
            return;
        }
        // Code without instructions settles the origins when the frame above it is done.
        self.push_code(&[], self.bindings.len(), origins);
        self.push_term(result);
    }

    /// The term is its own normal form: memberships may lower its sort.
    pub(crate) fn accept_normal(&mut self, term: TermId) {
        if !self.program.memberships.is_empty() {
            let sort = self.terms.declared_sort(term);
            self.terms.set_sort(term, sort);
            // A condition may look at the term itself: it is reduced by then, only its sort is not final.
            self.terms.set_normal(term, term);
            self.apply_memberships(term);
            if self.stop.is_some() {
                self.terms.set_normal(term, NO_TERM);
            }
            return;
        }
        self.terms.set_normal(term, term);
    }

    /// Applies the first equation that fits: pushes the frame of its right-hand side.
    fn apply_equation(&mut self, symbol: SymbolId, term: TermId, origins: usize) -> bool {
        let program = self.program;
        let entries = &program.equations_of[symbol.0 as usize];
        for entry in entries {
            let equation = &program.equations[entry.statement as usize];
            if !self.quick_check(equation, term) {
                continue;
            }
            let start = self.bindings.len();
            if equation.simple && equation.condition.is_empty() {
                self.bindings.resize(start + equation.slots, NO_TERM);
                if self.match_simple_stack(&equation.pattern, term, start) {
                    self.rewrites += 1;
                    self.origins.push(term);
                    self.push_code(&equation.code, start, origins);
                    return true;
                }
                self.bindings.truncate(start);
                continue;
            }
            if let Some((found, rest)) = self.first_match(equation, term, entry.extension) {
                self.rewrites += 1;
                self.bindings.extend_from_slice(&found);
                self.origins.push(term);
                match rest {
                    None => self.push_code(&equation.code, start, origins),
                    Some(rest) => {
                        // A part of the term was rewritten: the result goes back among the other elements.
                        self.frames.push(Frame::Rest {
                            symbol,
                            rest: Box::new(rest),
                            origins: origins as u32,
                        });
                        let own = self.origins.len();
                        self.push_code(&equation.code, start, own);
                    }
                }
                return true;
            }
            if self.stop.is_some() {
                return false;
            }
        }
        false
    }

    #[inline]
    pub(crate) fn quick_check(&self, statement: &Statement, term: TermId) -> bool {
        if statement.quick.is_empty() {
            return true;
        }
        let arguments = self.terms.arguments(term);
        statement.quick.iter().all(|&(index, symbol)| {
            arguments.get(usize::from(index)).is_some_and(|&argument| self.terms.symbol(argument) == symbol)
        })
    }

    /// Matches a simple pattern into the bindings from `start` on.
    fn match_simple_stack(&mut self, pattern: &'p Pattern, subject: TermId, start: usize) -> bool {
        match pattern {
            Pattern::Variable { slot, sort } => {
                let at = start + usize::from(*slot);
                if self.bindings[at] != NO_TERM {
                    return self.bindings[at] == subject;
                }
                if !self.terms.signature.sorts.is_at_most(self.terms.sort(subject), *sort) {
                    return false;
                }
                self.bindings[at] = subject;
                true
            }
            Pattern::Ground(term) => *term == subject,
            Pattern::Free { symbol, arguments } => {
                if self.terms.symbol(subject) != *symbol {
                    return false;
                }
                for (index, argument) in arguments.iter().enumerate() {
                    let inner = self.terms.arguments(subject)[index];
                    if !self.match_simple_stack(argument, inner, start) {
                        return false;
                    }
                }
                true
            }
            Pattern::Iterated { symbol, count, argument } => {
                match self.strip_iterations(*symbol, count, subject) {
                    Some(inner) => self.match_simple_stack(argument, inner, start),
                    None => false,
                }
            }
            Pattern::Binary { .. } | Pattern::List { .. } | Pattern::Set { .. } => false,
        }
    }

    /// About how many bytes terms and stacks take.
    fn bytes(&self) -> usize {
        self.terms.bytes()
            + self.frames.len() * size_of::<Frame<'_>>()
            + (self.values.len() + self.bindings.len() + self.origins.len()) * size_of::<TermId>()
    }

    pub(crate) fn within_limits(&mut self) -> bool {
        if self.rewrites >= self.limits.rewrites {
            self.stop = Some(Stop::Rewrites(self.limits.rewrites));
        } else if self.bytes() >= self.limits.bytes || self.terms.scratch_is_exhausted() {
            self.stop = Some(Stop::Memory(self.limits.bytes));
        }
        self.stop.is_none()
    }
}
