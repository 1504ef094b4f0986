//! The built-in programs by name: `dining?count=5&meals=2`. The programs themselves live in the kernel.

use raddle_threads::{ThreadProgram, builtin};

use crate::mistake::Mistake;
use crate::program::front_end::{FrontEnd, Options};
use crate::program::{BUILTIN, Target};

/// A parameter of a family: its name, its default, and what it means.
struct Parameter {
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
}

const fn parameter(name: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, default, meaning }
}

/// A family of programs.
struct Family {
    name: &'static str,
    summary: &'static str,
    parameters: &'static [Parameter],
    build: fn(&Values) -> Result<ThreadProgram, Mistake>,
}

/// The most threads that a built-in program may have.
const MOST_THREADS: u32 = 64;
/// The most repetitions in one thread.
const MOST_TURNS: u32 = 1000;

const FAMILIES: &[Family] = &[
    Family {
        name: "fib",
        summary: "two threads add to each other's number, a third may read both",
        parameters: &[
            parameter("n", "2", "additions of each"),
            parameter("reader", "true", "whether the third is there"),
        ],
        build: |values| Ok(builtin::fibonacci(values.number("n", 1, MOST_TURNS)?, values.flag("reader")?)),
    },
    Family {
        name: "locking",
        summary: "threads with critical sections on one lock",
        parameters: &[
            parameter("threads", "3", "how many"),
            parameter("sections", "2", "of each thread; or one number a thread, as 2,2,1"),
        ],
        build: |values| Ok(builtin::locking(&values.sections()?)),
    },
    Family {
        name: "writes",
        summary: "threads that write one variable",
        parameters: &[parameter("threads", "3", "how many"), parameter("count", "2", "writes of each")],
        build: |values| {
            Ok(builtin::writes(
                values.number("threads", 1, MOST_THREADS)?,
                values.number("count", 1, MOST_TURNS)?,
            ))
        },
    },
    Family {
        name: "readers",
        summary: "one thread writes a variable, others read it",
        parameters: &[parameter("count", "5", "readers")],
        build: |values| Ok(builtin::readers(values.number("count", 1, MOST_THREADS)?)),
    },
    Family {
        name: "lastzero",
        summary: "a thread looks for the last zero of an array while others fill it",
        parameters: &[parameter("count", "5", "threads that fill")],
        build: |values| Ok(builtin::last_zero(values.number("count", 1, MOST_THREADS)?)),
    },
    Family {
        name: "filesystem",
        summary: "threads take blocks for their inodes",
        parameters: &[parameter("threads", "14", "how many")],
        build: |values| Ok(builtin::file_system(values.number("threads", 1, 26)?)),
    },
    Family {
        name: "indexer",
        summary: "threads insert into one hash table by compare-and-set",
        parameters: &[parameter("threads", "12", "how many")],
        build: |values| Ok(builtin::indexer(values.number("threads", 1, 32)?)),
    },
    Family {
        name: "dining",
        summary: "philosophers take the left fork, then the right one",
        parameters: &[
            parameter("count", "3", "philosophers"),
            parameter("meals", "1", "of each"),
            parameter("ordered", "false", "whether the last one takes the right fork first"),
        ],
        build: |values| {
            Ok(builtin::dining(
                values.number("count", 2, MOST_THREADS)?,
                values.number("meals", 1, MOST_TURNS)?,
                values.flag("ordered")?,
            ))
        },
    },
    Family {
        name: "counter",
        summary: "threads add one to a counter by a read and a write; the sum is asserted",
        parameters: &[
            parameter("threads", "2", "how many"),
            parameter("locked", "false", "whether a lock is held meanwhile"),
        ],
        build: |values| Ok(builtin::counter(values.number("threads", 1, 6)?, values.flag("locked")?)),
    },
    Family {
        name: "mailbox",
        summary: "threads send to one mailbox, one thread receives all",
        parameters: &[parameter("senders", "3", "how many")],
        build: |values| Ok(builtin::mailbox(values.number("senders", 1, MOST_THREADS)?)),
    },
];

/// The parameters of one program, those that the user gave and the defaults of the others.
struct Values<'v> {
    family: &'static Family,
    given: Vec<(&'v str, &'v str)>,
}

