//! Memory does not grow with the number of edits.

use crate::client::Client;
use crate::files::folder;
use crate::large::flat;

/// Edits before the first look: by then all that is kept for speed is there.
const WARM: usize = 500;
const EDITS: usize = 10_000;

/// What an edit may leave behind, in bytes. A leaked text of this model would be 12 kB, one
/// elaboration more than 100 kB, one chunk with its tree 1 to 2 kB; a name that has never been
/// typed before costs some 100 bytes. The allocator takes memory in pieces of 2 MiB, which is 200 bytes
/// for each of so many edits.
const PER_EDIT: u64 = 500;

#[test]
fn edits_leave_nothing_behind() {
    let mut client = Client::start(&folder("memory"));
    client.open("many.cdl", &flat(20));
    client.diagnostics("many.cdl");
    let mut before = 0;
    for edit in 0..EDITS {
        if edit == WARM {
            before = client.transport.resident().unwrap_or(0);
        }
        // A number that was never there before, the name of an item, and back.
        let value = client.find("many.cdl", "  let size_7 = ");
        let line_end = client.text("many.cdl")[value.end..].find('\n').expect("a line");
        let line = value.end..value.end + line_end;
        client.edit("many.cdl", line, &format!("{edit} mm + 2 * 0.5 m"));
        let name = client.find("many.cdl", "model ").end;
        let name_end = client.text("many.cdl")[name..].find(' ').expect("a blank");
        client.edit("many.cdl", name..name + name_end, ["Giant", "Gian"][edit % 2]);
        if edit % 10 == 0 {
            client.diagnostics("many.cdl");
            let hover = client.at("many.cdl", "rope_7.end.position", 3);
            client.request("textDocument/hover", hover).expect("an answer");
        }
    }
    client.diagnostics("many.cdl");
    let after = client.transport.resident().unwrap_or(0);
    let grown = after.saturating_sub(before) * 1024;
    let bound = PER_EDIT * 2 * (EDITS - WARM) as u64;
    assert!(grown <= bound, "{grown} bytes more after {EDITS} edits; {before} KiB before");
}
