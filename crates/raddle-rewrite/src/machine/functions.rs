//! How the machine's inner loop makes a term of each operator. Operators without axioms whose equations all have
//! *direct* left-hand sides are functions: they are called with their arguments on the stack, and no term is made
//! of the call. A direct pattern has one match at most, or its first match is as good as any other; it needs no
//! search. Constructors make intermediate terms, and everything else goes through the arena.

use super::compile::{Instruction, Making, Program, Statement, Test};
use super::pattern::{ElementVariable, ListElement, Pattern, Slot};
use crate::terms::arena::scratch::MOST_ARGUMENTS;
use crate::terms::hooks::{Hook, NumberOp};
use crate::terms::signature::Shape;
use crate::terms::{SortId, Symbol, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// How a term of an operator is made from reduced arguments.
#[derive(Clone, Debug, Default)]
pub enum Call {
    /// In the arena, with hooks, memberships and all equations.
    #[default]
    General,
    /// Nothing rewrites it.
    Constructor(Ranging),
    /// These equations do, in this order.
    Function(Box<[Case]>, Ranging),
    /// Arithmetic: direct on small numbers.
    Number(NumberOp),
    /// Comparison of two terms; whether it asks for equality.
    Equality(bool),
    /// A set or a list that nothing rewrites.
    Join(Joining),
}

/// How an intermediate set or list is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// A set whose elements are put in order when they are needed; the sort of all such sets.
    Set(SortId),
    /// A list.
    List,
}

/// The sort of a term that nothing rewrites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranging {
    /// This one, if no argument has an error sort.
    Uniform(SortId),
    /// By the arguments' sorts.
    Declared,
}

/// An equation of a function.
#[derive(Clone, Debug)]
pub struct Case {
    /// The equation.
    pub equation: u32,
    /// An argument and the symbol that it must have, unless the position is `ANY_POSITION`.
    pub position: u16,
    /// See `position`.
    pub symbol: SymbolId,
    /// For patterns of operators without axioms and variables that come once: how they are matched.
    pub checks: Option<Box<[Check]>>,
    /// Whether it has a condition.
    pub conditional: bool,
    /// How many slots it needs.
    pub slots: usize,
}

/// The arguments of a call, and what is found in them.
pub const REGISTERS: usize = 16;

/// A step in matching a call; the arguments are in the first registers, and variables come in the order of their
/// slots.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The register has the symbol; its arguments go into registers from a place on.
    Open(u8, u8, SymbolId),
    /// The register is the constant.
    Constant(u8, TermId),
    /// The register has the sort and is the next variable's value.
    Bind(u8, SortId),
}

/// No argument in particular.
pub const ANY_POSITION: u16 = u16::MAX;

/// Finds how each operator is made.
pub(super) fn find_calls(terms: &Terms, program: &Program) -> Vec<Call> {
    terms.signature.symbols().map(|(id, symbol)| find_call(terms, program, id, symbol)).collect()
}

fn find_call(terms: &Terms, program: &Program, id: SymbolId, symbol: &Symbol) -> Call {
    let index = id.0 as usize;
    if program.strategies[index].is_some() || symbol.memo {
        return Call::General;
    }
    match symbol.hook {
        Hook::FoldNumber(operation) | Hook::Number(operation) if symbol.arity() == 2 => {
            return Call::Number(operation);
        }
        Hook::Equal | Hook::NotEqual => return Call::Equality(symbol.hook == Hook::Equal),
        Hook::None => {}
        _ => return Call::General,
    }
    if let Some(joining) = joining(terms, program, id, symbol) {
        return Call::Join(joining);
    }
    let plain = symbol.shape == Shape::Free
        && symbol.identity.is_none()
        && (1..=MOST_ARGUMENTS.min(REGISTERS)).contains(&symbol.arity())
        && program.memberships_of[index].is_empty();
    if !plain {
        return Call::General;
    }
    let entries = &program.equations_of[index];
    let ranging = ranging(terms, id, symbol);
    if entries.is_empty() {
        return Call::Constructor(ranging);
    }
    let direct =
        entries.iter().all(|entry| entry.extension && program.equations[entry.statement as usize].direct);
    if !direct {
        return Call::General;
    }
    Call::Function(entries.iter().map(|entry| case(terms, program, entry.statement)).collect(), ranging)
}

/// How sets or lists of an operator are made, if nothing rewrites them and, for sets, the sort is the same for all.
fn joining(terms: &Terms, program: &Program, id: SymbolId, symbol: &Symbol) -> Option<Joining> {
    let plain = !symbol.idempotent
        && program.equations_of[id.0 as usize].is_empty()
        && program.memberships.is_empty()
        // A constant is no intermediate term: it is seen at once.
        && symbol.identity.is_none_or(|identity| terms.arguments(identity).is_empty());
    match symbol.shape {
        Shape::AssociativeCommutative if plain => terms.signature.uniform_sort(id).map(Joining::Set),
        Shape::Associative if plain && symbol.left_identity == symbol.right_identity => Some(Joining::List),
        _ => None,
    }
}

