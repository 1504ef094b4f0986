//! `raddle replay FILE`: runs a saved schedule again, and shows it step by step; test cases are replayed beside it.

use std::path::Path;
use std::process::ExitCode;

use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::program::Program;
use raddle_explore::replay::{Mismatch, replay};
use raddle_explore::schedule::ScheduleError;
use raddle_explore::search::Settings;
use raddle_report::report::{Found, Replayed, VERSION};
use raddle_report::text::View;
use raddle_report::{json, story, text};

use crate::arguments::{Format, Replay, Screen};
use crate::command::replay_tests;
use crate::mistake::Mistake;
use crate::program::Task;
use crate::program::front_end::{self, Options};
use crate::schedule_file::SavedSchedule;
use crate::terminal;
use crate::test_file::are_tests;

/// Replays the schedule of a file.
pub fn run(wanted: Replay, screen: &Screen) -> Result<ExitCode, Mistake> {
    if are_tests(&wanted.file) {
        return replay_tests::run(&wanted);
    }
    let saved = SavedSchedule::read(&wanted.file)?;
    let name = wanted.program.clone().unwrap_or_else(|| saved.program());
    let words = saved.file.arguments.as_deref().unwrap_or(&[]);
    let mut options = front_end::of(&name, &Options::usual()?).options_of(words)?;
    if wanted.program.as_ref().is_some_and(|folder| Path::new(folder).is_dir()) {
        // A folder is the whole program.
        options.abs.other_file.clear();
    }
    let front_end = front_end::of(&name, &options);
    // The run is told in the words in which it was found, wherever the program lies now.
    let target = front_end.read(&name, &saved.name, &options, saved.reduces)?;
    let java = &options.java;
    let folder = java.directory.clone().filter(|folder| folder.is_dir()).unwrap_or_default();
    for changed in saved.changed_inputs(&folder) {
        anstream::eprintln!("warning: {changed}");
    }
    let shown = java.test.clone().unwrap_or_else(|| saved.name.clone());
    target.perform(Replaying {
        saved: &saved,
        name: &shown,
        wanted: &wanted,
        screen,
        every_step: front_end.tells_every_step(),
    })
}

struct Replaying<'r> {
    saved: &'r SavedSchedule,
    name: &'r str,
    wanted: &'r Replay,
    screen: &'r Screen,
    every_step: bool,
}

impl Replaying<'_> {
    fn wrong(&self, what: &str) -> Mistake {
        Mistake::new(format!("'{}': {what}", self.wanted.file.display()))
    }
}

impl Task for Replaying<'_> {
    type Output = Result<ExitCode, Mistake>;

    fn perform<P: Program>(self, program: &P) -> Self::Output {
        let saved = self.saved;
        program.take_up(&saved.lessons);
        let settings =
            Settings { early_deadlock: saved.early_deadlock, fuel: saved.fuel, ..Settings::default() };
        let schedule = saved.file.choices(program.names(), &program.name()).map_err(|error| match error {
            ScheduleError::OtherProgram { .. } => self.wrong(&format!("{error}: name that program")),
            _ => self.wrong(&format!("{error}: check again with --save")),
        })?;
        let mismatch = |mismatch| match mismatch {
            Mismatch::Impossible { step } => self.wrong(&format!(
                "step {} is not possible in '{}': the program has changed, or the file is damaged; \
                 check again with --save",
                step + 1,
                self.name
            )),
            Mismatch::Interrupted(_) => self.wrong("a step did not come to its end: check again with --save"),
        };
        let replayed = replay(program, &settings, &schedule).map_err(mismatch)?;
        let words = story::tell(program, &settings, &schedule, None).map_err(mismatch)?.words;
        let same = |kind: &&FindingKind| kind.essence(program, &words) == saved.file.finding;
        let kind = replayed.shows.iter().find(same);
        let told = story::tell(program, &settings, &schedule, kind).map_err(mismatch)?;
        let finding =
            kind.map(|kind| Finding { kind: kind.clone(), schedule: schedule.clone(), minimised: false });
        let found = match &finding {
            Some(finding) => Found::new(program, finding, told),
            None => Found::nothing(program, &schedule, told),
        };
        let replayed = Replayed {
            version: VERSION,
            program: self.name.to_owned(),
            shown: finding.is_some(),
            found,
            expected: saved.file.message.clone(),
            actor_word: program.actor_word(),
        };
        let view = View {
            width: terminal::width(),
            quiet: self.screen.quiet,
            verbose: self.screen.verbose,
            every_step: self.screen.verbose || self.every_step,
        };
        terminal::print(&match self.wanted.format {
            Format::Json => json::line(&replayed),
            Format::Text => text::render_replay(&replayed, &view),
        });
        // A schedule that shows nothing any more was one run: a sample.
        Ok(ExitCode::from(if finding.is_some() { 1 } else { 3 }))
    }
}
