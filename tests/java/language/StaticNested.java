// Static nested generics and their statics.
package language;

public class StaticNested {
    static class Pair<L, R> { static int made; final L left; final R right; Pair(L l, R r) { left = l; right = r; made++; } static <L, R> Pair<L, R> of(L l, R r) { return new Pair<>(l, r); } Pair<R, L> swap() { return new Pair<>(right, left); } }

    public static void main(String[] args) throws Exception {
        Pair<Integer, String> pair = Pair.of(1, "x");
        System.out.println(pair.left + pair.right + Pair.made + pair.swap().left);
    }
}
