// Exceptions through several frames with cleanups.
package exceptions;

public class Unwinding {
    static StringBuilder log = new StringBuilder();
    static int a(int n) { try { return b(n) + 1; } finally { log.append("a"); } }
    static int b(int n) { try { return c(n); } catch (IllegalStateException e) { log.append("h"); return -10; } finally { log.append("b"); if (n == 2) throw new RuntimeException("from finally"); } }
    static int c(int n) { log.append("c"); if (n == 1) throw new IllegalStateException("one"); if (n == 3) throw new IllegalArgumentException("three"); return n; }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 4; i++) { try { System.out.print(a(i)); } catch (RuntimeException e) { System.out.print("caught " + e.getMessage()); } System.out.println(" " + log); log.setLength(0); }
    }
}
