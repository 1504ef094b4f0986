import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Three philosophers, three forks, and everybody takes the left one first. The forks are locks of java.util.concurrent:
// a deadlock through them is found as one through monitors is.
//
//     raddle check examples/java/DiningPhilosophers.java
//
// Expect: deadlock
class DiningPhilosophers {
    static final int COUNT = 3;

    public static void main(String[] args) {
        Lock[] forks = new Lock[COUNT];
        for (int number = 0; number < COUNT; number++) {
            forks[number] = new ReentrantLock();
        }
        for (int number = 0; number < COUNT; number++) {
            Lock left = forks[number];
            Lock right = forks[(number + 1) % COUNT];
            new Thread(() -> {
                left.lock();
                right.lock();
                // eats
                right.unlock();
                left.unlock();
            }, "philosopher " + number).start();
        }
    }
}
