// found: assertion
// A group's greatest priority limits what threads get later.
public class GroupPriorityWrong {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Thread limiter = new Thread(() -> group.setMaxPriority(3));
        limiter.start();
        Thread thread = new Thread(group, () -> {});
        thread.setPriority(7);
        limiter.join();
        assert thread.getPriority() == 3 : thread.getPriority();
    }
}
