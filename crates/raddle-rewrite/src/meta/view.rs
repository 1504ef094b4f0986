//! The representation of a view.

use super::MetaLevel;
use super::memo::Memo;
use super::module::Builder;
use super::tables::{joined, make, make_fitting};
use super::up::quoted;
use crate::machine::{Machine, Stop};
use crate::names::Name;
use crate::syntax::ast::Mapping;
use crate::terms::TermId;

impl MetaLevel {
    /// `upView`
    pub(super) fn up_view(&self, machine: &mut Machine<'_>, name: TermId) -> Option<TermId> {
        let name = Name::new(&machine.terms.qid_value(name)?.text().replace('`', ""));
        let mut database = self.database()?;
        let view = database.fetch_view(name)?.clone();
        let theory = database.flat(view.from);
        let mut builder = Builder { from: &theory.terms, to: machine.terms, memo: Memo::default() };
        let own = builder.qid(&quoted(view.source.name.text()))?;
        let header = if view.source.parameters.is_empty() {
            own
        } else {
            let list = builder.parameters(&view.source.parameters)?;
            make_fitting(builder.to, "_`{_`}", &[own, list])?
        };
        let from = builder.expression(&view.source.from)?;
        let to = builder.expression(&view.source.to)?;
        let (mut sorts, mut operators, mut strategies) = (Vec::new(), Vec::new(), Vec::new());
        let mut unsupported = false;
        for mapping in &view.source.mappings {
            match mapping {
                Mapping::Sort(from, to) => {
                    let from = builder.qid(&quoted(from.name().text()))?;
                    let to = builder.qid(&quoted(to.name().text()))?;
                    sorts.push(make(builder.to, "sort_to_.", "SortMappingSet", &[from, to])?);
                }
                Mapping::Operator { from, arity, to, .. } => {
                    let (from, to) = (builder.qid(from.text())?, builder.qid(to.text())?);
                    operators.push(match arity {
                        None => make(builder.to, "op_to_.", "OpMappingSet", &[from, to])?,
                        Some((domain, range)) => {
                            let (domain, range) = builder.arity(domain, *range)?;
                            let arguments = [from, domain, range, to];
                            make(builder.to, "op_:_->_to_.", "OpMappingSet", &arguments)?
                        }
                    });
                }
                Mapping::Term { .. } => unsupported = true,
                Mapping::Strategy(from, to) => {
                    let (from, to) = (builder.qid(from.text())?, builder.qid(to.text())?);
                    strategies.push(make(builder.to, "strat_to_.", "StratMappingSet", &[from, to])?);
                }
                Mapping::Label(..) => {}
            }
        }
        if unsupported {
            let what = "upView of a view that maps an operator to a term";
            machine.stop = Some(Stop::Unsupported(what.to_owned()));
            return None;
        }
        let sorts = joined(builder.to, "__", "none", "SortMappingSet", &sorts)?;
        let operators = joined(builder.to, "__", "none", "OpMappingSet", &operators)?;
        let strategies = joined(builder.to, "__", "none", "StratMappingSet", &strategies)?;
        let arguments = [header, from, to, sorts, operators, strategies];
        make(builder.to, "view_from_to_is___endv", "View", &arguments)
    }
}
