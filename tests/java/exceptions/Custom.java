// Hierarchies of exceptions, multi-catch, rethrow.
package exceptions;

import java.io.IOException;

public class Custom {
    static class AppException extends Exception { final int code; AppException(int code) { super("code " + code); this.code = code; } }
    static class Worse extends AppException { Worse() { super(99); } @Override public String getMessage() { return "worse:" + super.getMessage(); } }
    static void risky(int n) throws AppException {
        switch (n) {
            case 0: throw new AppException(1);
            case 1: throw new Worse();
            case 2: throw new IllegalStateException("state");
            case 3: Object o = null; o.hashCode();
            case 4: throw new Error("err");
            default:
        }
    }
    static <T extends Throwable> void sneaky(Throwable thrown) throws T { @SuppressWarnings("unchecked") T t = (T) thrown; throw t; }
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            try {
                risky(i);
                System.out.println("fine");
            } catch (Worse exception) {
                System.out.println("W " + exception.getMessage() + exception.code);
            } catch (AppException exception) {
                System.out.println("A " + exception.getMessage());
            } catch (IllegalStateException | NullPointerException exception) {
                System.out.println("R " + exception.getClass().getSimpleName());
            } catch (Throwable thrown) {
                System.out.println("T " + thrown);
            }
        }
        try { Custom.<RuntimeException>sneaky(new java.io.IOException("checked")); } catch (Exception exception) { System.out.println(exception); }
        Exception suppressed = new Exception("main");
        suppressed.addSuppressed(new RuntimeException("extra"));
        System.out.println(suppressed.getSuppressed()[0].getMessage());
        try { suppressed.initCause(new Exception("c1")); suppressed.initCause(new Exception("c2")); } catch (IllegalStateException exception) { System.out.println("cause once"); }
    }
}
