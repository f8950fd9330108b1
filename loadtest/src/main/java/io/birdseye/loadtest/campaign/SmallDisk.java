package io.birdseye.loadtest.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file system in memory that is too small for the results. It grows before the comparison is resumed. Mounting takes
 * the rights of root.
 */
record SmallDisk(long bytes) implements InjectedFault {

    private static final String ENOUGH = "size=64m";

    /** Whether this process may mount. */
    static boolean possible() throws InterruptedException {
        try {
            Path probe = Files.createTempDirectory("birdseye-mount");
            try {
                return Shell.works("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", probe.toString())
                        && Shell.works("umount", probe.toString());
            } finally {
                Files.deleteIfExists(probe);
            }
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void prepare(Path out) throws IOException, InterruptedException {
        Shell.run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", out.toString());
    }

    @Override
    public Optional<String> strike(ComparisonProcess comparison) {
        return Optional.of("a disk of " + bytes / 1_024 + " KiB");
    }

    @Override
    public void lift(Path out) throws IOException, InterruptedException {
        Shell.run("mount", "-o", "remount," + ENOUGH, out.toString());
    }

    @Override
    public void forget(Path out) throws IOException, InterruptedException {
        Shell.run("umount", out.toString());
    }
}
