// Order of static and instance initialisers.
package language;

public class Initialization1 {
    static StringBuilder log = new StringBuilder();
    static int say(String text) { log.append(text).append(' '); return 1; }

    static class Parent {
        static int a = say("Parent.static");
        int b = say("Parent.field");
        { say("Parent.block"); }
        Parent() { say("Parent()"); hook(); }
        void hook() { say("Parent.hook"); }
    }
    static class Child extends Parent {
        static { say("Child.static"); }
        int c = say("Child.field");
        Child() { super(); say("Child()"); }
        @Override void hook() { say("Child.hook" + c); }
    }
    interface Lazy { int VALUE = say("Lazy.VALUE"); int CONSTANT = 5; default void touch() {} }
    static class User implements Lazy { static { say("User.static"); } }
    static class Holder { static final String TEXT = "constant"; static { say("Holder.static"); } }

    public static void main(String[] args) {
        new Child();
        new Child();
        say(Holder.TEXT);
        say("" + Lazy.CONSTANT);
        new User();
        Child[] none = new Child[0];
        System.out.println(log);
    }
}
