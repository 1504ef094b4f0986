// Temporary files.
package io;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;

public class Files {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("raddle", ".txt");
        try (BufferedWriter writer = new BufferedWriter(new FileWriter(file))) {
            for (int i = 0; i < 3; i++) writer.write("line " + i + "\n");
        }
        System.out.println(file.exists() + " " + file.length() + " " + file.isDirectory() + " " + file.getName().startsWith("raddle"));
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            System.out.println(reader.lines().toList());
        }
        System.out.println(file.delete() + " " + file.exists());
        try {
            new FileReader("/does/not/exist");
        } catch (java.io.FileNotFoundException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(new File("a/b/../c.txt").getName() + " " + new File("/x/y").getParent() + " " + new File("rel").isAbsolute());
    }
}
