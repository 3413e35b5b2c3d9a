//! The mass or inertia that a body lacks (E0402), with values to be changed.

use cdl_compiler::schema::{self, Field};
use cdl_grammar::syntax::MemberKind;

use super::{Action, ActionKind, Asked, layout};
use crate::ide::tree::Node;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0402"]) {
        let chain = asked.chain_at(&found.range);
        let Some((spot, Node::Member(member))) = chain.last().map(|spot| (spot, spot.node)) else {
            continue;
        };
        let MemberKind::Element(element) = &member.kind else { continue };
        let Some(kind) = schema::kind(&element.kind.text) else { continue };
        let is_given = |name: &str| {
            element.body.iter().flat_map(|body| &body.fields).any(|own| *own.name.text == *name)
        };
        let is_dense = is_given("density") || is_given("material");
        // A mass with a shape has an inertia, too.
        let choices: &[&[&str]] = match (is_given("mass"), is_given("shape")) {
            (true, _) => &[&["shape"], &["inertia"]],
            (false, true) => &[&["mass"], &["density"]],
            (false, false) if is_dense => &[&["shape"]],
            (false, false) => &[&["mass", "shape"], &["mass", "inertia"]],
        };
        for names in choices {
            let fields: Vec<&Field> =
                kind.fields.iter().filter(|own| names.contains(&own.name)).collect();
            if fields.iter().any(|field| is_given(field.name)) {
                continue;
            }
            let written: Vec<String> = fields.iter().map(|field| schema::example(field)).collect();
            let body = element.body.as_ref().map(|body| spot.place(body.span));
            actions.push(Action {
                title: format!("Add `{}`", written.join("; ")),
                kind: ActionKind::QuickFix,
                fixes: vec![found.fixed()],
                edits: vec![layout::add_fields(
                    &asked.text,
                    &spot.range(),
                    body.as_ref(),
                    &written,
                )],
                is_preferred: false,
            });
        }
    }
}
