//! Forces and torques across joints, and forces at the ends and along cables.
