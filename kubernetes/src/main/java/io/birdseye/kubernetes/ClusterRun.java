package io.birdseye.kubernetes;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.elsewhere.TrialBundle;
import io.birdseye.report.result.ResultsFile;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A run of the command in a cluster. It takes its lease when the first objects are created, and deletes everything when it is
 * closed, or when this process is ended from outside. Slots use it at once.
 */
final class ClusterRun implements AutoCloseable {

    private static final int RUN_BYTES = 3;
    private static final int TOKEN_BYTES = 24;

    private final ClusterSettings settings;
    private final Supplier<Cluster> clusters;
    private final AtomicInteger numbers = new AtomicInteger();
    private final SecureRandom random = new SecureRandom();
    private final Thread hook = new Thread(this::endFromOutside, "birdseye-end-pods");
    private @Nullable Held held;
    private volatile boolean interrupted;

    /** What it holds in the cluster. */
    private record Held(Cluster cluster, Names names, RunLease lease) {}

    /** Makes the objects of one trial. */
    interface Manifests {

        /**
         * @param number of the trial in the run
         * @param token of its injectors
         */
        TrialManifests of(Names names, int number, String token);
    }

    /** @param clusters opens the cluster when the first trial is measured */
    ClusterRun(ClusterSettings settings, Supplier<Cluster> clusters) {
        this.settings = settings;
        this.clusters = clusters;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Runs a trial to its end.
     *
     * @throws TrialFailure if it brought nothing, or the cluster does not answer
     */
    ClusterTrial.Left run(Manifests manifests, Consumer<String> phase) throws TrialFailure, InterruptedException {
        try {
            Held now = held();
            return new ClusterTrial(
                            now.cluster(), now.lease(),
                            manifests.of(now.names(), numbers.incrementAndGet(), text(TOKEN_BYTES)), phase)
                    .run();
        } catch (KubernetesClientException e) {
            throw new TrialFailure("the cluster refuses, or does not answer: " + e.getMessage(), e);
        }
    }

    Cluster cluster() throws TrialFailure {
        return held().cluster();
    }

    private synchronized Held held() throws TrialFailure {
        Held now = held;
        if (interrupted) {
            throw new TrialFailure("no pods are started: the measurement is being ended");
        }
        if (now == null) {
            Cluster cluster = clusters.get();
            Names names = new Names(text(RUN_BYTES));
            now = new Held(cluster, names, RunLease.take(cluster, names, settings));
            held = now;
        }
        return now;
    }

    private String text(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** A file of what a coordinator left. */
    static <T> T read(TrialBundle bundle, String name, Class<T> type) throws TrialFailure {
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

    /** Whether it is being ended from outside. */
    boolean interrupted() {
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
