// Template methods, protected members, constructors that call each other.
package language;

import java.util.ArrayList;
import java.util.List;

public class AbstractClasses {
    static abstract class Report {
        private final List<String> lines = new ArrayList<>();
        protected abstract void fill();
        protected void add(String line) { lines.add(line); }
        final String make() { lines.clear(); header(); fill(); return String.join("|", lines); }
        protected void header() { add("= " + getClass().getSimpleName()); }
    }
    static class Sales extends Report {
        final int[] numbers;
        Sales() { this(1, 2); }
        Sales(int... numbers) { this.numbers = numbers; }
        @Override protected void fill() { for (int number : numbers) add("n" + number); }
    }
    static class Quiet extends Sales { Quiet() { super(9); } @Override protected void header() {} }
    public static void main(String[] args) {
        System.out.println(new Sales().make() + " " + new Quiet().make());
        Report report = new Sales(3);
        System.out.println(report.make() + report.make());
    }
}
