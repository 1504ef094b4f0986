// Rounding in every direction.
package numerics;

import java.math.BigDecimal;
import java.math.RoundingMode;

public class Rounding {
    public static void main(String[] args) throws Exception {
        for (double d : new double[] {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 1e18, Double.NaN}) System.out.println(Math.round(d) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + (int) d + " " + Math.round((float) d));
        for (RoundingMode mode : RoundingMode.values()) if (mode != RoundingMode.UNNECESSARY) System.out.print(new BigDecimal("-2.5").setScale(0, mode) + "," + new BigDecimal("1.1").setScale(0, mode) + " ");
        System.out.println();
    }
}
