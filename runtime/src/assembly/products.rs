//! What cables are made of: their sections with numbers, and the pieces that these are cut into.

use std::sync::Arc;

use cdl_graph::{
    AxialStiffness as Stiffness, Cable, CableSection, Discretization, Drag as Coefficients,
    Lasting, MaxwellBranch,
};

use super::{Assembly, Owner, Problem};
use crate::chain::{Bending, Drag, Links, Loads};
use crate::laws::bspline::BSpline;
use crate::laws::{Branch, Curve, Outside};
use crate::mechanism::{AxialStiffness, Product};

/// Of the cable's length: by how much sections may miss it.
const ROUNDING: f64 = 1e-9;

/// A cable's sections, of which there is one where it is alike from end to end.
pub(super) fn sections(found: &Cable) -> Vec<CableSection> {
    if !found.sections.is_empty() {
        return found.sections.clone();
    }
    let (elements, axial) = match &found.discretization {
        Discretization::RigidLinks { count, .. } => (*count, None),
        Discretization::Lumped { points, .. } => (points.saturating_sub(1), None),
        Discretization::Spline { elements, axial } => (*elements, axial.clone()),
        &Discretization::BSpline { degree, spans, control: _, stiffness, damping } => {
            let lasting = Lasting::Stiffness(stiffness);
            let axial = Stiffness { lasting, damping, branches: Vec::new() };
            ((degree + spans).saturating_sub(1), Some(axial))
        }
    };
    vec![CableSection {
        path: found.path.clone(),
        elements,
        length: found.length,
        mass: found.mass,
        diameter: found.diameter,
        axial,
        bending_stiffness: found.bending.stiffness,
        bending_damping: found.bending.damping,
        least_radius: found.least_radius,
        drag: found.drag,
        added_mass: found.added_mass,
        buoyancy: found.buoyancy,
    }]
}

/// Their lengths (m) and masses (kg) cut into equal parts; of a B-spline those between its control points.
pub(super) fn links(
    assembly: &Assembly<'_>,
    found: &Cable,
    sections: &[CableSection],
) -> Result<Links, Problem> {
    if let Discretization::BSpline { degree, spans, control, .. } = found.discretization {
        let (length, mass) = (assembly.scalar(found.length), assembly.scalar(found.mass));
        let spline = BSpline::new(degree as usize, spans as usize, control, length);
        let lengths: Vec<f64> = spline.points().windows(2).map(|ends| ends[1] - ends[0]).collect();
        let masses = lengths.iter().map(|own| mass * own / length).collect();
        return Links::new(lengths, masses).map_err(|error| Problem::Number(error.to_string()));
    }
    let (mut lengths, mut masses) = (Vec::new(), Vec::new());
    for section in sections {
        let (length, mass) = (assembly.scalar(section.length), assembly.scalar(section.mass));
        let own = Links::uniform(section.elements as usize, length, mass)
            .map_err(|error| Problem::Number(error.to_string()))?;
        lengths.extend_from_slice(own.lengths());
        masses.extend_from_slice(own.masses());
    }
    let links = Links::new(lengths, masses).map_err(|error| Problem::Number(error.to_string()))?;
    let (whole, together) = (assembly.scalar(found.length), links.length());
    if (together - whole).abs() > ROUNDING * whole {
        return Err(Problem::Number(format!(
            "its sections are {together} m long together, and it {whole} m; a section without `length` takes what the \
             others leave"
        )));
    }
    Ok(links)
}

/// What they are made of. `gravity` in world axes, m/s².
pub(super) fn products(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    (sections, found): (&[CableSection], &Cable),
    gravity: [f64; 3],
) -> Vec<Product> {
    let joint_damping = assembly.scalar(found.joint_damping);
    let mut first = 0;
    let mut products = Vec::with_capacity(sections.len());
    for section in sections {
        let branches: Arc<[Branch]> = match &section.axial {
            Some(axial) => axial.branches.iter().map(|own| branch(assembly, own)).collect(),
            None => Arc::default(),
        };
        let measured = measured(section.axial.as_ref());
        let axial = section.axial.as_ref();
        let axial =
            axial.map(|axial| stiffness(assembly, owner, axial, measured.as_deref(), &branches));
        products.push(Product {
            first,
            loads: Arc::new(loads(assembly, section, joint_damping, gravity)),
            axial,
            branches,
            measured,
            least_radius: section.least_radius.map(|radius| assembly.scalar(radius)),
        });
        first += section.elements as usize;
    }
    products
}

pub(super) fn branch(assembly: &Assembly<'_>, own: &MaxwellBranch) -> Branch {
    let &MaxwellBranch { stiffness, time_constant } = own;
    Branch { stiffness: assembly.scalar(stiffness), time: assembly.scalar(time_constant) }
}

/// The tension over the strain, N, where a table says it.
fn measured(axial: Option<&Stiffness>) -> Option<Arc<Curve>> {
    match &axial?.lasting {
        Lasting::Measured(table) => Some(Arc::new(Curve::of(table, [Outside::GoesOn; 2]))),
        Lasting::Stiffness(_) => None,
    }
}

/// Checks that something pulls.
fn stiffness(
    assembly: &mut Assembly<'_>,
    owner: Owner,
    axial: &Stiffness,
    measured: Option<&Curve>,
    branches: &[Branch],
) -> AxialStiffness {
    let found = AxialStiffness {
        stiffness: match (measured, &axial.lasting) {
            (Some(curve), _) => curve.steepest(),
            (None, Lasting::Stiffness(stiffness)) => assembly.scalar(*stiffness),
            (None, Lasting::Measured(_)) => 0.0,
        },
        damping: assembly.scalar(axial.damping),
    };
    let AxialStiffness { stiffness, .. } = found.at_start(branches);
    let expected = "a positive number, or that of a branch";
    assembly.require(owner, "axial stiffness", stiffness, stiffness > 0.0, expected);
    found
}

/// What acts along a section. Coefficients of drag are those of the graph, without a unit; with the isotropic law the
/// tangential one is not used. Diameter in m; bending stiffness N m².
fn loads(
    assembly: &Assembly<'_>,
    section: &CableSection,
    joint_damping: f64,
    gravity: [f64; 3],
) -> Loads {
    let Coefficients { normal, tangent, isotropic } = section.drag;
    let (normal, tangent) = (assembly.scalar(normal), assembly.scalar(tangent));
    let drag = if isotropic && normal != 0.0 {
        Drag::Isotropic { coefficient: normal }
    } else if normal != 0.0 || tangent != 0.0 {
        Drag::Split { normal, tangent }
    } else {
        Drag::None
    };
    Loads {
        gravity: gravity.into(),
        diameter: assembly.scalar(section.diameter),
        drag,
        added_mass: assembly.scalar(section.added_mass),
        buoyancy: section.buoyancy,
        bending: Bending {
            stiffness: assembly.scalar(section.bending_stiffness),
            damping: assembly.scalar(section.bending_damping),
            joint_damping,
            curvature: 0.0,
        },
    }
}
