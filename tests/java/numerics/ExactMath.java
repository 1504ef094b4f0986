// Methods that refuse to overflow.
package numerics;

public class ExactMath {
    public static void main(String[] args) throws Exception {
        int failures = 0;
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { failures++; System.out.println(e.getMessage()); } try { Math.negateExact(Integer.MIN_VALUE); } catch (ArithmeticException e) { failures++; } try { Math.multiplyExact(1L << 40, 1L << 40); } catch (ArithmeticException e) { failures++; System.out.println(e.getMessage()); } System.out.println(failures + " " + Math.subtractExact(5, 7) + Math.incrementExact(1) + Math.absExact(-4) + " " + Math.multiplyFull(1 << 30, 8));
    }
}
