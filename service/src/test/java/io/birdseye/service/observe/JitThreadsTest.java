package io.birdseye.service.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.birdseye.service.observe.ProcessUsage.JitThreads;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // it looks at what the JVM shares
class JitThreadsTest {

    private static final String REST = " S 1 1 1 0 -1 4194368 10 0 0 0 250 17 0 0 20 0 30 0 5000 0 0";

    @Test
    void aJitThreadIsKnownByItsName() {
        assertThat(JitThreads.isJit("12 (C2 CompilerThre)" + REST)).isTrue();
        assertThat(JitThreads.isJit("13 (C1 CompilerThre)" + REST)).isTrue();
        assertThat(JitThreads.isJit("14 (GC Thread#0)" + REST)).isFalse();
        assertThat(JitThreads.isJit("15 (C2 ) odd (name)" + REST)).isFalse();
    }

    @Test
    void timeIsThatOfProgramAndKernelWhateverTheNameHolds() {
        assertThat(JitThreads.ticks("12 (C2 CompilerThre)" + REST)).isEqualTo(267);
        assertThat(JitThreads.ticks("15 (C2 ) odd (name)" + REST)).isEqualTo(267);
    }

    @Test
    void theJitOfThisProcessHasUsedSomeOfItsTime() {
        assumeThat(Files.isDirectory(Path.of("/proc/self/task"))).as("Linux").isTrue();
        JitThreads threads = new JitThreads();
        long process = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();

        Long first = threads.cpuNanos();

        assertThat(first).isPositive();
        assertThat(first).isLessThan(process + 1_000_000_000);
        assertThat(threads.cpuNanos()).isGreaterThanOrEqualTo(first);
    }
}
