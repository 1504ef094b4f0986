// Pattern switches with guards, null, record patterns nested, sealed types without default, enum constants.
package newer;

import java.util.List;

public class PatternSwitches {
    sealed interface Shape permits Circle, Box, Group {
    }

    record Circle(double radius) implements Shape {
    }

    record Box(int width, int height) implements Shape {
    }

    record Group(Shape first, Shape second) implements Shape {
    }

    enum Color { RED, GREEN }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle(double radius) -> radius * radius * 3;
            case Box(int width, int height) when width == height -> width * width;
            case Box(var width, var height) -> width * height;
            case Group(Box(int w, _), Circle _) -> -w;
            case Group(var first, var second) -> area(first) + area(second);
        };
    }

    static String describe(Object object) {
        return switch (object) {
            case null -> "null!";
            case Integer i when i > 100 -> "large " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> "text " + s.length();
            case int[] array -> "array " + array.length;
            case Color color when color == Color.RED -> "red";
            case Color color -> "color " + color.ordinal();
            case List<?> list when list.size() > 2 -> "long list";
            case Object other -> other.getClass().getSimpleName();
        };
    }

    static String constants(Object color) {
        return switch (color) {
            case Color.RED -> "R";
            case Color.GREEN -> "G";
            default -> "?";
        };
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Box(3, 3)) + " " + area(new Box(2, 5)) + " " + area(new Group(new Box(7, 1), new Circle(1))) + " " + area(new Group(new Circle(1), new Box(1, 2))));
        Object[] objects = {null, 5, 500, 7L, "", "abc", new int[4], Color.RED, Color.GREEN, List.of(1, 2, 3), List.of(), 'c'};
        for (Object object : objects) System.out.print(describe(object) + "; ");
        System.out.println(constants(Color.RED) + constants(Color.GREEN) + constants("x"));
        try {
            switch ((Object) null) {
                case String s -> System.out.println(s);
                default -> System.out.println("never");
            }
        } catch (NullPointerException exception) {
            System.out.println("null without a case");
        }
        if (new Group(new Circle(1), new Circle(2)) instanceof Group(Circle(var a), Circle(var b)) && a < b) System.out.println(a + b);
    }
}
