package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSite;
import io.birdseye.loadtest.axis.Setup;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.model.WholeFile;
import io.birdseye.model.process.SelfReport;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Measures trials of the same settings in a cluster; slots use it at once. */
final class ClusterRunner implements TrialSite.Runner {

    private static final int RUN_BYTES = 3;
    private static final int TOKEN_BYTES = 24;

    private final ClusterSettings settings;
    private final TrialSettings trials;
    private final TrialStore store;
    private final Supplier<Cluster> clusters;
    private final AtomicInteger numbers = new AtomicInteger();
    private final SecureRandom random = new SecureRandom();

    /** On which nodes each block has been, by role. */
    private final Map<Integer, Map<PodRole, Set<String>>> nodes = new ConcurrentHashMap<>();

    private final Thread hook = new Thread(this::endFromOutside, "birdseye-end-pods");
    private @Nullable Run run;
    private volatile boolean interrupted;

    /** What a run holds in the cluster. */
    private record Run(Cluster cluster, Names names, RunLease lease) {}

    /** @param clusters opens the cluster when the first trial is measured */
    ClusterRunner(ClusterSettings settings, TrialSettings trials, TrialStore store, Supplier<Cluster> clusters) {
        this.clusters = clusters;
        this.settings = settings;
        this.trials = trials;
        this.store = store;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private synchronized Run held() throws TrialFailure {
        Run held = run;
        if (interrupted) {
            throw new TrialFailure("no pods are started: the measurement is being ended");
        }
        if (held == null) {
            Cluster cluster = clusters.get();
            Names names = new Names(text(RUN_BYTES));
            held = new Run(cluster, names, RunLease.take(cluster, names, settings));
            run = held;
        }
        return held;
    }

    private String text(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public Trial run(TrialSlot slot, int lane, Consumer<String> phase) throws IOException, InterruptedException {
        try {
            ClusterTrial.Left left = left(Optional.of(slot), lane, what -> phase.accept(slot.words() + ": " + what));
            keepFiles(left.files(), store.emptied(slot));
            requireSameAnswer(slot);
            return read(left.files(), TrialBundle.RESULT, Trial.class).at(place(left, lane));
        } catch (TrialFailure e) {
            return new Trial(slot.strategy(), slot.block(), Budget.NONE, Topology.NONE, Trial.Outcome.FAILED, e.reason(), null);
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
        return read(left(Optional.empty(), 1, phase).files(), TrialBundle.RESULT, Calibrated.class);
    }

    private ClusterTrial.Left left(Optional<TrialSlot> slot, int lane, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        try {
            Run held = held();
            int block = slot.map(TrialSlot::block).orElse(0);
            TrialManifests manifests = TrialManifests.of(
                    settings, held.names(), lane, numbers.incrementAndGet(),
                    slot.isPresent() ? near(slot.get()) : Map.of(), trials, slot, text(TOKEN_BYTES));
            ClusterTrial.Left left = new ClusterTrial(held.cluster(), held.lease(), manifests, phase).run();
            Map<PodRole, Set<String>> here = nodes.computeIfAbsent(block, any -> new ConcurrentHashMap<>());
            for (PodRole role : PodRole.values()) {
                here.computeIfAbsent(role, any -> ConcurrentHashMap.newKeySet()).addAll(left.nodes(role));
            }
            return left;
        } catch (KubernetesClientException e) {
            throw new TrialFailure("the cluster refuses, or does not answer: " + e.getMessage(), e);
        }
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
        Cluster cluster = held().cluster();
        String node = left.nodes(PodRole.SERVICE).stream().findFirst().orElse("unknown");
        SelfReport report = left.files().files().containsKey(TrialBundle.SERVICE)
                ? read(left.files(), TrialBundle.SERVICE, SelfReport.class)
                : null;
        return new Trial.Place(
                lane, node,
                Stream.of(PodRole.MOCK, PodRole.INJECTOR).flatMap(role -> left.nodes(role).stream()).distinct().sorted().toList(),
                cluster.kubelet(node).orElse(null), report == null ? null : report.pinned(),
                cluster.othersOn(node).orElse(null), settings.colocated());
    }

    private static void keepFiles(TrialBundle bundle, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : bundle.files().entrySet()) {
            if (!file.getKey().equals(TrialBundle.RESULT)) {
                WholeFile.write(folder.resolve(file.getKey()), file.getValue());
            }
        }
    }

    private static <T> T read(TrialBundle bundle, String name, Class<T> type) throws TrialFailure {
        byte[] json = bundle.files().get(name);
        if (json == null) {
            throw new TrialFailure("the coordinator left no " + name);
        }
        try {
            return ResultsFile.JSON.readValue(json, type);
        } catch (JacksonException e) {
            throw new TrialFailure("what the coordinator left cannot be read: " + e.getOriginalMessage()
                    + "; are image and command of the same version?", e);
        }
    }

    @Override
    public boolean interrupted() {
        return interrupted;
    }

    private void endFromOutside() {
        interrupted = true;
        end();
    }

    private synchronized void end() {
        Run held = run;
        run = null;
        if (held != null) {
            try (Cluster cluster = held.cluster()) {
                held.lease().close();
            } catch (KubernetesClientException e) {
                System.err.println("birdseye: the cluster does not answer; within "
                        + RunLease.TERM.toSeconds() + " s it deletes by itself what the run had there: " + e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }
}
