package io.birdseye.service.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompilerThreadsTest {

    private static final String REST = " S 1 1 1 0 -1 4194368 10 0 0 0 250 17 0 0 20 0 30 0 5000 0 0";

    @Test
    void aCompilerIsKnownByItsName() {
        assertThat(CompilerThreads.isCompiler("12 (C2 CompilerThre)" + REST)).isTrue();
        assertThat(CompilerThreads.isCompiler("13 (C1 CompilerThre)" + REST)).isTrue();
        assertThat(CompilerThreads.isCompiler("14 (GC Thread#0)" + REST)).isFalse();
        assertThat(CompilerThreads.isCompiler("15 (C2 ) odd (name)" + REST)).isFalse();
    }

    @Test
    void timeIsThatOfProgramAndKernelWhateverTheNameHolds() {
        assertThat(CompilerThreads.ticks("12 (C2 CompilerThre)" + REST)).isEqualTo(267);
        assertThat(CompilerThreads.ticks("15 (C2 ) odd (name)" + REST)).isEqualTo(267);
    }

    @Test
    void theCompilersOfThisProcessHaveUsedSomeOfItsTime() {
        assumeThat(Files.isDirectory(Path.of("/proc/self/task"))).as("Linux").isTrue();
        CompilerThreads threads = new CompilerThreads();
        long process = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();

        Long first = threads.cpuNanos();

        assertThat(first).isPositive();
        assertThat(first).isLessThan(process + 1_000_000_000);
        assertThat(threads.cpuNanos()).isGreaterThanOrEqualTo(first);
    }
}
