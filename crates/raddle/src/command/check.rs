//! `raddle check PROGRAM`: explores a program's schedules, and says what came of it.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use raddle_explore::finding::Finding;
use raddle_explore::guide::Unguided;
use raddle_explore::minimise::{Effort, minimise};
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Progress, search};
use raddle_explore::strategy::Strategy;

use crate::arguments::{Check, Format, Screen};
use crate::command::check_abs;
use crate::command::request::CheckRequest;
use crate::mistake::Mistake;
use crate::program::abs::Depends;
use crate::program::{self, Target, Task};
use crate::report::story::{self, Story};
use crate::report::{json, text};
use crate::schedule_file::SavedSchedule;
use crate::terminal;
use crate::terminal::progress::Display;
use crate::terminal::{files, interrupt, memory};

/// Of a great many findings, only the first ones are made short: it takes its time.
const MOST_MINIMISED: usize = 50;

/// Checks the program that the arguments name.
pub fn run(wanted: Check, screen: &Screen) -> Result<ExitCode, Mistake> {
    if wanted.program == program::BUILTIN {
        terminal::print(&program::list_builtin());
        return Ok(ExitCode::SUCCESS);
    }
    let request = CheckRequest::new(wanted)?;
    if let Some(path) = &request.save {
        files::is_writable_place(path).map_err(|why| {
            Mistake::new(format!("--save '{}': {why}: name a file in a folder that is there", path.display()))
        })?;
    }
    let reduces = request.settings.strategy == Strategy::Dpor;
    let target = program::resolve(&request.name, &request.understanding(reduces))?;
    let checking = Checking { request: &request, screen, cancelled: interrupt::flag() };
    let Target::Abs(program) = &target else {
        if request.is_guided() {
            return Err(Mistake::new("--strategy deadlock-guided is for ABS programs: use dpor"));
        }
        return target.perform(checking).map(|(code, _)| code);
    };
    let exact = request.abs.dependence == Depends::Exact && reduces;
    let (code, outcome) = if request.is_guided() {
        let (outcome, story) = check_abs::guided(program, &request);
        let concluded = checking.conclude(&**program, outcome)?;
        if request.format == Format::Text && !screen.quiet {
            terminal::print(&story);
        }
        concluded
    } else if exact {
        let outcome = check_abs::exactly(program, &request, &checking.cancelled);
        checking.conclude(&**program, outcome)?
    } else {
        checking.perform(&**program)?
    };
    if request.table && request.format == Format::Text {
        let schedule = outcome.findings.first().map_or(&[][..], |finding| &finding.schedule);
        terminal::print(&format!("\n{}", raddle_abs::trace::trace(program, schedule).table()));
    }
    Ok(code)
}

/// A check of whatever program the name stood for.
struct Checking<'c> {
    request: &'c CheckRequest,
    screen: &'c Screen,
    cancelled: Arc<AtomicBool>,
}

impl Task for Checking<'_> {
    type Output = Result<(ExitCode, Outcome), Mistake>;

    fn perform<P: Program>(self, program: &P) -> Self::Output {
        let settings = &self.request.settings;
        let display = Display::new(self.screen.quiet);
        let show = |progress: &Progress| display.show(progress);
        let hooks = Hooks {
            cancelled: Some(&self.cancelled),
            progress: Some(&show),
            memory: Some(&memory::resident),
            ..Hooks::default()
        };
        let outcome = search(program, &Unguided, settings, &hooks);
        display.clear();
        self.conclude(program, outcome)
    }
}

impl Checking<'_> {
    /// Makes the findings short, and tells what came of it.
    fn conclude<P: Program>(
        &self,
        program: &P,
        mut outcome: Outcome,
    ) -> Result<(ExitCode, Outcome), Mistake> {
        let request = self.request;
        let settings = &request.settings;
        for finding in outcome.findings.iter_mut().take(MOST_MINIMISED) {
            *finding = minimise(program, settings, finding, Effort::default());
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
        terminal::print(&match request.format {
            Format::Json => json::render(program, &request.name, &request.strategy, &outcome, &stories),
            Format::Text => text::render(
                program,
                &outcome,
                &stories,
                &text::Surroundings {
                    program: &request.name,
                    strategy: &request.strategy,
                    settings,
                    only_deadlocks: request.is_guided(),
                    saved: file.as_deref(),
                    width: terminal::width(),
                    quiet: self.screen.quiet,
                    verbose: self.screen.verbose,
                },
            ),
        });
        // The result comes first: a file that can't be written must not take it away.
        if let Some((_, result)) = saved {
            result?;
        }
        drop(stories);
        Ok((ExitCode::from(request.exit_code(&outcome.verdict)), outcome))
    }
}
