package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.overload.LoadSite;
import io.birdseye.loadtest.overload.OfferedLoads;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Offers loads in a cluster: pods of their own for each service, in the first slot. The share of other programs is that of the
 * service's node.
 */
final class ClusterLoads implements LoadSite {

    private final ClusterSettings settings;
    private final Served served;
    private final ClusterRun run;

    ClusterLoads(ClusterSettings settings, Served served, ClusterRun run) {
        this.settings = settings;
        this.served = served;
        this.run = run;
    }

    @Override
    public int injectors() {
        return settings.injectors();
    }

    @Override
    public Brought offer(OfferedLoads loads, Consumer<String> phase) throws TrialFailure, InterruptedException {
        ClusterTrial.Left left = run.run((names, number, token) -> manifests(settings, served, loads, names, number, token), phase);
        return ClusterRun.read(left.files(), TrialBundle.RESULT, Brought.class);
    }

    /** An order has a plan of trials, too, which nobody looks at here. */
    static TrialManifests manifests(
            ClusterSettings settings, Served served, OfferedLoads loads, Names names, int number, String token) {
        TrialSettings unused = new TrialSettings(
                served, new LoadPlan(Load.open(1), WarmUp.none(), Duration.ofSeconds(1)), Measurement.once(1, Path.of(""), ""));
        return TrialManifests.of(settings, names, 1, number, Map.of(), unused, Optional.empty(), token).offering(loads);
    }

    @Override
    public void close() {
        run.close();
    }
}
