//! Measures conformance: sequences of a protocol, checked with depth 2.
#![allow(clippy::disallowed_methods, reason = "a measurement")]
use raddle_rewrite::bench::{Bounds, Protocol, Walk};
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for protocol in [Protocol::Scp, Protocol::Abp] {
        let count = 1000;
        let mut walk = Walk::new(protocol, Bounds::PUBLISHED, 7).expect("the protocol loads");
        let sequences: Vec<Vec<String>> = (0..count)
            .map(|n| {
                walk.restart(protocol.start(n * 100));
                walk.sequence(100)
            })
            .collect();
        println!("{}", sequences[3][50]);
        let mut fresh = protocol.reachability().expect("the protocol loads");
        let t = cpu();
        let mut parses = 0;
        for text in sequences.iter().flatten() {
            fresh.parse(text).expect("a term");
            parses += 1;
        }
        let c = fresh.counts();
        println!("parse {:.3} us, {c:?}", (cpu() - t) * 1e6 / parses as f64);
        let mut theory = protocol.reachability().expect("the protocol loads");
        let t = cpu();
        for sequence in &sequences {
            let verdict = theory.check(sequence, 2).expect("checked");
            assert!(matches!(verdict, raddle_rewrite::conform::Verdict::Accepted { .. }));
        }
        println!(
            "{protocol:?} {:.3} us a pair with parsing, {} states known, {} terms, {} KB {:?}",
            (cpu() - t) * 1e6 / (count * 99) as f64,
            theory.known_states(),
            theory.theory().terms.len(),
            theory.theory().terms.bytes() / 1024,
            theory.counts()
        );
    }
}
