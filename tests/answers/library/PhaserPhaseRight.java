// proved
// Who waits for the advance does.
import java.util.concurrent.*;

public class PhaserPhaseRight {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(phaser::arrive);
        other.start();
        phaser.arriveAndAwaitAdvance();
        assert phaser.getPhase() == 1;
        other.join();
    }
}
