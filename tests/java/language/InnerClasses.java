// Inner, local and anonymous classes with captured variables.
package language;

import java.util.function.IntUnaryOperator;

public class InnerClasses {
    private int counter = 10;

    class Inner {
        int bump() { return ++counter; }
        class Deep { int both() { return counter * 100 + InnerClasses.this.counter; } }
    }

    static int apply(int start, java.util.function.IntUnaryOperator operator) { return operator.applyAsInt(start); }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        InnerClasses.Inner inner = outer.new Inner();
        System.out.println(inner.bump() + " " + inner.bump());
        System.out.println(inner.new Deep().both());
        int base = 7;
        class Local { int plus(int x) { return base + x; } }
        System.out.println(new Local().plus(3));
        Object anonymous = new Object() {
            int calls;
            @Override public String toString() { return "anonymous " + (++calls) + base; }
        };
        System.out.println(anonymous + " " + anonymous);
        System.out.println(apply(5, x -> x * base));
        System.out.println(new Local() {}.getClass().getName());
    }
}
