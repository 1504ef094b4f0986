//! ABS programs: the static deadlock analysis, and the searches that follow it.

use crate::support::{Folder, ask, not_replayed};

fn file(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_barber_has_19_states_when_every_derivation_is_asked_for() {
    let barber = file("examples/abs/sleeping_barber.abs");
    let guided =
        ["check", &barber, "--strategy", "deadlock-guided", "--dependence", "none", "--format", "json"];
    let json = ask(&[&guided[..], &["--reachable", "syntactic", "--all"]].concat()).json();
    let stats = |key: &str| json["stats"][key].as_u64();
    assert_eq!((stats("states"), stats("deadlocks"), stats("pruned")), (Some(19), Some(6), Some(3)));
    let cycle = &json["deadlock_cycles"]["list"][0];
    assert_eq!((&cycle["outcome"], &cycle["states"]), (&"deadlock".into(), &19.into()));
    let pruned = cycle["constraints"].as_array().expect("a list");
    assert_eq!(pruned.iter().filter_map(|entry| entry["pruned"].as_u64()).sum::<u64>(), 3);
    for cycles in ["parallel", "unguided"] {
        let json = ask(&[&guided[..], &["--cycles", cycles]].concat()).json();
        assert_eq!((&json["verdict"], &json["stats"]["deadlocks"]), (&"found".into(), &1.into()), "{json}");
    }
    let fewer = ask(&guided).json();
    assert!(fewer["stats"]["states"].as_u64().is_some_and(|states| states < 19), "{fewer}");
    let seldom = ask(&[&guided[..], &["--check-every", "1000", "--all"]].concat()).json();
    assert!(seldom["stats"]["states"].as_u64().is_some_and(|states| states > 19), "{seldom}");
}

#[test]
fn the_analysis_comes_first_by_default_and_tells_the_story() {
    let answer = ask(&["check", &file("examples/abs/sleeping_barber.abs")]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.first_line().starts_with("found: deadlock"), "{}", answer.out);
    for part in [
        "1 abstract deadlock cycle; 1 with a deadlock",
        "barber.cuts -> barber (line 37): deadlock (4 states",
        "line 14: block on chair@main/2.taken",
        "client@main/1.sits: its location is kept by client@main/1.wakesup",
        "line 31: f.get;",
        "Looked for: deadlocks and stuck tasks only",
    ] {
        assert!(answer.out.contains(part), "{part}: {}", answer.out);
    }
}

#[test]
fn what_has_no_deadlock_is_searched_for_everything_else() {
    let answer = ask(&["check", &file("examples/abs/bounded_buffer.abs")]);
    assert_eq!(answer.code, Some(0));
    assert!(answer.first_line().starts_with("proved: every schedule"), "{}", answer.out);
    assert!(answer.out.contains("0 with a deadlock, 2 unfeasible"), "{}", answer.out);
    assert!(answer.out.contains("looked for: deadlocks, stuck tasks, failed assertions"), "{}", answer.out);
    let free = ask(&["check", &file("benches/abs/fFA.abs"), "--strategy", "deadlock-guided", "--verbose"]);
    assert_eq!(free.code, Some(0));
    assert!(free.out.contains("next.q, which waits for its location: failed in"), "{}", free.out);
}

#[test]
fn constraints_are_shown_when_asked_for() {
    let barber = file("examples/abs/sleeping_barber.abs");
    let plain = ask(&["analyze", &barber]).out;
    assert!(plain.contains("1 abstract deadlock cycle.") && !plain.contains("Constraints"), "{plain}");
    let constraints = ask(&["analyze", &barber, "--constraints"]).out;
    assert!(constraints.contains("some chair.taken awaits in line 22 on some client.sits"), "{constraints}");
}

#[test]
fn the_published_graph_has_what_ours_leaves_out() {
    let molecule = file("benches/abs/WM.abs");
    let ours = ask(&["analyze", &molecule]).out;
    assert!(ours.contains("1 abstract deadlock cycle."), "{ours}");
    let published = ask(&["analyze", &molecule, "--graph", "as-published"]).out;
    assert!(published.contains("2 abstract deadlock cycles."), "{published}");
    let unknown = ask(&["analyze", &molecule, "--graph", "other"]);
    assert_eq!(unknown.code, Some(2));
}

/// Two modules in two files that deadlock between them.
fn project(folder: &Folder) -> (String, String) {
    let (library, main) = (folder.file("lib/shared.abs"), folder.file("main.abs"));
    std::fs::create_dir_all(folder.file("lib")).expect("a folder");
    let text = "module Lib;\nexport I, C;\ninterface I { Unit ask(I o); Unit answer(); }\n\
        class C implements I {\n  Unit ask(I o) { Fut<Unit> f = o!answer();\n    f.get; }\n  Unit answer() { }\n}\n\
        module Between;\nexport I, C;\nimport * from Lib;\n";
    std::fs::write(&library, text).expect("written");
    let text = "module Main;\nimport I, C from Between;\n\
        { I a = new C(); I b = new C(); a!ask(b); b!ask(a); }\n";
    std::fs::write(&main, text).expect("written");
    (main, library)
}

#[test]
fn a_program_may_be_several_files_or_a_folder() {
    let folder = Folder::new();
    let (main, library) = project(&folder);
    let saved = folder.file("saved.json");
    for files in [vec![&*main, &*library], vec![&*library, &*main], vec![&*folder.file("")]] {
        let check = [&["check", "--format", "json", "--save", &saved], &files[..]].concat();
        let answer = ask(&check);
        assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.err);
        let json = answer.json();
        assert_eq!(json["findings"][0]["kind"], "deadlock");
        assert_eq!(not_replayed(&json, &saved), None);
        let told = ask(&[&["check"], &files[..]].concat()).out;
        assert!(told.contains("line 6 of ") && told.contains("shared.abs"), "{told}");
        let analysis = ask(&[&["analyze"], &files[..]].concat());
        assert!(analysis.out.contains("line 6 of "), "{}{}", analysis.out, analysis.err);
        let run = ask(&[&["run"], &files[..]].concat());
        assert!(matches!(run.code, Some(0 | 1)), "{}{}", run.out, run.err);
    }
    let alone = ask(&["check", &main]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.err.contains("there is no module Between"), "{}", alone.err);
}

