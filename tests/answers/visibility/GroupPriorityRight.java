// proved
// The limit is set before.
public class GroupPriorityRight {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Thread limiter = new Thread(() -> group.setMaxPriority(3));
        limiter.start();
        limiter.join();
        Thread thread = new Thread(group, () -> {});
        thread.setPriority(7);
        assert thread.getPriority() == 3 : thread.getPriority();
    }
}
