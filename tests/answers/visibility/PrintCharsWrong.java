// found: race
// println of a char array reads it, whatever is locked meanwhile.
public class PrintCharsWrong {
    public static void main(String[] args) throws Exception {
        char[] letters = {'a', 'b'};
        Thread changer = new Thread(() -> letters[1] = 'c');
        changer.start();
        System.out.println(letters);
        changer.join();
    }
}
