//! All reachable markings, one by one: the naive twin that unfoldings are checked with, and no more than that.

use rustc_hash::FxHashSet;

use crate::marking::{Marking, SecondToken};
use crate::net::Net;

/// All reachable markings of a net.
#[derive(Clone, Debug)]
pub struct StateSpace {
    /// Each once, in the order in which a search in breadth meets them.
    pub markings: Vec<Marking>,
}

/// Why there is no state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStateSpace {
    /// A place came to two tokens.
    Unsafe(SecondToken),
    /// There are more markings than were allowed.
    TooLarge,
}

/// Finds all reachable markings, if there are at most so many.
///
/// # Errors
/// If the net is not safe or too large.
pub fn explore(net: &Net, most: usize) -> Result<StateSpace, NoStateSpace> {
    let first = Marking::first_of(net);
    let mut seen = FxHashSet::default();
    seen.insert(first.clone());
    let mut markings = vec![first];
    let mut at = 0;
    while at < markings.len() {
        for transition in net.transitions() {
            if !markings[at].enables(net, transition) {
                continue;
            }
            let next = markings[at].behind(net, transition).map_err(NoStateSpace::Unsafe)?;
            if seen.insert(next.clone()) {
                if markings.len() == most {
                    return Err(NoStateSpace::TooLarge);
                }
                markings.push(next);
            }
        }
        at += 1;
    }
    Ok(StateSpace { markings })
}

impl StateSpace {
    /// The markings in which no transition can fire.
    pub fn deadlocks<'a>(&'a self, net: &'a Net) -> impl Iterator<Item = &'a Marking> + 'a {
        self.markings.iter().filter(|marking| net.transitions().all(|each| !marking.enables(net, each)))
    }
}
