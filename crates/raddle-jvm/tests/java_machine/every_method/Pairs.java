/** Two threads call two methods on one thing; what they saw and what is left is what the program dies of. */
public class Pairs {
    static class Caller extends Thread {
        final int receiver, method, who;
        final Object thing;
        String seen = "";

        Caller(int receiver, int method, int who, Object thing) {
            this.receiver = receiver;
            this.method = method;
            this.who = who;
            this.thing = thing;
        }

        public void run() {
            if (method < 0) {
                return;
            }
            try {
                seen = Things.show(Calls.call(receiver, method, thing, who));
            } catch (Throwable thrown) {
                seen = thrown.getClass().getSimpleName();
            }
        }
    }

    public static void main(String[] arguments) throws Throwable {
        int receiver = raddle.Raddle.choose(Calls.RECEIVERS);
        int methods = Calls.methods(receiver);
        int first = raddle.Raddle.choose(methods);
        int second = raddle.Raddle.choose(methods);
        int third = raddle.Raddle.choose(methods + 1) - 1;
        Things.main = Thread.currentThread();
        Object thing = Calls.make(receiver);
        Caller one = new Caller(receiver, first, 0, thing);
        Caller two = new Caller(receiver, second, 1, thing);
        Caller three = new Caller(receiver, third, 2, thing);
        one.start();
        if (third >= 0) {
            three.start();
        }
        two.start();
        one.join();
        two.join();
        if (third >= 0) {
            three.join();
        }
        String seen = one.seen + " | " + two.seen + " | " + three.seen;
        String left;
        try {
            left = Things.left(thing);
        } catch (Throwable thrown) {
            left = thrown.getClass().getSimpleName();
        }
        throw new IllegalStateException(seen + " | " + left + " | " + Things.x + Things.isInterrupted());
    }
}
