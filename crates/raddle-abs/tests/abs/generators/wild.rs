//! Random programs whose methods call each other in every way, with futures in fields and lists, and objects made in loops.

use crate::mini::Random;

/// Writes random bodies of methods that call each other, up to a depth, with futures in fields and in lists,
/// conditions, and objects that are made in loops.
struct Bodies {
    random: Random,
    names: u32,
    futures: Vec<u32>,
    objects: Vec<String>,
    /// Does it look at few fields, so that many steps mean nothing to others?
    quiet: bool,
}

impl Bodies {
    fn field(&mut self) -> &'static str {
        if self.quiet { ["x", "y", "z"][self.random.below(3) as usize] } else { "x" }
    }

    fn object(&mut self) -> String {
        let at = self.random.below(self.objects.len() as u64);
        self.objects[at as usize].clone()
    }

    fn future(&mut self) -> Option<u32> {
        let count = self.futures.len() as u64;
        (count > 0).then(|| self.futures[self.random.below(count) as usize])
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    fn call(&mut self, between: char) -> String {
        let (target, argument, method) = (self.object(), self.object(), self.random.below(3));
        format!("{target}{between}m{method}({argument}, d - 1)")
    }

    fn statement(&mut self) -> Option<String> {
        Some(match self.random.below(20) {
            0..=5 => {
                let call = self.call('!');
                let name = self.name();
                self.futures.push(name);
                format!("Fut<Int> f{name} = {call};")
            }
            6..=8 => format!("f{}.get;", self.future()?),
            9 => format!("await f{}?;", self.future()?),
            10 => format!("all = Cons(f{}, all);", self.future()?),
            11 => "foreach (g in all) { await g?; }".to_owned(),
            12 => "foreach (g in all) { g.get; }".to_owned(),
            13 => format!("kept = f{};", self.future()?),
            14 => "if (kept != null) { kept.get; }".to_owned(),
            15 => format!("await {} > {};", self.field(), self.random.below(2)),
            16 => {
                let field = self.field();
                format!("{field} = {field} + 1;")
            }
            17 => {
                let name = self.name();
                self.objects.push(format!("n{name}"));
                let local = if self.random.below(3) == 0 { "local " } else { "" };
                format!("N n{name} = new {local}C();")
            }
            18 => {
                let (name, method, argument) = (self.name(), self.random.below(3), self.object());
                format!(
                    "Int i{name} = 0; while (i{name} < 2) {{ N w = new C(); Fut<Int> h = w!m{method}({argument}, d - 1); \
                     all = Cons(h, all); i{name} = i{name} + 1; }}"
                )
            }
            _ => format!("Int r{} = {};", self.name(), self.call('.')),
        })
    }
}

/// A random program with what the small ones lack.
pub fn wild(seed: u64, quiet: bool) -> String {
    let mut text = "module Wild;\ninterface N { Int m0(N o, Int d); Int m1(N o, Int d); Int m2(N o, Int d); }\n\
                    class C implements N {\n  Int x = 0;\n  Int y = 0;\n  Int z = 0;\n  Fut<Int> kept = null;\n  \
                    List<Fut<Int>> all = Nil;\n"
        .to_owned();
    for method in 0..3 {
        let random = Random::new(seed * 17 + method + 1);
        let objects = vec!["this".to_owned(), "o".to_owned()];
        let mut bodies = Bodies { random, names: 0, futures: Vec::new(), objects, quiet };
        text.push_str(&format!("  Int m{method}(N o, Int d) {{\n    if (d > 0) {{\n"));
        for _ in 0..1 + bodies.random.below(4) {
            let (names, objects) = (bodies.futures.len(), bodies.objects.len());
            let Some(line) = bodies.statement() else { continue };
            if quiet && bodies.random.below(4) == 0 {
                // What is declared in the branch is not known behind it.
                bodies.futures.truncate(names);
                bodies.objects.truncate(objects);
                let (field, bound) = (bodies.field(), bodies.random.below(2));
                text.push_str(&format!("      if ({field} == {bound}) {{ {line} }}\n"));
            } else {
                text.push_str(&format!("      {line}\n"));
            }
        }
        let end = if quiet { "return d;" } else { "x = x + 1;\n    return x;" };
        text.push_str(&format!("    }}\n    {end}\n  }}\n"));
    }
    text.push_str("}\n{\n  N a = new C();\n  N b = new C();\n");
    let mut random = Random::new(seed * 17 + 11);
    for call in 0..2 + random.below(2) {
        let objects = ["a", "b"];
        let target = objects[random.below(2) as usize];
        let argument = objects[random.below(2) as usize];
        let depth = 1 + random.below(2);
        text.push_str(&format!("  Fut<Int> f{call} = {target}!m{}({argument}, {depth});\n", random.below(3)));
        match random.below(8) {
            0 => text.push_str(&format!("  await f{call}?;\n")),
            1 => text.push_str(&format!("  f{call}.get;\n")),
            2 => text.push_str(&format!("  await {argument}!m{}({target}, 1);\n", random.below(3))),
            _ => {}
        }
    }
    text.push_str("}\n");
    text
}
