//! Every field and variant of the schema does something: given two values, a model has two graphs. The models are made
//! from the schema, so that a new field is covered by itself.

use cdl_compiler::schema::{
    Field, Kind, KindId, Presence, Range, Type, Variant, Written, example_value, kinds,
};
use cdl_compiler::typed::View;
use cdl_compiler::{Compiler, Nothing, Request};

/// What changes no graph, and why.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("material.youngs_modulus", "nothing but expressions reads it"),
    ("cable.start: catenary", "another word for `hanging`"),
    ("vary.count", "each variant is a graph of its own"),
    ("sample.count", "each variant is a graph of its own"),
    ("sample.seed", "draws are variants, and each is a graph of its own"),
];

/// What a field needs beside it to matter or to be allowed.
fn beside(kind: KindId, field: &str) -> &'static [&'static str] {
    match (kind, field) {
        (KindId::Body, "density" | "material") => &["shape = sphere(diameter = 1 m)"],
        (KindId::Body, "inertia" | "shape") => &["mass = 1 kg"],
        (KindId::Body, "mass") => &["inertia = diag(1, 1, 1) kg.m^2"],
        (KindId::Body, _) => &["mass = 1 kg", "inertia = diag(1, 1, 1) kg.m^2"],
        (KindId::Plot, "stations") => &["along = light"],
        (KindId::Simulate, "discard") => &["duration = 10 s"],
        (KindId::Material, "density") => &[],
        (KindId::Material, _) => &["density = 1 kg/m^3"],
        // One of those that say what it weighs, and what they need.
        (KindId::Cable, "density" | "material") => &["diameter = 10 mm"],
        (KindId::Cable, "mass" | "linear_density") => &[],
        (KindId::Cable, "ends") => &["mass = 1 kg", "bending = { stiffness = 1 N.m^2 }"],
        (KindId::Cable, "second_bending") => &[
            "mass = 1 kg",
            "diameter = 1 cm",
            "bending = { stiffness = 1 N.m^2 }",
            "torsion = { stiffness = 1 N.m^2 }",
            "ends = { start = clamped(direction = x); end = clamped(direction = x) }",
        ],
        (KindId::Cable, "torsion") => &[
            "mass = 1 kg",
            "diameter = 1 cm",
            "bending = { stiffness = 1 N.m^2 }",
            "ends = { start = clamped(direction = x); end = clamped(direction = x) }",
        ],
        (KindId::Cable, "bending") => &["mass = 1 kg", "ends = { start = clamped(direction = x) }"],
        (KindId::Cable, "drag") => &["diameter = 10 mm", "mass = 1 kg"],
        (KindId::Cable, _) => &["mass = 1 kg"],
        (_, _) => &[],
    }
}

/// A field with values that should make a difference, such as `start = { angle = 1 rad }`.
struct Case {
    /// Such as `joint revolute.start.angle`.
    name: String,
    values: Vec<String>,
}

fn cases_of(name: &str, field: &Field) -> Vec<Case> {
    let plain = |values: [String; 2]| vec![Case { name: name.to_owned(), values: values.into() }];
    match &field.ty {
        // It begins with the length of the cable.
        Type::Scalar("m") if name == "winch.drive" => {
            plain(["1.25", "2.75"].map(|rate| format!("2 m + {rate} m/s * time")))
        }
        // It begins with no travel.
        Type::Scalar("m") if name == "sheave.drive" => {
            plain(["1.25", "2.75"].map(|rate| format!("{rate} m/s * time")))
        }
        Type::Scalar(unit) => plain(numbers(&field.range).map(|value| with_unit(value, unit))),
        Type::Downward(unit) => plain(["1.25", "2.75"].map(|value| format!("{value} {unit}"))),
        Type::Vector(unit) => plain(
            ["[1.25, 2.75, 3.5]", "[3.5, 1.25, 2.75]"]
                .map(|value| format!("{value}{}", spaced(unit))),
        ),
        Type::Matrix(unit) => plain(
            ["diag(1.25, 1.25, 1.25)", "diag(2.75, 2.75, 2.75)"]
                .map(|value| format!("{value}{}", spaced(unit))),
        ),
        Type::Direction => plain(["[1.25, 2.75, 3.5]", "[3.5, 1.25, 2.75]"].map(str::to_owned)),
        Type::Attitude => plain(["rotation(x, 10 deg)", "rotation(y, 20 deg)"].map(str::to_owned)),
        Type::Int if field.name == "degree" => plain(["3", "4"].map(str::to_owned)),
        Type::Int => plain(["10", "12"].map(str::to_owned)),
        Type::Bool => plain(["true", "false"].map(str::to_owned)),
        Type::Text => plain(["\"a\"", "\"b\""].map(str::to_owned)),
        Type::List(unit) => plain(["1.25", "2.75"].map(|value| format!("[{value} {unit}]"))),
        Type::Table(..) => {
            plain(["table(\"table.csv\")", "table(\"other.csv\")"].map(str::to_owned))
        }
        Type::AnyScalar => plain(["1.25 m", "2.75 m"].map(str::to_owned)),
        Type::RateOfStated => plain(["1.25 m/s", "2.75 m/s"].map(str::to_owned)),
        Type::Reference(_) => plain(["light", "heavy"].map(str::to_owned)),
        Type::Struct(fields) => cases_of_block(name, fields),
        Type::Variant(variants) => cases_of_variants(name, variants),
        Type::StructOrVariant(fields, variants) => {
            let mut cases = cases_of_block(name, fields);
            cases.extend(cases_of_variants(name, variants));
            cases
        }
    }
}

