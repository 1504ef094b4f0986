// Runs programs one class of which was damaged, on HotSpot in one process: each in a class loader and a thread group of
// its own. Usage: MutantDriver CLASSES_DIR MUTANTS_FILE FIRST RESULTS_FILE; results are appended one by one, since a
// mutant may end the process.
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.BufferedInputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

public class MutantDriver {
    static final int TIME_LIMIT = 10_000;

    static class Loader extends ClassLoader {
        final Map<String, byte[]> classes;
        final String damaged;
        final byte[] bytes;

        Loader(Map<String, byte[]> classes, String damaged, byte[] bytes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
            this.damaged = damaged;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] content = name.equals(damaged) ? bytes : classes.get(name);
            if (content == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, content, 0, content.length);
        }
    }

    static final StringBuffer uncaught = new StringBuffer();
    static volatile boolean refused;

    static void note(String thread, Throwable thrown) {
        if (thrown instanceof LinkageError && !(thrown instanceof ExceptionInInitializerError)) {
            refused = true;
        }
        uncaught.append(thread).append(' ').append(thrown.getClass().getName()).append('\n');
        if (Boolean.getBoolean("explain")) {
            uncaught.append("  ").append(String.valueOf(thrown.getMessage()).replace("\n", "\n  ")).append('\n');
        }
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, byte[]> classes = new HashMap<>();
        Path root = new File(arguments[0]).toPath();
        for (Path path : (Iterable<Path>) Files.walk(root)::iterator) {
            String name = root.relativize(path).toString();
            if (name.endsWith(".class")) {
                classes.put(name.substring(0, name.length() - 6).replace('/', '.'), Files.readAllBytes(path));
            }
        }
        int first = Integer.parseInt(arguments[2]);
        PrintStream out = System.out;
        try (DataInputStream mutants = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[1])));
                DataOutputStream results = new DataOutputStream(new FileOutputStream(arguments[3]))) {
            int count = mutants.readInt();
            for (int index = 0; index < count; index++) {
                String main = mutants.readUTF();
                String damaged = mutants.readUTF();
                byte[] bytes = mutants.readNBytes(mutants.readInt());
                if (index < first) {
                    continue;
                }
                ByteArrayOutputStream captured = new ByteArrayOutputStream();
                PrintStream stream = new PrintStream(captured, true, "UTF-8");
                System.setOut(stream);
                System.setErr(new PrintStream(new ByteArrayOutputStream(), true, "UTF-8"));
                uncaught.setLength(0);
                refused = false;
                boolean inTime = run(new Loader(classes, damaged, bytes), main);
                System.setOut(out);
                stream.flush();
                byte[] output = captured.toByteArray();
                results.writeByte(!inTime ? 2 : refused ? 1 : 0);
                byte[] thrown = uncaught.toString().getBytes("UTF-8");
                results.writeInt(thrown.length);
                results.write(thrown);
                results.writeInt(output.length);
                results.write(output);
                results.flush();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings({"deprecation", "removal"})
    static boolean run(Loader loader, String name) throws Exception {
        ThreadGroup group = new ThreadGroup("main") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                if (!(thrown instanceof ThreadDeath)) {
                    note(thread.getName(), thrown);
                }
            }
        };
        Thread main = new Thread(group, () -> {
            try {
                Class<?> type = Class.forName(name, false, loader);
                Method method = null;
                try {
                    method = type.getMethod("main", String[].class);
                } catch (NoSuchMethodException exception) {
                    // Told below.
                }
                if (method == null || !Modifier.isStatic(method.getModifiers()) || method.getReturnType() != void.class) {
                    refused = true;
                    uncaught.append("no main\n");
                    return;
                }
                Class.forName(name, true, loader);
                method.setAccessible(true);
                method.invoke(null, (Object) new String[0]);
            } catch (java.lang.reflect.InvocationTargetException exception) {
                note("main", exception.getCause());
            } catch (ClassNotFoundException exception) {
                refused = true;
                uncaught.append("not found\n");
            } catch (Throwable thrown) {
                note("main", thrown);
            }
        }, "main");
        main.setDaemon(true);
        main.setContextClassLoader(loader);
        main.start();
        main.join(TIME_LIMIT);
        boolean inTime = !main.isAlive();
        Thread[] others = new Thread[100];
        int count = group.enumerate(others);
        for (int index = 0; index < count; index++) {
            others[index].join(inTime ? TIME_LIMIT : 1);
            if (others[index].isAlive()) {
                inTime = false;
                others[index].stop();
            }
        }
        return inTime;
    }
}
