//! Statements compiled into what the machine runs: a pattern, a condition, and code for the right-hand side.

use super::functions::{Call, Ranging, count_uses, find_calls, specialise};
use super::pattern::{Pattern, PatternCompiler, Slot};
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::StatementKind;
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{KindId, SortId, SymbolId, TermId, Terms};
use num_bigint::BigUint;

/// A statement with its terms.
#[derive(Clone, Debug)]
pub struct StatementTerms {
    /// Equation, membership or rule.
    pub kind: StatementKind,
    /// Its label.
    pub label: Option<Name>,
    /// Its metadata.
    pub metadata: Option<Name>,
    /// `owise`
    pub otherwise: bool,
    /// `nonexec`
    pub nonexecutable: bool,
    /// The left-hand side.
    pub left: TermId,
    /// The right-hand side of an equation or a rule.
    pub right: Option<TermId>,
    /// The sort of a membership.
    pub sort: Option<SortId>,
    /// The condition.
    pub condition: Vec<Fragment>,
}

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

/// A compiled part of a condition.
#[derive(Clone, Debug)]
pub enum Test {
    /// Both sides are equal.
    Equal(Code, Code),
    /// The value matches the pattern.
    Match(Pattern, Code),
    /// An instance of the pattern can be reached.
    Reach(Code, Pattern),
    /// The value has the sort.
    Sort(Code, SortId),
}

/// A compiled statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The left-hand side.
    pub pattern: Pattern,
    /// Whether the pattern is matched without search.
    pub simple: bool,
    /// Whether a call of the pattern's operator is matched without search; see `functions`.
    pub direct: bool,
    /// For free patterns, the symbols that some arguments must have.
    pub quick: Box<[(u16, SymbolId)]>,
    /// The condition.
    pub condition: Box<[Test]>,
    /// For each slot, how many parts at the start of the condition do not need its value.
    pub early: Box<[u16]>,
    /// The right-hand side.
    pub code: Code,
    /// How many slots it needs.
    pub slots: usize,
    /// The variable of each slot.
    pub variables: Box<[TermId]>,
    /// `owise`
    pub otherwise: bool,
    /// The sort of a membership.
    pub sort: Option<SortId>,
    /// The label.
    pub label: Option<Name>,
    /// Its place among the module's statements of its kind.
    pub number: usize,
}

/// A reference from a symbol to a statement, and whether the statement's own symbol is meant (so that parts of
/// an associative term may match) or it was reached because an identity disappeared.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The statement.
    pub statement: u32,
    /// Whether parts of the term may match.
    pub extension: bool,
}

/// Everything that the machine runs for a module.
#[derive(Debug, Default)]
pub struct Program {
    /// Equations.
    pub equations: Vec<Statement>,
    /// Memberships.
    pub memberships: Vec<Statement>,
    /// Rules.
    pub rules: Vec<Statement>,
    /// For each symbol, its equations; those with `owise` last.
    pub equations_of: Vec<Vec<Entry>>,
    /// For each symbol, its memberships.
    pub memberships_of: Vec<Vec<Entry>>,
    /// For each symbol, its rules.
    pub rules_of: Vec<Vec<Entry>>,
    /// For each symbol, the order in which its arguments are reduced, where it is not the usual one.
    pub strategies: Vec<Option<Box<[u32]>>>,
    /// For each symbol, how its terms are made.
    pub calls: Vec<Call>,
    /// For each symbol, whether a rule could apply to one of its terms or inside it.
    pub moves: Vec<bool>,
}

/// A statement that cannot be run, with the reason.
#[derive(Debug)]
pub struct CompileFault {
    /// Which of the statements.
    pub index: usize,
    /// Why.
    pub message: String,
}

