//! Damaged files: whatever is cut, doubled or changed in a net, reading it ends with a net or with a diagnostic.

use raddle_petri::read::read;
use raddle_petri::unfold::{Limits, unfold};

use crate::random::Dice;

const SEEDS: &[&str] = &[
    "PEP\nPTNet\nFORMAT_N\nPL\n1\"a\"1@1M1\n2\"b\"2@2\nTR\n1\"t\"1@1\n2\"u\"1@1\nTP\n1<2\n2<1\nPT\n1>1\n2>2\nRA\n",
    "<pnml><net id=\"n\" type=\"ptnet\"><place id=\"a\"><initialMarking><text>1</text></initialMarking></place><place id=\"b\"/><transition id=\"t\"/><arc id=\"x\" source=\"a\" target=\"t\"/><arc id=\"y\" source=\"t\" target=\"b\"/></net></pnml>",
];

#[test]
fn damaged_files_never_panic() {
    let (mut good, mut bad) = (0, 0);
    for round in 0..6000_u64 {
        let mut dice = Dice::new(round + 1);
        let mut text = SEEDS[dice.below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..1 + dice.below(4) {
            let at = dice.below(text.len().max(1)).min(text.len().saturating_sub(1));
            match dice.below(4) {
                _ if text.is_empty() => {}
                0 => text.truncate(at),
                1 => text[at] = [0, 0xff, b'"', b'<', b'>', b'9', b'\n', b'M', 0xc3][dice.below(9)],
                2 => {
                    let end = (at + 1 + dice.below(12)).min(text.len());
                    let copy = text[at..end].to_vec();
                    text.splice(at..at, copy);
                }
                _ => {
                    text.remove(at);
                }
            }
        }
        match read(&text) {
            Ok(net) => {
                good += 1;
                let _ = unfold(&net, &Limits { events: 200, is_stopped: &|| false });
            }
            Err(wrong) => {
                bad += 1;
                assert!(!wrong.is_empty(), "round {round}");
                for each in wrong {
                    assert!(each.line > 0 && each.column > 0, "round {round}: {each:?}");
                }
            }
        }
    }
    assert!(good > 300 && bad > 1500, "{good} good, {bad} bad");
}
