//! Which kind it is, where code has to know.

use super::{Kind, Target};
use crate::kinds;

/// Every kind of the schema. Code that tells kinds apart matches this, so that rustc points at all of it
/// when there is one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KindId {
    Environment,
    Air,
    Water,
    Material,
    Body,
    Frame,
    Joint,
    Cable,
    Section,
    Clump,
    Grip,
    Winch,
    Sheave,
    Force,
    Torque,
    Constraint,
    State,
    Var,
    At,
    Every,
    When,
    Simulate,
    Equilibrium,
    Modes,
    Linearize,
    Response,
    Input,
    Find,
    Choose,
    Sensitivity,
    Plot,
    View,
    Require,
    Vary,
    Sample,
    Cases,
}

impl KindId {
    /// Its entry in the schema.
    pub fn kind(self) -> &'static Kind {
        match self {
            KindId::Environment => &kinds::environment::ENVIRONMENT,
            KindId::Air => &kinds::air::AIR,
            KindId::Water => &kinds::water::WATER,
            KindId::Material => &kinds::material::MATERIAL,
            KindId::Body => &kinds::body::BODY,
            KindId::Frame => &kinds::frame::FRAME,
            KindId::Joint => &kinds::joint::JOINT,
            KindId::Cable => &kinds::cable::CABLE,
            KindId::Section => &kinds::cable::SECTION,
            KindId::Clump => &kinds::clump::CLUMP,
            KindId::Grip => &kinds::grip::GRIP,
            KindId::Winch => &kinds::winch::WINCH,
            KindId::Sheave => &kinds::sheave::SHEAVE,
            KindId::Force => &kinds::force::FORCE,
            KindId::Torque => &kinds::torque::TORQUE,
            KindId::Constraint => &kinds::constraint::CONSTRAINT,
            KindId::State => &kinds::state::STATE,
            KindId::Var => &kinds::var::VAR,
            KindId::At => &kinds::event::AT,
            KindId::Every => &kinds::event::EVERY,
            KindId::When => &kinds::event::WHEN,
            KindId::Simulate => &kinds::simulate::SIMULATE,
            KindId::Equilibrium => &kinds::equilibrium::EQUILIBRIUM,
            KindId::Modes => &kinds::modes::MODES,
            KindId::Linearize => &kinds::modes::LINEARIZE,
            KindId::Response => &kinds::modes::RESPONSE,
            KindId::Input => &kinds::input::INPUT,
            KindId::Find => &kinds::find::FIND,
            KindId::Choose => &kinds::choose::CHOOSE,
            KindId::Sensitivity => &kinds::sensitivity::SENSITIVITY,
            KindId::Plot => &kinds::plot::PLOT,
            KindId::View => &kinds::view::VIEW,
            KindId::Require => &kinds::require::REQUIRE,
            KindId::Vary => &kinds::vary::VARY,
            KindId::Sample => &kinds::sample::SAMPLE,
            KindId::Cases => &kinds::cases::CASES,
        }
    }

    /// As it is written, such as `cable`.
    pub fn name(self) -> &'static str {
        self.kind().name
    }

    /// Whether it stands in another element only.
    pub fn is_part(self) -> bool {
        matches!(self, KindId::Air | KindId::Water | KindId::Section)
    }

    /// Whether its name is that of a parameter of the model which an experiment runs.
    pub(crate) fn names_parameter(self) -> bool {
        match self {
            KindId::Input
            | KindId::Find
            | KindId::Choose
            | KindId::Sensitivity
            | KindId::Vary
            | KindId::Sample => true,
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Body
            | KindId::Frame
            | KindId::Joint
            | KindId::Cable
            | KindId::Section
            | KindId::Clump
            | KindId::Grip
            | KindId::Winch
            | KindId::Sheave
            | KindId::Force
            | KindId::Torque
            | KindId::Constraint
            | KindId::State
            | KindId::Var
            | KindId::At
            | KindId::Every
            | KindId::When
            | KindId::Simulate
            | KindId::Equilibrium
            | KindId::Modes
            | KindId::Linearize
            | KindId::Response
            | KindId::Plot
            | KindId::View
            | KindId::Require
            | KindId::Cases => false,
        }
    }

    /// Whether it sees what its experiment records by the names of that.
    pub(crate) fn is_concluding(self) -> bool {
        match self {
            KindId::Find | KindId::Choose | KindId::Require | KindId::Plot => true,
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Body
            | KindId::Frame
            | KindId::Joint
            | KindId::Cable
            | KindId::Section
            | KindId::Clump
            | KindId::Grip
            | KindId::Winch
            | KindId::Sheave
            | KindId::Force
            | KindId::Torque
            | KindId::Constraint
            | KindId::State
            | KindId::Var
            | KindId::At
            | KindId::Every
            | KindId::When
            | KindId::Simulate
            | KindId::Equilibrium
            | KindId::Modes
            | KindId::Linearize
            | KindId::Response
            | KindId::Input
            | KindId::Sensitivity
            | KindId::View
            | KindId::Vary
            | KindId::Sample
            | KindId::Cases => false,
        }
    }

    /// Whether an element of this kind, as a whole, is one of these targets.
    pub fn fits_any(self, targets: &[Target]) -> bool {
        match self {
            KindId::Body => targets.contains(&Target::Frame) || targets.contains(&Target::Body),
            KindId::Frame => targets.contains(&Target::Frame),
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Joint
            | KindId::Cable
            | KindId::Section
            | KindId::Clump
            | KindId::Grip
            | KindId::Winch
            | KindId::Sheave
            | KindId::Force
            | KindId::Torque
            | KindId::Constraint
            | KindId::State
            | KindId::Var
            | KindId::At
            | KindId::Every
            | KindId::When
            | KindId::Simulate
            | KindId::Equilibrium
            | KindId::Modes
            | KindId::Linearize
            | KindId::Response
            | KindId::Input
            | KindId::Find
            | KindId::Choose
            | KindId::Sensitivity
            | KindId::Plot
            | KindId::View
            | KindId::Require
            | KindId::Vary
            | KindId::Sample
            | KindId::Cases => false,
        }
    }
}

impl std::fmt::Display for KindId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds that a type of elements admits, such as those of `Frame`; `None` for other types.
pub fn kinds_of_type(name: &str) -> Option<&'static [KindId]> {
    Some(match name {
        "Frame" => &[KindId::Frame, KindId::Body],
        "Body" => &[KindId::Body],
        "Cable" => &[KindId::Cable],
        "Joint" => &[KindId::Joint],
        "Material" => &[KindId::Material],
        _ => return None,
    })
}
