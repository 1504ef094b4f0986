//! `modelCheck` of Maude's library file `model-checker.maude`: the states are terms, the steps are rules, and a
//! proposition holds if `_|=_` reduces to true. A state that no rule rewrites stays as it is for ever.

use super::evaluate::{Machine, Stop};
use crate::ltl::{Formula, FormulaId, Formulas, StateGraph, find_lasso};
use crate::names::Name;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId};

/// Why a state is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    Rule(u32),
    Deadlock,
}

/// The states of a machine, with the propositions of a formula.
struct TermGraph<'m, 'p> {
    machine: &'m mut Machine<'p>,
    satisfaction: SymbolId,
    propositions: Vec<TermId>,
    seen: usize,
}

impl StateGraph for TermGraph<'_, '_> {
    type State = TermId;
    type Label = Leaving;

    fn steps(&mut self, state: TermId) -> Option<Vec<(Leaving, TermId)>> {
        self.seen += 1;
        if self.seen > self.machine.limits.states {
            self.machine.stop = Some(Stop::States(self.machine.limits.states));
            return None;
        }
        let mut steps = Vec::new();
        self.machine.successors(state, &mut steps);
        if self.machine.stop.is_some() || !self.machine.within_limits() {
            return None;
        }
        if steps.is_empty() {
            return Some(vec![(Leaving::Deadlock, state)]);
        }
        Some(steps.into_iter().map(|step| (Leaving::Rule(step.rule), step.result)).collect())
    }

    fn holds(&mut self, state: TermId, proposition: u32) -> Option<bool> {
        let question =
            self.machine.terms.make(self.satisfaction, &[state, self.propositions[proposition as usize]]);
        let answer = self.machine.reduce(question);
        if self.machine.stop.is_some() {
            return None;
        }
        let truth = self.machine.terms.signature.known.truth;
        Some(Some(self.machine.terms.symbol(answer)) == truth)
    }
}

impl Machine<'_> {
    /// Whether all paths from a state satisfy a formula: true, or a counterexample.
    pub(super) fn model_check(&mut self, term: TermId) -> Option<TermId> {
        let (start, formula) = (self.terms.arguments(term)[0], self.terms.arguments(term)[1]);
        let kind = |machine: &Machine<'_>, term| machine.terms.signature.sorts.kind(machine.terms.sort(term));
        let kinds = [kind(self, start), kind(self, formula)];
        let satisfaction = self.terms.signature.find(Name::new("_|=_"), &kinds, None)?;
        let (mut formulas, mut propositions) = (Formulas::default(), Vec::new());
        let negated = self.read_formula(formula, false, &mut formulas, &mut propositions);
        if formulas.is_too_large() {
            self.stop = Some(Stop::Unsupported("formulas with more than 64 until operators".to_owned()));
            return None;
        }
        self.condition_depth += 1;
        let mut graph = TermGraph { machine: self, satisfaction, propositions, seen: 0 };
        let found = find_lasso(&mut graph, &formulas, negated, start);
        self.condition_depth -= 1;
        match found.ok()? {
            None => self.terms.boolean(true),
            Some(lasso) => {
                let prefix = self.transitions(&lasso.prefix)?;
                let cycle = self.transitions(&lasso.cycle)?;
                let range = self.terms.signature.get(self.terms.symbol(term)).range;
                let symbol = self.symbol_of("counterexample", |symbol| symbol.range == range)?;
                Some(self.terms.make(symbol, &[prefix, cycle]))
            }
        }
    }

    fn symbol_of(
        &self,
        name: &str,
        fits: impl Fn(&crate::terms::signature::Symbol) -> bool,
    ) -> Option<SymbolId> {
        let signature = &self.terms.signature;
        signature.overloads(Name::new(name)).iter().copied().find(|&id| fits(signature.get(id)))
    }

    fn transitions(&mut self, path: &[(TermId, Leaving)]) -> Option<TermId> {
        let sorts = &self.terms.signature.sorts;
        let list = sorts.kind(sorts.find(Name::new("TransitionList"))?);
        let transition = sorts.find(Name::new("Transition"))?;
        let names = sorts.kind(sorts.find(Name::new("RuleName"))?);
        let signature = &self.terms.signature;
        let (pair, _) = signature
            .symbols()
            .find(|(_, symbol)| symbol.arity() == 2 && symbol.declarations[0].range == transition)?;
        let (join, joining) = signature
            .symbols()
            .find(|(_, symbol)| symbol.shape == Shape::Associative && symbol.range == list)?;
        let nil = joining.identity?;
        let mut made = Vec::new();
        for &(state, leaving) in path {
            let label = match leaving {
                Leaving::Rule(rule) => self.program.rules[rule as usize].label,
                Leaving::Deadlock => None,
            };
            let name = match (label, leaving) {
                (Some(label), _) => self.terms.qid(label)?,
                (None, leaving) => {
                    let name = match leaving {
                        Leaving::Rule(_) => "unlabeled",
                        Leaving::Deadlock => "deadlock",
                    };
                    let symbol = self.symbol_of(name, |symbol| symbol.range == names)?;
                    self.terms.make(symbol, &[])
                }
            };
            made.push(self.terms.make(pair, &[state, name]));
        }
        Some(match made.as_slice() {
            [] => nil,
            [one] => *one,
            _ => self.terms.make(join, &made),
        })
    }

    /// A formula in negation normal form, negated unless it is `positive`.
    fn read_formula(
        &self,
        term: TermId,
        positive: bool,
        formulas: &mut Formulas,
        propositions: &mut Vec<TermId>,
    ) -> FormulaId {
        let arguments = self.terms.arguments(term).to_vec();
        let name = self.terms.signature.get(self.terms.symbol(term)).name.text();
        let mut part = |index: usize, positive: bool| {
            self.read_formula(arguments[index], positive, &mut *formulas, &mut *propositions)
        };
        let formula = match (name, arguments.len(), positive) {
            ("True", 0, true) | ("False", 0, false) => Formula::True,
            ("False", 0, true) | ("True", 0, false) => Formula::False,
            ("~_", 1, _) => return part(0, !positive),
            ("O_", 1, _) => Formula::Next(part(0, positive)),
            ("_/\\_", 2, true) | ("_\\/_", 2, false) => Formula::And(part(0, positive), part(1, positive)),
            ("_\\/_", 2, true) | ("_/\\_", 2, false) => Formula::Or(part(0, positive), part(1, positive)),
            ("_U_", 2, true) | ("_R_", 2, false) => Formula::Until(part(0, positive), part(1, positive)),
            ("_R_", 2, true) | ("_U_", 2, false) => Formula::Release(part(0, positive), part(1, positive)),
            _ => {
                let known = propositions.iter().position(|&known| known == term);
                let number = known.unwrap_or_else(|| {
                    propositions.push(term);
                    propositions.len() - 1
                });
                Formula::Literal(number as u32, positive)
            }
        };
        formulas.add(formula)
    }
}
