//! `cases`: the rows of a file as values of parameters that go together.

use cdl_grammar::quoted;
use cdl_grammar::syntax::{Element, Expr, ExprKind, Name};

use super::Unfolding;
use super::rows::{is_bare, is_plain};
use super::variations::{MOST, OfModel, number, si};
use super::written::is_broken;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::types::Ty;
use crate::schema::KindId;
use crate::tables::{DataError, Sheet, SheetColumn, TableError, bad_cell};
use crate::typed::{Value, Variation, Varied, VariedBy};
use crate::units::{Unit, unit_named, with_article};

/// Of the first column, where it says what rows are called.
const LABEL: &str = "name";
/// More are not shown.
const MOST_ERRORS: usize = 10;

impl<'a> Unfolding<'_, 'a> {
    /// `cases NAME = table("FILE.csv")`
    pub(super) fn cases(&mut self, context: Context, of: OfModel<'_, 'a>, element: &Element) {
        if is_broken(element) {
            return;
        }
        let name = element.name.as_ref().filter(|name| name.index.is_none());
        let file = element.law.as_ref().and_then(|law| Some((&**law, file_of(law)?)));
        let is_plain = is_plain(element) && is_bare(element);
        let (Some(name), Some((law, file)), true) = (name, file, is_plain) else {
            let message = "cases have a name, and a file with a row for each of them";
            self.misplaced(context, KindId::Cases, element.kind.span, message);
            return;
        };
        let name = &name.name;
        let Some(Value::Text(path)) = self.text_of(context, file) else { return };
        if !self.is_free(context, of, name) {
            return;
        }
        let place = context.place(law.span);
        let sheet = match self.values.sources.sheet(context.source.module, &path) {
            Ok(sheet) => sheet,
            Err(DataError::Unreadable(reason)) => {
                let report = diagnostics::data_file_unreadable(place, &path, reason);
                self.values.report(context, report);
                return;
            }
            Err(DataError::Wrong(errors)) => {
                self.values.report_wrong_data(context, place, errors);
                return;
            }
        };
        if self.variants().saturating_mul(sheet.rows.len()) > MOST {
            let message = format!("a study has at most {MOST} variants");
            self.values.report(context, diagnostics::impossible_value(place, &message, "too many"));
            return;
        }
        let mut errors = Errors { file: &path, header: sheet.header, list: Vec::new() };
        let has_labels = sheet.columns.first().is_some_and(|own| own.name == LABEL);
        let mut found = vec![Variation {
            name: name.text.to_string(),
            values: labels(sheet, has_labels, &mut errors),
            unit: String::new(),
            factor: 1.0,
            origin: VariedBy::Case,
            place: context.place(name.span),
        }];
        for (index, column) in sheet.columns.iter().enumerate().skip(usize::from(has_labels)) {
            let Some(param) = self.parameter_of_column(of, column, &mut errors) else { continue };
            let Some(ty) = self.type_of_parameter(of, param) else {
                errors.add(
                    None,
                    column,
                    "this parameter has no type that a cell could have",
                    "give it one, or a default",
                );
                continue;
            };
            let Some((unit, factor)) = unit_of_column(column, &ty, &mut errors) else { continue };
            let earlier = self.elements.variations.iter().find(|own| *own.name == *column.name);
            if let Some(earlier) = earlier.map(|own| own.place) {
                let report = diagnostics::duplicate_name(place, "parameter", &column.name, earlier);
                self.values.report(context, report);
                return;
            }
            let mut values = Vec::with_capacity(sheet.rows.len());
            for row in &sheet.rows {
                match cell(&row.cells[index], &ty, unit) {
                    Ok(value) => values.push(value),
                    Err((message, help)) => errors.add(Some(row.line), column, &message, &help),
                }
            }
            if !of.is_given(&column.name) {
                found.push(Variation {
                    name: column.name.clone(),
                    values,
                    unit: if matches!(ty, Ty::Scalar { .. }) {
                        shown(column, &ty)
                    } else {
                        String::new()
                    },
                    factor,
                    origin: VariedBy::OfCase,
                    place,
                });
            }
        }
        if !errors.list.is_empty() {
            self.values.report_wrong_data(context, place, &errors.list);
            return;
        }
        self.elements.variations.extend(found);
    }

    /// The path, which is known before the run.
    fn text_of(&mut self, context: Context, file: &Expr) -> Option<Value> {
        let value = self.evaluator().value(context, file);
        match value {
            Value::Text(_) => Some(value),
            Value::Error => None,
            value => {
                let (found, place) = (self.values.type_of(&value), context.place(file.span));
                let of = Some("`table`");
                let report = crate::elaborate::report::wrong_type(place, "Text", &found, of);
                self.values.report(context, report);
                None
            }
        }
    }

    /// Reports a name that something else in the results has.
    fn is_free(&mut self, context: Context, of: OfModel<'_, 'a>, name: &Name) -> bool {
        let declaration = of.declaration;
        let params = declaration.component.params.iter();
        let mut params = params.filter(|own| own.name.text == name.text);
        let param = params.next().map(|own| declaration.context.place(own.name.span));
        let mut varied = self.elements.variations.iter();
        let varied = varied.find(|own| *own.name == *name.text).map(|own| own.place);
        let Some(earlier) = param.or(varied) else { return true };
        let place = context.place(name.span);
        let report = diagnostics::duplicate_name(place, "name", &name.text, earlier);
        self.values.report(context, report);
        false
    }

    fn parameter_of_column(
        &self,
        of: OfModel<'_, 'a>,
        column: &SheetColumn,
        errors: &mut Errors<'_>,
    ) -> Option<&'a Name> {
        let component = of.declaration.component;
        let params = component.params.iter().map(|own| &own.name);
        let found = params.clone().find(|own| *own.text == *column.name);
        if found.is_none() {
            let names: Vec<&str> = params.map(|own| &*own.text).collect();
            let message = format!("`{}` has no parameter `{}`", component.name.text, column.name);
            let help = match (
                column.name == LABEL,
                diagnostics::nearest(&column.name, names.iter().copied()),
            ) {
                (true, _) => "what rows are called stands in the first column".to_owned(),
                (false, Some(near)) => format!("did you mean `{near}`?"),
                (false, None) if names.is_empty() => "it has none".to_owned(),
                (false, None) => format!("its parameters are `{}`", names.join("`, `")),
            };
            errors.add(None, column, &message, &help);
        }
        found
    }
}

