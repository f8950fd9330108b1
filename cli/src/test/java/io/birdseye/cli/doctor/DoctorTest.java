package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorTest {

    @Test
    void aCpuQuotaIsNamedBecauseItShowsUpAsLatency() {
        assertThat(MachineChecks.cpuQuota(OptionalDouble.empty()).grade()).isEqualTo(Grade.GOOD);
        assertThat(MachineChecks.cpuQuota(OptionalDouble.of(1.5)))
                .isEqualTo(Finding.bad("container", "a CPU quota of 1.50 cores",
                        MachineChecks.cpuQuota(OptionalDouble.of(1.5)).advice()));
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

    static Stream<Arguments> findings() {
        return Stream.of(
                arguments(MachineChecks.cores(1), Grade.BAD), arguments(MachineChecks.cores(2), Grade.FAIR),
                arguments(MachineChecks.cores(4), Grade.GOOD), arguments(MachineChecks.cores(64), Grade.GOOD),
                arguments(MachineChecks.memory(8L << 30), Grade.GOOD), arguments(MachineChecks.memory(1L << 30), Grade.BAD),
                arguments(MachineChecks.memory(Long.MAX_VALUE), Grade.UNKNOWN),
                arguments(MachineChecks.descriptors(1024), Grade.FAIR),
                arguments(MachineChecks.descriptors(20_000), Grade.GOOD),
                arguments(MachineChecks.descriptors(Long.MAX_VALUE), Grade.GOOD),
                arguments(NoiseChecks.judgeTimer(0.1, 0.1), Grade.GOOD), arguments(NoiseChecks.judgeTimer(0.1, 5), Grade.FAIR),
                arguments(NoiseChecks.judgeTimer(0.1, 50), Grade.BAD), arguments(NoiseChecks.judgeScheduler(0.3), Grade.GOOD),
                arguments(NoiseChecks.judgeScheduler(8), Grade.FAIR), arguments(NoiseChecks.judgeScheduler(30), Grade.BAD),
                arguments(NoiseChecks.judgeStolen(0), Grade.GOOD), arguments(NoiseChecks.judgeOthers(0.02), Grade.GOOD),
                arguments(NoiseChecks.judgeOthers(0.5), Grade.BAD), arguments(NoiseChecks.judgePressure(0.02), Grade.GOOD),
                arguments(NoiseChecks.judgePressure(0.5), Grade.BAD), arguments(MachineChecks.collector("-Xmx3g"), Grade.FAIR));
    }

    @ParameterizedTest
    @MethodSource("findings")
    void whatIsFoundHasAGrade(Finding finding, Grade grade) {
        assertThat(finding.grade()).isEqualTo(grade);
    }

    @Test
    void theCollectorIsNamedOrLeftToTheJvm() {
        assertThat(MachineChecks.collector("-Xmx3g -XX:+UseParallelGC").detail()).startsWith("Parallel for the service");
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
