//! The parts of represented modules and views. A constructor's name says where each part stands.

use super::tables::make;
use crate::terms::hooks::MetaOp;
use crate::terms::{TermId, Terms};

/// A part of a module or a view; `None` for a term of another constructor, which equations may know.
pub(super) fn select(operation: MetaOp, terms: &mut Terms, term: TermId) -> Option<TermId> {
    let constructor = terms.signature.get(terms.symbol(term)).name.text();
    let arguments = terms.arguments(term);
    let view = constructor == "view_from_to_is___endv";
    let (rules, strategies) = match constructor {
        "view_from_to_is___endv" | "fmod_is_sorts_.____endfm" | "fth_is_sorts_.____endfth" => (false, false),
        "mod_is_sorts_._____endm" | "th_is_sorts_._____endth" => (true, false),
        "smod_is_sorts_._______endsm" | "sth_is_sorts_._______endsth" => (true, true),
        _ => return None,
    };
    let (place, of_view) = match operation {
        MetaOp::ModuleName => (0, false),
        MetaOp::ModuleImports => (1, false),
        MetaOp::ModuleSorts => (2, false),
        MetaOp::ModuleSubsorts => (3, false),
        MetaOp::ModuleOperators => (4, false),
        MetaOp::ModuleMemberships => (5, false),
        MetaOp::ModuleEquations => (6, false),
        MetaOp::ModuleRules => (7, false),
        MetaOp::ModuleStrategies => (8, false),
        MetaOp::ModuleDefinitions => (9, false),
        MetaOp::ViewName => (0, true),
        MetaOp::ViewFrom => (1, true),
        MetaOp::ViewTo => (2, true),
        MetaOp::ViewSorts => (3, true),
        MetaOp::ViewOperators => (4, true),
        MetaOp::ViewStrategies => (5, true),
        _ => return None,
    };
    if view != of_view {
        return None;
    }
    match operation {
        MetaOp::ModuleName | MetaOp::ViewName => {
            let header = arguments[0];
            let name = match terms.arguments(header) {
                [] => header,
                arguments => arguments[0],
            };
            terms.qid_value(name).map(|_| name)
        }
        MetaOp::ModuleRules if !rules => make(terms, "none", "RuleSet", &[]),
        MetaOp::ModuleStrategies if !strategies => make(terms, "none", "StratDeclSet", &[]),
        MetaOp::ModuleDefinitions if !strategies => make(terms, "none", "StratDefSet", &[]),
        _ => Some(arguments[place]),
    }
}
