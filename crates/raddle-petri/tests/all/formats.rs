//! Both formats: the same net, and each kind of mistake with its place.

use raddle_petri::read::read;

const LOW_LEVEL: &str = "PEP\nPTNet\nFORMAT_N\nDPL s7n10@-9t2\nPL\n1\"free\"30@30M1\n2\"held\"40@40\n7\"rests\"1@1b\"a M9 inside\"M1m1\n\"works\"1@2\nTR\n1\"take\"1@1\n2\"put\"2@2\nTP\n1<2\n1<8J12@13\n2<1\n2<7\nPT\n1>1\n7>1\n2>2\n8>2w1\nTX\nN1@1\"a text\"\n";

const PNML: &str = r#"<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
    <place id="p1"><name><text>free</text></name><initialMarking><text>1</text></initialMarking></place>
    <place id="p2"><name><text>held</text></name></place>
    <place id="p3"><name><text>rests</text></name><initialMarking><text> 1 </text></initialMarking></place>
    <place id="p4"><name><text>works</text></name></place>
    <transition id="t1"><name><text>take</text></name></transition>
    <transition id="t2"><name><text>put</text></name></transition>
    <page id="h"><referencePlace id="r" ref="p4"/></page>
    <arc id="a1" source="p1" target="t1"/><arc id="a2" source="p3" target="t1"/>
    <arc id="a3" source="t1" target="p2"/><arc id="a4" source="t1" target="r"/>
    <arc id="a5" source="p2" target="t2"/><arc id="a6" source="p4" target="t2"><inscription><text>1</text></inscription></arc>
    <arc id="a7" source="t2" target="p1"/><arc id="a8" source="t2" target="p3"/>
  </page></net>
</pnml>"#;

#[test]
fn both_formats_give_the_same_net() {
    let (one, other) = (read(LOW_LEVEL.as_bytes()).expect("a net"), read(PNML.as_bytes()).expect("a net"));
    assert_eq!(raddle_petri::draw::net_as_dot(&one), raddle_petri::draw::net_as_dot(&other));
    assert_eq!(one.places().filter(|&place| one.holds_token(place)).count(), 2);
    assert_eq!(one.transitions().map(|each| one.takes(each).len() + one.gives(each).len()).sum::<usize>(), 8);
}

/// All that is told of a text, in lines.
fn told(text: &str) -> Vec<String> {
    read(text.as_bytes()).expect_err("a bad net").iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_has_its_place() {
    let with = |from: &str, to: &str| told(&LOW_LEVEL.replacen(from, to, 1));
    assert_eq!(told(""), ["1:1: the file is empty: expected PNML, or a net that begins with PEP"]);
    assert_eq!(with("PEP", "PAP"), ["1:1: expected PEP, or PNML"]);
    assert_eq!(with("1<2", "1<3"), ["14:1: there is no place 3"]);
    assert_eq!(with("1<2", "1<"), ["14:1: expected an arc, such as 1<2"]);
    assert_eq!(
        with("1<2", "2<1"),
        [
            "16:1: this arc is there twice, which is a weight of two: only nets with one token a place are unfolded"
        ]
    );
    assert_eq!(with("w1", "w3"), ["22:4: an arc of weight 3: only nets with one token a place are unfolded"]);
    assert_eq!(
        with("30@30M1", "30@30M2"),
        ["6:8: the place 'free' holds 2 tokens at first: only nets with one token a place are unfolded"]
    );
    assert_eq!(with("2\"held\"", "2\"held"), ["7:2: this quote is not closed"]);
    assert_eq!(with("2\"held\"", "1\"held\""), ["7:1: there is a place 1 already"]);
    assert_eq!(with("TX", "XX"), ["23:1: the section 'XX' is not known"]);
    let pnml = |from: &str, to: &str| told(&PNML.replacen(from, to, 1));
    assert_eq!(pnml("grammar/ptnet", "grammar/symmetricnet").len(), 1);
    assert_eq!(
        pnml("target=\"r\"", "target=\"q\""),
        ["12:43: there is neither a place nor a transition 'q'"]
    );
    assert_eq!(pnml("</page></net>", "</net>").len(), 1);
    assert_eq!(pnml("ref=\"p4\"", "ref=\"r\"").len(), 2);
}

#[test]
fn a_diagnostic_has_its_place() {
    let text = LOW_LEVEL.replacen("w1", "w3", 1);
    let wrong = read(text.as_bytes()).expect_err("a weight");
    assert_eq!(
        wrong[0].to_string(),
        "22:4: an arc of weight 3: only nets with one token a place are unfolded"
    );
}
