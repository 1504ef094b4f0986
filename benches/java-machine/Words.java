// Start-up: a lambda, a record, a formatted string.
import java.util.function.IntFunction;

public class Words {
    record Word(String text, int length) {
    }

    public static void main(String[] args) {
        IntFunction<Word> maker = length -> new Word("x".repeat(length), length);
        System.out.println(String.format("%s has %d letters, %.2f on average", maker.apply(5), 5, 5.0));
    }
}
