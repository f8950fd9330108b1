package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.ObjectiveRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.CapacityTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches over fake programs, by real HTTP. */
class CapacityProcessesTest {

    @TempDir
    private Path out;

    private TrialSettings settings(Objective objective, String... strategies) {
        TrialSettings small = SmallComparison.settings(out, strategies);
        LoadPlan load = new LoadPlan(
                Load.open(20), WarmUp.of(Duration.ofSeconds(1)), Duration.ofSeconds(2), new SearchPlan(objective, 100, 3, new SearchPlan.Beyond(1.2, Duration.ofSeconds(2), 2)));
        return new TrialSettings(small.subject(), load, small.measurement());
    }

    /** One request at a time that takes 20 ms: 50/s are its end, and 100 ms leave room for a queue of four. */
    @Test
    void theRateOfAServiceThatAnswersOneAtATimeIsFoundAndOneThatAnswersAllCarriesAtLeastTheMostThatIsOffered() throws Exception {
        Results results =
                new Comparison(settings(new Objective(90, 100), "narrow", "steady"), FakePrograms.all(), Progress.NONE).run();

        Map<String, Trial> trials = results.trials().stream().collect(Collectors.toMap(Trial::strategy, Function.identity()));
        RateFound narrow = trials.get("narrow").measured().capacity();
        assertThat(narrow.kind()).isEqualTo(RateFound.Kind.FOUND);
        assertThat(narrow.perSecond()).isBetween(30.0, 50.0);
        assertThat(narrow.windows()).anyMatch(RateFound.Window::ramp).filteredOn(window -> !window.ramp()).hasSizeBetween(3, 7);
        assertThat(narrow.beyond().during().ratePerSecond()).isEqualTo(1.2 * narrow.perSecond());
        assertThat(trials.get("narrow").measured().counts().offeredPerSecond())
                .isCloseTo(0.8 * narrow.perSecond(), Percentage.withPercentage(10));
        assertThat(trials.get("steady").measured().capacity().kind()).isEqualTo(RateFound.Kind.AT_LEAST);
        assertThat(trials.get("steady").measured().capacity().perSecond()).isEqualTo(100);
        assertThat(CapacityTable.of(results).headline()).startsWith("steady carries most: at least 100.0/s").contains("narrow");
    }

    @Test
    void anObjectiveBelowWhatOneRequestTakesIsRefusedBeforeAnythingIsSearched() {
        assertThatThrownBy(() -> new Comparison(settings(new Objective(99, 12), "steady"), FakePrograms.all(), Progress.NONE).run())
                .isInstanceOf(ObjectiveRefused.class)
                .hasMessageContaining("cannot be met at any rate: the slowest call alone takes 18");
    }
}
