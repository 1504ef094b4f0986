// The holder idiom, and constants that do not initialise.
package initialization;

public class Lazy {
    static class Holder { static { System.out.println("holder"); } static final String NAME = "constant"; static final Object INSTANCE = new Object(); }

    public static void main(String[] args) throws Exception {
        System.out.println("start");
        System.out.println(Holder.NAME);
        System.out.println(Holder.INSTANCE.hashCode() == Holder.INSTANCE.hashCode());
        System.out.println(Holder.class.getSimpleName());
    }
}
