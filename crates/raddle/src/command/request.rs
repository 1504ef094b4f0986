//! Turns what was typed into what a search is asked for, whatever the program's language.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use raddle_explore::bounds::{Bounds, Budget};
use raddle_explore::finding::Looks;
use raddle_explore::random::Seed;
use raddle_explore::search::Settings;
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};
use raddle_report::text::View;

use crate::arguments::{Accepted, Allowed, Check, Screen, Switch};
use crate::command::allowances::Allowances;
use crate::command::auto::{AUTO, TIME_LIMIT};
use crate::command::outputs::Outputs;
use crate::config::Config;
use crate::mistake::Mistake;
use crate::program::abs::Until;
use crate::program::front_end::{self, FrontEnd, Options, refuse_options_of_others};
use crate::program::{self, java};
use crate::terminal::{self, memory};

/// The runs after which sampling ends where nothing else limits it.
const SAMPLES: u64 = 100_000;

/// Everything that `check` wants to know and that does not depend on the program.
pub struct CheckRequest {
    /// The program as the user named it.
    pub name: String,
    /// The strategy as the user named it.
    pub strategy: String,
    /// What is asked of the search.
    pub settings: Settings,
    /// How long the check may take in all.
    pub time_limit: Option<Duration>,
    /// Whether schedules of findings are made short.
    pub minimise: bool,
    /// Whether early deadlock detection is on only because nobody said otherwise.
    pub early_by_default: bool,
    /// Whether a search that follows the static deadlock analysis comes first, because nobody said otherwise.
    pub analysis_first: bool,
    /// Verdicts for which the exit code is 0 too.
    pub accept: Vec<Accepted>,
    /// Where the first finding's schedule goes.
    pub save: Option<PathBuf>,
    /// What is known and may be.
    pub allowances: Arc<Allowances>,
    /// Where all findings go, for later checks to know.
    pub save_baseline: Option<PathBuf>,
    /// Where reports go.
    pub outputs: Arc<Outputs>,
    /// The program's language.
    pub front_end: &'static dyn FrontEnd,
    /// What was said of the program.
    pub options: Options,
    /// Whether the interleavings table is shown.
    pub table: bool,
    /// Whether every product is checked.
    pub all_products: bool,
    /// Where test cases go.
    pub tests: Option<PathBuf>,
    /// What test cases are to cover.
    pub until: Option<Until>,
}

