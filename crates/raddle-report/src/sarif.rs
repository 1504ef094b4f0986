//! Reports as SARIF 2.1.0, with the interleaving as a code flow: a thread flow for each actor, and the number of the step as
//! its order of execution, so that a viewer can walk through the run.
//!
//! Only what is written here has a type; `tests` restates what the standard asks of it. What came to no finding gives no
//! result but a notification, which says what is claimed.

use serde::Serialize;

use raddle_explore::source::SourcePlace;

use crate::report::{Answer, Found, Report};
use crate::story::Step;
use crate::text::{claim, details, headline};

/// The version of the standard.
const VERSION: &str = "2.1.0";
/// Where its schema is.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    invocations: Vec<Invocation>,
    column_kind: &'static str,
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    version: String,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Message,
    full_description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    code_flows: Vec<CodeFlow>,
    partial_fingerprints: Fingerprints,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "raddleFinding/v1")]
    finding: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    message: Message,
    thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
struct ThreadFlow {
    id: String,
    locations: Vec<FlowLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlowLocation {
    location: Location,
    execution_order: usize,
    importance: &'static str,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Physical>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
    kind: &'static str,
}

/// The kinds of findings: word, name and description. The last one stands for all others.
const RULES: [(&str, &str, &str); 9] = [
    ("deadlock", "Deadlock", "Some schedule ends with actors that wait for each other in a cycle."),
    ("stuck", "Stuck", "Some schedule ends with actors that wait for what nobody can give any more."),
    ("livelock", "Livelock", "Some schedule goes round in circles for ever."),
    ("race", "DataRace", "Two accesses of one variable, one of them a write, are not ordered by anything."),
    ("assertion", "FailedAssertion", "Some schedule makes an assertion fail."),
    ("exception", "UncaughtException", "Some schedule ends an actor with an exception that nobody catches."),
    ("exit", "ExitCode", "Some schedule ends the program with a code that is not zero."),
    ("timeout", "EarlyTimeout", "Something goes wrong if a timed wait gives up while others could go on."),
    ("other", "Other", "Some schedule misbehaves."),
];

/// A path as a reference to a resource: relative, or absolute with its scheme.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

fn location(report: &Report, place: &SourcePlace, message: Option<String>) -> Location {
    let region =
        |line: u32| Region { start_line: line, start_column: (place.column > 0).then_some(place.column) };
    Location {
        physical_location: (!place.file.is_empty()).then(|| Physical {
            artifact_location: Artifact { uri: uri(&report.path_of(place)) },
            region: (place.line > 0).then(|| region(place.line)),
        }),
        logical_locations: match place.function.as_str() {
            "" => Vec::new(),
            name => vec![Logical { fully_qualified_name: name.to_owned(), kind: "function" }],
        },
        message: message.map(|text| Message { text }),
    }
}

fn step_words(step: &Step) -> String {
    let operation = &step.operation;
    let mut words = vec![operation.actor.clone() + ":", operation.operation.word().to_owned()];
    words.extend((!operation.places.is_empty()).then(|| operation.places.join(", ")));
    words.extend((!step.note.is_empty()).then(|| step.note.clone()));
    words.join(" ")
}

/// The run of a finding: a flow for each actor; who waits at the end comes last in its flow.
fn code_flow(report: &Report, found: &Found) -> Vec<CodeFlow> {
    let story = &found.story;
    let mut flows: Vec<ThreadFlow> =
        story.lanes.iter().map(|name| ThreadFlow { id: name.clone(), locations: Vec::new() }).collect();
    for step in &story.steps {
        let importance = if step.culprit { "essential" } else { "important" };
        let location = location(report, &step.operation.location, Some(step_words(step)));
        let place = FlowLocation { location, execution_order: step.step, importance };
        flows[step.lane].locations.push(place);
    }
    for wait in &story.waits {
        let words = format!("{} waits: {}", wait.operation.actor, wait.operation.operation.word());
        let words = match &wait.waits_for {
            Some(other) => format!("{words} {}, until {other} goes on", wait.operation.places.join(", ")),
            None => format!("{words} {}", wait.operation.places.join(", ")),
        };
        let location = location(report, &wait.operation.location, Some(words.trim_end().to_owned()));
        let importance = if wait.culprit { "essential" } else { "unimportant" };
        let order = story.steps.len() + 1;
        flows[wait.lane].locations.push(FlowLocation { location, execution_order: order, importance });
    }
    flows.retain(|flow| !flow.locations.is_empty());
    if flows.is_empty() {
        return Vec::new();
    }
    let message = Message { text: format!("schedule: {}", found.schedule) };
    vec![CodeFlow { message, thread_flows: flows }]
}

fn finding(report: &Report, found: &Found, kind: &str, level: &'static str) -> Finding {
    let rule_index = RULES.iter().position(|(id, ..)| *id == kind).unwrap_or(RULES.len() - 1);
    let lines: Vec<String> =
        std::iter::once(headline(found, report.actor_word)).chain(details(found)).collect();
    Finding {
        rule_id: RULES[rule_index].0,
        rule_index,
        level,
        message: Message { text: lines.join("\n") },
        locations: found.blamed().map(|place| location(report, place, None)).into_iter().collect(),
        code_flows: code_flow(report, found),
        partial_fingerprints: Fingerprints { finding: found.identity(&report.program) },
    }
}

fn notification(report: &Report) -> Option<Notification> {
    let level = match report.verdict {
        Answer::Found => return None,
        Answer::Proved => "note",
        Answer::Bounded | Answer::Sampled | Answer::Incomplete => "warning",
        Answer::Error => "error",
    };
    let text = format!("{}: {}", report.verdict.word(), claim(report));
    Some(Notification { level, message: Message { text } })
}

/// The reports as one log.
pub fn render(reports: &[Report]) -> String {
    let rule = |(id, name, text): (&'static str, &'static str, &str)| Rule {
        id,
        name,
        short_description: Message { text: name.to_owned() },
        full_description: Message { text: text.to_owned() },
    };
    let results = reports.iter().flat_map(|report| {
        let found = report.findings.iter().map(|found| finding(report, found, &found.kind, "error"));
        found.chain(report.warnings.iter().map(|warning| finding(report, &warning.0, "timeout", "warning")))
    });
    let log = Log {
        schema: SCHEMA,
        version: VERSION,
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "raddle",
                    version: reports.first().map_or_else(String::new, |report| report.made.raddle.clone()),
                    rules: RULES.into_iter().map(rule).collect(),
                },
            },
            invocations: vec![Invocation {
                execution_successful: reports.iter().all(|report| report.verdict != Answer::Error),
                tool_execution_notifications: reports.iter().filter_map(notification).collect(),
            }],
            column_kind: "unicodeCodePoints",
            results: results.collect(),
        }],
    };
    let mut text = serde_json::to_string_pretty(&log).expect("a log is made of texts and numbers");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("src/Foo Bar.java"), "src/Foo%20Bar.java");
        assert_eq!(uri("/home/me/a.abs"), "file:///home/me/a.abs");
        assert_eq!(uri("a\\b#c.java"), "a/b%23c.java");
    }
}
