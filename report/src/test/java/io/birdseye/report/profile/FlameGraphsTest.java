package io.birdseye.report.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.ProfileEvent;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlameGraphsTest {

    @TempDir
    private Path folder;

    private static volatile byte[] kept = {};

    @ParameterizedTest
    @EnumSource(value = ProfileEvent.class, names = {"CPU", "ALLOC"})
    void aRecordingOfTheJdkGivesAFlameGraphOfWhatComputesAndAllocates(ProfileEvent event) throws Exception {
        Path recording = folder.resolve("jdk.jfr");
        try (Recording recorder = new Recording(Configuration.getConfiguration("profile"))) {
            recorder.start();
            allocateFor(Duration.ofMillis(500));
            recorder.stop();
            recorder.dump(recording);
        }
        Path stacks = folder.resolve("stacks");

        FlameGraphs.collapse(recording, event, stacks);
        FlameGraphs.draw("of a test", List.of(stacks), folder.resolve("page.html"));

        assertThat(stacks).content().contains("allocateFor");
        // The page writes a name without the beginning that it shares with the one before.
        assertThat(folder.resolve("page.html")).content().contains("ateFor'");
    }

    @Test
    void aRecordingWithoutSamplesIsNoEmptyFlameGraph() throws Exception {
        Path recording = folder.resolve("empty.jfr");
        try (Recording recorder = new Recording()) {
            recorder.start();
            recorder.stop();
            recorder.dump(recording);
        }
        Path stacks = folder.resolve("stacks");

        assertThatThrownBy(() -> FlameGraphs.collapse(recording, ProfileEvent.CPU, stacks)).hasMessage("it holds no stack");
        assertThat(Files.exists(stacks)).isFalse();
    }

    /** Of CPU time, so that there are as many samples on a busy machine. */
    private static void allocateFor(Duration time) {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + time.toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 1_000; i++) {
                kept = new byte[1_000];
            }
        }
    }
}