impl CheckRequest {
    /// Understands the arguments.
    pub fn new(mut wanted: Check, screen: &Screen) -> Result<CheckRequest, Mistake> {
        let config = Config::find()?;
        let meant = wanted.program.as_ref().or(wanted.java.test.as_ref()).cloned().unwrap_or_default();
        let typed = Options { java: wanted.java.clone(), ..Options::usual()? };
        config.complete(&mut wanted, front_end::of(&meant, &typed).language() == "Java");
        if let (Some(name), Some(test)) = (&wanted.program, &wanted.java.test)
            && !java::is_file_name(name)
        {
            return Err(Mistake::new(format!(
                "'{name}' beside --test {test}: the test is checked, and nothing else: leave '{name}' out, and \
                 name where the classes are with -cp"
            )));
        }
        let mut abs = wanted.abs;
        program::take_other_files(wanted.program.as_deref().unwrap_or_default(), wanted.others, &mut abs)?;
        // A test is named in place of a program, or among the classes of a file.
        let name = wanted.program.or_else(|| wanted.java.test.clone()).unwrap_or_default();
        let abs_only =
            if wanted.all_products { Some("--all-products") } else { wanted.table.then_some("--table") };
        let options = Options { abs, abs_only, java: wanted.java, args: wanted.args };
        refuse_options_of_others(&name, &options)?;
        let front_end = front_end::of(&name, &options);
        let known = wanted.allow.iter().filter_map(|allowed| match allowed {
            Allowed::Known(allowance) => Some(allowance.clone()),
            Allowed::Races | Allowed::Livelocks => None,
        });
        let known = config.allow.iter().cloned().chain(known).collect();
        let allowances = Arc::new(Allowances::new(known, wanted.baseline.as_deref())?);
        let unnamed = wanted.strategy.is_none();
        let named = wanted.strategy.unwrap_or_else(|| front_end.default_strategy().to_owned());
        let strategy = parse_strategy(&named)?;
        let analysis_first = front_end.has_guide() && unnamed && !wanted.all;
        if named == DEADLOCK_GUIDED && !allowances.is_empty() {
            return Err(Mistake::new(
                "what is allowed or in a baseline does not go with --strategy deadlock-guided: use dpor",
            ));
        }
        if wanted.merge_states && strategy != Named::Exhaustive {
            return Err(Mistake::new(format!(
                "--merge-states does not go with --strategy {named}: use --strategy exhaustive"
            )));
        }
        let time_limit = wanted.time_limit.or((named == AUTO).then_some(TIME_LIMIT));
        if wanted.memory_limit.is_some() && !memory::is_known() {
            return Err(Mistake::new(
                "--memory-limit: this system does not tell how much memory is used: use --max-states",
            ));
        }
        let early_by_default = front_end.has_guide() && strategy != Named::Exhaustive;
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let view = View {
            width: terminal::width(),
            quiet: screen.quiet,
            verbose: screen.verbose,
            every_step: screen.verbose || front_end.tells_every_step(),
        };
        let outputs = Arc::new(Outputs::new(wanted.format, wanted.report, view)?);
        // Strategies that sample have no end of their own.
        let samples = wanted.max_runs.unwrap_or(if time_limit.is_some() { u64::MAX } else { SAMPLES });
        let settings = Settings {
            strategy,
            bounds: parse_bounds(&wanted.bound)?,
            budget: Budget {
                time: time_limit,
                runs: wanted.max_runs.filter(|_| !strategy.samples()),
                states: wanted.max_states,
                memory: wanted.memory_limit,
            },
            looks: Looks {
                races: !wanted.allow.contains(&Allowed::Races),
                livelocks: !wanted.allow.contains(&Allowed::Livelocks),
            },
            early_deadlock: wanted.early_deadlock.map_or(early_by_default, |switch| switch == Switch::On),
            merge_states: wanted.merge_states,
            stop_at_first: !wanted.all,
            jobs: wanted.jobs.map_or(cores, usize::from),
            seed: Seed(wanted.seed),
            samples,
            ..Settings::default()
        };
        Ok(CheckRequest {
            name,
            strategy: named,
            time_limit,
            minimise: !wanted.no_minimise,
            analysis_first: analysis_first
                && !settings.bounds.any()
                && wanted.early_deadlock.is_none()
                && allowances.is_empty(),
            allowances,
            save_baseline: wanted.save_baseline,
            settings,
            early_by_default: early_by_default && wanted.early_deadlock.is_none(),
            accept: wanted.accept,
            save: wanted.save,
            outputs,
            front_end,
            options,
            table: wanted.table,
            all_products: wanted.all_products,
            tests: wanted.tests,
            until: wanted.until,
        })
    }

    /// What the result is told of: the test, where one is checked in place of the program.
    pub fn shown(&self) -> &str {
        self.options.java.test.as_deref().unwrap_or(&self.name)
    }

    /// Whether the search follows the static deadlock analysis.
    pub fn is_guided(&self) -> bool {
        self.strategy == DEADLOCK_GUIDED
    }

    /// Whether a sample comes first.
    pub fn is_auto(&self) -> bool {
        self.strategy == AUTO
    }

    /// Whether the strategy needs to know what steps touch.
    pub fn reduces(&self) -> bool {
        matches!(self.settings.strategy, Named::Dpor | Named::Unfolding)
    }

    /// The options of the program's language as words, for a schedule file.
    pub fn words(&self) -> Vec<String> {
        self.front_end.words(&self.name, &self.options)
    }

