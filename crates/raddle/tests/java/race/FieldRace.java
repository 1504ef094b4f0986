/** A plain field, written by one thread and read by another. */
class FieldRace {
    int value;

    public static void main(String[] args) {
        FieldRace shared = new FieldRace();
        new Thread(() -> shared.value = 1).start();
        int seen = shared.value;
    }
}
