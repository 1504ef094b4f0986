//! Circles in the graph of states: where states are merged no run closes a cycle, so they are looked for at the end, in the
//! steps between all states.
//!
//! **Source.** Strongly connected components (Tarjan 1972), without recursion. A component with a step inside is a circle.
//! It is *fair*, as `livelock` means it, if every actor goes inside, or can't go in some state of it: a walk through all of
//! it, again and again, then neglects nobody. If one is not fair, no part of it is either, since whoever can go in all of
//! its states and never goes inside does so in no part.
//!
//! **Guarantee.** Where every state was expanded in full, there is a livelock if and only if a fair circle is found. States
//! are known by halves of their fingerprints: one taken for another may feign a circle, but not hide one, and what is
//! feigned does not replay.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::alarm::Alarm;
use crate::names::ActorId;
use crate::program::Choice;

/// A step from one state to another.
pub(crate) type Edge = (u64, u64, Choice);

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Circles {
    /// Every run ends.
    None,
    /// Only a scheduler that neglects somebody goes round for ever.
    Unfair,
    /// A schedule that goes round once in a fair one.
    Fair(Vec<Choice>),
}

struct Graph {
    states: Vec<u64>,
    /// Steps by the numbers of their states, in the order of where they begin.
    steps: Vec<(usize, usize, Choice)>,
    /// Where the steps of each state begin.
    first: Vec<usize>,
}

impl Graph {
    fn new(mut edges: Vec<Edge>) -> Graph {
        edges.sort_unstable();
        edges.dedup();
        let mut states: Vec<u64> = edges.iter().flat_map(|&(from, to, _)| [from, to]).collect();
        states.sort_unstable();
        states.dedup();
        let number = |state: u64| states.binary_search(&state).expect("all are listed");
        let steps: Vec<_> =
            edges.iter().map(|&(from, to, choice)| (number(from), number(to), choice)).collect();
        let first = (0..=states.len()).map(|state| steps.partition_point(|step| step.0 < state)).collect();
        Graph { states, steps, first }
    }

    fn from(&self, state: usize) -> &[(usize, usize, Choice)] {
        &self.steps[self.first[state]..self.first[state + 1]]
    }

    /// The number of each state's component; `None` if the alarm rings.
    fn components(&self, alarm: &Alarm) -> Option<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.states.len();
        let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut component = vec![UNSEEN; count];
        let (mut seen, mut closed) = (0, 0);
        let mut path: Vec<usize> = Vec::new();
        let mut calls: Vec<(usize, usize)> = Vec::new();
        for root in 0..count {
            if index[root] == UNSEEN {
                calls.push((root, 0));
            }
            while let Some((state, next)) = calls.pop() {
                if alarm.rings() {
                    return None;
                }
                if next == 0 {
                    (index[state], low[state]) = (seen, seen);
                    seen += 1;
                    path.push(state);
                }
                let Some(&(_, to, _)) = self.from(state).get(next) else {
                    if low[state] == index[state] {
                        while let Some(member) = path.pop() {
                            component[member] = closed;
                            if member == state {
                                break;
                            }
                        }
                        closed += 1;
                    }
                    if let Some(&(caller, _)) = calls.last() {
                        low[caller] = low[caller].min(low[state]);
                    }
                    continue;
                };
                calls.push((state, next + 1));
                if index[to] == UNSEEN {
                    calls.push((to, 0));
                } else if component[to] == UNSEEN {
                    low[state] = low[state].min(index[to]);
                }
            }
        }
        Some(component)
    }

    /// A shortest way from a state to one that is wanted, by steps that are allowed; and where it ends.
    fn way(
        &self,
        start: usize,
        wanted: impl Fn(usize) -> bool,
        allowed: impl Fn(usize) -> bool,
    ) -> Option<(Vec<Choice>, usize)> {
        let mut came: FxHashMap<usize, (usize, Choice)> = FxHashMap::default();
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            if wanted(state) {
                let (mut way, mut at) = (Vec::new(), state);
                while at != start {
                    let (before, choice) = *came.get(&at)?;
                    way.push(choice);
                    at = before;
                }
                way.reverse();
                return Some((way, state));
            }
            for &(_, to, choice) in self.from(state) {
                if to != start && allowed(to) && !came.contains_key(&to) {
                    came.insert(to, (state, choice));
                    open.push_back(to);
                }
            }
        }
        None
    }

    /// A walk through a component that is fair, from a state of it and back; `None` if there is none.
    fn fair_walk(&self, members: &[usize], is_inside: &impl Fn(usize) -> bool) -> Option<Vec<Choice>> {
        let inside = |actor: ActorId| {
            let steps = members.iter().flat_map(|&state| self.from(state));
            steps.filter(move |step| is_inside(step.1)).find(move |step| step.2.actor == actor).copied()
        };
        let can_go = |state: usize, actor: ActorId| self.from(state).iter().any(|step| step.2.actor == actor);
        let actors: BTreeSet<ActorId> =
            members.iter().flat_map(|&state| self.from(state)).map(|step| step.2.actor).collect();
        let start = *members.first()?;
        let (mut walk, mut at) = (Vec::new(), start);
        for actor in actors {
            // Each actor goes, or is seen not to be able to.
            let goal = inside(actor);
            let stop = match goal {
                Some((from, _, _)) => from,
                None => *members.iter().find(|&&state| !can_go(state, actor))?,
            };
            walk.extend(self.way(at, |state| state == stop, is_inside)?.0);
            at = stop;
            if let Some((_, to, choice)) = goal {
                walk.push(choice);
                at = to;
            }
        }
        walk.extend(self.way(at, |state| state == start, is_inside)?.0);
        Some(walk)
    }
}

