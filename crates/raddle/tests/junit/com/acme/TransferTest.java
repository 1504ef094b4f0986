package com.acme;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/** Tests as for JUnit 5: what comes before and after each of them counts. */
class TransferTest {
    private int from;
    private int to;

    @BeforeEach
    void open() {
        from = 100;
    }

    @AfterEach
    void nothingIsLost() {
        assert from + to == 100 : "there is " + (from + to);
    }

    private void transfer(int sum) {
        from -= sum;
        to += sum;
    }

    private synchronized void transferLocked(int sum) {
        transfer(sum);
    }

    @Test
    void loses() throws InterruptedException {
        Thread other = new Thread(() -> transfer(10));
        other.start();
        transfer(5);
        other.join();
    }

    @Test
    void keeps() throws InterruptedException {
        Thread other = new Thread(() -> transferLocked(10));
        other.start();
        transferLocked(5);
        other.join();
    }

    @Test
    @Disabled
    void isNotRun() {
        throw new IllegalStateException("disabled");
    }
}
