// System.exit with a code.
package exceptions;

public class Exit {
    public static void main(String[] args) {
        try {
            System.out.println("exiting");
            System.exit(42);
        } finally {
            if (args.length > 5) System.out.println("never");
        }
    }
}
