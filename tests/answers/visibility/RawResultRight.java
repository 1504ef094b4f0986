// proved
// A task that is done is ordered before those who saw that.
import java.util.concurrent.RecursiveTask;

public class RawResultRight {
    static class Task extends RecursiveTask<int[]> {
        protected int[] compute() {
            return new int[] {1};
        }
    }

    public static void main(String[] args) throws Exception {
        Task task = new Task();
        Thread other = new Thread(task::invoke);
        other.start();
        if (task.isDone() && task.getRawResult()[0] != 1) throw new AssertionError();
        other.join();
    }
}
