//! Random Java sources, compiled by javac and run on both machines: straight-line code, loops, switches, arrays,
//! exceptions, over ints, longs, floats and doubles. All programs of a round are methods of a few classes, so that one
//! run of each machine compares them all; a line of output is a program.

use crate::hotspot::{compile, jdk, on_hotspot, on_raddle, scratch};
use crate::random::Random;
use std::fmt::Write;

const PROGRAMS: usize = 1000;
const PROGRAMS_PER_CLASS: usize = 50;

/// Writes one program. Variables: `i0`..`i3`, `l0`, `l1`, `f0`, `d0`, `d1`, and the arrays `a` (int) and `b` (byte).
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    loops: usize,
}

impl Writer<'_> {
    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            let constant = (self.random.next() as i32 >> self.random.below(31)).to_string();
            return match self.random.below(8) {
                0..=3 => format!("i{}", self.random.below(4)),
                4 => self
                    .random
                    .pick(&["Integer.MAX_VALUE", "Integer.MIN_VALUE", "-1", "0", "31", "33"])
                    .to_owned(),
                5 => format!("a[{} & 7]", self.small()),
                6 => format!("b[{} & 7]", self.small()),
                _ => format!("({constant})"),
            };
        }
        let (left, right) = (self.int(depth - 1), self.int(depth - 1));
        match self.random.below(16) {
            0 => format!("(int) {}", self.long(depth - 1)),
            1 => format!("(int) {}", self.double(depth - 1)),
            2 => format!("(int) {}", self.float(depth - 1)),
            3 => format!("(byte) {left}"),
            4 => format!("(char) {left}"),
            5 => format!("(short) ({left} * {right})"),
            6 => format!("({} ? {left} : {right})", self.condition(depth - 1)),
            7 => format!("({left} / {right})"),
            8 => format!("({left} % ({right} | 1))"),
            9 => format!("helper({left}, {right})"),
            10 => format!("(~{left} >>> {right})"),
            11 => format!("Integer.bitCount({left})"),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^", "<<", ">>"]);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn small(&mut self) -> String {
        format!("i{}", self.random.below(4))
    }

    fn long(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(5) {
                0..=2 => format!("l{}", self.random.below(2)),
                3 => format!("({}L)", self.random.next() as i64 >> self.random.below(63)),
                _ => format!("(long) {}", self.small()),
            };
        }
        let left = self.long(depth - 1);
        match self.random.below(8) {
            0 => format!("(long) {}", self.double(depth - 1)),
            1 => format!("({left} / {})", self.long(depth - 1)),
            2 => format!("({left} >>> {})", self.int(depth - 1)),
            3 => format!("({left} << {})", self.int(depth - 1)),
            4 => format!("(-{left})"),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {operator} {})", self.long(depth - 1))
            }
        }
    }

    fn double(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(5) {
                0..=2 => format!("d{}", self.random.below(2)),
                3 => self
                    .random
                    .pick(&["0.5", "-0.0", "1e300", "Double.NaN", "Double.MIN_VALUE", "3.7"])
                    .to_owned(),
                _ => format!("(double) {}", self.small()),
            };
        }
        let left = self.double(depth - 1);
        match self.random.below(6) {
            0 => format!("(double) {}", self.long(depth - 1)),
            1 => format!("(double) {}", self.float(depth - 1)),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%"]);
                format!("({left} {operator} {})", self.double(depth - 1))
            }
        }
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.random.pick(&["f0", "1.5f", "(float) i1", "-0f", "Float.MAX_VALUE"]).to_owned();
        }
        let left = self.float(depth - 1);
        match self.random.below(5) {
            0 => format!("(float) {}", self.double(depth - 1)),
            1 => format!("(float) {}", self.long(depth - 1)),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%"]);
                format!("({left} {operator} {})", self.float(depth - 1))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let depth = depth.min(1);
        let operator = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
        match self.random.below(5) {
            0 => format!("({} {operator} {})", self.long(depth), self.long(depth)),
            1 => format!("({} {operator} {})", self.double(depth), self.double(depth)),
            2 => format!("({} {operator} {} && {} != 0)", self.int(0), self.int(0), self.int(0)),
            3 => format!("(!({} {operator} {}) || {} > 0)", self.float(depth), self.float(0), self.int(0)),
            _ => format!("({} {operator} {})", self.int(depth), self.int(depth)),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(indent + 2));
    }

    fn statement(&mut self, indent: usize) {
        let nested = indent < 4;
        match self.random.below(if nested { 17 } else { 9 }) {
            0..=2 => {
                let (variable, value) = (self.small(), self.int(2));
                let operator = self.random.pick(&["=", "+=", "-=", "*=", "^=", ">>=", "<<="]);
                self.line(indent, &format!("{variable} {operator} {value};"));
            }
            3 => {
                let value = self.long(2);
                let variable = self.random.below(2);
                self.line(indent, &format!("l{variable} += {value};"));
            }
            4 => {
                let value = self.double(2);
                let variable = self.random.below(2);
                self.line(indent, &format!("d{variable} = {value};"));
            }
            5 => {
                let value = self.float(2);
                self.line(indent, &format!("f0 = {value};"));
            }
            6 => {
                let (index, value) = (self.int(1), self.int(1));
                let mask = self.random.pick(&[" & 7", " & 7", " & 15"]);
                self.line(indent, &format!("a[({index}){mask}] += {value};"));
            }
            7 => {
                let (index, value) = (self.int(1), self.int(1));
                self.line(indent, &format!("b[({index}) & 7] = (byte) {value};"));
            }
            8 => {
                let value = self.int(1);
                self.line(indent, &format!("text = (text + {value}).substring(text.length() % 3);"));
            }
            9 | 10 => {
                let condition = self.condition(2);
                self.line(indent, &format!("if {condition} {{"));
                self.block(indent + 1);
                self.line(indent, "} else {");
                self.block(indent + 1);
                self.line(indent, "}");
            }
            11..=13 => {
                let number = self.loops;
                self.loops += 1;
                let bound = 1 + self.random.below(9);
                self.line(indent, &format!("for (int k{number} = 0; k{number} < {bound}; k{number}++) {{"));
                self.block(indent + 1);
                if self.random.below(3) == 0 {
                    let condition = self.condition(1);
                    let jump = self.random.pick(&["break", "continue"]);
                    self.line(indent + 1, &format!("if {condition} {jump};"));
                }
                self.block(indent + 1);
                self.line(indent, "}");
            }
            14 => {
                let key = self.int(1);
                self.line(indent, &format!("switch (({key}) & 3) {{"));
                for case in 0..3 {
                    self.line(indent + 1, &format!("case {case}:"));
                    self.statement(indent + 2);
                    if self.random.below(2) == 0 {
                        self.line(indent + 2, "break;");
                    }
                }
                self.line(indent + 1, "default:");
                self.statement(indent + 2);
                self.line(indent, "}");
            }
            _ => {
                self.line(indent, "try {");
                self.block(indent + 1);
                let exception = self.random.pick(&["ArithmeticException", "RuntimeException"]);
                let number = self.loops;
                self.loops += 1;
                self.line(indent, &format!("}} catch ({exception} e{number}) {{"));
                self.line(indent + 1, &format!("text += e{number}.getMessage();"));
                self.line(indent, "} finally {");
                self.statement(indent + 1);
                self.line(indent, "}");
            }
        }
    }

    fn block(&mut self, indent: usize) {
        for _ in 0..=self.random.below(3) {
            self.statement(indent);
        }
    }
}

