// Random number generators with seeds: the same numbers everywhere.
package numerics;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

public class Generators {
    public static void main(String[] args) {
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextLong() + " " + random.nextDouble() + " " + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian());
        System.out.println(random.ints(5, 0, 10).boxed().collect(Collectors.toList()) + " " + random.doubles(2).sum() + " " + random.longs(1, 5, 6).sum() + " " + random.nextInt(5, 8));
        SplittableRandom splittable = new SplittableRandom(7);
        SplittableRandom second = splittable.split();
        System.out.println(splittable.nextInt() + " " + second.nextInt(1000) + " " + splittable.nextLong(10, 20) + " " + second.nextDouble());
        byte[] bytes = new byte[5];
        new Random(1).nextBytes(bytes);
        System.out.println(java.util.Arrays.toString(bytes));
        RandomGenerator generator = new SplittableRandom(9);
        int inside = generator.nextInt(3, 9);
        System.out.println(inside >= 3 && inside < 9);
        ThreadLocalRandom local = ThreadLocalRandom.current();
        boolean good = true;
        for (int i = 0; i < 100; i++) {
            int value = local.nextInt(5, 10);
            good &= value >= 5 && value < 10 && local.nextDouble() < 1;
        }
        System.out.println(good + " " + local.equals(ThreadLocalRandom.current()));
        try {
            local.setSeed(3);
        } catch (UnsupportedOperationException exception) {
            System.out.println("no seed");
        }
        try {
            random.nextInt(0);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
