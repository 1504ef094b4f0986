// Resources are closed in reverse, even null ones.
package exceptions;

public class Resources {
    static class R implements AutoCloseable { final String n; R(String n) { this.n = n; System.out.println("open " + n); } public void close() { System.out.println("close " + n); } }

    public static void main(String[] args) throws Exception {
        try (R a = new R("a"); R none = null; R b = new R("b")) { System.out.println("body"); } catch (Exception e) { System.out.println(e.getMessage()); } R shared = new R("s");
        try (shared) { throw new Exception("x"); } catch (Exception e) { System.out.println("after " + e.getMessage()); } finally { System.out.println("finally"); }
    }
}
