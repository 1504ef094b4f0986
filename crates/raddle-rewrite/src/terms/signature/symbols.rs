//! A symbol from its first declaration: what its attributes mean for syntax, axioms and evaluation.

use super::{Declaration, Shape, SignatureFault, Symbol, shape_is_associative};
use crate::names::Name;
use crate::syntax::ast::{Gather, OperatorSource, Piece};
use crate::terms::hooks::Hook;
use crate::terms::sorts::{KindId, SortId, Sorts};

pub(super) fn plain_symbol(name: Name, range: KindId) -> Symbol {
    Symbol {
        name,
        pieces: Vec::new(),
        domain: Vec::new(),
        range,
        declarations: Vec::new(),
        shape: Shape::Free,
        identity: None,
        left_identity: false,
        right_identity: false,
        idempotent: false,
        precedence: 0,
        gather: Vec::new(),
        format: None,
        strategy: None,
        frozen: Vec::new(),
        memo: false,
        hook: Hook::None,
        object: false,
        message: false,
        configuration: false,
        identity_source: None,
        attributes: std::sync::Arc::default(),
        origin: usize::MAX,
        sort_table: Vec::new(),
        final_sorts: Vec::new(),
    }
}

pub(super) fn new_symbol(
    source: &OperatorSource,
    domain: Vec<KindId>,
    range: KindId,
    declaration: Declaration,
    origin: usize,
    sorts: &Sorts,
    faults: &mut Vec<SignatureFault>,
) -> Symbol {
    let attributes = &source.attributes;
    let arity = domain.len();
    let mut fault = |message: String| {
        faults.push(SignatureFault { place: source.place, message, fatal: false });
    };
    let binary = arity == 2 && domain[0] == domain[1];
    if (attributes.associative || attributes.commutative) && !binary {
        fault(format!(
            "operator {} cannot be assoc or comm: it needs two arguments of one kind",
            source.name
        ));
    }
    let closed = binary && domain[0] == range;
    if attributes.associative && binary && !closed {
        fault(format!("operator {} cannot be assoc: its result has another kind", source.name));
    }
    let shape = match (attributes.associative && closed, attributes.commutative && binary) {
        (true, true) => Shape::AssociativeCommutative,
        (true, false) => Shape::Associative,
        (false, true) => Shape::Commutative,
        (false, false) if attributes.iterated && arity == 1 && domain[0] == range => Shape::Iterated,
        (false, false) => Shape::Free,
    };
    let holes = source.pieces.iter().filter(|piece| **piece == Piece::Hole).count();
    let mixfix = holes > 0 && holes == arity;
    let starts = mixfix && source.pieces.first() == Some(&Piece::Hole);
    let ends = mixfix && source.pieces.last() == Some(&Piece::Hole);
    let precedence = attributes.precedence.unwrap_or(match (starts || ends, arity) {
        (false, _) => 0,
        (true, 1) => 15,
        (true, _) => 41,
    });
    let mut gather: Vec<Gather> = (0..arity)
        .map(|index| {
            let outer = (index == 0 && starts) || (index + 1 == arity && ends);
            if outer { Gather::Equal } else { Gather::Any }
        })
        .collect();
    if starts && ends && arity == 2 && shape_is_associative(shape) {
        gather = vec![Gather::Lower, Gather::Equal];
    } else if starts && ends && arity > 1 {
        // A side that cannot hold the result does not gather terms of the operator itself, if the other one can.
        let holds = |sort: SortId| sorts.is_at_most(declaration.range, sort);
        let (first, last) = (declaration.domain[0], declaration.domain[arity - 1]);
        match (holds(first), holds(last)) {
            (false, true) if domain[0] == range => gather[0] = Gather::Lower,
            (true, false) if domain[arity - 1] == range => gather[arity - 1] = Gather::Lower,
            _ => {}
        }
    }
    if let Some(given) = &attributes.gather {
        if given.len() == arity {
            gather.clone_from(given);
        } else {
            fault(format!("gather of operator {} does not fit its arguments", source.name));
        }
    }
    let frozen = match &attributes.frozen {
        None => vec![false; arity],
        Some(positions) if positions.is_empty() => vec![true; arity],
        Some(positions) => (1..=arity as u32).map(|position| positions.contains(&position)).collect(),
    };
    let identity = attributes.identity.as_ref().filter(|_| closed);
    Symbol {
        pieces: source.pieces.clone(),
        domain,
        declarations: vec![declaration],
        shape,
        left_identity: identity.is_some_and(|identity| identity.left || attributes.commutative),
        right_identity: identity.is_some_and(|identity| identity.right || attributes.commutative),
        identity_source: identity.map(|identity| identity.tokens.clone().into()),
        idempotent: attributes.idempotent,
        precedence,
        gather,
        format: attributes.format.clone(),
        strategy: attributes.strategy.clone(),
        frozen,
        memo: attributes.memo,
        hook: attributes
            .special
            .as_ref()
            .map_or(Hook::None, |(name, arguments)| Hook::from_source(*name, arguments)),
        object: attributes.object,
        message: attributes.message,
        configuration: attributes.configuration,
        attributes: std::sync::Arc::new(attributes.clone()),
        origin,
        ..plain_symbol(source.name, range)
    }
}
