// Arrays and class literals do not initialise their classes.
package initialization;

public class Arrays {
    static class Quiet { static int x = 4; static { System.out.println("now"); } }

    public static void main(String[] args) throws Exception {
        Quiet[] none = new Quiet[2];
        Class<?> type = Quiet.class;
        System.out.println(none.length + type.getSimpleName());
        Object o = none;
        System.out.println(o instanceof Quiet[]);
        System.out.println(Quiet.x);
    }
}
