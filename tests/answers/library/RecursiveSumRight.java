// proved
// They return their parts.
import java.util.concurrent.*;

public class RecursiveSumRight {
    static class Sum extends RecursiveTask<Integer> {
        final int from, to;
        Sum(int from, int to) { this.from = from; this.to = to; }
        protected Integer compute() {
            if (to - from == 1) return from;
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }
    public static void main(String[] args) throws Exception {
        int sum = new ForkJoinPool(2).invoke(new Sum(0, 4));
        assert sum == 6;
    }
}
