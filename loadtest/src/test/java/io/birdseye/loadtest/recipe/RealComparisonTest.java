package io.birdseye.loadtest.recipe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.mockapi.MockApiMain;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.Reports;
import io.birdseye.report.profile.FlameGraphs;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.TrialProfile;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Simplicity;
import io.birdseye.service.ServiceMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All real programs, with more users than the pools of the service can serve at once. */
class RealComparisonTest {

    @TempDir
    private Path out;

    @Test
    void thePartsAddUpToTheMeanResponseTimeAndTheProfileHoldsTheMultiplication() throws Exception {
        Results results = compare("virtual-threads");

        assertThat(results.floor().callMs()).hasSize(4).allMatch(call -> call >= 50);
        assertThat(results.trials()).extracting(Trial::floor).filteredOn(Objects::nonNull)
                .singleElement().satisfies(floor -> assertThat(floor.latencyMs(false)).isBetween(50.0, 100.0));
        assertThat(Reports.write(results, out, Simplicity.NONE).rows()).extracting(Row::name)
                .containsExactly("virtual-threads");
    }

    /** Where platform threads wait for calls, and where none does. */
    @Tag("nightly")
    @Test
    void thePartsOfStrategiesOfOtherKindsAddUp() throws Exception {
        assertThat(compare("executor", "http-async").trials()).hasSize(2);
    }

    private Results compare(String... strategies) throws Exception {
        Results results = new Comparison(settings(strategies), programs(), Progress.NONE).run();
        assertThat(results.trials()).hasSize(strategies.length);
        for (Trial trial : results.trials()) {
            assertThat(trial.reason()).isNull();
            assertParts(trial.strategy(), requireNonNull(trial.measured()));
        }
        return results;
    }

    private void assertParts(String strategy, Trial.Measured measured) throws Exception {
        assertThat(measured.resources().injectorCores()).isPositive();
        double mean = measured.response().meanMs();
        ResponseParts parts = requireNonNull(measured.parts());
        assertThat(parts.totalMs()).isCloseTo(mean, within(0.01));
        // On a machine that has other work too, requests wait in the kernel before the service sees them.
        double others = requireNonNull(measured.instruments().disturbance()).othersShare();
        assertThat(parts.totalMs() - parts.edgeMs())
                .as("what the service told, against %.1f ms of the injector beside %.2f of others: %s", mean, others, parts)
                .isBetween((0.97 - others) * mean, 1.01 * mean);
        assertThat(parts.queueMs()).as("40 users and 8 calls at once").isGreaterThan(mean / 2);
        assertThat(parts.wireMs()).isBetween(49.0, mean / 2);
        assertThat(parts.cpuMs()).isPositive();
        assertThat(measured.work().virtualThreads() != null).isEqualTo(strategy.equals("virtual-threads"));

        TrialProfile profile = requireNonNull(measured.course().profile());
        assertThat(profile.missing()).isNull();
        Path page = out.resolve(strategy + ".html");
        Path stacks = out.resolve(requireNonNull(profile.stacks()));
        assertThat(stacks).content().containsPattern("io/birdseye/memory/SharedList[^;]*multiply");
        FlameGraphs.draw(strategy, List.of(stacks), page);
        assertThat(page).content().contains("multiply");
    }

    private TrialSettings settings(String... strategies) {
        LoadPlan load = new LoadPlan(
                Load.closed(40), new WarmUp(Duration.ofSeconds(2), 1, Duration.ofMillis(100)), Duration.ofSeconds(4));
        Served served = new Served(
                List.of(strategies), new Budgets.Equal(8, 2), Work.article(Duration.ofMillis(50), 5, Layout.PRIMITIVE),
                new ServiceOptions(100, 60, Optional.of(Duration.ofSeconds(20)), List.of("-Xmx256m", "-XX:+UseParallelGC")));
        return new TrialSettings(
                served, load,
                new Measurement(1, 1, SmallComparison.ANY, out, "./birdseye compare", Optional.of(ProfileEvent.CPU), Optional.empty()));
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
