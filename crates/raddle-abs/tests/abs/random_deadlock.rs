//! No false proof and no false alarm: on random programs, guided testing finds a deadlock if and only if every
//! interleaving does, with each criterion and each strategy; and in each state of each interleaving the guides keep what
//! they promise.

use crate::generators::{layers::layers, random_program, rings::rings, turns::turns, weave::weave};
use crate::mini::Random;
use crate::promises::{self, Tree};
use crate::support::program;
use raddle_abs::deadlock::guided::reach::Reachability;
use raddle_abs::deadlock::guided::search::{
    Criterion, CycleOutcome, GuidedSettings, GuidedVerdict, Order, search,
};
use raddle_abs::deadlock::{AnalysisOptions, analyze};
use raddle_abs::machine::options::Options;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::replay;
use raddle_explore::search::{Hooks, Settings};
use raddle_explore::strategy::Named;

/// How many random programs with cycles are searched in every way.
const PROGRAMS: u64 = 2000;
/// How many programs are looked at in every state, without a search.
const SEEDS: u64 = 1800;
/// Programs with more states are left out.
const STATES: usize = 400;
/// Programs with more cycles are left out, but for a few: each cycle is a search of its own.
const CYCLES: usize = 12;

fn exhaustive() -> Settings {
    let looks = Looks { races: false, livelocks: false };
    Settings { strategy: Named::Exhaustive, looks, ..Settings::default() }
}

/// Every criterion with every strategy; the rest by chance, from the seed but apart from what the program is made of.
fn variants(seed: u64) -> Vec<GuidedSettings> {
    let mut random = Random::new(seed ^ 0x005E_ED0F_0A11);
    let reachability = match random.below(6) {
        0 => Reachability::Syntactic,
        1 => Reachability::PointsTo,
        _ => Reachability::Values,
    };
    let order = if random.below(6) == 0 { Order::Unguided } else { Order::InTurn };
    let check_every = [1, 1, 1, 1, 2, 3][random.below(6) as usize];
    // In half of the orders nothing is preferred, and everything is shuffled.
    let ordered = random.below(2) == 0;
    let shuffle = (!ordered || random.below(2) == 0).then_some(seed);
    let movers_only = random.below(8) > 0;
    let mut variants = Vec::new();
    for strategy in [Named::Exhaustive, Named::Dpor] {
        for criterion in [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks] {
            variants.push(GuidedSettings {
                criterion,
                order,
                reachability,
                check_every,
                ordered,
                shuffle,
                movers_only,
                kernel: Settings { strategy, ..exhaustive() },
                ..GuidedSettings::default()
            });
        }
    }
    variants
}

