// Fields, locals and parameters of one name.
package language;

public class Shadowing {
    static int x = 1;
    int y = 2;
    class Inner { int y = 3; int sum(int y) { return y + this.y + Shadowing.this.y + x; } }
    static int x(int x) { return x + Shadowing.x; }
    public static void main(String[] args) {
        System.out.println(new Shadowing().new Inner().sum(10) + " " + x(5));
        int x = 100;
        { int z = x; x = z + 1; }
        System.out.println(x + " " + Shadowing.x);
        for (int i = 0; i < 1; i++) { int q = i; }
        for (int i = 5; i < 6; i++) { int q = i; System.out.println(q); }
    }
}