impl Program {
    /// Compiles statements; those that cannot be run are left out and reported.
    pub fn compile(terms: &mut Terms, statements: &[StatementTerms]) -> (Program, Vec<CompileFault>) {
        let count = terms.signature.len();
        let mut program = Program {
            equations_of: vec![Vec::new(); count],
            memberships_of: vec![Vec::new(); count],
            rules_of: vec![Vec::new(); count],
            strategies: terms.signature.symbols().map(|(_, symbol)| strategy(symbol)).collect(),
            ..Program::default()
        };
        let mut lowered = vec![false; count];
        for statement in statements.iter().filter(|statement| statement.kind == StatementKind::Membership) {
            lowered[terms.symbol(statement.left).0 as usize] = true;
        }
        let mut defined = vec![false; count];
        for statement in statements.iter().filter(|statement| statement.kind == StatementKind::Equation) {
            defined[terms.symbol(statement.left).0 as usize] = true;
        }
        let reduced_values = program.strategies.iter().all(Option::is_none)
            && !statements.iter().any(|statement| statement.kind == StatementKind::Membership);
        let mut compiler = PatternCompiler { lowered, defined, ..PatternCompiler::default() };
        let mut faults = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            if statement.nonexecutable {
                continue;
            }
            match compile_statement(terms, statement, &mut compiler, reduced_values, &program.strategies) {
                Ok(compiled) => program.file(terms, statement, compiled),
                Err(message) => faults.push(CompileFault { index, message }),
            }
        }
        let equations = &program.equations;
        for entries in &mut program.equations_of {
            entries.sort_by_key(|entry| equations[entry.statement as usize].otherwise);
        }
        program.find_moves(terms);
        program.calls = find_calls(terms, &program);
        specialise(&mut program);
        if let Some((zero, successor)) = terms.number_symbols() {
            let silent = |symbol: SymbolId| {
                let index = symbol.0 as usize;
                program.equations_of[index].is_empty()
                    && program.memberships_of[index].is_empty()
                    && program.strategies[index].is_none()
            };
            terms.set_plain_numbers(silent(zero) && silent(successor));
        }
        (program, faults)
    }

    /// A kind can move if one of its symbols has rules or an argument of a kind that can.
    fn find_moves(&mut self, terms: &Terms) {
        let kinds = terms.signature.sorts.kinds().count();
        let mut active = vec![false; kinds];
        self.moves = vec![false; terms.signature.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (id, symbol) in terms.signature.symbols() {
                let index = id.0 as usize;
                if self.moves[index] {
                    continue;
                }
                let inner = symbol
                    .domain
                    .iter()
                    .zip(&symbol.frozen)
                    .any(|(kind, frozen)| !frozen && active[usize::from(kind.0)]);
                if inner || !self.rules_of[index].is_empty() {
                    self.moves[index] = true;
                    active[usize::from(symbol.range.0)] = true;
                    changed = true;
                }
            }
        }
    }

    fn file(&mut self, terms: &Terms, source: &StatementTerms, mut compiled: Statement) {
        let symbol = terms.symbol(source.left);
        let (list, entries) = match source.kind {
            StatementKind::Equation => (&mut self.equations, &mut self.equations_of),
            StatementKind::Membership => (&mut self.memberships, &mut self.memberships_of),
            StatementKind::Rule => (&mut self.rules, &mut self.rules_of),
        };
        compiled.number = list.len();
        let statement = list.len() as u32;
        let collapses = collapse_targets(terms, &compiled.pattern);
        list.push(compiled);
        entries[symbol.0 as usize]
            .push(Entry { statement, extension: source.kind != StatementKind::Membership });
        for target in collapses {
            let into: Vec<SymbolId> = match target {
                Target::Symbol(other) => vec![other],
                Target::Kind(kind) => terms
                    .signature
                    .symbols()
                    .filter(|(_, other)| other.range == kind && other.shape != Shape::Variable)
                    .map(|(id, _)| id)
                    .collect(),
            };
            for other in into {
                let entries = &mut entries[other.0 as usize];
                if other != symbol && entries.last().is_none_or(|last| last.statement != statement) {
                    entries.push(Entry { statement, extension: false });
                }
            }
        }
    }
}

fn strategy(symbol: &crate::terms::Symbol) -> Option<Box<[u32]>> {
    let given = symbol.strategy.as_ref()?;
    // The usual order, all arguments and then the operator itself, needs no special treatment.
    let usual: Vec<u32> = (1..=symbol.arity() as u32).chain([0]).collect();
    (*given != usual && symbol.arity() > 0).then(|| given.clone().into())
}

enum Target {
    Symbol(SymbolId),
    Kind(KindId),
}

