//! Measures the kernel alone, for profiling: `measure STRATEGY PROGRAM [JOBS]`.

use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_threads::builtin;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let strategy = match arguments[1].as_str() {
        "dpor" => Named::Dpor,
        "exhaustive" => Named::Exhaustive,
        "pct" => Named::Pct { depth: 3 },
        "pos" => Named::Pos,
        _ => Named::Random,
    };
    let program = match arguments[2].as_str() {
        "locking" => builtin::locking(&[2, 2, 2, 2, 2]),
        "fib4" => builtin::fibonacci(4, true),
        "fib5" => builtin::fibonacci(5, true),
        "writes" => builtin::writes(3, 3),
        _ => builtin::dining(5, 2, false),
    };
    let jobs = arguments.get(3).map_or(1, |text| text.parse().unwrap_or(1));
    let settings = Settings { strategy, jobs, samples: 300_000, ..Settings::default() };
    let outcome = search(&program, &Unguided, &settings, &Hooks::default());
    let seconds = outcome.elapsed.as_secs_f64();
    let stats = outcome.stats;
    println!(
        "{stats:?} {seconds:.3} s, {:.0} runs/s, {:.2} M steps/s",
        stats.runs as f64 / seconds,
        stats.steps as f64 / seconds / 1e6
    );
}
