// Static, private and conflicting default methods.
package language;

public class Interfaces2 {
    interface Left { default String name() { return "left"; } static String kind() { return "L"; } }
    interface Right { default String name() { return "right"; } }
    static class Both implements Left, Right { public String name() { return Left.super.name() + Right.super.name() + Left.kind(); } }
    static abstract class Base { public String name() { return "base"; } }
    static class Wins extends Base implements Left {}
    interface Generic<T> { T get(); default T twice() { get(); return get(); } }
    static class Counting implements Generic<Integer> { int n; public Integer get() { return ++n; } }
    interface Marker extends Left, Cloneable {}
    public static void main(String[] args) {
        System.out.println(new Both().name() + " " + new Wins().name() + " " + new Counting().twice());
        Left anonymous = new Marker() {};
        System.out.println(anonymous.name() + (anonymous instanceof Cloneable));
        Right lambda = new Right() { public String name() { return Right.super.name() + "!"; } };
        System.out.println(lambda.name());
    }
}
