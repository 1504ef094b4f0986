//! What the checker reports: each text has exactly the errors that stand beside it, by a part of their message.

use raddle_abs::diagnostic::Severity;
use raddle_abs::load::load_module;

fn errors(text: &str) -> Vec<String> {
    let loaded = load_module("x.abs", format!("module M;\n{text}").as_bytes());
    loaded.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).map(|d| d.message).collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (text, wanted) in cases {
        let found = errors(text);
        assert_eq!(found.len(), wanted.len(), "{text}\n{found:#?}");
        for (message, part) in found.iter().zip(*wanted) {
            assert!(message.contains(part), "{text}\nexpected {part:?} in {message:?}");
        }
    }
}

const IO: &str = "interface I { Int m(Int x); }\nclass C implements I { Int m(Int x) { return x; } }\n";

fn check_with_class(cases: &[(&str, &[&str])]) {
    for (text, wanted) in cases {
        check(&[(&format!("{IO}{text}"), wanted)]);
    }
}

#[test]
fn unknown_names() {
    check(&[
        ("{ Foo x = null; }", &["unknown type Foo"]),
        ("{ Int x = foo(1); }", &["unknown function foo"]),
        ("{ Int x = y; }", &["unknown variable y"]),
        ("{ y = 1; }", &["unknown variable y"]),
        ("{ List<Int> x = Foo; }", &["unknown constructor Foo"]),
        ("{ new Foo(); }", &["unknown class Foo"]),
        ("class C implements Foo { }", &["unknown interface Foo"]),
        ("interface I extends Foo { }", &["unknown interface Foo"]),
        ("class C { Unit m() { this.x = 1; } }", &["unknown variable x"]),
        ("class C { Int m() { return this.x; } }", &["the class C has no field x"]),
        ("{ Int x = case 1 { Foo => 1; }; }", &["unknown constructor Foo"]),
        ("import Foo from Bar; { skip; }", &["there is no module Bar"]),
        ("import foo from ABS.StdLib; { skip; }", &["exports no name foo"]),
        ("export foo; { skip; }", &["the exported name foo is not declared here"]),
        ("import foo; { skip; }", &["the module is missing"]),
        ("{ List<Int> l = map(foo)(list[1]); }", &["unknown function foo"]),
        ("{ List<Int> l = foo(toString)(list[1]); }", &["unknown function foo that takes functions"]),
    ]);
}

#[test]
fn declared_twice() {
    check(&[
        ("data A = B; data A = C;", &["the type A is already declared"]),
        ("data A = B | B;", &["the constructor B is already declared"]),
        ("def Int f() = 1; def Int f() = 2;", &["the function f is already declared"]),
        ("class C { } class C { }", &["the class C is already declared"]),
        ("class C { Int x = 1; Int x = 2; }", &["the field x is declared twice"]),
        ("class C { Unit m() { } Unit m() { } }", &["the method m is declared twice"]),
        ("interface I { Unit m(); Unit m(); }", &["the method m is declared twice"]),
        ("def Int f(Int x, Int x) = 1;", &["the parameter x is declared twice"]),
        ("class C { Unit m(Int x, Int x) { } }", &["the parameter x is declared twice"]),
        ("{ Int x = 1; Int x = 2; }", &["the variable x is already declared"]),
        ("{ Int x = 1; { Int x = 2; } }", &["the variable x is already declared"]),
        ("{ Int x = 1; foreach (x in list[1]) { skip; } }", &["the variable x is already declared"]),
        ("{ skip; } module M; { skip; }", &["the module M is already declared"]),
        ("{ { Int x = 1; } { Int x = 2; } }", &[]),
    ]);
}

