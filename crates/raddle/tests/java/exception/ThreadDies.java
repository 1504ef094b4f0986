/** A thread that dies of an exception in some schedules. */
class ThreadDies {
    static volatile String text = "full";

    public static void main(String[] args) {
        new Thread(() -> text = null).start();
        new Thread(() -> {
            if (text != null) {
                text.length();
            }
        }).start();
    }
}
