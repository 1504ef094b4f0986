package inner;

import java.util.function.Predicate;

/** A class of another package: protected members, package-private ones, interfaces, statics. */
public abstract class Other {
    protected int state = 3;
    protected static int shared = 4;
    int hidden = 5;

    protected Other(int state) {
        this.state += state;
    }

    protected int protectedCall(int value) {
        return value + state;
    }

    public abstract int openCall();

    public static class Helper {
        private final Predicate<String> predicate;

        public Helper(Predicate<String> predicate) {
            this.predicate = predicate;
        }

        public boolean test(String text) {
            return predicate.negate().test(text);
        }
    }

    int packagePrivate() {
        return hidden;
    }

    public final int fixed() {
        return packagePrivate() * 2;
    }
}
