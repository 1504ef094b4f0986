//! Pure expressions. An effect in one is an error.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{
    BinaryOperator, Expression, ExpressionKind, FieldId, FunctionId, Pattern, UnaryOperator,
};
use super::scope::{Namespace, Symbol};
use super::{Body, Checker, declare};
use crate::source::Span;
use crate::syntax::tree;

type Checked = (Expression, Type);

impl<'a> Checker<'a> {
    /// Checks an expression that may have no effect.
    pub(super) fn expression(&mut self, body: &mut Body, expression: &'a tree::Expression) -> Checked {
        use tree::ExpressionKind as Tree;
        let span = expression.span;
        let done = |kind, found| (Expression { kind, span }, found);
        match &expression.kind {
            Tree::Integer(digits) => {
                done(ExpressionKind::Integer(digits.clone()), self.plain(self.known.int))
            }
            Tree::Float(value) => done(ExpressionKind::Float(*value), self.plain(self.known.float)),
            Tree::Text(text) => done(ExpressionKind::Text(text.clone()), self.plain(self.known.string)),
            Tree::Template(pieces) => {
                let pieces = pieces.iter().map(|piece| self.expression(body, piece).0).collect();
                done(ExpressionKind::Concatenate(pieces), self.plain(self.known.string))
            }
            Tree::Variable(name) => self.variable(body, name),
            Tree::Field(name) => self.field(body, name),
            Tree::This => self.this(body, span),
            Tree::Null => done(ExpressionKind::Null, Type::Null),
            Tree::Destiny => {
                if !body.has_this {
                    self.error(span, "`destiny` is known only inside a method");
                }
                let future = Type::Data(self.known.future, Arc::from([body.result.clone()]));
                done(ExpressionKind::Destiny, future)
            }
            Tree::Call(name, arguments) => self.call(body, name, arguments, span),
            Tree::PartialCall(name, functions, arguments) => {
                self.partial_call(body, name, functions, arguments, span)
            }
            Tree::VariadicCall(name, items) => self.variadic_call(body, name, items, span),
            Tree::Construct(name, arguments) => self.construct(body, name, arguments, span),
            Tree::Unary(operator, operand) => self.unary(body, *operator, operand, span),
            Tree::Binary(operator, left, right) => self.binary(body, *operator, left, right, span),
            Tree::If(condition, then, otherwise) => {
                let (condition, found) = self.expression(body, condition);
                let boolean = self.boolean();
                self.require(&found, &boolean, condition.span);
                let (then, a) = self.expression(body, then);
                let (otherwise, b) = self.expression(body, otherwise);
                let joined = self.join_or_report(&a, &b, otherwise.span, "the branches of this `if`");
                let kind = ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
                done(kind, joined)
            }
            Tree::Let(kind, name, value, inner) => {
                let (value, found) = self.expression(body, value);
                let parameters = body.type_parameters.clone();
                let declared = self.resolve_type(body.module, &parameters, kind);
                self.require(&found, &declared, value.span);
                let depth = body.scope.len();
                let slot = body.bind(name, declared);
                let (inner, found) = self.expression(body, inner);
                body.scope.truncate(depth);
                done(ExpressionKind::Let(slot, Box::new(value), Box::new(inner)), found)
            }
            Tree::Case(subject, branches) => self.case(body, subject, branches, span),
            Tree::Implements(object, interface) => {
                let (object, id) = self.object_and_interface(body, object, interface);
                let boolean = self.boolean();
                match id {
                    Some(id) => done(ExpressionKind::Implements(Box::new(object), id), boolean),
                    None => (object, boolean),
                }
            }
            Tree::As(object, interface) => {
                let (object, id) = self.object_and_interface(body, object, interface);
                match id {
                    Some(id) => done(ExpressionKind::As(Box::new(object), id), Type::Interface(id)),
                    None => (object, Type::Error),
                }
            }
            Tree::New(..) => self.effect_in_pure(span, "`new`"),
            Tree::AsynchronousCall(..) => self.effect_in_pure(span, "an asynchronous call"),
            Tree::AwaitCall(..) => self.effect_in_pure(span, "`await`"),
            Tree::SynchronousCall(..) => self.effect_in_pure(span, "a method call"),
            Tree::Get(..) => self.effect_in_pure(span, "`get`"),
            Tree::Original(..) => {
                self.error(
                    span,
                    "`original` means nothing here: no trait or delta changes a method of this name",
                );
                self.failed_expression(span)
            }
            Tree::Error => self.failed_expression(span),
        }
    }

