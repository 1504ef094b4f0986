//! Schedules as files: what `raddle check --save` writes and `raddle replay` reads.

use std::path::{Path, PathBuf};

use raddle_explore::finding::Finding;
use raddle_explore::program::Program;
use raddle_explore::schedule::{FILE_VERSION, ScheduleFile, to_text};
use raddle_explore::words::Words;
use raddle_jvm::machine::world::content_hash;
use serde::{Deserialize, Serialize};

use crate::command::request::CheckRequest;
use crate::mistake::Mistake;
use crate::terminal::files;

/// What a schedule file calls itself.
const FORMAT: &str = "raddle-schedule";
/// No schedule file is longer; a longer file is something else.
const LONGEST: u64 = 1 << 28;

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
    /// Where its file is, whatever folder one stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Whether its steps say what they touch, where that is a matter of how it is explored.
    pub reduces: bool,
    /// What the program had learnt of itself when the schedule was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<String>,
    /// What its runs had read from outside, by name, and the hash of what it held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<(String, String)>,
    /// Whether a cycle of waiting actors ends a run although others could go on.
    pub early_deadlock: bool,
    /// How much private code one step may run.
    pub fuel: u64,
}

impl SavedSchedule {
    /// What is worth saving of a finding.
    pub fn new<P: Program>(
        program: &P,
        request: &CheckRequest,
        finding: &Finding,
        words: &Words,
    ) -> SavedSchedule {
        let settings = &request.settings;
        let is_file = request.front_end.is_file(&request.name);
        SavedSchedule {
            format: FORMAT.to_owned(),
            file: ScheduleFile {
                version: FILE_VERSION,
                program: program.name(),
                finding: finding.kind.essence(program, words),
                message: finding.kind.describe(program, words),
                schedule: to_text(program.names(), &finding.schedule),
                arguments: Some(request.words()),
            },
            name: request.name.clone(),
            path: is_file.then(|| files::from_anywhere(Path::new(&request.name))),
            reduces: request.reduces(),
            lessons: program.lessons(),
            inputs: program.inputs(),
            early_deadlock: settings.early_deadlock,
            fuel: settings.fuel,
        }
    }

    /// What is no longer as it was of what the runs had read; relative names begin in this folder.
    pub fn changed_inputs(&self, folder: &Path) -> Vec<String> {
        let changed = |(name, hash): &(String, String)| match std::fs::read(folder.join(name)) {
            Ok(content) if content_hash(&content) == *hash => None,
            Ok(_) => Some(format!("'{name}' has changed since the schedule was saved")),
            Err(_) => Some(format!("'{name}' is not there any more, and was when the schedule was saved")),
        };
        self.inputs.iter().filter_map(changed).collect()
    }

    /// What is to be read: the file where it was, or as the user named it where that is gone.
    pub fn program(&self) -> String {
        let there = self.path.as_ref().filter(|path| path.exists());
        there.and_then(|path| path.to_str()).unwrap_or(&self.name).to_owned()
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
        let bytes = files::read_whole(path, LONGEST)
            .map_err(|why| wrong(format!("{why}: expected a file from 'raddle check --save'")))?;
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
            ("{\"format\":\"raddle-schedule\",\"version\":1}", "version is 1"),
            ("{\"format\":\"raddle-schedule\",\"version\":2}", "damaged"),
            ("[1,2]", "damaged"),
        ] {
            let wrong = SavedSchedule::parse(text.as_bytes()).expect_err(text);
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}
