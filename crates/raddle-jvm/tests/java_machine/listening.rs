//! A listener is shown every instruction of a thread, with its operands.

use crate::hotspot::{compile, jdk, scratch};
use raddle_explore::context::{Flow, Watcher};
use raddle_jvm::code::instruction::Op;
use raddle_jvm::machine::Output;
use raddle_jvm::machine::interpret::Exit;
use raddle_jvm::machine::interpret::watch::{Before, Family, Instructions};
use raddle_jvm::machine::thread::Thread;
use raddle_jvm::run::{RunOptions, start};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Counts what one method does, and keeps the products that it computes.
#[derive(Default)]
struct Counts {
    families: BTreeMap<Family, usize>,
    factors: Vec<(i32, i32)>,
}

impl Watcher<Instructions> for Counts {
    fn observe(&mut self, Before { machine, thread, instruction }: Before<'_>) -> Flow {
        let Some(frame) = thread.top() else { return Flow::Continue };
        let method = machine.library.method(frame.method);
        if machine.library.text(method.name) != "sum" {
            return Flow::Continue;
        }
        *self.families.entry(Family::of(instruction.op)).or_default() += 1;
        if instruction.op == Op::Imul {
            let top = frame.sp as usize;
            self.factors.push((thread.stack[top - 2] as i32, thread.stack[top - 1] as i32));
        }
        Flow::Continue
    }
}

#[test]
fn a_listener_sees_each_instruction() {
    const SOURCE: &str = "public class Listened {
        static int total;
        static int[] seen = new int[8];
        static int sum(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += i * 3;
                seen[i] = sum;
            }
            total = sum;
            return Math.abs(-sum);
        }
        public static void main(String[] args) { sum(5); }
    }";
    let directory = scratch("listening");
    let path = directory.join("Listened.java");
    std::fs::write(&path, SOURCE).expect("a source");
    compile(&[path], &directory);
    let options = RunOptions {
        jdk: Some(jdk().home),
        class_path: vec![directory],
        main_class: "Listened".to_owned(),
        ..RunOptions::default()
    };
    let mut machine = start(&options, Output::Kept(Rc::default())).expect("a program");
    let mut thread = Thread::clone(&machine.threads[0]);
    let mut counts = Counts::default();
    let exit = machine.interpret_watched::<false, _>(&mut thread, u64::MAX, 0, &mut counts);
    assert!(matches!(exit, Exit::Ended), "{exit:?}");
    assert_eq!(counts.factors, [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3)]);
    let count = |family| counts.families.get(&family).copied().unwrap_or(0);
    // Three a round, and the negation; the test of the loop once more than its rounds.
    assert_eq!(count(Family::Arithmetic), 5 * 3 + 1);
    assert_eq!(count(Family::Branch), 6);
    assert_eq!((count(Family::Load), count(Family::Store)), (5, 5 + 1));
    assert_eq!((count(Family::Call), count(Family::Return)), (1, 1));
}
