//! Schedulers of one's own: functions that choose among the tasks of a location which may come next.
//!
//! The library's two restrict nothing that could be relied on: one draws at random, the other takes the first of a list whose
//! order the language leaves open.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{ClassId, DataTypeId, SchedulerId, SchedulerInfo, Scheduling};
use super::scope::{Namespace, Symbol};
use super::{Checker, ModuleId, declare};
use crate::source::Span;
use crate::syntax::tree;

/// Schedulers of the library, under which every task may come next.
const FREE_SCHEDULERS: [&str; 2] = ["defaultscheduler", "randomscheduler"];

impl<'a> Checker<'a> {
    fn of_schedulers(&self, space: Namespace, name: &str) -> Option<Symbol> {
        let at = self.modules.iter().position(|module| &*module.name.text == "ABS.Scheduler")?;
        self.scopes[at].own.get(&(space, Arc::from(name))).copied()
    }

    fn of_library(&self, space: Namespace, name: &str) -> Option<Symbol> {
        self.scopes[0].own.get(&(space, Arc::from(name))).copied()
    }

    /// Finds what the machine must know to tell schedulers of tasks, and the schedulers of all classes.
    pub(super) fn find_schedulers(&mut self) {
        let constructor = |symbol| match symbol {
            Some(Symbol::Constructor(id)) => Some(id),
            _ => None,
        };
        let own = |name: &str| constructor(self.of_library(Namespace::Constructor, name));
        let process = constructor(self.of_schedulers(Namespace::Constructor, "ProcessOf"));
        if let (Some(process), Some(time), Some(duration), Some(infinite), Some(just)) =
            (process, own("Time"), own("Duration"), own("InfDuration"), own("Just"))
        {
            self.program.scheduling = Some(Scheduling { process, time, duration, infinite, just });
        }
        for at in 0..self.class_schedulers.len() {
            if let Some((module, annotation)) = self.class_schedulers[at] {
                let class = ClassId(at as u32);
                let found = self.scheduler(module, class, annotation);
                self.schedulers_of_classes.push((class, found));
            }
        }
    }

    /// The scheduler of a location whose first object is made here.
    pub(super) fn scheduler_of(
        &mut self,
        module: ModuleId,
        class: ClassId,
        own: Option<&'a tree::Annotation>,
    ) -> Option<SchedulerId> {
        // A scheduler where the object is made takes the place of its class's.
        if let Some(annotation) = own {
            return self.scheduler(module, class, annotation);
        }
        self.schedulers_of_classes.iter().find(|(known, _)| *known == class).and_then(|(_, found)| *found)
    }

    /// The scheduler that an annotation gives, if it restricts the choice of tasks.
    fn scheduler(
        &mut self,
        module: ModuleId,
        class: ClassId,
        annotation: &'a tree::Annotation,
    ) -> Option<SchedulerId> {
        let tree::ExpressionKind::Call(name, arguments) = &annotation.value.kind else {
            let message = "a scheduler is a function of `queue`, such as [Scheduler: edf(queue)]";
            self.error(annotation.span, message);
            return None;
        };
        let Some(Symbol::Function(function)) = self.find(module, Namespace::Function, name) else {
            self.error(name.span, format!("unknown function {}", declare::text_of(name)));
            return None;
        };
        let first = arguments.first().map(|argument| &argument.kind);
        if !matches!(first, Some(tree::ExpressionKind::Variable(queue)) if &*queue.text == "queue") {
            self.error(annotation.span, "the first argument of a scheduler is `queue`");
            return None;
        }
        let in_library = self.program.functions[function.index()].span.source.0 == 0;
        if in_library && FREE_SCHEDULERS.contains(&&*name.name.text) && arguments.len() == 1 {
            return None;
        }
        let (Some(Symbol::Data(process)), Some(Symbol::Data(maybe))) =
            (self.of_schedulers(Namespace::Type, "Process"), self.of_library(Namespace::Type, "Maybe"))
        else {
            return None;
        };
        let (parameters, result) = self.function_type(function);
        if parameters.len() != arguments.len() {
            let message = format!(
                "the function {} has {} parameters, and is given {}",
                declare::text_of(name),
                parameters.len(),
                arguments.len()
            );
            self.error(annotation.span, message);
            return None;
        }
        let queue = Type::Data(self.known.list, Arc::from([self.plain(process)]));
        self.require(&queue, &parameters[0], arguments[0].span);
        let mut fields = Vec::new();
        for (argument, wanted) in arguments.iter().zip(&parameters).skip(1) {
            let field = match &argument.kind {
                tree::ExpressionKind::Variable(name) => self.program.classes[class.index()]
                    .fields
                    .iter()
                    .position(|field| field.name == name.text),
                _ => None,
            };
            let Some(field) = field else {
                let message = "behind `queue`, a scheduler is given fields of the location's first object";
                self.error(argument.span, message);
                return None;
            };
            let kind = self.program.classes[class.index()].fields[field].kind.clone();
            self.require(&kind, wanted, argument.span);
            fields.push(field as u32);
        }
        let maybe = self.gives(&result, process, maybe, annotation.span)?;
        let id = SchedulerId(self.program.schedulers.len() as u32);
        let (name, span) = (declare::text_of(name).into(), annotation.span);
        self.program.schedulers.push(SchedulerInfo { name, function, fields, maybe, span });
        Some(id)
    }

    /// Whether a scheduler may choose nobody.
    fn gives(&mut self, result: &Type, process: DataTypeId, maybe: DataTypeId, span: Span) -> Option<bool> {
        let is_process = |checker: &Self, kind: &Type| checker.is_data(kind, process);
        match self.inference.head(result) {
            Type::Data(id, _) if id == process => Some(false),
            Type::Data(id, arguments) if id == maybe && is_process(self, &arguments[0]) => Some(true),
            other => {
                let message = format!(
                    "a scheduler gives a Process or a Maybe<Process>, but this gives {}",
                    self.show(&other)
                );
                self.error(span, message);
                None
            }
        }
    }
}
