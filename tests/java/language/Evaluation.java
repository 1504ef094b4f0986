// Order of evaluation.
package language;

public class Evaluation {
    static StringBuilder log = new StringBuilder();
    static int f(int x) { log.append(x); return x; }
    public static void main(String[] args) {
        int[] a = new int[5];
        int i = 0;
        a[i] = i = 2;
        System.out.println(a[0] + " " + a[2]);
        int x = f(1) + f(2) * f(3) - f(4) / f(5);
        a[f(1)] += f(2);
        boolean b = f(0) > 1 && f(9) > 1 || f(8) == 8;
        System.out.println(log + " " + x + " " + b);
        i = 5;
        i = i++ + ++i;
        System.out.println(i);
        int j = 3;
        j += j++ * 2 + j;
        System.out.println(j);
        try {
            a[f(7)] = f(6) / 0;
        } catch (ArithmeticException exception) {
            System.out.println("div first " + log);
        }
    }
}