#[test]
fn types_that_do_not_fit() {
    check(&[
        ("{ Int x = True; }", &["expected a value of type Int, but this has type Bool"]),
        ("{ Int x = 1 / 2; }", &["expected a value of type Int, but this has type Rat"]),
        ("{ Rat x = 1; Rat y = x + 1; Float z = 1.5; }", &[]),
        ("{ String s = \"a\" + 1; }", &["expected a value of type String"]),
        ("{ Int x = 1 + True; }", &["expected a number, but this has type Bool"]),
        ("{ Bool b = 1 == \"a\"; }", &["can't be compared"]),
        ("{ Bool b = !1; }", &["expected a value of type Bool"]),
        ("{ if (1) skip; }", &["expected a value of type Bool"]),
        ("{ while (1) skip; }", &["expected a value of type Bool"]),
        ("{ assert 1; }", &["expected a value of type Bool"]),
        ("{ await 1; }", &["expected a value of type Bool"]),
        ("{ Int x = if True then 1 else \"a\"; }", &["have different types, Int and String"]),
        ("{ Int x = case 1 { 1 => 1; _ => \"a\"; }; }", &["have different types, Int and String"]),
        (
            "{ Int x = case 1 { Nil => 1; }; }",
            &["makes values of type List<_>, but those matched have type Int"],
        ),
        ("{ Int x = case \"a\" { 1 => 1; }; }", &["expected a value of type String"]),
        ("{ List<Int> l = list[1, True]; }", &["the elements have different types"]),
        ("{ List<Rat> l = list[1, 1 / 2]; Map<Int, List<Int>> m = map[]; m = put(m, 1, Nil); }", &[]),
        ("{ foreach (x in 1) { skip; } }", &["expected a value of type List<_>"]),
        ("{ throw 1; }", &["expected a value of type Exception"]),
        ("{ throw Nil; }", &["expected a value of type Exception"]),
        ("def A f<A>(A x) = 1;", &["expected a value of type A, but this has type Int"]),
        ("def Int f(Int x) = x; { Int y = f(\"a\"); }", &["expected a value of type Int"]),
        ("{ List<Int> l = map((Int x) => x + 1)(list[\"a\"]); }", &["expected a value of type Int"]),
        ("{ List<Bool> l = map((Int x) => x + 1)(list[1]); }", &["expected a value of type List<Bool>"]),
        ("type A = B; type B = A; { A x = 1; }", &["stands for itself", "stands for itself"]),
        ("{ duration(True, 1); }", &["expected a value of type Rat"]),
    ]);
}

#[test]
fn numbers_of_arguments() {
    check_with_class(&[
        ("{ Int x = head(); }", &["the function head takes 1 arguments, but 0 are given"]),
        ("{ List<Int> x = Cons(1); }", &["the constructor Cons takes 2 arguments, but 1 are given"]),
        (
            "{ Int x = case Nil { Cons(a) => 1; }; }",
            &["the constructor Cons takes 2 arguments, but 1 are given"],
        ),
        ("{ I o = new C(1); }", &["the class C takes 0 arguments, but 1 are given"]),
        ("{ I o = new C(); o!m(); }", &["the method m takes 1 arguments, but 0 are given"]),
        ("{ List<Int, Int> x = Nil; }", &["the type List takes 1 type arguments, but 2 are given"]),
        ("{ I<Int> x = null; }", &["the interface I takes no type arguments"]),
        ("{ List<Int> l = map(toString, toString)(list[1]); }", &["takes 1 functions, but 2 are given"]),
        ("{ Map<Int, Int> m = map(list[1]); }", &["expected a value of type List<Pair<_, _>>"]),
    ]);
}