fn write_program(random: &mut Random, number: usize) -> String {
    let seeds: Vec<i64> = (0..6).map(|_| random.next() as i64 >> random.below(60)).collect();
    let mut writer = Writer { random, text: String::new(), loops: 0 };
    for _ in 0..6 {
        writer.statement(0);
    }
    let body = writer.text;
    format!(
        "    static String p{number}() {{\n        int i0 = (int) {}L, i1 = (int) {}L, i2 = 5, i3 = -3;\n        long l0 = {}L, l1 = {}L;\n        \
         float f0 = {}L;\n        double d0 = {}L, d1 = 0.1;\n        int[] a = new int[8];\n        byte[] b = new byte[8];\n        String text = \"\";\n        \
         try {{\n{body}        }} catch (RuntimeException exception) {{\n            text += exception;\n        }}\n        \
         return i0 + \" \" + i1 + \" \" + i2 + \" \" + i3 + \" \" + l0 + \" \" + l1 + \" \" + Float.floatToIntBits(f0) + \" \" + Double.doubleToLongBits(d0)\n            \
         + \" \" + Double.doubleToLongBits(d1) + \" \" + java.util.Arrays.hashCode(a) + \" \" + java.util.Arrays.hashCode(b) + \" \" + text.hashCode();\n    }}\n",
        seeds[0], seeds[1], seeds[2], seeds[3], seeds[4], seeds[5]
    )
}

#[test]
fn random_programs_agree_with_hotspot() {
    let seed: u64 =
        std::env::var("RADDLE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_261_115);
    println!("seed {seed}; another one with RADDLE_SEED");
    let mut random = Random(seed);
    let classes = scratch("random");
    let mut sources = Vec::new();
    let mut main = String::from("public class Main {\n    public static void main(String[] args) {\n");
    for class in 0..PROGRAMS / PROGRAMS_PER_CLASS {
        let mut source = format!(
            "class C{class} {{\n    static int helper(int x, int y) {{ return x > y ? x - y : x * 31 + y; }}\n"
        );
        for number in 0..PROGRAMS_PER_CLASS {
            source.push_str(&write_program(&mut random, number));
            let _ =
                writeln!(main, "        System.out.println(\"C{class}.p{number} \" + C{class}.p{number}());");
        }
        source.push_str("}\n");
        let path = classes.join(format!("C{class}.java"));
        std::fs::write(&path, source).expect("a source");
        sources.push(path);
    }
    main.push_str("    }\n}\n");
    let path = classes.join("Main.java");
    std::fs::write(&path, main).expect("a source");
    sources.push(path);
    compile(&sources, &classes);
    let expected = on_hotspot(&jdk(), &classes, &["Main".to_owned()]);
    let (actual, err) = on_raddle(&jdk(), &classes, "Main");
    assert_eq!(actual.end, expected[0].end, "seed {seed}: {err}");
    assert_eq!(expected[0].output.lines().count(), PROGRAMS);
    for (left, right) in expected[0].output.lines().zip(actual.output.lines()) {
        assert_eq!(left, right, "seed {seed}; sources in {}", classes.display());
    }
    assert_eq!(actual.output.lines().count(), PROGRAMS, "seed {seed}: {err}");
}
