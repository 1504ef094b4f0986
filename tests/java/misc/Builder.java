// Fluent builders, varargs, immutables with copies.
package misc;

import java.util.LinkedHashMap;
import java.util.Map;

public class Builder {
    record Settings(String name, int size, Map<String, String> extra) {
        Settings { extra = Map.copyOf(extra); }
        Settings withSize(int size) { return new Settings(name, size, extra); }
        static Made builder() { return new Made(); }
        static class Made {
            private String name = "none";
            private int size;
            private final Map<String, String> extra = new LinkedHashMap<>();
            Made name(String name) { this.name = name; return this; }
            Made size(int size) { this.size = size; return this; }
            Made extra(String... pairs) { for (int i = 0; i < pairs.length; i += 2) extra.put(pairs[i], pairs[i + 1]); return this; }
            Settings build() { return new Settings(name, size, extra); }
        }
    }
    public static void main(String[] args) {
        Settings settings = Settings.builder().name("x").size(3).extra("k", "v").build();
        System.out.println(settings + " " + settings.withSize(9) + " " + settings.equals(settings.withSize(3)) + " " + Settings.builder().build());
    }
}
