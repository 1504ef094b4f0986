package org.junit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for JUnit's annotation of this name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Test {
    /** What the test has to throw. */
    Class<? extends Throwable> expected() default None.class;

    /** Stands for nothing. */
    class None extends Throwable {
    }
}
