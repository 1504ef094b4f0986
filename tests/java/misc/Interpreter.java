// A small stack machine and a recursive-descent parser.
package misc;

import java.util.ArrayDeque;
import java.util.Deque;

public class Interpreter {
    final String text;
    int at;
    Interpreter(String text) { this.text = text.replace(" ", ""); }
    double expression() { double v = term(); while (at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) { char op = text.charAt(at++); double r = term(); v = op == '+' ? v + r : v - r; } return v; }
    double term() { double v = factor(); while (at < text.length() && "*/".indexOf(text.charAt(at)) >= 0) { char op = text.charAt(at++); double r = factor(); v = op == '*' ? v * r : v / r; } return v; }
    double factor() {
        if (text.charAt(at) == '-') { at++; return -factor(); }
        if (text.charAt(at) == '(') { at++; double v = expression(); at++; return v; }
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) at++;
        return Double.parseDouble(text.substring(start, at));
    }
    static int run(String program) {
        Deque<Integer> stack = new ArrayDeque<>();
        for (String word : program.split(" ")) {
            switch (word) {
                case "+" -> stack.push(stack.pop() + stack.pop());
                case "*" -> stack.push(stack.pop() * stack.pop());
                case "dup" -> stack.push(stack.peek());
                case "swap" -> { int a = stack.pop(), b = stack.pop(); stack.push(a); stack.push(b); }
                default -> stack.push(Integer.parseInt(word));
            }
        }
        return stack.pop();
    }
    public static void main(String[] args) {
        for (String text : new String[] {"1 + 2 * 3", "(1 + 2) * 3", "-(4 - 6) / 8", "2 * (3 + 4) * 5 - 1.5"}) System.out.println(new Interpreter(text).expression());
        System.out.println(run("3 dup * 4 dup * + 2 swap +"));
    }
}
