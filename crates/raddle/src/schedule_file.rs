//! Schedules as files: what `raddle check --save` writes and `raddle replay` reads.

use std::path::Path;

use raddle_explore::finding::Finding;
use raddle_explore::program::Program;
use raddle_explore::schedule::{FILE_VERSION, ScheduleFile, to_text};
use raddle_explore::search::Settings;
use serde::{Deserialize, Serialize};

use crate::mistake::Mistake;
use crate::terminal::files;

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

/// A schedule that was saved: the kernel's part, and what the command line needs to find the program and to look at
/// it in the same way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedSchedule {
    format: String,
    /// What the kernel knows.
    #[serde(flatten)]
    pub file: ScheduleFile,
    /// The program as the user named it.
    pub name: String,
    /// Whether a cycle of waiting actors ends a run although others could go on.
    pub early_deadlock: bool,
    /// How much private code one step may run.
    pub fuel: u64,
}

impl SavedSchedule {
    /// What is worth saving of a finding.
    pub fn new<P: Program>(
        program: &P,
        name: &str,
        settings: &Settings,
        finding: &Finding,
        arguments: Option<Vec<String>>,
    ) -> SavedSchedule {
        SavedSchedule {
            format: FORMAT.to_owned(),
            file: ScheduleFile {
                version: FILE_VERSION,
                program: program.name(),
                kind: finding.kind.word().to_owned(),
                message: finding.kind.describe(program),
                schedule: to_text(program.names(), &finding.schedule),
                arguments,
            },
            name: name.to_owned(),
            early_deadlock: settings.early_deadlock,
            fuel: settings.fuel,
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
    pub fn read(path: &Path) -> Result<SavedSchedule, Mistake> {
        let wrong = |what: String| Mistake::new(format!("'{}': {what}", path.display()));
        let length = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
        if length > LONGEST {
            return Err(wrong(
                "it is too long for a schedule: expected a file from 'raddle check --save'".to_owned(),
            ));
        }
        let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        SavedSchedule::parse(&bytes).map_err(wrong)
    }

    fn parse(bytes: &[u8]) -> Result<SavedSchedule, String> {
        let expected = "expected a file from 'raddle check --save'";
        let header: Header = serde_json::from_slice(bytes)
            .map_err(|error| format!("it is no schedule, or a damaged one ({error}): {expected}"))?;
        if header.format != FORMAT {
            return Err(format!("it is no schedule but '{}': {expected}", header.format));
        }
        if header.version != FILE_VERSION {
            return Err(format!(
                "its version is {}, and this raddle reads version {FILE_VERSION}: save it again with this raddle",
                header.version
            ));
        }
        serde_json::from_slice(bytes).map_err(|error| format!("it is damaged ({error}): {expected}"))
    }
}

#[cfg(test)]
mod tests {
    use super::SavedSchedule;

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
            let wrong = SavedSchedule::parse(text.as_bytes()).expect_err(text);
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}
