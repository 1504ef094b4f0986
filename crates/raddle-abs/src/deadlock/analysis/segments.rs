//! The code of every activation in segments, from one point at which a task may stand to the next waits, with who calls
//! and who writes what: the control flow that [`crate::deadlock::guided::relevance`] follows backwards and forwards.
//!
//! A method that catches exceptions is one segment as a whole, since any of its waits may lead to any of its handlers.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{AbstractObject, Activation, Facts};
use crate::machine::code::{Code, CodeId, CompiledPattern, Instruction};
use crate::machine::evaluate::Fixed;
use crate::source::Span;
use crate::types::resolved::{Builtin, FunctionBody};

/// The number of a segment.
pub type SegmentId = usize;

/// A wait at the end of a segment.
#[derive(Clone, Debug)]
pub struct WaitAtEnd {
    /// Where it stands.
    pub span: Span,
    /// Is the location kept meanwhile?
    pub blocks: bool,
    /// Does every step end here? Else it goes on if there is nothing to wait for.
    pub stops: bool,
    /// The segment behind it.
    pub next: SegmentId,
    /// Who must finish before it is passed.
    pub targets: Vec<Activation>,
    /// The fields that its condition reads.
    pub reads: Vec<u32>,
}

/// What an activation does between two waits.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Whose it is.
    pub activation: Activation,
    /// Whom it may call or start.
    pub calls: Vec<Activation>,
    /// The fields of its object that it may read.
    pub reads: Vec<u32>,
    /// The fields of its object that it may assign.
    pub writes: Vec<u32>,
    /// How it may end, other than with the activation.
    pub waits: Vec<WaitAtEnd>,
}

/// All segments of a program.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    /// In the order of the activations.
    pub all: Vec<Segment>,
    /// For each activation the first of its segments, from its first instruction on; one more for the end.
    pub first: Vec<SegmentId>,
    /// For each activation, the segments that may call it.
    pub callers: Vec<Vec<SegmentId>>,
    /// For each segment, those that may lead to it.
    pub before: Vec<Vec<SegmentId>>,
    /// For each field, the segments that may assign it.
    pub writers: FxHashMap<(AbstractObject, u32), Vec<SegmentId>>,
    /// The activations that somebody may wait for who has not called them.
    pub foreign: FxHashSet<Activation>,
    from: FxHashMap<(Activation, u32), SegmentId>,
}

/// Does the program look at the clock, read lines, or draw random numbers? Then the order of its steps means more than its waits.
#[must_use]
pub fn depends_on_more(fixed: &Fixed) -> bool {
    let draws = |instruction: &Instruction| {
        matches!(instruction, Instruction::Builtin(Builtin::Random | Builtin::ReadLine))
    };
    // What is built in is called without a frame; its own code is only there for its number.
    let built_in = |at: usize| {
        let function = fixed.program.functions.get(at);
        function.is_some_and(|function| matches!(function.body, FunctionBody::Builtin(_)))
    };
    let codes = fixed.code.codes.iter().enumerate();
    fixed.code.uses_time
        || codes.filter(|(at, _)| !built_in(*at)).any(|(_, code)| code.instructions.iter().any(draws))
}

impl Segments {
    /// Reads the code of every activation.
    #[must_use]
    pub fn of(fixed: &Fixed, facts: &Facts) -> Self {
        let mut segments = Self::default();
        for at in 0..facts.activations.len() as u32 {
            segments.read(fixed, facts, Activation(at));
        }
        segments.first.push(segments.all.len());
        segments.callers = vec![Vec::new(); facts.activations.len()];
        segments.before = vec![Vec::new(); segments.all.len()];
        for (id, segment) in segments.all.iter().enumerate() {
            for callee in &segment.calls {
                segments.callers[callee.index()].push(id);
            }
            for wait in &segment.waits {
                segments.before[wait.next].push(id);
            }
            if let Some(object) = facts.of(segment.activation).object {
                for &field in &segment.writes {
                    segments.writers.entry((object, field)).or_default().push(id);
                }
            }
        }
        segments.foreign = facts.waits.values().flat_map(|site| site.foreign.iter().copied()).collect();
        segments
    }

    /// The segment that begins with this instruction; none if no task can stand there.
    #[must_use]
    pub fn at(&self, activation: Activation, next: u32) -> Option<SegmentId> {
        self.from.get(&(activation, next)).copied()
    }

    /// All segments of an activation.
    pub fn of_activation(&self, activation: Activation) -> std::ops::Range<SegmentId> {
        self.first[activation.index()]..self.first[activation.index() + 1]
    }

