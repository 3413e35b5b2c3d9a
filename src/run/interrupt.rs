//! Ctrl-C ends a run after the step it is in, and so do a request to end (SIGTERM) and a terminal that goes away
//! (SIGHUP); a second one ends the program. What the program was started to ignore, as under `nohup`, it ignores.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::tell;

/// Set when the user has had enough. A signal reaches the process, so there is one flag for it.
pub fn flag() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let ignored = ignored::signals();
        let installed = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(2);
            }
        });
        if let Err(error) = installed {
            tell!("Ctrl-C will end the run without a summary: {error}");
        }
        ignored::ignore(ignored);
    });
    &INTERRUPTED
}

/// Signals that whoever started the program wants it to ignore.
#[cfg(unix)]
mod ignored {
    use nix::sys::signal::{SigHandler, Signal, signal};

    /// Which they are; for an instant all that end a run are ignored.
    // Neither of both handlers is code of ours, so none can be called at a bad moment.
    #[allow(unsafe_code)]
    pub(super) fn signals() -> Vec<Signal> {
        let ending = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
        let is_ignored = |own: &Signal| {
            let before = unsafe { signal(*own, SigHandler::SigIgn) };
            let _ = unsafe { signal(*own, *before.as_ref().unwrap_or(&SigHandler::SigDfl)) };
            matches!(before, Ok(SigHandler::SigIgn))
        };
        ending.into_iter().filter(is_ignored).collect()
    }

    #[allow(unsafe_code)]
    pub(super) fn ignore(signals: Vec<Signal>) {
        for own in signals {
            let _ = unsafe { signal(own, SigHandler::SigIgn) };
        }
    }
}

#[cfg(not(unix))]
mod ignored {
    pub(super) fn signals() {}

    pub(super) fn ignore((): ()) {}
}
