import java.io.File;

/** What one run leaves behind must not hide the bug of the next. */
class LeftFromBefore {
    static volatile boolean late;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> late = true);
        thread.start();
        File mark = new File("left-from-before.tmp");
        boolean isLate = late;
        if (mark.createNewFile()) {
            assert !isLate : "the file is there before";
        }
        thread.join();
    }
}
