package io.birdseye.loadtest.plan;

import io.birdseye.scenario.ScenarioFile;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A service that is not Birdseye's, and the variants of it that are compared. */
public sealed interface ServiceTarget {

    /** The request of each variant, at least one. */
    List<TargetRequest> requests();

    /** The names of the variants, none of them twice. */
    default List<String> names() {
        return requests().stream().map(TargetRequest::name).toList();
    }

    /** The request of a variant. */
    default TargetRequest request(String name) {
        return requests().stream().filter(request -> request.name().equals(name)).findFirst().orElseThrow();
    }

    /** Where the load goes, for people: scheme, host and port. */
    default String address() {
        return String.join(", ", requests().stream().map(request -> request.origin().toString()).distinct().toList());
    }

    private static void requireDistinct(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new IllegalArgumentException("two variants are called '" + name + "'");
            }
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("there is no variant to measure");
        }
    }

    /** It runs already, and one process serves all variants. */
    record Running(List<TargetRequest> requests) implements ServiceTarget {

        public Running {
            requests = List.copyOf(requests);
            requireDistinct(requests.stream().map(TargetRequest::name).toList());
        }
    }

    /**
     * Birdseye starts it anew for each trial.
     *
     * @param url scheme, host and port at which it listens
     * @param ready an address that answers with status 200 when it is ready; empty where an open port is enough
     * @param readyWithin how long it may take until it is ready
     * @param upstreams the services behind it, which mock-api then plays
     */
    record Started(
            URI url, Optional<URI> ready, Duration readyWithin, List<Variant> variants, Optional<Upstreams> upstreams)
            implements ServiceTarget {

        public Started {
            variants = List.copyOf(variants);
            requireDistinct(variants.stream().map(variant -> variant.request().name()).toList());
        }

        @Override
        public List<TargetRequest> requests() {
            return variants.stream().map(Variant::request).toList();
        }

        private Variant variant(String name) {
            return variants.stream().filter(variant -> variant.request().name().equals(name)).findFirst().orElseThrow();
        }

        /** The same with one of its variants. */
        public Started only(String name) {
            return new Started(url, ready, readyWithin, List.of(variant(name)), upstreams);
        }

        /** How the process of a variant is started. */
        public StartCommand start(String name) {
            return variant(name).start();
        }
    }

    /** A variant of a service that Birdseye starts. */
    record Variant(TargetRequest request, StartCommand start) {}

    /**
     * How a process is started.
     *
     * @param command the program and its arguments
     * @param folder in which it runs
     * @param environment what is added to that of Birdseye
     * @param jvmFlags of a JVM: behind the program where it is {@code java}, else in {@code JAVA_TOOL_OPTIONS}
     * @param java a version such as {@code 27}, or the folder of a JDK; empty for the {@code java} of the path
     */
    record StartCommand(
            List<String> command,
            Path folder,
            Map<String, String> environment,
            List<String> jvmFlags,
            Optional<String> java) {

        public StartCommand {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            jvmFlags = List.copyOf(jvmFlags);
        }
    }

    /**
     * The services behind the one that is measured.
     *
     * @param scenario whose calls mock-api answers, each at {@code /<its name>}
     * @param port at which mock-api listens
     */
    record Upstreams(ScenarioFile scenario, int port) {}
}
