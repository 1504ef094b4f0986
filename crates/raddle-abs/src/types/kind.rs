//! Types, and how they fit: subtypes, joins, and the inference of type arguments.
//!
//! `Int` fits where `Rat` is wanted, an interface where one of its ancestors is, `null` where a reference is;
//! data types are covariant. A type argument is found from the arguments of a call: each raises the
//! variable's lower bound to the join of what was seen. One pass, no backtracking: the same as the ABS
//! compiler's, but for the join, which accepts a little more.

use std::sync::Arc;

use super::resolved::{Class, ClassId, DataType, DataTypeId, Interface, InterfaceId};

/// A type variable of the inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableId(pub u32);

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A data type with its arguments.
    Data(DataTypeId, Arc<[Type]>),
    /// An interface.
    Interface(InterfaceId),
    /// The type of `this` and of a new object.
    Class(ClassId),
    /// A type parameter of the declaration at hand.
    Parameter(u32, Arc<str>),
    /// To be found.
    Variable(VariableId),
    /// The type of `null`.
    Null,
    /// Fits everywhere, because something was reported already.
    Error,
}

/// The data types that the checker itself knows.
#[derive(Clone, Copy, Debug)]
pub struct KnownTypes {
    /// `Unit`
    pub unit: DataTypeId,
    /// `Bool`
    pub boolean: DataTypeId,
    /// `Int`
    pub int: DataTypeId,
    /// `Rat`
    pub rat: DataTypeId,
    /// `Float`
    pub float: DataTypeId,
    /// `String`
    pub string: DataTypeId,
    /// `Fut`
    pub future: DataTypeId,
    /// `Destiny`, which every future fits
    pub destiny: DataTypeId,
    /// `Exception`
    pub exception: DataTypeId,
    /// `List`
    pub list: DataTypeId,
    /// `Object`, above every interface
    pub object: InterfaceId,
}

/// What the tables say about the nominal types, for questions about them.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// Data types.
    pub data_types: &'a [DataType],
    /// Interfaces.
    pub interfaces: &'a [Interface],
    /// Classes.
    pub classes: &'a [Class],
    /// Those that the checker itself knows.
    pub known: &'a KnownTypes,
}

#[derive(Clone, Debug)]
enum Binding {
    Free,
    AtLeast(Type),
}

/// The type variables of one body.
#[derive(Debug, Default)]
pub struct Inference {
    bindings: Vec<Binding>,
}

impl Inference {
    /// A new variable.
    pub fn fresh(&mut self) -> Type {
        self.bindings.push(Binding::Free);
        Type::Variable(VariableId(self.bindings.len() as u32 - 1))
    }

    /// As many new variables.
    pub fn fresh_list(&mut self, count: usize) -> Vec<Type> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// The type, with a variable at its head replaced by what is known of it.
    pub fn head(&self, kind: &Type) -> Type {
        let mut kind = kind.clone();
        while let Type::Variable(VariableId(variable)) = kind {
            match &self.bindings[variable as usize] {
                Binding::Free => break,
                Binding::AtLeast(bound) => kind = bound.clone(),
            }
        }
        kind
    }

    /// The type, with all variables replaced by what is known of them.
    pub fn resolve(&self, kind: &Type) -> Type {
        match self.head(kind) {
            Type::Data(id, arguments) => {
                Type::Data(id, arguments.iter().map(|argument| self.resolve(argument)).collect())
            }
            other => other,
        }
    }

    fn occurs(&self, variable: VariableId, kind: &Type) -> bool {
        match self.head(kind) {
            Type::Variable(other) => other == variable,
            Type::Data(_, arguments) => arguments.iter().any(|argument| self.occurs(variable, argument)),
            _ => false,
        }
    }

    /// The last variable of the chain that begins here.
    fn representative(&self, mut variable: VariableId) -> VariableId {
        while let Binding::AtLeast(Type::Variable(next)) = &self.bindings[variable.0 as usize] {
            variable = *next;
        }
        variable
    }

