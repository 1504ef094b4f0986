// Class loaders of the program's own, Class.forName of all kinds of names, and what does not exist.
package reflection;

import java.io.InputStream;

public class Loading {
    public static class Payload implements Runnable {
        static int count;

        @Override
        public void run() {
            System.out.println("run " + ++count);
        }
    }

    /** Defines the payload itself instead of asking its parent. */
    static class Own extends ClassLoader {
        Own(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("$Payload")) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream stream = Loading.class.getResourceAsStream("Loading$Payload.class")) {
                byte[] bytes = stream.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException exception) {
                throw new ClassNotFoundException(name, exception);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        new Payload().run();
        Class<?> first = new Own(Loading.class.getClassLoader()).loadClass("reflection.Loading$Payload"), second = new Own(Loading.class.getClassLoader()).loadClass("reflection.Loading$Payload");
        Runnable one = (Runnable) first.getConstructor().newInstance(), two = (Runnable) second.getConstructor().newInstance();
        one.run();
        one.run();
        two.run();
        System.out.println((first == second) + " " + first.getName().equals(second.getName()) + " " + (one instanceof Payload) + " " + first.getClassLoader().getClass().getSimpleName() + " " + first.isInstance(two));
        try {
            Payload cast = (Payload) (Object) one;
            System.out.println(cast);
        } catch (ClassCastException exception) {
            System.out.println("another class of that name");
        }
        System.out.println(Class.forName("[I") + " " + Class.forName("[[Ljava.lang.String;").getSimpleName() + " " + Class.forName("java.util.Map$Entry").isInterface() + " " + int.class + " " + String.class.getClassLoader() + " " + Class.forName("reflection.Loading$Payload").getEnclosingClass().getSimpleName());
        for (String name : new String[] {"no.such.Thing", "int", "java/lang/String", ""}) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException exception) {
                System.out.println("not found: " + exception.getMessage());
            }
        }
        try {
            new Own(null) {
                Class<?> broken() {
                    return defineClass("x", new byte[] {1, 2, 3, 4, 5}, 0, 5);
                }
            }.broken();
        } catch (ClassFormatError error) {
            System.out.println("format error");
        }
    }
}