fn cases_of_block(name: &str, fields: &[Field]) -> Vec<Case> {
    let inner = fields.iter().flat_map(|field| {
        let others = required(fields, field.name);
        cases_of(&format!("{name}.{}", field.name), field).into_iter().map(move |case| {
            let around = |value: &String| {
                let mut all = others.clone();
                all.push(format!("{} = {value}", field.name));
                format!("{{ {} }}", all.join("; "))
            };
            Case { values: case.values.iter().map(around).collect(), name: case.name }
        })
    });
    inner.collect()
}

/// The variants among each other, and the arguments of each.
fn cases_of_variants(name: &str, variants: &[Variant]) -> Vec<Case> {
    let bare = |variant: &Variant| call(variant.name, &required(variant.arguments, ""));
    let mut cases = Vec::new();
    for (index, second) in variants.iter().enumerate() {
        let name = format!("{name}: {}", second.name);
        for first in variants.iter().take(index) {
            let values = vec![bare(first), bare(second)];
            cases.push(Case { name: name.clone(), values });
        }
        for argument in second.arguments {
            let others = required(second.arguments, argument.name);
            for case in cases_of(&format!("{name}.{}", argument.name), argument) {
                let around = |value: &String| {
                    let mut all = others.clone();
                    all.push(format!("{} = {value}", argument.name));
                    call(second.name, &all)
                };
                let values = case.values.iter().map(around).collect();
                cases.push(Case { values, name: case.name });
            }
        }
    }
    cases
}

fn call(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    format!("{name}({})", arguments.join(", "))
}

/// The required fields but one, with values; of stops, which are at one end at least, the upper one, and a soft one but
/// where it is about a hard one.
fn required(fields: &[Field], but: &str) -> Vec<String> {
    let is_required = |field: &Field| {
        let is_end = field.name == "upper" && but != "lower";
        let of_stops = fields.iter().any(|own| own.name == "restitution");
        let law = match but {
            "restitution" => "",
            "rest" => "restitution",
            _ => "stiffness",
        };
        let is_law = of_stops && field.name == law;
        // Layers are between flanges.
        let is_width = field.name == "width" && matches!(but, "packing" | "flange");
        let is_other_list = matches!(
            (field.name, but),
            ("branches", "time_constants") | ("time_constants", "branches")
        );
        field.presence == Presence::Required || is_end || is_law || is_width || is_other_list
    };
    let needed = fields.iter().filter(|field| is_required(field) && field.name != but);
    // What slips resists no more than what holds, and what is cut off is more than that.
    let value = |field: &Field| match (field.name, but) {
        ("static", "kinetic") | ("rate", "speed") => example_value(field).replacen('1', "5", 1),
        _ => example_value(field),
    };
    needed.map(|field| format!("{} = {}", field.name, value(field))).collect()
}

/// None of them stands elsewhere in the graph: a number that nothing reads must not show by what it shares.
fn numbers(range: &Range) -> [f64; 2] {
    match *range {
        Range::Any | Range::Positive | Range::NonNegative => [1.25, 2.75],
        Range::Between(low, high) => [low.max(0.3 * high), low.max(0.6 * high)],
    }
}

fn with_unit(value: f64, unit: &str) -> String {
    format!("{value}{}", spaced(unit))
}

fn spaced(unit: &str) -> String {
    if unit == "1" { String::new() } else { format!(" {unit}") }
}

