// ArrayList, LinkedList, sublists, iterators.
package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Vector;

public class Lists {
    public static void main(String[] args) {
        for (List<Integer> list : List.<List<Integer>>of(new ArrayList<>(), new LinkedList<>(), new Vector<>())) {
            for (int i = 0; i < 10; i++) list.add(i * 7 % 10);
            list.remove(3);
            list.remove(Integer.valueOf(9));
            list.add(2, 100);
            list.addAll(1, List.of(55, 66));
            System.out.println(list + " " + list.indexOf(100) + " " + list.contains(66) + " " + list.size());
            ListIterator<Integer> iterator = list.listIterator();
            while (iterator.hasNext()) {
                int value = iterator.next();
                if (value % 2 == 0) iterator.remove();
                else iterator.set(value + 1);
            }
            System.out.println(list);
            list.subList(1, 3).clear();
            list.sort(Comparator.reverseOrder());
            list.replaceAll(x -> x * 10);
            System.out.println(list + " " + list.equals(new ArrayList<>(list)) + " " + list.hashCode());
            try {
                for (Integer value : list) list.add(value);
            } catch (ConcurrentModificationException exception) {
                System.out.println("CME");
            }
            try {
                list.get(99);
            } catch (IndexOutOfBoundsException exception) {
                System.out.println("IOOBE");
            }
        }
        try {
            List.of(1).add(2);
        } catch (UnsupportedOperationException exception) {
            System.out.println("immutable");
        }
        System.out.println(Arrays.asList(3, 1, 2) + " " + Collections.nCopies(3, "x") + " " + Collections.frequency(List.of(1, 2, 1), 1));
        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 8));
        Collections.sort(numbers);
        Collections.reverse(numbers);
        Collections.swap(numbers, 0, 2);
        System.out.println(numbers + " " + Collections.binarySearch(List.of(1, 3, 5), 3) + " " + Collections.unmodifiableList(numbers));
    }
}