/// What the guide promises in each state, and what the searches say of the program: whether it has a deadlock, and
/// whether somebody is stuck; none if there is no cycle, or if it is left out.
fn compare(seed: u64, source: &str) -> Option<(bool, bool)> {
    let program = &program(source, Options::default());
    let precision = (seed % 3) as usize;
    // A bound that is hit must not hide anything.
    let cycle_bound = if seed.is_multiple_of(7) { 1 } else { AnalysisOptions::default().cycle_bound };
    let analysis = analyze(program, AnalysisOptions { precision, cycle_bound, ..AnalysisOptions::default() });
    if analysis.cycles.len() > CYCLES && !seed.is_multiple_of(32) {
        return None;
    }
    let variants = variants(seed);
    let what = || format!("seed {seed}, {:?}, precision {precision}\n{source}", variants[0].reachability);
    let tree = Tree::of(program, STATES)?;
    promises::check(program, &tree, &analysis, variants[0].reachability, &what);
    let (deadlocks, sticks) = (tree.deadlocks, tree.sticks);
    if analysis.cycles.is_empty() && !analysis.more_cycles {
        assert!(!deadlocks && !sticks, "seed {seed}: the analysis is silent\n{source}");
        return None;
    }
    for settings in &variants {
        let found = search(program, &analysis, settings, &Hooks::default());
        let finds = |wanted: fn(&FindingKind) -> bool| {
            // A search that stands for many cycles may find both kinds.
            let mut found = found.searches.iter().flat_map(|search| {
                let outcome = match &search.outcome {
                    CycleOutcome::Deadlock(finding) => Some(finding),
                    _ => None,
                };
                outcome.into_iter().chain(&search.deadlocks)
            });
            found.any(|finding| wanted(&finding.kind))
        };
        let what = || format!("seed {seed}, {settings:?}\n{source}");
        if settings.criterion == Criterion::FirstDeadlock {
            let verdict = match (deadlocks, sticks) {
                (false, false) => found.verdict == GuidedVerdict::DeadlockFree,
                // Either may be met first if nothing guides.
                (true, true) if settings.order == Order::Unguided || analysis.more_cycles => {
                    matches!(found.verdict, GuidedVerdict::Deadlock | GuidedVerdict::Stuck)
                }
                (true, _) => found.verdict == GuidedVerdict::Deadlock,
                (false, true) => found.verdict == GuidedVerdict::Stuck,
            };
            assert!(verdict, "{:?}, {}", found.verdict, what());
        } else {
            assert_eq!(finds(|kind| matches!(kind, FindingKind::Deadlock(_))), deadlocks, "{}", what());
            assert_eq!(finds(|kind| matches!(kind, FindingKind::Stuck(_))), sticks, "{}", what());
            let free = found.verdict == GuidedVerdict::DeadlockFree;
            assert_eq!(free, !deadlocks && !sticks, "{:?}, {}", found.verdict, what());
        }
        for finding in found.searches.iter().flat_map(|search| &search.deadlocks) {
            let settings = Settings { early_deadlock: true, ..exhaustive() };
            assert!(replay::shows(program, &settings, &finding.schedule, &finding.kind), "{}", what());
        }
    }
    Some((deadlocks, sticks))
}

/// How many programs somebody asks for, if more than usual: `cargo xtask soak`.
fn asked_for() -> Option<u64> {
    std::env::var("RADDLE_SOAK_PROGRAMS").ok().and_then(|text| text.parse().ok())
}

/// The programs that the guides find hardest, without a search: so there can be many of them.
#[test]
fn guides_keep_their_promises_in_every_state() {
    let (mut visited, mut deadlocked) = (0, 0);
    let seeds = asked_for().unwrap_or(SEEDS);
    for seed in 1..=seeds {
        let source = match seed % 6 {
            0 => turns(seed),
            1 => rings(seed),
            2 | 3 => layers(seed),
            _ => weave(seed),
        };
        let program = program(&source, Options::default());
        let precision = (seed % 3) as usize;
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        if analysis.cycles.len() > CYCLES {
            continue;
        }
        let Some(tree) = Tree::of(&program, STATES) else { continue };
        let reachability = variants(seed)[0].reachability;
        let what = || format!("seed {seed}, {reachability:?}, precision {precision}\n{source}");
        promises::check(&program, &tree, &analysis, reachability, &what);
        visited += 1;
        deadlocked += u64::from(tree.deadlocks);
    }
    println!("{visited} programs of {seeds} seeds, {deadlocked} with a deadlock");
    assert!(deadlocked > seeds / 10, "the programs tell too little");
}

#[test]
fn guided_testing_finds_a_deadlock_if_and_only_if_there_is_one() {
    let (mut compared, mut deadlocked, mut stuck, mut free, mut seed) = (0, 0, 0, 0, 0u64);
    let programs = asked_for().unwrap_or(PROGRAMS);
    while compared < programs {
        seed += 1;
        let source = random_program(seed);
        // Silence is quickly checked, and does not count, nor do programs that were left out.
        if let Some((deadlocks, sticks)) = compare(seed, &source) {
            compared += 1;
            deadlocked += u64::from(deadlocks);
            stuck += u64::from(sticks);
            free += u64::from(!deadlocks && !sticks);
        }
    }
    println!(
        "{compared} programs with cycles of {seed} seeds, {deadlocked} with a deadlock, {stuck} with stuck tasks, \
         {free} with neither"
    );
    assert!(deadlocked > programs / 10 && stuck > programs / 50, "the programs tell too little");
    assert!(free > programs / 8, "the programs tell too little");
}
