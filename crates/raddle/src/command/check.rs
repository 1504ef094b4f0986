//! `raddle check PROGRAM`: explores a program's schedules, and says what came of it.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use raddle_explore::alarm::{Alarm, Limits};
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::guide::Unguided;
use raddle_explore::minimise::{Effort, minimise};
use raddle_explore::program::{Choice, Program};
use raddle_explore::search::{EndOfRun, Hooks, Outcome, Progress, Settings, search};
use raddle_explore::trace::Trace;
use raddle_explore::verdict::{Gap, Verdict};
use raddle_explore::words::Words;
use raddle_report::report::{Answer, Asked, Cycles, Found, Report};
use raddle_report::story::{self, Told};

use crate::arguments::{Check, Screen};
use crate::command::allowances::write_baseline;
use crate::command::auto;
use crate::command::check_abs;
use crate::command::cycles;
use crate::command::early::{self, Early};
use crate::command::find_sources;
use crate::command::guard::Guard;
use crate::command::made::made;
use crate::command::outputs::Outputs;
use crate::command::products;
use crate::command::request::{CheckRequest, DEADLOCK_GUIDED};
use crate::command::suite::Suite;
use crate::mistake::Mistake;
use crate::program::abs::Depends;
use crate::program::{self, Target, Task, java};
use crate::schedule_file::SavedSchedule;
use crate::terminal;
use crate::terminal::progress::Display;
use crate::terminal::{files, interrupt, memory};

/// Of a great many findings, only the first ones are made short: it takes its time.
const MOST_MINIMISED: usize = 50;

/// Of many warnings, the first ones are told.
const MOST_WARNINGS: usize = 5;

/// How long findings may be made short at least, and how long they may be told when all limits are reached.
const SHORTENING: Duration = Duration::from_secs(1);
const TELLING: Duration = Duration::from_millis(200);

/// Checks the program that the arguments name.
pub fn run(wanted: Check, screen: &Screen) -> Result<ExitCode, Mistake> {
    if wanted.program.as_deref() == Some(program::BUILTIN) {
        terminal::print(&program::list_builtin());
        return Ok(ExitCode::SUCCESS);
    }
    let mut request = CheckRequest::new(wanted, screen)?;
    if let Some(path) = &request.save {
        files::is_writable_place(path).map_err(|why| {
            Mistake::new(format!("--save '{}': {why}: name a file in a folder that is there", path.display()))
        })?;
    }
    let outputs = Arc::clone(&request.outputs);
    let (allowances, baseline) = (Arc::clone(&request.allowances), request.save_baseline.clone());
    if let Some(path) = &baseline {
        files::is_writable_place(path)
            .map_err(|why| Mistake::new(format!("--save-baseline '{}': {why}", path.display())))?;
    }
    let (shown, strategy) = (request.shown().to_owned(), request.strategy.clone());
    let code = match request.options.java.test.clone() {
        Some(test) => check_tests(request, &test, screen),
        None if request.all_products => products::check(request, screen),
        None => {
            check_program(&mut request, screen).and_then(|checked| tell(checked, &outputs, String::new()))
        }
    };
    match code {
        Ok(code) => {
            outputs.finish()?;
            if let Some(path) = &baseline {
                outputs.with_reports(|reports| write_baseline(path, reports.iter()))?;
            }
            // Only where all is covered nothing else could need them.
            let is_covered =
                |reports: &[Report]| reports.iter().all(|report| report.verdict == Answer::Proved);
            if outputs.with_reports(is_covered) {
                for entry in allowances.unused() {
                    anstream::eprintln!("warning: nothing needs to be allowed by {entry} any more");
                }
            }
            Ok(ExitCode::from(code))
        }
        Err(mistake) => {
            // A build that reads a file should find in it why there is no more.
            outputs.keep(mistake.report(&shown, &strategy));
            outputs.write_files()?;
            Err(mistake)
        }
    }
}

/// Exit codes from the best to the worst.
pub(super) const FROM_BEST_TO_WORST: [u8; 5] = [0, 3, 4, 2, 1];

