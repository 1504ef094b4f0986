// java.nio.file on temporary files.
package io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.NoSuchFileException;

public class NioFiles {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "raddle-nio-" + ProcessHandleFree.token() + ".txt");
        Files.writeString(file, "hello\nworld\n");
        System.out.println(Files.readString(file).length() + " " + Files.size(file) + " " + Files.readAllLines(file) + " " + Files.exists(file));
        Files.delete(file);
        System.out.println(Files.exists(file));
        try {
            Files.readString(file);
        } catch (NoSuchFileException exception) {
            System.out.println("gone");
        }
        System.out.println(Path.of("/a/b/../c").normalize() + " " + Path.of("x").resolve("y") + " " + Path.of("/a/b").relativize(Path.of("/a/c")) + " " + Path.of("/q/r.txt").getFileName());
    }
    static class ProcessHandleFree { static int token() { return System.identityHashCode(new Object()); } }
}
