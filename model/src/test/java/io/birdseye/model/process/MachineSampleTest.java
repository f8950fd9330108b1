package io.birdseye.model.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.birdseye.model.process.MachineSample.Shares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a made-up {@code /proc} of two processors, in which process 10 has started 11, and that 12. */
class MachineSampleTest {

    private static final long ROOT = 10;
    private static final double EXACT = 1e-9;

    @TempDir
    private Path proc;

    @BeforeEach
    void processes() throws IOException {
        write("stat", "cpu  0 0 0 9 0 0 0 0\ncpu0 100 0 100 700 0 0 0 100 50 0\ncpu1 100 10 90 800 0 0 0 0 0 0\n");
        write("self/status", "Name:\tjava\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n");
        write("pressure/cpu", "some avg10=1.11 avg60=1.22 avg300=5.83 total=5000000\nfull avg10=0.00 total=7\n");
        process(1, "init", 0, 7, 0);
        process(10, "java", 1, 50, 5);
        process(11, "a (service) of ours", 10, 40, 0);
        process(12, "sh", 11, 10, 0);
        process(99, "a build", 1, 1_000, 0);
    }

    private void write(String file, String content) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    /** @param ended the time of children that have ended */
    private void process(long pid, String name, long parent, long ticks, long ended) throws IOException {
        write(pid + "/stat", pid + " (" + name + ") S " + parent + " 0 0 0 0 0 0 0 0 0 " + ticks + " 0 " + ended
                + " 0 20 0 1 0\n");
    }

    private MachineSample sample(double seconds) {
        return MachineSample.read(proc, proc.resolve("cgroup"), ROOT, (long) (seconds * 1e9));
    }

    @Test
    void whatOtherProgramsTookIsAllThatRanLessWhatOursTook() throws Exception {
        MachineSample before = sample(0);
        // In one second: 60 + 50 ticks in programs, 20 in interrupts, 10 stolen.
        write("stat", "cpu  0 0 0 9 0 0 0 0\ncpu0 150 0 110 730 0 5 0 105\ncpu1 140 15 95 830 0 5 10 5\n");
        process(10, "java", 1, 60, 5);
        process(11, "a (service) of ours", 10, 70, 0);
        process(99, "a build", 1, 1_060, 0);

        Shares shares = sample(1).since(before);

        assertThat(shares.others()).as("110 ticks less 40 of ours, of 200").isCloseTo(0.35, within(EXACT));
        assertThat(shares.stolen()).isCloseTo(0.05, within(EXACT));
    }

    @Test
    void aProgramOfOursThatEndsMeanwhileIsNotTakenForAnother() throws Exception {
        MachineSample before = sample(0);
        write("stat", "cpu  0 0 0 9 0 0 0 0\ncpu0 200 0 100 700 0 0 0 100\ncpu1 100 10 90 900 0 0 0 0\n");
        Files.delete(proc.resolve("12/stat"));
        Files.delete(proc.resolve("11/stat"));
        // 40 and 10 ticks were known; 100 more were spent before the two ended.
        process(10, "java", 1, 50, 5 + 40 + 10 + 100);

        assertThat(sample(1).since(before).others()).isZero();
    }

    @Test
    void aProgramOfOursThatComesAndGoesMeanwhileIsNotTakenForAnother() throws Exception {
        MachineSample before = sample(0);
        write("stat", "cpu  0 0 0 9 0 0 0 0\ncpu0 200 0 100 700 0 0 0 100\ncpu1 100 10 90 900 0 0 0 0\n");
        process(11, "a (service) of ours", 10, 40, 100);

        assertThat(sample(1).since(before).others()).isZero();
    }

    @Test
    void processorsThatWeMayNotUseDoNotCount() throws Exception {
        write("self/status", "Cpus_allowed_list:\t1,4-6\n");
        MachineSample before = sample(0);
        write("stat", "cpu  0 0 0 9 0 0 0 0\ncpu0 200 0 100 700 0 0 0 100\ncpu1 110 10 90 890 0 0 0 0\n");

        assertThat(sample(1).since(before).others()).isCloseTo(0.1, within(EXACT));
    }

