package io.birdseye.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

public enum PodRole {
    SERVICE,
    MOCK,
    INJECTOR,

    /** Leads the trial, and has no part in its load. */
    COORDINATOR;

    /** The value of the label {@link Names#ROLE}, and the name in options. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isOf(Pod pod) {
        return label().equals(pod.getMetadata().getLabels().get(Names.ROLE));
    }

    /** @throws IllegalArgumentException if there is no such role */
    static PodRole of(String label) {
        return Arrays.stream(values()).filter(role -> role.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no role '" + label + "'; there are "
                        + Arrays.stream(values()).map(PodRole::label).collect(Collectors.joining(", "))));
    }
}
