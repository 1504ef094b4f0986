package org.junit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for JUnit's annotation of this name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface BeforeClass {
}
