//! Prefixes of the families: how large they are, and that they are complete.

use std::collections::BTreeSet;

use raddle_petri::families;
use raddle_petri::marking::Marking;
use raddle_petri::net::Net;
use raddle_petri::questions::{self, Answer};
use raddle_petri::state_space;
use raddle_petri::unfold::{End, EventId, Limits, Prefix, unfold};

/// Conditions, events and cut-offs.
fn size(net: &Net) -> (usize, usize, usize) {
    let unfolding = unfold(net, &Limits::default()).expect("safe");
    assert_eq!(unfolding.end, End::Complete);
    let prefix = unfolding.prefix;
    (prefix.conditions().len(), prefix.events().len(), prefix.cut_offs())
}

/// The markings of all configurations without cut-offs, of the net's own places.
pub fn markings_of(net: &Net, prefix: &Prefix) -> BTreeSet<Marking> {
    let mut seen: BTreeSet<Vec<EventId>> = BTreeSet::new();
    let mut open: Vec<(Vec<EventId>, Marking)> = vec![(Vec::new(), Marking::first_of(net))];
    let mut markings = BTreeSet::new();
    while let Some((configuration, marking)) = open.pop() {
        markings.insert(marking.clone());
        let taken: BTreeSet<_> =
            configuration.iter().flat_map(|&event| prefix.event(event).takes.iter().copied()).collect();
        for (at, event) in prefix.events().iter().enumerate() {
            let id = EventId(at as u32);
            let is_there = |giver: Option<EventId>| giver.is_none_or(|giver| configuration.contains(&giver));
            let can_go = !event.is_cut_off
                && !configuration.contains(&id)
                && event
                    .takes
                    .iter()
                    .all(|each| is_there(prefix.condition(*each).giver) && !taken.contains(each));
            if can_go {
                let mut longer = configuration.clone();
                longer.push(id);
                longer.sort_unstable();
                let next = marking.behind(net, event.transition).expect("safe");
                if seen.insert(longer.clone()) {
                    open.push((longer, next));
                }
            }
        }
    }
    markings
}

/// Everything that the naive search says of a net, asked of its prefix too.
pub fn agrees_with_naive(name: &str, net: &Net) {
    let space = state_space::explore(net, 100_000).expect("safe and small");
    let prefix = unfold(net, &Limits::default()).expect("safe").prefix;
    let all: BTreeSet<Marking> = space.markings.iter().cloned().collect();
    assert_eq!(markings_of(net, &prefix), all, "{name}: reachable markings");
    assert!(prefix.events().len() - prefix.cut_offs() <= all.len(), "{name}: more events than markings");
    let stands_still = matches!(questions::deadlock(net, &prefix, || false), Answer::Yes(_));
    assert_eq!(stands_still, space.deadlocks(net).count() > 0, "{name}: deadlock");
    let places: Vec<_> = net.places().collect();
    for (at, &one) in places.iter().enumerate() {
        for &other in &places[at..] {
            let together = space.markings.iter().any(|marking| marking.holds(one) && marking.holds(other));
            let answer = questions::reach(net, &prefix, &[one, other], false, || false);
            assert_eq!(matches!(answer, Answer::Yes(_)), together, "{name}: {one:?} and {other:?}");
        }
    }
    for marking in space.markings.iter().take(10) {
        let places: Vec<_> = marking.places().collect();
        let answer = questions::reach(net, &prefix, &places, true, || false);
        assert!(matches!(answer, Answer::Yes(_)), "{name}: {marking:?}");
    }
    let nothing_is_marked = space.markings.iter().any(|marking| marking.places().next().is_none());
    let empty = questions::reach(net, &prefix, &[], true, || false);
    assert_eq!(matches!(empty, Answer::Yes(_)), nothing_is_marked, "{name}: the empty marking");
}

#[test]
fn philosophers_have_the_published_sizes() {
    // Conditions, events and cut-offs in the tables of the literature on unfoldings.
    assert_eq!(size(&families::philosophers(6)), (204, 96, 30));
    assert_eq!(size(&families::philosophers(8)), (368, 176, 56));
    assert_eq!(size(&families::philosophers(10)), (580, 280, 90));
    assert_eq!(size(&families::philosophers(12)), (840, 408, 132));
}

#[test]
fn families_have_stable_sizes() {
    assert_eq!(size(&families::cyclers(3)), (42, 16, 1));
    assert_eq!(size(&families::cyclers(8)), (117, 46, 1));
    assert_eq!(size(&families::slotted_ring(3)), (100, 49, 19));
    assert_eq!(size(&families::elevator(3)), (34, 16, 5));
    assert_eq!(size(&families::over_take(4)), (23, 11, 5));
    assert_eq!(size(&families::slotted_ring(7)), (31_952, 16_513, 6123));
    assert_eq!(size(&families::readers(3)), (270, 98, 45));
}

#[test]
fn prefixes_of_families_are_complete() {
    for (name, net) in [
        ("philosophers 2", families::philosophers(2)),
        ("philosophers 3", families::philosophers(3)),
        ("cyclers 3", families::cyclers(3)),
        ("slotted ring 2", families::slotted_ring(2)),
        ("elevator 2", families::elevator(2)),
        ("over-take 3", families::over_take(3)),
        ("readers 2", families::readers(2)),
    ] {
        agrees_with_naive(name, &net);
    }
}

#[test]
fn philosophers_starve_and_cyclers_do_not() {
    let stops = |net: &Net| {
        let prefix = unfold(net, &Limits::default()).expect("safe").prefix;
        questions::deadlock(net, &prefix, || false)
    };
    let Answer::Yes(way) = stops(&families::philosophers(5)) else {
        panic!("they can all take the left fork")
    };
    assert!(way.transitions.len() >= 5);
    assert_eq!(stops(&families::cyclers(6)), Answer::No);
}

#[test]
fn limits_hold() {
    let net = families::slotted_ring(5);
    let few = unfold(&net, &Limits { events: 10, is_stopped: &|| false }).expect("safe");
    assert_eq!((few.end, few.prefix.events().len()), (End::TooManyEvents, 10));
    assert_eq!(unfold(&net, &Limits { events: 10, is_stopped: &|| true }).expect("safe").end, End::Stopped);
}

#[test]
fn a_net_that_is_not_safe_is_told_with_a_way() {
    // Two tokens meet on one place, one step of each away.
    let mut net = Net::new();
    let (left, right, meet) =
        (net.add_place("left", true), net.add_place("right", true), net.add_place("meet", false));
    for (name, from) in [("go left", left), ("go right", right)] {
        let transition = net.add_transition(name);
        net.take(transition, from).expect("an arc");
        net.give(transition, meet).expect("an arc");
    }
    let told = unfold(&net, &Limits::default()).expect_err("two tokens");
    assert_eq!(told.place, "meet");
    assert_eq!(told.way.len(), 2);
}