#[test]
fn files_that_do_not_go_together_are_told_so() {
    let folder = Folder::new();
    let (main, library) = project(&folder);
    let second = folder.file("second.abs");
    std::fs::write(&second, "module Second;\n{ println(\"second\"); }\n").expect("written");
    let unclear = ask(&["run", &main, &library, &second]);
    assert_eq!(unclear.code, Some(2));
    assert!(unclear.err.contains("say with --main which one is meant"), "{}", unclear.err);
    let clear = ask(&["run", "--main", "Second", &main, &library, &second]);
    assert_eq!((clear.code, &*clear.out), (Some(0), "second\n"), "{}", clear.err);
    let unknown = ask(&["run", "--main", "Third", &main, &library, &second]);
    assert!(unknown.err.contains("there is one in Main, Second"), "{}", unknown.err);
    let twice = folder.file("twice.abs");
    std::fs::write(&twice, "module Lib;\n").expect("written");
    let twice = ask(&["check", &main, &library, &twice]);
    assert!(twice.err.contains("the module Lib is already declared, in "), "{}", twice.err);
    let mixed = ask(&["check", &main, "Account.java"]);
    assert_eq!(mixed.code, Some(2));
    assert!(mixed.err.contains("'Account.java' is none of ABS"), "{}", mixed.err);
    let missing = ask(&["check", &main, &folder.file("nowhere.abs")]);
    assert!(missing.err.contains("there is no file"), "{}", missing.err);
    let java = ask(&["check", "Account.java", "--main", "M"]);
    assert!(java.err.contains("--main is for ABS programs"), "{}", java.err);
}

