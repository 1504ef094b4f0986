// ArrayDeque, PriorityQueue, Stack.
package collections;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EmptyStackException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Stack;

public class Queues {
    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) if (i % 3 == 0) deque.addFirst(i); else deque.addLast(i);
        System.out.println(deque + " " + deque.peekFirst() + " " + deque.pollLast() + " " + deque.pop());
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(s -> s));
        queue.addAll(List.of("ccc", "a", "bb", "aa", "dddd", ""));
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) order.append('[').append(queue.poll()).append(']');
        System.out.println(order);
        Stack<Character> stack = new Stack<>();
        for (char c : "(()())".toCharArray()) if (c == '(') stack.push(c); else stack.pop();
        System.out.println(stack.isEmpty());
        try {
            stack.pop();
        } catch (EmptyStackException exception) {
            System.out.println("empty");
        }
        try {
            new ArrayDeque<Integer>().getFirst();
        } catch (NoSuchElementException exception) {
            System.out.println("none");
        }
        try {
            new ArrayDeque<>().add(null);
        } catch (NullPointerException exception) {
            System.out.println("no nulls");
        }
    }
}