    /// The exit code for a verdict.
    pub fn exit_code(&self, verdict: &Verdict) -> u8 {
        let accepted = match verdict {
            Verdict::Proved { .. } | Verdict::Found => false,
            Verdict::Bounded(_) => self.accept.contains(&Accepted::Bounded),
            Verdict::Sampled => self.accept.contains(&Accepted::Sampled),
            // What was asked for is there.
            Verdict::Incomplete(gaps) if gaps.iter().all(|gap| *gap == Gap::Satisfied) => true,
            Verdict::Incomplete(_) => self.accept.contains(&Accepted::Incomplete),
        };
        if accepted { 0 } else { verdict.exit_code() }
    }
}

/// The strategy that follows the static deadlock analysis of ABS programs; to the kernel it is `dpor` with a guide.
pub const DEADLOCK_GUIDED: &str = "deadlock-guided";

/// A strategy by its name, with its parameter after a colon.
fn parse_strategy(text: &str) -> Result<Named, Mistake> {
    const KNOWN: [&str; 9] =
        [AUTO, "exhaustive", "dpor", "unfolding", "random", "pct", "pos", "surw", DEADLOCK_GUIDED];
    let (name, parameter) = match text.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (text, None),
    };
    let strategy = match name {
        "exhaustive" => Named::Exhaustive,
        "dpor" | AUTO | DEADLOCK_GUIDED => Named::Dpor,
        "unfolding" => Named::Unfolding,
        "random" => Named::Random,
        "pct" => return parse_pct(parameter),
        "pos" => Named::Pos,
        "surw" => Named::Surw,
        _ => return Err(Mistake::unknown("strategy", name, &KNOWN)),
    };
    match parameter {
        None => Ok(strategy),
        Some(parameter) => {
            Err(Mistake::new(format!("--strategy {name}:{parameter}: {name} has no parameters: use {name}")))
        }
    }
}

/// The usual depth of the bugs that `pct` looks for.
const PCT_DEPTH: u32 = 3;

fn parse_pct(parameter: Option<&str>) -> Result<Named, Mistake> {
    let Some(parameter) = parameter else { return Ok(Named::Pct { depth: PCT_DEPTH }) };
    let depth = parameter.strip_prefix("depth=").and_then(|value| value.parse().ok());
    match depth.filter(|depth| (1..=100).contains(depth)) {
        Some(depth) => Ok(Named::Pct { depth }),
        None => Err(Mistake::new(format!(
            "--strategy pct:{parameter}: expected pct:depth=N with a number from 1 to 100, such as pct:depth={PCT_DEPTH}"
        ))),
    }
}

/// How many time-outs a run may have where nobody says: a loop of them may have no end.
const MOST_TIMEOUTS: u32 = 16;

/// Bounds such as `preemptions=2`.
fn parse_bounds(texts: &[String]) -> Result<Bounds, Mistake> {
    const KNOWN: [&str; 5] = ["preemptions", "delays", "depth", "fairness", "timeouts"];
    let mut bounds = Bounds { timeouts: Some(MOST_TIMEOUTS), ..Bounds::default() };
    for text in texts {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Mistake::new(format!(
                "--bound {text}: expected NAME=N, with one of {}",
                KNOWN.join(", ")
            )));
        };
        let slot = match name.trim() {
            "preemptions" => &mut bounds.preemptions,
            "delays" => &mut bounds.delays,
            "depth" => &mut bounds.depth,
            "fairness" => &mut bounds.fairness,
            "timeouts" => &mut bounds.timeouts,
            _ => return Err(Mistake::unknown("bound", name, &KNOWN)),
        };
        let number = value.trim().parse::<u32>();
        *slot = Some(number.map_err(|_| {
            Mistake::new(format!("--bound {name}={value}: expected a whole number, such as {name}=2"))
        })?);
    }
    Ok(bounds)
}