#[test]
fn the_dialect_is_said_where_it_matters() {
    let folder = Folder::new();
    let file = folder.file("ring.abs");
    // Two locations block on each other; in one location, a task awaits what comes later.
    let text = "module Main;\ninterface I { Unit ask(I o); Unit answer(); }\n\
        class C implements I { Unit ask(I o) { o.answer(); } Unit answer() { } }\n\
        { I a = new C(); I b = new C(); a!ask(b); b!ask(a); }\n";
    std::fs::write(&file, text).expect("written");
    let unsaid = ask(&["check", &file]);
    assert_eq!(unsaid.code, Some(1));
    assert!(
        unsaid.err.contains("nothing shows which dialect this is, so today's is taken"),
        "{}",
        unsaid.err
    );
    let new = ask(&["check", &file, "--dialect", "new"]);
    assert_eq!((new.code, &*new.err), (Some(1), ""));
    let saved = folder.file("saved.json");
    let json = ask(&["check", &file, "--dialect", "new", "--format", "json", "--save", &saved]).json();
    assert_eq!(not_replayed(&json, &saved), None);
    let old = ask(&["check", &file, "--dialect", "old"]);
    assert_eq!((old.code, &*old.err), (Some(0), ""), "{}", old.out);
}

#[test]
fn lines_are_read_from_the_input_that_was_given() {
    let folder = Folder::new();
    let (file, input) = (folder.file("echo.abs"), folder.file("lines.txt"));
    let text = "module Main;\ninterface I { Unit say(); }\n\
        class C implements I { Unit say() { String s = readln(); assert s != \"b\"; println(s); } }\n\
        { I near = new local C(); near.say(); I o = new C(); I p = new C(); o!say(); p!say(); }\n";
    std::fs::write(&file, text).expect("written");
    std::fs::write(&input, "a\nc\nd\n").expect("written");
    let ran = ask(&["run", "--input", &input, &file]);
    assert_eq!((ran.code, &*ran.out), (Some(0), "a\nc\nd\n"), "{}", ran.err);
    assert_eq!(ask(&["check", &file, "--input", &input]).code, Some(0));
    let without = ask(&["check", &file]);
    assert_eq!(without.code, Some(4));
    assert!(without.out.contains("--input FILE gives them"), "{}", without.out);
    std::fs::write(&input, "a\nc\n").expect("written");
    let short = ask(&["check", &file, "--input", &input]);
    assert_eq!(short.code, Some(4));
    let words = short.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("behind the last line of its input"), "{words}");
    std::fs::write(&input, "a\nc\nb\n").expect("written");
    let saved = folder.file("saved.json");
    let found = ask(&["check", &file, "--input", &input, "--format", "json", "--save", &saved]);
    assert_eq!(found.code, Some(1));
    assert_eq!(not_replayed(&found.json(), &saved), None);
}

#[test]
fn a_gap_keeps_an_analysis_from_a_proof() {
    let folder = Folder::new();
    let file = folder.file("gap.abs");
    let text = "module Main;\nimport Foreign from ABS.FLI;\n[Foreign] class C { }\n\
        { Bool b = True; if (b) { new local C(); } }\n";
    std::fs::write(&file, text).expect("written");
    for more in [&[][..], &["--strategy", "deadlock-guided"], &["--strategy", "exhaustive"]] {
        let answer = ask(&[&["check", &file], more].concat());
        assert_eq!(answer.code, Some(4), "{}", answer.out);
        assert!(answer.out.contains("the foreign class C"), "{}", answer.out);
    }
    assert!(ask(&["analyze", &file]).err.contains("the analysis says nothing of it"));
}

#[test]
fn what_was_wanted_of_a_search_is_a_success() {
    let covered = ask(&["check", &file("examples/abs/bounded_buffer.abs"), "--until", "statements"]);
    assert_eq!(covered.code, Some(0), "{}{}", covered.out, covered.err);
    assert!(covered.out.contains("all that --until wants of"), "{}", covered.out);
}

