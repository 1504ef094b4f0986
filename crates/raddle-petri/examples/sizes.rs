//! The size of a family's prefix, for measuring: `cargo run --release -p raddle-petri --example sizes -- slotted-ring 5`.

use raddle_petri::families;
use raddle_petri::unfold::{Limits, unfold};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [family, count] = &words[..] else { return eprintln!("expected a family and a number") };
    let Ok(count) = count.parse() else { return eprintln!("'{count}' is no number") };
    let net = match family.as_str() {
        "philosophers" => families::philosophers(count),
        "cyclers" => families::cyclers(count),
        "slotted-ring" => families::slotted_ring(count),
        "elevator" => families::elevator(count),
        "over-take" => families::over_take(count),
        "readers" => families::readers(count),
        other => return eprintln!("unknown family '{other}'"),
    };
    match unfold(&net, &Limits::default()) {
        Err(told) => println!("not safe: {told:?}"),
        Ok(unfolding) => println!(
            "{} places, {} transitions: {} conditions, {} events, {} cut-offs",
            net.places().len(),
            net.transitions().len(),
            unfolding.prefix.conditions().len(),
            unfolding.prefix.events().len(),
            unfolding.prefix.cut_offs()
        ),
    }
}
