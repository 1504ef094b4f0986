// Casts and instanceof on classes, interfaces and arrays.
package language;

public class Casts {
    interface Named {}
    static class Animal {}
    static class Dog extends Animal implements Named {}

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("ok");
        } catch (ClassCastException exception) {
            System.out.println("CCE");
        }
    }

    public static void main(String[] args) {
        Object dog = new Dog();
        System.out.println(dog instanceof Animal);
        System.out.println(dog instanceof Named);
        System.out.println((Object) new Dog[0] instanceof Animal[]);
        System.out.println((Object) new Dog[0] instanceof Named[]);
        System.out.println((Object) new int[0] instanceof Object[] ? 1 : 0);
        System.out.println((Object) new int[0][0] instanceof Object[]);
        System.out.println(null instanceof Object);
        attempt(() -> { Named named = (Named) dog; });
        attempt(() -> { String text = (String) dog; });
        attempt(() -> { Dog[] dogs = (Dog[]) (Object) new Animal[1]; });
        attempt(() -> { Animal[] animals = (Animal[]) (Object) new Dog[1]; });
        attempt(() -> { Object[] array = (Object[]) (Object) new int[1]; });
        try {
            Object[] strings = new String[1];
            strings[0] = 1;
        } catch (ArrayStoreException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
