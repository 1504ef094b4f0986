// Do-while with continue and nested switch.
package language;

public class DoWhile {
    public static void main(String[] args) throws Exception {
        int i = 0, sum = 0;
        do { i++; switch (i % 3) { case 0: continue; case 1: sum += i; break; default: sum += 100; } } while (i < 10);
        System.out.println(i + " " + sum);
    }
}
