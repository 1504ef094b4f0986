//! Small ABS programs as data, random ones among them, and how they are written.
//!
//! One class with four methods; a method calls only methods with a higher number, so that every run ends.

use std::fmt::Write as _;

/// A small deterministic source of random numbers (xorshift).
pub struct Random(u64);

impl Random {
    /// A source with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `below`.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}

/// How many methods the class has.
pub const METHODS: usize = 4;

/// Who is called or named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    This,
    /// The parameter `o`.
    Parameter,
    /// A local variable with an object.
    Local(usize),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `x = x * factor + summand;`, or `y`
    Update {
        is_y: bool,
        factor: i64,
        summand: i64,
    },
    /// `x = x + y;`
    AddFields,
    /// `Fut<Int> f = target!m(o);`
    Call {
        future: usize,
        target: Target,
        method: usize,
        argument: Target,
    },
    /// `Int r = f.get;` and `x = x + r;`
    Get {
        future: usize,
    },
    /// `await f?;`
    Await {
        future: usize,
    },
    /// `await f? & x > bound;`
    AwaitBoth {
        future: usize,
        bound: i64,
    },
    /// `await x > bound;`
    AwaitCondition {
        is_y: bool,
        bound: i64,
    },
    Suspend,
    /// `N n = new C();` or `new local C();`
    New {
        local: usize,
        is_local: bool,
    },
    /// `kept = f;`
    Keep {
        future: usize,
    },
    /// `if (kept != null) { await kept?; }` or with `get`
    UseKept {
        blocks: bool,
    },
    /// `if (x % 2 == 0) … else …`
    If(Vec<Statement>, Vec<Statement>),
}

/// A program: the methods' bodies, and the main block.
#[derive(Clone, Debug, Default)]
pub struct Mini {
    pub methods: Vec<Vec<Statement>>,
    pub main: Vec<Statement>,
}

struct Generator {
    random: Random,
    futures: Vec<usize>,
    locals: Vec<usize>,
    next: usize,
    method: usize,
    in_main: bool,
}

impl Generator {
    fn target(&mut self) -> Target {
        let locals = self.locals.len() as u64;
        let own = if self.in_main { 0 } else { 2 };
        match self.random.below(own + locals) {
            0 if !self.in_main => Target::This,
            1 if !self.in_main => Target::Parameter,
            other => Target::Local(self.locals[(other - own) as usize]),
        }
    }

    fn future(&mut self) -> Option<usize> {
        let count = self.futures.len() as u64;
        (count > 0).then(|| self.futures[self.random.below(count) as usize])
    }

    fn statement(&mut self, depth: u32) -> Option<Statement> {
        let bound = self.random.below(3) as i64;
        let is_y = self.random.below(2) == 0;
        Some(match self.random.below(if self.in_main { 5 } else { 16 }) {
            0..=2 => {
                if self.method + 1 >= METHODS && !self.in_main {
                    return None;
                }
                let first = if self.in_main { 0 } else { self.method + 1 };
                let method = first + self.random.below((METHODS - first) as u64) as usize;
                let (target, argument) = (self.target(), self.target());
                let future = self.next;
                self.next += 1;
                self.futures.push(future);
                Statement::Call { future, target, method, argument }
            }
            3 => Statement::Get { future: self.future()? },
            4 => Statement::Await { future: self.future()? },
            5 => Statement::AwaitBoth { future: self.future()?, bound },
            6 => Statement::AwaitCondition { is_y, bound },
            7 => Statement::Suspend,
            8 => {
                let local = self.next;
                self.next += 1;
                self.locals.push(local);
                Statement::New { local, is_local: is_y }
            }
            9 => Statement::Keep { future: self.future()? },
            10 => Statement::UseKept { blocks: is_y },
            11 if depth == 0 => {
                let (futures, locals) = (self.futures.clone(), self.locals.clone());
                let then = self.block(2, 1);
                self.futures.clone_from(&futures);
                self.locals.clone_from(&locals);
                let otherwise = self.block(2, 1);
                self.futures = futures;
                self.locals = locals;
                Statement::If(then, otherwise)
            }
            12 => Statement::AddFields,
            _ => Statement::Update {
                is_y,
                factor: self.random.below(3) as i64,
                summand: self.random.below(3) as i64 + 1,
            },
        })
    }

