//! A drawing at equal scale with axes, as SVG text.

use std::fmt::Write;

use super::ticks::ticks;
use crate::results::bounds::Bounds;
use crate::results::markup::escaped;

/// The area of the plot, in pixels, at most ...
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 520.0;
/// ... and at least; the caption needs the width.
const LEAST_WIDTH: f64 = 300.0;
const LEAST_HEIGHT: f64 = 200.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 54.0;
/// Of a row of the legend.
const ROW: f64 = 19.0;

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke<'a> {
    pub colour: &'a str,
    /// Pixels.
    pub width: f64,
    pub opacity: f64,
    pub dashes: Dashes,
}

/// What a line is broken into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dashes {
    Solid,
    Dotted,
    Long,
}

/// A sample of a line, and what it is.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// None where there is only text.
    pub stroke: Option<Stroke<'a>>,
    /// What it is.
    pub text: String,
}

/// Lines and areas in metres, collected as SVG elements in pixels.
#[derive(Debug)]
pub(super) struct Drawing {
    /// The corner that is the origin of pixels, m.
    low: [f64; 2],
    /// Pixels per metre.
    scale: f64,
    /// Pixels.
    width: f64,
    height: f64,
    /// Of the axes.
    titles: [String; 2],
    /// Elements so far.
    body: String,
}

impl Stroke<'_> {
    /// Of SVG.
    fn attributes(&self) -> String {
        let Stroke { colour, width, opacity, dashes } = *self;
        let dashes = match dashes {
            Dashes::Solid => "",
            Dashes::Dotted => " stroke-dasharray=\"1 3\"",
            Dashes::Long => " stroke-dasharray=\"6 4\"",
        };
        format!(
            "stroke=\"{colour}\" stroke-width=\"{}\" opacity=\"{}\"{dashes}",
            decimal(width, 1),
            decimal(opacity, 2),
        )
    }
}

impl Drawing {
    /// An empty drawing of what lies in `bounds` (finite), with the titles of its two axes.
    pub(super) fn new(bounds: Bounds<2>, titles: [String; 2]) -> Self {
        let [x, y] = bounds.extent();
        let size = x.max(y);
        let margin = if size > 0.0 { 0.05 * size } else { 0.5 };
        let (x, y) = (x + 2.0 * margin, y + 2.0 * margin);
        let scale = (WIDTH / x).min(HEIGHT / y);
        let (width, height) = ((x * scale).max(LEAST_WIDTH), (y * scale).max(LEAST_HEIGHT));
        let [low_x, low_y] = bounds.low;
        // The surplus of a drawing that would be too narrow goes to both sides.
        let low_x = low_x - margin - (width / scale - x) / 2.0;
        let low_y = low_y - margin - (height / scale - y) / 2.0;
        Drawing { low: [low_x, low_y], scale, width, height, titles, body: String::new() }
    }

    /// Where a place in metres is.
    fn pixel(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let [low_x, low_y] = self.low;
        (LEFT + (x - low_x) * self.scale, TOP + self.height - (y - low_y) * self.scale)
    }

    /// A polyline, broken at points that are not finite.
    pub(super) fn line(&mut self, points: &[[f64; 2]], stroke: Stroke<'_>) {
        for run in points.split(|[x, y]| !(x.is_finite() && y.is_finite())) {
            self.element(run, stroke, "fill=\"none\"");
        }
    }

    /// The same with a name, which a browser shows under the pointer.
    pub(super) fn named_line(&mut self, points: &[[f64; 2]], stroke: Stroke<'_>, name: &str) {
        let before = self.body.len();
        self.line(points, stroke);
        if self.body.len() > before {
            self.body.insert_str(before, &format!("<g><title>{}</title>\n", escaped(name)));
            self.body.push_str("</g>\n");
        }
    }

    /// A polygon, lightly filled.
    pub(super) fn area(&mut self, corners: &[[f64; 2]], stroke: Stroke<'_>) {
        let fill = format!("fill=\"{}\" fill-opacity=\"0.12\"", stroke.colour);
        self.element(corners, stroke, &fill);
    }

