//! The result for people: the answer in the first line, then how it comes about, then figures.

use anstyle::{AnsiColor, Style};
use raddle_explore::context::Failure;
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::names::ActorId;
use raddle_explore::operation::Access;
use raddle_explore::program::Program;
use raddle_explore::races::RacingAccess;
use raddle_explore::search::{Outcome, Settings};
use raddle_explore::verdict::{Gap, Verdict};
use raddle_explore::words::Words;

use crate::mistake::Mistake;
use crate::report::columns::draw;
use crate::report::stacks::stacks;
use crate::report::story::Story;
use crate::report::warnings::Warnings;
use crate::terminal::progress::percent;
use crate::units::{count, grouped, seconds};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn colored(color: AnsiColor) -> Style {
    BOLD.fg_color(Some(color.into()))
}

/// The colour of a verdict.
pub fn style(verdict: &Verdict) -> Style {
    match verdict {
        Verdict::Proved { .. } => colored(AnsiColor::Green),
        Verdict::Found => colored(AnsiColor::Red),
        Verdict::Bounded(_) | Verdict::Sampled | Verdict::Incomplete(_) => colored(AnsiColor::Yellow),
    }
}

/// How many findings are listed after the first, unless all are wanted.
const MOST_SHOWN: usize = 10;

/// What is known beside the outcome.
pub struct Surroundings<'s> {
    /// The program as the user named it.
    pub program: &'s str,
    /// The strategy as the user named it.
    pub strategy: &'s str,
    /// What was asked for.
    pub settings: &'s Settings,
    /// Whether nothing but deadlocks was looked for.
    pub only_deadlocks: bool,
    /// Where the first finding's schedule was written.
    pub saved: Option<&'s str>,
    /// How wide the screen is.
    pub width: usize,
    /// Whether no more than the answer is wanted.
    pub quiet: bool,
    /// Whether everything is wanted.
    pub verbose: bool,
    /// Whether every step is shown, and not only what others could notice.
    pub every_step: bool,
    /// What goes wrong if waits give up early.
    pub warnings: Option<&'s Warnings>,
}

/// The properties that were looked for.
fn properties(actors: &str, settings: &Settings) -> String {
    let stuck = format!("stuck {actors}s");
    let mut list = vec!["deadlocks", &stuck, "failed assertions", "uncaught exceptions"];
    if settings.looks.races {
        list.push("data races");
    }
    if settings.looks.livelocks {
        list.push("livelocks");
    }
    let last = list.pop().unwrap_or_default();
    format!("{} and {last}", list.join(", "))
}

/// How long a finding's schedule is.
fn length(story: &Story) -> String {
    let steps = count(story.steps.len() as u64, "step");
    match story.switches() {
        0 => format!("{steps}, no context switch"),
        switches => {
            format!("{steps}, {}", count(switches as u64, "context switch").replace("switchs", "switches"))
        }
    }
}

/// What failed, and where, where the words end with a place.
fn failure_words(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" at ") {
        Some((what, place)) if place.ends_with(')') => (what, Some(place)),
        _ => (text, None),
    }
}

/// Of so many that are stuck the first line tells the names, of more only how many they are.
const NAMED: usize = 1;

/// A finding in a few words; the picture tells the rest.
fn headline<P: Program>(program: &P, kind: &FindingKind, words: &Words) -> String {
    let name = |actor: ActorId| words.actor(actor, program.names());
    match kind {
        FindingKind::Deadlock(cycle) => {
            format!("deadlock of {}", count(cycle.len() as u64, program.actor_word()))
        }
        FindingKind::Stuck(actors) if actors.len() > NAMED => {
            format!("{} are stuck", count(actors.len() as u64, program.actor_word()))
        }
        FindingKind::Race(race) => format!("data race on {}", words.place(race.place)),
        FindingKind::Failure(actor, Failure::Assertion(text)) => {
            format!("assertion failed in {}: {}", name(*actor), failure_words(text).0)
        }
        FindingKind::Failure(actor, Failure::Exception(text)) => {
            format!("uncaught exception in {}: {}", name(*actor), failure_words(text).0)
        }
        _ => kind.describe(program, words),
    }
}