/// A model around an element, or an experiment with an analysis.
fn model(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    arguments: &[String],
    fields: &[String],
) -> String {
    let variant =
        variant.map_or_else(String::new, |own| format!(": {}", call(own.name, arguments)));
    let block = format!("{{ {} }}", fields.join("; "));
    let held = "body base { mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint base_free: free from world to base";
    let element = match kind.id {
        KindId::Environment => format!("environment {block}"),
        KindId::Air | KindId::Water => format!("environment {{ {} {block} }}", kind.name),
        KindId::Material => format!(
            "material it {block}
  body cube {{ material = it; shape = box([1, 1, 1] m) }}
  joint cube_free: free from world to cube"
        ),
        KindId::Body => {
            let joint =
                if block.contains("motion") { "" } else { "joint free: free from world to it" };
            format!("body it {block}\n  {joint}")
        }
        KindId::Frame => format!("frame it at [0, 0, 0] m {block}"),
        KindId::Joint => format!(
            "body arm {{ mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }}
  joint it{variant} from world to arm {block}"
        ),
        // Only splines that resist twisting have branches of their bending.
        KindId::Cable if block.contains("bending = {") && block.contains("time_constants") => {
            let one = "ends = { start = clamped(direction = x) }";
            let both = "ends = { start = clamped(direction = x); end = clamped(direction = x) }; \
                        diameter = 1 cm; torsion = { stiffness = 1 N.m^2 }";
            let block = block.replace(one, both);
            format!("cable it: spline(elements = 4) from world to world at [0.5, 0, 0] m {block}")
        }
        KindId::Cable => format!("cable it{variant} from world to world at [0.5, 0, 0] m {block}"),
        KindId::Section => {
            let given = |name: &str| block.contains(&format!("{name} ="));
            // What one section leaves, the other takes.
            let length = if given("length") { "section other { }" } else { "" };
            let elements = if given("elements") { "section other { }" } else { "" };
            let other = if length.is_empty() { elements } else { length };
            let stretches = given("axial") && !block.contains("inextensible");
            let axial = if stretches { "axial = elastic(stiffness = 1 kN)" } else { "" };
            format!(
                "cable line: spline(elements = 20) from world to world at [0.5, 0, 0] m {{
    length = 20 m
    linear_density = 1 kg/m
    diameter = 1 cm
    {axial}
    section it {block}
    {other}
  }}"
            )
        }
        KindId::Clump => format!(
            "cable line: spline(elements = 2) from world to base {{ length = 2 m; mass = 1 kg }}
  clump it on line.mid {block}"
        ),
        KindId::Grip => format!(
            "cable line: spline(elements = 2) from world to world at [1, 0, 0] m {{ length = 2 m; mass = 1 kg }}
  grip it from line.mid to base {block}"
        ),
        KindId::Winch => format!(
            "cable line: spline(elements = 2) from world to base {{ length = 2 m; mass = 1 kg; diameter = 1 cm }}
  winch it on line.start {block}"
        ),
        KindId::Sheave => format!(
            "cable line: spline(elements = 2) from world to base {{ length = 2 m; mass = 1 kg }}
  cable other: spline(elements = 2) from world to base {{ length = 2 m; mass = 1 kg }}
  sheave it between line.start and other.start {block}"
        ),
        KindId::Force if variant.is_empty() => "force it on base = [0, 0, 1] N".to_owned(),
        KindId::Force => format!("force it{variant} between base and world at [1, 0, 0] m"),
        KindId::Torque => "torque it on base = [0, 0, 1] N.m".to_owned(),
        KindId::Constraint => format!("constraint it: base.position.z == 0 m {block}"),
        KindId::State => format!("state it: Length = 0 m {block}"),
        KindId::Var => "var it: Length = 0 m".to_owned(),
        KindId::At => format!("at 1 s {block}"),
        KindId::Every => format!("every 1 s {block}"),
        KindId::When => format!("when base.position.z > 1 m {block}"),
        KindId::Vary => {
            let values = if block.contains("count") { "1 m .. 2 m" } else { "[1, 2] m" };
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  vary size = {values} {block}\n}}\n"
            );
        }
        KindId::Sample => {
            let count = if block.contains("count") { "" } else { "count = 3" };
            let block = if block.is_empty() { "{ }" } else { block.as_str() };
            let block = block.replacen('{', &format!("{{ {count}\n"), 1);
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  sample size = normal(1 m, 1 cm) {block}\n}}\n"
            );
        }
        KindId::Cases => {
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  cases sizes = table(\"sizes.csv\") {block}\n}}\n"
            );
        }
        KindId::Input => {
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  linearize\n  input size {block}\n}}\n"
            );
        }
        KindId::Response => {
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  \
                 body ship {{ motion = prescribed(position = [0, 0, 1] * size) }}\n  \
                 record base.position\n}}\n\
                 experiment e = M() {{\n  response {block}\n  input size\n}}\n"
            );
        }
        KindId::Choose => {
            let block = if block.contains("imize") { block } else { "{ minimize = base.position.z }".to_owned() };
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  choose size = 1 m .. 2 m {block}\n}}\n"
            );
        }
        KindId::Sensitivity => {
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  sensitivity size {block}\n}}\n"
            );
        }
        KindId::Find => {
            return format!(
                "model M(size: Length = 1 m) {{\n  {held}\n  frame it at [0, 0, 1] * size\n}}\n\
                 experiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  find size: base.position.z == 1 m {block}\n}}\n"
            );
        }
        KindId::Plot if block.contains("along") => {
            let cable = if block.contains("heavy") { "heavy" } else { "light" };
            let cables = ["light", "heavy"].map(|name| {
                format!("  cable {name}: rigid_links(count = 3) from world to free {{ length = 1 m; mass = 1 kg }}\n")
            });
            return format!(
                "model M {{\n{}}}\nexperiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  \
                 plot it = {cable}.tension {block}\n}}\n",
                cables.concat()
            );
        }
        KindId::Plot => {
            return format!(
                "model M {{\n  {held}\n}}\nexperiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  \
                 plot it = base.position {block}\n}}\n"
            );
        }
        KindId::View => {
            let bodies = ["body", "light", "heavy"].map(|name| {
                format!("  body {name} {{ mass = 1 kg; inertia = diag(1, 1, 1) kg.m^2 }}\n  joint {name}_free: free from world to {name}\n")
            });
            return format!(
                "model M {{\n{}}}\nexperiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  view it {block}\n}}\n",
                bodies.concat()
            );
        }
        KindId::Require => {
            return format!(
                "model M {{\n  {held}\n}}\nexperiment e = M() {{\n  simulate 1 s with rk4(step = 1 ms)\n  \
                 require it: base.position.z < 1 m {block}\n}}\n"
            );
        }
        KindId::Simulate
        | KindId::Equilibrium
        | KindId::Modes
        | KindId::Linearize => {
            let analysis = match kind.subject() {
                Some(_) => sentence(kind, fields),
                None => format!("{} {block}", kind.name),
            };
            return format!("model M {{\n  {held}\n}}\nexperiment e = M() {{\n  {analysis}\n}}\n");
        }
    };
    let materials =
        "material light { density = 100 kg/m^3 }\n  material heavy { density = 900 kg/m^3 }";
    format!("model M {{\n  {materials}\n  {held}\n  {element}\n}}\n")
}

