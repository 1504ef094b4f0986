//! Programs of any length for the benchmark of the static deadlock analysis, each of another shape.

use std::fmt::Write as _;

/// A shape: its name, and a program of about so many lines.
pub type Shape = (&'static str, fn(usize) -> String);

/// All shapes.
pub const SHAPES: &[Shape] = &[
    ("ring", ring),
    ("star", star),
    ("layers", layers),
    ("one class", one_class),
    ("long method", long_method),
];

/// A ring of classes, each of which makes an object of the next one and blocks on it: one long cycle.
fn ring(lines: usize) -> String {
    let classes = (lines / 6).max(2);
    let mut text = "module Ring;\n".to_owned();
    for number in 0..classes {
        let next = (number + 1) % classes;
        let _ = write!(
            text,
            "interface I{number} {{ Unit m(Int n); }}\nclass C{number} implements I{number} {{\n  Unit m(Int n) {{\n    \
             if (n > 0) {{ I{next} o = new C{next}(); Fut<Unit> f = o!m(n - 1); f.get; }}\n  }}\n}}\n"
        );
    }
    text.push_str("{ I0 o = new C0(); o!m(1); }\n");
    text
}

/// A server with many clients that block on it, and that it blocks on: a short cycle for each.
fn star(lines: usize) -> String {
    let clients = (lines / 5).max(2);
    let mut text = "module Star;\ninterface Client { Unit ask(Server s); Unit ping(); }\n\
                    interface Server { Unit register(Client c); Unit answer(); }\nclass Server implements Server {\n  \
                    List<Client> clients = Nil;\n  Unit register(Client c) { clients = Cons(c, clients); }\n  \
                    Unit answer() { foreach (c in clients) { Fut<Unit> f = c!ping(); f.get; } }\n}\n"
        .to_owned();
    let mut main = "{\n  Server s = new Server();\n".to_owned();
    for number in 0..clients {
        let _ = write!(
            text,
            "class C{number} implements Client {{\n  \
             Unit ask(Server s) {{ s!register(this); Fut<Unit> f = s!answer(); f.get; }}\n  Unit ping() {{ skip; }}\n}}\n"
        );
        let _ = writeln!(main, "  Client c{number} = new C{number}(); c{number}!ask(s);");
    }
    text + &main + "}\n"
}

/// Layers that hand one object down to the last: no cycle, but a value that travels far.
fn layers(lines: usize) -> String {
    let classes = (lines / 6).max(2);
    let mut text =
        "module Layers;\ninterface Sink { Unit done(); }\nclass Sink implements Sink { Unit done() { } }\n"
            .to_owned();
    for number in 0..classes {
        let next = number + 1;
        let body = if next < classes {
            format!("I{next} o = new C{next}(); Fut<Int> f = o!m(s); await f?; Int x = f.get; return x + 1;")
        } else {
            "Fut<Unit> f = s!done(); f.get; return 0;".to_owned()
        };
        let _ = write!(
            text,
            "interface I{number} {{ Int m(Sink s); }}\nclass C{number} implements I{number} {{\n  Int m(Sink s) {{\n    \
             {body}\n  }}\n}}\n"
        );
    }
    text.push_str("{ Sink s = new Sink(); I0 o = new C0(); o!m(s); }\n");
    text
}

/// Two objects of one class whose methods wait for each other: more cycles than anybody can list.
fn one_class(lines: usize) -> String {
    let methods = (lines / 6).max(2);
    let mut text = "module OneClass;\ninterface I {\n".to_owned();
    let mut class = "}\nclass C implements I {\n".to_owned();
    for number in 0..methods {
        let (next, other) = ((number + 1) % methods, (number * 7 + 3) % methods);
        let wait = if number % 2 == 0 { "await f?" } else { "f.get" };
        let _ = writeln!(text, "  Unit m{number}(I o, Int n);");
        let _ = write!(
            class,
            "  Unit m{number}(I o, Int n) {{\n    Fut<Unit> f = o!m{next}(this, n);\n    {wait};\n    \
             if (n > 0) {{ o!m{other}(o, n - 1); }}\n  }}\n"
        );
    }
    text + &class + "}\n{ I a = new C(); I b = new C(); a!m0(b, 1); }\n"
}

/// One method that blocks very often.
fn long_method(lines: usize) -> String {
    let mut text = "module LongMethod;\ninterface I { Unit m(); Unit work(I o); }\nclass C implements I {\n  Unit m() { }\n  \
                    Unit work(I o) {\n"
        .to_owned();
    for number in 0..(lines / 2).max(2) {
        let _ = write!(text, "    Fut<Unit> f{number} = o!m();\n    f{number}.get;\n");
    }
    text.push_str("  }\n}\n{ I a = new C(); I b = new C(); a!work(b); b!work(a); }\n");
    text
}
