// Typical validations.
package regex;

public class Validation {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"a@b.co", "bad@", "192.168.1.300", "10.0.0.1", "+1 (555) 123-4567", "2024-13-01", "#fff", "#12345g"}) System.out.print(s.matches("[\\w.]+@\\w+\\.\\w+") + "" + s.matches("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}") + s.matches("\\+?[\\d ()-]{7,}") + s.matches("\\d{4}-(0[1-9]|1[0-2])-\\d\\d") + s.matches("#(\\p{XDigit}{3}){1,2}") + " ");
        System.out.println();
    }
}
