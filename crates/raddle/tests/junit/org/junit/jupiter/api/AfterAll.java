package org.junit.jupiter.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for JUnit's annotation of this name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface AfterAll {
}
