package io.birdseye.kubernetes;

import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings for tests. */
final class Examples {

    private Examples() {}

    static ClusterSettings cluster(boolean colocated) {
        return new ClusterSettings(
                Optional.empty(), Optional.of("tests"), "registry.example/birdseye:1", 2, 2,
                Map.of(PodRole.SERVICE, Map.of("pool", "fast")), 4, Optional.empty(), colocated);
    }

    static TrialSettings trials(Path out, String... strategies) {
        return new TrialSettings(
                new Served(
                        List.of(strategies), new Budgets.Equal(16, 2), Work.article(Duration.ofMillis(200), 5, Layout.BOXED),
                        new ServiceOptions(200, 100, Optional.of(Duration.ofSeconds(5)), List.of("-XX:+UseParallelGC", "-Xmx3g"))),
                new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(9)), Duration.ofSeconds(30)),
                new Measurement(1, 1, ValidityBounds.DEFAULT, out, "./birdseye compare"));
    }
}
