package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Trials.JudgedTrial;
import io.birdseye.mockapi.MockApiMain;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.profile.FlameGraphs;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.TrialProfile;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.service.ServiceMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials of the real service over HTTP, with more users than its pools can serve at once. */
class RealTrialTest {

    /** Whether a busy machine disturbed a trial is no matter of these tests. */
    private static final ValidityBounds ANY = new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, 1.0);

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {"executor", "http-async", "virtual-threads"})
    void thePartsAddUpToTheMeanResponseTimeAndTheProfileHoldsTheMultiplication(String strategy) throws Exception {
        JudgedTrial trial = Trials.single(settings(strategy), programs(), (phase, done, total) -> {});

        assertThat(trial.unusable()).isEmpty();
        Measured measured = requireNonNull(trial.trial().measured());
        double mean = measured.response().meanMs();
        ResponseParts parts = requireNonNull(measured.parts());
        assertThat(parts.totalMs()).isCloseTo(mean, within(0.01));
        assertThat(parts.totalMs() - parts.edgeMs())
                .as("what the service told, against %.1f ms of the injector: %s", mean, parts)
                .isBetween(0.97 * mean, 1.01 * mean);
        assertThat(parts.queueMs()).as("40 users and 8 calls at once").isGreaterThan(mean / 2);
        assertThat(parts.wireMs()).isBetween(49.0, mean / 2);
        assertThat(parts.cpuMs()).isPositive();
        assertThat(measured.virtualThreads() != null).isEqualTo(strategy.equals("virtual-threads"));

        TrialProfile profile = requireNonNull(measured.profile());
        assertThat(profile.missing()).isNull();
        Path page = out.resolve("flame.html");
        Path stacks = out.resolve(requireNonNull(profile.stacks()));
        assertThat(stacks).content().containsPattern("io/birdseye/memory/SharedList[^;]*multiply");
        FlameGraphs.draw(strategy, List.of(stacks), page);
        assertThat(page).content().contains("multiply");
    }

    private TrialSettings settings(String strategy) {
        LoadPlan load = new LoadPlan(
                Load.closed(40), new WarmUp(Duration.ofSeconds(3), 1, Duration.ofMillis(100)), Duration.ofSeconds(6));
        Served served = new Served(
                List.of(strategy),
                new Budgets.Equal(8, 2),
                Work.article(Duration.ofMillis(50), 5, Layout.PRIMITIVE),
                new ServiceOptions(100, 60, Optional.of(Duration.ofSeconds(20)), List.of("-Xmx256m", "-XX:+UseParallelGC")));
        return new TrialSettings(
                served, load,
                new Measurement(1, 1, ANY, out, "./birdseye compare", Optional.of(ProfileEvent.CPU)));
    }

    private static Programs programs() {
        JavaProgram service = JavaProgram.ofThisClassPath(ServiceMain.class);
        return new Programs(
                JavaProgram.thisJava(),
                Path.of(""),
                JavaProgram.ofThisClassPath(MockApiMain.class),
                new JavaProgram(service.mainClass(), service.classPath(),
                        List.of("--enable-preview", "--enable-native-access=ALL-UNNAMED")),
                JavaProgram.ofThisClassPath(InjectorMain.class));
    }
}
