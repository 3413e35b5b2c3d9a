//! From the stream of messages to the handlers and back.
//!
//! A loop of our own, because the one of tower-lsp ends at the first message that is no JSON, does not
//! end at `exit`, and dies of a panic in a handler. Each message is handled in the order of arrival
//! until its handler waits for the first time: up to there a handler sees the documents exactly as
//! the client had them when it wrote the message. From there on handlers run side by side.

use std::io::{self, BufReader, Write};
use std::panic::AssertUnwindSafe;
use std::task::Poll;

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};
use tower_service::Service;

use super::framing::{self, Incoming};

/// How the conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By `exit` after `shutdown`.
    Orderly,
    /// By `exit` without `shutdown`, or the streams were closed.
    Abrupt,
}

/// Serves until `exit` or until a stream is closed.
pub(super) async fn converse<S: LanguageServer>(
    input: impl io::Read + Send + 'static,
    output: impl Write + Send + 'static,
    mut service: LspService<S>,
    socket: ClientSocket,
) -> Ending {
    let (requests, mut responses) = socket.split();
    let (outgoing, written) = write_in_background(output);
    let mut incoming = read_in_background(input);
    let to_client = outgoing.clone();
    tokio::spawn(requests.for_each(move |request| {
        send(&to_client, &request);
        std::future::ready(())
    }));

    let mut ending = Ending::Abrupt;
    while let Some(message) = incoming.recv().await {
        let mut message = match message {
            Incoming::Message(message) => message,
            Incoming::Unreadable(reason) => {
                let error = Error { message: reason.into(), ..Error::parse_error() };
                send(&outgoing, &Response::from_error(Id::Null, error));
                continue;
            }
        };
        // Some clients write it where there are no parameters, and tower-lsp takes it for one.
        if let Some(fields) = message.as_object_mut()
            && fields.get("params").is_some_and(Value::is_null)
        {
            fields.remove("params");
        }
        if message.get("method").is_none() {
            answer_from_client(message, &mut responses, &outgoing).await;
            continue;
        }
        let id = id_of(&message);
        let request: Request = match serde_json::from_value(message) {
            Ok(request) => request,
            Err(_) => {
                let error = Error::invalid_request();
                send(&outgoing, &Response::from_error(id.unwrap_or_default(), error));
                continue;
            }
        };
        match request.method() {
            "exit" => break,
            "shutdown" => ending = Ending::Orderly,
            _ => {}
        }
        let handled = AssertUnwindSafe(service.call(request)).catch_unwind();
        let mut answer = Box::pin(handled.map(move |handled| match handled {
            Ok(answer) => answer.ok().flatten(),
            Err(_) => id.map(|id| Response::from_error(id, bug())),
        }));
        match futures_util::poll!(&mut answer) {
            Poll::Ready(Some(answer)) => send(&outgoing, &answer),
            Poll::Ready(None) => {}
            Poll::Pending => {
                let outgoing = outgoing.clone();
                tokio::spawn(async move {
                    if let Some(answer) = answer.await {
                        send(&outgoing, &answer);
                    }
                });
            }
        }
    }
    // What has been answered is on its way before the process ends.
    let (done, is_done) = tokio::sync::oneshot::channel();
    if outgoing.send(Outgoing::Flush(done)).is_ok() {
        let _ = is_done.await;
    }
    drop(written);
    ending
}

/// What a panic in a handler becomes.
pub(super) fn bug() -> Error {
    Error {
        code: ErrorCode::InternalError,
        message: "this is a bug of cdl: the request could not be answered; \
                  the language server's log says where"
            .into(),
        data: None,
    }
}

async fn answer_from_client(
    message: Value,
    responses: &mut (impl futures_util::Sink<Response> + Unpin),
    outgoing: &UnboundedSender<Outgoing>,
) {
    match serde_json::from_value::<Response>(message.clone()) {
        // An answer to a question that nobody asked is dropped behind this.
        Ok(response) => drop(responses.send(response).await),
        Err(_) => {
            let id = id_of(&message).unwrap_or_default();
            send(outgoing, &Response::from_error(id, Error::invalid_request()));
        }
    }
}

fn id_of(message: &Value) -> Option<Id> {
    serde_json::from_value(message.get("id")?.clone()).ok()
}

enum Outgoing {
    Message(String),
    /// Tells when everything before it is written.
    Flush(tokio::sync::oneshot::Sender<()>),
}

fn send(outgoing: &UnboundedSender<Outgoing>, message: &impl serde::Serialize) {
    if let Ok(message) = serde_json::to_string(message) {
        // Without a receiver the stream is closed, and the conversation about to end.
        let _ = outgoing.send(Outgoing::Message(message));
    }
}

/// Reading blocks, so it has a thread of its own.
fn read_in_background(input: impl io::Read + Send + 'static) -> UnboundedReceiver<Incoming> {
    let (sender, receiver) = unbounded_channel();
    std::thread::spawn(move || {
        let mut input = BufReader::with_capacity(64 << 10, input);
        while let Ok(Some(message)) = framing::read(&mut input) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    receiver
}

fn write_in_background(
    mut output: impl Write + Send + 'static,
) -> (UnboundedSender<Outgoing>, std::thread::JoinHandle<()>) {
    let (sender, mut receiver) = unbounded_channel();
    let thread = std::thread::spawn(move || {
        while let Some(outgoing) = receiver.blocking_recv() {
            match outgoing {
                Outgoing::Message(message) => {
                    if framing::write(&mut output, &message).is_err() {
                        break;
                    }
                }
                Outgoing::Flush(done) => drop(done.send(())),
            }
        }
    });
    (sender, thread)
}
