//! Ctrl-C ends a run after the step it is in, and so do a request to end (SIGTERM) and a terminal that goes away
//! (SIGHUP); a second one ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::tell;

/// Set when the user has had enough. A signal reaches the process, so there is one flag for it.
pub fn flag() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let installed = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(2);
            }
        });
        if let Err(error) = installed {
            tell!("Ctrl-C will end the run without a summary: {error}");
        }
    });
    &INTERRUPTED
}
