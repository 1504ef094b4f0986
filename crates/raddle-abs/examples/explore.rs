//! Explores one ABS file and prints what was counted: a developer's tool for sizes and speeds.
//!
//! `explore FILE [exhaustive|dpor] [none|location|fields|exact] [seconds]`

use std::time::Duration;

use raddle_abs::load::load;
use raddle_abs::machine::options::{Dependence, Options};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::trace::Trace;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().expect("a file is named");
    let bytes = std::fs::read(path).expect("the file can be read");
    let loaded = load(path, &bytes);
    println!("{}", loaded.render());
    let exhaustive = arguments.get(1).is_none_or(|word| word == "exhaustive");
    let dependence = match arguments.get(2).map(String::as_str) {
        Some("none") => Dependence::None,
        Some("location") => Dependence::Location,
        Some("exact") => Dependence::Exact,
        _ => Dependence::Fields,
    };
    let options = Options { dependence, touches: !exhaustive, ..Options::default() };
    let Some(program) = loaded.into_program(options) else { std::process::exit(2) };
    let mut settings = Settings {
        strategy: if exhaustive { Named::Exhaustive } else { Named::Dpor },
        ..Settings::default()
    };
    settings.budget.time =
        arguments.get(3).map(|seconds| Duration::from_secs(seconds.parse().expect("a number")));
    settings.looks.races = false;
    settings.looks.livelocks = false;
    let outcome = search(&program, &Unguided, &settings, &Hooks::default());
    println!("{:?}", outcome.verdict);
    for finding in &outcome.findings {
        let trace = Trace::of(&program, &settings, &finding.schedule).expect("every finding was replayed");
        println!("{}", finding.kind.describe(&program, &trace.words));
    }
    let rate = outcome.stats.steps as f64 / outcome.elapsed.as_secs_f64();
    println!("{:?}\n{:?}, {rate:.0} steps a second", outcome.stats, outcome.elapsed);
}
