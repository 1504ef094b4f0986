// A seeded simulation.
package numerics;

import java.util.Random;

public class MonteCarlo {
    public static void main(String[] args) throws Exception {
        Random random = new Random(99);
        int inside = 0;
        for (int i = 0; i < 20000; i++) { double x = random.nextDouble(), y = random.nextDouble(); if (x * x + y * y <= 1) inside++; } System.out.println(inside + " " + random.nextInt(7) + " " + random.doubles(3).sum() + " " + new Random(1).longs(2).sum());
    }
}
