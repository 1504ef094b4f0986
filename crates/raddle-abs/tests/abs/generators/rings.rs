//! Random programs with a ring of objects, each of which blocks on the next: how each one knows the next differs, and
//! whose end must come before.

use crate::mini::Random;

fn one<'s>(random: &mut Random, of: &[&'s str]) -> &'s str {
    of[random.below(of.len() as u64) as usize]
}

/// How an object comes to know the next one: what is done before, and the call by which it crosses.
fn told(random: &mut Random, object: &str, next: &str, kind: u64) -> (String, String) {
    let name = format!("{object}t");
    match kind {
        0 => (String::new(), format!("{object}!by_argument({next})")),
        1 => (format!("await {object}!meet({next});"), format!("{object}!by_field()")),
        2 => (String::new(), format!("{object}!by_list(list[{next}])")),
        3 => {
            let wait = if random.below(3) == 0 { format!("await {name}?;") } else { String::new() };
            (format!("Fut<P> {name} = teller!tell({next}); {wait}"), format!("{object}!by_result({name})"))
        }
        4 => (format!("await {object}!meet({next});"), format!("{object}!by_fields()")),
        _ => (format!("Fut<Unit> {name} = teller!fail({next});"), format!("{object}!by_failure({name})")),
    }
}

/// A random program of this kind.
pub fn rings(seed: u64) -> String {
    let mut random = Random::new(seed * 29 + 13);
    let target = one(&mut random, &["nothing()", "nothing()", "nothing()", "hold(other)", "back(this)"]);
    let besides = one(&mut random, &["", "", "other!nothing();", "this!nothing();", "other!back(this);"]);
    let wait = one(&mut random, &["f.get;", "f.get;", "f.get;", "f.get;", "await f?;"]);
    let behind = one(&mut random, &["", "", "x = x + 1;", "other!nothing();"]);
    let crosses = if random.below(2) == 0 {
        format!("{besides} Fut<Unit> f = other!{target}; {wait} {behind}")
    } else {
        format!("Fut<Unit> f = other!{target}; {besides} {wait} {behind}")
    };
    let gate = one(&mut random, &["", "", "await x >= 1;", "if (x == 0) { suspend; }"]);
    let mut text = format!(
        "module Rings;\nexception Told(P peer);\n\
         interface P {{ Unit meet(P other); Unit nothing(); Unit hold(P other); Unit back(P other); Unit raise(); \
         Unit by_argument(P other); Unit by_field(); Unit by_fields(); Unit by_list(List<P> others); \
         Unit by_result(Fut<P> told); Unit by_failure(Fut<Unit> told); }}\n\
         class P implements P {{\n  Int x = 0;\n  P peer = null;\n  List<P> peers = Nil;\n  \
         Unit meet(P other) {{ peer = other; peers = list[other]; }}\n  Unit nothing() {{ }}\n  Unit raise() {{ x = x + 1; }}\n  \
         Unit hold(P other) {{ P c = new P(); Fut<Unit> f = c!nothing(); f.get; }}\n  \
         Unit back(P other) {{ Fut<Unit> f = other!nothing(); f.get; }}\n  \
         Unit by_argument(P other) {{ {gate} {crosses} }}\n  \
         Unit by_field() {{ P other = peer; {crosses} }}\n  \
         Unit by_fields() {{ P other = head(peers); {crosses} }}\n  \
         Unit by_list(List<P> others) {{ P other = head(others); {crosses} }}\n  \
         Unit by_result(Fut<P> told) {{ P other = told.get; {crosses} }}\n  \
         Unit by_failure(Fut<Unit> told) {{ try {{ told.get; }} catch {{ Told(other) => {{ {crosses} }} }} }}\n}}\n"
    );
    let starts = one(
        &mut random,
        &["kept = p!hold(p);", "kept = p!hold(p); this!forget();", "P c = new P(); kept = c!hold(p);"],
    );
    let goes = one(
        &mut random,
        &[
            "p.hold(p);",
            "await p!hold(p);",
            "await kept?;",
            "kept.get;",
            "P c = new P(); c.hold(p);",
            "P c = new P(); await c!hold(p);",
        ],
    );
    text.push_str(&format!(
        "interface Teller {{ P tell(P peer); Unit fail(P peer); Unit start(P p); Unit go(P p, P other); }}\n\
         class Teller implements Teller {{\n  Fut<Unit> kept = null;\n  P tell(P peer) {{ return peer; }}\n  \
         Unit fail(P peer) {{ throw Told(peer); }}\n  Unit forget() {{ kept = null; }}\n  \
         Unit start(P p) {{ {starts} }}\n  Unit go(P p, P other) {{ {goes} p!by_argument(other); }}\n}}\n\
         {{\n  Teller teller = new Teller();\n"
    ));
    let count = if random.below(4) == 0 { 3 } else { 2 };
    let names = ["a", "b", "c"];
    for name in &names[..count] {
        text.push_str(&format!("  P {name} = new P();\n"));
    }
    let same = random.below(6);
    let mixed = random.below(3) == 0;
    let mut calls = Vec::new();
    for at in 0..count {
        let kind = if mixed { random.below(6) } else { same };
        let (object, next) = (names[at], names[(at + 1) % count]);
        let (before, call) = told(&mut random, object, next, kind);
        text.push_str(&format!("  {before}\n"));
        if random.below(4) == 0 {
            text.push_str(&format!("  await teller!start({object});\n"));
            calls.push(format!("teller!go({object}, {next})"));
        } else {
            calls.push(call);
        }
    }
    match random.below(5) {
        0 => calls.push("a!raise()".to_owned()),
        1 => calls.push("b!hold(a)".to_owned()),
        _ => {}
    }
    for call in calls {
        text.push_str(&format!("  {call};\n"));
    }
    text.push_str("}\n");
    text
}
