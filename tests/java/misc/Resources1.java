// Properties, resource bundles made of classes, and a service loader that finds nothing.
package misc;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Collections;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.TreeMap;

public class Resources1 {
    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello"}, {"bye", "Goodbye"}};
        }
    }

    public static class Words_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hallo"}};
        }
    }

    public interface Service {
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\nname = value\nlong : a \\\n   b\nuni=\\u00e9\\t.\nempty\n"));
        System.out.println(new TreeMap<>(properties) + " " + properties.getProperty("none", "default"));
        StringWriter stored = new StringWriter();
        properties.store(stored, null);
        System.out.println(stored.toString().lines().filter(line -> !line.startsWith("#")).sorted().toList());
        ResourceBundle english = ResourceBundle.getBundle("misc.Resources1$Words", Locale.ROOT), german = ResourceBundle.getBundle("misc.Resources1$Words", Locale.GERMANY);
        System.out.println(english.getString("hello") + " " + german.getString("hello") + " " + german.getString("bye") + " " + german.getLocale() + " " + Collections.list(german.getKeys()).size());
        try {
            german.getString("absent");
        } catch (MissingResourceException exception) {
            System.out.println(exception.getKey());
        }
        System.out.println(ServiceLoader.load(Service.class).findFirst().isPresent());
        System.out.println(Resources1.class.getResource("nothing.txt") + " " + ClassLoader.getSystemResource("nothing.txt"));
    }
}
