package io.birdseye.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What Birdseye asks of a cluster, and nothing else: {@code deploy/kubernetes/role} allows this and no more. A pod may
 * take {@code patience} to end by itself; on a node that is silent it never does.
 */
record Cluster(KubernetesClient client, String namespace, Duration patience) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final long PAUSE_MILLIS = 500;

    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** By the kubeconfig, as {@code kubectl} would find it. */
    static Cluster of(ClusterSettings settings) {
        Config config = new ConfigBuilder(Config.autoConfigure(settings.context().orElse(null))).build();
        String namespace = settings.namespace()
                .or(() -> Optional.ofNullable(config.getNamespace()).filter(name -> !name.isBlank()))
                .orElse("default");
        return new Cluster(new KubernetesClientBuilder().withConfig(config).build(), namespace, PATIENCE);
    }

    <T extends HasMetadata> T create(T object) {
        return client.resource(object).inNamespace(namespace).create();
    }

    List<Pod> pods(Map<String, String> labels) {
        return client.pods().inNamespace(namespace).withLabels(labels).list().getItems();
    }

    String log(String pod) {
        return client.pods().inNamespace(namespace).withName(pod).getLog();
    }

    String lastLine(String pod) {
        return client.pods().inNamespace(namespace).withName(pod).tailingLines(1).getLog();
    }

    /** Puts the deadline of a Job off; false if there is no such Job. */
    boolean putOff(String job, long activeDeadlineSeconds) {
        try {
            Job _ = client.batch().v1().jobs().inNamespace(namespace).withName(job).edit(found -> new JobBuilder(found)
                    .editSpec().withActiveDeadlineSeconds(activeDeadlineSeconds).endSpec()
                    .build());
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /** Deletes an object and, soon after, what it owns. */
    void delete(HasMetadata owner) {
        var _ = client.resource(owner).inNamespace(namespace)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    }

    /** Waits a minute at most until there are no such pods; those that stay are deleted without their node. */
    void awaitGone(Map<String, String> labels) {
        long begin = System.nanoTime();
        boolean interrupted = false;
        for (List<Pod> left = pods(labels);
                !left.isEmpty() && System.nanoTime() - begin < GONE_NANOS;
                left = pods(labels)) {
            if (System.nanoTime() - begin > patience.toNanos()) {
                left.forEach(pod -> {
                    var _ = client.pods().inNamespace(namespace).withName(pod.getMetadata().getName())
                            .withGracePeriod(0).delete();
                });
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empty where the command may not look at nodes. */
    Optional<String> kubelet(String node) {
        return ifAllowed(() -> client.nodes().withName(node).get())
                .map(Node::getStatus)
                .map(status -> status.getNodeInfo().getKubeletVersion());
    }

    /** How many pods that are not Birdseye's run on a node; empty where the command may not look. */
    Optional<Integer> othersOn(String node) {
        return ifAllowed(() -> client.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems())
                .map(pods -> (int) pods.stream()
                        .filter(pod -> pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase()))
                        .filter(pod -> !Names.BIRDSEYE.equals(pod.getMetadata().getLabels().get(Names.PART_OF)))
                        .count());
    }

    private static <T> Optional<T> ifAllowed(Supplier<@Nullable T> look) {
        try {
            return Optional.ofNullable(look.get());
        } catch (KubernetesClientException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
