//! The real binary as a child process and messages to and from it. Nothing here waits for ever: two
//! threads read and write, and the process ends with its owner.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long anything may take; on a busy machine a debug build is slow.
pub const LIMIT: Duration = Duration::from_secs(30);

pub struct Transport {
    child: Child,
    outgoing: Option<Sender<Vec<u8>>>,
    incoming: Receiver<Value>,
    complaints: Arc<Mutex<String>>,
}

impl Transport {
    /// Starts `cdl lsp` in a folder, which also gets what the server keeps for itself.
    pub fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cdl"))
            .arg("lsp")
            .current_dir(folder)
            .env("XDG_CACHE_HOME", folder.join(".cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut input = child.stdin.take().expect("piped");
        let (outgoing, queue) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            for bytes in queue {
                // A server that has gone is noticed by its silence.
                if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (read, incoming) = channel();
        let output = child.stdout.take().expect("piped");
        std::thread::spawn(move || read_messages(output, &read));
        let complaints = Arc::new(Mutex::new(String::new()));
        let errors = child.stderr.take().expect("piped");
        let noted = complaints.clone();
        std::thread::spawn(move || read_complaints(errors, &noted));
        Self { child, outgoing: Some(outgoing), incoming, complaints }
    }

    pub fn send(&self, message: &Value) {
        self.send_text(&message.to_string());
    }

    /// Frames any text, whether it is JSON or not.
    pub fn send_text(&self, text: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    }

    pub fn send_bytes(&self, bytes: Vec<u8>) {
        if let Some(outgoing) = &self.outgoing {
            let _gone = outgoing.send(bytes);
        }
    }

    /// Ends the server's input.
    pub fn hang_up(&mut self) {
        self.outgoing = None;
    }

    /// The next message; `None` when none comes until then.
    ///
    /// # Panics
    /// The server has ended its output.
    pub fn receive(&self, until: Instant) -> Option<Value> {
        match self.incoming.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the server has gone; it said:\n{}", self.complaints())
            }
        }
    }

    /// What the server has written to its standard error.
    pub fn complaints(&self) -> String {
        self.complaints.lock().expect("no panic while it is held").clone()
    }

    /// How the process ended, once it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + LIMIT;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Resident memory of the process in KiB, where the system tells it.
    pub fn resident(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Ends at the end of the output, or at the first thing that is no message.
fn read_messages(output: ChildStdout, read: &Sender<Value>) {
    let mut output = BufReader::new(output);
    while let Some(message) = read_message(&mut output) {
        if read.send(message).is_err() {
            return;
        }
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length:") {
            length = number.trim().parse::<usize>().ok();
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn read_complaints(errors: ChildStderr, noted: &Mutex<String>) {
    for line in BufReader::new(errors).lines().map_while(Result::ok) {
        let mut noted = noted.lock().expect("no panic while it is held");
        noted.push_str(&line);
        noted.push('\n');
    }
}