/// `simulate 10 s with rk4(step = 5 ms), every 10 ms`, from `NAME = VALUE`.
fn sentence(kind: &Kind, fields: &[String]) -> String {
    let value = |field: &Field| {
        fields.iter().find_map(|own| own.strip_prefix(&format!("{} = ", field.name)))
    };
    let subject = kind.subject().and_then(value).unwrap_or_default();
    let clauses = kind.fields.iter().filter_map(|field| match field.written {
        Written::Subject { .. } => None,
        Written::Clause { word, .. } => Some(format!("{word} {}", value(field)?)),
        Written::ByName => Some(format!("{} = {}", field.name, value(field)?)),
    });
    format!("{} {subject} {}", kind.name, clauses.collect::<Vec<_>>().join(", "))
}

/// Its graph as it was lowered.
fn graph(text: &str) -> Result<String, String> {
    let mut compiler = Compiler::new(Nothing);
    compiler.set_file("m.cdl", text);
    for (file, force) in [("table.csv", 3), ("other.csv", 4)] {
        let first = if text.contains("measured(") { "strain" } else { "distance [m]" };
        compiler.set_file(file, &format!("{first}, force [N]\n0, 0\n1, {force}\n"));
    }
    compiler.set_file("sizes.csv", "size [m]\n1\n2\n");
    let compilation = compiler
        .compile("m.cdl", &Request::default())
        .map_err(|found| format!("{found:?}\n{text}"))?;
    let graph = cdl_graph::text(&compilation.stages[0].graph);
    // Views are no part of what is computed.
    let views = compilation.model.experiment.iter().flat_map(|own| &own.views).map(|view| {
        let View { name: _, place: _, follow, from, colour, size } = view;
        format!("view {follow:?} {from:?} {colour:?} {size:?}\n")
    });
    Ok(graph + &views.collect::<String>())
}

