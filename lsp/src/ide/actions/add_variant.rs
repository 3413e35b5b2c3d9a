//! The variants of an element that needs one and has none (E0213).

use cdl_compiler::schema::{self, Presence};
use cdl_grammar::syntax::{Element, MemberKind};

use super::{Action, ActionKind, Asked};
use crate::ide::edit::Edit;
use crate::ide::tree::Node;

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0213"]) {
        let chain = asked.chain_at(&found.range);
        let Some(Node::Member(member)) = chain.last().map(|spot| spot.node) else { continue };
        let MemberKind::Element(element) = &member.kind else { continue };
        let Element { kind, variant: None, .. } = &**element else {
            continue;
        };
        let Some(kind) = schema::kind(&kind.text) else { continue };
        for variant in kind.variants {
            let needed =
                variant.arguments.iter().filter(|field| field.presence == Presence::Required);
            let arguments: Vec<String> = needed.map(schema::example).collect();
            let text = match arguments.is_empty() {
                true => variant.name.to_owned(),
                false => format!("{}({})", variant.name, arguments.join(", ")),
            };
            actions.push(Action {
                title: format!("Make it `{text}`"),
                kind: ActionKind::QuickFix,
                fixes: vec![found.fixed()],
                edits: vec![Edit::new(found.range.end..found.range.end, format!(": {text}"))],
                is_preferred: false,
            });
        }
    }
}
