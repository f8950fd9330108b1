package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.doctor.Finding.Grade;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorTest {

    @TempDir
    private Path files;

    @ParameterizedTest
    @CsvSource({"1, BAD", "2, FAIR", "4, GOOD", "64, GOOD"})
    void coresAreSharedByEverythingThatRuns(int cores, Grade grade) {
        assertThat(Machine.cores(cores).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"max 100000, GOOD", "150000 100000, BAD"})
    void aCpuQuotaIsNamedBecauseItShowsUpAsLatency(String cpuMax, Grade grade) throws Exception {
        assertThat(Machine.cpuQuota(file("cpu.max", cpuMax).getParent()).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"8388608, max, GOOD", "8388608, 1073741824, BAD", "1048576, max, BAD"})
    void theSmallerOfMachineAndContainerCounts(long availableKb, String limit, Grade grade) throws Exception {
        Path meminfo = file("meminfo", "MemTotal: 99999999 kB\nMemAvailable:   " + availableKb + " kB\n");

        assertThat(Machine.memory(meminfo, file("memory.max", limit).getParent()).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"1024, FAIR", "20000, GOOD", "unlimited, GOOD"})
    void descriptorsBoundTheRequestsInFlight(String soft, Grade grade) throws Exception {
        Path limits = file("limits", "Limit  Soft Limit  Hard Limit  Units\nMax open files            " + soft
                + "                20000                files\n");

        assertThat(Machine.descriptors(limits).grade()).isEqualTo(grade);
    }

    @Test
    void stolenAndBusyTimeAreReadFromTwoLooks() {
        Noise.Share share = Noise.Share.between("cpu 0 0 0 0 0 0 0 0 0 0", "cpu 10 0 10 70 0 0 0 10 5 0");

        assertThat(share.busy()).isEqualTo(0.20);
        assertThat(share.steal()).isEqualTo(0.10);
        assertThat(Noise.judge(share).grade()).isEqualTo(Grade.FAIR);
        assertThat(Noise.judgeSteal(share).grade()).isEqualTo(Grade.BAD);
        assertThat(Noise.judgeSteal(new Noise.Share(0.9, 0)).grade()).isEqualTo(Grade.GOOD);
        assertThat(Noise.judge(new Noise.Share(0.02, 0)).grade()).isEqualTo(Grade.GOOD);
        assertThat(Noise.judge(new Noise.Share(0.2, 0)).grade()).isEqualTo(Grade.FAIR);
    }

    @ParameterizedTest
    @CsvSource({"0.1, GOOD", "5, FAIR", "50, BAD"})
    void aLateTimerDisturbsInjectorAndMock(double p99Ms, Grade grade) {
        assertThat(Noise.judgeTimer(0.1, p99Ms).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"0.3, GOOD", "8, FAIR", "30, BAD"})
    void aThreadThatIsStoppedDisturbsTheHighestPercentiles(double longestMs, Grade grade) {
        assertThat(Noise.judgeScheduler(longestMs).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"-1, GOOD", "150000, BAD"})
    void controlGroupsOfTheOlderKindAreReadToo(String quota, Grade grade) throws Exception {
        Files.createDirectories(files.resolve("cpu"));
        file("cpu/cpu.cfs_quota_us", quota);

        assertThat(Machine.cpuQuota(files).grade()).isEqualTo(grade);
    }

    @Test
    void theCollectorIsNamedOrLeftToTheJvm() {
        assertThat(Machine.collector("-Xmx3g -XX:+UseParallelGC").detail()).startsWith("Parallel for the service");
        assertThat(Machine.collector("-Xmx3g").grade()).isEqualTo(Grade.FAIR);
    }

    @Test
    void theWorstFindingDecides() {
        Finding good = Finding.good("cores", "64");
        Finding bad = new Finding("memory", Grade.BAD, "none", "buy some");

        assertThat(Doctor.conclusion(List.of(good))).contains("can be trusted");
        assertThat(Doctor.conclusion(List.of(good, bad))).contains("would mislead");
        assertThat(Doctor.conclusion(List.of(good, Finding.unknown("timer", "?")))).contains("can be trusted");
    }

    @Test
    void aSystemThatTellsNothingIsNoReasonToFail() {
        Doctor doctor = new Doctor("", files.resolve("none"), files.resolve("none"), Duration.ZERO);

        assertThat(doctor.examine()).extracting(Finding::subject)
                .contains("memory", "container", "other load", "stolen time", "scheduler");
    }

    private Path file(String name, String content) throws Exception {
        return Files.writeString(files.resolve(name), content);
    }
}