    fn read(&mut self, fixed: &Fixed, facts: &Facts, activation: Activation) {
        let code = fixed.code.method(facts.of(activation).method);
        let code = &fixed.code.codes[code.index()];
        let catches = code.instructions.iter().any(|one| matches!(one, Instruction::PushHandler(_)));
        let first = self.all.len();
        self.first.push(first);
        let waits = |at: &u32| {
            let instruction = code.instructions[*at as usize];
            matches!(
                instruction,
                Instruction::Get | Instruction::Await(_) | Instruction::Suspend | Instruction::Invoke(_)
            )
        };
        let entries: Vec<u32> = std::iter::once(0)
            .chain((0..code.instructions.len() as u32).filter(waits).map(|at| at + 1))
            .collect();
        for (at, &entry) in entries.iter().enumerate() {
            self.from.insert((activation, entry), if catches { first } else { first + at });
        }
        let reader = Reader { fixed, facts, activation, code };
        if catches {
            let everything = 0..code.instructions.len() as u32;
            self.all.push(reader.segment(everything, |_| first));
            return;
        }
        for &entry in &entries {
            let from = &self.from;
            let segment = reader.segment(reader.reached(entry), |next| from[&(activation, next)]);
            self.all.push(segment);
        }
    }
}

struct Reader<'r> {
    fixed: &'r Fixed,
    facts: &'r Facts,
    activation: Activation,
    code: &'r Code,
}

impl Reader<'_> {
    /// The instructions from this one on, up to the next waits.
    fn reached(&self, entry: u32) -> Vec<u32> {
        let mut seen = vec![false; self.code.instructions.len()];
        let mut work = vec![entry];
        let mut reached = Vec::new();
        while let Some(at) = work.pop() {
            if at as usize >= seen.len() || std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            reached.push(at);
            match self.code.instructions[at as usize] {
                Instruction::Jump(target) => {
                    work.push(target);
                    continue;
                }
                Instruction::JumpUnless(target)
                | Instruction::JumpIfFalseElsePop(target)
                | Instruction::JumpIfTrueElsePop(target)
                | Instruction::Match { otherwise: target, .. }
                | Instruction::Next { otherwise: target, .. } => work.push(target),
                Instruction::Return
                | Instruction::NoMatch
                | Instruction::Throw
                | Instruction::Rethrow
                | Instruction::Die
                | Instruction::Get
                | Instruction::Await(_)
                | Instruction::Suspend
                | Instruction::Invoke(_) => continue,
                _ => {}
            }
            work.push(at + 1);
        }
        reached
    }

    fn segment(
        &self,
        instructions: impl IntoIterator<Item = u32>,
        next: impl Fn(u32) -> SegmentId,
    ) -> Segment {
        let mut segment = Segment {
            activation: self.activation,
            calls: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
            waits: Vec::new(),
        };
        for at in instructions {
            let span = self.code.spans[at as usize];
            let instruction = self.code.instructions[at as usize];
            let stops = matches!(instruction, Instruction::Suspend);
            let mut wait = |blocks, targets, reads| {
                segment.waits.push(WaitAtEnd { span, blocks, stops, next: next(at + 1), targets, reads });
            };
            match instruction {
                Instruction::Get => wait(true, self.targets(span), Vec::new()),
                Instruction::Suspend => wait(false, Vec::new(), Vec::new()),
                Instruction::Await(guard) => {
                    let mut reads = Vec::new();
                    if let Some(condition) = self.fixed.code.guards[guard as usize].condition {
                        reads_of(self.fixed, condition, &mut reads);
                    }
                    wait(false, self.targets(span), reads);
                }
                // What runs within the task must come to its end as well before the task goes on.
                Instruction::Invoke(_) => {
                    let mut targets = self.targets(span);
                    targets.extend(self.called(span));
                    wait(true, targets, Vec::new());
                    segment.calls.extend(self.called(span));
                }
                Instruction::Spawn(_) | Instruction::New(_) => segment.calls.extend(self.called(span)),
                Instruction::SetField(field) => segment.writes.push(field),
                instruction => read_of(self.fixed, instruction, &mut segment.reads),
            }
        }
        for list in [&mut segment.reads, &mut segment.writes] {
            list.sort_unstable();
            list.dedup();
        }
        segment.calls.sort_unstable();
        segment.calls.dedup();
        segment
    }

    fn targets(&self, span: Span) -> Vec<Activation> {
        let site = self.facts.waits.get(&(self.activation, span));
        site.map_or_else(Vec::new, |site| site.targets.iter().copied().collect())
    }

    fn called(&self, span: Span) -> impl Iterator<Item = Activation> {
        let callees = self.facts.calls.get(&(self.activation, span));
        callees.into_iter().flatten().copied()
    }
}

/// The fields that a piece of code reads.
pub fn reads_of(fixed: &Fixed, code: CodeId, reads: &mut Vec<u32>) {
    for &instruction in &fixed.code.codes[code.index()].instructions {
        read_of(fixed, instruction, reads);
    }
}

fn read_of(fixed: &Fixed, instruction: Instruction, reads: &mut Vec<u32>) {
    match instruction {
        Instruction::Field(field) => reads.push(field),
        Instruction::Match { pattern, .. } => {
            let mut work = vec![&fixed.code.patterns[pattern as usize]];
            while let Some(pattern) = work.pop() {
                match pattern {
                    CompiledPattern::EqualField(field) => reads.push(*field),
                    CompiledPattern::Data(_, parts) => work.extend(parts),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
