//! Random nets: automata that move together (safe by construction, with and without read arcs), and nets of arcs at
//! random, which may not be safe: then both searches say so.

use raddle_petri::families::Automata;
use raddle_petri::net::Net;
use raddle_petri::state_space::{self, NoStateSpace};
use raddle_petri::unfold::{Limits, unfold};

use crate::prefixes::agrees_with_naive;

/// A small generator: the same seed gives the same nets everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

fn automata(dice: &mut Dice) -> Net {
    let mut net = Automata::new();
    let sizes: Vec<usize> = (0..2 + dice.below(2)).map(|_| 2 + dice.below(2)).collect();
    for (at, &size) in sizes.iter().enumerate() {
        net.add(&format!("automaton{at}"), &["a", "b", "c"][..size]);
    }
    for step in 0..2 + dice.below(4) {
        let movers: Vec<usize> = (0..sizes.len()).filter(|_| dice.below(2) == 0).collect();
        let movers = if movers.is_empty() { vec![dice.below(sizes.len())] } else { movers };
        let moves: Vec<(usize, usize, usize)> =
            movers.iter().map(|&at| (at, dice.below(sizes[at]), dice.below(sizes[at]))).collect();
        let transition = net.step(format!("step{step}"), &moves);
        for (at, &size) in sizes.iter().enumerate() {
            if !movers.contains(&at) && dice.below(3) == 0 {
                net.look(transition, at, dice.below(size));
            }
        }
    }
    net.into_net()
}

fn arcs(dice: &mut Dice) -> Net {
    let mut net = Net::new();
    let places: Vec<_> =
        (0..3 + dice.below(4)).map(|at| net.add_place(format!("p{at}"), dice.below(2) == 0)).collect();
    for at in 0..2 + dice.below(3) {
        let transition = net.add_transition(format!("t{at}"));
        net.take(transition, places[dice.below(places.len())]).expect("the first arc");
        for _ in 0..dice.below(2) {
            let _ = net.take(transition, places[dice.below(places.len())]);
        }
        for _ in 0..1 + dice.below(2) {
            let _ = net.give(transition, places[dice.below(places.len())]);
        }
    }
    net
}

#[test]
fn random_automata_agree_with_the_naive_search() {
    for seed in 0..400 {
        agrees_with_naive(&format!("seed {seed}"), &automata(&mut Dice::new(seed)));
    }
}

#[test]
fn random_nets_are_safe_for_both_or_for_none() {
    let (mut safe, mut not_safe) = (0, 0);
    for seed in 0..1000 {
        let net = arcs(&mut Dice::new(seed));
        let unfolding = unfold(&net, &Limits { events: 2000, is_stopped: &|| false });
        match state_space::explore(&net, 10_000) {
            Ok(_) => {
                safe += 1;
                assert!(unfolding.is_ok(), "seed {seed}: {:?}", unfolding.err());
                if net.transitions().len() <= 3 {
                    agrees_with_naive(&format!("seed {seed}"), &net);
                }
            }
            Err(NoStateSpace::Unsafe(_)) => {
                not_safe += 1;
                assert!(unfolding.is_err(), "seed {seed}: two tokens were not met");
            }
            Err(NoStateSpace::TooLarge) => {}
        }
    }
    assert!(safe > 200 && not_safe > 200, "{safe} safe, {not_safe} not");
}
