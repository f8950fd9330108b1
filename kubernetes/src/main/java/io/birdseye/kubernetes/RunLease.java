package io.birdseye.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The object that owns all others of a run: a Job without pods, whose deadline is put off as long as this process
 * lives. When it passes, the cluster deletes the Job and what it owns. See docs/adr for why a Job.
 */
final class RunLease implements AutoCloseable {

    /** How long objects outlive a process that was killed. */
    static final Duration TERM = Duration.ofSeconds(120);

    private static final Duration RENEWAL = Duration.ofSeconds(20);

    private final Cluster cluster;
    private final Names names;
    private final Job job;
    private final long created = System.nanoTime();
    private final ScheduledExecutorService renewals =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("lease").daemon().factory());
    private long renewed = created;
    private volatile @Nullable String lost;

    private RunLease(Cluster cluster, Names names, Job job) {
        this.cluster = cluster;
        this.names = names;
        this.job = job;
        var _ = renewals.scheduleWithFixedDelay(
                this::renew, RENEWAL.toMillis(), RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @throws KubernetesClientException if it may not be created */
    static RunLease take(Cluster cluster, Names names, ClusterSettings settings) {
        return new RunLease(cluster, names, cluster.create(job(names, settings)));
    }

    static Job job(Names names, ClusterSettings settings) {
        return (Job) TrialManifests.load("lease.yaml", Map.of(
                "run", names.run(), "image", settings.imageOf("loadtest"), "term", Long.toString(TERM.toSeconds())));
    }

    /** What an object says that belongs to another, and is deleted with it. */
    static OwnerReference owner(HasMetadata object) {
        return new OwnerReferenceBuilder()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .build();
    }

    OwnerReference reference() {
        return owner(job);
    }

    /** Why the run must end: its objects are gone, or will be soon. Null as long as all is well. */
    @Nullable String lost() {
        return lost;
    }

    /** Puts the deadline off; what the cluster says of it is in {@link #lost}. */
    void renew() {
        long elapsed = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - created);
        try {
            if (cluster.putOff(names.lease(), elapsed + TERM.toSeconds())) {
                renewed = System.nanoTime();
            } else {
                lost = "somebody deleted the run's Job " + names.lease() + ", and with it all that the run had in the cluster";
            }
        } catch (KubernetesClientException e) {
            if (System.nanoTime() - renewed > TERM.toNanos()) {
                lost = "the cluster could not be reached for " + TERM.toSeconds() + " s, so it deletes what the run had there: "
                        + e.getMessage();
            }
        }
    }

    /** Deletes everything of the run, and waits until its pods have ended. */
    @Override
    public void close() {
        renewals.shutdownNow();
        cluster.delete(job);
        cluster.awaitGone(names.labels());
    }
}
