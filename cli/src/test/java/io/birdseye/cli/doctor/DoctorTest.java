package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.doctor.Finding.Grade;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.MachineTime;
import io.birdseye.model.MachineLimits;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
    void whatDisturbsIsReadFromTwoLooks() {
        Iterator<MachineSample> looks = List.of(
                        sample(0, new MachineTime(0, 0, 0), 0, 0),
                        sample(1_000_000_000, new MachineTime(100, 20, 10), 5, 300_000))
                .iterator();

        List<Finding> findings = NoiseChecks.otherLoad(looks::next, Duration.ZERO);

        assertThat(findings).extracting(Finding::detail).containsExactly(
                "other programs took 15.0 % of the processors' time",
                "a hypervisor took 10.0 % of the processors' time",
                "a thread waited for a processor 30.0 % of the time");
        assertThat(findings).extracting(Finding::grade).containsExactly(Grade.FAIR, Grade.BAD, Grade.FAIR);
        assertThat(findings.getFirst().advice())
                .isEqualTo("a trial with more than 5 % is invalid (--max-others): stop what is not needed");
        assertThat(NoiseChecks.judgeStolen(0).grade()).isEqualTo(Grade.GOOD);
        assertThat(NoiseChecks.judgeOthers(0.02).grade()).isEqualTo(Grade.GOOD);
        assertThat(NoiseChecks.judgeOthers(0.5).grade()).isEqualTo(Grade.BAD);
        assertThat(NoiseChecks.judgePressure(0.02).grade()).isEqualTo(Grade.GOOD);
        assertThat(NoiseChecks.judgePressure(0.5).grade()).isEqualTo(Grade.BAD);
    }

    @Test
    void aMeasurementIsWarnedOfWhatDisturbsItAndOfNothingElse() {
        Iterator<MachineSample> looks = List.of(
                        sample(0, new MachineTime(0, 0, 0), 0, 0),
                        sample(1_000_000_000, new MachineTime(200, 150, 0), 10, 20_000))
                .iterator();

        assertThat(Doctor.disturbances(looks::next, Duration.ZERO)).containsExactly(Finding.bad(
                "other load", "other programs took 70.0 % of the processors' time",
                "trials will be invalid (--max-others): wait until the machine is quiet, or use another"));
        assertThat(Doctor.disturbances(DoctorTest::unknown, Duration.ZERO)).as("a system that does not tell").isEmpty();
    }

    private static MachineSample sample(long nanos, MachineTime time, long ownTicks, long stalledMicros) {
        return new MachineSample(
                nanos, Optional.of(time), OptionalLong.of(ownTicks), OptionalLong.of(stalledMicros),
                Optional.empty());
    }

    private static MachineSample unknown() {
        return new MachineSample(0, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
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
        Doctor doctor = new Doctor("", unknown, DoctorTest::unknown, Duration.ZERO);

        assertThat(doctor.examine()).extracting(Finding::subject)
                .contains("memory", "container", "other load", "stolen time", "pressure", "scheduler");
    }
}
