//! Schedules as text and as files: small, stable, printable, and refused where they don't belong.
//!
//! In text, a choice is the actor's path, `:` and the option if it is not the first, and `*` and a count if it is made
//! several times in a row: `0*3 1 0.2:1`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::finding::Essence;
use crate::names::{ActorPath, Names};
use crate::program::Choice;

/// The version of the file format that this kernel writes and reads.
pub const FILE_VERSION: u32 = 2;

/// The longest schedule that is read; longer ones are damaged.
const LONGEST: usize = 100_000_000;

/// A schedule in words.
pub fn to_text(names: &Names, choices: &[Choice]) -> String {
    let mut text = String::new();
    let mut rest = choices;
    while let Some(&choice) = rest.first() {
        let count = rest.iter().take_while(|&&other| other == choice).count();
        rest = &rest[count..];
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&names.path(choice.actor).to_string());
        if choice.option != 0 {
            text.push_str(&format!(":{}", choice.option));
        }
        if count > 1 {
            text.push_str(&format!("*{count}"));
        }
    }
    text
}

/// The choices of a schedule in words.
pub fn from_text(names: &Names, text: &str) -> Result<Vec<Choice>, ScheduleError> {
    let mut choices = Vec::new();
    for word in text.split_whitespace() {
        let damaged = || ScheduleError::Damaged(format!("`{word}` is no choice"));
        let (rest, count) = match word.split_once('*') {
            Some((rest, count)) => (rest, count.parse::<usize>().map_err(|_| damaged())?),
            None => (word, 1),
        };
        let (path, option) = match rest.split_once(':') {
            Some((path, option)) => (path, option.parse().map_err(|_| damaged())?),
            None => (rest, 0),
        };
        let path: ActorPath = path.parse().map_err(|_| damaged())?;
        let actor = names.resolve(&path).ok_or_else(damaged)?;
        if choices.len() + count > LONGEST {
            return Err(ScheduleError::Damaged(format!("it has more than {LONGEST} choices")));
        }
        choices.extend(std::iter::repeat_n(Choice { actor, option }, count));
    }
    Ok(choices)
}

/// Why a schedule is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleError {
    /// It can't be read.
    Damaged(String),
    /// It was written in another version of the format.
    OtherVersion(u32),
    /// It is of another program.
    OtherProgram {
        /// The program of the schedule.
        of: String,
        /// The program at hand.
        at_hand: String,
    },
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleError::Damaged(how) => write!(formatter, "the schedule is damaged: {how}"),
            ScheduleError::OtherVersion(version) => {
                write!(
                    formatter,
                    "the schedule has format version {version}; this raddle reads version {FILE_VERSION}"
                )
            }
            ScheduleError::OtherProgram { of, at_hand } => {
                write!(formatter, "the schedule is of the program `{of}`, not of `{at_hand}`")
            }
        }
    }
}

impl std::error::Error for ScheduleError {}

/// A finding in a file: enough to see it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleFile {
    /// The version of the format.
    pub version: u32,
    /// What the program is called.
    pub program: String,
    /// The finding, as it is recognised again.
    pub finding: Essence,
    /// The finding in one sentence, for people.
    pub message: String,
    /// The schedule in words.
    pub schedule: String,
    /// Whatever else the front end needs to start the same program again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
}

impl ScheduleFile {
    /// The choices, if the file is of this version and of this program.
    pub fn choices(&self, names: &Names, program: &str) -> Result<Vec<Choice>, ScheduleError> {
        if self.version != FILE_VERSION {
            return Err(ScheduleError::OtherVersion(self.version));
        }
        if self.program != program {
            return Err(ScheduleError::OtherProgram {
                of: self.program.clone(),
                at_hand: program.to_owned(),
            });
        }
        from_text(names, &self.schedule)
    }
}

/// How often the actor changes in a schedule.
pub fn context_switches(choices: &[Choice]) -> usize {
    choices.windows(2).filter(|pair| pair[0].actor != pair[1].actor).count()
}
