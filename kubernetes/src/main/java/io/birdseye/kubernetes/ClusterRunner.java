package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSite;
import io.birdseye.loadtest.trial.Setup;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.model.WholeFile;
import io.birdseye.model.process.SelfReport;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Measures trials of the same settings in a cluster; slots use it at once. Closing it ends the run. */
final class ClusterRunner implements TrialSite.Runner {

    private final ClusterSettings settings;
    private final TrialSettings trials;
    private final TrialStore store;
    private final ClusterRun run;

    /** On which nodes each block has been, by role. */
    private final Map<Integer, Map<PodRole, Set<String>>> nodes = new ConcurrentHashMap<>();

    ClusterRunner(ClusterSettings settings, TrialSettings trials, TrialStore store, ClusterRun run) {
        this.settings = settings;
        this.trials = trials;
        this.store = store;
        this.run = run;
    }

    @Override
    public List<Trial> run(List<TrialSlot> slots, int lane, Consumer<String> phase) throws IOException, InterruptedException {
        TrialSlot slot = slots.getFirst();
        try {
            ClusterTrial.Left left = left(Optional.of(slot), lane, what -> phase.accept(slot.words() + ": " + what));
            keepFiles(left.files(), store.emptied(slot));
            requireSameAnswer(slot);
            return List.of(ClusterRun.read(left.files(), TrialBundle.RESULT, Trial.class).at(place(left, lane)));
        } catch (TrialFailure e) {
            return List.of(slot.failed(e.reason()));
        }
    }

    /** Each coordinator sees one strategy only; that all answer alike is seen here. */
    private synchronized void requireSameAnswer(TrialSlot slot) throws TrialFailure, IOException {
        Optional<String> own = store.answer(slot);
        for (int block = 1; own.isPresent() && block <= slot.block(); block++) {
            for (String strategy : trials.strategies()) {
                Optional<String> other = store.answer(new TrialSlot(block, strategy, 1));
                if (other.isPresent() && !other.equals(own)) {
                    throw new TrialFailure("the answer of " + slot.strategy() + " is not the one that " + strategy + " gives");
                }
            }
        }
    }

    @Override
    public Calibrated calibrate(Setup setup, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        return ClusterRun.read(left(Optional.empty(), 1, phase).files(), TrialBundle.RESULT, Calibrated.class);
    }

    private ClusterTrial.Left left(Optional<TrialSlot> slot, int lane, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        int block = slot.map(TrialSlot::block).orElse(0);
        Map<PodRole, Set<String>> near = slot.isPresent() ? near(slot.get()) : Map.of();
        ClusterTrial.Left left = run.run((names, number, token) ->
                TrialManifests.of(settings, names, lane, number, near, trials, slot, token), phase);
        Map<PodRole, Set<String>> here = nodes.computeIfAbsent(block, any -> new ConcurrentHashMap<>());
        for (PodRole role : PodRole.values()) {
            here.computeIfAbsent(role, any -> ConcurrentHashMap.newKeySet()).addAll(left.nodes(role));
        }
        return left;
    }

    /** Where the trials of the block were, of this run or of one before it. */
    private Map<PodRole, Set<String>> near(TrialSlot slot) throws IOException {
        Map<PodRole, Set<String>> known = nodes.get(slot.block());
        if (known != null) {
            return known;
        }
        for (String strategy : trials.strategies()) {
            Trial.Place place = store.measured(new TrialSlot(slot.block(), strategy, 1)).map(Trial::place).orElse(null);
            if (place != null) {
                return Map.of(PodRole.SERVICE, Set.of(place.node()));
            }
        }
        return Map.of();
    }

    private Trial.Place place(ClusterTrial.Left left, int lane) throws TrialFailure {
        Cluster cluster = run.cluster();
        String node = left.nodes(PodRole.SERVICE).stream().findFirst().orElse("unknown");
        SelfReport report = left.files().files().containsKey(TrialBundle.SERVICE)
                ? ClusterRun.read(left.files(), TrialBundle.SERVICE, SelfReport.class)
                : null;
        return new Trial.Place(
                lane, node,
                Stream.of(PodRole.MOCK, PodRole.INJECTOR).flatMap(role -> left.nodes(role).stream()).distinct().sorted().toList(),
                cluster.kubelet(node).orElse(null), report == null ? null : report.pinned(),
                cluster.othersOn(node).orElse(null), settings.colocated(), left.moments().beside(trials.load().span()));
    }

    private static void keepFiles(TrialBundle bundle, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : bundle.files().entrySet()) {
            if (!file.getKey().equals(TrialBundle.RESULT)) {
                WholeFile.write(folder.resolve(file.getKey()), file.getValue());
            }
        }
    }

    @Override
    public boolean interrupted() {
        return run.interrupted();
    }

    @Override
    public void close() {
        run.close();
    }
}
