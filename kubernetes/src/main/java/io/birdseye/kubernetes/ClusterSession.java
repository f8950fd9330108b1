package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.WholeFile;
import io.birdseye.model.process.SelfReport;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

/**
 * Runs tasks in a cluster, each in pods of its own. It takes its lease when the first objects are created, and deletes
 * everything when it is closed, or when this process is ended from outside. Slots use it at once.
 */
final class ClusterSession implements Site.Session {

    private static final int RUN_CHARACTERS = 6;

    private final ClusterSettings settings;
    private final TrialStore store;
    private final Supplier<Cluster> clusters;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Thread hook = new Thread(this::endFromOutside, "birdseye-end-pods");

    /** On which nodes each block has been, by role. */
    private final Map<Integer, Map<PodRole, Set<String>>> nodes = new ConcurrentHashMap<>();

    private @Nullable Held held;
    private volatile boolean interrupted;

    private record Held(Cluster cluster, Names names, RunLease lease) {}

    /** @param clusters opens the cluster when the first task is run */
    ClusterSession(ClusterSettings settings, TrialStore store, Supplier<Cluster> clusters) {
        this.settings = settings;
        this.store = store;
        this.clusters = clusters;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public <R> R run(Task<R> task, int lane, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        return task.result().cast(task instanceof Task.Measure measure
                ? new Task.Measured(List.of(trial(measure, lane, phase)))
                : read(left(task, lane, Map.of(), phase).files(), TrialBundle.RESULT, task.result()));
    }

    /** What happens in the cluster is the outcome of a trial. */
    private Trial trial(Task.Measure task, int lane, Consumer<String> phase) throws IOException, InterruptedException {
        TrialSlot slot = task.slots().getFirst();
        try {
            ClusterTrial.Left left = left(task, lane, near(task), what -> phase.accept(slot.words() + ": " + what));
            Map<PodRole, Set<String>> here = nodes.computeIfAbsent(slot.block(), any -> new ConcurrentHashMap<>());
            for (PodRole role : PodRole.values()) {
                here.computeIfAbsent(role, any -> ConcurrentHashMap.newKeySet()).addAll(left.nodes(role));
            }
            keepFiles(left.files(), store.emptied(slot));
            requireSameAnswer(task);
            Trial trial = read(left.files(), TrialBundle.RESULT, Task.Measured.class).trials().getFirst();
            return trial.at(place(task, left, lane));
        } catch (TrialFailure e) {
            return slot.failed(e.reason());
        }
    }

    private ClusterTrial.Left left(Task<?> task, int lane, Map<PodRole, Set<String>> near, Consumer<String> phase)
            throws TrialFailure, InterruptedException {
        try {
            Held now = held();
            TrialManifests manifests = new TrialManifests(
                    settings, now.names(), lane, numbers.incrementAndGet(), near, task, ControlSettings.newToken());
            return new ClusterTrial(now.cluster(), now.lease(), manifests, phase).run();
        } catch (KubernetesClientException e) {
            throw new TrialFailure("the cluster refuses, or does not answer: " + e.getMessage(), e);
        }
    }

    private synchronized Held held() throws TrialFailure {
        Held now = held;
        if (interrupted) {
            throw new TrialFailure("no pods are started: the measurement is being ended");
        }
        if (now == null) {
            Cluster cluster = clusters.get();
            Names names = new Names(ControlSettings.newToken().substring(0, RUN_CHARACTERS));
            now = new Held(cluster, names, RunLease.take(cluster, names, settings));
            held = now;
        }
        return now;
    }

    /** Where the trials of the block were, of this run or of one before it. */
    private Map<PodRole, Set<String>> near(Task.Measure task) throws IOException {
        int block = task.slots().getFirst().block();
        Map<PodRole, Set<String>> known = nodes.get(block);
        if (known != null) {
            return known;
        }
        for (String strategy : task.served().strategies()) {
            Trial.Place place = store.measured(new TrialSlot(block, strategy, 1)).map(Trial::place).orElse(null);
            if (place != null) {
                return Map.of(PodRole.SERVICE, Set.of(place.node()));
            }
        }
        return Map.of();
    }

    /** Each coordinator sees one strategy only; that all answer alike is seen here. */
    private synchronized void requireSameAnswer(Task.Measure task) throws TrialFailure, IOException {
        TrialSlot slot = task.slots().getFirst();
        Optional<String> own = store.answer(slot);
        for (int block = 1; own.isPresent() && block <= slot.block(); block++) {
            for (String strategy : task.served().strategies()) {
                Optional<String> other = store.answer(new TrialSlot(block, strategy, 1));
                if (other.isPresent() && !other.equals(own)) {
                    throw new TrialFailure("the answer of " + slot.strategy() + " is not the one that " + strategy + " gives");
                }
            }
        }
    }

    private Trial.Place place(Task.Measure task, ClusterTrial.Left left, int lane) throws TrialFailure {
        Cluster cluster = held().cluster();
        String node = left.nodes(PodRole.SERVICE).stream().findFirst().orElse("unknown");
        SelfReport report = left.files().files().containsKey(TrialBundle.SERVICE)
                ? read(left.files(), TrialBundle.SERVICE, SelfReport.class)
                : null;
        return new Trial.Place(
                lane, node,
                Stream.of(PodRole.MOCK, PodRole.INJECTOR).flatMap(role -> left.nodes(role).stream()).distinct().sorted().toList(),
                cluster.kubelet(node).orElse(null), report == null ? null : report.pinned(),
                cluster.othersOn(node).orElse(null), settings.colocated(),
                left.moments().beside(task.settings().load().span()));
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
        Held last = held;
        held = null;
        if (last != null) {
            try (Cluster cluster = last.cluster()) {
                last.lease().close();
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
