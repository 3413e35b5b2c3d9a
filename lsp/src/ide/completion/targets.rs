//! What relations such as `from` and `on` can point at.

use cdl_compiler::resolve::Denotation;
use cdl_compiler::schema::{KindId, Target};
use cdl_grammar::syntax::Text;

use super::list::{Entry, List};
use super::names;
use super::values;
use crate::ide::place::Expected;

/// Where there are more names than this, what stands behind their dots is not listed with them.
const FEW: usize = 120;

pub(super) fn complete(list: &mut List<'_>, targets: &'static [Target]) {
    if let [Target::Position] = targets {
        return values::operands(list, &Expected::Vector("m"), 0);
    }
    let candidates = list.candidates();
    let few = candidates.len() < FEW;
    for own in candidates {
        let near = own.distance.min(20);
        if let Some(rank) = fit(targets, &own.denotation) {
            let entry = names::named(list, &own.name, &own.referent, &own.denotation);
            list.add(Entry { rank: rank + near, ..entry });
        }
        if few {
            chains(list, targets, &own.name, &own.denotation, 60 + near);
        }
    }
}

/// How well something fits as a target; a row or a part leads to what does.
pub(super) fn fit(targets: &[Target], denotation: &Denotation) -> Option<u32> {
    let allows = |target: Target| targets.contains(&target);
    match denotation {
        Denotation::Element { kind, .. } => match kind.id {
            KindId::Cable => allows(Target::CablePoint).then_some(200),
            kind => kind.fits_any(targets).then_some(0),
        },
        Denotation::Free => allows(Target::Free).then_some(30),
        Denotation::Station | Denotation::StationAt => allows(Target::CablePoint).then_some(0),
        Denotation::Part(_) => Some(200),
        Denotation::Row(inner) => fit(targets, inner).map(|rank| rank + 100),
        // A parameter or the index of a loop may be anything.
        Denotation::Value => Some(300),
        Denotation::Module(_)
        | Denotation::Function(_)
        | Denotation::Component(_)
        | Denotation::Model(_)
        | Denotation::Experiment(_)
        | Denotation::Enum(_)
        | Denotation::OneOf(_)
        | Denotation::Builtin(_)
        | Denotation::Energy
        | Denotation::Scalar
        | Denotation::Vector
        | Denotation::Attitude => None,
    }
}

/// `ship.deck`, `crane.hook`, `tether.end`
fn chains(
    list: &mut List<'_>,
    targets: &'static [Target],
    name: &Text,
    denotation: &Denotation,
    rank: u32,
) {
    if !matches!(denotation, Denotation::Element { .. } | Denotation::Part(_)) {
        return;
    }
    for member in list.view.members(denotation) {
        // What is behind two dots is found behind the first.
        if fit(targets, &member.denotation) != Some(0) {
            continue;
        }
        let chain: Text = format!("{name}.{}", member.name).into();
        let entry = names::named(list, &chain, &member.referent, &member.denotation);
        list.add(Entry { rank, ..entry });
    }
}
