/** Two that step back for each other, for ever. */
class Polite {
    static volatile boolean oneWants;
    static volatile boolean twoWants;

    public static void main(String[] args) {
        new Thread(() -> {
            oneWants = true;
            while (twoWants) {
                oneWants = false;
                oneWants = true;
            }
            oneWants = false;
        }).start();
        twoWants = true;
        while (oneWants) {
            twoWants = false;
            twoWants = true;
        }
        twoWants = false;
    }
}
