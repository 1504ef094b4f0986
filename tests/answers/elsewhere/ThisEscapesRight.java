// proved
// The thread is started when the object is complete.
public class ThisEscapesRight {
    String name;
    ThisEscapesRight() {
        name = "x";
    }
    public static void main(String[] args) throws Exception {
        ThisEscapesRight object = new ThisEscapesRight();
        new Thread(() -> object.name.length()).start();
    }
}
