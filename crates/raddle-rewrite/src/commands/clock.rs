//! How long a command took, as Maude writes it.

/// Measures a command for the line that Maude prints after it.
pub(super) struct Clock(std::time::Instant);

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "only printed, as Maude prints it; no result depends on it"
    )]
    pub fn start() -> Clock {
        Clock(std::time::Instant::now())
    }

    /// The milliseconds since the start.
    pub fn milliseconds(&self) -> u128 {
        self.0.elapsed().as_millis()
    }

    /// `rewrites: 3 in 0ms cpu (0ms real) (~ rewrites/second)`
    pub fn line(&self, rewrites: u64, timing: bool) -> String {
        if !timing {
            return format!("rewrites: {rewrites}");
        }
        let elapsed = self.0.elapsed();
        let milliseconds = elapsed.as_millis();
        let rate = if milliseconds == 0 {
            "~".to_owned()
        } else {
            ((rewrites as f64 / elapsed.as_secs_f64()) as u64).to_string()
        };
        format!(
            "rewrites: {rewrites} in {milliseconds}ms cpu ({milliseconds}ms real) ({rate} rewrites/second)"
        )
    }
}