/// Looks for circles in the steps between all states, of which the first is `root`; `None` if the alarm rings before that
/// is done.
pub(crate) fn circles(edges: Vec<Edge>, root: u64, alarm: &Alarm) -> Option<Circles> {
    let graph = Graph::new(edges);
    let component = graph.components(alarm)?;
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); component.iter().max().map_or(0, |last| last + 1)];
    for (state, &number) in component.iter().enumerate() {
        members[number].push(state);
    }
    let mut found = Circles::None;
    for (number, members) in members.iter().enumerate() {
        let is_inside = |state: usize| component[state] == number;
        let is_circle = members.iter().flat_map(|&state| graph.from(state)).any(|step| is_inside(step.1));
        if alarm.rings() {
            return None;
        }
        if !is_circle {
            continue;
        }
        found = Circles::Unfair;
        let Ok(root) = graph.states.binary_search(&root) else { continue };
        let Some(walk) = graph.fair_walk(members, &is_inside) else { continue };
        if let Some((mut schedule, _)) = graph.way(root, |state| state == members[0], |_| true) {
            schedule.extend(walk);
            return Some(Circles::Fair(schedule));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(steps: &[(u64, u64, u32)]) -> Vec<Edge> {
        steps.iter().map(|&(from, to, actor)| (from, to, Choice::first(ActorId(actor)))).collect()
    }

    fn found(steps: &[(u64, u64, u32)]) -> Circles {
        circles(edges(steps), 1, &Alarm::default()).expect("nobody asks for the end")
    }

    fn fair(actors: &[u32]) -> Circles {
        Circles::Fair(actors.iter().map(|&actor| Choice::first(ActorId(actor))).collect())
    }

    #[test]
    fn what_ends_has_none() {
        assert_eq!(found(&[]), Circles::None);
        assert_eq!(found(&[(1, 2, 0), (1, 3, 1), (2, 4, 1), (3, 4, 0), (4, 5, 0)]), Circles::None);
    }

    #[test]
    fn whoever_goes_alone_is_fair() {
        assert_eq!(found(&[(1, 1, 0)]), fair(&[0]));
        assert_eq!(found(&[(1, 2, 0), (2, 3, 0), (3, 4, 0), (4, 2, 0)]), fair(&[0, 0, 0, 0]));
    }

    #[test]
    fn whoever_could_always_go_out_is_neglected() {
        assert_eq!(found(&[(1, 2, 0), (2, 1, 0), (1, 3, 1), (2, 4, 1), (3, 4, 0)]), Circles::Unfair);
        // In state 2 it can't go.
        assert_eq!(found(&[(1, 2, 0), (2, 1, 0), (1, 3, 1)]), fair(&[0, 0]));
    }

    #[test]
    fn circles_that_neglect_one_each_make_a_fair_one() {
        let steps = [(1, 2, 0), (2, 1, 0), (1, 3, 1), (3, 1, 1), (2, 9, 1), (3, 9, 0)];
        let Circles::Fair(schedule) = found(&steps) else { panic!("{:?}", found(&steps)) };
        let actors: BTreeSet<u32> = schedule.iter().map(|choice| choice.actor.0).collect();
        assert_eq!(actors, BTreeSet::from([0, 1]));
    }
}