#[test]
fn objects_and_their_methods() {
    check_with_class(&[
        ("{ C x = new C(); }", &["C is a class: objects are typed by interfaces"]),
        ("{ I o = new C(); o!n(1); }", &["I has no method n"]),
        ("{ Int x = 1; x!m(1); }", &["methods are called on objects, but this has type Int"]),
        ("{ null!m(1); }", &["a method of `null` can't be called"]),
        ("{ I o = new C(); o!m(True); }", &["expected a value of type Int"]),
        ("{ I o = new C(); Int x = o!m(1); }", &["but this has type Fut<Int>"]),
        (
            "{ I o = new C(); Fut<Int> f = o.m(1); }",
            &["expected a value of type Fut<Int>, but this has type Int"],
        ),
        (
            "{ I o = new C(); Bool b = await o!m(1); }",
            &["expected a value of type Bool, but this has type Int"],
        ),
        ("{ Int x = 1; Int y = x.get; }", &["expected a future, but this has type Int"]),
        ("{ Int x = 1; await x?; }", &["expected a future, but this has type Int"]),
        ("interface J { } class D implements J { } { I o = new D(); }", &["but this has type D"]),
        ("class D implements I { }", &["the class D lacks the method m of the interface I"]),
        (
            "class D implements I { Int m() { return 1; } }",
            &["takes 1 parameters in the interface I, but 0 here"],
        ),
        (
            "class D implements I { Int m(Bool x) { return 1; } }",
            &["has type Int in the interface I, but Bool here"],
        ),
        (
            "class D implements I { Bool m(Int x) { return True; } }",
            &["returns Int in the interface I, but Bool here"],
        ),
        ("interface J extends I { Int m(Int x); }", &["already declared in the interface I"]),
        (
            "interface J { Int m(Int x); } class D implements I, J { Int m(Int x) { return x; } }",
            &["in two interfaces"],
        ),
        ("interface A extends B { } interface B extends A { }", &["extends itself", "extends itself"]),
        ("{ Bool b = 1 implements I; }", &["expected an object, but this has type Int"]),
        ("def I f() = this;", &["there is no `this` here"]),
        ("{ I o = this; }", &["there is no `this` here"]),
    ]);
}

#[test]
fn effects_stand_alone() {
    check_with_class(&[
        ("{ I o = new C(); Int x = 1 + o.m(1); }", &["a method call has an effect"]),
        ("{ I o = new C(); Fut<Int> f = o!m(1); Int x = f.get + 1; }", &["`get` has an effect"]),
        ("{ List<I> l = list[new C()]; }", &["`new` has an effect"]),
        ("{ I o = new C(); if (o.m(1) == 1) skip; }", &["a method call has an effect"]),
        ("def Int f(I o) = o.m(1);", &["a method call has an effect"]),
        ("class D { I o = new C(); }", &["`new` has an effect"]),
        ("{ I o = new C(); assert o.m(1) == 1; }", &["a method call has an effect"]),
        ("{ I o = new C(); Int x = 1 + await o!m(1); }", &["`await` has an effect"]),
    ]);
}

#[test]
fn values_returns_and_places() {
    check(&[
        ("{ Int x; }", &["the variable x needs a value"]),
        ("class C { Int x; }", &["the field x needs a value"]),
        ("interface I { } class C { I x; Fut<Int> f; } { I o; Fut<Int> f; }", &[]),
        ("class C { Int m() { skip; } }", &["owes a value of type Int, but may end without `return`"]),
        ("class C { Int m(Bool b) { if (b) return 1; else return 2; } }", &[]),
        (
            "class C { Int m(Bool b) { if (b) return 1; return 2; } }",
            &["`return` can only be the last statement"],
        ),
        ("class C { Int m() { while (True) { return 1; } } }", &["`return` can only be the last statement"]),
        ("class C { Int m() { return True; } }", &["expected a value of type Int"]),
        ("class C { Unit m() { return Unit; } }", &[]),
        ("class C { Int x = 0; { await x == 1; } }", &["`await` can't be used in an init block"]),
        ("class C { { suspend; } }", &["`suspend` can't be used in an init block"]),
        (
            "{ try skip; catch { _ => skip; } finally { suspend; } }",
            &["`suspend` can't be used in a `finally` block"],
        ),
        ("class C { recover { _ => suspend; } }", &["`suspend` can't be used in a recover block"]),
        (
            "interface I { [Atomic] Unit m(); } class C implements I { Unit m() { } }",
            &["is [Atomic] in the interface"],
        ),
        ("class C([Final] Int x) { Unit m() { x = 1; } }", &["is [Final]"]),
        ("class C { Unit m([Final] Int x) { x = 1; } }", &["is [Final]"]),
        ("[Plain] class C { } { new C(); }", &["is [Plain]: it must be created with `new local`"]),
        ("[COG] class C { } { new local C(); }", &["is [COG]: it must be created in a location of its own"]),
        ("{ 1 = 2; }", &["only a variable or a field of this object can be assigned to"]),
        ("def Int f(Int x) = destiny;", &["`destiny` is known only inside a method", "expected a value"]),
    ]);
}

