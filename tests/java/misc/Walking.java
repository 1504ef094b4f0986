// StackWalker, stack traces of other threads, and where a lambda stands in them.
package misc;

import java.util.List;
import java.util.stream.Collectors;

public class Walking {
    static List<String> names() {
        return StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getMethodName).limit(2).collect(Collectors.toList()));
    }

    static List<String> deeper(int depth) {
        return depth == 0 ? names() : deeper(depth - 1);
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static class Other {
        static Class<?> ask() {
            return caller();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(names() + " " + deeper(2));
        System.out.println(caller().getSimpleName() + " " + Other.ask().getSimpleName());
        int line = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getLineNumber).findFirst().get());
        System.out.println(line);
        StackTraceElement here = new Throwable().getStackTrace()[0];
        System.out.println(here.getMethodName() + " " + here.getClassName() + " " + here.getFileName() + " " + here.isNativeMethod());
        Object lock = new Object();
        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException exception) {
                    System.out.println("woken");
                }
            }
        });
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) Thread.yield();
        boolean found = false;
        for (StackTraceElement element : waiting.getStackTrace()) found |= element.getMethodName().startsWith("lambda$main");
        System.out.println(found + " " + Thread.currentThread().getStackTrace()[1].getMethodName());
        waiting.interrupt();
        waiting.join();
        System.out.println(waiting.getStackTrace().length);
        Runnable lambda = () -> System.out.println(new Throwable().getStackTrace()[0].getMethodName().startsWith("lambda$"));
        lambda.run();
    }
}
