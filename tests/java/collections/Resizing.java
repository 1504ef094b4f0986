// Collections that grow a lot.
package collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;

public class Resizing {
    public static void main(String[] args) throws Exception {
        ArrayList<Integer> list = new ArrayList<>();
        HashSet<Integer> set = new HashSet<>();
        ArrayDeque<Integer> deque = new ArrayDeque<>(1);
        for (int i = 0; i < 5000; i++) { list.add(i ^ 0x55); set.add(i * 17 % 4001); deque.addFirst(i); if (i % 3 == 0) deque.pollLast(); } Collections.sort(list);
        System.out.println(list.get(2500) + " " + set.size() + " " + deque.size() + " " + deque.peekLast() + " " + list.hashCode());
    }
}
