//! The name that was probably meant.

/// Words that mean the same to an engineer; any of a row stands for the others.
const SYNONYMS: &[&[&str]] = &[
    &["mass", "weight", "m"],
    &["diameter", "radius", "thickness", "width", "dia"],
    &["length", "size", "distance", "long"],
    &["density", "rho"],
    &["position", "pos", "location", "place", "pose"],
    &["velocity", "vel", "speed"],
    &["acceleration", "acc", "accel"],
    &["angular_velocity", "omega", "angular_speed", "spin", "angular_rate"],
    &["angular_acceleration", "alpha"],
    &["attitude", "orientation", "rotation", "quaternion", "quat", "euler"],
    &["inertia", "moment_of_inertia", "inertia_tensor"],
    &["centre_of_mass", "center_of_mass", "com", "cog", "centre_of_gravity", "center_of_gravity"],
    &["centre", "center", "middle", "mid"],
    &["stiffness", "spring", "k", "spring_constant"],
    &["damping", "damper", "c", "viscosity"],
    &["friction", "coulomb"],
    &["tension", "axial_force"],
    &["gravity", "g"],
    &["wind", "wind_speed", "wind_velocity"],
    &["current", "current_speed"],
    &["revolute", "hinge", "pin", "rotational", "rotary", "continuous"],
    &["prismatic", "slider", "slide", "translational", "sliding", "linear"],
    &["spherical", "ball", "ball_joint", "ball_and_socket"],
    &["universal", "cardan", "hooke", "gimbal"],
    &["fixed", "rigid", "weld", "welded", "clamped"],
    &["free", "floating", "freejoint", "sixdof", "six_dof"],
    &["planar", "plane"],
    &["box", "cuboid", "block", "brick"],
    &["sphere", "ball"],
    &["cylinder", "rod", "capsule", "tube"],
    &["rigid_links", "chain", "links", "segments"],
    &["spline", "rope", "beam", "cubic", "hermite"],
    &["lumped", "lumped_mass", "beads", "nodes"],
    &[
        "cable",
        "rope",
        "tether",
        "line",
        "wire",
        "chain",
        "mooring",
        "tendon",
        "hose",
        "riser",
        "umbilical",
    ],
    &[
        "body",
        "link",
        "part",
        "rigid_body",
        "solid",
        "buoy",
        "vessel",
        "ship",
        "particle",
        "worldbody",
    ],
    &["joint", "connection"],
    &["constraint", "equation", "condition"],
    &["frame", "point", "marker", "site", "anchor", "connector", "fairlead"],
    &["torque", "moment", "couple"],
    &["youngs_modulus", "young_modulus", "elastic_modulus", "modulus", "e"],
    &["end", "tip", "bottom", "last", "tail"],
    &["start", "top", "first", "begin", "head"],
    &["hanging", "catenary"],
    &["start", "initial", "initially", "init"],
    &["rate", "speed", "velocity"],
    &["displacement", "travel", "stroke", "position"],
    &["rk45", "fehlberg", "dopri", "dopri5", "rkf45", "ode45"],
    &["leapfrog", "verlet", "stormer_verlet"],
    &["energy_momentum", "energy_conserving", "emm", "gonzalez"],
    &["midpoint", "implicit_midpoint", "gauss"],
    &["generalized_alpha", "generalised_alpha", "hht", "newmark", "chung_hulbert"],
    &["gear_gupta_leimkuhler", "ggl"],
    &["equilibrium", "static", "statics", "rest"],
    &["at", "after"],
    &["when", "if_event", "whenever"],
    &["constrained", "redundant", "natural", "dae"],
    &["recursive", "aba", "articulated", "minimal"],
    &["transfer_matrix", "riccati", "transfer", "tmm", "rtmm"],
    &["step", "dt", "timestep", "time_step", "deltaT", "h"],
    &["every", "interval", "sample"],
    &["Length", "Distance"],
    &["Real", "Number", "Float", "Double", "Scalar"],
    &["Int", "Integer"],
    &["Bool", "Boolean"],
    &["Text", "String", "Str"],
    &["Attitude", "Orientation", "Rotation", "Quaternion"],
    &["Speed", "Velocity"],
    &["Torque", "Moment"],
    &["AngularSpeed", "AngularVelocity"],
    &["exp", "e"],
    &["sqrt", "root", "square_root"],
    &["norm", "magnitude", "length", "abs"],
    &["unit", "normalize", "normalise", "normalized"],
    &["ln", "log"],
    &["pi", "PI", "π"],
    &["time", "t"],
    &["interpolate", "interp", "lookup", "interp1"],
    &["rotation", "rotate", "quaternion", "axis_angle"],
    &["euler", "rpy", "roll_pitch_yaw"],
    &["inverse", "transpose", "conjugate"],
    &["world", "ground", "earth", "origin", "base", "fixed", "anchored", "inertial"],
];

