// found: assertion
// Who arrives first does not see the next phase yet.
import java.util.concurrent.*;

public class PhaserPhaseWrong {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(phaser::arrive);
        other.start();
        phaser.arrive();
        assert phaser.getPhase() == 1;
        other.join();
    }
}
