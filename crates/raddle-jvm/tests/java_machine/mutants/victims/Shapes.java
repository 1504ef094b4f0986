import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambdas, sealed interfaces, records, enums with bodies, default methods, string switches. */
public class Shapes {
    sealed interface Shape permits Circle, Square, Named {
        double area();

        default String describe() {
            return name() + ":" + Math.round(area() * 100);
        }

        private String name() {
            return getClass().getSimpleName();
        }

        static Shape unit() {
            return new Square(1);
        }
    }

    record Circle(double radius) implements Shape {
        Circle {
            if (radius < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    record Named<T extends Comparable<T>>(T key, List<? extends Shape> parts) implements Shape {
        public double area() {
            double sum = 0;
            for (Shape part : parts) {
                sum += part.area();
            }
            return sum;
        }
    }

    enum Operation {
        PLUS("+") {
            int apply(int left, int right) {
                return left + right;
            }
        },
        TIMES("*") {
            int apply(int left, int right) {
                return left * right;
            }
        };

        private final String symbol;

        Operation(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int left, int right);
    }

    static int number(String word) {
        switch (word) {
            case "one":
                return 1;
            case "two":
                return 2;
            case "three":
                return 3;
            default:
                return word.length();
        }
    }

    static String kind(Object value) {
        if (value instanceof Circle circle && circle.radius() > 1) {
            return "large circle";
        }
        if (value instanceof String text) {
            return "text of " + text.length();
        }
        return switch (number(String.valueOf(value).substring(0, 1))) {
            case 1 -> "short";
            case 2, 3 -> "middle";
            default -> "other";
        };
    }

    public static void main(String[] arguments) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Circle(2));
        shapes.add(Shape.unit());
        shapes.add(new Named<>("both", List.of(new Circle(1), new Square(3))));
        for (Shape shape : shapes) {
            System.out.println(shape.describe() + " " + kind(shape));
        }
        System.out.println(shapes.get(0) + " " + shapes.get(0).equals(new Circle(2)) + " " + shapes.get(1).hashCode());
        for (Operation operation : Operation.values()) {
            System.out.println(operation + operation.symbol + operation.apply(6, 7) + Operation.valueOf("PLUS").ordinal());
        }
        Supplier<String> supplier = () -> "supplied " + shapes.size();
        Function<Integer, Function<Integer, Integer>> adder = left -> right -> left + right;
        Function<String, Integer> length = String::length;
        Supplier<List<String>> maker = ArrayList::new;
        System.out.println(supplier.get() + adder.apply(3).apply(4) + length.apply("four") + maker.get());
        System.out.println(number("one") + number("two") + number("three") + number("many") + kind("word"));
    }
}
