package io.birdseye.loadtest.trial;

import com.sun.management.OperatingSystemMXBean;
import io.birdseye.loadtest.trial.ServiceClient.ResourcesView;
import io.birdseye.report.result.Environment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out where a result is being measured. What cannot be found is called unknown. */
final class Machine {

    private static final String UNKNOWN = "unknown";

    private Machine() {}

    static Environment describe(Path home, ResourcesView service) {
        return new Environment(
                commit(home),
                service.jdk(),
                // The folder of this machine is of no use to whoever reads the result on another.
                service.jvmFlags().stream().map(flag -> flag.replace(home + "/", "")).toList(),
                service.collector(),
                Runtime.getRuntime().availableProcessors(),
                find(Path.of("/proc/cpuinfo"), "(?m)^model name\\s*:\\s*(.+)$")
                        .orElse(System.getProperty("os.arch", UNKNOWN)),
                memoryBytes(),
                find(Path.of("/etc/os-release"), "(?m)^PRETTY_NAME=\"?([^\"\\n]+)\"?$")
                        .orElse(System.getProperty("os.name", UNKNOWN)),
                System.getProperty("os.version", UNKNOWN));
    }

    private static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }

    private static Optional<String> find(Path file, String line) {
        try {
            Matcher matcher = Pattern.compile(line).matcher(Files.readString(file));
            return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String commit(Path home) {
        String commit = git(home, "rev-parse", "--short=12", "HEAD").orElse(UNKNOWN);
        boolean changed = git(home, "status", "--porcelain").filter(text -> !text.isBlank()).isPresent();
        return changed && !commit.equals(UNKNOWN) ? commit + "+changes" : commit;
    }

    private static Optional<String> git(Path home, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var output = git.inputReader()) {
                String text = String.join("\n", output.readAllLines());
                boolean ended = git.waitFor(5, TimeUnit.SECONDS);
                return ended && git.exitValue() == 0 ? Optional.of(text) : Optional.empty();
            } finally {
                git.destroyForcibly();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
