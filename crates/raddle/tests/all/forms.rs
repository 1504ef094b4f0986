//! What a build reads: JUnit's XML, SARIF, annotations, a summary, and several of them at once.

use serde_json::Value;

use crate::support::{Folder, ask};

const FOUND: &str = "builtin:dining?count=2";
const PROVED: &str = "builtin:locking?threads=2&sections=1";

fn abs_example() -> String {
    format!("{}/../../examples/abs/sleeping_barber.abs", env!("CARGO_MANIFEST_DIR"))
}

/// What the standard asks of an object of a log, restated: required keys, and no others than these.
fn has_keys(value: &Value, required: &[&str], optional: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("an object: {value}"));
    for key in required {
        assert!(object.contains_key(*key), "{key} is missing: {value}");
    }
    for key in object.keys() {
        assert!(required.contains(&key.as_str()) || optional.contains(&key.as_str()), "{key}: {value}");
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or_else(|| panic!("a list: {value}"), Vec::as_slice)
}

fn is_message(value: &Value) {
    has_keys(value, &["text"], &[]);
    assert!(!value["text"].as_str().expect("a text").is_empty());
}

fn is_location(value: &Value) {
    has_keys(value, &[], &["physicalLocation", "logicalLocations", "message"]);
    if let Some(physical) = value.get("physicalLocation") {
        has_keys(physical, &["artifactLocation"], &["region"]);
        let uri = physical["artifactLocation"]["uri"].as_str().expect("a reference");
        assert!(uri.chars().all(|letter| letter.is_ascii_graphic() && !"<>\"{}|\\^`".contains(letter)));
        if let Some(region) = physical.get("region") {
            has_keys(region, &["startLine"], &["startColumn"]);
            assert!(region["startLine"].as_u64() >= Some(1), "{region}");
        }
    }
    for logical in value.get("logicalLocations").map_or(&[][..], list) {
        has_keys(logical, &["fullyQualifiedName", "kind"], &[]);
    }
    value.get("message").into_iter().for_each(is_message);
}

fn is_result(result: &Value, rules: &[Value]) {
    has_keys(
        result,
        &["ruleId", "ruleIndex", "level", "message", "locations", "codeFlows", "partialFingerprints"],
        &[],
    );
    let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
    assert_eq!(rule["id"], result["ruleId"]);
    assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
    is_message(&result["message"]);
    list(&result["locations"]).iter().for_each(is_location);
    for flow in list(&result["codeFlows"]) {
        has_keys(flow, &["threadFlows"], &["message"]);
        assert!(!list(&flow["threadFlows"]).is_empty());
        for thread in list(&flow["threadFlows"]) {
            has_keys(thread, &["locations"], &["id"]);
            assert!(!list(&thread["locations"]).is_empty());
            for step in list(&thread["locations"]) {
                has_keys(step, &[], &["location", "executionOrder", "importance"]);
                is_location(&step["location"]);
                assert!(step["executionOrder"].as_i64() >= Some(0));
                let importance = step["importance"].as_str().expect("a word");
                assert!(["important", "essential", "unimportant"].contains(&importance));
            }
        }
    }
}

/// What the standard asks of a log, as far as ours go; its results.
fn results_of(log: &Value) -> &[Value] {
    has_keys(log, &["version", "runs"], &["$schema"]);
    assert_eq!(log["version"], "2.1.0");
    let run = &list(&log["runs"])[0];
    has_keys(run, &["tool"], &["invocations", "columnKind", "results"]);
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    has_keys(&run["tool"], &["driver"], &[]);
    has_keys(&run["tool"]["driver"], &["name"], &["version", "rules"]);
    let rules = list(&run["tool"]["driver"]["rules"]);
    for rule in rules {
        has_keys(rule, &["id"], &["name", "shortDescription", "fullDescription"]);
        is_message(&rule["shortDescription"]);
        is_message(&rule["fullDescription"]);
    }
    for invocation in list(&run["invocations"]) {
        has_keys(invocation, &["executionSuccessful"], &["toolExecutionNotifications"]);
        for notification in list(&invocation["toolExecutionNotifications"]) {
            has_keys(notification, &["message"], &["level"]);
            is_message(&notification["message"]);
        }
    }
    list(&run["results"]).iter().for_each(|result| is_result(result, rules));
    list(&run["results"])
}

#[test]
fn a_deadlock_is_a_result_of_sarif_with_its_interleaving() {
    let found = ask(&["check", FOUND, "--format", "sarif"]);
    assert_eq!(found.code, Some(1), "{}", found.err);
    let log = found.json();
    let [result] = results_of(&log) else { panic!("one result: {log}") };
    assert_eq!(result["ruleId"], "deadlock");
    let flows = list(&result["codeFlows"][0]["threadFlows"]);
    let steps: Vec<(&str, Vec<u64>)> = flows
        .iter()
        .map(|flow| {
            let orders = list(&flow["locations"]).iter().map(|step| step["executionOrder"].as_u64());
            (flow["id"].as_str().expect("a name"), orders.map(|order| order.expect("a number")).collect())
        })
        .collect();
    assert_eq!(steps, [("philosopher 0", vec![1, 3]), ("philosopher 1", vec![2, 3])]);
    let proved = ask(&["check", PROVED, "--format", "sarif"]);
    assert_eq!(proved.code, Some(0), "{}", proved.err);
    let log = proved.json();
    assert!(results_of(&log).is_empty());
    let notifications = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert!(notifications[0]["message"]["text"].as_str().expect("a text").starts_with("proved: "));
}

