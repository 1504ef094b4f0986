// Classes whose initialisers need each other.
package initialization;

public class Cycle {
    static class A { static int x = B.y + 1; }
    static class B { static int y = A.x + 1; }
    static class Parent { static int seen = Child.value; static int other = 5; }
    static class Child extends Parent { static int value = 3; static int copy = other; }

    public static void main(String[] args) {
        System.out.println(A.x + " " + B.y);
        System.out.println(Child.copy + " " + Parent.seen + " " + Child.value);
    }
}
