//! Equilibria: as exact as rounding allows, the same before every integrator, never a folded shape.
