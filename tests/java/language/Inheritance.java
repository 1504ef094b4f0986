// Overriding, super calls, default and private interface methods, diamonds.
package language;

public class Inheritance {
    interface A { default String who() { return "A"; } }
    interface B extends A { default String who() { return "B" + A.super.who(); } }
    interface C extends A {}
    interface Helper {
        private int secret() { return 42; }
        default int reveal() { return secret(); }
        static int twice(int x) { return 2 * x; }
    }
    static class Base {
        String name() { return "base"; }
        String call() { return name(); }
        static String hidden() { return "base-static"; }
        String field = "base-field";
    }
    static class Derived extends Base implements B, C, Helper {
        @Override String name() { return "derived+" + super.name(); }
        static String hidden() { return "derived-static"; }
        String field = "derived-field";
        String both() { return field + "/" + super.field + "/" + ((Base) this).field; }
    }
    static abstract class Shape {
        Shape() { System.out.println("init " + describe()); }
        abstract String describe();
    }
    static class Square extends Shape {
        int side = 3;
        String describe() { return "square " + side; }
    }

    public static void main(String[] args) {
        Derived derived = new Derived();
        System.out.println(derived.call());
        System.out.println(derived.who());
        System.out.println(derived.reveal() + Helper.twice(4));
        System.out.println(derived.both());
        System.out.println(Base.hidden() + Derived.hidden());
        System.out.println(new Square().describe());
    }
}
