package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.report.result.Trial;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One trial in the cluster: makes its objects, watches its pods, fetches the files, and deletes all, however it goes.
 */
record ClusterTrial(Cluster cluster, RunLease lease, TrialManifests manifests, Consumer<String> phase) {

    private static final Duration LOOK = Duration.ofMillis(500);

    /** How long pods may wait for a node: another trial may be leaving it. */
    private static final Duration SCHEDULING = Duration.ofSeconds(120);

    /** What a trial left, with its pods by name as they were last seen. */
    record Left(TrialBundle files, List<Pod> pods, Moments moments) {

        List<String> nodes(PodRole role) {
            return pods.stream()
                    .filter(role::isOf)
                    .map(pod -> pod.getSpec().getNodeName())
                    .filter(node -> node != null)
                    .distinct()
                    .toList();
        }
    }

    /** By {@link System#nanoTime}, seen half a second late at most: begun, led by its coordinator, ended, pods gone. */
    record Moments(long begun, long led, long ended, long gone) {

        Trial.Overhead beside(Duration span) {
            return new Trial.Overhead(
                    millis(begun, led) / 1e3, Math.max(0, millis(led, ended) - span.toMillis()) / 1e3, millis(ended, gone) / 1e3);
        }

        private Moments goneNow() {
            return new Moments(begun, led, ended, System.nanoTime());
        }

        private static long millis(long from, long to) {
            return TimeUnit.NANOSECONDS.toMillis(to - from);
        }
    }

    /** @throws TrialFailure if it brought no figures: a pod found no node or was lost, an image is not there */
    Left run() throws TrialFailure, InterruptedException {
        long begun = System.nanoTime();
        HasMetadata order = null;
        Left left;
        try {
            OwnerReference owner = lease.reference();
            for (HasMetadata object : manifests.all()) {
                object.getMetadata().setOwnerReferences(List.of(owner));
                HasMetadata created = cluster.create(object);
                if (order == null) {
                    order = created;
                    owner = RunLease.owner(order);
                }
            }
            left = await(begun);
        } finally {
            if (order != null) {
                end(order);
            }
        }
        return new Left(left.files(), left.pods(), left.moments().goneNow());
    }

    private Map<String, String> labels() {
        return manifests.names().labels(manifests.lane(), manifests.number());
    }

    private void end(HasMetadata order) {
        boolean interrupted = Thread.interrupted();
        try {
            cluster.delete(order);
            cluster.awaitGone(labels());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Left await(long begun) throws TrialFailure, InterruptedException {
        long deadline = begun + Duration.ofSeconds(manifests.deadlineSeconds()).toNanos();
        Map<String, Pod> seen = new TreeMap<>();
        String trouble = null;
        long troubled = 0;
        long led = 0;
        while (true) {
            List<Pod> pods = pods();
            pods.forEach(pod -> seen.put(pod.getMetadata().getName(), pod));
            long now = System.nanoTime();
            Pod coordinator = pods.stream().filter(PodRole.COORDINATOR::isOf).findFirst().orElse(null);
            if (led == 0 && coordinator != null && (runs(coordinator) || ended(coordinator))) {
                led = now;
            }
            // The log is complete a second or two before the kubelet tells that the pod has ended.
            String log = tell(coordinator) && coordinator != null ? cluster.log(coordinator.getMetadata().getName()) : "";
            if (TrialBundle.isIn(log)) {
                return new Left(TrialBundle.find(log), List.copyOf(seen.values()), new Moments(begun, led, now, now));
            }
            if (coordinator != null && ended(coordinator)) {
                throw new TrialFailure(trouble != null
                        ? trouble
                        : PodTrouble.of(coordinator).map(what -> what + "; ").orElse("") + lastWords(log));
            }
            if (trouble == null) {
                trouble = trouble(pods, now - begun);
                troubled = now;
            }
            if (trouble != null && now - troubled > cluster.patience().toNanos()) {
                throw new TrialFailure(trouble);
            }
            if (now > deadline) {
                throw new TrialFailure("the trial did not end within " + manifests.deadlineSeconds() + " s");
            }
            Thread.sleep(LOOK);
        }
    }

    private List<Pod> pods() throws TrialFailure {
        String lost = lease.lost();
        if (lost != null) {
            throw new TrialFailure(lost);
        }
        return cluster.pods(labels());
    }

    /** What ends the trial; null as long as nothing does. */
    private static @Nullable String trouble(List<Pod> pods, long nanos) {
        Optional<String> lost = pods.stream().flatMap(pod -> PodTrouble.of(pod).stream()).findFirst();
        if (lost.isEmpty() && nanos > SCHEDULING.toNanos()) {
            lost = pods.stream().flatMap(pod -> PodTrouble.unscheduled(pod).stream()).findFirst();
        }
        return lost.orElse(null);
    }

    private static boolean runs(Pod pod) {
        return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
    }

    private static boolean ended(Pod pod) {
        String state = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
        return "Succeeded".equals(state) || "Failed".equals(state);
    }

    /** Tells the user who waits what the coordinator's last line says, and whether it has come to its end. */
    private boolean tell(@Nullable Pod coordinator) {
        if (coordinator != null && ended(coordinator)) {
            return true;
        }
        if (coordinator == null || !runs(coordinator)) {
            phase.accept("waiting for pods");
            return false;
        }
        try {
            String line = cluster.lastLine(coordinator.getMetadata().getName()).strip();
            phase.accept(TrialBundle.told(line).replaceFirst("^block [^:]*: ", ""));
            return TrialBundle.isIn(line);
        } catch (KubernetesClientException e) {
            phase.accept("the coordinator's log cannot be read");
            return false;
        }
    }

    private static String lastWords(String log) {
        return log.lines().filter(line -> line.startsWith("coordinator: ")).reduce((one, later) -> later)
                .map(line -> line.substring("coordinator: ".length()))
                .orElse("the coordinator ended without a message");
    }
}
