//! Schedules as files: what `raddle check --save` writes and `raddle replay` reads.

use std::path::Path;

use raddle_explore::finding::Finding;
use raddle_explore::names::ActorPath;
use raddle_explore::program::{Choice, Program};
use raddle_explore::search::Settings;
use serde::{Deserialize, Serialize};

use crate::mistake::Mistake;
use crate::terminal::files;

/// The version of the files' shape.
const VERSION: u32 = 1;
/// What a schedule file calls itself.
const FORMAT: &str = "raddle-schedule";
/// No schedule file is longer; a longer file is something else.
const LONGEST: u64 = 1 << 30;

/// The first keys of a file, which tell whether the others can be read.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// One choice: who moved, by its path, and which of its possibilities it took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedChoice {
    actor: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    option: u32,
}

fn is_zero(option: &u32) -> bool {
    *option == 0
}

/// A schedule that was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleFile {
    format: String,
    version: u32,
    /// The program as the user named it.
    pub program: String,
    /// What the program calls itself.
    pub name: String,
    /// The kind of the finding, in one word.
    pub kind: String,
    /// The finding in a sentence.
    pub message: String,
    /// Whether a cycle of waiting actors ends a run although others could go on.
    pub early_deadlock: bool,
    /// How much private code one step may run.
    pub fuel: u64,
    schedule: Vec<SavedChoice>,
}

impl ScheduleFile {
    /// What is worth saving of a finding.
    pub fn new<P: Program>(
        program: &P,
        user_name: &str,
        settings: &Settings,
        finding: &Finding,
    ) -> ScheduleFile {
        let choice = |choice: &Choice| SavedChoice {
            actor: program.names().path(choice.actor).to_string(),
            option: choice.option,
        };
        ScheduleFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: user_name.to_owned(),
            name: program.name(),
            kind: finding.kind.word().to_owned(),
            message: finding.kind.describe(program),
            early_deadlock: settings.early_deadlock,
            fuel: settings.fuel,
            schedule: finding.schedule.iter().map(choice).collect(),
        }
    }

    /// Writes it, as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Mistake> {
        let mut text = serde_json::to_string(self).expect("a schedule is made of texts and numbers");
        text.push('\n');
        files::write_whole(path, &text).map_err(|error| {
            Mistake::new(format!(
                "--save '{}': {error}: name a file in a folder that can be written",
                path.display()
            ))
        })
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<ScheduleFile, Mistake> {
        let wrong = |what: String| Mistake::new(format!("'{}': {what}", path.display()));
        let length = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
        if length > LONGEST {
            return Err(wrong(
                "it is too long for a schedule: expected a file from 'raddle check --save'".to_owned(),
            ));
        }
        let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        ScheduleFile::parse(&bytes).map_err(wrong)
    }

    fn parse(bytes: &[u8]) -> Result<ScheduleFile, String> {
        let expected = "expected a file from 'raddle check --save'";
        let header: Header = serde_json::from_slice(bytes)
            .map_err(|error| format!("it is no schedule, or a damaged one ({error}): {expected}"))?;
        if header.format != FORMAT {
            return Err(format!("it is no schedule but '{}': {expected}", header.format));
        }
        if header.version != VERSION {
            return Err(format!(
                "its version is {}, and this raddle reads version {VERSION}: save it again with this raddle",
                header.version
            ));
        }
        serde_json::from_slice(bytes).map_err(|error| format!("it is damaged ({error}): {expected}"))
    }

    /// The choices, for a program.
    pub fn choices<P: Program>(&self, program: &P) -> Result<Vec<Choice>, Mistake> {
        let choice = |saved: &SavedChoice| {
            let path = saved.actor.parse::<ActorPath>().ok();
            let actor = path.and_then(|path| program.names().resolve(&path));
            let wrong = || {
                Mistake::new(format!(
                    "the schedule is damaged: '{}' names no thread: expected a path such as 0.1",
                    saved.actor
                ))
            };
            actor.map(|actor| Choice { actor, option: saved.option }).ok_or_else(wrong)
        };
        self.schedule.iter().map(choice).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ScheduleFile;

    #[test]
    fn what_is_no_schedule_is_refused() {
        for (text, why) in [
            ("", "damaged"),
            ("{\"format\":\"raddle-schedule\",\"ver", "damaged"),
            ("{\"format\":\"other\",\"version\":1}", "'other'"),
            ("{\"format\":\"raddle-schedule\",\"version\":99}", "version is 99"),
            ("{\"format\":\"raddle-schedule\",\"version\":1}", "damaged"),
            ("[1,2]", "damaged"),
        ] {
            let wrong = ScheduleFile::parse(text.as_bytes()).expect_err(text);
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}
