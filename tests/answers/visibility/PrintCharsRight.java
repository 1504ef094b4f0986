// proved
// println of a copy that was made before.
public class PrintCharsRight {
    public static void main(String[] args) throws Exception {
        char[] letters = {'a', 'b'};
        char[] copy = letters.clone();
        Thread changer = new Thread(() -> letters[1] = 'c');
        changer.start();
        System.out.println(copy);
        changer.join();
    }
}
