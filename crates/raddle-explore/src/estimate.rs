//! How much of a search is done, where that is known.
//!
//! Source: Knuth, "Estimating the efficiency of backtrack programs" (1975): a random way down the tree, and the product
//! of the numbers of branches on it, is an unbiased estimate of the number of leaves. It is known well only where the tree
//! is even; elsewhere nothing is said. The tree of `dpor` depends on what it finds, and so is not known at all.

use serde::{Deserialize, Serialize};

use crate::program::{Choice, PendingBuffer, Program, Run};
use crate::random::Random;
use crate::search::Settings;

/// The part of a search that is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explored {
    /// Between 0 and 1.
    pub fraction: f64,
    /// The standard error of that.
    pub stderr: f64,
}

/// An estimate of the number of interleavings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interleavings {
    /// How many there are.
    pub runs: f64,
    /// The standard error of that.
    pub stderr: f64,
}

/// The longest way down that is walked; a program without an end has no number of interleavings.
const LONGEST_PROBE: usize = 10_000;
/// How many ways down are walked, and how many steps are made for all of them at most.
const PROBES: u32 = 200;
const MOST_STEPS: usize = 200_000;
/// An estimate is of use if its error is no more than this part of it.
const TOLERANCE: f64 = 0.25;

/// Estimates the number of interleavings by random ways down the tree; `None` where one of them does not come to its end.
pub fn probe<P: Program>(program: &P, settings: &Settings, probes: u32) -> Option<Interleavings> {
    let mut random = Random::new(settings.seed);
    let (mut mean, mut squares, mut steps) = (0.0, 0.0, 0);
    let mut made = 0;
    while made < probes.max(2) && (steps < MOST_STEPS || made < 2) {
        let leaves = one_probe(program, settings, &mut random, &mut steps)?;
        made += 1;
        // Welford's update: the products are too large to be squared and summed.
        let delta = leaves - mean;
        mean += delta / f64::from(made);
        squares += delta * (leaves - mean);
    }
    let count = f64::from(made);
    Some(Interleavings { runs: mean, stderr: (squares / (count - 1.0) / count).sqrt() })
}

fn one_probe<P: Program>(
    program: &P,
    settings: &Settings,
    random: &mut Random,
    steps: &mut usize,
) -> Option<f64> {
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut context = settings.context();
    let mut leaves = 1.0;
    for _ in 0..LONGEST_PROBE {
        run.pending(&mut pending);
        let branches: u32 = pending.enabled().map(|entry| entry.options).sum();
        if branches == 0 || run.has_exited() {
            return Some(leaves);
        }
        leaves *= f64::from(branches);
        let mut number = random.below(branches);
        let choice = pending.enabled().find_map(|entry| {
            if number < entry.options {
                return Some(Choice { actor: entry.actor, option: number });
            }
            number -= entry.options;
            None
        })?;
        context.begin();
        run.step(choice, &mut context).ok().filter(|()| !context.is_cancelled())?;
        *steps += 1;
    }
    None
}

impl Explored {
    /// All of it.
    pub const ALL: Explored = Explored { fraction: 1.0, stderr: 0.0 };

    /// The part of the interleavings that so many runs are, where probing tells.
    pub(crate) fn of_runs<P: Program>(program: &P, settings: &Settings, runs: u64) -> Option<Explored> {
        let total = probe(program, settings, PROBES)?;
        let is_known = total.runs.is_finite() && total.stderr <= TOLERANCE * total.runs;
        let fraction = runs as f64 / total.runs;
        // The error of a quotient, to the first order.
        let explored = Explored { fraction, stderr: fraction * total.stderr / total.runs };
        (is_known && fraction < 1.0).then_some(explored)
    }
}
