//! `raddle run`: a Java program from its class path to its exit code, as `java` would run it.

use crate::classes::class_file::access;
use crate::classes::class_path::ClassPath;
use crate::classes::jdk::Jdk;
use crate::classes::jimage::Image;
use crate::library::{Library, LoadError, LoaderId, Method};
use crate::machine::thread::{Continuation, Thread};
use crate::machine::time::Timeouts;
use crate::machine::world::{Start, World};
use crate::machine::{Environment, Halt, Limits, Machine, Output, Sinks, Trap};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The JDK's home; found by itself if not given.
    pub jdk: Option<PathBuf>,
    /// Directories and jars.
    pub class_path: Vec<PathBuf>,
    /// Folders and jars of classes that take the place of the JDK's, or join them.
    pub patches: Vec<PathBuf>,
    /// Whether all code of the JDK is taken for silent at first; for tests of what comes into sight.
    pub silent_library: bool,
    /// Whether nothing is taken for the library's own business (`library::owned`); for the same tests.
    pub disowned_library: bool,
    /// The class with `main`, with points.
    pub main_class: String,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// System properties.
    pub properties: Vec<(String, String)>,
    /// Environment variables.
    pub variables: Vec<(String, String)>,
    /// Standard input.
    pub input: Vec<u8>,
    /// Whether standard input is the host's instead, read when the program asks for it.
    pub host_input: bool,
    /// Whether `assert` statements are checked.
    pub assertions: bool,
    /// When a wait for something may give up, where schedules are explored.
    pub timeouts: Timeouts,
    /// Whether a wait may end without a notification, where schedules are explored.
    pub spurious_wakeups: bool,
    /// Whether what `Random` gives is a choice, where schedules are explored.
    pub explore_random: bool,
    /// Whether calls of `java.util.concurrent` count as one step, where schedules are explored.
    pub coarse_library_steps: bool,
    /// What counts as one step besides what promises it: for tests that see what is lost by that.
    pub loosened_steps: Vec<String>,
    /// Limits of the run.
    pub limits: Limits,
    /// Folders and files that may be read where schedules are explored, beside the class path, the current folder and the
    /// JDK.
    pub readable: Vec<PathBuf>,
    /// The folder that relative paths begin in where schedules are explored; the current one if not given.
    pub directory: Option<PathBuf>,
    /// The host as it was at the start; without it, the run's files are the host's.
    pub world: Option<Arc<Start>>,
}

impl RunOptions {
    /// The host as it is now, as far as the program may read it where schedules are explored.
    pub fn start_of_world(&self) -> Start {
        let readable: Vec<PathBuf> = self.class_path.iter().chain(&self.readable).cloned().collect();
        let jdk = Jdk::find(self.jdk.as_deref()).ok().map(|jdk| jdk.home);
        Start::new(self.directory.clone(), &readable, jdk)
    }
}

/// Starts a machine for a program: its JDK's core is initialised, its `main` is about to run.
pub fn start(options: &RunOptions, output: Output) -> Result<Machine, Halt> {
    let jdk = Jdk::find(options.jdk.as_deref()).map_err(Halt::BadInput)?;
    let image_path = jdk.home.join("lib/modules");
    let image = Image::open(&image_path)
        .map_err(|error| Halt::BadInput(format!("{}: {error}", image_path.display())))?;
    let open = |paths: &[PathBuf]| {
        ClassPath::open(paths, jdk.major()).map_err(|error| Halt::BadInput(error.to_string()))
    };
    let library = Rc::new(Library::new(image, open(&options.patches)?, open(&options.class_path)?));
    library.is_silent.set(options.silent_library);
    library.owns_nothing.set(options.disowned_library);
    library.random_is_a_choice.set(options.explore_random);
    library.newest_version.set(jdk.newest_class_version());
    let paths: Vec<String> = options.class_path.iter().map(|path| path.display().to_string()).collect();
    let environment = Environment {
        java_home: jdk.home.display().to_string(),
        java_version: jdk.version.clone(),
        class_path: paths.join(":"),
        properties: options.properties.clone(),
        variables: options.variables.clone(),
    };
    let input = options.input.clone();
    let world = match &options.world {
        Some(start) => World::own(Arc::clone(start), input),
        None => World::of_host(input, options.host_input),
    };
    let mut machine = Machine::new(library, options.limits.clone(), environment, world, output)?;
    machine.boot()?;
    machine.assertions = options.assertions;
    prepare_main(&mut machine, &options.main_class, &options.arguments)?;
    Ok(machine)
}

