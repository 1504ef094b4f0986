// Thread groups, priorities, naming.
package threads;

public class Groups {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("workers");
        Thread thread = new Thread(group, () -> System.out.println(Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().getName()), "w1");
        thread.setPriority(Thread.MAX_PRIORITY);
        System.out.println(thread.getPriority() + " " + group.getMaxPriority() + " " + group.getParent().getName());
        thread.start();
        thread.join();
        System.out.println(thread.getThreadGroup() == null);
        try { thread.setPriority(11); } catch (IllegalArgumentException exception) { System.out.println("bad priority"); }
        Thread named = new Thread();
        named.setName("renamed");
        System.out.println(named.getName() + " " + named.getState());
        named.start();
        named.join();
        System.out.println(named.getState());
        StackTraceElement[] trace = Thread.currentThread().getStackTrace();
        System.out.println(trace[trace.length - 1].getMethodName().isEmpty());
    }
}
