//! `report.html`: one page with everything about a run, which opens without a network.
//!
//! The page holds three.js where there is a scene, the data and a script of its own (`script/`); its content security policy
//! forbids the browser every request, but for three.js in a file beside its folder, which pages of several runs share. Curves have at most about 2000 points and keep their
//! extremes, the animation at most 300 frames, between which the player interpolates; of very large models both
//! have less, and not all is shown (see [`super::budget`]).

mod base64;
mod figures;
mod loads;
mod packed;
mod scene;
pub(super) mod script;

use serde::Serialize;

pub(super) use self::base64::encoded;
use self::figures::Figure;
use self::scene::{MovingScene, Named};
use super::Column;
use super::asked::Drawing;
use super::film::Film;
use super::history::History;
use super::markup::escaped;
use super::number::rounded;
use super::plots::PlotGroup;
use super::profile::Profile;
use super::views::View;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report<'a> {
    /// The model's name.
    pub title: &'a str,
    /// What it is of, such as an experiment, and that by its name.
    pub of: (&'a str, &'a str),
    /// Of `cdl`.
    pub version: &'a str,
    /// Where all numbers are, in words.
    pub numbers: &'a str,
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
    /// Whether three.js is in a file that pages share, above the folder of this one.
    pub shares_script: bool,
    /// Views of the scene that are asked for; the page opens with the first one.
    pub views: &'a [View],
    /// Plots over quantities; they come first.
    pub drawings: &'a [Drawing],
    /// Plots along cables, after these.
    pub profiles: &'a [Profile],
    /// What is plotted together: columns of the history.
    pub groups: &'a [PlotGroup],
    /// Of the recorded quantities.
    pub history: &'a History,
    /// Of the scene.
    pub film: &'a Film,
    /// Places on the axis and what happened there: the first ones, and how many there are in all.
    pub events: (&'a [(f64, String)], usize),
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    /// Of the player.
    axis: Axis,
    /// None where nothing is drawn.
    scene: &'a Option<MovingScene>,
    /// All plots.
    figures: &'a [Figure],
    /// Places on the axis, and what happened there.
    events: &'a [(f64, String)],
}

/// What the player goes along.
#[derive(Serialize)]
struct Axis {
    /// What stands after a number.
    suffix: String,
}

/// Of the page.
const STYLE: &str = include_str!("style.css");

/// Nothing may be fetched but a script from the same disk, where pages share one. Pictures of plots are made from data.
fn policy(shares_script: bool) -> String {
    let from = if shares_script { " 'self' file:" } else { "" };
    format!(
        "default-src 'none'; script-src 'unsafe-inline'{from}; style-src 'unsafe-inline'; img-src data: blob:"
    )
}

/// The page as HTML text.
pub(super) fn html(report: &Report<'_>) -> String {
    let Report { axis, drawings, profiles, groups, history, film, views, events, .. } = *report;
    // A single row makes no curves; its values are in the summary.
    let groups = if history.rows() == 1 { &[] } else { groups };
    let (scene, names) = scene::moving_scene(film, views).unzip();
    let figures = figures::figures((drawings, profiles, groups), axis, history);
    let mut page = head(report);
    page.push_str(&header(report));
    page.push_str(&format!(
        "<main class=\"{}\">\n",
        if scene.is_some() { "beside" } else { "alone" }
    ));
    if let Some(names) = &names {
        page.push_str(&scene_section(axis, names));
    }
    page.push_str("<div class=\"numbers\">\n");
    page.push_str(&summary_section(report.summary));
    page.push_str(&plot_section(&figures));
    page.push_str(&event_section(axis, events));
    page.push_str("</div>\n</main>\n");
    let curves = match groups.is_empty() {
        true => String::new(),
        false => format!(
            "; curves over {0} keep the extremes of about a thousand intervals. Click one to go to its {0}, drag to zoom, \
             double-click to see all",
            escaped(&axis.name)
        ),
    };
    page.push_str(&format!(
        "<footer>cdl {}. Every number is in {}{curves}.</footer>\n",
        escaped(report.version),
        escaped(report.numbers)
    ));
    let data = Data {
        axis: Axis { suffix: axis.suffix() },
        scene: &scene,
        figures: &figures,
        events: events.0,
    };
    page.push_str(&data_element("data", &data));
    page.push_str(&script::elements(scene.is_some(), report.shares_script));
    page.push_str("</body>\n</html>\n");
    page
}

