package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Environment;
import java.nio.file.Path;
import java.util.List;

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
        try {
            String folder = home.toString();
            List<String> commit = testBed.run("git", List.of("git", "-C", folder, "rev-parse", "--short=12", "HEAD"));
            List<String> changes = testBed.run("git", List.of("git", "-C", folder, "status", "--porcelain"));
            return commit.getFirst() + (changes.isEmpty() ? "" : "+changes");
        } catch (TrialFailure e) {
            return "unknown";
        }
    }
}
