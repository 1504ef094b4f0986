//! The report for people: the answer in the first line, then how it comes about, then figures.

pub mod columns;
mod cycles;
mod rows;
mod stacks;

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use raddle_explore::operation::Access;

use crate::report::{Answer, Course, Found, Matter, Replayed, Report, Side, Warning};
use crate::story::Story;
use crate::text::columns::draw;
use crate::text::stacks::stacks;
use crate::units::{count, grouped, percent, seconds};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// How many findings are listed after the first, unless all are wanted.
const MOST_SHOWN: usize = 10;

/// How it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How wide the screen is.
    pub width: usize,
    /// Whether no more than the answer is wanted.
    pub quiet: bool,
    /// Whether everything is wanted.
    pub verbose: bool,
    /// Whether every step is shown, and not only what others could notice.
    pub every_step: bool,
}

fn colored(color: AnsiColor) -> Style {
    BOLD.fg_color(Some(color.into()))
}

/// The colour of an answer.
pub fn style(answer: Answer) -> Style {
    match answer {
        Answer::Proved => colored(AnsiColor::Green),
        Answer::Found | Answer::Error => colored(AnsiColor::Red),
        Answer::Bounded | Answer::Sampled | Answer::Incomplete => colored(AnsiColor::Yellow),
    }
}

/// How long a finding's schedule is.
pub fn length(story: &Story) -> String {
    let steps = count(story.steps.len() as u64, "step");
    match story.switches() {
        0 => format!("{steps}, no context switch"),
        1 => format!("{steps}, 1 context switch"),
        switches => format!("{steps}, {} context switches", grouped(switches as u64)),
    }
}

/// Of so many that are stuck the first line tells the names, of more only how many they are.
const NAMED: usize = 1;

/// A finding in a few words; the picture tells the rest.
pub fn headline(found: &Found, actor_word: &str) -> String {
    match &found.matter {
        Matter::Deadlock { actors } => format!("deadlock of {}", count(actors.len() as u64, actor_word)),
        Matter::Stuck { actors } if actors.len() > NAMED => {
            format!("{} are stuck", count(actors.len() as u64, actor_word))
        }
        Matter::Race { place, .. } => {
            format!("data race on {}", place.as_ref().map_or_else(String::new, ToString::to_string))
        }
        Matter::Assertion(raised) => {
            format!("assertion failed in {}: {}", raised.actors[0], raised.thrown)
        }
        Matter::Exception(raised) => {
            format!("uncaught exception in {}: {}", raised.actors[0], raised.thrown)
        }
        Matter::Stuck { .. } | Matter::Livelock { .. } | Matter::Other {} => found.message.clone(),
    }
}

fn at(source: &str) -> String {
    if source.is_empty() { String::new() } else { format!(" at {source}") }
}

