package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentProcessTest {

    /** Waits for ever, unless its parent ends. */
    static final class Child {

        public static void main(String[] args) throws InterruptedException {
            ParentProcess.endWithParent();
            System.out.println("ready");
            Thread.currentThread().join();
        }
    }

    private static Process child(long parent) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + ParentProcess.PROPERTY + "=" + parent,
                        "-cp", System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void aChildEndsWhenItsParentIsKilled() throws Exception {
        Process parent = new ProcessBuilder("sleep", "60").start();
        Process child = child(parent.pid());
        try (var output = child.inputReader()) {
            assertThat(output.readLine()).isEqualTo("ready");

            parent.destroyForcibly().waitFor();

            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            parent.destroyForcibly();
            child.destroyForcibly();
        }
    }

    @Test
    void aChildWhoseParentIsGoneAlreadyDoesNotStart() throws Exception {
        Process parent = new ProcessBuilder("true").start();
        parent.waitFor();
        Process child = child(parent.pid());
        try {
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isEqualTo(1);
        } finally {
            child.destroyForcibly();
        }
    }
}
