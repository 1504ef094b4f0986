//! Statements compiled into what the machine runs: a pattern, a condition, and code for the right-hand side.

mod code;
mod collapse;
mod shared;

pub(crate) use self::code::compile_code;
pub use self::code::{Code, Instruction, Making, Operand};
use self::code::{code_uses, compile_shared};
use self::collapse::{Target, affected_symbols, collapse_targets};
use self::shared::Shared;
use super::functions::{Call, assigns, count_uses, find_calls, specialise, spread};
use super::local::{Local, find_local};
use super::pattern::{Pattern, PatternCompiler, Slot};
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::StatementKind;
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SortId, SymbolId, TermId, Terms};

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
    /// `variant`
    pub variant: bool,
    /// `narrowing`
    pub narrowing: bool,
    /// `print`
    pub print: Vec<PrintItem>,
    /// The left-hand side.
    pub left: TermId,
    /// The right-hand side of an equation or a rule.
    pub right: Option<TermId>,
    /// The sort of a membership.
    pub sort: Option<SortId>,
    /// The condition.
    pub condition: Vec<Fragment>,
}

/// An item of a statement's `print`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintItem {
    /// A string between its quotes.
    Text(Name),
    /// A variable.
    Variable(TermId),
}

/// A compiled part of a condition.
#[derive(Clone, Debug)]
pub enum Test {
    /// Both sides are equal.
    Equal(Code, Code),
    /// The value matches the pattern.
    Match(Pattern, Code),
    /// The same for a pattern that matches in one way at most, found without search.
    Assign(Pattern, Code),
    /// An instance of the pattern can be reached.
    Reach(Code, Pattern),
    /// The value has the sort.
    Sort(Code, SortId),
}

impl Test {
    /// The slots that it uses, and how often.
    fn uses(&self) -> rustc_hash::FxHashMap<Slot, u32> {
        let mut uses = rustc_hash::FxHashMap::default();
        match self {
            Test::Equal(left, right) => {
                code_uses(left, &mut uses);
                code_uses(right, &mut uses);
            }
            Test::Match(pattern, code) | Test::Assign(pattern, code) | Test::Reach(code, pattern) => {
                count_uses(pattern, &mut uses);
                code_uses(code, &mut uses);
            }
            Test::Sort(code, _) => code_uses(code, &mut uses),
        }
        uses
    }
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
    /// Its place among all statements of the module.
    pub source: usize,
    /// How it is applied if it is a local rule.
    pub local: Option<Box<Local>>,
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
    /// For each symbol, whether nothing rewrites its terms or lowers their sorts, once their arguments are reduced.
    pub quiet: Vec<bool>,
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
        let (mut lowered, mut defined) = (vec![Vec::new(); count], vec![false; count]);
        for statement in statements.iter().filter(|statement| !statement.nonexecutable) {
            if statement.kind == StatementKind::Rule {
                continue;
            }
            for symbol in affected_symbols(terms, statement.left) {
                match statement.kind {
                    StatementKind::Membership => lowered[symbol.0 as usize].extend(statement.sort),
                    _ => defined[symbol.0 as usize] = true,
                }
            }
        }
        let reduced_values = program.strategies.iter().all(Option::is_none)
            && !statements.iter().any(|statement| statement.kind == StatementKind::Membership);
        let mut compiler = PatternCompiler { lowered, defined, ..PatternCompiler::default() };
        let mut faults = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            if statement.nonexecutable {
                continue;
            }
            let known = (reduced_values, &[][..]);
            match compile_statement(terms, statement, &mut compiler, known, &program.strategies) {
                Ok(compiled) => {
                    program.file(terms, statement, Statement { source: index, ..compiled });
                }
                Err(message) => faults.push(CompileFault { index, message }),
            }
        }
        let equations = &program.equations;
        for entries in &mut program.equations_of {
            entries.sort_by_key(|entry| equations[entry.statement as usize].otherwise);
        }
        program.find_moves(terms);
        program.calls = find_calls(terms, &program);
        program.quiet = terms
            .signature
            .symbols()
            .map(|(id, symbol)| {
                let index = id.0 as usize;
                symbol.hook == Hook::None
                    && program.equations_of[index].is_empty()
                    && program.memberships.is_empty()
                    && program.strategies[index].is_none()
            })
            .collect();
        let quiet = &program.quiet;
        for rule in &mut program.rules {
            rule.local = rule.local.take().filter(|local| local.is_quiet(quiet));
        }
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
                if inner || !self.rules_of[index].is_empty() || symbol.hook == Hook::Counter {
                    self.moves[index] = true;
                    active[usize::from(symbol.range.0)] = true;
                    changed = true;
                }
            }
        }
    }

    fn file(&mut self, terms: &Terms, source: &StatementTerms, compiled: Statement) {
        let (list, entries) = match source.kind {
            StatementKind::Equation => (&mut self.equations, &mut self.equations_of),
            StatementKind::Membership => (&mut self.memberships, &mut self.memberships_of),
            StatementKind::Rule => (&mut self.rules, &mut self.rules_of),
        };
        file(terms, source, compiled, list, entries);
    }
}

/// Adds a statement to a list, and to the entries of all symbols whose terms it may match.
fn file(
    terms: &Terms,
    source: &StatementTerms,
    mut compiled: Statement,
    list: &mut Vec<Statement>,
    entries: &mut [Vec<Entry>],
) {
    let symbol = terms.symbol(source.left);
    compiled.number = list.len();
    let statement = list.len() as u32;
    let collapses = collapse_targets(terms, &compiled.pattern);
    list.push(compiled);
    entries[symbol.0 as usize].push(Entry { statement, extension: source.kind != StatementKind::Membership });
    for target in &collapses {
        for other in target.symbols(terms) {
            let entries = &mut entries[other.0 as usize];
            if other != symbol && entries.last().is_none_or(|last| last.statement != statement) {
                // What is left may be about the inner applications of an iterated operator.
                let extension = source.kind != StatementKind::Membership
                    && matches!(target, Target::Symbol(_))
                    && terms.signature.get(other).shape == Shape::Iterated;
                entries.push(Entry { statement, extension });
            }
        }
    }
}

