//! What an experiment asks for, with the parameters of its model set.

use std::collections::BTreeMap;

use super::Field;
use crate::place::Place;
use crate::schema::KindId;

/// An experiment with its model's parameters set.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    pub name: String,
    pub place: Place,
    /// Which analysis.
    pub kind: KindId,
    /// By the schema of the analysis: `duration`, `integrator` (a [`Value::Variant`](super::Value::Variant)), `every`, ...
    pub fields: BTreeMap<&'static str, Field>,
    /// Parameters that take several values, but those that are given from outside.
    pub variations: Vec<Variation>,
    /// What its page draws besides what is recorded.
    pub plots: Vec<Plot>,
    /// How its page shows the scene; it opens with the first.
    pub views: Vec<View>,
    /// Parameters that act from outside on what is linearized.
    pub inputs: Vec<Input>,
    /// Parameters by which the numbers of the experiment are derived.
    pub sensitivities: Vec<Input>,
    /// Parameters that are looked for within bounds, but those that are given from outside.
    pub choices: Vec<Choice>,
    /// What these are for, also where all of them are given from outside; absent where none is written.
    pub objective: Option<Objective>,
}

/// A parameter that is looked for within bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub name: String,
    /// SI
    pub low: f64,
    pub high: f64,
    /// The unit in which they are written, and how much of SI that is.
    pub written_in: Option<(String, f64)>,
    pub place: Place,
}

/// What is to be as small, or as large, as it can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// The name under which it is recorded.
    pub record: String,
    /// As it was written.
    pub text: String,
    pub is_largest: bool,
    pub place: Place,
}

/// A parameter that acts from outside, or by which is derived.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    /// SI; `rad` for angles, and empty for numbers.
    pub unit: String,
    pub place: Place,
}

/// Quantities that are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    pub name: String,
    pub curves: Vec<Curve>,
    /// What they are drawn over; absent where that is the axis of the rows.
    pub over: Option<Curve>,
    /// The cable along which they are; each curve is recorded as an array over its stations.
    pub along: Option<Profile>,
    pub place: Place,
}

/// Evenly spaced places on a cable, from its start to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The path of the cable.
    pub cable: String,
    /// What its unstretched length is recorded as.
    pub length: String,
    /// How many, both ends included.
    pub stations: usize,
    /// s; what is before does not count for smallest, largest and mean values.
    pub discard: f64,
}

/// How the page shows the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub name: String,
    /// The path of the body that it goes along with.
    pub follow: Option<String>,
    /// Where the eye is from what it looks at, world axes.
    pub from: Option<[f64; 3]>,
    pub colour: ViewColour,
    pub size: ViewSize,
    pub place: Place,
}

/// What the colour of a cable says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewColour {
    Tension,
    Name,
}

/// How much is to be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewSize {
    /// What moves.
    Fit,
    All,
    /// m
    Across(f64),
}

/// What is drawn, as it was written, and the name under which it is recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub label: String,
    pub record: String,
}

/// A parameter with the values that an experiment gives it, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    pub name: String,
    /// At least one.
    pub values: Vec<Varied>,
    /// In which numbers are shown, and how much of SI it is.
    pub unit: String,
    pub factor: f64,
    pub origin: VariedBy,
    pub place: Place,
}

/// Where the values of a parameter come from, and so which of them go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariedBy {
    /// `vary`: with each value of all others.
    Values,
    /// `sample`: all draws go together.
    Draws,
    /// `cases`: no parameter, but what the rows of a table are called. The columns of the table follow it.
    Case,
    /// A column of the table before it.
    OfCase,
}

/// One of these values.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// As an expression of the language; what a case is called stands as it is.
    pub text: String,
    /// SI, where it is a number.
    pub number: Option<f64>,
    /// Whether it may decide on what exists.
    pub is_structural: bool,
}

impl Varied {
    /// As a cell of a table has it: a text without its quotes.
    pub fn word(&self) -> String {
        let inner = self.text.strip_prefix('"').and_then(|own| own.strip_suffix('"'));
        let Some(inner) = inner else { return self.text.clone() };
        let mut characters = inner.chars();
        let mut word = String::with_capacity(inner.len());
        while let Some(character) = characters.next() {
            word.extend(match character {
                '\\' => characters.next().map(|own| if own == 'n' { '\n' } else { own }),
                character => Some(character),
            });
        }
        word
    }
}
