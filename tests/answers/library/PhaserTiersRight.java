// proved
// The first party of a child registers the child with its parent.
// Who sees the child's sees the parent's.
import java.util.concurrent.*;

public class PhaserTiersRight {
    public static void main(String[] args) throws Exception {
        Phaser parent = new Phaser();
        Phaser child = new Phaser(parent);
        Thread other = new Thread(child::register);
        other.start();
        if (child.getRegisteredParties() == 1) assert parent.getRegisteredParties() == 1;
        other.join();
    }
}
