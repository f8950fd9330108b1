package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes where a result is measured: the machine, the service's JVM, and the commit of Birdseye. */
public final class MeasuredOn {

    private MeasuredOn() {}

    /** @param home the project's folder */
    public static Environment here(TestBed testBed, Path home, ResourcesView service) throws InterruptedException {
        Machine machine = Machine.here();
        return new Environment(
                commit(testBed, home),
                service.jdk(),
                // The folder of this machine is of no use to whoever reads the result on another.
                service.jvmFlags().stream().map(flag -> flag.replace(home + "/", "")).toList(),
                service.collector(),
                machine.cores(),
                machine.cpuModel(),
                machine.memoryBytes(),
                machine.os(),
                machine.kernel());
    }

    private static String commit(TestBed testBed, Path home) throws InterruptedException {
        Optional<List<String>> commit = git(testBed, home, "rev-parse", "--short=12", "HEAD");
        boolean changed = git(testBed, home, "status", "--porcelain").filter(lines -> !lines.isEmpty()).isPresent();
        return commit.map(lines -> lines.getFirst() + (changed ? "+changes" : "")).orElse("unknown");
    }

    private static Optional<List<String>> git(TestBed testBed, Path home, String... arguments)
            throws InterruptedException {
        Stream<String> git = Stream.of("git", "-C", home.toString());
        try {
            return Optional.of(testBed.run("git", Stream.concat(git, Stream.of(arguments)).toList()));
        } catch (TrialFailure e) {
            return Optional.empty();
        }
    }
}