impl Values<'_> {
    fn text(&self, name: &str) -> &str {
        let given = self.given.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        given.unwrap_or_else(|| {
            let parameter = self.family.parameters.iter().find(|parameter| parameter.name == name);
            parameter.map_or("", |parameter| parameter.default)
        })
    }

    fn wrong(&self, name: &str, value: &str, expected: &str) -> Mistake {
        Mistake::new(format!("builtin:{}: {name}={value}: expected {expected}", self.family.name))
    }

    fn in_range(&self, name: &str, value: &str, least: u32, most: u32) -> Result<u32, Mistake> {
        let number = value.trim().parse::<u32>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.wrong(name, value, &format!("a number from {least} to {most}")))
    }

    fn number(&self, name: &str, least: u32, most: u32) -> Result<u32, Mistake> {
        self.in_range(name, self.text(name), least, most)
    }

    fn flag(&self, name: &str) -> Result<bool, Mistake> {
        let value = self.text(name);
        value.parse().map_err(|_| self.wrong(name, value, "true or false"))
    }

    /// The critical sections of each thread of `locking`.
    fn sections(&self) -> Result<Vec<u32>, Mistake> {
        let text = self.text("sections");
        let numbers = text
            .split(',')
            .map(|part| self.in_range("sections", part, 0, MOST_TURNS))
            .collect::<Result<Vec<u32>, Mistake>>()?;
        let threads_given = self.given.iter().any(|(key, _)| *key == "threads");
        match numbers[..] {
            [all] => Ok(vec![all; self.number("threads", 1, MOST_THREADS)? as usize]),
            _ if threads_given && self.number("threads", 1, MOST_THREADS)? as usize != numbers.len() => {
                Err(self.wrong("sections", text, "as many numbers as there are threads, or one for all"))
            }
            _ if numbers.len() > MOST_THREADS as usize => {
                Err(self.wrong("sections", text, &format!("at most {MOST_THREADS} numbers")))
            }
            _ => Ok(numbers),
        }
    }
}

/// The built-in program that this names, without `builtin:` before it.
pub fn resolve(text: &str) -> Result<ThreadProgram, Mistake> {
    let (name, parameters) = text.split_once('?').unwrap_or((text, ""));
    let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(Mistake::unknown("built-in program", name, &known));
    };
    let mut given = Vec::new();
    for part in parameters.split('&').filter(|part| !part.is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            return Err(Mistake::new(format!("builtin:{name}: '{part}': expected NAME=VALUE")));
        };
        if family.parameters.iter().all(|parameter| parameter.name != key) {
            let known: Vec<&str> = family.parameters.iter().map(|parameter| parameter.name).collect();
            return Err(Mistake::unknown(&format!("parameter of builtin:{name}"), key, &known));
        }
        if given.iter().any(|(other, _)| *other == key) {
            return Err(Mistake::new(format!("builtin:{name}: {key} is given twice: leave one out")));
        }
        given.push((key, value));
    }
    (family.build)(&Values { family, given })
}

/// All families with their parameters, for a person.
pub fn list() -> String {
    let mut text = String::from("Built-in programs, with their parameters' defaults:\n");
    for family in FAMILIES {
        let defaults: Vec<String> = family
            .parameters
            .iter()
            .map(|parameter| format!("{}={}", parameter.name, parameter.default))
            .collect();
        text.push_str(&format!(
            "\n  builtin:{}?{}\n      {}\n",
            family.name,
            defaults.join("&"),
            family.summary
        ));
        for parameter in family.parameters {
            text.push_str(&format!("      {:<9} {}\n", parameter.name, parameter.meaning));
        }
    }
    text.push_str(
        "\nQuote the name, since shells read ? and & themselves: raddle check 'builtin:dining?count=5'\n",
    );
    text
}

/// The built-in programs, as the command line sees them.
pub struct Builtin;

impl FrontEnd for Builtin {
    fn language(&self) -> &'static str {
        "built-in"
    }

    fn takes(&self, name: &str, _: &Options) -> bool {
        name.starts_with(BUILTIN)
    }

    fn is_file(&self, _: &str) -> bool {
        false
    }

    fn read(&self, name: &str, _: &str, _: &Options, _: bool) -> Result<Target, Mistake> {
        let program = resolve(name.strip_prefix(BUILTIN).unwrap_or(name))?;
        Ok(Target::Builtin(Box::new(program)))
    }
}

#[cfg(test)]
mod tests {
    use raddle_explore::program::Program;

    use super::{FAMILIES, list, resolve};

    #[test]
    fn every_family_has_working_defaults_and_is_listed() {
        for family in FAMILIES {
            assert!(resolve(family.name).is_ok(), "{}", family.name);
            assert!(list().contains(&format!("builtin:{}?", family.name)));
        }
    }

    #[test]
    fn a_program_s_own_name_resolves_to_it() {
        for family in FAMILIES {
            let program = resolve(family.name).expect("defaults work");
            let again = resolve(&program.name()).expect("a program's name names it");
            assert_eq!(program.name(), again.name());
        }
    }

    #[test]
    fn sections_may_differ() {
        assert_eq!(resolve("locking?sections=2,2,1").expect("valid").name(), "locking?sections=2,2,1");
        assert_eq!(resolve("locking?threads=2&sections=3").expect("valid").name(), "locking?sections=3,3");
        assert!(resolve("locking?threads=2&sections=3,1,1").is_err());
    }

    #[test]
    fn bad_parameters_are_refused() {
        for text in [
            "",
            "nothing",
            "dining?count",
            "dining?forks=3",
            "dining?count=1",
            "fib?n=x",
            "fib?n=1&n=2",
            "fib?reader=maybe",
        ] {
            assert!(resolve(text).is_err(), "{text}");
        }
    }
}
