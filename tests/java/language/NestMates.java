// Private access between nested classes.
package language;

public class NestMates {
    private int secret = 1;
    private static String whisper() { return "outer"; }

    static class Nested {
        private int hidden = 2;
        private Nested() {}
        private static int count = 5;
        int peek(NestMates outer) { return outer.secret + hidden; }
    }

    public static void main(String[] args) {
        Nested nested = new Nested();
        nested.hidden += Nested.count++;
        System.out.println(nested.peek(new NestMates()) + whisper() + Nested.count);
        System.out.println(Nested.class.getNestHost().getSimpleName() + " " + NestMates.class.isNestmateOf(Nested.class));
    }
}
