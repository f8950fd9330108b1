package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTimeTest {

    @TempDir
    private Path folder;

    private MachineTime read(String line) throws Exception {
        return MachineTime.read(Files.writeString(folder.resolve("stat"), line + "\ncpu0 1 1 1 1\n")).orElseThrow();
    }

    @Test
    void stolenTimeIsTheShareOfAllTimeBetweenTwoLooks() throws Exception {
        MachineTime before = read("cpu  100 0 100 700 0 0 0 100 50 0");
        MachineTime after = read("cpu  130 0 110 755 0 0 0 105 60 0");

        assertThat(after.stolenShareSince(before)).isCloseTo(0.05, within(1e-9));
        assertThat(after.stolenShareSince(after)).isZero();
        assertThat(after.busyShareSince(before)).as("30 in programs, 10 in the system").isCloseTo(0.40, within(1e-9));
    }

    @Test
    void aKernelThatDoesNotCountItHasStolenNothing() throws Exception {
        assertThat(read("cpu  100 0 100 700").stolen()).isZero();
    }

    @Test
    void aSystemThatTellsNothingIsUnknown() throws Exception {
        assertThat(MachineTime.read(folder.resolve("none"))).isEmpty();
        assertThat(MachineTime.read(Files.writeString(folder.resolve("odd"), "cpu one two\n"))).isEmpty();
    }
}