#[test]
fn places_of_sources_are_where_a_build_finds_them() {
    let file = abs_example();
    let found = ask(&["check", &file, "--format", "sarif", "--strategy", "dpor"]);
    let log = found.json();
    let results = results_of(&log);
    let place = &results[0]["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
    assert!(uri.starts_with("file:///") && uri.ends_with("/sleeping_barber.abs"), "{uri}");
    assert!(place["region"]["startColumn"].as_u64() > Some(1), "{place}");
    let found = ask(&["check", &file, "--format", "github"]);
    let line = found.first_line();
    assert!(line.starts_with("::error file=") && line.contains("sleeping_barber.abs,line="), "{line}");
}

#[test]
fn each_answer_is_a_test_case_of_junit() {
    let found = ask(&["check", FOUND, "--format", "junit"]);
    assert!(found.out.contains("tests=\"1\"") && found.out.contains("failures=\"1\""), "{}", found.out);
    assert!(found.out.contains("<failure message=\"deadlock of 2 threads\" type=\"deadlock\">"));
    let proved = ask(&["check", PROVED, "--format", "junit"]);
    assert!(proved.out.contains("failures=\"0\"") && proved.out.contains("errors=\"0\""), "{}", proved.out);
    let sample = ["check", PROVED, "--strategy", "random", "--max-runs", "3", "--format", "junit"];
    assert!(ask(&sample).out.contains("<skipped message="), "sampled is no success");
    let accepted: Vec<&str> = sample.into_iter().chain(["--accept", "sampled"]).collect();
    assert!(!ask(&accepted).out.contains("<skipped"), "unless that is accepted");
    let wrong = ask(&["check", "nothing.abs", "--format", "junit"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.out.contains("errors=\"1\"") && wrong.out.contains("there is no file"), "{}", wrong.out);
}

#[test]
fn several_reports_are_written_at_once() {
    let folder = Folder::new();
    let (sarif, junit, summary) = (folder.file("out.sarif"), folder.file("out.xml"), folder.file("out.md"));
    let wanted = [("sarif", &sarif), ("junit", &junit), ("markdown", &summary)]
        .map(|(form, file)| format!("{form}={file}"));
    let mut words = vec!["check", FOUND];
    words.extend(wanted.iter().flat_map(|file| ["--report", file.as_str()]));
    let found = ask(&words);
    assert_eq!(found.code, Some(1), "{}", found.err);
    assert!(found.first_line().starts_with("found: deadlock"), "the text is printed all the same");
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    let log: Value = serde_json::from_str(&read(&sarif)).expect("a log");
    assert_eq!(results_of(&log).len(), 1);
    assert!(read(&junit).contains("<failure"));
    assert!(read(&summary).contains("| builtin:dining?count=2 | ❌ found | deadlock of 2 threads"));
    assert_eq!(folder.list().len(), 3, "and nothing else is left");
    let wrong = ask(&["check", "nothing.abs", "--report", &format!("junit={junit}")]);
    assert_eq!(wrong.code, Some(2));
    assert!(read(&junit).contains("there is no file"), "a build reads why there is no result");
    for bad in ["xml=out.xml", "sarif", &format!("sarif={}", folder.file("no/folder.sarif"))] {
        assert_eq!(ask(&["check", FOUND, "--report", bad]).code, Some(2), "{bad}");
    }
}

#[test]
fn a_check_that_is_cut_is_reported_in_every_form() {
    let folder = Folder::new();
    let file = folder.file("out.xml");
    let report = format!("junit={file}");
    let cut = ask(&[
        "check",
        "builtin:locking?threads=6&sections=3",
        "--strategy",
        "exhaustive",
        "--time-limit",
        "200ms",
        "--format",
        "sarif",
        "--report",
        &report,
    ]);
    assert_eq!(cut.code, Some(4), "{}", cut.err);
    let log = cut.json();
    assert!(results_of(&log).is_empty());
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("errors=\"1\"") && text.contains("nothing is claimed"), "{text}");
}

#[test]
fn the_result_says_how_it_can_be_made_again() {
    let words = ["check", FOUND, "--strategy", "random", "--seed", "7", "--jobs", "2", "--bound", "depth=50"];
    let words: Vec<&str> = words.into_iter().chain(["--max-runs", "9", "--format", "json"]).collect();
    let made = &ask(&words).json()["made"];
    assert_eq!((made["seed"].as_u64(), made["jobs"].as_u64()), (Some(7), Some(2)));
    assert_eq!((made["bounds"]["depth"].as_u64(), made["limits"]["runs"].as_f64()), (Some(50), Some(9.0)));
    assert_eq!(made["arguments"].as_array().map(Vec::len), Some(words.len()));
    assert!(made["raddle"].as_str().is_some_and(|version| version.starts_with("0.")));
    assert!(made["peak_memory"].as_u64() > Some(1 << 20) && made["cpu_seconds"].as_f64() >= Some(0.0));
}
