// An object is made by one thread and put into a plain field; another thread takes it from there. Nothing orders what
// the constructor wrote before what the reader reads: it may see the object half made. Raddle reports the race.
//
//     raddle check examples/java/UnsafePublication.java
//
// Expect: race
class UnsafePublication {
    static class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static Point published; // should be volatile, or Point's fields final

    public static void main(String[] args) {
        new Thread(() -> published = new Point(1, 2)).start();
        new Thread(() -> {
            Point seen = published;
            if (seen != null) {
                assert seen.x + seen.y == 3;
            }
        }).start();
    }
}
