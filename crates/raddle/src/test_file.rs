//! Test cases as files: what `raddle check --tests` writes, one file a run, and `raddle replay` reads back.

use std::path::{Path, PathBuf};

use raddle_abs::coverage::TestCase;
use serde::{Deserialize, Serialize};

use crate::mistake::Mistake;
use crate::terminal::files;

/// What a test case calls itself.
const FORMAT: &str = "raddle-test";
/// The version that is written and read.
const VERSION: u32 = 2;
/// No test case is longer; a longer file is something else.
const LONGEST: u64 = 1 << 28;
/// What a file should have been.
const EXPECTED: &str = "expected a file from 'raddle check --tests'";

/// The first keys of a file, which tell whether the others can be read.
#[derive(Deserialize)]
struct Header {
    #[serde(default)]
    format: String,
    version: u32,
}

/// How a program was read, so that it can be read in the same way again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfProgram {
    /// The program as the user named it.
    pub program: String,
    /// Where its file is, whatever folder one stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// The options that change what it does.
    pub arguments: Vec<String>,
}

/// One test case: a run, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedTest {
    format: String,
    version: u32,
    /// Of which program.
    #[serde(flatten)]
    pub of: OfProgram,
    /// The value of the main block, if it ended.
    pub result: Option<String>,
    /// The state at the beginning.
    pub initial: String,
    /// The state at the end.
    pub last: String,
    /// Who moved, and which of its possibilities it took.
    pub schedule: Vec<(String, u32)>,
}

impl SavedTest {
    /// A case of this program.
    pub fn new(of: &OfProgram, case: &TestCase) -> SavedTest {
        SavedTest {
            format: FORMAT.to_owned(),
            version: VERSION,
            of: of.clone(),
            result: case.result.clone(),
            initial: case.initial.clone(),
            last: case.last.clone(),
            schedule: case.schedule.clone(),
        }
    }

    /// Writes it, as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let mut text = serde_json::to_string(self).expect("a test case is made of texts and numbers");
        text.push('\n');
        files::write_whole(path, &text).map_err(|error| format!("--tests '{}': {error}", path.display()))
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<SavedTest, Mistake> {
        let wrong = |what: String| Mistake::new(format!("'{}': {what}", path.display()));
        let bytes = files::read_whole(path, LONGEST).map_err(|why| wrong(format!("{why}: {EXPECTED}")))?;
        SavedTest::parse(&bytes).map_err(wrong)
    }

    fn parse(bytes: &[u8]) -> Result<SavedTest, String> {
        let header: Header = serde_json::from_slice(bytes)
            .map_err(|error| format!("it is no test case, or a damaged one ({error}): {EXPECTED}"))?;
        if header.format != FORMAT && header.version != 1 {
            return Err(format!("it is no test case but '{}': {EXPECTED}", header.format));
        }
        if header.version != VERSION {
            return Err(format!(
                "its version is {}, and this raddle reads version {VERSION}: write the tests again with this raddle",
                header.version
            ));
        }
        serde_json::from_slice(bytes).map_err(|error| format!("it is damaged ({error}): {EXPECTED}"))
    }
}

/// Are these test cases? A folder, or a file that calls itself one.
pub fn are_tests(path: &Path) -> bool {
    let calls_itself = |bytes: Vec<u8>| {
        serde_json::from_slice::<Header>(&bytes).is_ok_and(|header| header.format == FORMAT)
            || String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).contains(FORMAT)
    };
    path.is_dir() || files::read_whole(path, LONGEST).is_ok_and(calls_itself)
}

/// The test cases of a folder by their names, or the one file.
pub fn listed(path: &Path) -> Result<Vec<PathBuf>, Mistake> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let wrong = |what: String| Mistake::new(format!("'{}': {what}", path.display()));
    let entries = std::fs::read_dir(path).map_err(|error| wrong(error.to_string()))?;
    let is_case = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("test_") && name.ends_with(".json")
    };
    let mut found: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_case).collect();
    found.sort();
    if found.is_empty() {
        return Err(wrong(
            "there is no test case in it: expected a folder from 'raddle check --tests', or a file from 'raddle check --save'".to_owned(),
        ));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::SavedTest;

    #[test]
    fn what_is_no_test_case_is_refused() {
        for (text, why) in [
            ("", "damaged"),
            ("{\"format\":\"raddle-test\",\"ver", "damaged"),
            ("{\"format\":\"other\",\"version\":2}", "'other'"),
            ("{\"format\":\"raddle-test\",\"version\":99}", "version is 99"),
            ("{\"version\":1,\"program\":\"a.abs\"}", "version is 1"),
            ("{\"format\":\"raddle-test\",\"version\":2}", "damaged"),
            ("[1,2]", "damaged"),
        ] {
            let wrong = SavedTest::parse(text.as_bytes()).expect_err(text);
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}
