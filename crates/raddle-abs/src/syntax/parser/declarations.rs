//! Modules and their declarations.

use std::sync::Arc;

use super::super::lexer::TokenKind;
use super::super::tree::{
    Class, Constructor, DataType, Declaration, Export, Expression, Field, File, Function, Import, Interface,
    Method, MethodSignature, Module, Name, TraitBase, TraitExpression, TraitOperation, TypeUse,
};
use super::{Parsed, Parser};

/// Words that begin a declaration.
const STARTS: [&str; 8] = ["module", "data", "type", "def", "interface", "class", "exception", "trait"];

/// Words that begin what a file says of product lines; a name with a capital letter stands behind them.
const VARIANTS: [&str; 7] = ["delta", "productline", "product", "root", "extension", "update", "stateupdate"];

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
            if self.is_variant() {
                if self.variant(&mut file).is_err() {
                    self.skip_declaration();
                }
            } else if self.eat_word("module") {
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

    /// Does something of a product line begin here?
    fn is_variant(&self) -> bool {
        self.kind_at(1) == TokenKind::TypeName && VARIANTS.iter().any(|word| self.is_word(word))
    }

    /// Does a declaration or something of a product line begin here?
    pub(super) fn is_start(&self) -> bool {
        self.is_variant() || STARTS.iter().any(|word| self.is_word(word))
    }

    fn variant(&mut self, file: &mut File) -> Parsed<()> {
        let span = self.span();
        let into = &mut file.variants;
        match self.text_of(span) {
            "delta" => self.delta(into, file.modules.last().map(|module| &module.name)),
            "productline" => self.product_line(into),
            "product" => self.product(into),
            "root" | "extension" => self.feature_model(into),
            // What happens to objects when a running program becomes another product: only reflection can ask for that.
            _ => {
                self.advance();
                self.skip_declaration();
                Ok(())
            }
        }
    }

    /// A declaration of a delta, and the module before its name.
    pub(super) fn declaration_with_home(&mut self) -> Parsed<(Option<Arc<str>>, Declaration)> {
        self.home = None;
        let declaration = self.declaration()?;
        Ok((self.home.take(), declaration))
    }

    fn module(&mut self) -> Parsed<Module> {
        let name = self.qualified_type_name()?;
        let text = super::full_name(&name);
        let _ = self.expect_semicolon();
        Ok(self.module_body(Name { text: text.into(), span: name.span }))
    }

    /// Does a main block begin here, perhaps with annotations before it?
    fn is_main(&self) -> bool {
        let mut at = self.at;
        while matches!(self.tokens.list[at].kind, TokenKind::Mark("[")) {
            at = (self.tokens.closing[at] as usize + 1).min(self.tokens.list.len() - 1);
        }
        matches!(self.tokens.list[at].kind, TokenKind::Mark("{"))
    }

    /// Does a module say here what its own features are, or that something belongs to them?
    fn is_local_product_line(&self) -> bool {
        let own = ["base", "relative", "unique"].iter().any(|word| self.is_word(word));
        own && (self.is_word_at(1, "class") || self.is_word_at(1, "interface"))
            || self.is_word("features") && self.kind_at(1) == TokenKind::TypeName
    }

    fn module_body(&mut self, name: Name) -> Module {
        let mut module =
            Module { name, exports: Vec::new(), imports: Vec::new(), declarations: Vec::new(), main: None };
        loop {
            let before = self.at;
            if self.token().kind == TokenKind::End || self.is_word("module") {
                break;
            }
            if self.is_variant() {
                break;
            }
            if self.is_local_product_line() {
                let _: Parsed<()> = self.give_up(super::LOCAL_PRODUCT_LINES);
                break;
            }
            let result = if self.is_word("export") {
                self.export().map(|export| module.exports.push(export))
            } else if self.is_word("import") {
                self.import().map(|import| module.imports.push(import))
            } else if self.is_main() {
                let start = self.span();
                let annotated = self.annotations();
                annotated.and_then(|_| self.block()).map(|main| {
                    let span = start.to(self.previous_span());
                    if module.main.is_some() {
                        self.report(start, "a module has one main block");
                    }
                    module.main = Some((main, span));
                })
            } else {
                let start = self.span();
                self.declaration_with_home().map(|(home, declaration)| {
                    if home.is_some() {
                        self.report(
                            start,
                            "only in a delta a module may stand before the name of a declaration",
                        );
                    }
                    module.declarations.push(declaration);
                })
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
            if self.is_start() {
                return;
            }
            if self.is_mark("{") {
                let close = self.tokens.closing[self.at] as usize;
                self.at = close.min(self.tokens.list.len() - 1);
            }
            self.advance();
        }
    }

    pub(super) fn export(&mut self) -> Parsed<Export> {
        self.advance();
        let names = self.names_or_star()?;
        let from = if self.eat_word("from") { Some(self.qualified_type_name()?) } else { None };
        self.expect_semicolon()?;
        Ok(Export { names, from })
    }

    pub(super) fn import(&mut self) -> Parsed<Import> {
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

    fn declaration(&mut self) -> Parsed<Declaration> {
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
                let name = self.declared_type_name()?;
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
        Ok(declaration)
    }

    fn data(&mut self) -> Parsed<DataType> {
        let name = self.declared_type_name()?;
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
        let qualified = self.any_qualified_name()?;
        self.home = qualified.module;
        let name = qualified.name;
        let type_parameters = self.type_parameters()?;
        let close = self.tokens.closing[self.at] as usize;
        let is_partial = self.is_mark("(")
            && matches!(self.tokens.list.get(close + 1).map(|token| token.kind), Some(TokenKind::Mark("(")));
        let functions = if is_partial { Some(self.list("(", ")", Self::name)?) } else { None };
        let parameters = self.parameters()?;
        self.expect_mark("=")?;
        let body = if self.eat_word("builtin") {
            // What a database or a triple store is asked: it is not there to answer.
            if self.is_mark("[") {
                self.list("[", "]", Self::expression)?;
            } else if self.is_mark("(") {
                self.arguments()?;
            }
            None
        } else {
            Some(self.expression()?)
        };
        self.expect_semicolon()?;
        Ok(Function { result, name, type_parameters, functions, parameters, body })
    }

    fn interface(&mut self) -> Parsed<Interface> {
        let name = self.declared_type_name()?;
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

    pub(super) fn signature(&mut self) -> Parsed<MethodSignature> {
        let annotations = self.annotations()?;
        let result = self.type_use()?;
        let name = self.name()?;
        let parameters = self.parameters()?;
        Ok(MethodSignature { annotations, result, name, parameters })
    }

    fn class(&mut self) -> Parsed<Class> {
        let name = self.declared_type_name()?;
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
        let mut class = Class::empty(name);
        (class.parameters, class.implements) = (parameters, implements);
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

    /// `{ m … }`, one method or a trait's name, and what is done to it, from the left.
    fn trait_expression(&mut self) -> Parsed<TraitExpression> {
        let base = self.trait_base()?;
        let mut operations = Vec::new();
        while self.is_trait_operation(0) {
            operations.push(self.trait_operation()?);
        }
        Ok(TraitExpression { base, operations })
    }

    /// Does the name of a trait stand there, and not the type of a method or field?
    pub(super) fn is_trait_name(&self, offset: usize) -> bool {
        self.kind_at(offset) == TokenKind::TypeName
            && !["<", "."].iter().any(|mark| self.is_mark_at(offset + 1, mark))
            && (self.kind_at(offset + 1) != TokenKind::Name || self.is_trait_operation(offset + 1))
    }

    fn trait_base(&mut self) -> Parsed<TraitBase> {
        if self.eat_mark("{") {
            let mut methods = Vec::new();
            while !self.is_mark("}") && self.token().kind != TokenKind::End {
                methods.push(self.method()?);
            }
            self.expect_mark("}")?;
            return Ok(TraitBase::Methods(methods));
        }
        // A trait's name may stand before the next declaration, a method's type before its name and its parameters.
        if self.kind_at(0) == TokenKind::TypeName
            && !["<", "."].iter().any(|mark| self.is_mark_at(1, mark))
            && !(self.kind_at(1) == TokenKind::Name && self.is_mark_at(2, "("))
        {
            return Ok(TraitBase::Named(self.type_name()?));
        }
        Ok(TraitBase::Methods(vec![self.method()?]))
    }

    pub(super) fn is_trait_operation(&self, offset: usize) -> bool {
        ["adds", "modifies", "removes"].iter().any(|word| self.is_word_at(offset, word))
    }

    pub(super) fn trait_operation(&mut self) -> Parsed<TraitOperation> {
        let plain = |base| TraitExpression { base, operations: Vec::new() };
        if self.eat_word("adds") {
            return Ok(TraitOperation::Adds(plain(self.trait_base()?)));
        }
        if self.eat_word("modifies") {
            return Ok(TraitOperation::Modifies(plain(self.trait_base()?)));
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

    pub(super) fn field_or_method(&mut self, class: &mut Class) -> Parsed<()> {
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
