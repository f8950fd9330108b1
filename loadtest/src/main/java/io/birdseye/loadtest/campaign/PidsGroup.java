package io.birdseye.loadtest.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A control group in which a comparison may have so many threads and processes together, and no more.
 *
 * @param group its folder
 */
record PidsGroup(Path group, int most) implements InjectedFault {

    private static final int LOOKS = 200;
    private static final int LOOK_MILLIS = 50;
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final Pattern OLDER = Pattern.compile("(?m)^\\d+:pids:(/.*)$");
    private static final Pattern NEWER = Pattern.compile("(?m)^0::(/.*)$");

    /** Where this process may make control groups that bound processes; empty if it may not. */
    static Optional<Path> parent() {
        String own;
        try {
            own = Files.readString(Path.of("/proc/self/cgroup"));
        } catch (IOException e) {
            return Optional.empty();
        }
        return usable(ROOT.resolve("pids"), OLDER.matcher(own)).or(() -> usable(ROOT, NEWER.matcher(own)));
    }

    private static Optional<Path> usable(Path root, Matcher own) {
        if (!own.find()) {
            return Optional.empty();
        }
        Path parent = root.resolve("." + own.group(1)).normalize();
        Path probe = parent.resolve("birdseye-probe-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(probe);
            boolean bounds = Files.isWritable(probe.resolve("pids.max"));
            Files.delete(probe);
            return bounds ? Optional.of(parent) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> prefix() {
        return List.of("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group.toString());
    }

    @Override
    public void prepare(Path out) throws IOException {
        Files.createDirectory(group);
        Files.writeString(group.resolve("pids.max"), Integer.toString(most));
    }

    @Override
    public Optional<String> strike(ComparisonProcess comparison) {
        return Optional.of(most + " threads");
    }

    @Override
    public void lift(Path out) throws IOException, InterruptedException {
        // The kernel needs a moment until it knows that the last process has gone.
        for (int i = 0; i < LOOKS && occupied(); i++) {
            Thread.sleep(LOOK_MILLIS);
        }
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            // A process is left, which is told as such.
        }
    }

    private boolean occupied() throws IOException {
        return Files.exists(group) && !Files.readString(group.resolve("cgroup.procs")).isBlank();
    }

    @Override
    public void forget(Path out) throws IOException, InterruptedException {
        lift(out);
    }
}