    /// A line or an area.
    fn element(&mut self, points: &[[f64; 2]], stroke: Stroke<'_>, fill: &str) {
        let mut text = String::new();
        let mut before = String::new();
        for &point in points {
            let (x, y) = self.pixel(point);
            let pixel = format!("{},{}", decimal(x, 1), decimal(y, 1));
            if pixel != before {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&pixel);
                before = pixel;
            }
        }
        if !text.contains(' ') {
            return;
        }
        let _ = writeln!(self.body, "<polyline points=\"{text}\" {fill} {}/>", stroke.attributes());
    }

    /// The whole SVG file, with a legend below the drawing.
    pub(super) fn finish(self, title: &str, caption: &str, legend: &[Entry<'_>]) -> String {
        let bottom = TOP + self.height + BOTTOM;
        let (width, height) = (LEFT + self.width + RIGHT, bottom + ROW * legend.len() as f64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             font-family=\"system-ui, -apple-system, 'Segoe UI', sans-serif\" font-size=\"12\" fill=\"#3c4650\">\n\
             <title>{title}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" rx=\"6\" fill=\"#ffffff\"/>\n\
             <text x=\"{LEFT}\" y=\"26\" font-size=\"16\" font-weight=\"600\" fill=\"#1c2329\">{title}</text>\n\
             <text x=\"{LEFT}\" y=\"45\" fill=\"#6b7680\">{caption}</text>\n",
            w = decimal(width, 0),
            h = decimal(height, 0),
            title = escaped(title),
            caption = escaped(caption),
        );
        self.axes(&mut svg);
        svg.push_str("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
        svg.push_str(&self.body);
        svg.push_str("</g>\n");
        for (row, entry) in legend.iter().enumerate() {
            let y = bottom + ROW * row as f64 + 9.0;
            if let Some(stroke) = entry.stroke {
                let _ = writeln!(
                    svg,
                    "<path d=\"M{LEFT} {}h24\" fill=\"none\" {}/>",
                    decimal(y - 4.0, 1),
                    stroke.attributes()
                );
            }
            let (x, y, text) = (LEFT + 32.0, decimal(y, 1), escaped(&entry.text));
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Grid, numbers and titles of the axes.
    fn axes(&self, svg: &mut String) {
        let [low_x, low_y] = self.low;
        let (bottom, right) = (TOP + self.height, LEFT + self.width);
        let [title_x, title_y] = &self.titles;
        let mut grid = String::new();
        let mut numbers = String::new();
        let (at, decimals) =
            ticks(low_x, low_x + self.width / self.scale, (self.width / 60.0) as usize);
        for value in at {
            let x = decimal(self.pixel([value, low_y]).0, 1);
            let _ = write!(grid, "M{x} {TOP}V{} ", decimal(bottom, 1));
            let _ = writeln!(
                numbers,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                decimal(bottom + 17.0, 1),
                decimal(value, decimals)
            );
        }
        let (at, decimals) =
            ticks(low_y, low_y + self.height / self.scale, (self.height / 50.0) as usize);
        for value in at {
            let y = self.pixel([low_x, value]).1;
            let _ = write!(grid, "M{LEFT} {}H{} ", decimal(y, 1), decimal(right, 1));
            let _ = writeln!(
                numbers,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                decimal(LEFT - 8.0, 1),
                decimal(y + 4.0, 1),
                decimal(value, decimals)
            );
        }
        let _ = writeln!(svg, "<path d=\"{}\" stroke=\"#e3e7ea\" fill=\"none\"/>", grid.trim_end());
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#b9c1c7\"/>",
            decimal(self.width, 1),
            decimal(self.height, 1)
        );
        svg.push_str(&numbers);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{title_x}</text>",
            decimal(LEFT + self.width / 2.0, 1),
            decimal(bottom + 40.0, 1)
        );
        let middle = decimal(TOP + self.height / 2.0, 1);
        let _ = writeln!(
            svg,
            "<text transform=\"translate(22 {middle}) rotate(-90)\" text-anchor=\"middle\">{title_y}</text>"
        );
    }
}

/// A number with so many decimals at most, without trailing zeros and without a negative zero.
fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    if text == "-0" { "0".to_owned() } else { text }
}
