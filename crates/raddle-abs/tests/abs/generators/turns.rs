//! Random programs in which tasks that block on each other are called in turn, or seem to be.

use crate::mini::Random;

/// Writes random bodies for [`turns`], over the futures `f` and `g`.
struct Turns {
    random: Random,
    names: u32,
    /// What a call may be.
    calls: Vec<&'static str>,
    /// Whether loops and branches may still be begun.
    depth: u32,
}

impl Turns {
    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.random.below(of.len() as u64) as usize]
    }

    fn call(&mut self) -> &'static str {
        let calls = self.calls.clone();
        self.one(&calls)
    }

    fn statement(&mut self) -> String {
        let (left, right) = if self.random.below(2) == 0 { ("f", "g") } else { ("g", "f") };
        let kinds = if self.depth > 0 { 24 } else { 15 };
        match self.random.below(kinds) {
            0..=3 => format!("{left} = {};", self.call()),
            4 => format!("{};", self.call()),
            5..=7 => format!("await {left}?;"),
            8 | 9 => format!("{left}.get;"),
            10 => "await f? & g?;".to_owned(),
            11 => format!("{left} = {right};"),
            12 => self.one(&["skip;", "assert r == 0;", "r = 1 % r;", "suspend;"]).to_owned(),
            13 => format!("await {};", self.call()),
            14 => {
                self.names += 1;
                let (name, call) = (self.names, self.call());
                format!(
                    "Fut<Unit> h{name} = {call}; {} await h{name}?;",
                    self.one(&["", "skip;", "assert r == 0;"])
                )
            }
            15..=17 => {
                let (then, otherwise) = (self.block(), self.block());
                let otherwise = if self.random.below(2) == 0 { String::new() } else { otherwise };
                format!("if (r == 0) {{ {then} }} else {{ {otherwise} }}")
            }
            18 | 19 => {
                self.names += 1;
                let (name, first) = (self.names, self.one(&["0", "0", "0", "1", "2"]));
                format!(
                    "Int i{name} = {first}; while (i{name} < 2) {{ {} i{name} = i{name} + 1; }}",
                    self.block()
                )
            }
            20 => format!("case r {{ 0 => {{ {} }} _ => {{ {} }} }}", self.block(), self.block()),
            21 => format!("try {{ {} }} catch {{ _ => {{ {} }} }}", self.block(), self.block()),
            22 => format!(
                "foreach (h in list[f, g]) {{ {} }}",
                self.one(&["await h?;", "h.get;", "f = h;", "await f?;"])
            ),
            _ => "new Runner(a, b);".to_owned(),
        }
    }

    fn block(&mut self) -> String {
        self.depth -= 1;
        let count = 1 + self.random.below(2);
        let block = (0..count).map(|_| self.statement()).collect::<Vec<_>>().join(" ");
        self.depth += 1;
        block
    }

    fn statements(&mut self, least: u64, most: u64) -> String {
        let count = least + self.random.below(most - least + 1);
        (0..count).map(|_| self.statement()).collect::<Vec<_>>().join(" ")
    }
}

/// A random program in which tasks that block on each other are called in turn, or seem to be: one waits for the other
/// or not, in branches and loops, after assignments and failures.
pub fn turns(seed: u64) -> String {
    let random = Random::new(seed * 23 + 7);
    let mut turns = Turns { random, names: 0, calls: Vec::new(), depth: 1 };
    let mut text = "module Turns;\ninterface Peer { Unit start(Peer a, Peer b, Int r); Unit ask(Peer a, Peer b, Int r); \
                    Unit hold(Fut<Unit> f); Unit answer(); }\n"
        .to_owned();
    let mut bodies = Vec::new();
    for _ in 0..2 {
        turns.calls = vec!["b!answer()", "b!answer()", "b!answer()", "this!answer()"];
        let kind = turns.random.below(3);
        let most = if kind == 0 { 3 } else { 0 };
        let ask = format!("Fut<Unit> f = b!answer(); Fut<Unit> g = f; {} f.get;", turns.statements(0, most));
        turns.calls = vec![
            "this!ask(a, b, r)",
            "this!ask(a, b, r)",
            "this!ask(a, b, r)",
            "this!answer()",
            "b!answer()",
        ];
        let declared = turns.one(&["this!ask(a, b, r)", "this!answer()", "null"]);
        let most = if kind == 1 { 3 } else { 0 };
        let ends = turns.one(&["await f?;", "f.get;", "", "await g?;"]);
        let start = format!(
            "Fut<Unit> f = this!ask(a, b, r); Fut<Unit> g = {declared}; {} {ends}",
            turns.statements(0, most)
        );
        bodies.push((ask, start));
    }
    let same = turns.random.below(2) == 0;
    for (class, (ask, start)) in ["First", "Second"].iter().zip(&bodies) {
        text.push_str(&format!(
            "class {class} implements Peer {{\n  Unit ask(Peer a, Peer b, Int r) {{ {ask} }}\n  \
             Unit start(Peer a, Peer b, Int r) {{ {start} }}\n  Unit hold(Fut<Unit> f) {{ await f?; }}\n  \
             Unit answer() {{ }}\n}}\n"
        ));
    }
    let run =
        turns.one(&["a!start(a, b, 0);", "Fut<Unit> f = a!start(a, b, 0); await f?;", "b!ask(b, a, 0);"]);
    text.push_str(&format!("class Runner(Peer a, Peer b) {{ Unit run() {{ {run} }} }}\n"));
    turns.calls =
        vec!["a!start(a, b, r)", "b!start(b, a, r)", "a!ask(a, b, r)", "b!ask(b, a, r)", "a!answer()"];
    let (first, second) = (turns.call(), turns.call());
    let draw = turns.one(&["0", "1", "random(2)"]);
    let begin = turns.one(&["Fut<Unit> g = f;", "Fut<Unit> g = null;"]);
    let main = format!("Int r = {draw}; Fut<Unit> f = {first}; {begin} {} {second};", turns.statements(1, 3));
    let second_class = if same { "First" } else { "Second" };
    let (driver, main) = match turns.random.below(4) {
        0 => (main, "d!drive(a, b);".to_owned()),
        1 => (main, "d!drive(a, b); d!drive(a, b);".to_owned()),
        2 => (main, "d!drive(a, b); b!start(b, a, 0);".to_owned()),
        _ => (String::new(), main),
    };
    text.push_str(&format!(
        "interface Driver {{ Unit drive(Peer a, Peer b); }}\nclass Driver implements Driver {{\n  \
         Unit drive(Peer a, Peer b) {{ {driver} }}\n}}\n\
         {{\n  Peer a = new First();\n  Peer b = new {second_class}();\n  Driver d = new Driver();\n  {main}\n}}\n"
    ));
    text
}
