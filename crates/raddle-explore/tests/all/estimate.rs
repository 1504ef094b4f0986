//! The estimate of the number of interleavings is unbiased.

use raddle_explore::bounds::Bounds;
use raddle_explore::estimate::probe;
use raddle_explore::random::Seed;
use raddle_explore::search::Settings;
use raddle_threads::{builtin, oracle};

#[test]
fn a_thousand_probes_average_to_the_true_count() {
    for program in [builtin::locking(&[2, 2]), builtin::dining(3, 1, false), builtin::fibonacci(1, true)] {
        let truth =
            oracle::explore(&program, &Bounds::default(), 1_000_000).expect("it is small").runs as f64;
        let settings = Settings { seed: Seed(7), ..Settings::default() };
        let estimate = probe(&program, &settings, 1000).expect("each run comes to its end");
        // Five standard errors: once in two million, if the estimate is unbiased.
        assert!((estimate.runs - truth).abs() <= 5.0 * estimate.stderr, "{estimate:?}, not {truth}");
        assert!(estimate.stderr < truth, "{estimate:?}");
    }
}
