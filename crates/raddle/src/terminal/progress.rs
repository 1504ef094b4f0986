//! What is shown while a search is under way: a bar on a terminal, a line every ten seconds elsewhere, nothing when
//! asked to be quiet. All of it goes to the standard error.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_explore::search::Progress;

use raddle_report::units::{count, grouped, percent, seconds};

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// What is over by then needs no bar: it would only flicker.
const SOON: Duration = Duration::from_millis(400);

/// What is shown.
pub enum Display {
    /// Nothing.
    Nothing,
    /// A bar.
    Bar(ProgressBar),
    /// Lines; the time at which the next one is due.
    Lines(Mutex<Duration>),
}

impl Display {
    /// What suits the place where the standard error goes.
    pub fn new(quiet: bool) -> Display {
        if quiet {
            Display::Nothing
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(1000), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:24} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            Display::Bar(bar)
        } else {
            Display::Lines(Mutex::new(EVERY))
        }
    }

    /// Shows where the search stands.
    pub fn show(&self, progress: &Progress) {
        match self {
            Display::Nothing => {}
            Display::Bar(bar) => {
                if progress.elapsed > SOON {
                    bar.set_position((progress.fraction.unwrap_or(0.0) * 1000.0) as u64);
                    bar.set_message(describe(progress));
                }
            }
            Display::Lines(due) => {
                let mut due = due.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if progress.elapsed >= *due {
                    *due = progress.elapsed + EVERY;
                    anstream::eprintln!("raddle: {}, {}", seconds(progress.elapsed), describe(progress));
                }
            }
        }
    }

    /// Shows how many findings have been made short.
    pub fn show_shortening(&self, made: usize, all: usize, elapsed: Duration) {
        let words = || format!("{made} of {} made short", count(all as u64, "finding"));
        match self {
            Display::Nothing => {}
            Display::Bar(bar) => {
                if elapsed > SOON {
                    bar.set_position(made as u64 * 1000 / all.max(1) as u64);
                    bar.set_message(words());
                }
            }
            Display::Lines(due) => {
                let mut due = due.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if elapsed >= *due {
                    *due = elapsed + EVERY;
                    anstream::eprintln!("raddle: {}, {}", seconds(elapsed), words());
                }
            }
        }
    }

    /// Takes away what would stand in the way of the result.
    pub fn clear(&self) {
        if let Display::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn describe(progress: &Progress) -> String {
    let elapsed = progress.elapsed.as_secs_f64().max(0.001);
    let rate = (progress.stats.runs as f64 / elapsed) as u64;
    let mut text = format!(
        "{}, {} a second, {}",
        count(progress.stats.runs, "run"),
        grouped(rate),
        count(progress.stats.states, "state"),
    );
    if let Some(fraction) = progress.fraction {
        text.push_str(&format!(", {} % made", percent(fraction)));
    }
    if progress.findings > 0 {
        text.push_str(&format!(", {}", count(progress.findings as u64, "finding")));
    }
    text
}