    @Test
    void pressureIsTheShareOfTheTimeInWhichAThreadWaited() throws Exception {
        MachineSample before = sample(10);
        write("pressure/cpu", "some avg10=9.11 avg60=1.22 avg300=5.83 total=5500000\n");

        assertThat(sample(12).since(before).pressure()).isCloseTo(0.25, within(EXACT));
    }

    @Test
    void aGroupThatUsedUpItsShareOfTheProcessorsIsSeenInBothVersionsOfControlGroups() throws Exception {
        write("cgroup/cpu.stat", "usage_usec 9\nnr_periods 100\nnr_throttled 3\nthrottled_usec 5000\n");
        MachineSample before = sample(0);
        write("cgroup/cpu.stat", "usage_usec 9\nnr_periods 150\nnr_throttled 10\nthrottled_usec 45000\n");

        assertThat(sample(1).since(before).throttling()).isEqualTo(new Throttling(50, 7, 40_000_000));

        Files.delete(proc.resolve("cgroup/cpu.stat"));
        write("cgroup/cpu,cpuacct/cpu.stat", "nr_periods 8\nnr_throttled 2\nthrottled_time 77\n");
        assertThat(sample(1).throttling()).contains(new Throttling(8, 2, 77));

        write("cgroup/cpu,cpuacct/cpu.stat", "usage_usec 9\n");
        assertThat(sample(1).throttling()).as("a group without a bound").isEmpty();
    }

    @Test
    void whatTheSystemDoesNotTellIsUnknown() throws Exception {
        Files.delete(proc.resolve("pressure/cpu"));
        Files.delete(proc.resolve("10/stat"));
        assertThat(sample(1).since(sample(0))).isEqualTo(new Shares(null, 0.0, null, null));

        write("stat", "cpu one two\n");
        assertThat(sample(1).since(sample(0))).isEqualTo(new Shares(null, null, null, null));
        assertThat(MachineSample.read(proc.resolve("none"), proc, ROOT, 1).since(sample(0)))
                .isEqualTo(new Shares(null, null, null, null));
    }

    @Test
    void aKernelThatCountsLittleAndAListWithoutProcessorsAreReadAllTheSame() throws Exception {
        write("self/status", "Name:\tjava\n");
        write("stat", "cpu  100 0 100 700\n");
        MachineSample before = sample(0);
        write("stat", "cpu  130 0 110 760\n");

        assertThat(sample(1).since(before).stolen()).isZero();
        assertThat(sample(1).since(before).others()).isCloseTo(0.4, within(EXACT));
    }

    @Test
    void aBusyProgramThatIsNotOursIsSeenOnTheRealMachine() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/stat")), "Linux only");
        try (BusyStranger stranger = BusyStranger.start()) {
            MachineSample before = MachineSample.now();
            long begin = stranger.ticks();
            long used;
            do {
                Thread.onSpinWait();
                used = stranger.ticks() - begin;
            } while (used < 30);
            MachineSample after = MachineSample.now();

            double all = after.time().orElseThrow().all() - before.time().orElseThrow().all();
            assertThat(after.since(before).others()).isGreaterThan(0.5 * used / all);
        }
    }

    @Test
    void waitingForAProcessorIsSummedOverThreadsThatStillLive() throws Exception {
        write("11/task/11/schedstat", "500 1000 7\n");
        write("11/task/15/schedstat", "500 9000 7\n");
        write("11/task/16/schedstat", "1 2 3\n");
        RunQueueWait before = RunQueueWait.read(proc, 11).orElseThrow();
        Files.delete(proc.resolve("11/task/15/schedstat"));
        write("11/task/11/schedstat", "600 1400 8\n");
        write("11/task/16/schedstat", "1 5 3\n");
        write("11/task/17/schedstat", "4 30 1\n");

        RunQueueWait after = RunQueueWait.read(proc, 11).orElseThrow();

        assertThat(after.nanosSince(before)).isEqualTo(400 + 3 + 30);
        assertThat(RunQueueWait.read(proc, 12)).as("this kernel does not tell").isEmpty();
    }
}
