// Snapshots under modification.
package concurrent;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWrite {
    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        int sum = 0;
        for (int x : list) { list.add(x + 10); sum += x; } Iterator<Integer> it = list.iterator();
        list.clear();
        System.out.println(sum + " " + it.next() + " " + list.size());
        try { it.remove(); } catch (UnsupportedOperationException e) { System.out.println("snapshot"); }
    }
}
