//! Waits that give up while others could go on: what `auto` says of them after a proof, and how far loops of them are
//! followed.

use serde_json::Value;

use super::support::{ask, compile};

/// Both threads take two locks in opposite order, and begin again where they do not get one in time.
const BACK_OFF: &str = "
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class BackOff {
    static final Lock left = new ReentrantLock(), right = new ReentrantLock();

    static void both(Lock first, Lock second) {
        try {
            while (true) {
                if (first.tryLock(10, TimeUnit.MILLISECONDS)) {
                    try {
                        if (second.tryLock(10, TimeUnit.MILLISECONDS)) {
                            second.unlock();
                            return;
                        }
                    } finally {
                        first.unlock();
                    }
                }
            }
        } catch (InterruptedException nobody) {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> both(left, right));
        other.start();
        both(right, left);
        other.join();
    }
}
";

/// The answer may come too late: a loop asks again, or somebody insists.
const ASKS: &str = "
import java.util.concurrent.*;

public class Asks {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
        new Thread(() -> answers.add(1)).start();
        Integer answer = null;
        while (answer == null) {
            answer = answers.poll(1, TimeUnit.SECONDS);
            if (answer == null) {
                late();
            }
        }
    }

    static void late() {
    }
}

class Insists {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
        new Thread(() -> answers.add(1)).start();
        if (answers.poll(1, TimeUnit.SECONDS) == null) {
            throw new IllegalStateException();
        }
    }
}
";

/// The classes of these.
fn classes(name: &str) -> String {
    let folder = compile(name, &[]);
    for (name, source) in [("BackOff", BACK_OFF), ("Asks", ASKS)] {
        std::fs::write(folder.join(format!("{name}.java")), source).expect("a source");
    }
    let javac = std::process::Command::new("javac")
        .current_dir(&folder)
        .args(["-g", "BackOff.java", "Asks.java"])
        .status();
    assert!(javac.expect("javac starts").success());
    folder.to_str().expect("a path in plain letters").to_owned()
}

fn json(words: &[&str]) -> Value {
    let output = ask(&[&["check", "--format", "json"][..], words].concat());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn waits_that_give_up_early_are_warned_of() {
    let classes = classes("early-warnings");
    let warned = ask(&["check", "-cp", &classes, "Insists"]);
    let text = String::from_utf8_lossy(&warned.stdout).into_owned();
    assert_eq!(warned.status.code(), Some(0), "{text}");
    for words in [
        "proved: ",
        "Relies on timed waits",
        "\nwarning: timeout: uncaught exception in main: java.lang.IllegalStateException",
        "the wait of main at Insists.main(Asks.java:25) gives up, while Thread-0 could go on.",
        "--timeouts any makes it one.",
    ] {
        assert!(text.replace('\n', " ").contains(&words.replace('\n', " ")), "{words}: {text}");
    }
    let found = json(&["-cp", &classes, "Insists", "--timeouts", "any"]);
    assert_eq!(found["verdict"], "found", "{found}");
    assert!(found["warnings"].is_null() && found["early_timeouts"].is_null(), "{found}");
    // Another strategy does what it was asked for, and no more.
    let plain = json(&["-cp", &classes, "Insists", "--strategy", "dpor"]);
    assert!(plain["verdict"] == "proved" && plain["warnings"].is_null(), "{plain}");
    // A loop that asks again has no end of giving up: what was not searched is said, and the assumption stays.
    let patient = ask(&["check", "-cp", &classes, "Asks"]);
    let text = String::from_utf8_lossy(&patient.stdout).replace('\n', " ");
    assert!(text.contains("Relies on timed waits") && text.contains("but not to the end."), "{text}");
}

#[test]
fn loops_of_time_outs_are_followed_as_far_as_time_allows() {
    let result = json(&["-cp", &classes("early-loops"), "BackOff", "--time-limit", "10"]);
    assert_eq!(result["verdict"], "bounded", "{result}");
    assert_eq!(result["reasons"][0], "time-outs", "{result}");
    let by = result["answered_by"].as_str().unwrap_or_default();
    assert!(by.ends_with("time-outs a run)"), "{by}");
}