struct Errors<'a> {
    file: &'a str,
    /// The line that it stands on.
    header: usize,
    list: Vec<TableError>,
}

impl Errors<'_> {
    /// Without a line it is about the header.
    fn add(&mut self, line: Option<usize>, column: &SheetColumn, message: &str, help: &str) {
        if self.list.len() < MOST_ERRORS {
            self.list.push(TableError {
                file: self.file.to_owned(),
                line: line.or(Some(self.header)),
                column: Some(column.name.clone()),
                message: message.to_owned(),
                help: (!help.is_empty()).then(|| help.to_owned()),
            });
        }
    }
}

/// The argument of a `table(...)` with one.
fn file_of(law: &Expr) -> Option<&Expr> {
    let ExprKind::Call { callee, arguments, unit: None } = &law.kind else { return None };
    let is_table = matches!(&callee.kind, ExprKind::Name(name) if **name == *"table");
    match arguments.as_slice() {
        [file] if is_table && file.name.as_ref().is_none_or(|own| *own.text == *"file") => {
            Some(&file.value)
        }
        _ => None,
    }
}

/// What the rows are called: by the first column, or by their numbers.
fn labels(sheet: &Sheet, has_labels: bool, errors: &mut Errors<'_>) -> Vec<Varied> {
    let label = |text: String, number| Varied { text, number, is_structural: false };
    let first = sheet.columns.first().filter(|_| has_labels);
    let Some(column) = first else {
        return (1..=sheet.rows.len()).map(|k| label(k.to_string(), Some(k as f64))).collect();
    };
    if column.unit != "1" {
        errors.add(None, column, "what rows are called has no unit", "");
    }
    let mut seen = rustc_hash::FxHashMap::default();
    let mut found = Vec::with_capacity(sheet.rows.len());
    for row in &sheet.rows {
        let text = row.cells[0].as_str();
        if text.is_empty() {
            errors.add(Some(row.line), column, "this row has no name", "");
        } else if let Some(earlier) = seen.insert(text, row.line) {
            let message = format!("`{text}` is also what line {earlier} is called");
            errors.add(Some(row.line), column, &message, "");
        }
        found.push(label(text.to_owned(), None));
    }
    found
}

