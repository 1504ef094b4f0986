//! How much of a search is done, as far as it can be guessed.
//!
//! Source: Knuth, "Estimating the efficiency of backtrack programs" (1975): a random way down the tree, and the product
//! of the numbers of branches on it, is an unbiased estimate of the number of leaves. While a search goes on, each
//! subtree counts for its share of the whole, divided evenly at each node: unbiased in the same sense for `exhaustive`,
//! whose tree is the one that is probed; a rule of thumb for `dpor`, whose tree depends on what it finds.

use serde::{Deserialize, Serialize};

use crate::context::StepContext;
use crate::program::{Choice, PendingBuffer, Program, Run};
use crate::random::{Random, Seed};

/// The part of a search that is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explored {
    /// Between 0 and 1.
    pub fraction: f64,
    /// The standard error of that.
    pub stderr: f64,
    /// Whether it is only a rule of thumb, with no promise about its error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub heuristic: bool,
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
const LONGEST_PROBE: usize = 100_000;

/// Estimates the number of interleavings by random ways down the tree.
pub fn probe<P: Program>(program: &P, seed: Seed, probes: u32) -> Interleavings {
    let mut random = Random::new(seed);
    let (mut mean, mut squares) = (0.0, 0.0);
    for count in 1..=probes.max(1) {
        let leaves = one_probe(program, &mut random);
        // Welford's update: the products are too large to be squared and summed.
        let delta = leaves - mean;
        mean += delta / f64::from(count);
        squares += delta * (leaves - mean);
    }
    let count = f64::from(probes.max(1));
    let variance = if probes > 1 { squares / (count - 1.0) } else { 0.0 };
    Interleavings { runs: mean, stderr: (variance / count).sqrt() }
}

fn one_probe<P: Program>(program: &P, random: &mut Random) -> f64 {
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut context = StepContext::plain();
    let mut leaves = 1.0;
    for _ in 0..LONGEST_PROBE {
        run.pending(&mut pending);
        let branches: u32 = pending.enabled().map(|entry| entry.options).sum();
        if branches == 0 || run.has_exited() {
            break;
        }
        leaves *= f64::from(branches);
        let mut number = random.below(branches);
        let choice = pending.enabled().find_map(|entry| {
            if number < entry.options {
                return Some(Choice { actor: entry.actor, option: number });
            }
            number -= entry.options;
            None
        });
        context.begin();
        if choice.is_none_or(|choice| run.step(choice, &mut context).is_err()) {
            break;
        }
    }
    leaves
}

impl Explored {
    /// All of it.
    pub const ALL: Explored = Explored { fraction: 1.0, stderr: 0.0, heuristic: false };

    /// The part of the interleavings that so many runs are, by probing.
    pub(crate) fn of_runs<P: Program>(program: &P, seed: Seed, runs: u64) -> Explored {
        let estimate = probe(program, seed, 200);
        let total = estimate.runs.max(1.0);
        let fraction = (runs as f64 / total).min(1.0);
        // The error of a quotient, to the first order.
        Explored { fraction, stderr: fraction * estimate.stderr / total, heuristic: false }
    }

    /// A rule of thumb.
    pub(crate) fn about(fraction: f64) -> Explored {
        Explored { fraction, stderr: fraction.min(1.0 - fraction), heuristic: true }
    }
}
