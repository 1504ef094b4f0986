//! Product lines, products and feature models.

use super::super::lexer::TokenKind;
use super::super::variants::{
    Attribute, AttributeKind, AttributeRange, AttributeValue, Condition, Constraint, ConstraintKind,
    DeltaArgument, DeltaClause, Feature, FeatureGroup, FeatureUse, ModelExpression, ModelExpressionKind,
    Product, ProductExpression, ProductLine, Variants,
};
use super::{Parsed, Parser};
use crate::diagnostic::Diagnostic;

/// Operators of a feature model, from the loosest to the tightest. An implication binds tighter than `&&`, as in the
/// language's grammar.
const LEVELS: [&[&str]; 7] =
    [&["||"], &["&&"], &["->", "<->"], &["==", "!="], &["<", ">", "<=", ">="], &["+", "-"], &["*", "/", "%"]];

impl Parser<'_> {
    /// `productline P; features F, G; delta D after E when F;`
    pub(super) fn product_line(&mut self, into: &mut Variants) -> Parsed<()> {
        self.advance();
        let name = self.type_name()?;
        self.expect_semicolon()?;
        let mut line = ProductLine { name, features: Vec::new(), clauses: Vec::new() };
        if self.eat_word("features") {
            line.features = self.separated(Self::feature_use)?;
            self.expect_semicolon()?;
        }
        while self.is_word("delta") {
            match self.delta_clause(into) {
                Ok(clause) => line.clauses.push(clause),
                Err(_) => self.skip_clause(),
            }
        }
        into.lines.push(line);
        Ok(())
    }

    fn skip_clause(&mut self) {
        while self.token().kind != TokenKind::End && !self.is_start() && !self.eat_mark(";") {
            self.advance();
        }
    }

    fn delta_clause(&mut self, into: &mut Variants) -> Parsed<DeltaClause> {
        self.advance();
        let delta = self.type_name()?;
        let arguments =
            if self.is_mark("(") { self.list("(", ")", Self::delta_argument)? } else { Vec::new() };
        let after = if self.eat_word("after") { self.separated(Self::type_name)? } else { Vec::new() };
        let mut when = None;
        if self.is_word("from") {
            into.gaps.push((self.span(), "reconfigurations (`from`)"));
            self.advance();
            self.condition()?;
        }
        if self.is_word("when") || self.is_word("to") {
            self.advance();
            when = Some(self.condition()?);
        }
        self.expect_semicolon()?;
        Ok(DeltaClause { delta, arguments, after, when })
    }

    fn separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat_mark(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn delta_argument(&mut self) -> Parsed<DeltaArgument> {
        let span = self.span();
        if self.token().kind != TokenKind::TypeName || self.is_word_of("True") || self.is_word_of("False") {
            return Ok(DeltaArgument::Value(self.attribute_value()?, span));
        }
        let feature = self.type_name()?;
        if self.eat_mark(".") {
            return Ok(DeltaArgument::Attribute(feature, self.name()?));
        }
        Ok(DeltaArgument::Feature(feature))
    }

    fn is_word_of(&self, word: &str) -> bool {
        self.token().kind == TokenKind::TypeName && self.text_of(self.span()) == word
    }

    fn feature_use(&mut self) -> Parsed<FeatureUse> {
        let name = self.type_name()?;
        if self.is_mark("'") {
            let span = self.span();
            self.diagnostics.push(Diagnostic::unsupported(span, "intermediate features (`F'`)"));
            self.advance();
        }
        let mut attributes = Vec::new();
        if self.is_mark("{") {
            attributes = self.list("{", "}", |this| {
                let name = this.name()?;
                this.expect_mark("=")?;
                Ok((name, this.attribute_value()?))
            })?;
        }
        Ok(FeatureUse { name, attributes })
    }

    fn attribute_value(&mut self) -> Parsed<AttributeValue> {
        let span = self.span();
        match self.token().kind {
            TokenKind::Text => {
                self.advance();
                Ok(AttributeValue::Text(self.string_value(span)))
            }
            TokenKind::TypeName if ["True", "False"].contains(&self.text_of(span)) => {
                self.advance();
                Ok(AttributeValue::Boolean(self.text_of(span) == "True"))
            }
            _ => Ok(AttributeValue::Integer(self.whole_number()?)),
        }
    }

    fn whole_number(&mut self) -> Parsed<i64> {
        let negative = self.eat_mark("-");
        if self.token().kind != TokenKind::Integer {
            return self.expected("a value");
        }
        let span = self.span();
        let Ok(number) = self.text_of(span).parse::<i64>() else {
            return self.fail("this number is too large for a feature model");
        };
        self.advance();
        Ok(if negative { -number } else { number })
    }

    /// `a op b op c`, from the left. Links count as depth: each makes the tree deeper.
    fn chain<T>(
        &mut self,
        operators: &[&'static str],
        item: &mut dyn FnMut(&mut Self) -> Parsed<T>,
        join: fn(&'static str, T, T) -> T,
    ) -> Parsed<T> {
        let before = self.depth;
        let mut result = item(self);
        while let Ok(left) = result {
            let Some(operator) = operators.iter().find(|operator| self.is_mark(operator)) else {
                result = Ok(left);
                break;
            };
            self.advance();
            result = self.enter().and_then(|()| item(self)).map(|right| join(operator, left, right));
        }
        self.depth = before;
        result
    }

    /// `||` is looser than `&&`, and `!` is the tightest.
    fn condition(&mut self) -> Parsed<Condition> {
        self.chain(
            &["||"],
            &mut |this| {
                let join = |_, left, right| Condition::And(Box::new(left), Box::new(right));
                this.chain(&["&&"], &mut Self::atom, join)
            },
            |_, left, right| Condition::Or(Box::new(left), Box::new(right)),
        )
    }

    fn atom(&mut self) -> Parsed<Condition> {
        self.deeper(|this| {
            if this.eat_mark("!") || this.eat_mark("~") {
                return Ok(Condition::Not(Box::new(this.atom()?)));
            }
            if this.eat_mark("(") {
                let inner = this.condition()?;
                this.expect_mark(")")?;
                return Ok(inner);
            }
            this.feature_use().map(Condition::Feature)
        })
    }

    /// `product P(F, G);`, or `product P = e;`
    pub(super) fn product(&mut self, into: &mut Variants) -> Parsed<()> {
        self.advance();
        let name = self.type_name()?;
        let features = if self.eat_mark("=") {
            self.difference()?
        } else {
            ProductExpression::Features(self.list("(", ")", Self::feature_use)?)
        };
        if self.is_mark("{") {
            // Which product it may become while it runs: only reflection can ask for that.
            let close = self.tokens.closing[self.at] as usize;
            self.at = (close + 1).min(self.tokens.list.len() - 1);
        } else {
            self.expect_semicolon()?;
        }
        into.products.push(Product { name, features });
        Ok(())
    }

    /// `-` is looser than `||`, and that is looser than `&&`.
    fn difference(&mut self) -> Parsed<ProductExpression> {
        self.chain(&["-"], &mut Self::union, |_, left, right| {
            ProductExpression::Difference(Box::new(left), Box::new(right))
        })
    }

    fn union(&mut self) -> Parsed<ProductExpression> {
        self.chain(
            &["||"],
            &mut |this| {
                this.chain(&["&&"], &mut Self::feature_set, |_, left, right| {
                    ProductExpression::Intersection(Box::new(left), Box::new(right))
                })
            },
            |_, left, right| ProductExpression::Union(Box::new(left), Box::new(right)),
        )
    }

    fn feature_set(&mut self) -> Parsed<ProductExpression> {
        self.deeper(|this| {
            if this.is_mark("{") {
                return Ok(ProductExpression::Features(this.list("{", "}", Self::feature_use)?));
            }
            if this.eat_mark("(") {
                let inner = this.difference()?;
                this.expect_mark(")")?;
                return Ok(inner);
            }
            this.type_name().map(ProductExpression::Named)
        })
    }

    /// `root F { … }`, or `extension F { … }`
    pub(super) fn feature_model(&mut self, into: &mut Variants) -> Parsed<()> {
        let is_root = self.is_word("root");
        self.advance();
        let feature = self.feature()?;
        if is_root {
            into.roots.push(feature);
        } else {
            into.extensions.push(feature);
        }
        Ok(())
    }

    fn feature(&mut self) -> Parsed<Feature> {
        self.deeper(|this| {
            let name = this.type_name()?;
            let mut feature = Feature { name, group: None, attributes: Vec::new(), constraints: Vec::new() };
            if !this.eat_mark("{") {
                return Ok(feature);
            }
            if this.eat_word("group") {
                feature.group = Some(this.group()?);
            }
            while !this.is_mark("}") && this.token().kind != TokenKind::End {
                if this.is_attribute() {
                    let attribute = this.attribute()?;
                    feature.attributes.push(attribute);
                } else {
                    let constraint = this.constraint()?;
                    feature.constraints.push(constraint);
                }
            }
            this.expect_mark("}")?;
            Ok(feature)
        })
    }

    fn group(&mut self) -> Parsed<FeatureGroup> {
        let (least, most) = if self.eat_word("allof") {
            (None, None)
        } else if self.eat_word("oneof") {
            (Some(1), Some(1))
        } else if self.eat_mark("[") {
            let least = self.whole_number()?;
            self.expect_mark("..")?;
            let most = if self.eat_mark("*") { None } else { Some(self.whole_number()?) };
            self.expect_mark("]")?;
            let number = |number: i64| u64::try_from(number).unwrap_or(0);
            (Some(number(least)), most.map(number))
        } else {
            return self.expected("`allof`, `oneof` or a range such as `[1 .. 2]`");
        };
        let features = self.list("{", "}", |this| {
            let may_be_out = this.eat_word("opt");
            Ok((this.feature()?, may_be_out))
        })?;
        Ok(FeatureGroup { least, most, features })
    }

    fn is_attribute(&self) -> bool {
        let known = ["Int", "Bool", "String"].iter().any(|kind| self.is_word_of(kind));
        known && (self.kind_at(1) == TokenKind::Name || self.is_mark_at(1, "["))
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let kind = match self.text_of(self.span()) {
            "Int" => AttributeKind::Integer,
            "Bool" => AttributeKind::Boolean,
            _ => AttributeKind::Text,
        };
        self.advance();
        let early = if self.is_mark("[") { Some(self.interval()?) } else { None };
        let name = self.name()?;
        let range = match early {
            Some(range) => range,
            None if self.eat_word("in") && self.is_mark("{") => {
                AttributeRange::OneOf(self.list("{", "}", Self::whole_number)?)
            }
            None if self.is_mark("[") => self.interval()?,
            None => AttributeRange::Any,
        };
        self.expect_semicolon()?;
        Ok(Attribute { name, kind, range })
    }

    fn interval(&mut self) -> Parsed<AttributeRange> {
        self.expect_mark("[")?;
        let from = if self.eat_mark("*") { None } else { Some(self.whole_number()?) };
        self.expect_mark("..")?;
        let to = if self.eat_mark("*") { None } else { Some(self.whole_number()?) };
        self.expect_mark("]")?;
        Ok(AttributeRange::Between(from, to))
    }

    fn constraint(&mut self) -> Parsed<Constraint> {
        let start = self.span();
        let word = if self.is_mark_at(1, ":") && self.token().kind == TokenKind::Name {
            let word = self.text_of(start);
            self.advance();
            self.advance();
            word
        } else {
            "ifin"
        };
        let kind = match word {
            "ifin" => ConstraintKind::IfIn(self.model_expression(0)?),
            "ifout" => ConstraintKind::IfOut(self.model_expression(0)?),
            "require" => ConstraintKind::Require(self.type_name()?),
            "exclude" => ConstraintKind::Exclude(self.type_name()?),
            _ => {
                self.report(start, "expected `ifin`, `ifout`, `require` or `exclude`");
                return Err(super::Reported);
            }
        };
        self.expect_semicolon()?;
        Ok(Constraint { kind, span: start.to(self.previous_span()) })
    }

    fn model_expression(&mut self, level: usize) -> Parsed<ModelExpression> {
        let Some(operators) = LEVELS.get(level) else { return self.model_atom() };
        self.chain(operators, &mut |this| this.model_expression(level + 1), |operator, left, right| {
            let span = left.span.to(right.span);
            ModelExpression {
                kind: ModelExpressionKind::Binary(operator, Box::new(left), Box::new(right)),
                span,
            }
        })
    }

    fn model_atom(&mut self) -> Parsed<ModelExpression> {
        self.deeper(|this| {
            let start = this.span();
            let kind = if this.eat_mark("!") || this.eat_mark("~") {
                ModelExpressionKind::Not(Box::new(this.model_atom()?))
            } else if this.eat_mark("-") {
                ModelExpressionKind::Minus(Box::new(this.model_atom()?))
            } else if this.eat_mark("(") {
                let inner = this.model_expression(0)?;
                this.expect_mark(")")?;
                inner.kind
            } else if this.token().kind == TokenKind::Name {
                ModelExpressionKind::Attribute(None, this.name()?)
            } else if this.token().kind == TokenKind::TypeName
                && !this.is_word_of("True")
                && !this.is_word_of("False")
            {
                let feature = this.type_name()?;
                if this.eat_mark(".") {
                    ModelExpressionKind::Attribute(Some(feature), this.name()?)
                } else {
                    ModelExpressionKind::Feature(feature)
                }
            } else {
                ModelExpressionKind::Value(this.attribute_value()?)
            };
            Ok(ModelExpression { kind, span: start.to(this.previous_span()) })
        })
    }
}