/// Whether all arguments without error sorts give one sort.
fn ranging(terms: &Terms, id: SymbolId, symbol: &Symbol) -> Ranging {
    let sorts = &terms.signature.sorts;
    let [declaration] = symbol.declarations.as_slice() else { return Ranging::Declared };
    let widest = declaration.domain.iter().all(|&sort| {
        let members = &sorts.get_kind(sorts.kind(sort)).sorts;
        sorts.is_error(sort) || members[1..].iter().all(|&member| sorts.is_at_most(member, sort))
    });
    debug_assert!(terms.signature.get(id).arity() == declaration.domain.len());
    if widest { Ranging::Uniform(declaration.range) } else { Ranging::Declared }
}

fn case(terms: &Terms, program: &Program, equation: u32) -> Case {
    let statement = &program.equations[equation as usize];
    let (position, symbol) = statement.quick.first().copied().unwrap_or((ANY_POSITION, SymbolId(0)));
    let conditional = !statement.condition.is_empty();
    Case { equation, position, symbol, checks: checks(terms, statement), conditional, slots: statement.slots }
}

/// The steps that match a pattern, if it needs no others.
fn checks(terms: &Terms, statement: &Statement) -> Option<Box<[Check]>> {
    let Pattern::Free { arguments, .. } = &statement.pattern else { return None };
    let mut uses = FxHashMap::default();
    count_uses(&statement.pattern, &mut uses);
    if uses.values().any(|&count| count > 1) {
        return None;
    }
    let mut found = Vec::new();
    let mut free = arguments.len();
    for (register, argument) in arguments.iter().enumerate() {
        add_checks(terms, argument, register, &mut free, &mut found)?;
    }
    Some(found.into())
}