#[test]
fn ambiguous_names() {
    let text = "{ Int x = f(); }\nimport * from A; import * from B;";
    let modules = "\nmodule A; export *; def Int f() = 1;\nmodule B; export *; def Int f() = 2;\n";
    let text = format!("import * from A; import * from B;\n{}{modules}", &text[..17]);
    check(&[(&text, &["the name f is ambiguous"])]);
    // One that is imported by name hides those of `import *`.
    let named = "import * from A; import f from B;\n{ Int x = f(); }\n\
        module A; export *; def Int f() = 1;\nmodule B; export *; def Int f() = 2;\n";
    check(&[(named, &[])]);
    // What is imported, from the library too, can't be declared as well.
    check(&[
        (
            "def Int head() = 1; { Int x = head(); }",
            &["the function head is already declared in the standard"],
        ),
        ("data Maybe = No | Yes; { skip; }", &["the type Maybe is already declared in the standard"]),
        ("data D = D(Int left); { skip; }", &["the function left is already declared in the standard"]),
        ("exception ObjectDeadException; { skip; }", &["the constructor ObjectDeadException is already"]),
        (
            "import f from A; def Int f() = 1; { skip; }\nmodule A; export *; def Int f() = 1;\n",
            &["the function f is declared here and imported as well"],
        ),
        ("class List { } def Int m(Int as) = as + 1; { Int as = 3; }", &[]),
        ("def Int f<Int>(Int x) = x; { skip; }", &["the type parameter Int hides a type"]),
        ("interface A { } data D<A> = D(A a); { skip; }", &["the type parameter A hides a type"]),
        ("def A f<A>(A x) = x; { Bool b = ~(f(True) && ~False); }", &[]),
    ]);
    // Of what is declared twice, that is told, and nothing that follows from it.
    check_with_class(&[
        (
            "class C { Unit k() { skip; } } { I o = new C(); Int x = o.m(1); }",
            &["the class C is already declared"],
        ),
        ("interface I { } { I o = new C(); Int x = o.m(1); }", &["the type I is already declared"]),
        (
            "def Int f() = 1; def Bool f(Int x) = True; { Int x = f(); }",
            &["the function f is already declared"],
        ),
    ]);
    // Two types of one name are told apart by their modules.
    check(&[(
        "import * from A; data D = X; { D d = make(); List<D> l = list[make()]; }\n\
        module A; export make; data D = Y; def D make() = Y;\n",
        &[
            "type D of M, but this has type D of A",
            "type List<D> of ABS.StdLib and M, but this has type List<D> of",
        ],
    )]);
    // The library was smaller when the older dialect was written.
    check_with_class(&[("def Int head() = 1; { Int x = head(); I o = new cog C(); }", &[])]);
}

#[test]
fn every_syntax_error_of_a_file_is_told() {
    let found = errors(
        "{\n  Int = 1;\n  skip\n  x + ;\n  if True skip;\n  skip;\n}\nclass { }\ndef Int f( = 1;\n{ skip; }",
    );
    assert!(found.len() >= 6, "{found:#?}");
}

#[test]
fn warnings_do_not_refuse() {
    let loaded = load_module(
        "x.abs",
        b"module M;\ninterface I { }\nclass C implements I { }\n{ I o = new cog C(); }\n",
    );
    assert!(loaded.refusal().is_none());
    assert!(loaded.render().contains("warning: `new cog` is the older dialect"), "{}", loaded.render());
}
