package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** Waits for ever, and knows nothing of a parent. */
    public static final class Foreign {

        public static void main(String[] args) throws InterruptedException {
            System.out.println(String.join(" ", args));
            Thread.currentThread().join();
        }
    }

    private static Process child(long parent, String... mainAndArguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + ParentProcess.PROPERTY + "=" + parent,
                "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(mainAndArguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Process child(long parent) throws IOException {
        return child(parent, Child.class.getName());
    }

    @Test
    void aChildEndsWhenItsParentIsKilled() throws Exception {
        endsWithItsParent(Child.class.getName());
    }

    @Test
    void aProgramOfOthersEndsWhenItsParentIsKilled() throws Exception {
        endsWithItsParent(ParentProcess.class.getName(), Foreign.class.getName(), "ready");
    }

    private static void endsWithItsParent(String... mainAndArguments) throws Exception {
        Process parent = new ProcessBuilder("sleep", "60").start();
        Process child = child(parent.pid(), mainAndArguments);
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
