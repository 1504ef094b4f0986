// found: race
// An object that one thread got by a volatile field is handed to another by the standard output: there nothing orders it.
import java.io.OutputStream;
import java.io.PrintStream;

public class TwoChannelsWrong {
    static class Own extends PrintStream {
        int value;

        Own() {
            super(OutputStream.nullOutputStream());
            value = 1;
        }
    }

    static volatile Own given;

    public static void main(String[] args) throws Exception {
        Thread maker = new Thread(() -> given = new Own());
        Thread giver = new Thread(() -> {
            Own own = given;
            if (own != null) System.setOut(own);
        });
        maker.start();
        giver.start();
        if (System.out instanceof Own own && own.value != 1) throw new AssertionError();
        maker.join();
        giver.join();
    }
}
