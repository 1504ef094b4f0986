package com.acme;

import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;

/** Tests as for JUnit 4: the order of what comes before and after, and expected exceptions. */
public class OldTest {
    private static String calls = "";

    @BeforeClass
    public static void beforeAll() {
        calls += "1";
    }

    @Before
    public void before() {
        calls += "2";
    }

    @Test
    public void order() {
        assert calls.equals("12") : calls;
        calls += "3";
    }

    @Test(expected = IllegalStateException.class)
    public void throwsAsExpected() {
        calls += "3";
        throw new IllegalStateException("expected");
    }

    @Test(expected = IllegalStateException.class)
    public void throwsNothing() {
        calls += "3";
    }

    @Test
    @Ignore
    public void ignored() {
        throw new IllegalStateException("ignored");
    }

    @After
    public void after() {
        calls += "4";
    }

    @AfterClass
    public static void afterAll() {
        assert calls.equals("1234") : calls;
    }
}
