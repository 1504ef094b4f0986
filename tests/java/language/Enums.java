// Enums with bodies, fields, EnumMap and EnumSet.
package language;

import java.util.EnumMap;
import java.util.EnumSet;

public class Enums {
    enum Operation {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        TIMES("*") { int apply(int a, int b) { return a * b; } };
        final String symbol;
        Operation(String symbol) { this.symbol = symbol; }
        abstract int apply(int a, int b);
    }
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        for (Operation operation : Operation.values()) {
            System.out.println(operation + operation.symbol + operation.apply(3, 4) + operation.ordinal());
            System.out.println(operation.getClass() == Operation.class);
            System.out.println(operation.getDeclaringClass().getSimpleName());
        }
        EnumSet<Day> weekend = EnumSet.of(Day.SAT, Day.SUN);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU));
        EnumMap<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.WED, 3);
        map.put(Day.MON, 1);
        System.out.println(map + " " + map.containsKey(Day.TUE));
        System.out.println(Day.valueOf("FRI").compareTo(Day.MON));
        try {
            Day.valueOf("NEVER");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
