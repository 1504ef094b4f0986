// StreamTokenizer and line numbers.
package io;

import java.io.LineNumberReader;
import java.io.StreamTokenizer;
import java.io.StringReader;

public class Tokenizing {
    public static void main(String[] args) throws Exception {
        StreamTokenizer t = new StreamTokenizer(new StringReader("x = 3.5 + \"str\" // c\ny"));
        t.slashSlashComments(true);
        StringBuilder out = new StringBuilder();
        while (t.nextToken() != StreamTokenizer.TT_EOF) out.append(t.ttype == StreamTokenizer.TT_NUMBER ? "n" + t.nval : t.ttype == StreamTokenizer.TT_WORD ? "w" + t.sval : t.ttype == '"' ? "s" + t.sval : "c" + (char) t.ttype).append(' ');
        System.out.println(out);
        LineNumberReader r = new LineNumberReader(new StringReader("a\nb\n"));
        r.readLine();
        r.readLine();
        System.out.println(r.getLineNumber());
    }
}
