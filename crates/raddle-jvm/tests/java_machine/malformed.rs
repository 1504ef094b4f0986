//! Truncated, random and inconsistent class files and jars: an error, never a panic and never a hang.

use crate::hotspot::{compile, scratch};
use crate::random::Random;
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

/// Changes bytes of one method's code, mostly opcodes to others: what the verifier is for.
fn mutate_code(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut mutated = bytes.to_vec();
    let Ok(file) = ClassFile::parse(bytes.into()) else { return mutated };
    let codes: Vec<_> =
        file.methods.iter().filter_map(|method| file.code(method).ok()?).map(|code| code.bytecode).collect();
    let range = codes[random.below(codes.len())].clone();
    for _ in 0..=random.below(3) {
        let at = range.start + random.below(range.len());
        mutated[at] = match random.below(3) {
            0 => random.below(202) as u8,
            1 => mutated[range.start + random.below(range.len())],
            _ => mutated[at].wrapping_add(1),
        };
    }
    mutated
}

fn run_victim(directory: &Path) -> Halt {
    let options = RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: "Victim".to_owned(),
        limits: Limits { instructions: Some(2_000_000), heap_bytes: 64 << 20, ..Limits::default() },
        ..RunOptions::default()
    };
    run(&options, Sinks { out: Box::new(std::io::sink()), err: Box::new(std::io::sink()) })
}

#[test]
fn mutated_programs_end() {
    let directory = scratch("mutated");
    let bytes = victim(&directory);
    let mut random = Random(11);
    let (mut refused, mut refused_for_types) = (0, 0);
    for round in 0..300 {
        let is_code = round % 2 == 0;
        let mutated = if is_code { mutate_code(&mut random, &bytes) } else { mutate(&mut random, &bytes) };
        std::fs::write(directory.join("Victim.class"), &mutated).expect("a class");
        match run_victim(&directory) {
            Halt::Deadlock(stacks) => panic!("round {round}: {stacks}"),
            Halt::BadInput(message) => {
                refused += 1;
                refused_for_types += usize::from(message.contains("VerifyError"));
            }
            _ => {}
        }
    }
    // As many as HotSpot refuses, but for those that only its StackMapTable gives away.
    assert!(
        refused > 250 && refused_for_types > 25,
        "{refused} refused, {refused_for_types} for their types"
    );
}

