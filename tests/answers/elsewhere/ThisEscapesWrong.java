// found: exception, race
// The constructor starts a thread before it has set everything.
public class ThisEscapesWrong {
    String name;
    ThisEscapesWrong() {
        new Thread(() -> name.length()).start();
        name = "x";
    }
    public static void main(String[] args) throws Exception {
        ThisEscapesWrong object = new ThisEscapesWrong();
    }
}