/// Everything before the body.
fn head(report: &Report<'_>) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} · {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        policy(report.shares_script),
        escaped(report.title),
        escaped(report.of.1)
    )
}

/// Title and notice.
fn header(report: &Report<'_>) -> String {
    let mut header = format!(
        "<header>\n<h1>{}</h1>\n<p class=\"experiment\">{} <b>{}</b></p>\n",
        escaped(report.title),
        escaped(report.of.0),
        escaped(report.of.1)
    );
    if let Some(notice) = report.notice {
        header.push_str(&format!("<p class=\"notice\" role=\"alert\">{}</p>\n", escaped(notice)));
    }
    for warning in report.warnings {
        header.push_str(&format!("<p class=\"caution\">Warning: {}</p>\n", escaped(warning)));
    }
    for words in report.left_out {
        header.push_str(&format!("<p class=\"left-out\">{}</p>\n", escaped(words)));
    }
    header.push_str("</header>\n");
    header
}

/// Names with their texts.
fn summary_section(lines: &[(String, String)]) -> String {
    let mut section = String::from("<dl>\n");
    for (name, text) in lines {
        section.push_str(&format!(
            "<div><dt>{}</dt><dd>{}</dd></div>\n",
            escaped(name),
            escaped(text)
        ));
    }
    section.push_str("</dl>\n");
    section
}

/// Places that the script fills.
fn plot_section(figures: &[Figure]) -> String {
    let mut section = String::from("<section class=\"plots\">\n");
    for (index, figure) in figures.iter().enumerate() {
        section.push_str(&format!(
            "<figure><figcaption><span>{}</span></figcaption><div class=\"plot\" id=\"plot-{index}\"></div></figure>\n",
            escaped(&figure.title)
        ));
    }
    section.push_str("</section>\n");
    section
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

/// Data for the script, as JSON. Numbers that are not finite are null.
fn data_element(id: &str, data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    // In JSON `<` occurs only inside strings; escaped, no text can end the element.
    let json = cdl_graph::escaped(&json).replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
}

/// More names are folded away.
const NAMES_OPEN: usize = 16;
/// More of them nobody reads.
const NAMES: usize = 400;

/// The scene with its player, and the names of what is in it, each of which shows or hides it.
fn scene_section(axis: &Column, names: &[Named]) -> String {
    let mut section = format!(
        "<section class=\"scene\">\n<figure>\n\
         <div class=\"tools\"><div id=\"views\" role=\"group\" aria-label=\"views\"></div>\n\
         <label>follow <select id=\"follow\"><option value=\"\">nothing</option></select></label>\n\
         <label>cables by <select id=\"colour\"><option value=\"tension\">tension</option><option value=\"name\">name</option></select></label>\n\
         <button id=\"save-scene\" type=\"button\" title=\"save the scene as PNG\">PNG</button></div>\n\
         <div id=\"scene\"></div>\n<div id=\"bar\" hidden></div>\n<div class=\"player\">\n\
         <button id=\"play\" type=\"button\" aria-label=\"play\"></button>\n\
         <input id=\"position\" type=\"range\" min=\"0\" max=\"1\" step=\"any\" value=\"0\" aria-label=\"{}\">\n\
         <output id=\"clock\"></output>\n\
         <label>speed <select id=\"speed\"></select></label>\n</div>\n",
        escaped(&axis.name)
    );
    let open = if names.len() <= NAMES_OPEN { " open" } else { "" };
    section.push_str(&format!("<details id=\"names\"{open}><summary>what is drawn</summary>\n"));
    for Named { words, colour } in names.iter().take(NAMES) {
        section.push_str(&format!(
            "<button type=\"button\" aria-pressed=\"true\"><i style=\"background:{colour}\"></i>{}</button>\n",
            escaped(words)
        ));
    }
    if names.len() > NAMES {
        section.push_str(&format!("<p>and {} more</p>\n", names.len() - NAMES));
    }
    section.push_str("</details>\n</figure>\n</section>\n");
    section
}
