/** One element of an array; others would not conflict. */
class ArrayRace {
    public static void main(String[] args) {
        int[] cells = new int[2];
        new Thread(() -> cells[1] = 1).start();
        cells[1] = 2;
    }
}