    fn effect_in_pure(&mut self, span: Span, what: &str) -> Checked {
        let message =
            format!("{what} has an effect: it stands alone, as a statement or on the right of an assignment");
        self.error(span, message);
        self.failed_expression(span)
    }

    /// Checks a condition.
    pub(super) fn condition(&mut self, body: &mut Body, condition: &'a tree::Expression) -> Expression {
        let (condition, found) = self.expression(body, condition);
        let boolean = self.boolean();
        self.require(&found, &boolean, condition.span);
        condition
    }

    fn join_or_report(&mut self, a: &Type, b: &Type, span: Span, what: &str) -> Type {
        if let Some(joined) = self.join(a, b) {
            return joined;
        }
        let message = format!("{what} have different types, {} and {}", self.show(a), self.show(b));
        self.error(span, message);
        Type::Error
    }

    fn object_and_interface(
        &mut self,
        body: &mut Body,
        object: &'a tree::Expression,
        interface: &tree::QualifiedName,
    ) -> (Expression, Option<super::InterfaceId>) {
        let (object, found) = self.expression(body, object);
        match self.inference.head(&found) {
            Type::Interface(_) | Type::Class(_) | Type::Null | Type::Error => {}
            other => {
                let message = format!("expected an object, but this has type {}", self.show(&other));
                self.error(object.span, message);
            }
        }
        let id = self.interface(body.module, interface);
        (object, id)
    }

    /// The field of the class at hand.
    pub(super) fn find_field(&self, body: &Body, name: &str) -> Option<(FieldId, Type)> {
        let class = &self.program.classes[body.class?.index()];
        let at = class.fields.iter().position(|field| &*field.name == name)?;
        Some((FieldId(at as u32), class.fields[at].kind.clone()))
    }

    fn variable(&mut self, body: &mut Body, name: &tree::Name) -> Checked {
        let span = name.span;
        if let Some(slot) = body.lookup(&name.text) {
            let kind = body.locals[slot.index()].kind.clone();
            return (Expression { kind: ExpressionKind::Local(slot), span }, kind);
        }
        if let Some((field, kind)) = self.find_field(body, &name.text) {
            return (Expression { kind: ExpressionKind::Field(field), span }, kind);
        }
        self.error(span, format!("unknown variable {}", name.text));
        self.failed_expression(span)
    }

    fn field(&mut self, body: &mut Body, name: &tree::Name) -> Checked {
        let span = name.span;
        if let Some(slot) = body.lookup(&format!("this.{}", name.text)) {
            let kind = body.locals[slot.index()].kind.clone();
            return (Expression { kind: ExpressionKind::Local(slot), span }, kind);
        }
        if let Some((field, kind)) = self.find_field(body, &name.text) {
            return (Expression { kind: ExpressionKind::Field(field), span }, kind);
        }
        let message = match body.class {
            Some(class) => {
                format!("the class {} has no field {}", self.program.classes[class.index()].name, name.text)
            }
            None => "there is no `this` here".to_owned(),
        };
        self.error(span, message);
        self.failed_expression(span)
    }

    fn this(&mut self, body: &mut Body, span: Span) -> Checked {
        if let Some(slot) = body.lookup("this") {
            let kind = body.locals[slot.index()].kind.clone();
            return (Expression { kind: ExpressionKind::Local(slot), span }, kind);
        }
        match body.class {
            Some(class) => (Expression { kind: ExpressionKind::This, span }, Type::Class(class)),
            None => {
                self.error(span, "there is no `this` here");
                self.failed_expression(span)
            }
        }
    }

