import java.nio.file.Files;
import java.nio.file.Path;

/** What may not be read is neither missing nor empty. */
class ReadsElsewhere {
    public static void main(String[] args) throws Exception {
        assert Files.exists(Path.of("/no/such/file")) == false;
        assert Files.exists(Path.of("/etc/passwd")) == false;
    }
}
