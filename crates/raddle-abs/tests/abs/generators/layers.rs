//! Random programs whose deadlocks depend on who was made before whom, on constants, and on loops that wait for all: objects
//! that are given each other when they are made or later, children, futures that are passed on, kept in fields and
//! collected in lists, flags that are given once or change.

use crate::mini::Random;

struct Layers {
    random: Random,
    names: u32,
}

impl Layers {
    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.random.below(of.len() as u64) as usize]
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    fn wait(&mut self) -> &'static str {
        self.one(&["f.get;", "f.get;", "f.get;", "await f?;", "await f?; f.get;", ""])
    }

    /// A call, perhaps under a condition.
    fn guarded(&mut self, what: &str) -> String {
        match self.random.below(7) {
            0 | 1 => format!("if (blocks) {{ {what} }}"),
            2 => format!("if (mode) {{ {what} }}"),
            3 => format!("if (!mode) {{ {what} }}"),
            4 => format!("if (!blocks) {{ {what} }}"),
            _ => what.to_owned(),
        }
    }

    /// What a node asks another one to do.
    fn asked(&mut self) -> &'static str {
        self.one(&["leaf()", "leaf()", "leaf()", "down(n - 1)", "ask(this)"])
    }

    /// A node that the main block knows.
    fn node(&mut self) -> &'static str {
        self.one(&["a", "b", "b", "c"])
    }

    fn call(&mut self) -> String {
        let node = self.node();
        let other = self.node();
        match self.random.below(10) {
            0..=2 => format!("{node}!down(2)"),
            3 => format!("{node}!child(1)"),
            4..=7 => format!("{node}!ask({other})"),
            8 => format!("{node}!begin({other})"),
            _ => format!("{node}!set()"),
        }
    }

    /// Several calls of one place, and a loop that waits for them or seems to.
    fn phase(&mut self) -> String {
        let (name, call) = (self.name(), self.call());
        let put = match self.random.below(4) {
            0 => format!("fs{name} = appendright(fs{name}, f{name});"),
            _ => format!("fs{name} = Cons(f{name}, fs{name});"),
        };
        let between = self.one(&["", "", "", "", "skip;", "f = null;"]).replace("f =", &format!("f{name} ="));
        let lost = match self.random.below(8) {
            0 => format!("fs{name} = Nil;"),
            1 => format!("fs{name} = tail(fs{name});"),
            _ => String::new(),
        };
        let waits = match self.random.below(8) {
            0 | 1 => format!("foreach (g{name} in fs{name}) {{ await g{name}?; }}"),
            2 => format!("foreach (g{name} in fs{name}) {{ g{name}.get; }}"),
            3 | 4 => format!(
                "while (!isEmpty(fs{name})) {{ Fut<Unit> g{name} = head(fs{name}); fs{name} = tail(fs{name}); await g{name}?; }}"
            ),
            5 => format!(
                "while (!isEmpty(fs{name})) {{ Fut<Unit> g{name} = head(fs{name}); fs{name} = tail(fs{name}); }}"
            ),
            6 => format!("foreach (g{name} in fs{name}) {{ if (a == null) {{ await g{name}?; }} }}"),
            _ => String::new(),
        };
        let count = 1 + self.random.below(2);
        format!(
            "List<Fut<Unit>> fs{name} = Nil; Int i{name} = 0; while (i{name} < {count}) {{ \
             Fut<Unit> f{name} = {call}; {between} {put} i{name} = i{name} + 1; }} {lost} {waits}"
        )
    }

    /// Futures that are passed from task to task.
    fn pipeline(&mut self) -> String {
        let name = self.name();
        let made =
            self.one(&["Node s = new Node(null, False);", "Node s = new Node(a, True);", "Node s = a;"]);
        let again = self.one(&["", "", "", "s!leaf();", "Fut<Unit> h = s!next(last); h.get;"]);
        format!(
            "Fut<Unit> last{name} = {}; Int j{name} = 0; while (j{name} < 2) {{ {made} {again} last{name} = \
             s!next(last{name}); j{name} = j{name} + 1; }}",
            self.call()
        )
        .replace("next(last)", &format!("next(last{name})"))
    }

    fn statement(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => self.phase(),
            3 => self.pipeline(),
            4 | 5 => {
                let (name, one, other) = (self.name(), self.call(), self.call());
                let changes = self.one(&["", "", "", "h = !h;"]).replace('h', &format!("h{name}"));
                let wanted = self.one(&["!", "!", "!", ""]);
                format!(
                    "Fut<Bool> t{name} = a!toss(); Bool h{name} = t{name}.get; if (h{name}) {{ {one}; }} {changes} \
                     if ({wanted}h{name}) {{ {other}; }}"
                )
            }
            6 => {
                let (node, other) = (self.node(), self.node());
                format!("await {node}!link({other});")
            }
            7 => {
                let node = self.node();
                let wait = self.one(&["await ", "", ""]);
                let begin = self.node();
                format!("{wait}{node}!begin({begin}); {node}!finish();")
            }
            8 => format!("await {};", self.call()),
            _ => format!("{};", self.call()),
        }
    }
}

