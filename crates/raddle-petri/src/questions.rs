//! What a complete prefix answers: can the net come to a standstill, and can some places hold tokens together?
//!
//! * Source: the reduction of both questions to satisfiability in K. Heljanko, "Using logic programs with stable model
//!   semantics to solve deadlock and reachability problems for 1-safe Petri nets", Fundamenta Informaticae 37 (1999).
//! * Names: a variable for each event that is no cut-off says whether it is part of the configuration, a variable for
//!   each condition whether its token is there behind the configuration.
//! * Deviation: an ordinary solver instead of stable models, which needs no more since events are causally closed.
//! * Guarantee: a configuration without cut-offs for every reachable marking is in a complete prefix, and there every
//!   transition that can fire has an event; so "no" is an answer for the net. A "yes" comes with transitions that are
//!   fired on the net before anything is told.

use batsat::{BasicCallbacks, Lit, Solver, SolverInterface, lbool};

use crate::marking::Marking;
use crate::net::{Net, PlaceId, TransitionId};
use crate::unfold::{ConditionId, EventId, Prefix};

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes, and how to get there.
    Yes(Way),
    /// No, in no reachable marking.
    No,
    /// It was told to stop before it knew.
    Stopped,
}

/// Transitions that can fire one after another, and where they lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The transitions.
    pub transitions: Vec<TransitionId>,
    /// The marking behind them.
    pub marking: Marking,
}

/// Whether the net can come to a marking in which no transition can fire. The prefix must be complete.
#[must_use]
pub fn deadlock(net: &Net, prefix: &Prefix, is_stopped: impl Fn() -> bool + 'static) -> Answer {
    let mut query = Query::new(prefix, is_stopped);
    for event in prefix.events() {
        let some_is_missing = event.takes.iter().map(|taken| !query.holds(*taken));
        let mut clause: Vec<Lit> = some_is_missing.collect();
        query.solver.add_clause_reuse(&mut clause);
    }
    let answer = query.answer(net);
    if let Answer::Yes(way) = &answer {
        let is_still = net.transitions().all(|transition| !way.marking.enables(net, transition));
        assert!(is_still, "a marking that was told as a deadlock lets something fire");
    }
    answer
}

/// Whether the net can come to a marking in which all of some places hold a token; with `exactly`, no other does. The
/// prefix must be complete.
#[must_use]
pub fn reach(
    net: &Net,
    prefix: &Prefix,
    places: &[PlaceId],
    exactly: bool,
    is_stopped: impl Fn() -> bool + 'static,
) -> Answer {
    let mut query = Query::new(prefix, is_stopped);
    for &place in places {
        let mut clause: Vec<Lit> =
            query.conditions_of(place).into_iter().map(|condition| query.holds(condition)).collect();
        query.solver.add_clause_reuse(&mut clause);
    }
    if exactly {
        // Copies of a place that is read come behind the places of the net; they follow the first.
        for place in net.places().filter(|place| !places.contains(place)) {
            for condition in query.conditions_of(place) {
                let empty = !query.holds(condition);
                query.solver.add_clause_reuse(&mut vec![empty]);
            }
        }
    }
    let answer = query.answer(net);
    if let Answer::Yes(way) = &answer {
        let holds = places.iter().all(|&place| way.marking.holds(place));
        let fits = !exactly || way.marking.places().all(|place| places.contains(&place));
        assert!(holds && fits, "a marking that was told as reached is another one");
    }
    answer
}

/// The configurations of a prefix as clauses.
struct Query<'a> {
    prefix: &'a Prefix,
    solver: Solver<BasicCallbacks>,
    /// Whether an event is part of the configuration; cut-offs never are.
    happens: Vec<Option<Lit>>,
    /// Whether the token of a condition is there; not for those behind cut-offs.
    holds: Vec<Option<Lit>>,
}