/// Code that is well-formed but lies about a type, made by changing a few bytes of honest code.
#[test]
fn lies_about_types_are_refused() {
    const SOURCE: &str = r#"
public class Victim {
    int field;
    long wide;
    Victim next;
    static int cast(Object o) { return ((String) o).length(); }
    static int number(int i, Object o) { return i; }
    static long sum(Victim v) { return v.wide + v.field; }
    static Object element(Object[] array, int index) { return array[index]; }
    static void store(Victim v, Victim w) { v.next = w; }
    static float half(float f) { return f / 2; }
    static Object made() { return new Victim(); }
    public static void main(String[] args) { }
}
"#;
    // What is changed: a method's code before and after, and words of the refusal.
    const ANY: u16 = 256;
    type Lie = (&'static str, &'static [u16], &'static [(usize, u8)], &'static str);
    let lies: &[Lie] = &[
        // aload_0, checkcast: the cast is taken out.
        (
            "cast",
            &[0x2a, 0xc0, ANY, ANY],
            &[(1, 0), (2, 0), (3, 0)],
            "java/lang/Object where java/lang/String",
        ),
        // iload_0 becomes aload_1, and a reference is returned as a number.
        ("number", &[0x1a, 0xac], &[(0, 0x2b)], "java/lang/Object where Int"),
        // iload_0 becomes aload_0.
        ("number", &[0x1a, 0xac], &[(0, 0x2a)], "local variable 0 holds Int"),
        // aaload becomes iaload.
        ("element", &[0x2a, 0x1b, 0x32, 0xb0], &[(2, 0x2e)], "another array"),
        // aaload becomes arraylength's operand order: the index is the array.
        ("element", &[0x2a, 0x1b, 0x32, 0xb0], &[(0, 0x1b)], "Int where an array"),
        // The first argument is dropped in favour of null's field: fine; a number is stored instead of an object.
        ("store", &[0x2a, 0x2b, 0xb5, ANY, ANY], &[(1, 0x03)], "Int where Victim"),
        // fload_0 becomes iload_0.
        ("half", &[0x22, 0x0d, 0x6e], &[(0, 0x1a)], "local variable 0 holds Float"),
        // The constructor is not called.
        (
            "made",
            &[0xbb, ANY, ANY, 0x59, 0xb7, ANY, ANY],
            &[(4, 0x57), (5, 0), (6, 0)],
            "before its constructor",
        ),
    ];
    let directory = scratch("lies");
    let source = directory.join("Victim.java");
    std::fs::write(&source, SOURCE).expect("a source");
    compile(&[source], &directory);
    let bytes = std::fs::read(directory.join("Victim.class")).expect("the class");
    assert_eq!(run_victim(&directory), Halt::Exit(0));
    for (method, pattern, changes, words) in lies {
        let matches_at = |at: usize| {
            pattern.iter().enumerate().all(|(offset, wanted)| {
                *wanted == ANY || bytes.get(at + offset).is_some_and(|byte| u16::from(*byte) == *wanted)
            })
        };
        let at = (0..bytes.len()).find(|at| matches_at(*at)).expect("the code to change");
        let mut lying = bytes.clone();
        for (offset, byte) in *changes {
            lying[at + offset] = *byte;
        }
        std::fs::write(directory.join("Victim.class"), &lying).expect("a class");
        let Halt::BadInput(message) = run_victim(&directory) else { panic!("{method} was accepted") };
        let expected = [&format!("Victim.{method}"), "offset", "VerifyError", words];
        assert!(expected.iter().all(|part| message.contains(part)), "{method}: {message}");
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
    assert!(ClassPath::open(&[jar], 17).is_err());
}

/// A jar with a manifest, a class and one of another release.
fn jar(class: &[u8]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut writer = zip::ZipWriter::new(&mut bytes);
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: Vic\r\n tim\r\nMulti-Release: true\r\nClass-Path: a.jar b/\r\n";
    for (name, content) in [
        ("META-INF/MANIFEST.MF", &manifest[..]),
        ("Victim.class", class),
        ("text.txt", b"old"),
        ("META-INF/versions/11/text.txt", b"new"),
        ("META-INF/versions/99/text.txt", b"too new"),
    ] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut writer, content).expect("its content");
    }
    writer.finish().expect("a jar");
    bytes.into_inner()
}

#[test]
fn jars_are_read_or_refused() {
    let directory = scratch("jars");
    let bytes = jar(&victim(&directory));
    let path = directory.join("victim.jar");
    std::fs::write(&path, &bytes).expect("a jar");
    assert_eq!(ClassPath::main_class_of_jar(&path).expect("a manifest").as_deref(), Some("Victim"));
    let text = |release: u32| {
        let found = ClassPath::open(std::slice::from_ref(&path), release).expect("a jar").find("text.txt");
        found.expect("a jar").map(|found| String::from_utf8_lossy(&found.bytes).into_owned())
    };
    assert_eq!(text(17).as_deref(), Some("new"));
    assert_eq!(text(8).as_deref(), Some("old"));
    let mut random = Random(13);
    for _ in 0..1000 {
        std::fs::write(&path, mutate(&mut random, &bytes)).expect("a jar");
        let _ = ClassPath::main_class_of_jar(&path);
        if let Ok(class_path) = ClassPath::open(std::slice::from_ref(&path), 17) {
            for name in ["Victim.class", "text.txt", "nothing"] {
                let _ = class_path.find(name);
            }
        }
    }
}

/// The index of the JDK's own image, damaged: an error or nothing, never a panic.
#[test]
fn images_are_read_or_refused() {
    const KEPT: usize = 3 << 20;
    let directory = scratch("images");
    let path = directory.join("modules");
    let mut file = std::fs::File::open(crate::hotspot::jdk().home.join("lib/modules")).expect("an image");
    let mut bytes = vec![0; KEPT];
    std::io::Read::read_exact(&mut file, &mut bytes).expect("the start of an image");
    let mut random = Random(17);
    for round in 0..60 {
        let mut damaged = bytes.clone();
        // The header, or much of the index.
        for _ in 0..if round % 2 == 0 { 1 } else { 20_000 } {
            let bound = if round % 2 == 0 { 28 } else { KEPT };
            damaged[random.below(bound)] = random.below(256) as u8;
        }
        std::fs::write(&path, &damaged).expect("an image");
        if let Ok(image) = raddle_jvm::classes::jimage::Image::open(&path) {
            for name in ["java/lang/Object", "java/util/Map", "java/util/concurrent/Phaser", "x/Y"] {
                let _ = image.class(name);
            }
        }
    }
}
