//! Random programs with a deadlock behind several hops: what must come first, and what stands in the way meanwhile.

use crate::mini::Random;

/// Writes random bodies for [`weave`]: what a method does, and whom it calls, all of a lower level than its own.
struct Weaver {
    random: Random,
    names: u32,
}

impl Weaver {
    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.random.below(of.len() as u64) as usize]
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    /// Whom a method of this level calls, and how: by `!` or `.`.
    fn call(&mut self, level: usize, between: char) -> String {
        let least = if self.random.below(2) == 0 { level.saturating_sub(1) } else { 0 };
        let method = match least + self.random.below((level - least) as u64) as usize {
            0 => self.one(&["nothing", "nothing", "raise", "lower"]),
            1 => "help",
            _ => "relay",
        };
        let target = self.one(&["a", "b", "c", "c"]);
        format!("{target}{between}{method}({})", self.arguments())
    }

    fn arguments(&mut self) -> &'static str {
        self.one(&["a, b, c", "a, b, c", "a, b, c", "a, b, c", "a, b, c", "b, a, c", "a, c, b"])
    }

    /// A statement of a method of this level, or nothing.
    fn statement(&mut self, level: usize) -> String {
        let name = self.name();
        let field = self.one(&["x", "x", "y"]);
        match self.random.below(28) {
            0..=2 => format!("Fut<Unit> f{name} = {}; f{name}.get;", self.call(level, '!')),
            3 | 4 => format!("Fut<Unit> f{name} = {}; await f{name}?;", self.call(level, '!')),
            5 | 6 => format!("{};", self.call(level, '!')),
            7 => format!("{};", self.call(level, '.')),
            8 | 9 => {
                let call = self.call(level, '.');
                format!("this{};", &call[1..])
            }
            10 => "suspend;".to_owned(),
            11 => format!("await {field} >= 1;"),
            12 | 13 => format!("{field} = {field} + 1;"),
            14 => format!("{field} = 0;"),
            15 | 16 => format!("if ({field} == {}) {{ {} }}", self.random.below(2), self.statement(level)),
            17 => format!("kept = {};", self.call(level, '!')),
            18 => self
                .one(&["if (kept != null) { kept.get; }", "if (kept != null) { await kept?; }"])
                .to_owned(),
            19 => {
                let target = self.one(&["a", "b", "c"]);
                format!("Fut<Unit> f{name} = {}; {target}!hold(f{name});", self.call(level, '!'))
            }
            20 => {
                let (local, class) = (self.one(&["", "", "local "]), self.one(&["Second", "Third"]));
                let call = self.call(level, '!');
                format!(
                    "A n{name} = new {local}{class}(); n{name}{}; {}",
                    &call[1..],
                    self.one(&["", "suspend;"])
                )
            }
            21 => {
                let (left, right) = (self.call(level, '!'), self.call(level, '!'));
                let wait = self.one(&["f", "g"]);
                format!("Fut<Unit> f{name} = {left}; Fut<Unit> g{name} = {right}; {wait}{name}.get;")
            }
            22 => {
                let (left, right) = (self.call(level, '!'), self.call(level, '!'));
                format!("Fut<Unit> f{name} = {left}; Fut<Unit> g{name} = {right}; await f{name}? & g{name}?;")
            }
            23 => format!("Fut<Unit> f{name} = {}; await f{name}? & {field} >= 1;", self.call(level, '!')),
            24 => format!("try {{ {} }} catch {{ _ => {field} = {field} + 1; }}", self.statement(level)),
            25 => {
                let (value, inner) = (self.random.below(2), self.statement(level));
                format!("case {field} {{ {value} => {{ {inner} }} _ => skip; }}")
            }
            _ => String::new(),
        }
    }

    fn statements(&mut self, level: usize, most: u64) -> String {
        let count = self.random.below(most + 1);
        (0..count).map(|_| self.statement(level)).collect::<Vec<_>>().join(" ")
    }
}

/// A random program around two tasks that may block on each other: what leads there goes through several hops of tasks
/// that block, let others go first, look at fields, keep futures, and call within their location.
pub fn weave(seed: u64) -> String {
    let mut weaver = Weaver { random: Random::new(seed * 19 + 3), names: 0 };
    let levels = [
        ("nothing", 0),
        ("raise", 0),
        ("lower", 0),
        ("help", 1),
        ("relay", 2),
        ("open", 3),
        ("early", 3),
        ("cross", 3),
    ];
    let declared: String = levels.map(|(name, _)| format!(" Unit {name}(A a, A b, A c);")).concat();
    let mut text = format!("module Weave;\ninterface A {{ Unit hold(Fut<Unit> f);{declared} }}\n");
    for (at, class) in ["First", "Second", "Third"].into_iter().enumerate() {
        text.push_str(&format!("class {class} implements A {{\n  Int x = 0;\n  Int y = 0;\n  Int shut = 0;\n  Fut<Unit> kept = null;\n"));
        let hold = weaver.one(&["f.get;", "await f?;", "f.get; x = x + 1;"]);
        text.push_str(&format!("  Unit hold(Fut<Unit> f) {{ {hold} }}\n"));
        for (name, level) in levels {
            let body = match name {
                "nothing" => String::new(),
                "raise" => "x = x + 1;".to_owned(),
                "lower" => weaver
                    .one(&["x = 0;", "y = y + 1;", "await y >= 1;", "if (x == 0) { suspend; }"])
                    .to_owned(),
                "early" => format!("if (shut == 0) {{ {} }}", weaver.statement(3)),
                "cross" if at < 2 => {
                    let shuts = weaver.one(&["", "shut = 1;"]);
                    let (before, after) = (weaver.statements(3, 2), weaver.statements(2, 1));
                    let gate = weaver.one(&["True", "x == 1", "x >= 1", "x == 0", "y == 1"]);
                    let wait = weaver.one(&["f.get;", "f.get;", "f.get;", "await f?;"]);
                    let method = weaver.one(&["nothing", "nothing", "nothing", "raise", "help"]);
                    let other = ["b", "a"][at];
                    format!(
                        "{shuts} {before} if ({gate}) {{ Fut<Unit> f = {other}!{method}(a, b, c); {wait} }} {after}"
                    )
                }
                "open" => {
                    let shuts = weaver.one(&["", "shut = 1;"]);
                    format!("{shuts} {}", weaver.statements(level, 2))
                }
                _ => weaver.statements(level, 2),
            };
            text.push_str(&format!("  Unit {name}(A a, A b, A c) {{ {body} }}\n"));
        }
        text.push_str("}\n");
    }
    text.push_str("{\n  A a = new First();\n  A b = new Second();\n  A c = new Third();\n");
    let mut calls = vec!["a!cross(a, b, c)".to_owned(), "b!cross(a, b, c)".to_owned()];
    for _ in 0..weaver.random.below(3) {
        let (target, method) =
            (weaver.one(&["a", "b", "c"]), weaver.one(&["open", "early", "early", "relay", "raise", "help"]));
        calls.insert(weaver.random.below(3) as usize, format!("{target}!{method}(a, b, c)"));
    }
    for (at, call) in calls.into_iter().enumerate() {
        let line = match weaver.random.below(10) {
            0 => format!("await {call};"),
            1 => format!("Fut<Unit> g{at} = {call}; g{at}.get;"),
            _ => format!("{call};"),
        };
        text.push_str(&format!("  {line}\n"));
    }
    text.push_str("}\n");
    text
}
