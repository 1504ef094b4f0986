//! Modules and their declarations.

use super::super::lexer::TokenKind;
use super::super::tree::{
    Class, Constructor, DataType, Declaration, Export, Expression, Field, File, Function, Import, Interface,
    Method, MethodSignature, Module, Name, TraitBase, TraitExpression, TraitOperation, TypeUse,
};
use super::{Parsed, Parser};
use crate::diagnostic::Diagnostic;

/// Words that begin a declaration or what may stand beside one.
const STARTS: [&str; 10] =
    ["module", "data", "type", "def", "interface", "class", "exception", "trait", "delta", "productline"];

/// Declarations of product lines: recognised, reported and jumped over.
const PRODUCT_LINES: [(&str, &str); 6] = [
    ("delta", "deltas"),
    ("productline", "product lines"),
    ("product", "products"),
    ("root", "feature models"),
    ("extension", "feature models"),
    ("update", "updates"),
];

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        if self.token().kind == TokenKind::End {
            let span = self.span();
            self.report(span, "the file is empty: expected a module");
            return file;
        }
        while self.token().kind != TokenKind::End {
            let before = self.at;
            if self.product_line() {
                continue;
            }
            if self.eat_word("module") {
                if let Ok(module) = self.module() {
                    file.modules.push(module);
                }
            } else {
                let message = format!("expected `module`, but found {}", self.found());
                let span = self.span();
                self.report(span, message);
                self.advance();
                self.skip_declaration();
                // A file that forgot its module line is still looked at.
                if file.modules.is_empty() && !self.is_word("module") && self.token().kind != TokenKind::End {
                    let name = Name { text: "Main".into(), span };
                    let module = self.module_body(name);
                    file.modules.push(module);
                }
            }
            if self.at == before {
                self.advance();
            }
        }
        file
    }

    /// Jumps over a delta, a product line or the like, and reports it.
    fn product_line(&mut self) -> bool {
        let found = PRODUCT_LINES
            .iter()
            .find(|(word, _)| self.is_word(word) && self.kind_at(1) == TokenKind::TypeName);
        let Some(&(_, what)) = found else { return false };
        let span = self.span().to(self.tokens.list[self.at + 1].span);
        self.diagnostics.push(Diagnostic::unsupported(span, what));
        self.advance();
        while self.token().kind != TokenKind::End {
            if self.is_word("module") {
                break;
            }
            let next = PRODUCT_LINES
                .iter()
                .any(|(word, _)| self.is_word(word) && self.kind_at(1) == TokenKind::TypeName);
            // `delta D after …;` inside a product line is a clause of it.
            if next && !(what == "product lines" && self.is_word("delta")) {
                break;
            }
            if self.is_mark("{") {
                let close = self.tokens.closing[self.at] as usize;
                self.at = close.min(self.tokens.list.len() - 1);
            }
            self.advance();
        }
        true
    }

    fn module(&mut self) -> Parsed<Module> {
        let name = self.qualified_type_name()?;
        let text = super::full_name(&name);
        let _ = self.expect_semicolon();
        Ok(self.module_body(Name { text: text.into(), span: name.span }))
    }

    fn module_body(&mut self, name: Name) -> Module {
        let mut module =
            Module { name, exports: Vec::new(), imports: Vec::new(), declarations: Vec::new(), main: None };
        loop {
            let before = self.at;
            if self.token().kind == TokenKind::End || self.is_word("module") {
                break;
            }
            let is_product_line = PRODUCT_LINES
                .iter()
                .any(|(word, _)| self.is_word(word) && self.kind_at(1) == TokenKind::TypeName);
            if is_product_line {
                break;
            }
            let result = if self.is_word("export") {
                self.export().map(|export| module.exports.push(export))
            } else if self.is_word("import") {
                self.import().map(|import| module.imports.push(import))
            } else if self.is_mark("{") {
                let start = self.span();
                self.block().map(|main| {
                    let span = start.to(self.previous_span());
                    if module.main.is_some() {
                        self.report(start, "a module has one main block");
                    }
                    module.main = Some((main, span));
                })
            } else {
                self.declaration().map(|declaration| module.declarations.extend(declaration))
            };
            if result.is_err() {
                if self.at == before {
                    self.advance();
                }
                self.skip_declaration();
            }
        }
        module
    }

    /// Goes on at the next word that begins a declaration, outside of braces.
    fn skip_declaration(&mut self) {
        while self.token().kind != TokenKind::End {
            if STARTS.iter().any(|word| self.is_word(word)) {
                return;
            }
            if self.is_mark("{") {
                let close = self.tokens.closing[self.at] as usize;
                self.at = close.min(self.tokens.list.len() - 1);
            }
            self.advance();
        }
    }

    fn export(&mut self) -> Parsed<Export> {
        self.advance();
        let names = self.names_or_star()?;
        let from = if self.eat_word("from") { Some(self.qualified_type_name()?) } else { None };
        self.expect_semicolon()?;
        Ok(Export { names, from })
    }

    fn import(&mut self) -> Parsed<Import> {
        self.advance();
        let names = self.names_or_star()?;
        let from = if self.eat_word("from") { Some(self.qualified_type_name()?) } else { None };
        if names.is_none() && from.is_none() {
            return self.expected("`from` behind `import *`");
        }
        self.expect_semicolon()?;
        Ok(Import { names, from })
    }

    fn names_or_star(&mut self) -> Parsed<Option<Vec<super::QualifiedName>>> {
        if self.eat_mark("*") {
            return Ok(None);
        }
        let mut names = vec![self.any_qualified_name()?];
        while self.eat_mark(",") {
            names.push(self.any_qualified_name()?);
        }
        Ok(Some(names))
    }

    fn declaration(&mut self) -> Parsed<Option<Declaration>> {
        let annotations = self.annotations()?;
        let span = self.span();
        if self.token().kind != TokenKind::Name {
            return self.expected("a declaration");
        }
        let declaration = match self.text_of(span) {
            "data" => {
                self.advance();
                Declaration::Data(self.data()?)
            }
            "type" => {
                self.advance();
                let name = self.type_name()?;
                self.expect_mark("=")?;
                let kind = self.type_use()?;
                self.expect_semicolon()?;
                Declaration::Synonym(name, kind)
            }
            "exception" => {
                self.advance();
                let constructor = self.constructor()?;
                self.expect_semicolon()?;
                Declaration::Exception(constructor)
            }
            "def" => {
                self.advance();
                Declaration::Function(Box::new(self.function()?))
            }
            "interface" => {
                self.advance();
                Declaration::Interface(self.interface()?)
            }
            "class" => {
                self.advance();
                let mut class = self.class()?;
                class.annotations = annotations;
                Declaration::Class(Box::new(class))
            }
            "trait" => {
                self.advance();
                let name = self.type_name()?;
                self.expect_mark("=")?;
                let value = self.trait_expression()?;
                self.eat_mark(";");
                Declaration::Trait(name, value)
            }
            _ => return self.expected("a declaration or a main block"),
        };
        Ok(Some(declaration))
    }

    fn data(&mut self) -> Parsed<DataType> {
        let name = self.type_name()?;
        let type_parameters = self.type_parameters()?;
        let mut constructors = Vec::new();
        if self.eat_mark("=") {
            loop {
                constructors.push(self.constructor()?);
                if !self.eat_mark("|") {
                    break;
                }
            }
        }
        self.expect_semicolon()?;
        Ok(DataType { name, type_parameters, constructors })
    }

    fn constructor(&mut self) -> Parsed<Constructor> {
        let name = self.type_name()?;
        let mut arguments: Vec<(TypeUse, Option<Name>)> = Vec::new();
        if self.is_mark("(") {
            arguments = self.list("(", ")", |this| {
                let kind = this.type_use()?;
                let selector = if this.token().kind == TokenKind::Name { Some(this.name()?) } else { None };
                Ok((kind, selector))
            })?;
        }
        Ok(Constructor { name, arguments })
    }

    fn function(&mut self) -> Parsed<Function> {
        let result = self.type_use()?;
        let name = self.name()?;
        let type_parameters = self.type_parameters()?;
        let close = self.tokens.closing[self.at] as usize;
        let is_partial = self.is_mark("(")
            && matches!(self.tokens.list.get(close + 1).map(|token| token.kind), Some(TokenKind::Mark("(")));
        let functions = if is_partial { Some(self.list("(", ")", Self::name)?) } else { None };
        let parameters = self.parameters()?;
        self.expect_mark("=")?;
        let body = if self.eat_word("builtin") {
            if self.is_mark("[") {
                self.list("[", "]", Self::expression)?;
            }
            None
        } else {
            Some(self.expression()?)
        };
        self.expect_semicolon()?;
        Ok(Function { result, name, type_parameters, functions, parameters, body })
    }

    fn interface(&mut self) -> Parsed<Interface> {
        let name = self.type_name()?;
        let mut extends = Vec::new();
        if self.eat_word("extends") {
            loop {
                extends.push(self.qualified_type_name()?);
                if !self.eat_mark(",") {
                    break;
                }
            }
        }
        self.expect_mark("{")?;
        let mut methods = Vec::new();
        while !self.is_mark("}") && self.token().kind != TokenKind::End {
            let signature = self.signature()?;
            self.expect_semicolon()?;
            methods.push(signature);
        }
        self.expect_mark("}")?;
        Ok(Interface { name, extends, methods })
    }

    fn signature(&mut self) -> Parsed<MethodSignature> {
        let annotations = self.annotations()?;
        let result = self.type_use()?;
        let name = self.name()?;
        let parameters = self.parameters()?;
        Ok(MethodSignature { annotations, result, name, parameters })
    }

    fn class(&mut self) -> Parsed<Class> {
        let name = self.type_name()?;
        let parameters = if self.is_mark("(") { self.parameters()? } else { Vec::new() };
        let mut implements = Vec::new();
        if self.eat_word("implements") {
            loop {
                implements.push(self.qualified_type_name()?);
                if !self.eat_mark(",") {
                    break;
                }
            }
        }
        let mut class = Class {
            annotations: Vec::new(),
            name,
            parameters,
            implements,
            fields: Vec::new(),
            init: Vec::new(),
            recover: Vec::new(),
            uses: Vec::new(),
            methods: Vec::new(),
        };
        self.expect_mark("{")?;
        while !self.is_mark("}") && self.token().kind != TokenKind::End {
            self.member(&mut class)?;
        }
        self.expect_mark("}")?;
        Ok(class)
    }

    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        if self.is_mark("{") {
            let start = self.span();
            let block = self.block()?;
            if !class.init.is_empty() || !class.methods.is_empty() {
                self.report(start, "a class has one init block, which stands before its methods");
            }
            class.init = block;
            return Ok(());
        }
        if self.is_word("recover") && self.is_mark_at(1, "{") {
            self.advance();
            class.recover = self.switch_branches()?;
            return Ok(());
        }
        if self.is_word("uses") && (self.kind_at(1) == TokenKind::TypeName || self.is_mark_at(1, "{")) {
            self.advance();
            let used = self.trait_expression()?;
            self.expect_semicolon()?;
            class.uses.push(used);
            return Ok(());
        }
        self.field_or_method(class)
    }

    /// `{ m … }`, one method or a trait's name, and what is done to it. What follows an operation is its own: `T adds U
    /// removes m` takes m from U.
    fn trait_expression(&mut self) -> Parsed<TraitExpression> {
        self.deeper(|this| {
            let base = if this.eat_mark("{") {
                let mut methods = Vec::new();
                while !this.is_mark("}") && this.token().kind != TokenKind::End {
                    methods.push(this.method()?);
                }
                this.expect_mark("}")?;
                TraitBase::Methods(methods)
            } else if this.kind_at(0) == TokenKind::TypeName
                && !["<", "."].iter().any(|mark| this.is_mark_at(1, mark))
                // A method's type, its name and its parameters.
                && !(this.kind_at(1) == TokenKind::Name && this.is_mark_at(2, "("))
            {
                TraitBase::Named(this.type_name()?)
            } else {
                TraitBase::Methods(vec![this.method()?])
            };
            let mut operations = Vec::new();
            while this.is_trait_operation(0) {
                operations.push(this.trait_operation()?);
            }
            Ok(TraitExpression { base, operations })
        })
    }

    fn is_trait_operation(&self, offset: usize) -> bool {
        ["adds", "modifies", "removes"].iter().any(|word| self.is_word_at(offset, word))
    }

    fn trait_operation(&mut self) -> Parsed<TraitOperation> {
        if self.eat_word("adds") {
            return Ok(TraitOperation::Adds(self.trait_expression()?));
        }
        if self.eat_word("modifies") {
            return Ok(TraitOperation::Modifies(self.trait_expression()?));
        }
        self.expect_word("removes")?;
        let mut removed = Vec::new();
        if self.eat_mark("{") {
            while !self.is_mark("}") && self.token().kind != TokenKind::End {
                removed.push(self.signature()?);
                self.expect_semicolon()?;
            }
            self.expect_mark("}")?;
        } else {
            removed.push(self.signature()?);
            self.expect_semicolon()?;
        }
        Ok(TraitOperation::Removes(removed))
    }

    fn method(&mut self) -> Parsed<Method> {
        let signature = self.signature()?;
        let body = self.block()?;
        Ok(Method { signature, body, end: self.previous_span() })
    }

    fn field_or_method(&mut self, class: &mut Class) -> Parsed<()> {
        let annotations = self.annotations()?;
        let kind = self.type_use()?;
        let name = self.name()?;
        if self.is_mark("(") {
            let parameters = self.parameters()?;
            let body = self.block()?;
            let signature = MethodSignature { annotations, result: kind, name, parameters };
            class.methods.push(Method { signature, body, end: self.previous_span() });
            return Ok(());
        }
        let value: Option<Expression> = if self.eat_mark("=") { Some(self.expression()?) } else { None };
        self.expect_semicolon()?;
        class.fields.push(Field { annotations, kind, name, value });
        Ok(())
    }
}
