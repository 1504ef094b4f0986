//! Any solver that speaks SMT-LIB over its standard input and output: `z3 -in`, `cvc5 --incremental`, ….
//!
//! One process serves all questions, each between `push` and `pop`. Threads of their own write to it and read from it, so
//! that nothing is waited for longer than whoever asks wants to, be it a process that does not read; one that does not
//! answer in time, ends, or says what can't be understood is killed, and the next question starts another one. Values that
//! it gives are evaluated before they are believed: a wrong model is a failure, never an answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;

use super::{Answer, Reason, Solver, Stop};
use crate::model::Model;
use crate::smtlib;
use crate::term::{Term, Terms};

/// How often whoever asks is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(10);

/// No line of a solver is longer than this, in bytes, and no answer in lines; what goes on is no answer.
const LONGEST: u64 = 1_000_000;

/// How many lines may wait to be read.
const LINES: usize = 1_000;

/// A solver in a process of its own.
#[derive(Debug)]
pub struct Process {
    command: Vec<String>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: Sender<String>,
    lines: Receiver<String>,
}

/// Writes until nobody asks any more, or nobody listens.
fn write_all(mut input: ChildStdin, questions: &Receiver<String>) {
    while let Ok(question) = questions.recv() {
        if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// Reads until the process ends, or nobody wants to know any more.
fn read_all(output: ChildStdout, lines: &std::sync::mpsc::SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = String::new();
    while matches!(output.by_ref().take(LONGEST).read_line(&mut line), Ok(1..)) {
        if lines.send(std::mem::take(&mut line)).is_err() {
            break;
        }
    }
}

impl Process {
    /// By its command: the program and its arguments, separated by spaces. Nothing is started yet.
    pub fn new(command: &str) -> Result<Self, String> {
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err("a solver needs a command, such as 'z3 -in'".to_owned());
        }
        Ok(Self { command, running: None })
    }

    fn start(&mut self) -> Result<&mut Running, Reason> {
        if self.running.is_none() {
            let child = Command::new(&self.command[0])
                .args(&self.command[1..])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn();
            let mut child =
                child.map_err(|error| Reason::Failed(format!("'{}': {error}", self.command[0])))?;
            let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                return Err(Reason::Failed("nothing can be said to it".to_owned()));
            };
            let (questions, to_write) = channel();
            let (sender, lines) = sync_channel(LINES);
            // Both end with the process.
            std::thread::spawn(move || write_all(input, &to_write));
            std::thread::spawn(move || read_all(output, &sender));
            let mut running = Running { child, questions, lines };
            running.say(
                "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic QF_BV)\n",
            )?;
            self.running = Some(running);
        }
        self.running.as_mut().ok_or(Reason::Stopped)
    }

    fn ask(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Result<Answer, Reason> {
        let running = self.start()?;
        running.say(&format!("(push 1)\n{}(check-sat)\n", smtlib::assertions(terms, conditions)))?;
        let answer = match running.line(stop)?.as_str() {
            "unsat" => Answer::Unsatisfiable(conditions.to_vec()),
            "sat" => Answer::Satisfiable(running.model(terms, conditions, stop)?),
            "unknown" => Answer::Unknown(Reason::Limit("it said 'unknown'".to_owned())),
            other => return Err(Reason::Failed(format!("it said '{}'", shortened(other)))),
        };
        running.say("(pop 1)\n")?;
        Ok(answer)
    }
}

impl Running {
    fn say(&mut self, text: &str) -> Result<(), Reason> {
        self.questions.send(text.to_owned()).map_err(|_| Reason::Failed("it has ended".to_owned()))
    }

    /// The next line that is not empty.
    fn line(&mut self, stop: Stop<'_>) -> Result<String, Reason> {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(line.trim().to_owned()),
                Err(RecvTimeoutError::Timeout) if stop() => return Err(Reason::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::Failed("it ended without an answer".to_owned()));
                }
            }
        }
    }

    fn model(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Result<Model, Reason> {
        let variables = terms.unknowns_in(conditions.iter().copied());
        let mut model = Model::default();
        if !variables.is_empty() {
            self.say(&smtlib::question(terms, &variables))?;
            let mut answer = self.line(stop)?;
            let is_open = |text: &str| text.matches('(').count() > text.matches(')').count();
            let mut lines: u64 = 1;
            while is_open(&answer) && lines < LONGEST {
                answer.push('\n');
                answer.push_str(&self.line(stop)?);
                lines += 1;
            }
            let values = smtlib::values(&answer).filter(|values| values.len() == variables.len());
            let values =
                values.ok_or_else(|| Reason::Failed(format!("its values were '{}'", shortened(&answer))))?;
            for (variable, value) in variables.iter().zip(values) {
                model.set(*variable, value);
            }
        }
        if model.satisfies(terms, conditions.iter().copied()) {
            Ok(model)
        } else {
            Err(Reason::Failed("its values do not satisfy the conditions".to_owned()))
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Solver for Process {
    fn solve(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer {
        self.ask(terms, conditions, stop).unwrap_or_else(|reason| {
            self.running = None;
            Answer::Unknown(reason)
        })
    }

    fn name(&self) -> String {
        self.command.join(" ")
    }
}

fn shortened(text: &str) -> String {
    const SHORT: usize = 80;
    let line: String =
        text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(SHORT).collect();
    if text.chars().count() > SHORT { format!("{line}…") } else { line }
}
