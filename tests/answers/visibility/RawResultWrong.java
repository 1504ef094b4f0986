// found: race
// The raw result of a task may be looked at before the task is done, and then nothing orders it.
import java.util.concurrent.RecursiveTask;

public class RawResultWrong {
    static class Task extends RecursiveTask<int[]> {
        protected int[] compute() {
            return new int[] {1};
        }
    }

    public static void main(String[] args) throws Exception {
        Task task = new Task();
        Thread other = new Thread(task::invoke);
        other.start();
        int[] result = task.getRawResult();
        if (result != null && result[0] != 1) throw new AssertionError();
        other.join();
    }
}
