//! Sites name instructions as the class files have them: as `javap` shows them, before and after they were quickened, and in a
//! process that has loaded other classes first.

use crate::fingerprints::program_in;
use crate::hotspot::jdk;
use raddle_explore::context::StepContext;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::library::{LoaderId, Site};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const PLACES: &str = r"
public class Places {
    static int plain;
    static volatile long wide;
    int field;
    int[] array = new int[2];
    static final Places shared = new Places();
    void work(int id) {
        for (int i = 0; i < 2; i++) {
            plain += id;
            wide = plain;
            synchronized (this) { field += array[i]; array[i] = id; }
        }
    }
    static class Other { static void first() { shared.work(7); } }
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) Other.first();
        Thread one = new Thread(() -> shared.work(1));
        one.start();
        shared.work(2);
        one.join();
    }
}";

/// What each actor's site is from state to state, by the first that can go.
fn sites(program: &JavaProgram) -> Vec<Site> {
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut sites = Vec::new();
    loop {
        run.pending(&mut pending);
        for entry in pending.entries() {
            let Some(site) = run.site(entry.actor) else { continue };
            let library = &run.machine().expect("a machine").library;
            let (method, instruction) = library.at(LoaderId::APPLICATION, &site).expect("its code has run");
            assert_eq!(library.site_of(method, instruction).as_ref(), Some(&site));
            assert_eq!(site.to_string().parse().as_ref(), Ok(&site));
            sites.push(site);
        }
        let Some(entry) = pending.enabled().next() else { return sites };
        let choice = Choice::first(entry.actor);
        run.step(choice, &mut StepContext::plain()).expect("a step");
    }
}

#[test]
fn sites_are_those_of_the_class_file() {
    let (program, directory) = program_in("Places", PLACES, &[]);
    let shown = sites(&program);
    assert_eq!(shown, sites(&program), "quickened code has the same sites");
    // Another process, where the code ran before and another class was loaded first.
    let (other, _) = program_in("Places", PLACES, &["other"]);
    let elsewhere: BTreeSet<Site> = sites(&other).into_iter().collect();
    let of_work = |site: &&Site| &*site.method == "work";
    assert!(shown.iter().filter(of_work).all(|site| elsewhere.contains(site)));
    let javap = jdk().home.join("bin/javap");
    let output = Command::new(javap).args(["-c", "-p", "-cp"]).arg(&directory).arg("Places").output();
    let text = String::from_utf8(output.expect("javap starts").stdout).expect("text");
    let work = text.split("void work(int);").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("work");
    let instructions: BTreeMap<u16, &str> = work
        .lines()
        .filter_map(|line| {
            let (offset, rest) = line.trim().split_once(": ")?;
            Some((offset.parse().ok()?, rest.split_whitespace().next()?))
        })
        .collect();
    let operations: BTreeSet<&str> =
        shown.iter().filter(of_work).map(|site| instructions[&site.offset]).collect();
    let expected = [
        "getfield",
        "getstatic",
        "iaload",
        "iastore",
        "monitorenter",
        "monitorexit",
        "putfield",
        "putstatic",
    ];
    assert_eq!(operations.into_iter().collect::<Vec<_>>(), expected);
}
