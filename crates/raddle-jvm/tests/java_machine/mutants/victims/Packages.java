import inner.Other;
import java.util.ArrayDeque;
import java.util.Deque;

/** Protected access across packages, threads, recursion, string building, ternaries, bit tricks, instance initialisers. */
public class Packages extends Other implements Runnable {
    static int ticks;
    private final Deque<Integer> queue = new ArrayDeque<>();
    private String log = "";

    {
        queue.add(1);
        log += "made";
    }

    Packages() {
        super(7);
        state++;
    }

    @Override
    public int openCall() {
        return protectedCall(state) + Other.shared + fixed();
    }

    @Override
    protected int protectedCall(int value) {
        return super.protectedCall(value * 2);
    }

    public void run() {
        synchronized (Packages.class) {
            ticks += queue.size();
            for (char c = 'a'; c < 'e'; c++) {
                log += c;
            }
        }
    }

    static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static String reverse(CharSequence text) {
        StringBuilder builder = new StringBuilder(text.length());
        for (int i = text.length(); --i >= 0; ) {
            builder.append(text.charAt(i));
        }
        return builder.toString();
    }

    static Object choose(boolean flag, Integer number, String text) {
        Object chosen = flag ? number : text;
        Comparable<?> comparable = flag ? number : text;
        return chosen == comparable ? chosen : null;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Packages packages = new Packages();
        System.out.println(packages.openCall() + " " + packages.state);
        Thread thread = new Thread(packages, "worker");
        thread.start();
        thread.join();
        System.out.println(ticks + packages.log);
        System.out.println(fibonacci(12) + reverse("forward") + choose(true, 3, "x") + choose(false, 3, "x"));
        Other.Helper helper = new Other.Helper(String::isEmpty);
        System.out.println(helper.test("") + " " + helper.test("full"));
        int bits = 0;
        do {
            bits = bits << 1 | bits ^ 1;
        } while (Integer.bitCount(bits) < 6);
        System.out.println(Integer.toBinaryString(bits) + (bits > 3 == true ? "yes" : "no") + ~bits);
        assert bits > 0 : "never";
        Object[] objects = {1, "two", 3.0, new int[] {4}, null};
        int known = 0;
        for (Object object : objects) {
            known += object instanceof Number ? 1 : object instanceof int[] array ? array[0] : object == null ? 100 : 10;
        }
        System.out.println(known);
    }
}