/// What a pattern can become when its variables hold identities: other symbols it must then be tried for.
fn collapse_targets(terms: &Terms, pattern: &Pattern) -> Vec<Target> {
    let sorts = &terms.signature.sorts;
    let of_pattern = |pattern: &Pattern| match pattern {
        Pattern::Variable { sort, .. } => Some(Target::Kind(sorts.kind(*sort))),
        Pattern::Ground(term) => Some(Target::Symbol(terms.symbol(*term))),
        Pattern::Free { symbol, .. }
        | Pattern::Iterated { symbol, .. }
        | Pattern::Binary { symbol, .. }
        | Pattern::List { symbol, .. }
        | Pattern::Set { symbol, .. } => Some(Target::Symbol(*symbol)),
    };
    let mut targets = Vec::new();
    match pattern {
        Pattern::List { elements, .. } => {
            let required: Vec<&super::pattern::ListElement> = elements
                .iter()
                .filter(|element| {
                    !matches!(element, super::pattern::ListElement::Variable(variable) if variable.optional)
                })
                .collect();
            match required.as_slice() {
                [] => targets.extend(elements.iter().filter_map(|element| match element {
                    super::pattern::ListElement::Variable(variable) => {
                        Some(Target::Kind(sorts.kind(variable.sort)))
                    }
                    super::pattern::ListElement::One(_) => None,
                })),
                [super::pattern::ListElement::One(one)] if elements.len() > 1 => {
                    targets.extend(of_pattern(one));
                }
                [super::pattern::ListElement::Variable(one)] if elements.len() > 1 => {
                    targets.push(Target::Kind(sorts.kind(one.sort)));
                }
                _ => {}
            }
        }
        Pattern::Set { ground, elements, variables, .. } => {
            let fixed = ground.len() + elements.len();
            let required = variables.iter().filter(|variable| !variable.optional).count();
            let heavy = variables.iter().any(|variable| !variable.optional && variable.multiplicity > 1);
            if fixed + required <= 1 && !heavy {
                if let Some(&term) = ground.first() {
                    targets.push(Target::Symbol(terms.symbol(term)));
                } else if let Some(element) = elements.first() {
                    targets.extend(of_pattern(element));
                } else if let Some(variable) = variables.first() {
                    targets.push(Target::Kind(sorts.kind(variable.sort)));
                }
            }
        }
        Pattern::Binary { symbol, arguments, .. } => {
            let kept = terms.signature.get(*symbol);
            if let Some(identity) = kept.identity {
                let vanishes = |pattern: &Pattern| match pattern {
                    Pattern::Variable { sort, .. } => sorts.is_at_most(terms.sort(identity), *sort),
                    _ => false,
                };
                if kept.left_identity && vanishes(&arguments[0]) {
                    targets.extend(of_pattern(&arguments[1]));
                }
                if kept.right_identity && vanishes(&arguments[1]) {
                    targets.extend(of_pattern(&arguments[0]));
                }
            }
        }
        _ => {}
    }
    targets
}

fn compile_statement(
    terms: &mut Terms,
    source: &StatementTerms,
    compiler: &mut PatternCompiler,
    reduced_values: bool,
    strategies: &[Option<Box<[u32]>>],
) -> Result<Statement, String> {
    let too_big = || "the term is too deep or has too many variables".to_owned();
    if terms.is_variable(source.left) {
        return Err("a left-hand side that is only a variable is not supported".to_owned());
    }
    compiler.slots.clear();
    let pattern = compiler.pattern(terms, source.left).ok_or_else(too_big)?;
    // Parts of an associative term that is being rewritten need not be reduced; parts of its elements are.
    let parts = source.kind == StatementKind::Equation
        && matches!(pattern, Pattern::List { .. } | Pattern::Set { .. });
    compiler.reduced_values = reduced_values && !parts;
    let mut bound = compiler.slots.len();
    let mut tests = Vec::new();
    for fragment in &source.condition {
        tests.push(compile_test(terms, compiler, fragment, &mut bound, strategies)?);
    }
    let code = match source.right {
        Some(right) => {
            let kept = source.kind == StatementKind::Rule;
            let code = compile_code(terms, compiler, right, strategies, kept)?;
            if compiler.slots.len() > bound {
                return Err(unbound(terms, compiler.slots[bound]));
            }
            code
        }
        None => Box::default(),
    };
    let quick = match &pattern {
        Pattern::Free { arguments, .. } => arguments
            .iter()
            .enumerate()
            .filter_map(|(index, argument)| Some((index as u16, argument.root(terms)?)))
            .collect(),
        _ => Box::default(),
    };
    let mut statement = Statement {
        direct: false,
        simple: pattern.is_simple() && !is_flat_ground(terms, &pattern),
        quick,
        pattern,
        early: early_tests(&tests, compiler.slots.len()),
        condition: tests.into(),
        code,
        slots: compiler.slots.len(),
        variables: compiler.slots.as_slice().into(),
        otherwise: source.otherwise,
        sort: source.sort,
        label: source.label,
        number: 0,
    };
    if source.kind == StatementKind::Equation {
        statement.find_direct(terms);
    }
    Ok(statement)
}

