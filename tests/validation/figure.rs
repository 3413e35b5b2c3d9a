//! Curves over time as a picture for the documentation, in the colours of the runtime's pictures.

use std::fmt::Write as _;

pub struct Panel {
    pub title: String,
    pub curves: Vec<Curve>,
}

pub struct Curve {
    pub values: Vec<f64>,
    pub colour: &'static str,
    pub width: f64,
}

const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 26.0;
const GAP: f64 = 34.0;
const MOST_POINTS: usize = 150;

/// `columns` of panels over one time, in s. Written only where `UPDATE_DOCS` is set, so that it is
/// looked at before it is committed.
pub fn write(path: &str, description: &str, time: &[f64], columns: &[Vec<Panel>]) {
    if std::env::var_os("UPDATE_DOCS").is_none() {
        return;
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let size = [columns.len() as f64 * (LEFT + WIDTH) + 16.0, rows as f64 * (TOP + HEIGHT) + GAP];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" \
         height=\"{1}\" font-family=\"system-ui, -apple-system, 'Segoe UI', sans-serif\" \
         font-size=\"11\" fill=\"#3c4650\">\n<title>{description}</title>\n\
         <rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#ffffff\"/>\n",
        size[0], size[1]
    );
    for (column, panels) in columns.iter().enumerate() {
        for (row, panel) in panels.iter().enumerate() {
            let corner = [column as f64 * (LEFT + WIDTH) + LEFT, row as f64 * (TOP + HEIGHT) + TOP];
            draw(&mut svg, corner, panel, time, row + 1 == panels.len());
        }
    }
    svg.push_str("</svg>\n");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::write(path, svg).expect("the picture can be written");
}

fn draw(svg: &mut String, [left, top]: [f64; 2], panel: &Panel, time: &[f64], last: bool) {
    let all = || panel.curves.iter().flat_map(|curve| curve.values.iter().copied());
    let (low, high) = all().fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    // What is constant but for rounding lies flat in the middle.
    let flat = high - low < 1e-9 * high.abs();
    let margin = if flat { 0.01 * high.abs() } else { 0.05 * (high - low).max(1e-30) };
    let (low, high) = (low - margin, high + margin);
    let (start, end) = (time[0], time[time.len() - 1]);
    let height = HEIGHT - 14.0;
    let x = |t: f64| left + (t - start) / (end - start) * (WIDTH - 12.0);
    let y = |value: f64| top + height - (value - low) / (high - low) * height;
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{:.1}\" font-weight=\"600\">{}</text>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{:.1}\" height=\"{height}\" fill=\"none\" \
         stroke=\"#d5dbe1\"/>",
        top - 6.0,
        panel.title,
        WIDTH - 12.0
    );
    for mark in [0.1, 0.5, 0.9] {
        let value = low + mark * (high - low);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 4.0,
            y(value) + 4.0,
            label(value, high - low)
        );
    }
    if last {
        for t in [start, 0.5 * (start + end), end] {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{t} s</text>",
                x(t),
                top + height + 14.0
            );
        }
    }
    for curve in &panel.curves {
        let points: Vec<String> = time
            .iter()
            .zip(&curve.values)
            .step_by(time.len().div_ceil(MOST_POINTS))
            .map(|(t, value)| format!("{:.1},{:.1}", x(*t), y(*value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>",
            curve.colour,
            curve.width,
            points.join(" ")
        );
    }
}

/// As many digits as the axis resolves.
fn label(value: f64, range: f64) -> String {
    if range < 1e-4 {
        return format!("{value:.0e}");
    }
    let digits = (2.0 - range.log10()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}