/// The version of class files of the first JDK whose `main` need not be public: 25.
const FIRST_WITH_HIDDEN_MAIN: u16 = 69;

/// Lets the main thread stand before `main`.
fn prepare_main(machine: &mut Machine, main_class: &str, arguments: &[String]) -> Result<(), Halt> {
    let mut thread = Thread::clone(&machine.threads[0]);
    let prepared = push_main(machine, &mut thread, main_class, arguments);
    machine.threads[0] = Rc::new(thread);
    match prepared {
        Ok(()) => Ok(()),
        Err(Trap::Halt(halt)) => Err(*halt),
        Err(other) => Err(Halt::BadInput(format!("main cannot be called: {other:?}"))),
    }
}

fn push_main(
    machine: &mut Machine,
    thread: &mut Thread,
    main_class: &str,
    arguments: &[String],
) -> Result<(), Trap> {
    let library = Rc::clone(&machine.library);
    let bad = |message: String| Trap::Halt(Box::new(Halt::BadInput(message)));
    let class = match library.load(LoaderId::APPLICATION, &main_class.replace('.', "/")) {
        Ok(class) => class,
        Err(error @ LoadError::NotFound(_)) => {
            let text = format!("could not find or load main class {}", main_class.replace('/', "."));
            let is_itself =
                matches!(&error, LoadError::NotFound(name) if *name == main_class.replace('.', "/"));
            return Err(bad(if is_itself { text } else { format!("{text}: {error}") }));
        }
        Err(error @ LoadError::Malformed(..)) => return Err(bad(error.to_string())),
        Err(error) => return Err(bad(format!("{main_class}: {error}"))),
    };
    let name = library.symbol("main");
    let descriptor = library.symbol("([Ljava/lang/String;)V");
    let may_be_hidden = library.newest_version.get() >= FIRST_WITH_HIDDEN_MAIN;
    let is_main =
        |method: &&Method| method.is_static() && (may_be_hidden || method.access & access::PUBLIC != 0);
    let Some(method) = library.find_method(class, name, descriptor).filter(is_main) else {
        return Err(bad(format!(
            "main method not found in class {main_class}: define it as public static void main(String[] args)"
        )));
    };
    let mut texts = Vec::new();
    for argument in arguments {
        texts.push(machine.new_string(thread, argument)?);
    }
    let array = machine.new_reference_array(thread, machine.core.string_array, &texts)?;
    machine.push_frame(thread, method.id, &[array.slot()], Continuation::ThreadStart)?;
    match machine.ensure_initialized(thread, class) {
        Ok(()) | Err(Trap::Retry) => Ok(()),
        Err(other) => Err(other),
    }
}

/// Runs a program to its end.
pub fn run(options: &RunOptions, sinks: Sinks) -> Halt {
    let sinks = Rc::new(RefCell::new(sinks));
    let mut machine = match start(options, Output::Passed(Rc::clone(&sinks))) {
        Ok(machine) => machine,
        Err(halt) => return halt,
    };
    let halt = finish(&mut machine);
    let mut sinks = sinks.borrow_mut();
    // A closed pipe is no error of the program's.
    let _ = sinks.out.flush();
    let _ = sinks.err.flush();
    halt
}

/// Runs a started machine to its end, shutdown hooks included.
pub fn finish(machine: &mut Machine) -> Halt {
    match machine.run_to_end() {
        Halt::Exit(0) => {}
        other => return other,
    }
    let code = i32::from(machine.main_failed);
    let mut thread = Thread::clone(&machine.threads[0]);
    thread.status = crate::machine::thread::Status::Runnable;
    let library = Rc::clone(&machine.library);
    let shutdown = library
        .loaded(LoaderId::BOOT, "java/lang/Shutdown")
        .and_then(|class| library.declared_method(class, "shutdown", "()V"));
    // Without the class, nobody has registered a hook.
    let Some(shutdown) = shutdown else { return Halt::Exit(code) };
    if machine.push_frame(&mut thread, shutdown.id, &[], Continuation::ThreadStart).is_err() {
        return Halt::Exit(code);
    }
    thread.daemon = false;
    machine.threads[0] = Rc::new(thread);
    match machine.run_to_end() {
        Halt::Exit(0) => Halt::Exit(code),
        other => other,
    }
}
