// Patterns in instanceof, sealed hierarchies.
package language;

public class PatternMatching {
    sealed interface Expression permits Number, Sum, Product {}
    record Number(int value) implements Expression {}
    record Sum(Expression left, Expression right) implements Expression {}
    record Product(Expression left, Expression right) implements Expression {}

    static int evaluate(Expression expression) {
        if (expression instanceof Number number) return number.value();
        if (expression instanceof Sum sum && sum.left() != null) return evaluate(sum.left()) + evaluate(sum.right());
        if (!(expression instanceof Product product)) throw new AssertionError();
        return evaluate(product.left()) * evaluate(product.right());
    }

    public static void main(String[] args) {
        System.out.println(evaluate(new Sum(new Number(2), new Product(new Number(3), new Number(4)))));
        Object o = "text";
        System.out.println(o instanceof String s && s.length() == 4);
        System.out.println(Expression.class.isSealed() + " " + Expression.class.getPermittedSubclasses().length);
        System.out.println(new Sum(new Number(1), new Number(2)));
    }
}
