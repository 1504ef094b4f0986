//! Families of nets that grow with a number, in the manner of the literature on unfoldings; and random ones.
//!
//! All are automata that move together: each automaton is in one of its states, and a transition moves some of them at
//! once. So all of them are safe.

use crate::net::{Net, PlaceId, TransitionId};

/// Automata that move together, as a net: a place for each state of each automaton.
#[derive(Default)]
pub struct Automata {
    net: Net,
    states: Vec<Vec<PlaceId>>,
}

impl Automata {
    /// No automata.
    #[must_use]
    pub fn new() -> Automata {
        Automata::default()
    }

    /// Adds an automaton with so many states, which begins in the first; gives its number.
    pub fn add(&mut self, name: &str, states: &[&str]) -> usize {
        let places = states
            .iter()
            .enumerate()
            .map(|(at, state)| self.net.add_place(format!("{name}.{state}"), at == 0))
            .collect();
        self.states.push(places);
        self.states.len() - 1
    }

    /// Adds a transition that moves automata from states to states; one that stays where it is takes its token and
    /// gives it back.
    pub fn step(&mut self, name: impl Into<String>, moves: &[(usize, usize, usize)]) -> TransitionId {
        let transition = self.net.add_transition(name);
        for &(automaton, from, to) in moves {
            let places = &self.states[automaton];
            let added =
                self.net.take(transition, places[from]).and_then(|()| self.net.give(transition, places[to]));
            assert_eq!(added, Ok(()), "an automaton moves once in a step");
        }
        transition
    }

    /// Adds a read arc: the transition needs an automaton to be in a state, and leaves it there.
    pub fn look(&mut self, transition: TransitionId, automaton: usize, state: usize) {
        let added = self.net.read(transition, self.states[automaton][state]);
        assert_eq!(added, Ok(()), "what is looked at does not move");
    }

    /// The net.
    #[must_use]
    pub fn into_net(self) -> Net {
        self.net
    }
}

/// Philosophers around a table, who all take the left fork first: they can all starve.
#[must_use]
pub fn philosophers(count: usize) -> Net {
    let mut automata = Automata::new();
    let forks: Vec<usize> =
        (0..count).map(|at| automata.add(&format!("fork{at}"), &["free", "taken"])).collect();
    for at in 0..count {
        let person = automata.add(&format!("philosopher{at}"), &["thinks", "has_left", "eats", "has_right"]);
        let (left, right) = (forks[at], forks[(at + 1) % count]);
        automata.step(format!("take_left{at}"), &[(person, 0, 1), (left, 0, 1)]);
        automata.step(format!("take_right{at}"), &[(person, 1, 2), (right, 0, 1)]);
        automata.step(format!("put_left{at}"), &[(person, 2, 3), (left, 1, 0)]);
        automata.step(format!("put_right{at}"), &[(person, 3, 0), (right, 1, 0)]);
    }
    automata.into_net()
}

/// Milner's cyclers: a token goes around, each cycler that gets it works by itself and passes it on, and takes it again
/// only when its work is done.
#[must_use]
pub fn cyclers(count: usize) -> Net {
    let mut automata = Automata::new();
    let turns: Vec<usize> = (0..count)
        .map(|at| {
            // The turn of the first is there from the beginning.
            let states = if at == 0 { ["here", "away"] } else { ["away", "here"] };
            automata.add(&format!("turn{at}"), &states)
        })
        .collect();
    let here = |at: usize| usize::from(at != 0);
    for at in 0..count {
        let work = automata.add(&format!("work{at}"), &["rests", "works"]);
        let pass = automata.add(&format!("pass{at}"), &["idle", "passes"]);
        let next = (at + 1) % count;
        automata
            .step(format!("start{at}"), &[(turns[at], here(at), 1 - here(at)), (work, 0, 1), (pass, 0, 1)]);
        automata.step(format!("end{at}"), &[(work, 1, 0)]);
        automata.step(format!("pass{at}"), &[(pass, 1, 0), (turns[next], 1 - here(next), here(next))]);
    }
    automata.into_net()
}

