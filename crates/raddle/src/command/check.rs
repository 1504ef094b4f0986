//! `raddle check PROGRAM`: explores a program's schedules, and says what came of it.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::guide::Unguided;
use raddle_explore::minimise::{Effort, minimise};
use raddle_explore::program::Program;
use raddle_explore::search::{EndOfRun, Hooks, Outcome, Progress, search};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::{Gap, Verdict};

use crate::arguments::{Check, Format, Screen};
use crate::command::auto;
use crate::command::check_abs;
use crate::command::request::{CheckRequest, DEADLOCK_GUIDED};
use crate::command::suite::Suite;
use crate::mistake::Mistake;
use crate::program::abs::Depends;
use crate::program::{self, Target, Task, java};
use crate::report::cycles::{self, Told};
use crate::report::story::{self, Story};
use crate::report::{json, text};
use crate::schedule_file::SavedSchedule;
use crate::terminal;
use crate::terminal::progress::Display;
use crate::terminal::{files, interrupt, memory};

/// Of a great many findings, only the first ones are made short: it takes its time.
const MOST_MINIMISED: usize = 50;

/// A state of a Java program is a whole heap: telling whether it was seen before takes about a millisecond.
const JAVA_EFFORT: Effort = Effort { states: 300, replays: 2_000 };

/// Checks the program that the arguments name.
pub fn run(wanted: Check, screen: &Screen) -> Result<ExitCode, Mistake> {
    if wanted.program.as_deref() == Some(program::BUILTIN) {
        terminal::print(&program::list_builtin());
        return Ok(ExitCode::SUCCESS);
    }
    let mut request = CheckRequest::new(wanted)?;
    if let Some(path) = &request.save {
        files::is_writable_place(path).map_err(|why| {
            Mistake::new(format!("--save '{}': {why}: name a file in a folder that is there", path.display()))
        })?;
    }
    let code = match request.java.test.clone() {
        Some(test) => check_tests(request, &test, screen)?,
        None => check_program(&mut request, screen)?,
    };
    Ok(ExitCode::from(code))
}

/// Exit codes from the best to the worst.
const FROM_BEST_TO_WORST: [u8; 4] = [0, 3, 4, 1];

/// Checks each of the tests that are meant, and gives the exit code of the worst.
fn check_tests(mut request: CheckRequest, test: &str, screen: &Screen) -> Result<u8, Mistake> {
    if program::language(&request.name).is_some_and(|language| language != "Java") {
        return Err(Mistake::new("--test is for Java programs"));
    }
    let alone = request.name == test;
    let tests = java::tests::meant(&request.name, &request.java, test)?;
    if tests.len() > 1 && request.save.is_some() {
        return Err(Mistake::new(format!("--save: name one test of several, such as --test {}", tests[0])));
    }
    let several = tests.len() > 1 && request.format == Format::Text;
    let mut worst = 0;
    for (number, test) in tests.into_iter().enumerate() {
        if several {
            let before = if number > 0 && !screen.quiet { "\n" } else { "" };
            let after = if screen.quiet { " " } else { "\n" };
            terminal::print(&format!("{before}test {test}:{after}"));
        }
        if alone {
            request.name.clone_from(&test);
        }
        request.java.test = Some(test);
        let code = check_program(&mut request, screen)?;
        let badness = |code: u8| FROM_BEST_TO_WORST.iter().position(|known| *known == code);
        if badness(code) > badness(worst) {
            worst = code;
        }
    }
    Ok(worst)
}

/// Checks the program of a request.
fn check_program(request: &mut CheckRequest, screen: &Screen) -> Result<u8, Mistake> {
    let reduces = request.settings.strategy == Strategy::Dpor;
    let target = program::resolve(&request.name, &request.understanding(reduces))?;
    if let Target::Abs(program) = &target
        && request.early_by_default
        && check_abs::can_break_cycles(program)
    {
        request.settings.early_deadlock = false;
    }
    let request = &*request;
    let cancelled = interrupt::flag();
    let wants_suite = request.tests.is_some() || request.until.is_some();
    let suite = match &target {
        Target::Abs(program) if wants_suite => {
            let (folder, done) = (request.tests.clone(), Arc::clone(&cancelled));
            Some(Suite::new(program, &request.name, folder, request.until, done)?)
        }
        _ if wants_suite => return Err(Mistake::new("--tests and --until are for ABS programs")),
        _ => None,
    };
    let checking = Checking { request, screen, cancelled, suite: suite.as_ref(), cycles: None, way: None };
    let Target::Abs(program) = &target else {
        if request.is_guided() {
            return Err(Mistake::new("--strategy deadlock-guided is for ABS programs: use dpor"));
        }
        return target.perform(checking).map(|(code, _)| code);
    };
    let exact = request.abs.dependence == Depends::Exact && reduces;
    let first = request.analysis_first && !exact && suite.is_none();
    let (code, outcome) = if request.is_guided() || first {
        let (outcome, told) = check_abs::guided(program, request, &checking.cancelled, first, screen.verbose);
        let way = |finding: &Finding| cycles::way(program, finding);
        let checking = Checking { cycles: Some(&told), way: Some(&way), ..checking };
        if first && outcome.verdict != Verdict::Found {
            checking.perform(&**program)?
        } else {
            checking.conclude(&**program, outcome, DEADLOCK_GUIDED)?
        }
    } else if exact {
        let outcome = check_abs::exactly(program, request, &checking.cancelled);
        checking.conclude(&**program, outcome, &request.strategy)?
    } else {
        checking.perform(&**program)?
    };
    let shown = first || request.is_guided();
    if request.table && request.format == Format::Text && (!shown || outcome.findings.is_empty()) {
        let schedule = outcome.findings.first().map_or(&[][..], |finding| &finding.schedule);
        terminal::print(&format!("\n{}", raddle_abs::trace::trace(program, schedule).table()));
    }
    Ok(code)
}

