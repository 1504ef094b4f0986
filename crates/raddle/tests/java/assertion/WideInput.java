import org.sosy_lab.sv_benchmarks.Verifier;

/** An input with too many values to try them all: the extreme ones are tried. */
class WideInput {
    public static void main(String[] args) {
        int input = Verifier.nondetInt();
        assert Math.abs(input) >= 0 : input;
    }
}
