//! Progress of a run on a terminal.

use std::time::Duration;

use cdl_session::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Parts of the progress bar; time is shown with this resolution.
const TICKS: u64 = 10_000;

/// The bar hides itself where standard error is no terminal.
pub fn bar(quiet: bool) -> ProgressBar {
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(TICKS) };
    bar.set_style(style("  {bar:30} {percent:>3} %  {msg}  {left}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Of a template in which `{left}` is the time that is left, once anything is known of that.
pub fn style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, to: &mut dyn std::fmt::Write| {
        if state.pos() > 0 {
            let _ = write!(to, "{:#} left", HumanDuration(state.eta()));
        }
    };
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left)
}

pub fn show(bar: &ProgressBar, progress: &Progress) {
    if let Some(part) = part(progress) {
        bar.set_position((part * TICKS as f64) as u64);
    }
    bar.set_message(message(progress));
}

/// How much of the run is done, from 0 to 1. An equilibrium takes no time, so nobody knows how far it
/// is.
pub fn part(progress: &Progress) -> Option<f64> {
    (progress.duration > 0.0).then(|| (progress.time / progress.duration).clamp(0.0, 1.0))
}

pub fn message(progress: &Progress) -> String {
    let steps = progress.effort.steps;
    if progress.duration > 0.0 {
        format!("{:.2} s of {} s, {steps} steps", progress.time, progress.duration)
    } else {
        format!("{steps} steps")
    }
}
