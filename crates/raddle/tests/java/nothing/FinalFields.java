/** An object of final fields may be published by a volatile field, and even through a field of its own maker. */
class FinalFields {
    final int x;

    FinalFields(int x) {
        this.x = x;
    }

    static volatile FinalFields published;

    public static void main(String[] args) {
        new Thread(() -> published = new FinalFields(7)).start();
        FinalFields seen = published;
        assert seen == null || seen.x == 7;
    }
}
