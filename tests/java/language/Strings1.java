// Concatenation of every type, text blocks, compile-time constants.
package language;

public class Strings1 {
    static final String CONSTANT = "con" + 1 + 'c' + true + 2.0 + 3f + 4L + null;

    public static void main(String[] args) {
        boolean z = true; byte b = -1; char c = 'x'; short s = -2; int i = 3; long j = 4L; float f = 1.1f; double d = 2.2;
        Object nothing = null;
        char[] chars = {'a'};
        System.out.println("" + z + b + c + s + i + j + f + d + nothing);
        System.out.println(CONSTANT);
        System.out.println(CONSTANT == ("con" + "1ctrue2.03.04null"));
        String text = "a";
        text += 1;
        text += 'b';
        text += 2.5;
        System.out.println(text);
        System.out.println("""
            Hello,
              "World" \
            joined
            tab\there""");
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println((char) (c + 1) + "" + (c + 1));
        String u = "\u00e9\u4e2d\ud83d\ude00";
        System.out.println(u + u.length() + u.codePointCount(0, u.length()));
        System.out.println("x" + chars.length + new int[0].length);
    }
}
