package io.birdseye.kubernetes;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How trials use a cluster.
 *
 * @param context of the kubeconfig; empty for its current one, as the namespace is
 * @param image {@code registry.example/birdseye:1} stands for {@code registry.example/birdseye-service:1} and the like
 * @param slots how many trials are measured at once, each on nodes of its own
 * @param nodeSelectors which nodes the pods of a role may use, by the nodes' labels
 * @param memory of the service's pod, in MiB; empty for the heap of its flags and 1 GiB
 * @param colocated whether pods may share nodes and their CPU time: to try things out on a small cluster
 */
public record ClusterSettings(
        Optional<String> context, Optional<String> namespace, String image, int injectors, int slots,
        Map<PodRole, Map<String, String>> nodeSelectors, int cpus, Optional<Integer> memory, boolean colocated) {

    private static final int MAX_INJECTORS = 1_000;
    private static final int MAX_SLOTS = 100;
    private static final int MAX_CPUS = 1_000;

    public ClusterSettings {
        requireBetween("injectors", injectors, MAX_INJECTORS);
        requireBetween("slots", slots, MAX_SLOTS);
        requireBetween("CPUs of a pod", cpus, MAX_CPUS);
        memory.ifPresent(mebibytes -> requireBetween("MiB of the service's pod", mebibytes, 1 << 24));
        if (!image.matches("[a-z0-9][A-Za-z0-9._:/-]*")) {
            throw new IllegalArgumentException("an image is like birdseye:1 or registry.example/birdseye:1, but is '" + image + "'");
        }
        Map<PodRole, Map<String, String>> copy = new EnumMap<>(PodRole.class);
        nodeSelectors.forEach((role, labels) -> copy.put(role, Map.copyOf(labels)));
        nodeSelectors = copy;
    }

    private static void requireBetween(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " must be from 1 to " + max + ", but are " + value);
        }
    }

    /** The image of a program: {@code mock-api}, {@code service} or {@code loadtest}. */
    String imageOf(String program) {
        int colon = image.indexOf(':', image.lastIndexOf('/') + 1);
        return colon < 0 ? image + "-" + program : image.substring(0, colon) + "-" + program + image.substring(colon);
    }

    /** @throws IllegalArgumentException if one is not like {@code service=pool:fast}; a role may come twice */
    public static Map<PodRole, Map<String, String>> nodeSelectors(List<String> texts) {
        Map<PodRole, Map<String, String>> selectors = new EnumMap<>(PodRole.class);
        for (String text : texts) {
            String[] sides = text.split("=", 2);
            int colon = sides.length < 2 ? -1 : sides[1].lastIndexOf(':');
            if (colon < 1 || colon == sides[1].length() - 1) {
                throw new IllegalArgumentException(
                        "a node selector is ROLE=LABEL:VALUE, such as service=pool:fast, but is '" + text + "'");
            }
            selectors.computeIfAbsent(PodRole.of(sides[0]), role -> new TreeMap<>())
                    .put(sides[1].substring(0, colon), sides[1].substring(colon + 1));
        }
        return selectors;
    }
}
