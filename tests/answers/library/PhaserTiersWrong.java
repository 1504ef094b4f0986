// found: assertion
// The first party of a child registers the child with its parent.
// The parent knows of it before the child does.
import java.util.concurrent.*;

public class PhaserTiersWrong {
    public static void main(String[] args) throws Exception {
        Phaser parent = new Phaser();
        Phaser child = new Phaser(parent);
        Thread other = new Thread(child::register);
        other.start();
        if (parent.getRegisteredParties() == 1) assert child.getRegisteredParties() == 1;
        other.join();
    }
}