    /// Does a value of type `from` fit where `to` is wanted? Finds type arguments on the way.
    pub fn fits(&mut self, tables: Tables<'_>, from: &Type, to: &Type) -> bool {
        if let (Type::Variable(a), Type::Variable(b)) = (from, to)
            && self.representative(*a) == self.representative(*b)
        {
            return true;
        }
        if let Type::Variable(variable) = to {
            let variable = self.representative(*variable);
            return match self.bindings[variable.0 as usize].clone() {
                Binding::Free => {
                    if self.occurs(variable, from) {
                        return false;
                    }
                    self.bindings[variable.0 as usize] = Binding::AtLeast(from.clone());
                    true
                }
                Binding::AtLeast(bound) => match self.join(tables, &bound, from) {
                    Some(joined) => {
                        if !self.occurs(variable, &joined) {
                            self.bindings[variable.0 as usize] = Binding::AtLeast(joined);
                        }
                        true
                    }
                    None => false,
                },
            };
        }
        if let Type::Variable(variable) = from {
            let variable = self.representative(*variable);
            return match self.bindings[variable.0 as usize].clone() {
                Binding::Free => {
                    if self.occurs(variable, to) {
                        return false;
                    }
                    self.bindings[variable.0 as usize] = Binding::AtLeast(to.clone());
                    true
                }
                Binding::AtLeast(bound) => {
                    let fits = self.fits(tables, &bound, to);
                    // `null` alone says little: the wanted type says more.
                    if fits && bound == Type::Null {
                        self.bindings[variable.0 as usize] = Binding::AtLeast(to.clone());
                    }
                    fits
                }
            };
        }
        match (from, to) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Data(a, from_arguments), Type::Data(b, to_arguments)) => {
                if a == b {
                    from_arguments.len() == to_arguments.len()
                        && from_arguments
                            .iter()
                            .zip(to_arguments.iter())
                            .all(|(x, y)| self.fits(tables, x, y))
                } else {
                    (*a == tables.known.int && *b == tables.known.rat)
                        || (*a == tables.known.future && *b == tables.known.destiny)
                }
            }
            (Type::Interface(a), Type::Interface(b)) => {
                *b == tables.known.object || tables.interfaces[a.index()].ancestors.contains(b)
            }
            (Type::Class(a), Type::Interface(b)) => {
                *b == tables.known.object || tables.classes[a.index()].interfaces.contains(b)
            }
            (Type::Class(a), Type::Class(b)) => a == b,
            (Type::Parameter(a, _), Type::Parameter(b, _)) => a == b,
            (Type::Null, Type::Null | Type::Interface(_) | Type::Class(_)) => true,
            (Type::Null, Type::Data(id, _)) => *id == tables.known.future || *id == tables.known.destiny,
            _ => false,
        }
    }

    /// The smallest type that both fit, if there is one.
    pub fn join(&mut self, tables: Tables<'_>, a: &Type, b: &Type) -> Option<Type> {
        let (a, b) = (self.head(a), self.head(b));
        match (&a, &b) {
            (Type::Error, _) => return Some(b),
            (_, Type::Error) => return Some(a),
            (Type::Data(x, left), Type::Data(y, right)) if x == y && left.len() == right.len() => {
                let joined: Option<Vec<Type>> =
                    left.iter().zip(right.iter()).map(|(l, r)| self.join(tables, l, r)).collect();
                return joined.map(|arguments| Type::Data(*x, arguments.into()));
            }
            _ => {}
        }
        if self.fits(tables, &a, &b) {
            return Some(b);
        }
        if self.fits(tables, &b, &a) {
            return Some(a);
        }
        let above = |kind: &Type| match kind {
            Type::Interface(id) => tables.interfaces[id.index()].ancestors.clone(),
            Type::Class(id) => tables.classes[id.index()].interfaces.clone(),
            _ => Vec::new(),
        };
        let (left, right) = (above(&a), above(&b));
        let is_reference = |kind: &Type| matches!(kind, Type::Interface(_) | Type::Class(_));
        if !is_reference(&a) || !is_reference(&b) {
            return None;
        }
        let shared = left.iter().copied().find(|id| right.contains(id) && *id != tables.known.object);
        Some(Type::Interface(shared.unwrap_or(tables.known.object)))
    }

    /// The type as a person writes it.
    pub fn show(&self, tables: Tables<'_>, kind: &Type) -> String {
        match self.head(kind) {
            Type::Data(id, arguments) => {
                let name = &tables.data_types[id.index()].name;
                if arguments.is_empty() {
                    return name.to_string();
                }
                let shown: Vec<String> =
                    arguments.iter().map(|argument| self.show(tables, argument)).collect();
                format!("{name}<{}>", shown.join(", "))
            }
            Type::Interface(id) => tables.interfaces[id.index()].name.to_string(),
            Type::Class(id) => tables.classes[id.index()].name.to_string(),
            Type::Parameter(_, name) => name.to_string(),
            Type::Variable(_) => "_".to_owned(),
            Type::Null => "null".to_owned(),
            Type::Error => "?".to_owned(),
        }
    }
}

/// The type with the parameters of its declaration replaced.
pub fn instantiate(kind: &Type, arguments: &[Type]) -> Type {
    match kind {
        Type::Parameter(index, _) => arguments.get(*index as usize).cloned().unwrap_or(Type::Error),
        Type::Data(id, inner) => {
            Type::Data(*id, inner.iter().map(|argument| instantiate(argument, arguments)).collect())
        }
        other => other.clone(),
    }
}
