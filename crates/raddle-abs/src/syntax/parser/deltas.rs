//! Deltas: what they add, modify and remove.

use super::super::lexer::TokenKind;
use super::super::tree::{Class, Name, QualifiedName, TraitOperation};
use super::super::variants::{
    ClassChange, ClassModifier, Delta, InterfaceChange, Modifier, ModifierKind, Variants,
};
use super::{Parsed, Parser};

/// What begins a thing that a delta does.
const MODIFIERS: [&str; 3] = ["adds", "modifies", "removes"];

impl Parser<'_> {
    /// `delta D(…); uses M; …`, or `delta D { … }` within a module, as it was written once.
    pub(super) fn delta(&mut self, into: &mut Variants, module: Option<&Name>) -> Parsed<()> {
        self.advance();
        let name = self.type_name()?;
        let mut delta = Delta { name, parameters: Vec::new(), uses: None, modifiers: Vec::new() };
        if self.is_mark("(") {
            let parameters = self.list("(", ")", |this| {
                if this.is_class_parameter() {
                    return this.class_parameter(into).map(|()| None);
                }
                this.parameter().map(Some)
            })?;
            delta.parameters = parameters.into_iter().flatten().collect();
        }
        let braces = self.is_mark("{");
        if braces {
            self.advance();
            delta.uses =
                module.map(|module| QualifiedName { module: None, name: module.clone(), span: module.span });
        } else {
            self.expect_semicolon()?;
        }
        while self.eat_word("uses") {
            delta.uses = Some(self.qualified_type_name()?);
            self.expect_semicolon()?;
        }
        while MODIFIERS.iter().any(|word| self.is_word(word)) {
            match self.modifier() {
                Ok(modifier) => delta.modifiers.push(modifier),
                // The rest of this delta is looked at all the same.
                Err(_) => self.skip_modifier(),
            }
        }
        if braces {
            self.expect_mark("}")?;
        }
        into.deltas.push(delta);
        Ok(())
    }

    /// `C hasField …` and the like: a class that the product line names.
    fn is_class_parameter(&self) -> bool {
        let mut offset = 0;
        while self.kind_at(offset) == TokenKind::TypeName {
            if ["hasField", "hasMethod", "hasInterface"].iter().any(|word| self.is_word_at(offset + 1, word))
            {
                return true;
            }
            if !self.is_mark_at(offset + 1, ".") {
                return false;
            }
            offset += 2;
        }
        false
    }

    fn class_parameter(&mut self, into: &mut Variants) -> Parsed<()> {
        let start = self.span();
        self.qualified_type_name()?;
        let word = self.advance();
        match self.text_of(word.span) {
            "hasInterface" => self.qualified_type_name().map(drop)?,
            "hasMethod" => self.signature().map(drop)?,
            _ => {
                self.annotations()?;
                self.type_use()?;
                self.name()?;
            }
        }
        into.gaps.push((start.to(self.previous_span()), "classes as parameters of deltas"));
        Ok(())
    }

    fn skip_modifier(&mut self) {
        while self.token().kind != TokenKind::End {
            if MODIFIERS.iter().any(|word| self.is_word(word)) || self.is_start() || self.is_mark("}") {
                return;
            }
            if self.is_mark("{") {
                let close = self.tokens.closing[self.at] as usize;
                self.at = close.min(self.tokens.list.len() - 1);
            }
            self.advance();
        }
    }

    fn modifier(&mut self) -> Parsed<Modifier> {
        let start = self.span();
        let word = self.advance();
        let kind = match self.text_of(word.span) {
            "adds" => self.addition()?,
            "removes" => self.removal()?,
            _ => self.modification()?,
        };
        Ok(Modifier { kind, span: start.to(self.previous_span()) })
    }

    fn addition(&mut self) -> Parsed<ModifierKind> {
        if self.is_word("import") {
            return Ok(ModifierKind::Import(self.import()?));
        }
        if self.is_word("export") {
            return Ok(ModifierKind::Export(self.export()?));
        }
        let (home, declaration) = self.declaration_with_home()?;
        Ok(ModifierKind::Add(home, declaration))
    }

    fn removal(&mut self) -> Parsed<ModifierKind> {
        let is_class = self.is_word("class");
        if !is_class && !self.is_word("interface") {
            return self.expected("`class` or `interface`: a delta removes nothing else of a module");
        }
        self.advance();
        let name = self.qualified_type_name()?;
        self.expect_semicolon()?;
        Ok(if is_class { ModifierKind::RemoveClass(name) } else { ModifierKind::RemoveInterface(name) })
    }

    fn modification(&mut self) -> Parsed<ModifierKind> {
        if self.eat_word("class") {
            return self.class_modifier().map(ModifierKind::ModifyClass);
        }
        if self.eat_word("interface") {
            let name = self.qualified_type_name()?;
            self.expect_mark("{")?;
            let mut changes = Vec::new();
            while !self.is_mark("}") && self.token().kind != TokenKind::End {
                let adds = self.is_word("adds");
                if !adds && !self.is_word("removes") {
                    return self.expected("`adds` or `removes`");
                }
                self.advance();
                let signature = self.signature()?;
                self.expect_semicolon()?;
                changes.push(if adds {
                    InterfaceChange::Add(signature)
                } else {
                    InterfaceChange::Remove(signature)
                });
            }
            self.expect_mark("}")?;
            return Ok(ModifierKind::ModifyInterface(name, changes));
        }
        if !self.is_word("data") && !self.is_word("type") {
            return self.expected("`class`, `interface`, `data` or `type`: a delta modifies nothing else");
        }
        let (home, declaration) = self.declaration_with_home()?;
        Ok(ModifierKind::Replace(home, declaration))
    }

    fn class_modifier(&mut self) -> Parsed<ClassModifier> {
        let class = self.qualified_type_name()?;
        let mut modifier =
            ClassModifier { class, adds: Vec::new(), removes: Vec::new(), changes: Vec::new() };
        if self.eat_word("adds") {
            modifier.adds = self.qualified_names()?;
        }
        if self.eat_word("removes") {
            modifier.removes = self.qualified_names()?;
        }
        self.expect_mark("{")?;
        while !self.is_mark("}") && self.token().kind != TokenKind::End {
            self.class_change(&mut modifier.changes)?;
        }
        self.expect_mark("}")?;
        Ok(modifier)
    }

    fn qualified_names(&mut self) -> Parsed<Vec<QualifiedName>> {
        let mut names = vec![self.qualified_type_name()?];
        while self.eat_mark(",") {
            names.push(self.qualified_type_name()?);
        }
        Ok(names)
    }

    fn class_change(&mut self, into: &mut Vec<ClassChange>) -> Parsed<()> {
        if self.is_word("adds") && !self.is_mark_at(1, "{") && !self.is_trait_name(1) {
            self.advance();
            let mut class = Class::empty(Name { text: "".into(), span: self.span() });
            self.field_or_method(&mut class)?;
            into.extend(class.fields.into_iter().map(|field| ClassChange::AddField(Box::new(field))));
            let adds =
                |method| TraitOperation::Adds(super::super::tree::TraitExpression::methods(vec![method]));
            into.extend(class.methods.into_iter().map(|method| ClassChange::Methods(adds(method))));
            return Ok(());
        }
        if self.is_word("removes") && !self.is_mark_at(1, "{") {
            let before = self.at;
            self.advance();
            self.annotations()?;
            self.type_use()?;
            let name = self.name()?;
            if !self.is_mark("(") {
                if self.eat_mark("=") {
                    self.expression()?;
                }
                self.expect_semicolon()?;
                into.push(ClassChange::RemoveField(name));
                return Ok(());
            }
            self.at = before;
        }
        if !self.is_trait_operation(0) {
            return self.expected("`adds`, `modifies` or `removes`");
        }
        into.push(ClassChange::Methods(self.trait_operation()?));
        // A trait that is named may have a semicolon behind it.
        self.eat_mark(";");
        Ok(())
    }
}