/// Further candidates are not looked at, so that thousands of wrong names do not take long.
const MOST_CANDIDATES: usize = 500;

/// Nor are longer ones, letters: who has such names has not mistyped them, and comparing takes the square of the length.
const LONGEST: usize = 100;

/// The candidate closest to `name`: the same letters in another case first, then one within a small
/// edit distance (a third of the length, at most 3), then a synonym such as `mass` for `weight`.
/// Of equals the first wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let candidates: Vec<&'a str> = candidates
        .into_iter()
        .filter(|candidate| *candidate != name && candidate.len() <= LONGEST)
        .take(MOST_CANDIDATES)
        .collect();
    let plain = folded(name);
    if let Some(found) = candidates.iter().find(|candidate| folded(candidate) == plain) {
        return Some(found);
    }
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let by_distance = candidates
        .iter()
        .filter(|candidate| name.chars().count() > 1 && candidate.chars().count() > 1)
        .map(|candidate| {
            (edit_distance(&name.to_lowercase(), &candidate.to_lowercase()), candidate)
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance);
    let synonym = || {
        SYNONYMS
            .iter()
            .filter(|row| row.iter().any(|word| word.eq_ignore_ascii_case(name)))
            .find_map(|row| {
                row.iter().find_map(|word| candidates.iter().find(|candidate| *candidate == word))
            })
    };
    // A part of a longer name is what is meant only if there is just one: `velocity` of
    // `angular_velocity` would be a guess.
    let contained = || {
        let mut containing = candidates.iter().filter(|candidate| {
            name.len() >= 4
                && (candidate.contains(name) || name.contains(**candidate) && candidate.len() >= 4)
        });
        containing.next().filter(|_| containing.next().is_none())
    };
    match by_distance {
        // Who writes `ground` does not mean `round`.
        Some((_, candidate)) => Some(synonym().unwrap_or(candidate)),
        None => synonym().or_else(contained).copied(),
    }
}

/// Without case and underscores.
fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, cb) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(ca != cb))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
            let exchanged = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if exchanged {
                best = best.min(at(&before_last, j - 1) + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_single_edits() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("lenght", "length"), 1);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn what_was_meant_is_found() {
        let body = ["mass", "inertia", "centre_of_mass", "density", "shape", "motion", "start"];
        assert_eq!(nearest("Mass", body), Some("mass"));
        assert_eq!(nearest("weight", body), Some("mass"));
        assert_eq!(nearest("intertia", body), Some("inertia"));
        assert_eq!(nearest("com", body), Some("centre_of_mass"));
        assert_eq!(nearest("center_of_mass", body), Some("centre_of_mass"));
        assert_eq!(nearest("colour", body), None);
        assert_eq!(nearest("hinge", ["fixed", "revolute", "prismatic"]), Some("revolute"));
        assert_eq!(nearest("rope", ["rigid_links", "lumped", "spline"]), Some("spline"));
        assert_eq!(nearest("chain", ["rigid_links", "lumped", "spline"]), Some("rigid_links"));
        assert_eq!(nearest("a", ["b", "c"]), None);
        assert_eq!(nearest("dia", ["diameter", "density"]), Some("diameter"));
        assert_eq!(nearest("tehter", ["tether"]), Some("tether"));
    }
}
