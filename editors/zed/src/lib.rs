//! Starts `cdl lsp` for Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Cdl;

impl zed::Extension for Cdl {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree
            .which("cdl")
            .ok_or("`cdl` is not on the PATH; `cargo install --path .` puts it there")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Cdl);