/// A ring of stations over which slots travel: a station fills an empty slot, or empties one that is for it.
#[must_use]
pub fn slotted_ring(count: usize) -> Net {
    let mut automata = Automata::new();
    let slots: Vec<usize> = (0..count)
        .map(|at| {
            let states = if at == 0 { ["none", "empty", "full"] } else { ["empty", "none", "full"] };
            automata.add(&format!("slot{at}"), &states)
        })
        .collect();
    let (none, empty) = (|at: usize| usize::from(at != 0), |at: usize| usize::from(at == 0));
    for at in 0..count {
        let station = automata.add(&format!("station{at}"), &["idle", "wants", "waits"]);
        let next = (at + 1) % count;
        automata.step(format!("want{at}"), &[(station, 0, 1)]);
        automata.step(format!("fill{at}"), &[(station, 1, 2), (slots[at], empty(at), 2)]);
        automata.step(format!("clear{at}"), &[(station, 2, 0), (slots[at], 2, empty(at))]);
        automata.step(
            format!("pass_empty{at}"),
            &[(slots[at], empty(at), none(at)), (slots[next], none(next), empty(next))],
        );
        automata.step(format!("pass_full{at}"), &[(slots[at], 2, none(at)), (slots[next], none(next), 2)]);
    }
    automata.into_net()
}

/// An elevator between floors, with a button at each and a door.
#[must_use]
pub fn elevator(floors: usize) -> Net {
    let mut automata = Automata::new();
    let names: Vec<String> = (0..floors).map(|floor| format!("at{floor}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cabin = automata.add("cabin", &names);
    let door = automata.add("door", &["closed", "open"]);
    for floor in 0..floors {
        let button = automata.add(&format!("button{floor}"), &["dark", "lit"]);
        automata.step(format!("press{floor}"), &[(button, 0, 1)]);
        automata.step(format!("open{floor}"), &[(cabin, floor, floor), (door, 0, 1), (button, 1, 0)]);
        automata.step(format!("close{floor}"), &[(cabin, floor, floor), (door, 1, 0)]);
        if floor + 1 < floors {
            automata.step(format!("up{floor}"), &[(cabin, floor, floor + 1), (door, 0, 0)]);
            automata.step(format!("down{}", floor + 1), &[(cabin, floor + 1, floor), (door, 0, 0)]);
        }
    }
    automata.into_net()
}

/// Cars in a row, each of which may ask the one ahead to be let past; who is asked is not overtaking and agrees, or is
/// and refuses.
#[must_use]
pub fn over_take(cars: usize) -> Net {
    let mut automata = Automata::new();
    let all: Vec<usize> = (0..cars)
        .map(|at| automata.add(&format!("car{at}"), &["drives", "asks", "overtakes", "lets_past"]))
        .collect();
    for behind in 1..cars {
        let (car, ahead) = (all[behind], all[behind - 1]);
        automata.step(format!("ask{behind}"), &[(car, 0, 1)]);
        automata.step(format!("agree{behind}"), &[(car, 1, 2), (ahead, 0, 3)]);
        automata.step(format!("refuse{behind}"), &[(car, 1, 0), (ahead, 2, 2)]);
        automata.step(format!("past{behind}"), &[(car, 2, 0), (ahead, 3, 0)]);
    }
    automata.into_net()
}

/// Readers of one value that a writer changes: with read arcs they do not come in each other's way.
#[must_use]
pub fn readers(count: usize) -> Net {
    let mut automata = Automata::new();
    let value = automata.add("value", &["zero", "one"]);
    automata.step("set", &[(value, 0, 1)]);
    automata.step("reset", &[(value, 1, 0)]);
    for at in 0..count {
        let reader = automata.add(&format!("reader{at}"), &["begins", "saw_zero", "saw_one"]);
        for state in 0..2 {
            let read = automata.step(format!("read{at}_{state}"), &[(reader, 0, state + 1)]);
            automata.look(read, value, state);
        }
    }
    automata.into_net()
}