impl<'a> Query<'a> {
    fn new(prefix: &'a Prefix, is_stopped: impl Fn() -> bool + 'static) -> Query<'a> {
        let mut callbacks = BasicCallbacks::new();
        callbacks.set_stop(is_stopped);
        let mut solver = Solver::new(batsat::SolverOpts::default(), callbacks);
        let mut variable = || Lit::new(solver.new_var_default(), true);
        let happens: Vec<Option<Lit>> =
            prefix.events().iter().map(|event| (!event.is_cut_off).then(&mut variable)).collect();
        let is_known = |giver: Option<EventId>| giver.is_none_or(|giver| happens[giver.index()].is_some());
        let holds: Vec<Option<Lit>> = prefix
            .conditions()
            .iter()
            .map(|condition| is_known(condition.giver).then(&mut variable))
            .collect();
        let mut query = Query { prefix, solver, happens, holds };
        query.add_configurations();
        query
    }

    fn holds(&self, condition: ConditionId) -> Lit {
        self.holds[condition.index()].expect("nothing takes what a cut-off gives")
    }

    fn conditions_of(&self, place: PlaceId) -> Vec<ConditionId> {
        let all = self.prefix.conditions().iter().enumerate();
        all.filter(|(at, condition)| condition.place == place && self.holds[*at].is_some())
            .map(|(at, _)| ConditionId(at as u32))
            .collect()
    }

    /// Causes belong to a configuration, conflicts do not; a token is there if it was given and nobody took it.
    fn add_configurations(&mut self) {
        for (at, condition) in self.prefix.conditions().iter().enumerate() {
            let Some(holds) = self.holds[at] else { continue };
            let giver = condition.giver.and_then(|giver| self.happens[giver.index()]);
            let takers: Vec<Lit> =
                condition.takers.iter().filter_map(|taker| self.happens[taker.index()]).collect();
            for &taker in &takers {
                if let Some(giver) = giver {
                    self.solver.add_clause_reuse(&mut vec![!taker, giver]);
                }
                self.solver.add_clause_reuse(&mut vec![!holds, !taker]);
            }
            let mut there: Vec<Lit> = vec![holds];
            if let Some(giver) = giver {
                self.solver.add_clause_reuse(&mut vec![!holds, giver]);
                there.push(!giver);
            }
            there.extend(&takers);
            self.solver.add_clause_reuse(&mut there);
            self.add_at_most_one(&takers);
        }
    }

    /// At most one of the literals, with a variable for "one of the first so many".
    fn add_at_most_one(&mut self, literals: &[Lit]) {
        let mut earlier: Option<Lit> = None;
        for (at, &literal) in literals.iter().enumerate() {
            if let Some(earlier) = earlier {
                self.solver.add_clause_reuse(&mut vec![!earlier, !literal]);
            }
            if at + 1 == literals.len() {
                break;
            }
            let so_far = Lit::new(self.solver.new_var_default(), true);
            self.solver.add_clause_reuse(&mut vec![!literal, so_far]);
            if let Some(earlier) = earlier {
                self.solver.add_clause_reuse(&mut vec![!earlier, so_far]);
            }
            earlier = Some(so_far);
        }
    }

    fn answer(mut self, net: &Net) -> Answer {
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::FALSE {
            return Answer::No;
        }
        if answer != lbool::TRUE {
            return Answer::Stopped;
        }
        let mut marking = Marking::first_of(net);
        let mut transitions = Vec::new();
        // Numbers of events grow along causality: in their order they can fire.
        for (event, happens) in self.prefix.events().iter().zip(&self.happens) {
            if happens.is_some_and(|happens| self.solver.value_lit(happens) == lbool::TRUE) {
                assert!(marking.enables(net, event.transition), "a configuration can't be fired");
                marking = marking.behind(net, event.transition).expect("the net is safe");
                transitions.push(event.transition);
            }
        }
        Answer::Yes(Way { transitions, marking })
    }
}
