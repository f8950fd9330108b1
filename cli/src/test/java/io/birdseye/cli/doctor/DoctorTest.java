package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.doctor.Finding.Grade;
import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.model.MachineLimits;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorTest {

    @ParameterizedTest
    @CsvSource({"1, BAD", "2, FAIR", "4, GOOD", "64, GOOD"})
    void coresAreSharedByEverythingThatRuns(int cores, Grade grade) {
        assertThat(MachineChecks.cores(cores).grade()).isEqualTo(grade);
    }

    @Test
    void aCpuQuotaIsNamedBecauseItShowsUpAsLatency() {
        assertThat(MachineChecks.cpuQuota(OptionalDouble.empty()).grade()).isEqualTo(Grade.GOOD);
        assertThat(MachineChecks.cpuQuota(OptionalDouble.of(1.5)))
                .isEqualTo(Finding.bad("container", "a CPU quota of 1.50 cores",
                        MachineChecks.cpuQuota(OptionalDouble.of(1.5)).advice()));
    }

    @ParameterizedTest
    @CsvSource({"8589934592, GOOD", "1073741824, BAD", "9223372036854775807, UNKNOWN"})
    void aComparisonNeedsThreeGigabytes(long bytes, Grade grade) {
        assertThat(MachineChecks.memory(bytes).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"1024, FAIR", "20000, GOOD", "9223372036854775807, GOOD"})
    void descriptorsBoundTheRequestsInFlight(long descriptors, Grade grade) {
        assertThat(MachineChecks.descriptors(descriptors).grade()).isEqualTo(grade);
    }

    @Test
    void stolenAndBusyTimeAreReadFromTwoLooks() {
        Iterator<MachineTime> looks = List.of(new MachineTime(0, 0, 0), new MachineTime(100, 70, 10)).iterator();

        List<Finding> findings = NoiseChecks.otherLoad(() -> Optional.of(looks.next()), Duration.ZERO);

        assertThat(findings).extracting(Finding::detail)
                .containsExactly("20.0 % of the processors busy", "10.0 % of the processors' time");
        assertThat(findings).extracting(Finding::grade).containsExactly(Grade.FAIR, Grade.BAD);
        assertThat(NoiseChecks.judgeStolen(0).grade()).isEqualTo(Grade.GOOD);
        assertThat(NoiseChecks.judgeBusy(0.02).grade()).isEqualTo(Grade.GOOD);
    }

    @ParameterizedTest
    @CsvSource({"0.1, GOOD", "5, FAIR", "50, BAD"})
    void aLateTimerDisturbsInjectorAndMock(double p99Ms, Grade grade) {
        assertThat(NoiseChecks.judgeTimer(0.1, p99Ms).grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"0.3, GOOD", "8, FAIR", "30, BAD"})
    void aThreadThatIsStoppedDisturbsTheHighestPercentiles(double longestMs, Grade grade) {
        assertThat(NoiseChecks.judgeScheduler(longestMs).grade()).isEqualTo(grade);
    }

    @Test
    void theCollectorIsNamedOrLeftToTheJvm() {
        assertThat(MachineChecks.collector("-Xmx3g -XX:+UseParallelGC").detail()).startsWith("Parallel for the service");
        assertThat(MachineChecks.collector("-Xmx3g").grade()).isEqualTo(Grade.FAIR);
    }

    @Test
    void theWorstFindingDecides() {
        Finding good = Finding.good("cores", "64");
        Finding bad = new Finding("memory", Grade.BAD, "none", "buy some");

        assertThat(Finding.conclusion(List.of(good))).contains("can be trusted");
        assertThat(Finding.conclusion(List.of(good, bad))).contains("would mislead");
        assertThat(Finding.conclusion(List.of(good, Finding.unknown("timer")))).contains("can be trusted");
    }

    @Test
    void aSystemThatTellsNothingIsNoReasonToFail() {
        MachineLimits unknown =
                new MachineLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, OptionalDouble.empty());
        Doctor doctor = new Doctor("", unknown, Optional::empty, Duration.ZERO);

        assertThat(doctor.examine()).extracting(Finding::subject)
                .contains("memory", "container", "other load", "stolen time", "scheduler");
    }
}
