// Elementary functions, printed with six digits.
package numerics;

public class MathFunctions {
    public static void main(String[] args) {
        double[] xs = {0, 0.5, 1, 2, -1, 10, 100.25, 1e-5, 3.141592653589793};
        for (double x : xs) {
            System.out.println(String.format("%.6f %.6f %.6f %.6f %.6f", Math.sin(x), Math.cos(x), Math.tan(x), Math.atan(x), Math.exp(x / 10)));
            System.out.println(String.format("%.6f %.6f %.6f %.6f %.6f", Math.sqrt(x), Math.cbrt(x), Math.log(x), Math.log10(x), Math.pow(x, 1.5)));
            System.out.println(String.format("%.6f %.6f %.6f %.6f", Math.sinh(x / 10), Math.tanh(x), Math.hypot(x, 3), Math.atan2(x, 2)));
        }
        System.out.println(Math.sqrt(2) + " " + Math.pow(2, 10) + " " + Math.pow(0, 0) + " " + Math.pow(-8, 1.0 / 3));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.IEEEremainder(5, 3) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.scalb(1.5, 4));
        System.out.println(StrictMath.abs(-3.5) + " " + Math.getExponent(1024.5) + " " + Math.copySign(3, -0.0));
    }
}