/// A case of an element's own field or argument, with what has to stand beside it.
fn graphs(
    kind: &'static Kind,
    variant: Option<&'static Variant>,
    field: &Field,
    is_argument: bool,
    case: &Case,
) -> Result<Vec<String>, String> {
    let of_variant = |own: &Variant| required(own.arguments, field.name);
    let mut results = Vec::new();
    for value in &case.values {
        let given = format!("{} = {value}", field.name);
        let mut arguments = variant.map(of_variant).unwrap_or_default();
        // In place of what is required.
        let mut fields: Vec<String> =
            beside(kind.id, field.name).iter().map(|own| (*own).to_owned()).collect();
        for own in kind.fields_of(variant) {
            let is_there = fields.iter().any(|given| given.starts_with(&format!("{} =", own.name)));
            if own.presence == Presence::Required && own.name != field.name && !is_there {
                fields.push(format!("{} = {}", own.name, example_value(own)));
            }
        }
        if is_argument {
            arguments.push(given);
        } else {
            fields.push(given);
        }
        // Each formulation has its integrators.
        if value == "constrained" {
            fields.iter_mut().filter(|own| own.starts_with("integrator")).for_each(|own| {
                *own = "integrator = midpoint(step = 5 ms)".to_owned();
            });
        }
        results.push(graph(&model(kind, variant, &arguments, &fields))?);
    }
    Ok(results)
}

#[test]
fn every_field_changes_the_lowered_graph() {
    let (mut count, mut wrong) = (0, Vec::new());
    let mut unused: Vec<&str> = WITHOUT_EFFECT.iter().map(|(name, _)| *name).collect();
    for kind in kinds() {
        let without = (!kind.variant_required).then_some(None);
        for variant in without.into_iter().chain(kind.variants.iter().map(Some)) {
            let arguments = variant.map_or(&[] as &[Field], |own| own.arguments);
            // Those of the kind once.
            let is_first = variant.is_none()
                || kind.variants.first().map(|own| own.name) == variant.map(|own| own.name);
            let fields = kind.fields_of(variant).map(|own| (own, false)).filter(|(own, _)| {
                is_first || !kind.fields.iter().any(|of_kind| of_kind.name == own.name)
            });
            for (field, is_argument) in fields.chain(arguments.iter().map(|own| (own, true))) {
                let name = match variant {
                    Some(own) if is_argument || !own.fields.is_empty() => {
                        format!("{} {}.{}", kind.name, own.name, field.name)
                    }
                    _ => format!("{}.{}", kind.name, field.name),
                };
                for case in cases_of(&name, field) {
                    count += 1;
                    match graphs(kind, variant, field, is_argument, &case) {
                        Err(text) => wrong.push(format!("{}: {text}", case.name)),
                        Ok(graphs) => {
                            let excused = unused.iter().position(|own| *own == case.name);
                            if graphs[0] == graphs[1] {
                                match excused {
                                    Some(at) => {
                                        unused.remove(at);
                                    }
                                    None => wrong.push(format!(
                                        "{} changes nothing: {:?}",
                                        case.name, case.values
                                    )),
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unused.is_empty(), "these have an effect: {unused:?}");
    assert!(count > 190, "only {count} cases");
}

/// Of kinds that have variants: each makes another graph than all others.
#[test]
fn every_variant_makes_a_graph_of_its_own() {
    let mut count = 0;
    for kind in kinds() {
        let without = (!kind.variant_required).then_some(None);
        let variants: Vec<Option<&'static Variant>> =
            without.into_iter().chain(kind.variants.iter().map(Some)).collect();
        let mut graphs: Vec<(String, String)> = Vec::new();
        for variant in variants {
            let arguments = variant.map_or_else(Vec::new, |own| required(own.arguments, ""));
            let mut fields: Vec<String> = kind
                .fields_of(variant)
                .filter(|own| own.presence == Presence::Required)
                .map(|own| format!("{} = {}", own.name, example_value(own)))
                .collect();
            fields.extend(beside(kind.id, "").iter().map(|own| (*own).to_owned()));
            let name = variant.map_or("", |own| own.name).to_owned();
            let text = model(kind, variant, &arguments, &fields);
            let graph =
                graph(&text).unwrap_or_else(|found| panic!("{} {name}: {found}", kind.name));
            for (other, known) in &graphs {
                assert!(graph != *known, "{} {name} is lowered as `{other}`", kind.name);
            }
            graphs.push((name, graph));
            count += 1;
        }
    }
    assert!(count > 20, "only {count}");
}
