//! Places in a term, from the top down, and the context around each: the term with a hole there.

use super::down::Constructors;
use super::object::ObjectModule;
use super::tables::make;
use super::up::{application, head_text};
use crate::machine::solve::Rest;
use crate::names::Name;
use crate::terms::signature::Shape;
use crate::terms::{TermId, Terms};
use num_traits::One;

/// A place in a term: what stands there, and the way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub term: TermId,
    /// The place above, `None` for the top.
    pub parent: Option<usize>,
    /// The argument of the place above.
    pub argument: usize,
    pub depth: u64,
}

/// All places down to a depth, those closer to the top first; without those in frozen arguments, if asked for.
pub(super) fn places(terms: &Terms, term: TermId, deepest: Option<u64>, thawed: bool) -> Vec<Place> {
    let mut places = vec![Place { term, parent: None, argument: 0, depth: 0 }];
    let mut at = 0;
    while let Some(&Place { term, depth, .. }) = places.get(at) {
        if deepest.is_none_or(|deepest| depth < deepest) {
            let symbol = terms.signature.get(terms.symbol(term));
            let flat = matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative);
            let mut last = None;
            for (argument, &inner) in terms.arguments(term).iter().enumerate() {
                let frozen = symbol.frozen.get(if flat { argument.min(1) } else { argument }) == Some(&true);
                // Equal elements of a set give equal results.
                let repeated = symbol.shape == Shape::AssociativeCommutative && last == Some(inner);
                last = Some(inner);
                if !(repeated || frozen && thawed) {
                    places.push(Place { term: inner, parent: Some(at), argument, depth: depth + 1 });
                }
            }
        }
        at += 1;
    }
    places
}

/// The whole term with a new part at a place.
pub(super) fn rebuild(terms: &mut Terms, places: &[Place], place: usize, part: TermId) -> TermId {
    let mut whole = part;
    let mut at = place;
    while let Some(parent) = places[at].parent {
        whole = terms.replace_argument(places[parent].term, places[at].argument, whole);
        at = parent;
    }
    whole
}

/// The representation of the context of a match.
pub(super) fn context(
    object: &mut ObjectModule,
    above: &mut Terms,
    places: &[Place],
    place: usize,
    rest: &Rest,
) -> Option<TermId> {
    let constructors = Constructors::of(above)?;
    let mut made = make(above, "`[`]", "Context", &[])?;
    let term = places[place].term;
    if !rest.before.is_empty() || !rest.after.is_empty() {
        let terms = object.terms();
        let symbol = terms.symbol(term);
        let kept = terms.signature.get(symbol);
        if kept.shape == Shape::Iterated {
            // What is left outside is kept as a term of the operator.
            let count = rest.before.first().map(|&outer| terms.iterations(outer)).unwrap_or_default();
            let name =
                if count.is_one() { kept.name.text().to_owned() } else { format!("{}^{count}", kept.name) };
            made = application(above, constructors, Name::new(&name), &[made])?;
        } else {
            let head = Name::new(&head_text(terms, term));
            let mut parts = Vec::new();
            for &element in &rest.before {
                parts.push(object.up(element, above)?);
            }
            if object.terms().signature.get(symbol).shape == Shape::Associative {
                parts.push(made);
                for &element in &rest.after {
                    parts.push(object.up(element, above)?);
                }
            } else {
                // What is left of a set is one term beside the hole.
                let others = match rest.after.as_slice() {
                    [one] => *one,
                    all => object.terms().make(symbol, all),
                };
                parts.push(object.up(others, above)?);
                parts.push(made);
            }
            made = application(above, constructors, head, &parts)?;
        }
    }
    let mut at = place;
    while let Some(parent) = places[at].parent {
        let term = places[parent].term;
        let terms = object.terms();
        let set = terms.signature.get(terms.symbol(term)).shape == Shape::AssociativeCommutative;
        let head = Name::new(&head_text(terms, term));
        let arguments = terms.arguments(term).to_vec();
        let mut parts = Vec::new();
        for (index, &argument) in arguments.iter().enumerate() {
            if index != places[at].argument {
                parts.push(object.up(argument, above)?);
            } else if !set {
                parts.push(made);
            }
        }
        if set {
            parts.push(made);
        }
        made = application(above, constructors, head, &parts)?;
        at = parent;
    }
    Some(made)
}
