//! `cdl list`: what a file has to run, with parameters, records and criteria.

use std::fmt::Write;
use std::path::Path;

use cdl_compiler::diagnostics::render::escaped;
use cdl_session::{ListedVariation, Listing, Located};
use serde_json::{Value, json};

use crate::compile::open;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{exactly, print, tell};

/// Of each experiment of a file; as JSON for programs.
pub fn list(file: &Path, as_json: bool, messages: &Messages) -> Outcome {
    let mut session = match open(file, messages) {
        Ok(session) => session,
        Err(outcome) => return outcome,
    };
    let names = session.experiments();
    let mut outcome = Outcome::Good;
    let mut wrong: Vec<Located> = Vec::new();
    let mut listed: Vec<(String, Option<Listing>)> = Vec::new();
    for name in names {
        match session.compile(Some(&name), &[]) {
            Ok(compilation) => listed.push((name, Listing::of(&compilation))),
            Err(found) => {
                // What is wrong with a model is wrong in each of its experiments.
                wrong.extend(
                    found.into_iter().filter(|own| !wrong.contains(own)).collect::<Vec<_>>(),
                );
                outcome = Outcome::WrongModel;
                listed.push((name, None));
            }
        }
    }
    if as_json {
        let experiments: Vec<Value> = listed.iter().map(of_json).collect();
        let whole = json!({ "file": file.to_string_lossy(), "experiments": experiments });
        exactly(&escaped(&format!("{whole:#}\n")));
    } else if listed.is_empty() {
        tell!("{}: there are no experiments", file.display());
    } else {
        let all: Vec<String> = listed.iter().map(of_text).collect();
        print(&all.join("\n"));
    }
    if !wrong.is_empty() {
        messages.report(&session, &wrong);
    }
    outcome
}

fn of_text((name, listing): &(String, Option<Listing>)) -> String {
    let Some(Listing {
        experiment: _,
        model,
        analysis,
        parameters,
        inputs,
        range,
        choices,
        sensitivities,
        varied,
        records,
        statistics,
        criteria,
    }) = listing
    else {
        return format!("{name}: it is wrong\n");
    };
    let mut text = format!("{name}: {analysis} {model}\n");
    let mut section = |title: &str, lines: Vec<[String; 3]>| {
        let widths =
            [0, 1].map(|k| lines.iter().map(|line| line[k].chars().count()).max().unwrap_or(0));
        for (index, [first, second, third]) in lines.iter().enumerate() {
            let title = if index == 0 { title } else { "" };
            let [a, b] = widths;
            let line = format!("  {title:<11}  {first:<a$}  {second:<b$}  {third}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
    };
    let parameter = |own: &cdl_session::Parameter| {
        let default = match &own.default {
            Some(default) if *default == own.text => String::new(),
            Some(default) => format!("default {default}"),
            None => "no default".to_owned(),
        };
        [own.name.clone(), own.text.clone(), default]
    };
    let recorded = |(name, unit): &(String, String)| [name.clone(), unit.clone(), String::new()];
    section("parameters", parameters.iter().map(parameter).collect());
    let values = |own: &ListedVariation| {
        let count = own.values.len();
        let (shown, what) = match (own.is_drawn, &own.range, own.values.as_slice()) {
            (true, Some((least, most, unit)), _) => {
                (format!("drawn from {} to {} {unit}", short(*least), short(*most)), "draws")
            }
            (_, _, [first, _, .., last]) if count > 4 => (format!("{first} ... {last}"), "values"),
            (_, _, all) => (all.join(", "), "values"),
        };
        let what = match &own.cases {
            Some(cases) if *cases == own.name => "cases".to_owned(),
            Some(cases) => format!("{what} of {cases}"),
            None => what.to_owned(),
        };
        [own.name.clone(), shown, format!("{count} {what}")]
    };
    section("inputs", inputs.iter().map(recorded).collect());
    let rows = |own: &cdl_session::ListedRange| {
        let unit = own.unit;
        [
            own.axis.to_owned(),
            format!("{} {unit} .. {} {unit}", short(own.first), short(own.last)),
            format!("{} rows", own.count),
        ]
    };
    section("over", range.iter().map(rows).collect());
    let bounds = |own: &cdl_session::ListedChoice| {
        let unit = &own.unit;
        let bound = |value: f64| format!("{value} {unit}").trim_end().to_owned();
        [own.name.clone(), format!("{} .. {}", bound(own.low), bound(own.high)), String::new()]
    };
    section("chosen", choices.iter().map(bounds).collect());
    let alone = |name: &String| [name.clone(), String::new(), String::new()];
    section("sensitivity", sensitivities.iter().map(alone).collect());
    section("varied", varied.iter().map(values).collect());
    section("records", records.iter().map(recorded).collect());
    section("statistics", statistics.iter().map(recorded).collect());
    section(
        "requires",
        criteria.iter().map(|(name, text)| [name.clone(), text.clone(), String::new()]).collect(),
    );
    text
}

/// With five digits.
fn short(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

fn of_json((name, listing): &(String, Option<Listing>)) -> Value {
    let Some(listing) = listing else { return json!({ "name": name, "is_wrong": true }) };
    let number = |numbers: &[f64]| match numbers {
        [] => Value::Null,
        [number] => json!(number),
        numbers => json!(numbers),
    };
    let parameters: Vec<Value> = listing
        .parameters
        .iter()
        .map(|own| {
            json!({
                "name": own.name, "text": own.text, "value": number(&own.numbers),
                "unit": own.unit, "default": own.default,
            })
        })
        .collect();
    let recorded = |all: &[(String, String)]| -> Vec<Value> {
        all.iter().map(|(name, unit)| json!({ "name": name, "unit": unit })).collect()
    };
    let criteria: Vec<Value> =
        listing.criteria.iter().map(|(name, text)| json!({ "name": name, "text": text })).collect();
    json!({
        "name": name,
        "model": listing.model,
        "analysis": listing.analysis,
        "parameters": parameters,
        "inputs": recorded(&listing.inputs),
        "over": listing.range.as_ref().map(|own| {
            json!({
                "axis": own.axis, "unit": own.unit, "first": own.first, "last": own.last, "count": own.count,
            })
        }),
        "chosen": listing.choices.iter()
            .map(|own| json!({ "name": own.name, "low": own.low, "high": own.high, "unit": own.unit }))
            .collect::<Vec<_>>(),
        "sensitivity": listing.sensitivities,
        "varied": listing.varied.iter()
            .map(|own| {
                json!({
                    "name": own.name, "values": own.values, "drawn": own.is_drawn, "cases": own.cases,
                })
            })
            .collect::<Vec<_>>(),
        "records": recorded(&listing.records),
        "statistics": recorded(&listing.statistics),
        "criteria": criteria,
    })
}