    /// Checks arguments against parameters.
    pub(super) fn arguments(
        &mut self,
        body: &mut Body,
        what: &str,
        arguments: &'a [tree::Expression],
        parameters: &[Type],
        span: Span,
    ) -> Vec<Expression> {
        if arguments.len() != parameters.len() {
            let message =
                format!("{what} takes {} arguments, but {} are given", parameters.len(), arguments.len());
            self.error(span, message);
        }
        let mut checked = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let (argument, found) = self.expression(body, argument);
            if let Some(parameter) = parameters.get(index) {
                self.require(&found, parameter, argument.span);
            }
            checked.push(argument);
        }
        checked
    }

    fn call(
        &mut self,
        body: &mut Body,
        name: &tree::QualifiedName,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Checked {
        let text = &name.name.text;
        if name.module.is_none() {
            let bound = body.functions.iter().rev().find(|(known, _)| known == text).map(|(_, b)| b.clone());
            if let Some(binding) = bound {
                let (parameters, result) = self.function_type(binding.function);
                let own = &parameters[binding.captured.len().min(parameters.len())..];
                let what = format!("the function {text}");
                let mut all: Vec<Expression> = binding
                    .captured
                    .iter()
                    .map(|&slot| Expression { kind: ExpressionKind::Local(slot), span })
                    .collect();
                all.extend(self.arguments(body, &what, arguments, own, span));
                return (Expression { kind: ExpressionKind::Call(binding.function, all), span }, result);
            }
            if let Some((known, itself)) = body.itself.clone()
                && known == *text
            {
                return self.call_itself(body, &itself, arguments, span);
            }
        }
        let Some(Symbol::Function(id)) = self.find(body.module, Namespace::Function, name) else {
            let partial = self.find(body.module, Namespace::Partial, name).is_some();
            let message = if partial {
                format!("the function {text} takes functions in a list of their own: {text}(f)(x)")
            } else {
                format!("unknown function {}", declare::text_of(name))
            };
            self.error(name.span, message);
            for argument in arguments {
                self.expression(body, argument);
            }
            return self.failed_expression(span);
        };
        self.call_function(body, id, text, arguments, span)
    }

    fn call_function(
        &mut self,
        body: &mut Body,
        id: FunctionId,
        name: &str,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Checked {
        let (parameters, result) = self.function_type(id);
        let arguments = self.arguments(body, &format!("the function {name}"), arguments, &parameters, span);
        (Expression { kind: ExpressionKind::Call(id, arguments), span }, result)
    }

    /// `f[x, y]` is `f(Cons(x, Cons(y, Nil)))`.
    fn variadic_call(
        &mut self,
        body: &mut Body,
        name: &tree::QualifiedName,
        items: &'a [tree::Expression],
        span: Span,
    ) -> Checked {
        let element = self.inference.fresh();
        let mut checked = Vec::new();
        for item in items {
            let (item, found) = self.expression(body, item);
            if !self.fits(&found, &element) {
                let message = format!(
                    "the elements have different types, {} and {}",
                    self.show(&element),
                    self.show(&found)
                );
                self.error(item.span, message);
            }
            checked.push(item);
        }
        let list = self.list_literal(checked, span);
        let list_type = Type::Data(self.known.list, Arc::from([element]));
        let Some(Symbol::Function(id)) = self.find(body.module, Namespace::Function, name) else {
            self.error(name.span, format!("unknown function {}", declare::text_of(name)));
            return self.failed_expression(span);
        };
        let (parameters, result) = self.function_type(id);
        if parameters.len() == 1 {
            self.require(&list_type, &parameters[0], span);
        } else {
            self.error(span, format!("the function {} does not take a list of values", name.name.text));
        }
        (Expression { kind: ExpressionKind::Call(id, vec![list]), span }, result)
    }

    /// A list of these elements. A long one is put together from pieces, so that the tree stays shallow.
    fn list_literal(&mut self, mut items: Vec<Expression>, span: Span) -> Expression {
        const PIECE: usize = 200;
        let known = self.program.known;
        if items.len() > PIECE {
            let key = (Namespace::Function, Arc::from("concatenate"));
            if let Some(&Symbol::Function(concatenate)) = self.scopes[0].own.get(&key) {
                let rest = items.split_off(items.len() / 2);
                let pieces = vec![self.list_literal(items, span), self.list_literal(rest, span)];
                return Expression { kind: ExpressionKind::Call(concatenate, pieces), span };
            }
        }
        let mut list = Expression { kind: ExpressionKind::Construct(known.nil, Vec::new()), span };
        for item in items.into_iter().rev() {
            let at = item.span;
            list = Expression { kind: ExpressionKind::Construct(known.cons, vec![item, list]), span: at };
        }
        list
    }

    fn construct(
        &mut self,
        body: &mut Body,
        name: &tree::QualifiedName,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Checked {
        let Some(Symbol::Constructor(id)) = self.find(body.module, Namespace::Constructor, name) else {
            self.error(name.span, format!("unknown constructor {}", declare::text_of(name)));
            for argument in arguments {
                self.expression(body, argument);
            }
            return self.failed_expression(span);
        };
        let (parameters, result) = self.constructor_type(id);
        let what = format!("the constructor {}", name.name.text);
        let arguments = self.arguments(body, &what, arguments, &parameters, span);
        (Expression { kind: ExpressionKind::Construct(id, arguments), span }, result)
    }

    fn unary(
        &mut self,
        body: &mut Body,
        operator: UnaryOperator,
        operand: &'a tree::Expression,
        span: Span,
    ) -> Checked {
        let (operand, found) = self.expression(body, operand);
        let result = match operator {
            UnaryOperator::Not => {
                let boolean = self.boolean();
                self.require(&found, &boolean, operand.span);
                boolean
            }
            UnaryOperator::Minus => self.number(&found, operand.span),
        };
        (Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), span }, result)
    }

    /// The numeric type that this is, or an error.
    fn number(&mut self, found: &Type, span: Span) -> Type {
        let head = self.inference.head(found);
        let known = self.known;
        match &head {
            Type::Data(id, _) if [known.int, known.rat, known.float].contains(id) => head,
            Type::Error => Type::Error,
            Type::Variable(_) => {
                let int = self.plain(known.int);
                self.fits(&head, &int);
                int
            }
            _ => {
                let message = format!("expected a number, but this has type {}", self.show(&head));
                self.error(span, message);
                Type::Error
            }
        }
    }

    fn binary(
        &mut self,
        body: &mut Body,
        operator: BinaryOperator,
        left: &'a tree::Expression,
        right: &'a tree::Expression,
        span: Span,
    ) -> Checked {
        use BinaryOperator as Op;
        let (left, a) = self.expression(body, left);
        let (right, b) = self.expression(body, right);
        let boolean = self.boolean();
        let result = match operator {
            Op::Or | Op::And => {
                self.require(&a, &boolean, left.span);
                self.require(&b, &boolean, right.span);
                boolean
            }
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                if self.join(&a, &b).is_none() {
                    let message =
                        format!("values of type {} and {} can't be compared", self.show(&a), self.show(&b));
                    self.error(span, message);
                }
                boolean
            }
            Op::Add if self.is_data(&a, self.known.string) || self.is_data(&b, self.known.string) => {
                let string = self.plain(self.known.string);
                self.require(&a, &string, left.span);
                self.require(&b, &string, right.span);
                string
            }
            Op::Add | Op::Subtract | Op::Multiply | Op::Modulo | Op::Divide => {
                let a = self.number(&a, left.span);
                let b = self.number(&b, right.span);
                let known = self.known;
                if a == Type::Error || b == Type::Error {
                    Type::Error
                } else if self.is_data(&a, known.float) || self.is_data(&b, known.float) {
                    self.plain(known.float)
                } else if operator == Op::Divide {
                    self.plain(known.rat)
                } else {
                    self.join(&a, &b).unwrap_or(Type::Error)
                }
            }
        };
        (Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }, result)
    }

    fn case(
        &mut self,
        body: &mut Body,
        subject: &'a tree::Expression,
        branches: &'a [tree::CaseBranch],
        span: Span,
    ) -> Checked {
        let (subject, found) = self.expression(body, subject);
        if branches.is_empty() {
            self.error(span, "a `case` needs at least one branch");
        }
        let slot = body.slot("case", found.clone(), subject.span);
        let mut result: Option<Type> = None;
        let mut checked: Vec<(Pattern, Expression)> = Vec::new();
        for branch in branches {
            let depth = body.scope.len();
            let pattern = self.pattern(body, &branch.pattern, &found);
            let (value, kind) = self.expression(body, &branch.body);
            body.scope.truncate(depth);
            result = Some(match result {
                None => kind,
                Some(known) => self.join_or_report(&known, &kind, value.span, "the branches of this `case`"),
            });
            checked.push((pattern, value));
        }
        let kind = ExpressionKind::Case(slot, Box::new(subject), checked);
        (Expression { kind, span }, result.unwrap_or(Type::Error))
    }
}
