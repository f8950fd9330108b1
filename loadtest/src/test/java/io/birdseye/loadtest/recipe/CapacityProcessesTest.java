package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.table.CapacityTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches over fake programs, by real HTTP. */
class CapacityProcessesTest {

    /** The third step of a ramp from 30/s. */
    private static final double MOST_PER_SECOND = 67.5;

    @TempDir
    private Path out;

    private Results search(String strategy) throws Exception {
        TrialSettings small = SmallComparison.settings(out.resolve(strategy), strategy);
        LoadPlan load = new LoadPlan(
                Load.open(30), WarmUp.of(Duration.ofSeconds(1)), Duration.ofSeconds(1),
                new SearchPlan(new Objective(90, 100), MOST_PER_SECOND, 2, new SearchPlan.Beyond(1.2, Duration.ofSeconds(1), 1)));
        return new Comparison(new TrialSettings(small.subject(), load, small.measurement()), FakePrograms.all(), Progress.NONE).run();
    }

    private static RateFound found(Results results) {
        return results.trials().getFirst().measured().capacity();
    }

    /** One request at a time that takes 20 ms: 50/s are its end, and 100 ms leave room for a queue of four. */
    @Test
    void theRateOfAServiceThatAnswersOneAtATimeIsFoundAndOneThatAnswersAllCarriesAtLeastTheMostThatIsOffered() throws Exception {
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Results> steady = beside.submit(() -> search("steady"));
            Results results = search("narrow");

            RateFound narrow = found(results);
            assertThat(narrow.kind()).isEqualTo(RateFound.Kind.FOUND);
            assertThat(narrow.perSecond()).isBetween(30.0, 50.0);
            assertThat(narrow.windows()).anyMatch(RateFound.Window::ramp).filteredOn(window -> !window.ramp()).hasSizeBetween(2, 6);
            assertThat(narrow.beyond().during().ratePerSecond()).isEqualTo(1.2 * narrow.perSecond());
            assertThat(results.trials().getFirst().measured().counts().offeredPerSecond())
                    .isCloseTo(0.8 * narrow.perSecond(), Percentage.withPercentage(10));
            assertThat(found(steady.get()).kind()).isEqualTo(RateFound.Kind.AT_LEAST);
            assertThat(found(steady.get()).perSecond()).isEqualTo(MOST_PER_SECOND);
            assertThat(CapacityTable.of(steady.get()).headline()).startsWith("steady carries at least 67.5/s");
        }
    }
}
