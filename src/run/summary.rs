//! What was solved, how, and how well, on a terminal.

use cdl_session::Summary;

/// The lines that end a run on a terminal.
pub fn text(summary: &Summary) -> String {
    let lines = summary.lines();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}: {}\n", summary.model, summary.experiment);
    for (name, value) in lines {
        text.push_str(&format!("  {name:<width$}  {value}\n"));
    }
    if let Some(notice) = summary.notice_above_error() {
        text.push_str(&format!("  {notice}\n"));
    }
    text
}
