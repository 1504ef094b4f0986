//! The meta-level.
use crate::machine::Machine;
use crate::terms::TermId;
use crate::terms::hooks::MetaOp;
/// x
#[derive(Debug, Default)]
pub struct MetaLevel {}
impl MetaLevel {
    pub(crate) fn share(&mut self, _database: &crate::modules::Database) {}
    pub(crate) fn apply(
        &self,
        _operation: MetaOp,
        _machine: &mut Machine<'_>,
        _term: TermId,
    ) -> Option<TermId> {
        None
    }
}
