package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @TempDir
    Path system;

    private void file(String name, String content) throws IOException {
        Path file = system.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private MachineLimits limits() {
        return MachineLimits.read(system.resolve("proc"), system.resolve("cgroup"));
    }

    @Test
    void thisMachineIsDescribedInOneLine() {
        Machine here = Machine.here();

        assertThat(here.cores()).isPositive();
        assertThat(here.line()).contains(here.cpuModel(), "JDK " + here.jdk()).doesNotContain("\n");
    }

    @Test
    void memoryIsWhatIsAvailableUnlessTheContainerHasLess() throws IOException {
        file("proc/meminfo", "MemTotal:  8000 kB\nMemAvailable:    4000 kB\n");
        assertThat(limits().memoryBytes()).isEqualTo(4000 << 10);

        file("cgroup/memory.max", "1000000\n");
        assertThat(limits().memoryBytes()).isEqualTo(1_000_000);

        file("cgroup/memory.max", "max\n");
        assertThat(limits().memoryBytes()).isEqualTo(4000 << 10);
    }

    @Test
    void theQuotaIsReadFromControlGroupsOfBothVersions() throws IOException {
        assertThat(limits().cpuQuota()).isEmpty();

        file("cgroup/cpu.max", "150000 100000\n");
        assertThat(limits().cpuQuota()).hasValue(1.5);

        file("cgroup/cpu.max", "max 100000\n");
        assertThat(limits().cpuQuota()).isEmpty();

        Files.delete(system.resolve("cgroup/cpu.max"));
        file("cgroup/cpu/cpu.cfs_quota_us", "50000\n");
        file("cgroup/cpu/cpu.cfs_period_us", "100000\n");
        assertThat(limits().cpuQuota()).hasValue(0.5);

        file("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        assertThat(limits().cpuQuota()).isEmpty();
    }

    @Test
    void theSmallestLimitOfThreadsCounts() throws IOException {
        file("proc/sys/vm/max_map_count", "65530\n");
        file("proc/sys/kernel/threads-max", "100000\n");
        assertThat(limits().threads()).isEqualTo(65530 / 3);

        file("cgroup/pids.max", "500\n");
        assertThat(limits().threads()).isEqualTo(500);
    }

    @Test
    void tooFewDescriptorsAreRefusedWithTheCommandThatShowsThem() {
        assertThatThrownBy(() -> limits().requireDescriptors(Integer.MAX_VALUE)).hasMessageContaining("ulimit -n");
    }
}