#[test]
fn behind_what_is_not_supported_nothing_else_is_told() {
    let folder = Folder::new();
    let file = folder.file("delta.abs");
    for text in [
        "module Main;\n{ I o = new C(); o!m(); }\nproductline L; features F';\n",
        "module Main;\nfeatures F;\n{ I o = new C(); }\n",
        "module Main;\n{ I o = new C() with {F}; Foo x = bar(); }\n",
        "module Main;\nbase class C { Foo x = bar(; }\n",
    ] {
        std::fs::write(&file, text).expect("written");
        let answer = ask(&["check", &file]);
        assert_eq!(answer.code, Some(4), "{text}\n{}{}", answer.out, answer.err);
        let told = format!("{}{}", answer.out, answer.err);
        let is_one = told.matches("not supported: ").count() == 1 && !told.contains("expected");
        assert!(is_one && !told.contains("unknown") && !told.contains("main block"), "{text}\n{told}");
    }
}

const PRODUCTS: &str = "module Main;
interface I { Unit ask(I o); Unit answer(); }
class C implements I {
  Unit ask(I o) { Fut<Unit> f = o!answer(); await f?; }
  Unit answer() { skip; }
}
{ I a = new C(); I b = new local C(); I c = new C(); a!ask(c); c!ask(a); }
delta Blocks; uses Main;
modifies class C { modifies Unit ask(I o) { Fut<Unit> f = o!answer(); f.get; } }
delta Wrong; uses Main;
modifies class C { modifies Unit nothing() { skip; } }
productline L; features Safe, Fast, Broken;
delta Blocks when Fast; delta Wrong when Broken;
product Slow(Safe); product Quick(Fast); product Bad(Broken);
";

#[test]
fn a_product_is_checked_and_its_schedule_knows_it() {
    let folder = Folder::new();
    let file = folder.file("products.abs");
    std::fs::write(&file, PRODUCTS).expect("written");
    let core = ask(&["check", &file]);
    assert_eq!(core.code, Some(0), "{}{}", core.out, core.err);
    assert!(core.err.contains("this is the program without its deltas"), "{}", core.err);
    assert_eq!(ask(&["check", "--product", "Slow", &file]).code, Some(0));
    let schedule = folder.file("schedule.json");
    let quick = ask(&["check", "--product", "Quick", &file, "--save", &schedule]);
    assert_eq!(quick.code, Some(1), "{}{}", quick.out, quick.err);
    let replayed = ask(&["replay", &schedule]);
    assert_eq!(replayed.code, Some(1), "{}{}", replayed.out, replayed.err);
    let wrong = ask(&["check", "--product", "Bad", &file]);
    assert_eq!(wrong.code, Some(2), "{}{}", wrong.out, wrong.err);
    assert!(wrong.err.contains("error: the class C has no method nothing to modify"), "{}", wrong.err);
    assert!(wrong.err.contains("products.abs:11:34"), "{}", wrong.err);
    assert_eq!(ask(&["check", "--product", "Nobody", &file]).code, Some(2));
    assert_eq!(ask(&["check", "--product", "P", "builtin:dining"]).code, Some(2));
}

#[test]
fn all_products_give_a_table() {
    let folder = Folder::new();
    let file = folder.file("products.abs");
    std::fs::write(&file, PRODUCTS).expect("written");
    let table = ask(&["check", "--all-products", &file]);
    assert_eq!(table.code, Some(1), "{}{}", table.out, table.err);
    let rows: Vec<&str> = table.out.lines().collect();
    let wanted =
        ["product  answer", "Slow     proved: ", "Quick    found: deadlock of 4 tasks", "Bad      error: "];
    assert_eq!(rows.len(), wanted.len(), "{}", table.out);
    for (row, wanted) in rows.iter().zip(wanted) {
        assert!(row.starts_with(wanted), "{}", table.out);
    }
    let json = ask(&["check", "--all-products", "--format", "json", &file]).json();
    let verdict = |at: usize| &json["products"][at]["result"]["verdict"];
    assert_eq!((verdict(0), verdict(1)), (&"proved".into(), &"found".into()), "{json}");
    let none = ask(&["check", "--all-products", &self::file("examples/abs/sleeping_barber.abs")]);
    assert_eq!(none.code, Some(2), "{}{}", none.out, none.err);
}

