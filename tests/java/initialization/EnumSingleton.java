// An enum with state, made once.
package initialization;

public class EnumSingleton {
    enum E { ONE; static int made; static { made = 1; System.out.println("static"); } int total; E() { System.out.println("constructor"); } void add(int n) { total += n; } }

    public static void main(String[] args) throws Exception {
        E.ONE.add(5);
        E.ONE.add(6);
        System.out.println(E.ONE.total + " " + E.valueOf("ONE").total + E.made);
    }
}