/// The unit of the numbers in a column and how much of SI it is, where they have one that is the parameter's.
fn unit_of_column(column: &SheetColumn, ty: &Ty, errors: &mut Errors<'_>) -> Option<(Unit, f64)> {
    let unit = match unit_named(&column.unit) {
        Ok(unit) => unit,
        Err(unknown) => {
            let help = unknown.nearest.map(|meant| format!("did you mean `{meant}`?"));
            let message = format!("there is no unit `{}`", column.unit);
            errors.add(None, column, &message, &help.unwrap_or_default());
            return None;
        }
    };
    let (is_plain, name) = (column.unit == "1", &column.name);
    let (message, help) = match ty {
        Ty::Scalar { dimension, unit: own } if unit.dimension == *dimension => {
            // Angles are plain numbers, too, and nobody knows in which unit.
            if !(is_plain && *own != "1") {
                return Some((unit, unit.to_si(1.0)));
            }
            let message = format!(
                "the parameter is {}, and its column has no unit",
                with_article(&ty.name())
            );
            (message, format!("write `{name} [{}]`", si(ty)))
        }
        Ty::Scalar { .. } => {
            let found = match is_plain {
                true => "has no unit".to_owned(),
                false => format!("is in {}", column.unit),
            };
            let message =
                format!("the parameter is {}, and its column {found}", with_article(&ty.name()));
            let plain = matches!(si(ty).as_str(), "" | "1");
            let help = if plain {
                format!("write `{name}`")
            } else {
                format!("write a unit such as `{name} [{}]`", si(ty))
            };
            (message, help)
        }
        Ty::Int | Ty::Bool | Ty::Text | Ty::Enum(_) if is_plain => return Some((unit, 1.0)),
        Ty::Int | Ty::Bool | Ty::Text | Ty::Enum(_) => {
            let message =
                format!("the parameter is {}, which has no unit", with_article(&ty.name()));
            (message, format!("write `{name}`"))
        }
        _ => {
            let message =
                format!("the parameter is {}, which no cell can be", with_article(&ty.name()));
            let help = "columns are of scalar quantities, whole numbers, `Bool`, `Text` and values of enums";
            (message, help.to_owned())
        }
    };
    errors.add(None, column, &message, &help);
    None
}

/// In which unit the numbers of a column are shown: that in which they are written.
fn shown(column: &SheetColumn, ty: &Ty) -> String {
    if column.unit == "1" { si(ty) } else { column.unit.clone() }
}

/// The value of a cell; otherwise what is wrong with it, and what would help.
fn cell(text: &str, ty: &Ty, unit: Unit) -> Result<Varied, (String, String)> {
    let of_structure = |text: String, number| Varied { text, number, is_structural: true };
    let wrong = |message: String, help: &str| Err((message, help.to_owned()));
    if text.is_empty() {
        return wrong("a value is missing".to_owned(), "");
    }
    match ty {
        Ty::Int => match text.parse::<i64>() {
            Ok(own) => Ok(of_structure(own.to_string(), Some(own as f64))),
            Err(_) => wrong(format!("`{text}` is not a whole number"), ""),
        },
        Ty::Bool => match text {
            "true" | "false" => Ok(of_structure(text.to_owned(), None)),
            _ => wrong(format!("`{text}` is neither `true` nor `false`"), ""),
        },
        Ty::Text if text.contains(char::is_control) => {
            wrong("a text stands on one line".to_owned(), "")
        }
        Ty::Text => Ok(of_structure(quoted(text), None)),
        Ty::Enum(of) if of.position(text).is_some() => Ok(of_structure(text.to_owned(), None)),
        Ty::Enum(of) => {
            let values: Vec<&str> = of.values.iter().map(|own| &**own).collect();
            let help = format!("its values are `{}`", values.join("`, `"));
            wrong(format!("`{text}` is no `{}`", ty.name()), &help)
        }
        _ => match text.parse::<f64>() {
            Ok(own) if unit.to_si(own).is_finite() => Ok(number(unit.to_si(own), ty)),
            Ok(_) => wrong(format!("`{text}` is not a finite number"), ""),
            Err(_) => Err(bad_cell(text)),
        },
    }
}
