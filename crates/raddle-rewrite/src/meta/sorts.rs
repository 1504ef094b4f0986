//! Questions about the sorts and kinds of a module, and whether something is well formed in it.

use super::MetaLevel;
use super::down;
use super::evaluate::settle_sorts;
use super::tables::{elements, joined};
use super::up::sort_qid;
use crate::machine::Machine;
use crate::terms::hooks::MetaOp;
use crate::terms::signature::Shape;
use crate::terms::{KindId, SortId, TermId, Terms};

impl MetaLevel {
    pub(super) fn about_sorts(
        &self,
        operation: MetaOp,
        machine: &mut Machine<'_>,
        arguments: &[TermId],
    ) -> Option<TermId> {
        self.within(machine, arguments[0], |machine, object| {
            if operation == MetaOp::LeastSort {
                let term = object.down(machine.terms, arguments[1])?;
                self.with_inner(machine, object, |inner| settle_sorts(inner, term))?;
                return object.up_sort(term, machine.terms);
            }
            let above = &mut *machine.terms;
            let terms = &object.reachability.theory().terms;
            if operation == MetaOp::MaximalAritySet {
                return maximal_arities(above, terms, arguments);
            }
            let sorts = &terms.signature.sorts;
            let named = |above: &Terms, index: usize| {
                down::sort(terms, above.qid_value(*arguments.get(index)?)?.text())
            };
            let first = if operation == MetaOp::GetKinds { None } else { Some(named(above, 1)?) };
            let members = |kind: KindId| sorts.get_kind(kind).sorts[1..].to_vec();
            let all = match operation {
                MetaOp::SortLeq => {
                    let (low, high) = (first?, named(above, 2)?);
                    let holds = sorts.kind(low) == sorts.kind(high)
                        && (sorts.is_at_most(low, high) || sorts.is_error(high));
                    return above.boolean(holds);
                }
                MetaOp::SameKind => {
                    let holds = sorts.kind(first?) == sorts.kind(named(above, 2)?);
                    return above.boolean(holds);
                }
                MetaOp::CompleteName => return sort_qid(terms, first?, above),
                MetaOp::GetKind => return sort_qid(terms, sorts.error(sorts.kind(first?)), above),
                MetaOp::GetKinds => sorts.kinds().map(|(kind, _)| sorts.error(kind)).collect(),
                MetaOp::LesserSorts => {
                    let top = first?;
                    members(sorts.kind(top))
                        .into_iter()
                        .filter(|&sort| sort != top && sorts.is_at_most(sort, top))
                        .collect()
                }
                MetaOp::GlbSorts => {
                    let (left, right) = (first?, named(above, 2)?);
                    if sorts.kind(left) != sorts.kind(right) {
                        Vec::new()
                    } else if sorts.is_at_most(left, right) {
                        vec![left]
                    } else if sorts.is_at_most(right, left) {
                        vec![right]
                    } else {
                        let below: Vec<SortId> = members(sorts.kind(left))
                            .into_iter()
                            .filter(|&sort| sorts.is_at_most(sort, left) && sorts.is_at_most(sort, right))
                            .collect();
                        let greater = |low: SortId, high: SortId| low != high && sorts.is_at_most(low, high);
                        below
                            .iter()
                            .copied()
                            .filter(|&sort| !below.iter().any(|&other| greater(sort, other)))
                            .collect()
                    }
                }
                MetaOp::MaximalSorts => sorts.get_kind(sorts.kind(kind_only(terms, first?)?)).maximal.clone(),
                MetaOp::MinimalSorts => {
                    let all = members(sorts.kind(kind_only(terms, first?)?));
                    let lower = |low: SortId, high: SortId| low != high && sorts.is_at_most(low, high);
                    all.iter().copied().filter(|&sort| !all.iter().any(|&other| lower(other, sort))).collect()
                }
                _ => return None,
            };
            let mut parts = Vec::new();
            for sort in all {
                parts.push(sort_qid(terms, sort, above)?);
            }
            joined(above, "_;_", "none", "QidSet", &parts)
        })
    }

    pub(super) fn well_formed(
        &self,
        operation: MetaOp,
        machine: &mut Machine<'_>,
        arguments: &[TermId],
    ) -> Option<TermId> {
        if operation == MetaOp::WellFormedModule {
            let holds = self.within(machine, arguments[0], |_, _| Some(())).is_some();
            return machine.terms.boolean(holds);
        }
        let holds = self.within(machine, arguments[0], |machine, object| {
            Some(match operation {
                MetaOp::WellFormedTerm => object.down(machine.terms, arguments[1]).is_some(),
                _ => object.substitution(machine.terms, arguments[1]).is_some(),
            })
        })?;
        machine.terms.boolean(holds)
    }
}

/// The sort, if it stands for a kind.
fn kind_only(terms: &Terms, sort: SortId) -> Option<SortId> {
    terms.signature.sorts.is_error(sort).then_some(sort)
}

/// The greatest lists of argument sorts for which an operator's result has at most a sort.
fn maximal_arities(above: &mut Terms, terms: &Terms, arguments: &[TermId]) -> Option<TermId> {
    let name = above.qid_value(arguments[1])?;
    let sorts = &terms.signature.sorts;
    let mut kinds: Vec<KindId> = Vec::new();
    for part in elements(above, "__", "nil", "TypeList", arguments[2])? {
        kinds.push(sorts.kind(down::sort(terms, above.qid_value(part)?.text())?));
    }
    let wanted = down::sort(terms, above.qid_value(arguments[3])?.text())?;
    let found = terms.signature.overloads(name).iter().copied().find(|&id| {
        let symbol = terms.signature.get(id);
        symbol.domain == kinds && symbol.range == sorts.kind(wanted) && symbol.shape != Shape::Variable
    })?;
    let symbol = terms.signature.get(found);
    let mut domains: Vec<Vec<SortId>> = symbol
        .declarations
        .iter()
        .filter(|declaration| sorts.is_at_most(declaration.range, wanted))
        .map(|declaration| declaration.domain.clone())
        .collect();
    if matches!(symbol.shape, Shape::Commutative | Shape::AssociativeCommutative) {
        for index in 0..domains.len() {
            let swapped = vec![domains[index][1], domains[index][0]];
            domains.push(swapped);
        }
    }
    let error: Vec<SortId> = kinds.iter().map(|&kind| sorts.error(kind)).collect();
    if sorts.is_error(wanted) {
        domains = vec![error];
    }
    let below = |low: &[SortId], high: &[SortId]| {
        low != high && low.iter().zip(high).all(|(&low, &high)| sorts.is_at_most(low, high))
    };
    let maximal: Vec<&Vec<SortId>> =
        domains.iter().filter(|low| !domains.iter().any(|high| below(low, high))).collect();
    let mut parts = Vec::new();
    for domain in maximal {
        let mut list = Vec::new();
        for &sort in domain {
            list.push(sort_qid(terms, sort, above)?);
        }
        let list = joined(above, "__", "nil", "TypeList", &list)?;
        if !parts.contains(&list) {
            parts.push(list);
        }
    }
    joined(above, "_;_", "none", "TypeListSet", &parts)
}
