// Annotations with every kind of element.
package reflection;

import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;

public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Info {
        String name() default "none";
        int[] numbers() default {1, 2};
        Class<?> type() default Object.class;
        RetentionPolicy policy() default RetentionPolicy.CLASS;
        Inner inner() default @Inner(5);
        long big() default 1L << 40;
        char letter() default 'x';
        double ratio() default 0.5;
        boolean flag() default true;
    }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner { int value(); }
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Heritable {}
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags { Tag[] value(); }

    @Info(name = "base", numbers = {7}, type = String.class, letter = 'q')
    @Heritable
    @Tag("a") @Tag("b")
    static class Base { @Inner(9) public int field; @Info public void method(@Inner(3) int parameter) {} }
    static class Sub extends Base {}

    public static void main(String[] args) throws Exception {
        Info info = Base.class.getAnnotation(Info.class);
        System.out.println(info.name() + Arrays.toString(info.numbers()) + info.type() + info.policy() + info.inner().value() + info.big() + info.letter() + info.ratio() + info.flag());
        System.out.println(Sub.class.isAnnotationPresent(Heritable.class) + " " + Sub.class.isAnnotationPresent(Info.class) + " " + Sub.class.getAnnotations().length);
        System.out.println(Base.class.getAnnotationsByType(Tag.class).length + " " + Base.class.getAnnotation(Tags.class).value()[1].value());
        System.out.println(Base.class.getField("field").getAnnotation(Inner.class).value());
        Method method = Base.class.getMethod("method", int.class);
        System.out.println(method.getAnnotation(Info.class).name() + " " + method.getParameterAnnotations()[0].length);
        System.out.println(Base.class.getField("field").getAnnotation(Inner.class));
        System.out.println(info.equals(Base.class.getAnnotation(Info.class)) + " " + (info.hashCode() == Base.class.getAnnotation(Info.class).hashCode()) + " " + info.annotationType().getSimpleName());
    }
}