fn add_checks(
    terms: &Terms,
    pattern: &Pattern,
    register: usize,
    free: &mut usize,
    found: &mut Vec<Check>,
) -> Option<()> {
    let at = register as u8;
    match pattern {
        Pattern::Variable { sort, .. } => found.push(Check::Bind(at, *sort)),
        Pattern::Ground(term) if terms.arguments(*term).is_empty() => found.push(Check::Constant(at, *term)),
        Pattern::Free { symbol, arguments } => {
            let first = *free;
            *free += arguments.len();
            if *free > REGISTERS {
                return None;
            }
            found.push(Check::Open(at, first as u8, *symbol));
            for (index, argument) in arguments.iter().enumerate() {
                add_checks(terms, argument, first + index, free, found)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Whether a statement's left-hand side is direct.
pub(super) fn is_direct(pattern: &Pattern, conditional: bool) -> bool {
    let mut uses: FxHashMap<Slot, u32> = FxHashMap::default();
    count_uses(pattern, &mut uses);
    matches!(pattern, Pattern::Free { .. }) && is_direct_part(pattern, conditional, &uses)
}

/// Whether a pattern in a condition is matched in one way at most, without search; the slots below `bound` have
/// values by then.
pub(super) fn assigns(pattern: &Pattern, bound: usize) -> bool {
    let mut uses: FxHashMap<Slot, u32> = FxHashMap::default();
    count_uses(pattern, &mut uses);
    // What has a value already is used elsewhere: no variable for several elements may have one.
    for (&slot, count) in &mut uses {
        *count += u32::from(usize::from(slot) < bound);
    }
    is_direct_part(pattern, true, &uses)
}

fn is_direct_part(pattern: &Pattern, conditional: bool, uses: &FxHashMap<Slot, u32>) -> bool {
    match pattern {
        Pattern::Variable { .. } | Pattern::Ground(_) => true,
        Pattern::Free { arguments, .. } => {
            arguments.iter().all(|argument| is_direct_part(argument, conditional, uses))
        }
        Pattern::Iterated { argument, .. } => is_direct_part(argument, conditional, uses),
        Pattern::Binary { .. } => false,
        Pattern::List { elements, .. } => {
            // One variable takes what the elements before and after it leave.
            let mut collectors = 0;
            elements.iter().all(|element| match element {
                ListElement::One(one) => one.is_simple(),
                ListElement::Variable(variable) if variable.single => !variable.optional,
                ListElement::Variable(variable) => {
                    collectors += 1;
                    collectors == 1 && uses.get(&variable.slot) == Some(&1)
                }
            })
        }
        Pattern::Set { .. } => {
            // Whatever is taken out, the rest of the pattern matches as well: nothing else uses its variables.
            !conditional
                && pick(pattern).is_some_and(|(one, collector)| {
                    let mut own = FxHashMap::default();
                    match one {
                        Pick::Pattern(one) => count_uses(one, &mut own),
                        Pick::Variable(one) => *own.entry(one.slot).or_default() += 1,
                    }
                    *own.entry(collector.slot).or_default() += 1;
                    own.iter().all(|(slot, count)| uses.get(slot) == Some(count))
                        && own.get(&collector.slot) == Some(&1)
                })
        }
    }
}

/// The one element that the commonest patterns take out of a set.
#[derive(Clone, Copy)]
pub(super) enum Pick<'p> {
    /// By a simple pattern.
    Pattern(&'p Pattern),
    /// By a variable.
    Variable(&'p ElementVariable),
}

/// A set pattern of one element and a variable for all others.
pub(super) fn pick(pattern: &Pattern) -> Option<(Pick<'_>, &ElementVariable)> {
    let Pattern::Set { ground, elements, variables, .. } = pattern else { return None };
    if !ground.is_empty() {
        return None;
    }
    let (one, collector) = match (elements.as_ref(), variables.as_ref()) {
        ([one], [collector]) if one.is_simple() => (Pick::Pattern(one), collector),
        ([], [one, collector]) if one.single && one.multiplicity == 1 && !one.optional => {
            (Pick::Variable(one), collector)
        }
        _ => return None,
    };
    (!collector.single && collector.multiplicity == 1).then_some((one, collector))
}

pub(super) fn count_uses(pattern: &Pattern, uses: &mut FxHashMap<Slot, u32>) {
    match pattern {
        Pattern::Variable { slot, .. } => *uses.entry(*slot).or_default() += 1,
        Pattern::Ground(_) => {}
        Pattern::Free { arguments, .. } => {
            arguments.iter().for_each(|argument| count_uses(argument, uses));
        }
        Pattern::Binary { arguments, .. } => {
            arguments.iter().for_each(|argument| count_uses(argument, uses));
        }
        Pattern::Iterated { argument, .. } => count_uses(argument, uses),
        Pattern::List { elements, .. } => {
            for element in elements {
                match element {
                    ListElement::One(one) => count_uses(one, uses),
                    ListElement::Variable(variable) => *uses.entry(variable.slot).or_default() += 1,
                }
            }
        }
        Pattern::Set { elements, variables, .. } => {
            elements.iter().for_each(|element| count_uses(element, uses));
            for variable in variables {
                *uses.entry(variable.slot).or_default() += variable.multiplicity;
            }
        }
    }
}

/// A pattern without variables as one with structure: intermediate terms are compared node by node.
pub(super) fn spread_ground(terms: &Terms, term: TermId, depth: usize) -> Pattern {
    const DEEPEST: usize = 64;
    let symbol = terms.symbol(term);
    let kept = terms.signature.get(symbol);
    let arguments = terms.arguments(term);
    if kept.shape != Shape::Free || kept.identity.is_some() || arguments.is_empty() || depth > DEEPEST {
        return Pattern::Ground(term);
    }
    let arguments = arguments.iter().map(|&argument| spread_ground(terms, argument, depth + 1)).collect();
    Pattern::Free { symbol, arguments }
}

/// Direct patterns with their ground parts spread.
pub(super) fn spread(terms: &Terms, pattern: &mut Pattern) {
    match pattern {
        Pattern::Ground(term) => *pattern = spread_ground(terms, *term, 0),
        Pattern::Free { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| spread(terms, argument));
        }
        _ => {}
    }
}

impl Statement {
    /// Marks the statement as direct if it is.
    pub(super) fn find_direct(&mut self, terms: &Terms) {
        let mut pattern = self.pattern.clone();
        // Constants are not spread: there is nothing to call.
        spread(terms, &mut pattern);
        self.direct = is_direct(&pattern, !self.condition.is_empty());
        if self.direct {
            self.pattern = pattern;
        }
    }
}

/// Says in all code which operators are constructors and which are functions.
pub(super) fn specialise(program: &mut Program) {
    let calls = &program.calls;
    let lists = [&mut program.equations, &mut program.memberships, &mut program.rules];
    for statement in lists.into_iter().flatten() {
        specialise_code(&mut statement.code, calls);
        for code in statement.local.iter_mut().flat_map(|local| local.codes_mut()) {
            specialise_code(code, calls);
        }
        for test in &mut statement.condition {
            match test {
                Test::Equal(left, right) => {
                    specialise_code(left, calls);
                    specialise_code(right, calls);
                }
                Test::Match(_, code) | Test::Assign(_, code) | Test::Reach(code, _) | Test::Sort(code, _) => {
                    specialise_code(code, calls);
                }
            }
        }
    }
}

fn specialise_code(code: &mut [Instruction], calls: &[Call]) {
    for at in 0..code.len() {
        let tail = is_tail(code, at + 1);
        let Instruction::Make(making) = &mut code[at] else { continue };
        making.tail = tail;
        let made = Making { operands: std::mem::take(&mut making.operands), ..*making };
        code[at] = match calls[made.symbol.0 as usize] {
            Call::Constructor(ranging) if !made.kept => Instruction::Construct(made, ranging),
            Call::Function(..) => Instruction::Invoke(made),
            Call::Join(joining) if !made.kept && made.operands.len() <= REGISTERS => {
                Instruction::Join(made, joining)
            }
            _ => Instruction::Make(made),
        };
    }
}

/// Whether nothing but jumps to the end follows.
pub(super) fn is_tail(code: &[Instruction], mut at: usize) -> bool {
    while let Some(Instruction::Jump(to)) = code.get(at) {
        at = *to as usize;
    }
    at == code.len()
}
