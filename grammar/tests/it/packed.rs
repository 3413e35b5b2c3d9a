//! Trees that are packed and unpacked are the same.

use cdl_grammar::syntax::Member;
use cdl_grammar::{PackedChunk, PackedMembers, outline, parse_member};

/// The size of what was packed of some chunks, in bytes for each of the text.
fn check(chunks: &[&str]) -> f64 {
    let mut packed = PackedMembers::with_room(chunks.len(), 0);
    let trees: Vec<Vec<Member>> = chunks.iter().map(|text| parse_member(text).0).collect();
    for (members, text) in trees.iter().zip(chunks) {
        packed.add(&PackedChunk::of(members, text));
    }
    packed.finish();
    assert_eq!(packed.len(), chunks.len());
    for (number, (members, text)) in trees.iter().zip(chunks).enumerate() {
        assert_eq!(packed.get(number, text).as_ref(), Some(members), "{text}");
    }
    assert_eq!(packed.get(chunks.len(), ""), None);
    packed.bytes() as f64 / chunks.iter().map(|text| text.len()).sum::<usize>().max(1) as f64
}

#[test]
fn members_of_all_files() {
    for (path, text) in crate::all_files() {
        let outline = outline(&text);
        let members = outline.items.iter().flat_map(|item| &item.members);
        let chunks: Vec<&str> =
            members.map(|chunk| &text[chunk.start as usize..chunk.end as usize]).collect();
        let size = check(&chunks);
        assert!(size < 2.0, "{}: {size}", path.display());
    }
}

#[test]
fn what_could_not_be_read() {
    for (_, text) in crate::all_files() {
        let lines: Vec<&str> = text.lines().collect();
        let halves: Vec<&str> =
            lines.iter().filter_map(|line| line.get(..line.len() / 2)).collect();
        check(&lines);
        check(&halves);
    }
}

#[test]
fn what_was_let_go_of_is_gone_and_nothing_else() {
    let texts: Vec<String> = (0..9000).map(|i| format!("let a{i} = {i} m + b[{i}].z")).collect();
    let trees: Vec<Vec<Member>> = texts.iter().map(|text| parse_member(text).0).collect();
    let mut packed = PackedMembers::with_room(texts.len(), 0);
    for (members, text) in trees.iter().zip(&texts) {
        packed.add(&PackedChunk::of(members, text));
    }
    packed.finish();
    let all = packed.bytes();
    for before in [0, 1, 4000, 4001, 8999, 9000] {
        let there = packed.bytes();
        let has_more = packed.has_before(before);
        packed.let_go(before);
        assert_eq!(packed.bytes() < there, has_more, "{before}");
        assert!(!packed.has_before(before));
        for (number, (members, text)) in trees.iter().zip(&texts).enumerate().skip(before) {
            assert_eq!(packed.get(number, text).as_ref(), Some(members), "{text}");
        }
    }
    assert!(all > 3 << 15 && packed.bytes() == 0);
    assert_eq!(packed.get(0, &texts[0]), None);
}

#[test]
fn more_than_a_piece() {
    let long: Vec<String> =
        (0..300).map(|i| format!("let a{i} = {:?}", (0..i).collect::<Vec<_>>())).collect();
    check(&long.iter().map(String::as_str).collect::<Vec<_>>());
}
