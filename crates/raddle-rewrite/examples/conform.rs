//! Measures conformance: sequences of a protocol, checked with depth 2.
#![allow(clippy::disallowed_methods, reason = "a measurement")]
use raddle_rewrite::bench::{Protocol, Walk};
use std::time::Instant;

fn main() {
    for protocol in [Protocol::Scp, Protocol::Abp] {
        let mut walk = Walk::new(protocol, 7).expect("the protocol loads");
        for (count, length) in [(100, 100), (1000, 100), (10_000, 100), (1, 500_000)] {
            let sequences: Vec<Vec<String>> = (0..count).map(|_| walk.sequence(length)).collect();
            let mut theory = protocol.reachability().expect("the protocol loads");
            let start = Instant::now();
            for sequence in &sequences {
                let verdict = theory.check(sequence.iter().map(String::as_str), 2).expect("checked");
                assert!(matches!(verdict, raddle_rewrite::conform::Verdict::Accepted { .. }));
            }
            let elapsed = start.elapsed();
            let pairs = count * (length - 1);
            println!(
                "{protocol:?} {count} x {length}: {:.3} s, {:.3} us a pair with parsing, {} states known, {} terms, {} KB",
                elapsed.as_secs_f64(),
                elapsed.as_secs_f64() * 1e6 / pairs as f64,
                theory.known_states(),
                theory.theory().terms.len(),
                theory.theory().terms.bytes() / 1024
            );
            // Without any memory of states: a fresh parse and a fresh search for each pair.
            if count == 100 {
                let mut fresh = protocol.reachability().expect("the protocol loads");
                let start = Instant::now();
                let mut parses = 0;
                for sequence in &sequences {
                    for text in sequence {
                        fresh.parse(text).expect("a term");
                        parses += 1;
                    }
                }
                println!(
                    "  parsing alone: {:.2} us a state",
                    start.elapsed().as_secs_f64() * 1e6 / f64::from(parses)
                );
            }
        }
    }
}
