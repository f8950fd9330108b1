package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Environment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Describes where a result is measured: the machine, the service's JVM, and the commit of Birdseye. */
public final class MeasuredOn {

    private static final Duration GIT = Duration.ofSeconds(5);

    private MeasuredOn() {}

    /** @param home the project's folder */
    public static Environment here(Path home, ResourcesView service) throws InterruptedException {
        Machine machine = Machine.here();
        return new Environment(
                commit(home),
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

    private static String commit(Path home) throws InterruptedException {
        Optional<String> commit = git(home, "rev-parse", "--short=12", "HEAD");
        boolean changed = git(home, "status", "--porcelain").filter(text -> !text.isBlank()).isPresent();
        return commit.map(id -> changed ? id + "+changes" : id).orElse("unknown");
    }

    private static Optional<String> git(Path home, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(arguments));
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        try (Launcher launcher = new Launcher()) {
            launcher.start(Launch.heard("git", command, lines::add)).awaitEnd(GIT, () -> {});
            return Optional.of(String.join("\n", lines));
        } catch (TrialFailure e) {
            return Optional.empty();
        }
    }
}