/// A random program of this kind.
pub fn layers(seed: u64) -> String {
    let mut layers = Layers { random: Random::new(seed * 31 + 17), names: 0 };
    let one = &mut layers;
    let target = one.one(&["below", "below", "other", "other", "below"]);
    let (asked, wait) = (one.asked(), one.wait());
    let down = format!("if ({target} != null && n > 0) {{ Fut<Unit> f = {target}!{asked}; {wait} }}");
    let down = one.guarded(&down);
    let (given, flag) = (one.one(&["this", "null", "below", "null"]), one.one(&["blocks", "True", "False"]));
    let child = one.one(&["leaf()", "child(n - 1)", "child(n - 1)", "down(n)", "ask(this)", "ask(this)"]);
    let wait = one.wait();
    let child =
        format!("if (n > 0) {{ Node c = new Node({given}, {flag}); Fut<Unit> f = c!{child}; {wait} }}");
    let wait = one.wait();
    let ask = one.guarded(&format!("Fut<Unit> f = o!leaf(); {wait}"));
    let next = one.one(&[
        "f.get;",
        "f.get;",
        "await f?;",
        "await f?; f.get;",
        "await f?; Node o = below; if (o != null) { Fut<Unit> g = o!leaf(); g.get; }",
    ]);
    let kept = one.one(&["ask(this)", "leaf()", "ask(this)"]);
    let finish =
        one.one(&["await kept?; kept.get;", "kept.get;", "await kept?;", "await kept?; suspend; kept.get;"]);
    let set = one.one(&["mode = True;", "mode = False;", "mode = !mode;", "skip;"]);
    let mode = one.one(&["False", "True", "blocks"]);
    let mut text = format!(
        "module Layers;\n\
         interface Node {{ Unit link(Node o); Unit set(); Bool toss(); Unit leaf(); Unit down(Int n); Unit child(Int n); \
         Unit ask(Node o); Unit next(Fut<Unit> f); Unit begin(Node o); Unit finish(); }}\n\
         class Node(Node below, Bool blocks) implements Node {{\n  Bool mode = {mode};\n  Node other = null;\n  \
         Fut<Unit> kept = null;\n  Unit link(Node o) {{ other = o; }}\n  Unit set() {{ {set} }}\n  \
         Bool toss() {{ return mode; }}\n  Unit leaf() {{ }}\n  Unit down(Int n) {{ {down} }}\n  \
         Unit child(Int n) {{ {child} }}\n  Unit ask(Node o) {{ {ask} }}\n  Unit next(Fut<Unit> f) {{ {next} }}\n  \
         Unit begin(Node o) {{ kept = o!{kept}; }}\n  Unit finish() {{ if (kept != null) {{ {finish} }} }}\n}}\n{{\n"
    );
    let flags: Vec<&str> = (0..3).map(|_| one.one(&["True", "False"])).collect();
    if one.random.below(3) == 0 {
        text.push_str(&format!(
            "  Node a = null;\n  Node b = null;\n  Node c = null;\n  Int k = 0;\n  while (k < 2) {{ b = a; a = new Node(a, {}); \
             k = k + 1; }}\n  c = a;\n",
            flags[0]
        ));
    } else {
        let (first, second) = (one.one(&["null", "a"]), one.one(&["null", "a", "b"]));
        text.push_str(&format!(
            "  Node a = new Node(null, {});\n  Node b = new Node({first}, {});\n  Node c = new Node({second}, {});\n",
            flags[0], flags[1], flags[2]
        ));
    }
    let links = one.random.below(3);
    for _ in 0..links {
        let (node, other) = (one.node(), one.node());
        text.push_str(&format!("  await {node}!link({other});\n"));
    }
    let count = 2 + one.random.below(2);
    for _ in 0..count {
        let statement = one.statement();
        text.push_str(&format!("  {statement}\n"));
    }
    text.push_str("}\n");
    text
}
