//! Truncated, random and inconsistent class files and jars: an error, never a panic and never a hang.

use crate::hotspot::{compile, scratch};
use raddle_jvm::classes::class_file::ClassFile;
use raddle_jvm::classes::class_path::ClassPath;
use raddle_jvm::code::decode::decode;
use raddle_jvm::machine::{Halt, Limits, Sinks};
use raddle_jvm::run::{RunOptions, run};
use std::path::Path;

const SOURCE: &str = r#"
public class Victim {
    static int total;
    final long[] data = new long[4];
    interface Shape { double area(); }
    static int work(int n, String text) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            switch (i & 3) { case 0: sum += i; break; case 1: sum ^= text.length(); break; default: sum -= 2; }
            try { sum /= (i - 2); } catch (ArithmeticException exception) { total++; } finally { sum++; }
        }
        Shape shape = () -> text.length() * 1.5;
        return sum + (int) shape.area();
    }
    public static void main(String[] args) {
        Object o = new Victim().data;
        System.out.println(work(20, "hello") + " " + (o instanceof long[]) + total + args.length);
    }
}
"#;

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Parses a class and decodes its methods; what comes out does not matter.
fn read(bytes: &[u8]) {
    if let Ok(file) = ClassFile::parse(bytes.into()) {
        for method in &file.methods {
            if let Ok(Some(code)) = file.code(method) {
                let _ = decode(&file, &code);
            }
        }
        let _ = file.bootstrap_methods();
    }
}

fn mutate(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut mutated = bytes.to_vec();
    if random.below(5) == 0 {
        mutated.truncate(random.below(bytes.len()));
    }
    for _ in 0..=random.below(4) {
        if mutated.is_empty() {
            break;
        }
        let at = random.below(mutated.len());
        match random.below(4) {
            0 => mutated[at] = random.below(256) as u8,
            1 => mutated[at] ^= 1 << random.below(8),
            2 => mutated[at] = if random.below(2) == 0 { 0 } else { 255 },
            _ => {
                mutated.insert(at, random.below(256) as u8);
            }
        }
    }
    mutated
}

fn victim(directory: &Path) -> Vec<u8> {
    let source = directory.join("Victim.java");
    std::fs::write(&source, SOURCE).expect("a source");
    compile(&[source], directory);
    std::fs::read(directory.join("Victim.class")).expect("the class")
}

#[test]
fn the_reader_takes_any_bytes() {
    let bytes = victim(&scratch("reader"));
    for length in 0..bytes.len() {
        read(&bytes[..length]);
        assert!(ClassFile::parse(bytes[..length].into()).is_err(), "a class of {length} bytes");
    }
    let mut random = Random(7);
    for _ in 0..20_000 {
        read(&mutate(&mut random, &bytes));
        let noise: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        read(&noise);
    }
}

#[test]
fn mutated_programs_end() {
    let directory = scratch("mutated");
    let bytes = victim(&directory);
    let mut random = Random(11);
    for round in 0..150 {
        let mutated = mutate(&mut random, &bytes);
        std::fs::write(directory.join("Victim.class"), &mutated).expect("a class");
        let options = RunOptions {
            class_path: vec![directory.clone()],
            main_class: "Victim".to_owned(),
            limits: Limits { instructions: Some(2_000_000), heap_bytes: 64 << 20, ..Limits::default() },
            ..RunOptions::default()
        };
        let halt = run(&options, Sinks { out: Box::new(std::io::sink()), err: Box::new(std::io::sink()) });
        assert!(!matches!(halt, Halt::Deadlock(_)), "round {round}: {halt:?}");
    }
}

#[test]
fn errors_say_where() {
    let directory = scratch("where");
    let bytes = victim(&directory);
    std::fs::write(directory.join("Victim.class"), &bytes[..bytes.len() / 2]).expect("a class");
    let options = RunOptions {
        class_path: vec![directory.clone()],
        main_class: "Victim".to_owned(),
        ..RunOptions::default()
    };
    let halt = run(&options, Sinks { out: Box::new(std::io::sink()), err: Box::new(std::io::sink()) });
    let Halt::BadInput(message) = halt else { panic!("{halt:?}") };
    assert!(message.contains("Victim.class") && message.contains("offset"), "{message}");
    let jar = directory.join("broken.jar");
    std::fs::write(&jar, b"PK\x03\x04 and nothing more").expect("a jar");
    assert!(ClassPath::open(&[jar]).is_err());
}