/// How many tests at the start of a condition do not use each slot.
fn early_tests(tests: &[Test], slots: usize) -> Box<[u16]> {
    if tests.is_empty() {
        return Box::default();
    }
    let mut early = vec![u16::try_from(tests.len()).unwrap_or(0); slots];
    for (index, test) in tests.iter().enumerate().rev() {
        let mut uses = rustc_hash::FxHashMap::default();
        match test {
            Test::Equal(left, right) => {
                code_uses(left, &mut uses);
                code_uses(right, &mut uses);
            }
            Test::Match(pattern, code) | Test::Reach(code, pattern) => {
                count_uses(pattern, &mut uses);
                code_uses(code, &mut uses);
            }
            Test::Sort(code, _) => code_uses(code, &mut uses),
        }
        for &slot in uses.keys() {
            early[usize::from(slot)] = index as u16;
        }
    }
    early.into()
}

fn code_uses(code: &[Instruction], uses: &mut rustc_hash::FxHashMap<Slot, u32>) {
    for instruction in code {
        match instruction {
            Instruction::Slot(slot) | Instruction::Raw(slot) => *uses.entry(*slot).or_default() += 1,
            Instruction::Make(making) | Instruction::Construct(making, _) | Instruction::Invoke(making) => {
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

/// A ground pattern of an associative operator can match a part of a term, so it needs the full matcher.
fn is_flat_ground(terms: &Terms, pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Ground(term) if matches!(
        terms.signature.get(terms.symbol(*term)).shape,
        Shape::Associative | Shape::AssociativeCommutative
    ))
}

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

fn unbound(terms: &Terms, variable: TermId) -> String {
    let (name, sort) = terms.literals.variable(terms.payload(variable));
    format!("variable {name}:{} is used before it is bound", terms.signature.sorts.name(sort))
}

/// Compiles a part of a condition; `bound` counts the slots that have values by then.
pub(crate) fn compile_test(
    terms: &mut Terms,
    compiler: &mut PatternCompiler,
    fragment: &Fragment,
    bound: &mut usize,
    strategies: &[Option<Box<[u32]>>],
) -> Result<Test, String> {
    let value = |terms: &mut Terms, compiler: &mut PatternCompiler, term, bound: usize| {
        let code = compile_code(terms, compiler, term, strategies, true)?;
        if compiler.slots.len() > bound {
            return Err(unbound(terms, compiler.slots[bound]));
        }
        Ok(code)
    };
    let too_big = || "the term is too deep or has too many variables".to_owned();
    Ok(match *fragment {
        Fragment::Equality(left, right) => {
            Test::Equal(value(terms, compiler, left, *bound)?, value(terms, compiler, right, *bound)?)
        }
        Fragment::Membership(term, sort) => Test::Sort(value(terms, compiler, term, *bound)?, sort),
        Fragment::Assignment(pattern, term) => {
            let code = value(terms, compiler, term, *bound)?;
            let pattern = compiler.pattern(terms, pattern).ok_or_else(too_big)?;
            *bound = compiler.slots.len();
            Test::Match(pattern, code)
        }
        Fragment::Rewriting(term, pattern) => {
            let code = value(terms, compiler, term, *bound)?;
            let pattern = compiler.pattern(terms, pattern).ok_or_else(too_big)?;
            *bound = compiler.slots.len();
            Test::Reach(code, pattern)
        }
    })
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
                work.push(Work::Visit(terms.arguments(term)[2], true, keep_result));
            }
            Work::ElseDone(at, jump, term) => {
                let second_jump = code.len();
                code.push(Instruction::Jump(0));
                let neither = code.len() as u32;
                if let Instruction::Branch(_, second) = &mut code[at] {
                    *second = neither;
                }
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
