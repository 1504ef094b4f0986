/** What a thread wrote is ordered before what follows its join, and what preceded its start before what it reads. */
class JoinOrders {
    static int given;
    static int taken;

    public static void main(String[] args) throws InterruptedException {
        given = 1;
        Thread other = new Thread(() -> taken = given + 1);
        other.start();
        other.join();
        assert taken == 2;
    }
}
