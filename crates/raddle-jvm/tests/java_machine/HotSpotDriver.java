// Runs many programs on HotSpot in one process: each in a class loader and a thread group of its own, its output and
// exit code captured. Usage: HotSpotDriver CLASSES_DIR OUTPUT_FILE CLASS...
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;

public class HotSpotDriver {
    /** Thrown in place of an exit. */
    static class Exit extends SecurityException {
        final int code;

        Exit(int code) {
            this.code = code;
        }
    }

    static volatile int exitCode;
    static volatile boolean done;

    @SuppressWarnings("removal")
    public static void main(String[] arguments) throws Exception {
        try {
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkExit(int status) {
                    if (done) {
                        return;
                    }
                    exitCode = status;
                    throw new Exit(status);
                }

                @Override
                public void checkPermission(java.security.Permission permission) {
                }
            });
        } catch (UnsupportedOperationException exception) {
            // From JDK 24 on there is none: programs that exit are run by themselves.
        }
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (DataOutputStream results = new DataOutputStream(new FileOutputStream(arguments[1]))) {
            for (int index = 2; index < arguments.length; index++) {
                ByteArrayOutputStream captured = new ByteArrayOutputStream();
                PrintStream stream = new PrintStream(captured, true, "UTF-8");
                System.setOut(stream);
                System.setErr(new PrintStream(new ByteArrayOutputStream(), true, "UTF-8"));
                exitCode = 0;
                run(new File(arguments[0]), arguments[index]);
                System.setOut(out);
                System.setErr(err);
                stream.flush();
                byte[] bytes = captured.toByteArray();
                results.writeUTF(arguments[index]);
                results.writeInt(exitCode);
                results.writeInt(bytes.length);
                results.write(bytes);
            }
        }
        done = true;
        Runtime.getRuntime().halt(0);
    }

    static void run(File classes, String name) throws Exception {
        ThreadGroup group = new ThreadGroup("main") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                if (thrown instanceof Exit) {
                    return;
                }
                Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
                if (thread.getName().equals("main")) {
                    exitCode = 1;
                }
                if (handler != null) {
                    handler.uncaughtException(thread, thrown);
                }
            }
        };
        URLClassLoader loader = new URLClassLoader(new URL[] {classes.toURI().toURL()}, ClassLoader.getPlatformClassLoader());
        loader.setDefaultAssertionStatus(false);
        Thread main = new Thread(group, () -> {
            try {
                Class.forName(name, true, loader).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (java.lang.reflect.InvocationTargetException exception) {
                HotSpotDriver.<RuntimeException>sneak(exception.getCause());
            } catch (ReflectiveOperationException exception) {
                throw new IllegalStateException(exception);
            }
        }, "main");
        main.setContextClassLoader(loader);
        main.start();
        main.join();
        Thread[] others = new Thread[100];
        boolean left = true;
        while (left) {
            left = false;
            int count = group.enumerate(others);
            for (int index = 0; index < count; index++) {
                if (!others[index].isDaemon()) {
                    left = true;
                    others[index].join();
                }
            }
        }
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
