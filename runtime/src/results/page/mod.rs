//! `report.html`: one page with everything about a run, which opens without a network.
//!
//! The page holds plotly.js, the data and a small script of its own (`page.js`); its content security
//! policy forbids the browser every request. Curves have at most about 2000 points and keep their
//! extremes, the animation at most 300 frames, between which the player interpolates; of very large models both
//! have less, and not all is shown (see [`super::budget`]).

mod curves;
mod loads;
mod motion;
mod packed;

use super::Column;
use super::asked::Drawing;
use super::film::Film;
use super::history::History;
use super::markup::escaped;
use super::number::rounded;
use super::plots::PlotGroup;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report<'a> {
    /// The model's name.
    pub title: &'a str,
    pub experiment: &'a str,
    /// Of `cdl`.
    pub version: &'a str,
    /// What a reader must know first, such as that the run failed and where.
    pub notice: Option<&'a str>,
    /// What a reader should know besides.
    pub warnings: &'a [String],
    /// What there is of the model beside what the page shows.
    pub left_out: &'a [String],
    /// Names and short texts, such as those of [`super::summary::Summary::lines`].
    pub summary: &'a [(String, String)],
    /// What the history and the film go along: time, for a run.
    pub axis: &'a Column,
    /// Plots over quantities; they come first.
    pub drawings: &'a [Drawing],
    /// What is plotted together: columns of the history.
    pub groups: &'a [PlotGroup],
    pub history: &'a History,
    pub film: &'a Film,
    /// Places on the axis and what happened there: the first ones, and how many there are in all.
    pub events: (&'a [(f64, String)], usize),
}

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Nothing may be fetched. plotly.js compiles functions and draws images through blobs and data.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; \
                      worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:";

/// The page as HTML text.
pub(super) fn html(report: &Report<'_>) -> String {
    let Report {
        title,
        experiment,
        version,
        notice,
        warnings,
        left_out,
        summary,
        axis,
        drawings,
        groups,
        history,
        film,
        events,
    } = *report;
    // A single row makes no curves; its values are in the summary.
    let groups = if history.rows() == 1 { &[] } else { groups };
    let (motion, loads) = match motion::motion(film) {
        Some((motion, loads)) => (Some(motion), loads),
        None => (None, Vec::new()),
    };
    let mut page =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"));
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.push_str(&format!("<title>{} · {}</title>\n", escaped(title), escaped(experiment)));
    page.push_str(&format!(
        "<style>\n{STYLE}</style>\n<script>{}</script>\n</head>\n<body>\n",
        packed::plotly_js()
    ));
    page.push_str(&format!(
        "<header>\n<h1>{}</h1>\n<p class=\"experiment\">experiment <b>{}</b></p>\n",
        escaped(title),
        escaped(experiment)
    ));
    if let Some(notice) = notice {
        page.push_str(&format!("<p class=\"notice\" role=\"alert\">{}</p>\n", escaped(notice)));
    }
    for warning in warnings {
        page.push_str(&format!("<p class=\"caution\">Warning: {}</p>\n", escaped(warning)));
    }
    for words in left_out {
        page.push_str(&format!("<p class=\"left-out\">{}</p>\n", escaped(words)));
    }
    page.push_str("<dl>\n");
    for (name, text) in summary {
        page.push_str(&format!(
            "<div><dt>{}</dt><dd>{}</dd></div>\n",
            escaped(name),
            escaped(text)
        ));
    }
    page.push_str("</dl>\n</header>\n<main>\n");
    if motion.is_some() {
        page.push_str(&motion_section(axis, film, loads));
    }
    page.push_str("<section class=\"plots\">\n");
    let titles = drawings.iter().map(|own| &own.title).chain(groups.iter().map(|own| &own.title));
    for (index, title) in titles.enumerate() {
        page.push_str(&format!(
            "<figure><figcaption>{}</figcaption><div class=\"plot\" id=\"plot-{index}\"></div></figure>\n",
            escaped(title)
        ));
    }
    page.push_str("</section>\n");
    page.push_str(&event_section(axis, events));
    page.push_str("</main>\n");
    let curves = match groups.is_empty() {
        true => String::new(),
        false => format!(
            "; curves here keep the extremes of about a thousand intervals. Click a curve to go to its {}",
            escaped(&axis.name)
        ),
    };
    page.push_str(&format!(
        "<footer>cdl {}. Every number is in results.csv beside this page{curves}.</footer>\n",
        escaped(version)
    ));
    page.push_str(&data_element(
        "curves",
        &curves::figures((drawings, groups), axis, history, events.0),
    ));
    page.push_str(&data_element("motion", &motion));
    page.push_str(&format!("<script>\n{}</script>\n</body>\n</html>\n", script(axis)));
    page
}

/// What happened when, as a list; nothing where nothing did.
fn event_section(axis: &Column, (events, count): (&[(f64, String)], usize)) -> String {
    if events.is_empty() {
        return String::new();
    }
    let mut text = String::from("<section class=\"events\">\n<h2>Events</h2>\n<ol>\n");
    for (at, what) in events {
        let at = format!("{}{}", rounded(*at, 9), axis.suffix());
        text.push_str(&format!("<li><b>{}</b> {}</li>\n", escaped(&at), escaped(what)));
    }
    text.push_str("</ol>\n");
    if count > events.len() {
        let more = count - events.len();
        text.push_str(&format!("<p>{more} more are in events.csv.</p>\n"));
    }
    text.push_str("</section>\n");
    text
}

/// The page's own script, whose clock shows the unit of the axis. It stands in a template of JavaScript.
fn script(axis: &Column) -> String {
    SCRIPT.replace("AXIS_UNIT", &axis.suffix().replace(['`', '$', '\\', '<'], ""))
}

/// Data for the script, as JSON. Numbers that are not finite are null.
fn data_element(id: &str, data: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    // In JSON `<` occurs only inside strings; escaped, no text can end the element.
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
}

/// `loads`: their names with what they are.
fn motion_section(axis: &Column, film: &Film, loads: Vec<String>) -> String {
    let scene = film.scene();
    let bodies = scene.bodies.iter().map(|body| body.path.clone());
    let cables = scene.cables.iter().map(|cable| cable.path.clone());
    let names: Vec<String> = bodies.chain(cables).chain(loads).collect();
    let mut section = format!(
        "<section class=\"motion\">\n<figure>\n<div id=\"scene\"></div>\n<div class=\"player\">\n\
         <button id=\"play\" type=\"button\" aria-label=\"play or pause\"></button>\n\
         <input id=\"position\" type=\"range\" min=\"0\" max=\"1\" step=\"any\" value=\"0\" aria-label=\"{}\">\n\
         <output id=\"clock\"></output>\n\
         <label>speed <select id=\"speed\"></select></label>\n</div>\n",
        escaped(&axis.name)
    );
    // Beyond a dozen the colours repeat too often to tell anything; hovering still does.
    if names.len() <= 12 {
        section.push_str("<ul class=\"names\">\n");
        for (index, name) in names.iter().enumerate() {
            section.push_str(&format!(
                "<li><i style=\"background:{}\"></i>{}</li>\n",
                super::colours::colour(index),
                escaped(name)
            ));
        }
        section.push_str("</ul>\n");
    }
    section.push_str("</figure>\n</section>\n");
    section
}
