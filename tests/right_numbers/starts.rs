//! Starts are laid as they are written, or refused.
