// Sealed hierarchies, records that implement them, patterns, and switch expressions.
package language;

import java.util.List;

public class SealedTypes {
    sealed interface Expression permits Number, Sum, Product, Negation {
    }

    record Number(int value) implements Expression {
        static int made;

        Number {
            if (value < 0) throw new IllegalArgumentException("negative: " + value);
            made++;
        }

        Number(String text) {
            this(Integer.parseInt(text));
        }
    }

    record Sum(Expression left, Expression right) implements Expression {
    }

    record Product(Expression left, Expression right) implements Expression {
    }

    static final class Negation implements Expression {
        final Expression inner;

        Negation(Expression inner) {
            this.inner = inner;
        }
    }

    static int value(Expression expression) {
        if (expression instanceof Number number) return number.value();
        if (expression instanceof Sum sum && sum.left() instanceof Number zero && zero.value() == 0) return value(sum.right());
        if (expression instanceof Sum sum) return value(sum.left()) + value(sum.right());
        if (!(expression instanceof Product product)) return -value(((Negation) expression).inner);
        return value(product.left()) * value(product.right());
    }

    enum Day { MONDAY, FRIDAY, SUNDAY }

    static String kind(Day day) {
        return switch (day) {
            case MONDAY -> "start";
            case FRIDAY -> {
                String text = "nearly";
                yield text + " done";
            }
            case SUNDAY -> "rest";
        };
    }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C other) {
            return new Pair<>(first, other);
        }
    }

    public static void main(String[] args) {
        Expression expression = new Sum(new Number(0), new Product(new Number("6"), new Sum(new Number(3), new Negation(new Number(10)))));
        System.out.println(value(expression) + " " + Number.made + " " + new Sum(new Number(1), new Number(2)));
        System.out.println(new Number(5).equals(new Number(5)) + " " + (new Number(5).hashCode() == new Number(5).hashCode()) + " " + Expression.class.isSealed() + " " + Expression.class.getPermittedSubclasses().length + " " + Number.class.isRecord());
        for (Day day : Day.values()) System.out.print(kind(day) + "; ");
        System.out.println();
        try {
            new Number(-1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        Pair<String, Integer> pair = new Pair<>("a", 1);
        System.out.println(pair.with(List.of(2.5)) + " " + pair.with(null).hashCode() + " " + Number.class.getRecordComponents()[0].getName());
        for (int i = 0; i < 4; i++) {
            int result = switch (i) {
                case 0, 1 -> i * 10;
                case 2 -> {
                    try {
                        yield Integer.parseInt("x");
                    } catch (NumberFormatException exception) {
                        yield -2;
                    }
                }
                default -> i;
            };
            System.out.print(result + " ");
        }
        System.out.println();
    }
}
