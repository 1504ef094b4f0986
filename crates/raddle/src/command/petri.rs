//! `raddle petri FILE`: unfolds a Petri net and asks its complete prefix.
//!
//! The answer is in the first line. A standstill, or a marking that was asked for, is a finding (exit code 1) with a way
//! there; "no" holds for all reachable markings (exit code 0); a limit leaves the answer open (exit code 4).

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use raddle_petri::net::{Net, PlaceId};
use raddle_petri::questions::{self, Answer};
use raddle_petri::unfold::{self, End, Limits, Prefix};
use raddle_petri::{draw, read};
use serde_json::json;

use crate::arguments::{Format, Petri};
use crate::mistake::Mistake;
use crate::terminal::{self, files, interrupt};
use raddle_report::diagnostics::{Remark, Severity, render};
use raddle_report::units;

const FOUND: u8 = 1;
const INCOMPLETE: u8 = 4;

/// The longest file that is read: a net of a million arcs has some ten million bytes.
const LONGEST: u64 = 256 << 20;

/// Answers what was asked of a net.
#[expect(clippy::disallowed_methods, reason = "the time limit is of the wall clock")]
pub fn run(wanted: &Petri) -> Result<ExitCode, Mistake> {
    let until = wanted.time_limit.map(|time| Instant::now() + time);
    let flag = interrupt::flag();
    let is_stopped =
        move || flag.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
    let net = open(&wanted.file)?;
    let asked = wanted.reach.as_deref().map(|names| places(&net, names)).transpose()?;
    if wanted.net_dot {
        terminal::print(&draw::net_as_dot(&net));
        return Ok(ExitCode::SUCCESS);
    }
    let events = wanted.max_events.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let unfolding = unfold::unfold(&net, &Limits { events, is_stopped: &is_stopped }).map_err(|told| {
        let way = told.way.join(", ");
        Mistake::new(format!(
            "'{}': the net is not safe: '{}' comes to two tokens behind {way}",
            wanted.file.display(),
            told.place
        ))
    })?;
    if wanted.dot {
        if unfolding.end != End::Complete {
            anstream::eprintln!("warning: the prefix is not complete: {}", why(unfolding.end));
        }
        terminal::print(&draw::prefix_as_dot(&unfolding.prefix));
        return Ok(ExitCode::SUCCESS);
    }
    let answer = match (unfolding.end, &asked) {
        (End::TooManyEvents | End::Stopped, _) => Answer::Stopped,
        (End::Complete, None) => questions::deadlock(&net, &unfolding.prefix, is_stopped),
        (End::Complete, Some(places)) => {
            questions::reach(&net, &unfolding.prefix, places, wanted.exactly, is_stopped)
        }
    };
    let told = Told { wanted, net: &net, prefix: &unfolding.prefix, end: unfolding.end, answer: &answer };
    terminal::print(&match wanted.format {
        Format::Text => told.text(),
        Format::Json => told.json(),
    });
    Ok(ExitCode::from(match answer {
        Answer::Yes(_) => FOUND,
        Answer::No => 0,
        Answer::Stopped => INCOMPLETE,
    }))
}

fn open(file: &Path) -> Result<Net, Mistake> {
    let name = file.display();
    let text =
        files::read_whole(file, LONGEST).map_err(|error| Mistake::new(format!("'{name}': {error}")))?;
    read::read(&text).map_err(|wrong| {
        // A file of another kind is wrong in every line: the first mistakes tell enough.
        const SHOWN: usize = 20;
        let text = String::from_utf8_lossy(&text);
        let remark = |each: &read::Diagnostic| Remark {
            severity: Severity::Error,
            message: each.message.clone(),
            file: name.to_string(),
            line: each.line,
            column: each.column,
            length: 1,
            text: text.lines().nth(each.line - 1).unwrap_or_default().to_owned(),
        };
        let shown = render(&wrong.iter().take(SHOWN).map(remark).collect::<Vec<_>>());
        let more = wrong.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(", {more} of them not shown") } else { String::new() };
        let mistakes = units::count(wrong.len() as u64, "mistake");
        Mistake::in_file(shown, format!("'{name}' is no net that can be unfolded: {mistakes}{more}"))
    })
}

