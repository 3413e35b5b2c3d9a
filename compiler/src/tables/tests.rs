//! What is read, in SI, and where mistakes are found.

use super::*;

fn errors(text: &str) -> Vec<String> {
    let list = match read("d.csv", text) {
        Err(DataError::Wrong(list)) => list,
        other => panic!("{other:?}"),
    };
    list.iter()
        .map(|e| format!("{}: {} ({})", e.location(), e.message, e.help.as_deref().unwrap_or("")))
        .collect()
}

#[test]
fn columns_are_si() {
    let text = "\u{feff}# measured\ntime [s], tip force [kN], angle [deg], gain\n0, 1.5, 180, 2\n\n1e0, -2, 0, .5\n";
    let table = parse_csv("d.csv", text).unwrap();
    let names: Vec<_> = table.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["time", "tip_force", "angle", "gain"]);
    assert_eq!(*table.columns[1].values, [1500.0, -2000.0]);
    assert_eq!(table.columns[1].dimension, Dimension::FORCE);
    assert_eq!(table.columns[2].values[0], std::f64::consts::PI);
    assert_eq!(table.columns[3].dimension, Dimension::NONE);
    assert_eq!(table.lines, [3, 5]);
    assert_eq!(table.column("tip force"), Some(1));
    assert_eq!(table.check_increasing("d.csv", 0), Ok(()));
    let fault = table.check_increasing("d.csv", 1).unwrap_err();
    assert_eq!(fault.location(), "d.csv, line 5, `tip_force`");
}

#[test]
fn separators_are_found() {
    for separator in [";", "\t", ","] {
        let text = ["time [s]", "x [m]\n0", "1\n"].join(separator);
        assert_eq!(parse_csv("d.csv", &text).unwrap().columns.len(), 2, "{separator:?}");
    }
}

#[test]
fn mistakes_are_located() {
    assert_eq!(
        errors(""),
        ["d.csv: the file is empty (the first line names the columns: `time [s], force [kN]`)"]
    );
    assert_eq!(errors("a, b\n"), ["d.csv: the file has no rows ()"]);
    assert_eq!(errors("a, a\n1, 2\n"), ["d.csv, line 1, `a`: two columns are called `a` ()"]);
    assert_eq!(
        errors("t [sec]\n1\n"),
        ["d.csv, line 1, `t`: there is no unit `sec` (did you mean `s`?)"]
    );
    assert_eq!(
        errors("t [s], f\n1, x\n2\n3, 4 kN\n4,\n5, nan\n"),
        [
            "d.csv, line 2, `f`: `x` is not a number ()",
            "d.csv, line 3: the header has 2 columns, this line has 1 ()",
            "d.csv, line 4, `f`: `4 kN` is not a number (units belong in the header, as in `force [kN]`)",
            "d.csv, line 5, `f`: a value is missing ()",
            "d.csv, line 6, `f`: `nan` is not a finite number ()",
        ]
    );
    assert_eq!(
        errors("t;x\n0;1,5\n"),
        ["d.csv, line 2, `x`: `1,5` is not a number (write the decimal point: `1.5`)"]
    );
    let grouped = |cell: &str| errors(&format!("t;x\n0;{cell}\n"))[0].clone();
    for (cell, expected) in [
        ("1,000", "(write `1000`, or `1` if the comma is a decimal point)"),
        ("-12,345", "(write `-12345`, or `-12.345` if the comma is a decimal point)"),
        ("1234,567", "(write the decimal point: `1234.567`)"),
    ] {
        assert!(grouped(cell).ends_with(expected), "{}", grouped(cell));
    }
    assert_eq!(errors("0, 1\n1, 2\n").len(), 2);
    assert!(errors(&format!("a, b\n{}", "1\n".repeat(1000))).len() <= 10);
}

/// Neither many columns nor many empty lines make room for numbers that no text has.
#[test]
fn wide_tables_and_empty_lines_are_read() {
    let row = |cell: fn(usize) -> String| (0..20_000).map(cell).collect::<Vec<_>>().join(",");
    let header = row(|column| format!("c{column} [m]"));
    let text =
        format!("{header}\n{}{}\n", "\n".repeat(3_000_000), row(|column| column.to_string()));
    let table = parse_csv("d.csv", &text).unwrap();
    assert_eq!(table.columns.len(), 20_000);
    assert_eq!(*table.columns[19_999].values, [19_999.0]);
    assert_eq!(table.lines, [3_000_002]);
}

#[test]
fn toml_becomes_a_structure() {
    let text = r#"
name = "2 cables"
count = 8
gain = 1.5
ok = true
mass = "1.2 t"
at = "[1, 2.5, -3e1] mm"
plain = [1, 2]

[platform]
inertia = "[[1, 0], [0, 2]] kg.m^2"

[[cables]]
length = "2 m"
[[cables]]
length = "3 m"
"#;
    let DataValue::Struct(fields) = parse_toml("r.toml", text).unwrap() else { panic!() };
    let get = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let scalar = |value, dimension| DataValue::Scalar { value, dimension };
    let keys: Vec<_> = fields.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["name", "count", "gain", "ok", "mass", "at", "plain", "platform", "cables"]);
    assert_eq!(get("name"), Some(&DataValue::Text("2 cables".to_owned())));
    assert_eq!(get("count"), Some(&DataValue::Int(8)));
    assert_eq!(get("gain"), Some(&scalar(1.5, Dimension::NONE)));
    assert_eq!(get("mass"), Some(&scalar(1200.0, Dimension::MASS)));
    let l = Dimension::LENGTH;
    assert_eq!(
        get("at"),
        Some(&DataValue::Array(vec![scalar(0.001, l), scalar(0.0025, l), scalar(-0.03, l)]))
    );
    assert!(matches!(get("cables"), Some(DataValue::Array(list)) if list.len() == 2));
}

#[test]
fn toml_mistakes_are_located() {
    let text = "a = 1\n[p]\nmass = \"3 Nm\"\nx = inf\n";
    let errors = parse_toml("r.toml", text).unwrap_err();
    let shown: Vec<_> = errors.iter().map(|e| format!("{}: {}", e.location(), e.message)).collect();
    assert_eq!(
        shown,
        [
            "r.toml, line 3, `p.mass`: there is no unit `Nm`",
            "r.toml, line 4, `p.x`: `inf` is not a finite number",
        ]
    );
    assert_eq!(errors[0].help.as_deref(), Some("did you mean `N.m`?"));
    let broken = parse_toml("r.toml", "a = 1\nb = = 2\n").unwrap_err();
    assert_eq!(broken[0].line, Some(2));
}

#[test]
fn other_endings_are_refused() {
    assert!(matches!(read("d.xlsx", ""), Err(DataError::Unreadable(_))));
}
