// Stack overflow is caught, and the program goes on.
package exceptions;

public class Overflow {
    static int depth;
    static int recurse(int n) { depth++; return recurse(n + 1) + 1; }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                recurse(0);
            } catch (StackOverflowError error) {
                System.out.println("caught " + (depth > 1000) + " " + error.getMessage());
            }
        }
        long sum = 0;
        for (int i = 0; i < 1000; i++) sum += i;
        System.out.println(sum);
    }
}