/// Checks each of the tests that are meant, and gives the exit code of the worst.
fn check_tests(mut request: CheckRequest, test: &str, screen: &Screen) -> Result<u8, Mistake> {
    if request.front_end.is_file(&request.name) && !Path::new(&request.name).is_file() {
        return Err(Mistake::new(format!("there is no file '{}'", request.name)));
    }
    let alone = request.name == test;
    let tests = java::tests::meant(&request.name, &request.options.java, test)?;
    if tests.len() > 1 && request.save.is_some() {
        return Err(Mistake::new(format!("--save: name one test of several, such as --test {}", tests[0])));
    }
    let several = tests.len() > 1;
    let outputs = Arc::clone(&request.outputs);
    let mut worst = 0;
    for (number, test) in tests.into_iter().enumerate() {
        let heading = if several { heading(&test, number, screen.quiet) } else { String::new() };
        if alone {
            request.name.clone_from(&test);
        }
        request.options.java.test = Some(test);
        let checked = check_program(&mut request, screen)?;
        let code = tell(checked, &outputs, heading)?;
        let badness = |code: u8| FROM_BEST_TO_WORST.iter().position(|known| *known == code);
        if badness(code) > badness(worst) {
            worst = code;
        }
    }
    Ok(worst)
}

/// What stands before the report of one of several tests.
fn heading(test: &str, number: usize, quiet: bool) -> String {
    let before = if number > 0 && !quiet { "\n" } else { "" };
    let after = if quiet { " " } else { "\n" };
    format!("{before}test {test}:{after}")
}

/// What came of a check.
pub(super) struct Checked {
    /// What is told of it.
    pub report: Report,
    /// The exit code.
    pub code: u8,
    /// Why the schedule of a finding could not be written.
    pub not_saved: Option<Mistake>,
}

/// Passes on what came of a check, and gives the exit code.
fn tell(checked: Checked, outputs: &Outputs, heading: String) -> Result<u8, Mistake> {
    outputs.add(checked.report, &heading);
    // The result comes first: a file that can't be written must not take it away.
    match checked.not_saved {
        Some(mistake) => Err(mistake),
        None => Ok(checked.code),
    }
}

/// Checks the program of a request.
pub(super) fn check_program(request: &mut CheckRequest, screen: &Screen) -> Result<Checked, Mistake> {
    let cancelled = interrupt::flag();
    let guard = Guard::new(request, Arc::clone(&cancelled));
    let resolved = request.front_end.read(&request.name, &request.name, &request.options, request.reduces());
    let target = match resolved {
        Err(mistake) if mistake.gap().is_some() => return Ok(of_gap(request, &mistake)),
        resolved => resolved?,
    };
    guard.doing("it was being analysed");
    if let Target::Abs(program) = &target
        && request.early_by_default
        && check_abs::can_break_cycles(program)
    {
        request.settings.early_deadlock = false;
    }
    let request = &*request;
    let wants_suite = request.tests.is_some() || request.until.is_some();
    let suite = match &target {
        Target::Abs(program) if wants_suite => Some(Suite::new(program, request)?),
        _ if wants_suite => return Err(Mistake::new("--tests and --until are for ABS programs")),
        _ => None,
    };
    let (suite, guard) = (suite.as_ref(), &guard);
    let checking = Checking { request, screen, cancelled, guard, suite, cycles: None, way: None };
    let Target::Abs(program) = &target else {
        if request.is_guided() {
            return Err(Mistake::new("--strategy deadlock-guided is for ABS programs: use dpor"));
        }
        return target.perform(checking).map(|(checked, _)| checked);
    };
    let exact = request.options.abs.dependence == Depends::Exact && request.reduces();
    let first = request.analysis_first && !exact && suite.is_none();
    let (mut checked, outcome) = if request.is_guided() || first {
        let settings = checking.settings();
        let (outcome, told) = check_abs::guided(program, request, &settings, &checking.cancelled, first);
        let way = |finding: &Finding| cycles::way(program, finding);
        let checking = Checking { cycles: Some(&told), way: Some(&way), ..checking };
        if first && outcome.verdict != Verdict::Found {
            checking.perform(&**program)?
        } else {
            checking.conclude(&**program, outcome, DEADLOCK_GUIDED, None)?
        }
    } else if exact {
        let outcome = check_abs::exactly(program, request, &checking.settings(), &checking.cancelled);
        checking.conclude(&**program, outcome, &request.strategy, None)?
    } else {
        checking.perform(&**program)?
    };
    let shown = first || request.is_guided();
    if request.table && (!shown || outcome.findings.is_empty()) {
        let schedule = outcome.findings.first().map_or(&[][..], |finding| &finding.schedule);
        checked.report.table = Some(raddle_abs::trace::trace(program, schedule).table());
    }
    Ok(checked)
}

/// What keeps the program from being explored at all.
fn of_gap(request: &CheckRequest, mistake: &Mistake) -> Checked {
    let gap = Gap::Unsupported(mistake.line().to_owned());
    let code = request.exit_code(&Verdict::Incomplete([gap].into()));
    let report = mistake.report(request.shown(), &request.strategy);
    Checked {
        report: Report { made: made(request), is_accepted: code == 0, ..report },
        code,
        not_saved: None,
    }
}