/// What a finding is about, after the first line: who waits for what, which accesses, where it failed.
fn details<P: Program>(program: &P, kind: &FindingKind, story: &Story) -> Vec<String> {
    let name = |actor: ActorId| story.words.actor(actor, program.names());
    let at = |source: &str| if source.is_empty() { String::new() } else { format!(" at {source}") };
    match kind {
        FindingKind::Deadlock(cycle) => {
            let words = kind.describe(program, &story.words);
            let mut lines = vec![words.strip_prefix("deadlock: ").unwrap_or(&words).to_owned()];
            let names: Vec<String> = cycle.iter().map(|&actor| name(actor)).collect();
            for wait in story.waits.iter().filter(|wait| names.contains(&wait.operation.actor)) {
                let (Some(owner), Some(step)) = (&wait.waits_for, wait.taken_in) else { continue };
                // Without a file, the picture says as much.
                if !wait.operation.source.contains('.') {
                    continue;
                }
                let taken = story.steps.get(step - 1).map_or("", |taken| taken.operation.source.as_str());
                lines.push(format!(
                    "- {} wants {}{}; {owner} took it in step {step}{}",
                    wait.operation.actor,
                    wait.operation.places.join(", "),
                    at(&wait.operation.source),
                    at(taken),
                ));
            }
            lines
        }
        FindingKind::Race(race) => {
            let side = |side: &RacingAccess| {
                let does = if side.access == Access::Write { "writes" } else { "reads" };
                format!("{} {does} it{}", name(side.actor), at(&program.describe_source(side.source)))
            };
            let [first, second] = race.sides(program.names()).map(side);
            vec![format!("{first}, and {second}; nothing orders the two.")]
        }
        FindingKind::Stuck(actors) if actors.len() > NAMED => {
            let words = kind.describe(program, &story.words);
            vec![words.strip_prefix("stuck: ").unwrap_or(&words).to_owned()]
        }
        FindingKind::Failure(_, Failure::Assertion(text) | Failure::Exception(text)) => {
            failure_words(text).1.map(|place| format!("Thrown at {place}.")).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The first line.
fn answer<P: Program>(
    program: &P,
    outcome: &Outcome,
    stories: &[(&Finding, Story)],
    around: &Surroundings,
) -> String {
    let verdict = style(&outcome.verdict);
    let word = outcome.verdict.word();
    let rest = match &outcome.verdict {
        Verdict::Proved { .. } if around.only_deadlocks => {
            format!("no schedule of {} ends in a deadlock", around.program)
        }
        Verdict::Proved { .. } => {
            format!("every schedule of {} is covered, and none misbehaves", around.program)
        }
        Verdict::Found => stories.first().map_or_else(String::new, |(finding, story)| {
            format!("{} ({})", headline(program, &finding.kind, &story.words), length(story))
        }),
        Verdict::Bounded(bounds) => {
            let bounds: Vec<String> = bounds.iter().map(ToString::to_string).collect();
            format!(
                "no schedule of {} within the bound on {} misbehaves",
                around.program,
                bounds.join(" and ")
            )
        }
        Verdict::Sampled => format!(
            "none of {} of {} misbehaved; others were not tried",
            count(outcome.stats.runs, "run"),
            around.program
        ),
        Verdict::Incomplete(gaps) if gaps.iter().all(|gap| *gap == Gap::Satisfied) => {
            format!(
                "all that --until wants of {} is covered, and no run on the way misbehaves",
                around.program
            )
        }
        Verdict::Incomplete(gaps) => {
            let gaps: Vec<String> = gaps.iter().map(ToString::to_string).collect();
            format!("nothing is claimed of {}: {}", around.program, gaps.join("; "))
        }
    };
    let wraps = matches!(outcome.verdict, Verdict::Found | Verdict::Incomplete(_)) && !around.quiet;
    first_line(verdict, word, &rest, wraps.then_some(around.width))
}

/// A verdict and what it says; what a program says of itself can be long, and is cut into lines of a width.
fn first_line(style: Style, word: &str, rest: &str, width: Option<usize>) -> String {
    let line = format!("{word}: {rest}");
    let line = match width {
        Some(width) => paragraph(&line, width, 2),
        None => format!("{line}\n"),
    };
    format!("{style}{word}:{style:#}{}", &line[word.len() + 1..])
}

/// One finding after the first line: what it is about, and its schedule as a picture.
fn picture<P: Program>(
    program: &P,
    kind: Option<&FindingKind>,
    story: &Story,
    width: usize,
    every_step: bool,
) -> String {
    let mut text = String::from("\n");
    let details = kind.map_or_else(Vec::new, |kind| details(program, kind, story));
    for line in &details {
        text.push_str(&paragraph(line, width, 2));
    }
    if !details.is_empty() {
        text.push('\n');
    }
    text.push_str(&draw(story, width, every_step));
    let mut marks: Vec<String> = Vec::new();
    if story.switches() > 0 {
        marks.push(format!("* another {} takes over", program.actor_word()));
    }
    if story.steps.iter().any(|step| step.culprit) {
        let what = match kind {
            Some(FindingKind::Race(_)) => "the two accesses that nothing orders",
            _ => "the failure",
        };
        marks.push(format!("<-- {what}"));
    }
    if !marks.is_empty() {
        text.push_str(&format!("{DIM}  ({}){DIM:#}\n", marks.join("; ")));
    }
    let thrower = match kind {
        Some(FindingKind::Failure(actor, _)) => Some(story.words.actor(*actor, program.names())),
        _ => None,
    };
    text.push_str(&stacks(story, thrower.as_deref(), width, every_step));
    text
}

/// Lines of at most so many letters, indented after the first.
pub fn paragraph(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = indent;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines.push('\n');
    lines
}

/// What was counted.
fn statistics(outcome: &Outcome, around: &Surroundings) -> String {
    let stats = &outcome.stats;
    let rate = (stats.runs as f64 / outcome.elapsed.as_secs_f64().max(1e-6)) as u64;
    // A run that a finding ends midway does not count as one.
    let runs = match stats.runs {
        0 if outcome.verdict == Verdict::Found => "The first run".to_owned(),
        runs => count(runs, "run"),
    };
    let mut parts = vec![format!("{runs} by {}", around.strategy)];
    if outcome.rounds > 1 {
        parts[0].push_str(&format!(" after {} rounds of looking closer", outcome.rounds));
    }
    if stats.deadlocks > 0 {
        parts.push(format!("{} deadlocked", grouped(stats.deadlocks)));
    }
    if stats.blocked_runs > 0 {
        parts.push(format!("{} blocked", grouped(stats.blocked_runs)));
    }
    if stats.pruned > 0 {
        parts.push(format!("{} pruned", grouped(stats.pruned)));
    }
    if stats.states > 0 {
        parts.push(count(stats.states, "state"));
    }
    // Steps count when their run does: none did where a finding ended the first one, or a guide each of them.
    if stats.steps > 0 {
        parts.push(count(stats.steps, "step"));
    }
    if around.verbose {
        parts.push(count(stats.choice_points, "choice point"));
        parts.push(format!("longest run {}", count(stats.longest, "step")));
    }
    parts.push(seconds(outcome.elapsed));
    if stats.runs >= 100 {
        parts.push(format!("{} a second", count(rate, "run")));
    }
    let mut text = paragraph(&format!("{}.", parts.join(", ")), around.width, 0);
    if matches!(outcome.verdict, Verdict::Incomplete(_))
        && let Some(explored) = outcome.explored.filter(|explored| explored.fraction < 1.0)
    {
        let (part, error) = (percent(explored.fraction), percent(explored.stderr));
        text.push_str(&format!("About {part} ± {error} % of the search was done (an estimate).\n"));
    }
    text
}

/// What the verdict covers.
fn coverage<P: Program>(program: &P, outcome: &Outcome, around: &Surroundings) -> Option<String> {
    let looked = if around.only_deadlocks {
        "deadlocks".to_owned()
    } else {
        properties(program.actor_word(), around.settings)
    };
    let text = match outcome.verdict {
        Verdict::Proved { .. } => format!(
            "Proved for this program with these inputs, on sequentially consistent memory; looked for: {looked}."
        ),
        Verdict::Bounded(_) | Verdict::Sampled => {
            format!(
                "For this program with these inputs, on sequentially consistent memory; looked for: {looked}."
            )
        }
        Verdict::Found | Verdict::Incomplete(_) => return None,
    };
    let fewer = around.warnings.and_then(|warnings| warnings.assumptions.clone());
    let assumptions = fewer.unwrap_or_else(|| program.assumptions());
    let assumptions = assumptions.into_iter().map(|what| format!(" Relies on {what}."));
    Some(paragraph(&assumptions.fold(text, |text, relies| text + &relies), around.width, 0))
}

/// A replayed schedule; no more than the answer without a width.
pub fn render_replay<P: Program>(
    program: &P,
    name: &str,
    finding: Option<&Finding>,
    expected: &str,
    story: &Story,
    width: Option<usize>,
    every_step: bool,
) -> String {
    let mut text = match finding {
        Some(finding) => {
            let rest = format!("{} ({})", headline(program, &finding.kind, &story.words), length(story));
            first_line(colored(AnsiColor::Red), "found", &rest, width)
        }
        None => {
            let style = colored(AnsiColor::Yellow);
            format!("{style}sampled:{style:#} this schedule of {name} no longer shows '{expected}'\n")
        }
    };
    if let Some(width) = width {
        text.push_str(&picture(program, finding.map(|finding| &finding.kind), story, width, every_step));
    }
    text
}

/// What is known of a check that was cut before it could say so itself.
pub fn render_cut(program: &str, found: Option<(&str, &str)>, reason: &str) -> String {
    match found {
        Some((_, message)) => {
            let style = colored(AnsiColor::Red);
            format!("{style}found:{style:#} {message}\nNo more is told of it: {reason}.\n")
        }
        None => {
            let style = colored(AnsiColor::Yellow);
            format!("{style}incomplete:{style:#} nothing is claimed of {program}: {reason}\n")
        }
    }
}

/// Why nothing is claimed of a program that could not be explored at all, and where that is.
pub fn render_gap(name: &str, mistake: &Mistake, width: usize, quiet: bool) -> String {
    let (what, stack) = mistake.gap().unwrap_or((mistake.line(), ""));
    let rest = format!("nothing is claimed of {name}: {what}");
    let line = first_line(colored(AnsiColor::Yellow), "incomplete", &rest, (!quiet).then_some(width));
    if quiet { line } else { format!("{line}{stack}") }
}

/// A warning: what would go wrong, why it does not count, and its schedule as a picture.
pub fn warning<P: Program>(
    program: &P,
    (finding, story): (&Finding, &Story),
    why: Option<&str>,
    width: usize,
    every_step: bool,
) -> String {
    let rest = format!("{} ({})", headline(program, &finding.kind, &story.words), length(story));
    let mut text = first_line(colored(AnsiColor::Yellow), "warning: timeout", &rest, Some(width));
    text.extend(why.map(|why| paragraph(why, width, 0)));
    text.push_str(&picture(program, Some(&finding.kind), story, width, every_step));
    text
}

/// The whole result.
pub fn render<P: Program>(
    program: &P,
    outcome: &Outcome,
    stories: &[(&Finding, Story)],
    around: &Surroundings,
) -> String {
    let mut text = answer(program, outcome, stories, around);
    if around.quiet {
        return text;
    }
    if let Some((finding, story)) = stories.first() {
        text.push_str(&picture(program, Some(&finding.kind), story, around.width, around.every_step));
    }
    if stories.len() > 1 {
        text.push_str(&format!("\n{BOLD}Also found:{BOLD:#}\n"));
        let shown = if around.verbose { stories.len() } else { stories.len().min(MOST_SHOWN + 1) };
        for (finding, story) in &stories[1..shown] {
            let line = format!("- {} ({})", finding.kind.describe(program, &story.words), length(story));
            text.push_str(&paragraph(&line, around.width, 2));
            if around.verbose {
                text.push_str(&picture(program, Some(&finding.kind), story, around.width, around.every_step));
                text.push('\n');
            }
        }
        if shown < stories.len() {
            text.push_str(&format!("- and {} more, which --verbose shows\n", stories.len() - shown));
        }
    }
    text.push('\n');
    text.push_str(&statistics(outcome, around));
    if let Some(coverage) = coverage(program, outcome, around) {
        text.push_str(&coverage);
    }
    if let Some(warnings) = around.warnings {
        text.push_str(&warnings.text);
    }
    if outcome.verdict == Verdict::Found {
        if around.settings.stop_at_first {
            text.push_str("The search ended there; --all goes on to the end.\n");
        } else if !outcome.gaps.is_empty() {
            let gaps: Vec<String> = outcome.gaps.iter().map(ToString::to_string).collect();
            let line = format!("There may be more to be found: {}.", gaps.join("; "));
            text.push_str(&paragraph(&line, around.width, 0));
        }
        text.push_str(&match around.saved {
            Some(file) => format!("Replay it: raddle replay {file}\n"),
            None => "To replay it later, check again with --save found.raddle.json\n".to_owned(),
        });
    }
    text
}
