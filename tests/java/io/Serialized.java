// Serialization: graphs, transient fields, custom forms, enums, records, replacement.
package io;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

public class Serialized {
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        Node next;
        transient int cache = 9;
        final List<Integer> values = new ArrayList<>();

        Node(String name) {
            this.name = name;
        }
    }

    static class Custom implements Serializable {
        private static final long serialVersionUID = 2;
        transient int doubled;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(doubled / 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            doubled = in.readInt() * 2;
        }
    }

    enum Level { LOW, HIGH }

    record Point(int x, double y, String label) implements Serializable {
    }

    static class Singleton implements Serializable {
        static final Singleton INSTANCE = new Singleton();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Node node = new Node("first");
        node.next = new Node("second");
        node.next.next = node;
        node.values.add(5);
        Node copied = copy(node);
        System.out.println(copied.name + " " + copied.next.name + " " + (copied.next.next == copied) + " " + copied.cache + " " + copied.values);
        Custom custom = new Custom();
        custom.doubled = 14;
        System.out.println(copy(custom).doubled + " " + (copy(Level.HIGH) == Level.HIGH) + " " + copy(new Point(1, 2.5, "p")) + " " + (copy(Singleton.INSTANCE) == Singleton.INSTANCE));
        TreeMap<String, int[]> map = new TreeMap<>();
        map.put("a", new int[] {1, 2, 3});
        System.out.println(copy(map).get("a")[2] + " " + copy(new Object[] {1, "x", null, 'c', 2.5f}).length + " " + copy(List.of(1, 2)) + " " + copy(new java.util.Date(5)).getTime());
        try {
            copy(new ArrayList<>(List.of(new Object())));
        } catch (NotSerializableException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
