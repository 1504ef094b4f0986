import org.sosy_lab.sv_benchmarks.Verifier;

/** Nothing is wrong with the inputs that are tried, and nothing is claimed of the others. */
class WideRightInput {
    public static void main(String[] args) {
        double input = Verifier.nondetDouble();
        assert input != 0.25;
    }
}
