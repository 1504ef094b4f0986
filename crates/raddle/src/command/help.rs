//! `raddle help TOPIC`: explains what no single option can.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Help};
use crate::mistake::Mistake;
use crate::{program, terminal};

const EXIT_CODES: &str = "\
Exit codes of 'raddle check' and 'raddle replay':

  0  proved       every schedule was covered, and none misbehaves
  1  found        a schedule misbehaves; it was replayed before it was shown
  2  bad use      an unknown program, strategy or option, or a bad file;
                  or the result could not be written
  3  bounded      every schedule within the bounds was covered, none misbehaves
     sampled      some schedules were tried, none misbehaved
                  (replay: the schedule no longer shows its finding)
  4  incomplete   the search was cut short, or the program needs something
                  that is not supported; nothing is claimed

--accept bounded,sampled,incomplete turns those verdicts into 0.
A second Ctrl-C ends the process at once, with 130.
";

const STRATEGIES: &str = "\
Strategies of 'raddle check --strategy NAME':

  auto         a short sample, then every schedule by dpor, and where these are
               many every state beside it, within a minute if --time-limit says
               nothing else; a proof that relies on time-outs coming last is
               followed by a search in which they come early, whose findings
               are warnings (the default for Java programs)
  dpor         one run for each set of schedules that differ only in the order
               of independent steps; a proof at the end (the default for others)
  unfolding    one run for each event, with all that came before it, that no
               run has shown; a proof at the end, in fewer runs and more memory
  exhaustive   every schedule; with --merge-states, every state once
  random       at each step any thread that can go, with equal chance
  pct          random priorities with a few changes: finds any bug of depth d
               with a known chance; pct:depth=3 is the default
  pos          random priorities, drawn anew for steps that conflict
  surw         weighs threads by what they have left to do
  deadlock-guided   for ABS programs: only what can still meet a deadlock cycle
               that the static analysis names; looks for nothing but deadlocks
               and stuck tasks (by default it comes first, and dpor follows)

random, pct, pos and surw sample, from --seed. --bound preemptions=N, delays=N,
depth=N, fairness=N (steps of one thread in a row while another could go) and
timeouts=N (waits of one run that give up because nothing else can go on; 16 if
nothing else is said) combine with all of them. auto begins with 2 time-outs a
run, then 4 and 8, and tells what it has covered when its time is over.
";

const SCHEDULES: &str = "\
A schedule is the list of choices that leads from a program's start to a
finding. 'raddle check --save FILE' writes the first finding's schedule, and
nothing is written without it. 'raddle replay FILE' runs it again, shows it
step by step, and exits with 1 if it still shows the finding.

The file names the program and the version of its own shape; it is refused for
another program or version. It may be replayed from any folder; --program says
where the program lies if that is not where it was.
";

const JSON: &str = "\
--format json prints one object on one line:

  version     1
  program     as it was named
  strategy    as it was named
  verdict     proved, found, bounded, sampled or incomplete
  reasons     the bounds that cut something off, or what is missing
  findings    of each: kind, message, schedule, trace, waiting
  warnings    what goes wrong if waits give up early: kind, breaks, message,
              overtaken, schedule, trace, waiting
  early_timeouts   the verdict of the search for these, where there was one
  stats       runs, blocked_runs, states, choice_points, steps, deadlocks,
              pruned, longest, rounds, seconds
  explored    fraction, stderr, heuristic

docs/json.md in the source describes every key. Keys may be added; the version
changes when one is changed or taken away.
";

const TOPICS: &[&str] = &["exit-codes", "strategies", "programs", "schedules", "json"];

/// Explains a topic or a command.
pub fn run(wanted: Help) -> Result<ExitCode, Mistake> {
    let mut command = Arguments::command();
    command.build();
    let text = match wanted.topic.as_deref() {
        None => command.render_long_help().ansi().to_string(),
        Some("exit-codes") => EXIT_CODES.to_owned(),
        Some("strategies") => STRATEGIES.to_owned(),
        Some("programs") => program::list_builtin(),
        Some("schedules") => SCHEDULES.to_owned(),
        Some("json") => JSON.to_owned(),
        Some(topic) => match command.find_subcommand_mut(topic) {
            Some(found) => found.render_long_help().ansi().to_string(),
            None => {
                let commands: Vec<String> =
                    command.get_subcommands().map(|found| found.get_name().to_owned()).collect();
                let known: Vec<&str> =
                    TOPICS.iter().copied().chain(commands.iter().map(String::as_str)).collect();
                return Err(Mistake::unknown("topic", topic, &known));
            }
        },
    };
    terminal::print(&text);
    Ok(ExitCode::SUCCESS)
}
