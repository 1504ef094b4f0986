//! Warnings: what goes wrong if waits give up while others could go on. They change no verdict, since a proof says that it
//! relies on that; who wants them to asks for `--timeouts any`.

use raddle_explore::finding::Finding;
use raddle_explore::program::Program;
use raddle_explore::schedule::to_text;
use raddle_explore::search::Outcome;
use serde::Serialize;

use crate::report::story::{Step, Story, Wait};
use crate::report::text;

/// The kind of all warnings so far.
const TIMEOUT: &str = "timeout";

/// A warning for machines.
#[derive(Serialize)]
pub struct Warning {
    kind: &'static str,
    /// The kind of what goes wrong.
    breaks: String,
    message: String,
    /// Who could have gone on when the first wait gave up.
    overtaken: Vec<String>,
    schedule: String,
    trace: Vec<Step>,
    waiting: Vec<Wait>,
}

/// What came of a search in which waits may give up early.
pub struct Warnings {
    /// The word for its verdict.
    pub verdict: &'static str,
    /// What a proof relies on that covers such waits, too, where the search came to its end and found nothing.
    pub assumptions: Option<Vec<String>>,
    /// What it found.
    pub warnings: Vec<Warning>,
    /// The same for people.
    pub text: String,
}

/// The first step in which a wait gave up while others could go on.
fn first_early(story: &Story) -> Option<&Step> {
    story.steps.iter().find(|step| !step.overtaken.is_empty())
}

/// Names in a row.
fn row(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        _ => names.join(", "),
    }
}

/// Who gives up too early, and who could have gone on.
fn sentence(step: &Step) -> String {
    let at = if step.operation.source.is_empty() {
        String::new()
    } else {
        format!(" at {}", step.operation.source)
    };
    format!(
        "In step {} the wait of {}{at} gives up, while {} could go on.",
        step.step,
        step.operation.actor,
        row(&step.overtaken)
    )
}

impl Warnings {
    /// Puts the outcome of such a search of a program into words; the lines are as wide as this.
    pub fn new<P: Program>(
        program: &P,
        outcome: &Outcome,
        stories: &[(&Finding, Story)],
        width: usize,
        every_step: bool,
    ) -> Warnings {
        let mut text = String::new();
        for (finding, story) in stories {
            let early = first_early(story).map(sentence);
            text.push('\n');
            text.push_str(&text::warning(program, (finding, story), early.as_deref(), width, every_step));
        }
        if !stories.is_empty() {
            let line = "This is no finding: the proof relies on such waits ending last. --timeouts any makes it one.";
            text.push('\n');
            text.push_str(&text::paragraph(line, width, 0));
        } else if !outcome.verdict.is_proved() {
            let line = "Whether these waits may also end earlier was searched, but not to the end.";
            text.push_str(&text::paragraph(line, width, 0));
        }
        let warnings = stories.iter().map(|(finding, story)| {
            let early = first_early(story);
            let message = finding.kind.describe(program, &story.words);
            Warning {
                kind: TIMEOUT,
                breaks: finding.kind.word().to_owned(),
                message: early.map_or(message.clone(), |step| format!("{message}. {}", sentence(step))),
                overtaken: early.map_or_else(Vec::new, |step| step.overtaken.clone()),
                schedule: to_text(program.names(), &finding.schedule),
                trace: story.steps.clone(),
                waiting: story.waits.clone(),
            }
        });
        Warnings {
            verdict: outcome.verdict.word(),
            assumptions: (outcome.verdict.is_proved()).then(|| program.assumptions()),
            warnings: warnings.collect(),
            text,
        }
    }
}
