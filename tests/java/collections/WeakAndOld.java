// WeakHashMap, Hashtable, Properties, Vector.
package collections;

import java.io.StringReader;
import java.util.Hashtable;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;

public class WeakAndOld {
    public static void main(String[] args) throws Exception {
        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        Object key = new Object();
        weak.put(key, "v");
        System.out.println(weak.get(key) + weak.size());
        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("one", 1);
        try { table.put(null, 1); } catch (NullPointerException exception) { System.out.println("no null"); }
        System.out.println(table + " " + table.contains(1) + " " + table.elements().nextElement());
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\na=1\nb : two\\\n  words\nc\\ d=\\u0041\n"));
        System.out.println(properties.getProperty("a") + properties.getProperty("b") + properties.getProperty("c d") + properties.getProperty("x", "d") + new TreeMap<>(properties));
        Vector<Integer> vector = new Vector<>(List.of(3, 1));
        vector.addElement(2);
        System.out.println(vector.lastElement() + " " + vector.elementAt(0) + " " + vector.capacity());
        java.lang.ref.SoftReference<String> soft = new java.lang.ref.SoftReference<>("soft");
        java.lang.ref.WeakReference<Object> reference = new java.lang.ref.WeakReference<>(key);
        System.out.println(soft.get() + (reference.get() == key) + reference.refersTo(key));
        reference.clear();
        System.out.println(reference.get());
    }
}