/// Where something failed in the run at whose end others wait, they may well wait because of that: it comes first.
fn put_cause_first(findings: &mut [Finding]) {
    let Some(first) = findings.first() else { return };
    if !matches!(first.kind, FindingKind::Deadlock(_) | FindingKind::Stuck(_) | FindingKind::Livelock(_)) {
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
    guard: &'c Guard,
    /// The suite of test cases that is wanted.
    suite: Option<&'c Suite<'c>>,
    /// What came of the cycles of the static deadlock analysis.
    cycles: Option<&'c Cycles>,
    /// The way to a deadlock in the words of the program's language.
    way: Option<&'c dyn Fn(&Finding) -> String>,
}

impl Task for Checking<'_> {
    type Output = Result<(Checked, Outcome), Mistake>;

    fn perform<P: Program>(self, program: &P) -> Self::Output {
        let settings = &self.settings();
        self.guard.doing("its schedules were being searched");
        let display = Display::new(self.screen.quiet);
        let cancelled = self.suite.map_or(&*self.cancelled, Suite::done);
        let show = |progress: &Progress| {
            display.show(progress);
            if self.cancelled.load(Ordering::Relaxed) {
                cancelled.store(true, Ordering::Relaxed);
            }
        };
        let take = |end: &EndOfRun<'_>| {
            if let Some(suite) = self.suite {
                suite.take(end);
            }
        };
        let request = self.request;
        let judge = |kind: &FindingKind, schedule: &[Choice]| {
            request.allowances.judge(program, &request.settings, request.shown(), kind, schedule)
        };
        let hooks = Hooks {
            allows: if request.allowances.is_empty() { None } else { Some(&judge) },
            on_run: self.suite.is_some().then_some(&take),
            cancelled: Some(cancelled),
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
        let early = if self.request.is_auto() && self.suite.is_none() {
            self.guard.doing("its waits were being let give up early");
            early::search_early(program, &outcome, &self.settings(), &hooks)
        } else {
            None
        };
        display.clear();
        self.conclude(program, outcome, strategy, early)
    }
}

