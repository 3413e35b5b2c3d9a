//! Orders of elimination that cost little.

use crate::constrained::kkt::{Coupling, Group, Structure};

const NODES: usize = 20;

/// A rope between the world and a body, whose slopes at both ends are clamped: nodes of seven unknowns, of which each has two multipliers that bind it
/// and the one before.
fn clamped(beside: usize) -> Structure {
    let mut groups = vec![Group { displacements: 3, multipliers: 2 }];
    groups.extend([Group { displacements: 7, multipliers: 2 }; NODES]);
    groups.push(Group { displacements: 6, multipliers: 1 });
    groups.push(Group { displacements: 3, multipliers: 5 });
    let [body, slope] = [NODES + 1, NODES + 2];
    let mut couplings: Vec<Coupling> = (1..=NODES).map(|k| Coupling::joint(k, k - 1)).collect();
    couplings.extend([body, slope].map(|end| Coupling::joint(end, NODES)));
    couplings.push(Coupling::full(body, slope));
    // A chain of rods beside it, which hangs together with nothing of this.
    for rod in 0..beside {
        let group = groups.len();
        groups.push(Group { displacements: 3, multipliers: 1 });
        if rod > 0 {
            couplings.push(Coupling::joint(group, group - 1));
        }
    }
    Structure::new(groups, &couplings)
}

/// From the body on nodes meet the seven displacements of the next one. From the world they would meet its multipliers as well, and there the border is the
/// smallest to begin with, as a clamp and a body make one of 13.
#[test]
fn a_chain_begins_at_the_end_that_makes_it_cheap() {
    for beside in [0, 5] {
        let structure = clamped(beside);
        let borders: Vec<usize> = structure.fronts.iter().map(|front| front.border).collect();
        let cheap = borders.iter().filter(|&&border| border == 7).count();
        assert!(cheap >= NODES - 1, "{borders:?}");
        assert!(!borders.contains(&9), "{borders:?}");
        // The other one from its free end, as ever.
        let rods = structure.fronts.iter().filter(|front| front.group > NODES + 2);
        let rods: Vec<usize> = rods.map(|front| front.border).collect();
        let expected: Vec<usize> =
            (0..beside).map(|rod| if rod + 1 < beside { 3 } else { 0 }).collect();
        assert_eq!(rods, expected);
    }
}
