//! Modules that the meta-level describes: they have no name in the database, and their statements come as terms.

use super::database::{Database, Header, Module, ModuleId, is_fatal};
use super::theory::Theory;
use crate::diagnostic::Severity;
use crate::machine::StatementTerms;
use crate::syntax::ast::ModuleSource;
use crate::terms::Terms;
use std::sync::{Arc, OnceLock};

impl Database {
    /// The theory of a module whose statements are read by `statements` once its signature is known. `None` if
    /// anything in it is wrong.
    pub(crate) fn represented(
        &mut self,
        source: ModuleSource,
        statements: impl FnOnce(&mut Terms) -> Option<Vec<StatementTerms>>,
    ) -> Option<Theory> {
        let mut messages = Vec::new();
        let header = Header::written(source.parameters, source.imports);
        let mut module = Module {
            kind: source.kind,
            sorts: source.sorts.iter().map(|(name, _)| *name).collect(),
            subsorts: source.subsorts.iter().map(|(low, high, _)| (*low, *high)).collect(),
            operators: source.operators,
            header: Some(Arc::new(header)),
            ..self.empty_module(source.name, source.place)
        };
        self.import(&mut module, &mut messages)?;
        if messages.iter().any(|(severity, ..)| *severity != Severity::Warning) {
            return None;
        }
        // It is in the database only while it is flattened.
        let id = ModuleId(self.modules.len() as u32);
        self.modules.push(Arc::new(module));
        self.flat.push(OnceLock::new());
        let mut readable = true;
        let flat = self.flatten_with(id, &mut messages, |terms| {
            statements(terms).unwrap_or_else(|| {
                readable = false;
                Vec::new()
            })
        });
        self.modules.pop();
        self.flat.pop();
        let fatal = messages.iter().any(|(_, _, message)| is_fatal(message));
        (readable && !fatal).then(|| Theory::new(&flat))
    }
}