/// The places that were named, by spaces or commas between them.
fn places(net: &Net, names: &str) -> Result<Vec<PlaceId>, Mistake> {
    let mut places = Vec::new();
    for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
        let Some(place) = net.place_named(name) else {
            let known: Vec<&str> = net.places().map(|place| net.place_name(place)).collect();
            return Err(if known.len() <= 40 {
                Mistake::unknown("place", name, &known)
            } else {
                Mistake::new(format!("unknown place '{name}': the net has {} others", known.len()))
            });
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if places.is_empty() {
        return Err(Mistake::new("--reach names no place: expected names such as 'p1 p2'"));
    }
    Ok(places)
}

fn why(end: End) -> &'static str {
    match end {
        End::TooManyEvents => "it has more events than --max-events allows",
        End::Complete | End::Stopped => "the time was up, or the search was interrupted",
    }
}

/// What is told of a net.
struct Told<'a> {
    wanted: &'a Petri,
    net: &'a Net,
    prefix: &'a Prefix,
    end: End,
    answer: &'a Answer,
}

impl Told<'_> {
    fn text(&self) -> String {
        let file = self.wanted.file.display();
        let asked = self.wanted.reach.as_deref();
        let mut out = match (self.answer, asked) {
            (Answer::Yes(way), None) => {
                let steps = units::count(way.transitions.len() as u64, "transition");
                format!("deadlock: {file} comes to a standstill behind {steps}\n")
            }
            (Answer::Yes(way), Some(names)) => {
                let steps = units::count(way.transitions.len() as u64, "transition");
                format!("reached: {file} comes to '{names}' behind {steps}\n")
            }
            (Answer::No, None) => format!("proved: {file} has no deadlock in any reachable marking\n"),
            (Answer::No, Some(names)) => {
                format!("proved: {file} comes to '{names}' in no reachable marking\n")
            }
            (Answer::Stopped, _) => format!("incomplete: {file}: {}\n", why(self.end)),
        };
        if let Answer::Yes(way) = self.answer {
            let names = way.transitions.iter().map(|&each| self.net.transition_name(each));
            let _ = write!(out, "{}", wrapped("fires ", names));
            let marked = way.marking.places().map(|place| self.net.place_name(place));
            let _ = write!(out, "{}", wrapped("tokens", marked));
        }
        let count = |number: usize, noun: &str| units::count(number as u64, noun);
        let complete = if self.end == End::Complete { "complete" } else { "not complete" };
        let _ = writeln!(
            out,
            "  net     {}, {}",
            count(self.net.places().len(), "place"),
            count(self.net.transitions().len(), "transition")
        );
        let _ = writeln!(
            out,
            "  prefix  {}, {}, {}; {complete}",
            count(self.prefix.conditions().len(), "condition"),
            count(self.prefix.events().len(), "event"),
            count(self.prefix.cut_offs(), "cut-off")
        );
        out
    }

    fn json(&self) -> String {
        let (verdict, way) = match self.answer {
            Answer::Yes(way) => ("found", Some(way)),
            Answer::No => ("proved", None),
            Answer::Stopped => ("incomplete", None),
        };
        let value = json!({
            "version": 1,
            "net": self.wanted.file.display().to_string(),
            "question": match &self.wanted.reach {
                None => json!({ "deadlock": true }),
                Some(names) => json!({ "reach": names, "exactly": self.wanted.exactly }),
            },
            "verdict": verdict,
            "reasons": if way.is_none() && verdict == "incomplete" { vec![why(self.end)] } else { Vec::new() },
            "transitions": way.map(|way| {
                way.transitions.iter().map(|&each| self.net.transition_name(each)).collect::<Vec<_>>()
            }),
            "marking": way.map(|way| {
                way.marking.places().map(|place| self.net.place_name(place)).collect::<Vec<_>>()
            }),
            "places": self.net.places().len(),
            "net_transitions": self.net.transitions().len(),
            "prefix": {
                "conditions": self.prefix.conditions().len(),
                "events": self.prefix.events().len(),
                "cut_offs": self.prefix.cut_offs(),
                "complete": self.end == End::Complete,
            },
        });
        format!("{value}\n")
    }
}

/// Names behind a word, in lines that fit on the screen.
fn wrapped<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let width = terminal::width();
    let mut out = format!("  {word}  ");
    let mut column = 10;
    let mut is_first = true;
    for name in names {
        let length = name.chars().count();
        if !is_first {
            out.push(',');
            if column + length + 2 > width {
                out.push_str("\n          ");
                column = 10;
            } else {
                out.push(' ');
                column += 2;
            }
        }
        out.push_str(name);
        column += length;
        is_first = false;
    }
    out.push('\n');
    out
}
