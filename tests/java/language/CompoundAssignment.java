// Compound assignments narrow silently.
package language;

public class CompoundAssignment {
    public static void main(String[] args) throws Exception {
        byte b = 10;
        b += 300;
        short s = 1;
        s *= 70000;
        char c = 65;
        c += 1.7;
        int i = 7;
        i /= 2.5;
        long l = 5;
        l <<= 65;
        float f = 1;
        f += 1e10;
        System.out.println(b + " " + s + " " + c + " " + i + " " + l + " " + f);
    }
}