/// A program whose end depends on the order of two tasks, with these two calls and this way to count.
fn counting(calls: &str, counts: &str) -> String {
    format!(
        "module Counting;\ninterface Counter {{ Unit add(Int n); }}\n\
         class Counter implements Counter {{\n  Int total = 0;\n  Unit add(Int n) {{ total = {counts}; }}\n}}\n\
         {{\n  Counter counter = new Counter();\n  {calls}\n}}\n"
    )
}

#[test]
fn tests_are_run_again_and_compared_with_a_later_version() {
    let folder = Folder::new();
    let (program, tests) = (folder.file("counting.abs"), folder.file("tests.json"));
    let write = |path: &str, text: String| std::fs::write(path, text).expect("written");
    write(&program, counting("counter!add(1); counter!add(2);", "total * 2 + n"));
    let checked = ask(&["check", &program, "--tests", &tests]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let same = ask(&["replay", &tests]);
    assert_eq!(same.code, Some(0), "{}{}", same.out, same.err);
    assert!(same.out.contains("2 pass, 0 changed, 0 no longer possible"), "{}", same.out);
    // Another way to count: both runs are possible, and end otherwise.
    let later = folder.file("later.abs");
    write(&later, counting("counter!add(1); counter!add(2);", "total * 3 + n"));
    let changed = ask(&["replay", &tests, "--program", &later]);
    assert_eq!(changed.code, Some(1), "{}{}", changed.out, changed.err);
    assert!(changed.out.contains("0 pass, 2 changed"), "{}", changed.out);
    assert!(changed.out.contains("last state: was"), "{}", changed.out);
    // A task fewer: the second step is not possible; in JSON too.
    write(&later, counting("counter!add(1);", "total * 2 + n"));
    let fewer = ask(&["replay", &tests, "--program", &later, "--format", "json"]);
    assert_eq!(fewer.code, Some(1), "{}{}", fewer.out, fewer.err);
    let told: serde_json::Value = serde_json::from_str(&fewer.out).expect("JSON");
    assert_eq!((&told["passing"], &told["impossible"]), (&0.into(), &2.into()), "{told}");
    assert_eq!(told["tests"][0]["outcome"], "impossible", "{told}");
    // A task more: the runs are possible, but not at their end.
    write(&later, counting("counter!add(1); counter!add(2); counter!add(3);", "total * 2 + n"));
    let more = ask(&["replay", &tests, "--program", &later]);
    assert!(more.out.contains("something can still move"), "{}", more.out);
}

#[test]
fn damaged_tests_are_told_so() {
    let folder = Folder::new();
    let (program, tests) = (folder.file("counting.abs"), folder.file("tests"));
    std::fs::write(&program, counting("counter!add(1);", "n")).expect("written");
    assert_eq!(ask(&["check", &program, "--tests", &tests]).code, Some(0));
    let case = folder.file("tests/test_000001.json");
    let whole = std::fs::read_to_string(&case).expect("a test case");
    assert_eq!(ask(&["replay", &case]).code, Some(0));
    let nobody = whole.replace("\"schedule\":[[\"", "\"schedule\":[[\"no body ");
    assert_ne!(whole, nobody);
    for (text, why) in [
        (whole[..whole.len() / 2].to_owned(), "damaged"),
        (whole.replace("\"version\":2", "\"version\":9"), "version is 9"),
        (nobody, "is nobody who could move"),
        (whole.replace("--await=", "--unknown="), "damaged"),
    ] {
        std::fs::write(&case, &text).expect("written");
        for asked in [&case, &tests] {
            let answer = ask(&["replay", asked]);
            assert_eq!(answer.code, Some(2), "{text}\n{}", answer.out);
            assert!(answer.err.contains(why), "{text}\n{}", answer.err);
        }
    }
    std::fs::remove_file(&case).expect("removed");
    let empty = ask(&["replay", &tests]);
    assert!(empty.code == Some(2) && empty.err.contains("no test case in it"), "{}", empty.err);
}

/// What is told beside a finding is true of it: no steps where none were counted, and no "only" beside an exception.
#[test]
fn what_is_told_beside_a_finding_is_true() {
    let folder = Folder::new();
    let program = folder.file("fails.abs");
    let text = "module Fails;\ninterface A { Unit ask(A o); Unit answer(); Unit fail(); }\n\
        class A implements A {\n  Unit ask(A o) { Fut<Unit> f = o!answer(); f.get; }\n  Unit answer() { }\n  \
        Unit fail() { Int n = 0; Rat r = 1 / n; }\n}\n\
        { A a = new A(); A b = new A(); A c = new A(); c!fail(); a!ask(b); b!ask(a); }\n";
    std::fs::write(&program, text).expect("written");
    let all = ["check", &program, "--strategy", "deadlock-guided", "--all", "--criterion", "all-deadlocks"];
    let told = ask(&all).out;
    assert!(told.contains("was met on the way") && !told.contains("stuck tasks only"), "{told}");
    for strategy in ["deadlock-guided", "dpor", "exhaustive"] {
        let told = ask(&["check", &program, "--strategy", strategy]).out;
        assert!(!told.contains(", 0 steps"), "{strategy}: {told}");
    }
}

/// Others may come between two things that they can notice, though one task does both without waiting.
#[test]
fn a_step_ends_before_what_others_can_tell_the_time_of() {
    let folder = Folder::new();
    let (file, input) = (folder.file("between.abs"), folder.file("lines.txt"));
    std::fs::write(&input, "1\n2\n3\n").expect("written");
    let scheduled = "import * from ABS.Scheduler;
        def Process last(List<Process> queue) =
          foldl((Process a, Process b) => if method(a) == \"high\" then a else b)(queue, head(queue));
        interface I { Unit high(); Unit low(); Int total(); }
        [Scheduler: last(queue)] class C implements I {
          Int x = 0; Unit high() { x = x * 2; } Unit low() { x = x + 1; } Int total() { return x; }
        }
        { I c = new C(); Fut<Unit> f = c!low(); Fut<Unit> g = c!high(); await f? & g?;
          Int r = await c!total(); assert r == 1; }";
    let dies = "exception Enough; interface I { Unit end(); Int live(); }
        class C implements I { Unit end() { die Enough; } Int live() { return 1; } }
        { I o = new C(); o!end(); Fut<Int> f = o!live(); try { Int x = f.get; } catch { Enough => skip; } }";
    let costs = "import * from ABS.DC;
        interface A { Unit m(B b); } interface B { Unit go(); }
        class Aa implements A { Unit m(B b) { [Cost: 2] skip; b!go(); [Cost: 3] skip; assert now() == Time(0); } }
        class Bb implements B { Unit go() { [Cost: 3] skip; } }
        { DeploymentComponent d = new DeploymentComponent(\"d\", map[Pair(Speed, 5)]);
          [DC: d] A a = new Aa(); [DC: d] B b = new Bb(); a!m(b); }";
    let reads = "interface I { Unit two(); Unit one(); }
        class C implements I {
          Unit two() { String a = readln(); String b = readln(); assert a + b != \"13\"; }
          Unit one() { String a = readln(); }
        }
        { I x = new C(); I y = new C(); x!two(); y!one(); }";
    let started = "interface I { Unit one(); }
        class C implements I { Unit one() { String a = readln(); assert a != \"1\"; } }
        class D(I o) { String mine = \"\"; { o!one(); } }
        { I o = new C(); new D(o); String a = readln(); }";
    for text in [scheduled, dies, costs, reads, started] {
        std::fs::write(&file, format!("module M;\n{text}\n")).expect("written");
        for strategy in [&[][..], &["--strategy", "dpor"], &["--strategy", "exhaustive"]] {
            let asked: &[&str] = if text.contains("readln") { &["--input", &input] } else { &[] };
            let answer = ask(&[&["check", "--dialect", "new", &file], asked, strategy].concat());
            assert_eq!(answer.code, Some(1), "{text}\n{}{}", answer.out, answer.err);
        }
    }
}