/// Where something failed in the run at whose end others wait, they may well wait because of that: it comes first.
fn put_cause_first(findings: &mut [Finding]) {
    let Some(first) = findings.first() else { return };
    if !matches!(first.kind, FindingKind::Deadlock(_) | FindingKind::Stuck(_)) {
        return;
    }
    let fails_before = |finding: &Finding| {
        matches!(finding.kind, FindingKind::Failure(..)) && first.schedule.starts_with(&finding.schedule)
    };
    if let Some(cause) = findings.iter().position(fails_before) {
        findings[..=cause].rotate_right(1);
    }
}

/// A check of whatever program the name stood for.
struct Checking<'c> {
    request: &'c CheckRequest,
    screen: &'c Screen,
    cancelled: Arc<AtomicBool>,
    /// The suite of test cases that is wanted.
    suite: Option<&'c Suite<'c>>,
    /// What came of the cycles of the static deadlock analysis.
    cycles: Option<&'c Told>,
    /// The way to a deadlock in the words of the program's language.
    way: Option<&'c dyn Fn(&Finding) -> String>,
}

impl Task for Checking<'_> {
    type Output = Result<(u8, Outcome), Mistake>;

    fn perform<P: Program>(self, program: &P) -> Self::Output {
        let settings = &self.request.settings;
        let display = Display::new(self.screen.quiet);
        let show = |progress: &Progress| display.show(progress);
        let take = |end: &EndOfRun<'_>| {
            if let Some(suite) = self.suite {
                suite.take(end);
            }
        };
        let hooks = Hooks {
            on_run: self.suite.is_some().then_some(&take),
            cancelled: Some(&self.cancelled),
            progress: Some(&show),
            memory: Some(&memory::resident),
        };
        let (mut outcome, strategy) = if self.request.is_auto() && self.suite.is_none() {
            auto::search_in_turn(program, settings, &hooks)
        } else {
            (search(program, &Unguided, settings, &hooks), self.request.strategy.as_str())
        };
        if let Verdict::Incomplete(gaps) = &mut outcome.verdict
            && self.suite.is_some_and(Suite::is_satisfied)
            && gaps.remove(&Gap::Interrupted)
        {
            gaps.insert(Gap::Satisfied);
        }
        display.clear();
        self.conclude(program, outcome, strategy)
    }
}

impl Checking<'_> {
    /// Makes the findings short, and tells what came of it.
    fn conclude<P: Program>(
        &self,
        program: &P,
        mut outcome: Outcome,
        strategy: &str,
    ) -> Result<(u8, Outcome), Mistake> {
        let request = self.request;
        let settings = &request.settings;
        let is_java = program::is_java(&request.name, &request.java);
        let effort = if is_java { JAVA_EFFORT } else { Effort::default() };
        put_cause_first(&mut outcome.findings);
        for finding in outcome.findings.iter_mut().take(MOST_MINIMISED) {
            *finding = minimise(program, settings, finding, effort);
        }
        // Every finding was replayed by the search, so each can be told.
        let tell =
            |finding: &Finding| story::tell(program, settings, &finding.schedule, Some(&finding.kind)).ok();
        let stories: Vec<(&Finding, Story)> =
            outcome.findings.iter().filter_map(|finding| Some((finding, tell(finding)?))).collect();
        let saved = match (&request.save, outcome.findings.first()) {
            (Some(path), Some(finding)) => Some((
                path,
                SavedSchedule::new(program, &request.name, settings, finding, Some(request.words()))
                    .write(path),
            )),
            _ => None,
        };
        let file =
            saved.as_ref().filter(|(_, result)| result.is_ok()).map(|(path, _)| path.display().to_string());
        let covered = self.suite.map(Suite::covered).transpose()?;
        let only_deadlocks = strategy == DEADLOCK_GUIDED;
        // A deadlock is told in the words of the language, which says more than the kernel's.
        let way = match (self.way, outcome.findings.first()) {
            (Some(way), Some(finding)) if !self.screen.quiet => {
                matches!(finding.kind, FindingKind::Deadlock(_) | FindingKind::Stuck(_)).then(|| way(finding))
            }
            _ => None,
        };
        terminal::print(&match request.format {
            Format::Json => {
                let cycles = self.cycles.map(|cycles| &cycles.json);
                json::render(program, &request.name, strategy, &outcome, &stories, covered.as_ref(), cycles)
            }
            Format::Text => text::render(
                program,
                &outcome,
                &stories,
                &text::Surroundings {
                    program: &request.name,
                    strategy,
                    settings,
                    only_deadlocks,
                    saved: file.as_deref(),
                    width: terminal::width(),
                    quiet: self.screen.quiet || way.is_some(),
                    verbose: self.screen.verbose,
                    every_step: self.screen.verbose || !is_java,
                },
            ),
        });
        if let Some(told) = self.cycles.filter(|_| request.format == Format::Text && !self.screen.quiet) {
            terminal::print(&told.render(&outcome, way.as_deref(), only_deadlocks, file.as_deref()));
        }
        if let (Some(covered), Format::Text) = (&covered, request.format) {
            let ((statements, all_statements), (branches, all_branches)) =
                (covered.statements, covered.branches);
            terminal::print(&format!(
                "{} test cases cover {statements} of {all_statements} statements and {branches} of {all_branches} branches.\n",
                covered.cases
            ));
        }
        // The result comes first: a file that can't be written must not take it away.
        if let Some((_, result)) = saved {
            result?;
        }
        drop(stories);
        Ok((request.exit_code(&outcome.verdict), outcome))
    }
}
