//! What became of tests, as JUnit has it: a suite for each file, a case for each criterion.
//! One that could not be judged is an error, not a failure: nobody knows whether it holds.

use std::fmt::Write;
use std::path::Path;

use cdl_session::CriterionVerdict;

use super::{Case, Ended, with_reason};

pub fn text(cases: &[Case]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let mut rest = cases;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|case| case.file == first.file).count();
        let (own, others) = rest.split_at(count);
        suite(&mut text, &first.file, own);
        rest = others;
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(text: &mut String, file: &Path, cases: &[Case]) {
    let tests: usize = cases
        .iter()
        .map(|case| match &case.ended {
            Ended::Judged(all) => all.len(),
            Ended::Failed(_) | Ended::Wrong(_) => 1,
        })
        .sum();
    let [failed, unjudged] = [CriterionVerdict::Failed, CriterionVerdict::NotJudged]
        .map(|verdict| cases.iter().map(|case| case.count(verdict)).sum::<usize>());
    let broken = cases.iter().filter(|case| !matches!(case.ended, Ended::Judged(_))).count();
    let errors = broken + unjudged;
    let took: f64 = cases.iter().map(|case| case.took.as_secs_f64()).sum();
    let name = escaped(&file.to_string_lossy());
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"{errors}\" time=\"{took:.3}\">"
    );
    for case in cases {
        let stem = file.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
        let class = escaped(&format!("{stem}.{}", case.experiment));
        let took = case.took.as_secs_f64();
        match &case.ended {
            Ended::Judged(all) => {
                let share = took / all.len().max(1) as f64;
                for own in all {
                    let name = escaped(&own.name);
                    let head = format!(
                        "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{share:.3}\""
                    );
                    let element = match own.verdict {
                        CriterionVerdict::Met => None,
                        CriterionVerdict::Failed => Some("failure"),
                        CriterionVerdict::NotJudged => Some("error"),
                    };
                    let _ = match element {
                        None => writeln!(text, "{head}/>"),
                        Some(element) => writeln!(
                            text,
                            "{head}><{element} message=\"{}\">{}</{element}></testcase>",
                            escaped(&with_reason(own)),
                            escaped(&own.text)
                        ),
                    };
                }
            }
            Ended::Failed(why) | Ended::Wrong(why) => {
                let _ = writeln!(
                    text,
                    "    <testcase classname=\"{class}\" name=\"run\" time=\"{took:.3}\"><error message=\"{}\"/></testcase>",
                    escaped(why)
                );
            }
        }
    }
    text.push_str("  </testsuite>\n");
}

/// What XML cannot hold, such as control characters, becomes a blank.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for own in text.chars() {
        match own {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            own if own.is_control() => escaped.push(' '),
            own => escaped.push(own),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_xml_reads_as_its_own_is_escaped() {
        assert_eq!(escaped("a < \"b\" & c\u{1b}>"), "a &lt; &quot;b&quot; &amp; c &gt;");
    }
}
