//! How long a fork takes: `fork_java CLASS_PATH MAIN_CLASS`, for `cargo xtask bench java-machine`. Runs the program to
//! its end, then copies the machine many times, writes to four pages of each copy, and prints the median in
//! microseconds, the words that are in use, and how the program ended.

use raddle_jvm::machine::Output;
use raddle_jvm::machine::heap::PAGE_WORDS;
use raddle_jvm::run::{RunOptions, start};
use std::rc::Rc;
use std::time::Instant;

const FORKS: usize = 2_001;

#[expect(clippy::disallowed_methods, reason = "it measures")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let class_path = arguments.next().unwrap_or_default().split(':').map(Into::into).collect();
    let main_class = arguments.next().unwrap_or_default();
    let options = RunOptions { class_path, main_class, ..RunOptions::default() };
    let mut machine = match start(&options, Output::Kept(Rc::default())) {
        Ok(machine) => machine,
        Err(halt) => {
            eprintln!("{halt:#?}");
            std::process::exit(4);
        }
    };
    let end = machine.run_to_end();
    let words = machine.heap.words_in_use();
    let spread = (words / 5) as u32;
    let mut times: Vec<u128> = (0..FORKS)
        .map(|_| {
            let begun = Instant::now();
            let mut copy = machine.clone();
            for page in 1..=4 {
                let index = page * spread / PAGE_WORDS * PAGE_WORDS + 2;
                let word = copy.heap.word(index);
                copy.heap.set_word(index, word);
            }
            begun.elapsed().as_nanos()
        })
        .collect();
    times.sort_unstable();
    println!("{:.2} µs, {words} words, {end:?}", times[FORKS / 2] as f64 / 1000.0);
}