/// What a finding is about, after the first line: who waits for what, which accesses, where it failed.
pub fn details(found: &Found) -> Vec<String> {
    let story = &found.story;
    match &found.matter {
        Matter::Deadlock { actors } => {
            let first = actors.first().map_or("", String::as_str);
            let mut lines = vec![format!("{} waits for {first}", actors.join(" waits for "))];
            for wait in story.waits.iter().filter(|wait| actors.contains(&wait.operation.actor)) {
                let (Some(owner), Some(step)) = (&wait.waits_for, wait.taken_in) else { continue };
                // Without a file, the picture says as much.
                if wait.operation.location.file.is_empty() {
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
        Matter::Race { accesses, .. } => {
            let side = |side: &Side| {
                let does = if side.access == Access::Write { "writes" } else { "reads" };
                format!("{} {does} it{}", side.actor, at(&side.location.to_string()))
            };
            let [first, second] = accesses.each_ref().map(side);
            vec![format!("{first}, and {second}; nothing orders the two.")]
        }
        Matter::Stuck { actors } if actors.len() > NAMED => {
            vec![format!("{} wait for what nobody can give", actors.join(", "))]
        }
        Matter::Assertion(raised) | Matter::Exception(raised) => {
            let call = raised.location.iter().filter(|at| !at.function.is_empty());
            call.map(|at| format!("Thrown at {at}.")).collect()
        }
        Matter::Stuck { .. } | Matter::Livelock { .. } | Matter::Other {} => Vec::new(),
    }
}

/// What is claimed, in a sentence that goes on after the verdict's word.
pub fn claim(report: &Report) -> String {
    let Report { program, reasons, .. } = report;
    match report.verdict {
        Answer::Proved if !report.allowed.is_empty() => {
            format!("every schedule of {program} is covered, and none misbehaves but as it may")
        }
        Answer::Proved if report.only_deadlocks => format!("no schedule of {program} ends in a deadlock"),
        Answer::Proved => format!("every schedule of {program} is covered, and none misbehaves"),
        Answer::Found if report.course == Course::Cut => {
            report.findings.first().map_or_else(String::new, |found| found.message.clone())
        }
        Answer::Found => report.findings.first().map_or_else(String::new, |found| {
            format!("{} ({})", headline(found, report.actor_word), length(&found.story))
        }),
        Answer::Bounded => {
            format!("no schedule of {program} within the bound on {} misbehaves", reasons.join(" and "))
        }
        Answer::Sampled => format!(
            "none of {} of {program} misbehaved; others were not tried",
            count(report.stats.runs, "run")
        ),
        Answer::Incomplete if report.is_satisfied => {
            format!("all that --until wants of {program} is covered, and no run on the way misbehaves")
        }
        Answer::Incomplete => format!("nothing is claimed of {program}: {}", reasons.join("; ")),
        Answer::Error => reasons.join("; "),
    }
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

/// The first line.
fn answer(report: &Report, view: &View, quiet: bool) -> String {
    let wraps = matches!(report.verdict, Answer::Found | Answer::Incomplete) && !quiet;
    first_line(style(report.verdict), report.verdict.word(), &claim(report), wraps.then_some(view.width))
}

/// One finding after the first line: what it is about, and its schedule as a picture.
fn picture(found: &Found, actor_word: &str, view: &View) -> String {
    let mut text = String::from("\n");
    let details = details(found);
    for line in &details {
        text.push_str(&paragraph(line, view.width, 2));
    }
    if !details.is_empty() {
        text.push('\n');
    }
    let story = &found.story;
    text.push_str(&draw(story, view.width, view.every_step));
    let mut marks: Vec<String> = Vec::new();
    if story.switches() > 0 {
        marks.push(format!("* another {actor_word} takes over"));
    }
    if story.steps.iter().any(|step| step.culprit) {
        let what = match found.matter {
            Matter::Race { .. } => "the two accesses that nothing orders",
            _ => "the failure",
        };
        marks.push(format!("<-- {what}"));
    }
    if !marks.is_empty() {
        text.push_str(&format!("{DIM}  ({}){DIM:#}\n", marks.join("; ")));
    }
    let thrower = match &found.matter {
        Matter::Assertion(raised) | Matter::Exception(raised) => Some(raised.actors[0].as_str()),
        _ => None,
    };
    text.push_str(&stacks(story, thrower, view.width, view.every_step));
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

/// What was counted, in a sentence.
pub fn statistics(report: &Report, verbose: bool) -> String {
    let stats = &report.stats;
    let rate = (stats.runs as f64 / stats.seconds.max(1e-6)) as u64;
    // A run that a finding ends midway does not count as one.
    let runs = match stats.runs {
        0 if report.verdict == Answer::Found => "The first run".to_owned(),
        runs => count(runs, "run"),
    };
    let mut parts = vec![format!("{runs} by {}", report.answered_by)];
    if stats.rounds > 1 {
        parts[0].push_str(&format!(" after {} rounds of looking closer", stats.rounds));
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
    if verbose {
        parts.push(count(stats.choice_points, "choice point"));
        parts.push(format!("longest run {}", count(stats.longest, "step")));
    }
    parts.push(seconds(Duration::try_from_secs_f64(stats.seconds).unwrap_or_default()));
    if stats.runs >= 100 {
        parts.push(format!("{} a second", count(rate, "run")));
    }
    format!("{}.", parts.join(", "))
}

/// How much of a search that was cut is done.
fn done(report: &Report) -> Option<String> {
    let fraction = report.explored.fraction.filter(|fraction| *fraction < 1.0)?;
    let (part, error) = (percent(fraction), percent(report.explored.stderr.unwrap_or(0.0)));
    (report.verdict == Answer::Incomplete)
        .then(|| format!("About {part} ± {error} % of the search was done (an estimate).\n"))
}

/// What the verdict covers.
pub fn coverage(report: &Report) -> Option<String> {
    let looked = match report.looked_for.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.join(", "),
    };
    let for_what = match report.verdict {
        Answer::Proved => "Proved for",
        Answer::Bounded | Answer::Sampled => "For",
        Answer::Found | Answer::Incomplete | Answer::Error => return None,
    };
    let text = format!(
        "{for_what} this program with these inputs, on sequentially consistent memory; looked for: {looked}."
    );
    let races = report.allowed.iter().any(|allowed| allowed.kind == "race");
    let text = match races {
        true => format!("{text} Data races are allowed: weaker memory may do what no schedule shows."),
        false => text,
    };
    let assumptions = report.assumptions.iter().map(|what| format!(" Relies on {what}."));
    Some(assumptions.fold(text, |text, relies| text + &relies))
}

/// A replayed schedule.
pub fn render_replay(replayed: &Replayed, view: &View) -> String {
    let found = &replayed.found;
    let width = (!view.quiet).then_some(view.width);
    let mut text = if replayed.shown {
        let rest = format!("{} ({})", headline(found, replayed.actor_word), length(&found.story));
        first_line(style(Answer::Found), "found", &rest, width)
    } else {
        let style = style(Answer::Sampled);
        let Replayed { program, expected, .. } = replayed;
        format!("{style}sampled:{style:#} this schedule of {program} no longer shows '{expected}'\n")
    };
    if !view.quiet {
        text.push_str(&picture(found, replayed.actor_word, view));
    }
    text
}

/// What goes wrong if waits give up early.
fn warnings(report: &Report, view: &View) -> String {
    let mut text = String::new();
    for warning in &report.warnings {
        let Warning(found) = warning;
        let rest = format!("{} ({})", headline(found, report.actor_word), length(&found.story));
        text.push('\n');
        let style = style(Answer::Incomplete);
        text.push_str(&first_line(style, "warning: timeout", &rest, Some(view.width)));
        text.extend(warning.sentence().map(|why| paragraph(&why, view.width, 0)));
        text.push_str(&picture(found, report.actor_word, view));
    }
    if !report.warnings.is_empty() {
        let line =
            "This is no finding: the proof relies on such waits ending last. --timeouts any makes it one.";
        text.push('\n');
        text.push_str(&paragraph(line, view.width, 0));
    } else if report.early_timeouts.is_some_and(|answer| answer != Answer::Proved) {
        let line = "Whether these waits may also end earlier was searched, but not to the end.";
        text.push_str(&paragraph(line, view.width, 0));
    }
    text
}

/// What is wrong as well, but may be.
fn allowed(report: &Report, view: &View) -> String {
    if report.allowed.is_empty() {
        return String::new();
    }
    let mut text = format!("{BOLD}Allowed:{BOLD:#}\n");
    for allowed in &report.allowed {
        let why = match allowed.by.reason.as_str() {
            "" => format!("by --allow {}", allowed.by),
            reason => reason.to_owned(),
        };
        text.push_str(&paragraph(&format!("- {} ({why})", allowed.message), view.width, 2));
    }
    text
}

/// The findings after the first.
fn others(report: &Report, view: &View) -> String {
    let findings = &report.findings;
    if findings.len() < 2 {
        return String::new();
    }
    let mut text = format!("\n{BOLD}Also found:{BOLD:#}\n");
    let shown = if view.verbose { findings.len() } else { findings.len().min(MOST_SHOWN + 1) };
    for found in &findings[1..shown] {
        let line = format!("- {} ({})", found.message, length(&found.story));
        text.push_str(&paragraph(&line, view.width, 2));
        if view.verbose {
            text.push_str(&picture(found, report.actor_word, view));
            text.push('\n');
        }
    }
    if shown < findings.len() {
        text.push_str(&format!("- and {} more, which --verbose shows\n", findings.len() - shown));
    }
    text
}

/// What comes after the first line, where there was a search.
fn rest(report: &Report, view: &View) -> String {
    let mut text = String::new();
    if let Some(first) = report.findings.first() {
        text.push_str(&picture(first, report.actor_word, view));
    }
    text.push_str(&others(report, view));
    text.push('\n');
    text.push_str(&paragraph(&statistics(report, view.verbose), view.width, 0));
    text.extend(done(report));
    text.extend(coverage(report).map(|coverage| paragraph(&coverage, view.width, 0)));
    text.push_str(&allowed(report, view));
    text.push_str(&warnings(report, view));
    if report.verdict == Answer::Found {
        if report.stopped_at_first {
            text.push_str("The search ended there; --all goes on to the end.\n");
        } else if !report.reasons.is_empty() {
            let line = format!("There may be more to be found: {}.", report.reasons.join("; "));
            text.push_str(&paragraph(&line, view.width, 0));
        }
        text.push_str(&match &report.saved {
            Some(file) => format!("Replay it: raddle replay {file}\n"),
            None => "To replay it later, check again with --save found.raddle.json\n".to_owned(),
        });
    }
    text
}

/// The whole report.
pub fn render(report: &Report, view: &View) -> String {
    // A deadlock that is told in the words of the language needs no picture.
    let way = report.findings.first().and_then(|found| found.way.as_deref()).filter(|_| !view.quiet);
    let quiet = view.quiet || way.is_some() || report.course == Course::Cut;
    let mut text = answer(report, view, quiet);
    match &report.course {
        Course::Cut if report.verdict == Answer::Found => {
            text.push_str(&format!("No more is told of it: {}.\n", report.reasons.join("; ")));
            if let Some(file) = &report.saved {
                text.push_str(&format!("Replay it: raddle replay {file}\n"));
            }
        }
        Course::Cut => {}
        Course::Refused(diagnostics) if !quiet => text.push_str(diagnostics),
        Course::Refused(_) => {}
        Course::Searched if !quiet => text.push_str(&rest(report, view)),
        Course::Searched => {}
    }
    if let Some(cycles) = report.deadlock_cycles.as_ref().filter(|_| !view.quiet) {
        text.push_str(&cycles::render(cycles, report, way, view.verbose));
    }
    if let Some(covered) = &report.coverage {
        let ((statements, all_statements), (branches, all_branches)) = (covered.statements, covered.branches);
        text.push_str(&format!(
            "{} test cases cover {statements} of {all_statements} statements and {branches} of {all_branches} branches.\n",
            covered.cases
        ));
    }
    if let Some(table) = &report.table {
        text.push_str(&format!("\n{table}"));
    }
    text
}
