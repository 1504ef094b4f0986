// found: exception
// Between the last arrival and the next phase nobody else may arrive.
import java.util.concurrent.Phaser;

public class PhaserLastWrong {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(1);
        Thread other = new Thread(phaser::arrive);
        other.start();
        phaser.arrive();
        other.join();
    }
}
