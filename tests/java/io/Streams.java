// Readers, writers and byte streams in memory.
package io;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public class Streams {
    static class Data implements Serializable {
        int number = 5;
        String text = "t";
        transient int skipped = 9;
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Data self = this;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\r\nthree"));
        String line;
        while ((line = reader.readLine()) != null) System.out.print(line.length() + " ");
        System.out.println();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(-5);
            out.writeUTF("héllo");
            out.writeDouble(1.25);
            out.writeLong(1L << 40);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readInt() + in.readUTF() + in.readDouble() + in.readLong() + " " + bytes.size());
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        new ObjectOutputStream(stored).writeObject(new Data());
        Data copy = (Data) new ObjectInputStream(new ByteArrayInputStream(stored.toByteArray())).readObject();
        System.out.println(copy.number + copy.text + copy.skipped + copy.list + (copy.self == copy));
        StringWriter writer = new StringWriter();
        PrintWriter print = new PrintWriter(writer);
        print.printf("%03d", 7);
        print.println('c');
        print.flush();
        System.out.println(writer.toString().trim());
        InputStreamReader decoded = new InputStreamReader(new ByteArrayInputStream("€uro".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        System.out.println((char) decoded.read() + "" + (char) decoded.read());
        ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(0x01020304).putShort((short) 5).flip();
        System.out.println(buffer.get(0) + " " + buffer.remaining() + " " + buffer.getInt() + " " + buffer);
        try {
            ByteBuffer.allocate(1).putInt(1);
        } catch (BufferOverflowException exception) {
            System.out.println("overflow");
        }
    }
}
