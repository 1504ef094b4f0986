// java.util.Random with given seeds.
package numerics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

public class RandomNumbers {
    public static void main(String[] args) {
        Random random = new Random(42);
        for (int i = 0; i < 5; i++) System.out.print(random.nextInt() + " " + random.nextInt(100) + " ");
        System.out.println();
        System.out.println(random.nextLong() + " " + random.nextDouble() + " " + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian());
        System.out.println(random.ints(5, 0, 10).boxed().toList());
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(list, new Random(7));
        System.out.println(list);
        SplittableRandom split = new SplittableRandom(1);
        System.out.println(split.nextInt(1000) + " " + split.split().nextLong());
        byte[] bytes = new byte[6];
        new Random(3).nextBytes(bytes);
        System.out.println(java.util.Arrays.toString(bytes));
    }
}