/// Compiles a rule some of whose variables, the first slots, have values before it is matched, and files it; one
/// that cannot be run even so is left out.
pub(crate) fn compile_rule(
    terms: &mut Terms,
    source: &StatementTerms,
    compiler: &mut PatternCompiler,
    bound: &[TermId],
    strategies: &[Option<Box<[u32]>>],
    (list, entries): (&mut Vec<Statement>, &mut [Vec<Entry>]),
) {
    if let Ok(compiled) = compile_statement(terms, source, compiler, (false, bound), strategies) {
        file(terms, source, compiled, list, entries);
    }
}

fn strategy(symbol: &crate::terms::Symbol) -> Option<Box<[u32]>> {
    let given = symbol.strategy.as_ref()?;
    // The usual order, all arguments and then the operator itself, needs no special treatment.
    let usual: Vec<u32> = (1..=symbol.arity() as u32).chain([0]).collect();
    (*given != usual && symbol.arity() > 0).then(|| given.clone().into())
}

fn compile_statement(
    terms: &mut Terms,
    source: &StatementTerms,
    compiler: &mut PatternCompiler,
    (reduced_values, bound): (bool, &[TermId]),
    strategies: &[Option<Box<[u32]>>],
) -> Result<Statement, String> {
    let too_big = || "the term is too deep or has too many variables".to_owned();
    compiler.slots.clear();
    compiler.slots.extend_from_slice(bound);
    let pattern = compiler.pattern(terms, source.left).ok_or_else(too_big)?;
    // Parts of an associative or iterated term that is being rewritten need not be reduced; parts of its elements are.
    let parts = source.kind == StatementKind::Equation
        && matches!(pattern, Pattern::List { .. } | Pattern::Set { .. } | Pattern::Iterated { .. });
    compiler.reduced_values = reduced_values && !parts;
    let mut bound = compiler.slots.len();
    let mut tests = Vec::new();
    for fragment in &source.condition {
        tests.push(compile_test(terms, compiler, fragment, &mut bound, strategies)?);
    }
    let code = match source.right {
        Some(right) => {
            let kept = source.kind == StatementKind::Rule;
            let shared = if kept {
                Shared::default()
            } else {
                Shared::new(terms, right, compiler.slots.len(), strategies)
            };
            let code = compile_shared(terms, compiler, right, strategies, kept, shared)?;
            if compiler.slots.len() > bound {
                return Err(unbound(terms, compiler.slots[bound]));
            }
            code
        }
        None => Box::default(),
    };
    let local = match source.kind {
        StatementKind::Rule => find_local(terms, source, &pattern, compiler, strategies).map(Box::new),
        _ => None,
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
        simple: pattern.is_simple() && !may_match_part(terms, &pattern),
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
        source: 0,
        local,
    };
    let condition = statement.condition.iter().flat_map(|test| test.uses().into_keys()).collect();
    statement.find_greedy(terms, condition);
    if source.kind == StatementKind::Equation {
        statement.find_direct(terms);
    }
    Ok(statement)
}

/// Compiles a statement beside a program, to be applied by whoever asked for it.
pub(crate) fn compile_alone(
    terms: &mut Terms,
    program: &Program,
    source: &StatementTerms,
) -> Result<Statement, String> {
    let sorts = |entries: &Vec<Entry>| {
        entries.iter().filter_map(|entry| program.memberships[entry.statement as usize].sort).collect()
    };
    let lowered = program.memberships_of.iter().map(sorts).collect();
    let defined = program.equations_of.iter().map(|entries| !entries.is_empty()).collect();
    let mut compiler = PatternCompiler { lowered, defined, ..PatternCompiler::default() };
    compile_statement(terms, source, &mut compiler, (false, &[]), &program.strategies)
}

/// How many tests at the start of a condition do not use each slot.
fn early_tests(tests: &[Test], slots: usize) -> Box<[u16]> {
    if tests.is_empty() {
        return Box::default();
    }
    let mut early = vec![u16::try_from(tests.len()).unwrap_or(0); slots];
    for (index, test) in tests.iter().enumerate().rev() {
        for &slot in test.uses().keys() {
            early[usize::from(slot)] = index as u16;
        }
    }
    early.into()
}

/// A pattern of an iterated operator, or a ground one of an associative operator, can match a part of a term, so it
/// needs the full matcher.
fn may_match_part(terms: &Terms, pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Iterated { .. } => true,
        Pattern::Ground(term) => matches!(
            terms.signature.get(terms.symbol(*term)).shape,
            Shape::Associative | Shape::AssociativeCommutative | Shape::Iterated
        ),
        _ => false,
    }
}

/// The end of the message about a variable that nothing binds.
pub(crate) const UNBOUND: &str = "is used before it is bound";

fn unbound(terms: &Terms, variable: TermId) -> String {
    let (name, sort) = terms.literals.variable(terms.payload(variable));
    format!("variable {name}:{} {UNBOUND}", terms.signature.sorts.name(sort))
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
            let mut pattern = compiler.pattern(terms, pattern).ok_or_else(too_big)?;
            let known = std::mem::replace(bound, compiler.slots.len());
            if assigns(&pattern, known) {
                spread(terms, &mut pattern);
                // Its parts are looked at where they are, so nothing is interned for it.
                return Ok(Test::Assign(pattern, compile_code(terms, compiler, term, strategies, false)?));
            }
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
