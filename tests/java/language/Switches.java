// Switches on ints, strings, enums, and arrow forms.
package language;

public class Switches {
    enum Level { LOW, MIDDLE, HIGH }

    static int dense(int value) {
        switch (value) {
            case 0: return 10;
            case 1: return 11;
            case 2:
            case 3: return 23;
            default: return -1;
        }
    }

    static int sparse(int value) {
        switch (value) {
            case Integer.MIN_VALUE: return 1;
            case -5: return 2;
            case 1000000: return 3;
            case Integer.MAX_VALUE: return 4;
            default: return 0;
        }
    }

    static String text(String value) {
        return switch (value) {
            case "Aa", "BB" -> "collision " + value;
            case "one" -> "1";
            default -> {
                String result = "other";
                yield result + value.length();
            }
        };
    }

    public static void main(String[] args) {
        for (int i = -1; i < 5; i++) System.out.print(dense(i) + " ");
        System.out.println();
        for (int i : new int[] {Integer.MIN_VALUE, -5, 0, 1000000, Integer.MAX_VALUE}) System.out.print(sparse(i) + " ");
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "one", "three"}) System.out.println(text(s));
        for (Level level : Level.values()) {
            System.out.println(switch (level) { case LOW -> 1; case MIDDLE -> 2; case HIGH -> 3; });
        }
    }
}
