//! What `original`, `core.original` and `D.original` mean: the methods that deltas put others in the place of.
//!
//! A version of a method that somebody calls stays in its class as a method of its own, under a name that nobody can write.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Class, ExpressionKind, Method};
use crate::syntax::walk;

/// The core, among the names of deltas.
const CORE: &str = "core";

/// A version of a method, and who made it.
struct Version {
    module: Arc<str>,
    class: Arc<str>,
    maker: Arc<str>,
    method: Method,
}

/// All versions of methods that deltas made or changed, in the order in which they were made.
#[derive(Default)]
pub(super) struct Versions {
    known: Vec<Version>,
}

impl Versions {
    /// A delta made this method.
    pub fn made(&mut self, module: &Arc<str>, class: &Arc<str>, delta: &Arc<str>, method: &Method) {
        self.known.push(Version {
            module: module.clone(),
            class: class.clone(),
            maker: delta.clone(),
            method: method.clone(),
        });
    }

    /// A class is gone, and what it was with it.
    pub fn forget(&mut self, module: &Arc<str>, class: &Arc<str>) {
        self.known.retain(|version| version.module != *module || version.class != *class);
    }

    /// A delta puts a method in the place of the one with its name: its calls of `original` become calls of what they
    /// mean.
    pub fn replace(
        &mut self,
        module: &Arc<str>,
        class: &mut Class,
        at: usize,
        delta: &Arc<str>,
        mut method: Method,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let name = method.signature.name.text.clone();
        let home = class.name.text.clone();
        let is_version = |version: &Version| {
            version.module == *module && version.class == home && version.method.signature.name.text == name
        };
        if !self.known.iter().any(is_version) {
            self.made(module, &home, &CORE.into(), &class.methods[at]);
        }
        let mut kept: Vec<Method> = Vec::new();
        walk::originals(&mut method.body, &mut |value| {
            let ExpressionKind::Original(target, arguments) = &mut value.kind else { return };
            let meant = |version: &&Version| {
                is_version(version) && target.as_ref().is_none_or(|target| target.text == version.maker)
            };
            let Some(version) = self.known.iter().rev().find(meant) else {
                let maker = target.as_ref().map_or(CORE, |target| &*target.text);
                let what = if maker == CORE { "the core".to_owned() } else { format!("the delta {maker}") };
                let message = format!("{what} has made no method {name} of {home} until here");
                diagnostics.push(Diagnostic::error(value.span, message));
                // It was told of; the checker would tell it again.
                value.kind = ExpressionKind::Error;
                return;
            };
            let hidden: Arc<str> = format!("{name}$original${}", version.maker).into();
            let mut old = version.method.clone();
            old.signature.name.text = hidden.clone();
            kept.push(old);
            value.kind = walk::call_of(&hidden, std::mem::take(arguments), value.span);
        });
        for old in kept {
            if class.methods.iter().all(|known| known.signature.name.text != old.signature.name.text) {
                class.methods.push(old);
            }
        }
        self.made(module, &home, delta, &method);
        class.methods[at] = method;
    }
}
