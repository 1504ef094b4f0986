//! How long a command took, as Maude writes it.

use crate::interpreter::Options;
use std::time::{Duration, Instant};

/// Measures a command for the line that Maude prints after it.
pub(super) struct Clock {
    start: Instant,
    options: Options,
    /// The processor time at the start, where it is known.
    processor: Option<Duration>,
}

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "only printed, as Maude prints it; no result depends on it"
    )]
    pub fn start(options: Options) -> Clock {
        let processor = options.processor_time.filter(|_| options.timing).and_then(|time| time());
        Clock { start: Instant::now(), options, processor }
    }

    /// The processor time, or the time that passed where it is not known, and the time that passed.
    fn elapsed(&self) -> (Duration, Duration) {
        let real = self.start.elapsed();
        let now = self.processor.and_then(|_| self.options.processor_time?());
        (self.processor.zip(now).map_or(real, |(start, now)| now.saturating_sub(start)), real)
    }

    /// `0ms cpu (0ms real)`
    pub fn times(&self) -> String {
        let (processor, real) = self.elapsed();
        format!("{}ms cpu ({}ms real)", processor.as_millis(), real.as_millis())
    }

    /// `rewrites: 3 in 0ms cpu (0ms real) (~ rewrites/second)`
    pub fn line(&self, rewrites: u64) -> String {
        if !self.options.timing {
            return format!("rewrites: {rewrites}");
        }
        let (processor, real) = self.elapsed();
        let rate = if processor.as_millis() == 0 {
            "~".to_owned()
        } else {
            ((rewrites as f64 / processor.as_secs_f64()) as u64).to_string()
        };
        let (processor, real) = (processor.as_millis(), real.as_millis());
        format!("rewrites: {rewrites} in {processor}ms cpu ({real}ms real) ({rate} rewrites/second)")
    }
}