impl Checking<'_> {
    /// What is asked of a search that begins now.
    fn settings(&self) -> Settings {
        let mut settings = self.request.settings.clone();
        settings.budget.time =
            self.request.time_limit.map(|limit| limit.saturating_sub(self.guard.elapsed()));
        settings
    }

    /// The limits of what is done with what a search has found; it may take so long.
    #[expect(clippy::disallowed_methods, reason = "a limit of time needs the wall clock")]
    fn limits(&self, time: Option<Duration>) -> Limits<'_> {
        let hooks =
            Hooks { cancelled: Some(&self.cancelled), memory: Some(&memory::resident), ..Hooks::default() };
        let last = self.request.time_limit.map(|limit| self.guard.started() + limit);
        let until = [last, time.map(|time| Instant::now() + time)].into_iter().flatten().min();
        Limits { until, memory: self.request.settings.budget.memory, hooks }
    }

    /// Keeps what was found, and its schedule if that is to be saved: making it short and telling it may take too long.
    fn keep<P: Program>(&self, program: &P, finding: &Finding) {
        let (settings, kind) = (&self.request.settings, &finding.kind);
        self.guard.found(Found::bare(kind.word(), &kind.describe(program, &Words::default())));
        let Some(path) = &self.request.save else { return };
        if let Ok(Trace { words, .. }) = Trace::of(program, settings, &finding.schedule) {
            self.guard.found(Found::bare(kind.word(), &kind.describe(program, &words)));
            self.guard.keep(path, SavedSchedule::new(program, self.request, finding, &words));
        }
    }

    /// Makes the schedules of findings short, for as long as the search for them took, or a second if that is more.
    fn shorten<P: Program>(&self, program: &P, findings: &mut [Finding], effort: Effort, took: Duration) {
        if !self.request.minimise || findings.is_empty() {
            return;
        }
        self.guard.doing("its findings were being made short");
        let limits = self.limits(Some(took.max(SHORTENING)));
        let display = Display::new(self.screen.quiet);
        let made = AtomicUsize::new(0);
        let begun = self.guard.elapsed();
        let limit = || {
            let number = made.load(Ordering::Relaxed);
            display.show_shortening(number, findings.len(), self.guard.elapsed().saturating_sub(begun));
            limits.reached()
        };
        let (short, _) = Alarm::watch(&limit, |alarm| {
            let settings = Settings { alarm: alarm.clone(), ..self.request.settings.clone() };
            let mut short = Vec::new();
            for finding in findings.iter().take(MOST_MINIMISED) {
                if alarm.rings() {
                    break;
                }
                short.push(minimise(program, &settings, finding, effort));
                made.fetch_add(1, Ordering::Relaxed);
            }
            short
        });
        for (finding, short) in findings.iter_mut().zip(short) {
            *finding = short;
        }
        display.clear();
    }

    /// Tells the runs of findings. Of a great many, those whose turn comes too late have no steps.
    fn tell<'f, P: Program>(&self, program: &P, findings: &'f [Finding]) -> Vec<(&'f Finding, Told)> {
        self.guard.doing("its findings were being told");
        let tell = |settings: &Settings, finding: &Finding| {
            story::tell(program, settings, &finding.schedule, Some(&finding.kind)).ok()
        };
        let Some((first, others)) = findings.split_first() else { return Vec::new() };
        let limits = self.limits(None);
        let begun = self.guard.elapsed();
        let patience = || self.guard.elapsed().saturating_sub(begun) > TELLING;
        let mut stories = Vec::new();
        // Every finding was replayed by the search, so each can be told.
        if let Some(story) = tell(&self.request.settings, first) {
            self.guard.found(Found::bare(first.kind.word(), &first.kind.describe(program, &story.words)));
            stories.push((first, story));
        }
        Alarm::watch(&|| if patience() { limits.reached() } else { None }, |alarm| {
            let settings = Settings { alarm: alarm.clone(), ..self.request.settings.clone() };
            for finding in others {
                let story = if alarm.rings() { Some(Told::default()) } else { tell(&settings, finding) };
                stories.extend(story.map(|story| (finding, story)));
            }
        });
        stories
    }

    /// Adds what goes wrong if waits give up early.
    fn warn<P: Program>(&self, report: &mut Report, early: Early<P>, effort: Effort) {
        let Early { program, mut outcome } = early;
        put_cause_first(&mut outcome.findings);
        self.shorten(&program, &mut outcome.findings, effort, outcome.elapsed);
        let settings = &self.request.settings;
        let told = outcome.findings.iter().take(MOST_WARNINGS).filter_map(|finding| {
            let told = story::tell(&program, settings, &finding.schedule, Some(&finding.kind)).ok()?;
            Some(Found::new(&program, finding, told))
        });
        report.add_early(&program, &outcome, told.collect());
    }

    /// Makes the findings short, and tells what came of it.
    fn conclude<P: Program>(
        &self,
        program: &P,
        mut outcome: Outcome,
        strategy: &str,
        early: Option<Early<P>>,
    ) -> Result<(Checked, Outcome), Mistake> {
        let request = self.request;
        let effort = request.front_end.effort();
        put_cause_first(&mut outcome.findings);
        if let Some(first) = outcome.findings.first() {
            self.keep(program, first);
        }
        self.shorten(program, &mut outcome.findings, effort, outcome.elapsed);
        let told = self.tell(program, &outcome.findings);
        let saved = match (&request.save, told.first()) {
            (Some(path), Some((finding, told))) => {
                let schedule = SavedSchedule::new(program, request, finding, &told.words);
                Some((path, self.guard.save(path, &schedule)))
            }
            _ => None,
        };
        let asked = Asked {
            program: request.shown(),
            strategy: &request.strategy,
            answered_by: strategy,
            settings: &request.settings,
            only_deadlocks: strategy == DEADLOCK_GUIDED,
        };
        let found = told.into_iter().map(|(finding, told)| Found::new(program, finding, told)).collect();
        let mut report = Report::new(program, &asked, &outcome, found);
        if let Some(early) = early {
            self.warn(&mut report, early, effort);
        }
        report.saved =
            saved.as_ref().filter(|(_, result)| result.is_ok()).map(|(path, _)| path.display().to_string());
        report.coverage = self.suite.map(Suite::covered).transpose()?;
        report.deadlock_cycles = self.cycles.cloned();
        report.allowed = request.allowances.take();
        // A deadlock is told in the words of the language, which says more than the kernel's.
        if let (Some(way), Some(finding), Some(found)) =
            (self.way, outcome.findings.first(), report.findings.first_mut())
            && found.is_standstill()
        {
            found.way = Some(way(finding));
        }
        report.find_files(|name| find_sources::find(&request.name, name));
        let code = request.exit_code(&outcome.verdict);
        report.is_accepted = code == 0;
        report.made = made(request);
        self.guard.dismiss();
        let checked = Checked { report, code, not_saved: saved.and_then(|(_, result)| result.err()) };
        Ok((checked, outcome))
    }
}