    fn block(&mut self, most: u64, depth: u32) -> Vec<Statement> {
        let count = 1 + self.random.below(most);
        (0..count).filter_map(|_| self.statement(depth)).collect()
    }
}

/// A random program.
pub fn generate(seed: u64) -> Mini {
    let mut mini = Mini::default();
    for method in 0..METHODS {
        let mut generator = Generator {
            random: Random::new(seed * 31 + method as u64 + 1),
            futures: Vec::new(),
            locals: Vec::new(),
            next: 0,
            method,
            in_main: false,
        };
        mini.methods.push(generator.block(3, 0));
    }
    let mut generator = Generator {
        random: Random::new(seed * 31 + 17),
        futures: Vec::new(),
        locals: Vec::new(),
        next: 0,
        method: 0,
        in_main: true,
    };
    for _ in 0..2 {
        let local = generator.next;
        generator.next += 1;
        generator.locals.push(local);
        mini.main.push(Statement::New { local, is_local: false });
    }
    mini.main.extend(generator.block(4, 1));
    mini
}

fn name(target: Target) -> String {
    match target {
        Target::This => "this".to_owned(),
        Target::Parameter => "o".to_owned(),
        Target::Local(local) => format!("n{local}"),
    }
}

fn write_block(text: &mut String, block: &[Statement], indent: usize, in_main: bool) {
    let pad = "  ".repeat(indent);
    for statement in block {
        let line = match statement {
            Statement::Update { is_y, factor, summand } => {
                let field = if *is_y { "y" } else { "x" };
                format!("{field} = {field} * {factor} + {summand};")
            }
            Statement::AddFields => "x = x + y;".to_owned(),
            Statement::Call { future, target, method, argument } => {
                format!("Fut<Int> f{future} = {}!m{method}({});", name(*target), name(*argument))
            }
            Statement::Get { future } if in_main => format!("f{future}.get;"),
            Statement::Get { future } => format!("{{ Int r = f{future}.get; x = x + r; }}"),
            Statement::Await { future } => format!("await f{future}?;"),
            Statement::AwaitBoth { future, bound } => format!("await f{future}? & x > {bound};"),
            Statement::AwaitCondition { is_y, bound } => {
                format!("await {} > {bound};", if *is_y { "y" } else { "x" })
            }
            Statement::Suspend => "suspend;".to_owned(),
            Statement::New { local, is_local } => {
                format!("N n{local} = new {}C();", if *is_local { "local " } else { "" })
            }
            Statement::Keep { future } => format!("kept = f{future};"),
            Statement::UseKept { blocks: true } => {
                "if (kept != null) { Int k = kept.get; x = x + k; }".to_owned()
            }
            Statement::UseKept { blocks: false } => "if (kept != null) { await kept?; }".to_owned(),
            Statement::If(then, otherwise) => {
                let mut inner = "if (x % 2 == 0) {\n".to_owned();
                write_block(&mut inner, then, indent + 1, in_main);
                let _ = writeln!(inner, "{pad}}} else {{");
                write_block(&mut inner, otherwise, indent + 1, in_main);
                let _ = write!(inner, "{pad}}}");
                inner
            }
        };
        let _ = writeln!(text, "{pad}{line}");
    }
}

/// The program as ABS.
pub fn write(mini: &Mini) -> String {
    let mut text = "module Mini;\ninterface N {".to_owned();
    for method in 0..METHODS {
        let _ = write!(text, " Int m{method}(N o);");
    }
    text.push_str(" }\nclass C implements N {\n  Int x = 0;\n  Int y = 0;\n  Fut<Int> kept = null;\n");
    for (method, body) in mini.methods.iter().enumerate() {
        let _ = writeln!(text, "  Int m{method}(N o) {{");
        write_block(&mut text, body, 2, false);
        text.push_str("    return x;\n  }\n");
    }
    text.push_str("}\n{\n");
    write_block(&mut text, &mini.main, 1, true);
    text.push_str("}\n");
    text
}
