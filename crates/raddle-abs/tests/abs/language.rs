//! Every example of `docs/abs.md` does what its first lines say.

use std::collections::BTreeSet;

use crate::support::file;
use raddle_abs::diagnostic::Severity;
use raddle_abs::load::{FileText, Loaded, Reading, load_files};
use raddle_abs::machine::options::Options;
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::simulate::simulate;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};

/// Runs of one example, to see that what it prints does not depend on the schedule.
const SEEDS: u64 = 5;

/// An example, as the product that it names, if it names one.
fn load_example(text: &str) -> Loaded {
    let product = text.lines().find_map(|line| line.strip_prefix("// product: ")).map(str::to_owned);
    let file = FileText { name: "example.abs".to_owned(), bytes: text.as_bytes().to_vec() };
    load_files(&[file], &Reading { product, ..Reading::default() })
}

fn compile(text: &str) -> AbsProgram {
    let loaded = load_example(text);
    assert!(loaded.refusal().is_none(), "{}\n{text}", loaded.render());
    loaded.into_program(Options::default()).expect("not refused")
}

fn told(text: &str, severity: Severity, wanted: &str) {
    let loaded = load_example(text);
    let found = loaded.diagnostics.iter().any(|d| d.severity == severity && d.message.contains(wanted));
    assert!(found, "expected {wanted:?}, but was told:\n{}\n{text}", loaded.render());
}

fn check(text: &str) {
    let mut directives = 0;
    for line in text.lines() {
        let Some((word, rest)) = line.strip_prefix("// ").and_then(|line| line.split_once(':')) else {
            break;
        };
        let wanted = rest.trim();
        directives += 1;
        match word {
            "prints" => {
                let program = compile(text);
                for seed in 0..SEEDS {
                    let mut output = String::new();
                    let simulation = simulate(&program, seed, 10_000, &mut |text| output.push_str(text));
                    assert!(simulation.interruption().is_none(), "{text}");
                    let output: Vec<&str> = output.lines().collect();
                    assert_eq!(output.join(" "), wanted, "seed {seed}\n{text}");
                }
            }
            "result" => {
                let simulation = simulate(&compile(text), 0, 10_000, &mut |_| {});
                assert_eq!(simulation.trace.result.as_deref(), Some(wanted), "{text}");
            }
            "finds" => {
                let program = compile(text);
                let settings = Settings { strategy: Named::Exhaustive, ..Settings::default() };
                let outcome = search(&program, &Unguided, &settings, &Hooks::default());
                let found: BTreeSet<String> =
                    outcome.findings.iter().map(|finding| finding.kind.word().to_owned()).collect();
                let found: Vec<String> = found.into_iter().collect();
                assert_eq!(found.join(" "), wanted, "{text}");
            }
            "incomplete" => {
                let program = compile(text);
                for settings in [Named::Exhaustive, Named::Dpor] {
                    let settings = Settings { strategy: settings, ..Settings::default() };
                    let outcome = search(&program, &Unguided, &settings, &Hooks::default());
                    let named = |gap: &Gap| gap.to_string().contains(wanted);
                    assert!(
                        matches!(&outcome.verdict, Verdict::Incomplete(gaps) if gaps.iter().any(named)),
                        "{:?}\n{text}",
                        outcome.verdict
                    );
                }
            }
            "product" => {}
            "error" => told(text, Severity::Error, wanted),
            "unsupported" => told(text, Severity::Unsupported, wanted),
            "warning" => told(text, Severity::Warning, wanted),
            other => panic!("{other:?} is no directive\n{text}"),
        }
    }
    assert!(directives > 0, "an example says what must come out\n{text}");
}

#[test]
fn every_example_of_the_language_table_holds() {
    let page = file("docs/abs.md");
    let mut rows = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    let mut examples = 0;
    let mut example: Option<String> = None;
    for line in page.lines() {
        if let Some(text) = &mut example {
            if line == "```" {
                check(text);
                examples += 1;
                example = None;
            } else {
                text.push_str(line);
                text.push('\n');
            }
        } else if line == "```abs" {
            example = Some(String::new());
        } else if let Ok(number) = line.parse::<u32>() {
            numbers.insert(number);
        } else if let Some(cell) = line.strip_suffix(" |").and_then(|line| line.rsplit(' ').next()) {
            rows.extend(cell.parse::<u32>());
        }
    }
    assert_eq!(rows, numbers, "every row of the table has an example, and every example a row");
    assert!(examples >= rows.len());
}

/// The list of the page is complete: every name that the library exports stands in an example, which is run.
#[test]
fn every_name_of_the_standard_library_stands_in_an_example() {
    let (library, page) = (file("crates/raddle-abs/src/library/standard.abs"), file("docs/abs.md"));
    let examples = page.split("```abs\n").skip(1).filter_map(|part| part.split("```").next());
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words: BTreeSet<&str> = examples.flat_map(|text| text.split(|letter| !is_letter(letter))).collect();
    let mut names = 0;
    for line in library.lines().filter_map(|line| line.strip_prefix("export ")) {
        let listed = line.trim_end_matches(';').split(" from ").next().unwrap_or(line);
        for name in listed.split(',').map(str::trim).filter(|name| *name != "*") {
            assert!(words.contains(name), "no example of docs/abs.md has {name}");
            names += 1;
        }
    }
    assert!(names > 150, "{names}");
}
