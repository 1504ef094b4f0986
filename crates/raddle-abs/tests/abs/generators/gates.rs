//! Random programs with a deadlock that depends on fields which others assign.

use crate::mini::Random;

/// A random program in which two tasks may block on each other, if a field was set before: whether there is a deadlock
/// depends on steps of tasks that have no part in it, and that block locations for a while.
pub fn gates(seed: u64) -> String {
    let mut random = Random::new(seed * 13 + 5);
    let mut names = 0;
    // Something on the way, or nothing: most of it blocks for a while, or lets others go first.
    let mut something = |random: &mut Random| {
        names += 1;
        match random.below(14) {
            0 | 1 => format!("Fut<Unit> f{names} = c!nothing(); f{names}.get;"),
            2 => format!("Fut<Unit> f{names} = c!nothing(); await f{names}?;"),
            3 => "c.nothing();".to_owned(),
            4 => "suspend;".to_owned(),
            5 => "this.within(a, b, c);".to_owned(),
            6 => format!("Fut<Unit> f{names} = b!nothing(); f{names}.get;"),
            7 => format!("Fut<Unit> f{names} = c!relay(a, b, c); await f{names}?;"),
            8 => "z = z + 1;".to_owned(),
            9 => "if (z == 0) { c.nothing(); }".to_owned(),
            _ => String::new(),
        }
    };
    let methods = ["cross", "open", "within", "relay"];
    let declared: String = methods.map(|name| format!(" Unit {name}(A a, A b, A c);")).concat();
    let mut text = format!("module Gates;\ninterface A {{ Unit nothing();{declared} }}\n");
    let opened: Vec<bool> = (0..2).map(|_| random.below(4) > 0).collect();
    for (at, class) in ["First", "Second", "Third"].into_iter().enumerate() {
        let other = ["b", "a", "a"][at];
        let mut part = || something(&mut random);
        let (before, after, prologue, epilogue) = (part(), part(), part(), part());
        let gate = opened.get(at).is_some_and(|opened| *opened);
        let condition = if gate { "x == 1" } else { "True" };
        let (wait, sets) = match random.below(6) {
            0 => ("await f?;", "x = x + 1;"),
            1 => ("f.get;", "x = 1 - x;"),
            _ => ("f.get;", "x = x + 1;"),
        };
        let within = if random.below(2) == 0 { "x = x + 1;" } else { "c.nothing();" };
        let relayed = ["a!open(a, b, c);", "b!open(a, b, c);", "Fut<Unit> f = a!open(a, b, c); f.get;"];
        let relays = relayed[random.below(3) as usize];
        text.push_str(&format!(
            "class {class} implements A {{\n  Int x = 0;\n  Int z = 0;\n  Unit nothing() {{ }}\n  \
             Unit cross(A a, A b, A c) {{ {before} if ({condition}) {{ Fut<Unit> f = {other}!nothing(); {wait} }} \
             {after} }}\n  \
             Unit open(A a, A b, A c) {{ {prologue} {sets} {epilogue} }}\n  \
             Unit within(A a, A b, A c) {{ {within} }}\n  \
             Unit relay(A a, A b, A c) {{ {relays} }}\n}}\n"
        ));
    }
    let mut calls = vec!["a!cross(a, b, c)".to_owned(), "b!cross(a, b, c)".to_owned()];
    for (target, opened) in ["a", "b"].into_iter().zip(opened) {
        match random.below(5) {
            0 if opened => calls.insert(random.below(3) as usize, "c!relay(a, b, c)".to_owned()),
            1 => {}
            _ if opened => calls.insert(random.below(3) as usize, format!("{target}!open(a, b, c)")),
            _ => {}
        }
    }
    // Some are waited for, one may be made in a loop, and all of them by a method that is called once or twice.
    let mut body = String::new();
    for (at, call) in calls.into_iter().enumerate() {
        let line = match random.below(8) {
            0 => format!("await {call};"),
            1 => format!("Fut<Unit> g{at} = {call}; g{at}.get;"),
            2 if random.below(3) == 0 => {
                format!(
                    "Int i{at} = 0; while (i{at} < 2) {{ Fut<Unit> h = {call}; await h?; i{at} = i{at} + 1; }}"
                )
            }
            _ => format!("{call};"),
        };
        body.push_str(&format!(" {line}"));
    }
    let (method, main) = match random.below(6) {
        0 => (body, "d!drive(a, b, c);".to_owned()),
        1 => (body, "d!drive(a, b, c); await d!drive(a, b, c);".to_owned()),
        _ => (String::new(), body),
    };
    text.push_str(&format!(
        "interface D {{ Unit drive(A a, A b, A c); }}\nclass Driver implements D {{\n  \
         Unit drive(A a, A b, A c) {{{method} }}\n}}\n{{\n  A a = new First();\n  A b = new Second();\n  \
         A c = new Third();\n  D d = new Driver();\n  {main}\n}}\n"
    ));
    text
}
