// Runs programs on HotSpot many times, in one process: each time `play` of a new object, in a thread of its own. What
// differs of all that was given is written down. Usage: OutcomesDriver CLASSES_DIR NAMES_FILE OUTPUT_FILE TIMES
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

public class OutcomesDriver {
    /** Whoever has not ended by then is left alone: nothing is said of that run. */
    static final long PATIENCE = 2000;

    public static void main(String[] arguments) throws Exception {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        URL[] classes = {new File(arguments[0]).toURI().toURL()};
        List<String> names = Files.readAllLines(Path.of(arguments[1]));
        int times = Integer.parseInt(arguments[3]);
        try (PrintStream results = new PrintStream(arguments[2], "UTF-8");
                URLClassLoader loader = new URLClassLoader(classes)) {
            for (String name : names) {
                Set<String> seen = new TreeSet<>();
                Constructor<?> constructor = loader.loadClass(name).getDeclaredConstructor();
                Method play = loader.loadClass(name).getDeclaredMethod("play");
                constructor.setAccessible(true);
                play.setAccessible(true);
                for (int time = 0; time < times; time++) {
                    String outcome = once(constructor, play);
                    if (outcome == null) {
                        break;
                    }
                    seen.add(outcome);
                }
                seen.forEach(outcome -> results.print(name + "\t" + outcome + "\n"));
            }
        }
        System.exit(0);
    }

    /** One outcome; nothing if it is not there in time. */
    static String once(Constructor<?> constructor, Method play) throws InterruptedException {
        String[] outcome = new String[1];
        Thread thread = new Thread(() -> {
            try {
                outcome[0] = (String) play.invoke(constructor.newInstance());
            } catch (ReflectiveOperationException e) {
                // The program's main fails with another exception than the one that names an outcome.
            }
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE);
        return thread.isAlive() ? null : outcome[0];
    }
}
