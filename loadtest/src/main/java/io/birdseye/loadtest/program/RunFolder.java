package io.birdseye.loadtest.program;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A folder that one run has to itself until its process ends, and whose figures have the same conditions. */
public final class RunFolder implements AutoCloseable {

    private static final String LOCK = "run.lock";
    private static final String CONDITIONS = "settings.json";

    /** Known by whoever reads the message, but no condition: equal jars of two commits measure the same. */
    private static final String COMMIT = "commit";

    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DIFFERENCES = 5;
    private static final int MAX_CHARACTERS = 60;

    private final FileChannel lock;

    private RunFolder(FileChannel lock) {
        this.lock = lock;
    }

    /** Takes a folder, created if need be; {@link FolderRefused} if another run has it. */
    public static RunFolder lock(Path folder) throws IOException, FolderRefused {
        Path file = Files.createDirectories(folder).resolve(LOCK);
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                channel.close();
                throw inUse(folder, "process " + Files.readString(file).strip());
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(folder, "this process");
        }
        channel.truncate(0);
        int _ = channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
        return new RunFolder(channel);
    }

    private static FolderRefused inUse(Path folder, String who) {
        return new FolderRefused(
                folder + " is in use by another run (" + who + "): wait for its end, or choose another folder");
    }

    /** As above, for figures measured under these conditions; {@link FolderRefused} says which differ. */
    public static RunFolder lock(Path folder, Record conditions) throws IOException, FolderRefused {
        RunFolder locked = lock(folder);
        try {
            locked.require(folder, conditions);
            return locked;
        } catch (IOException | FolderRefused e) {
            locked.close();
            throw e;
        }
    }

    private void require(Path folder, Record conditions) throws IOException, FolderRefused {
        Path file = folder.resolve(CONDITIONS);
        String now = ResultsFile.JSON.writeValueAsString(conditions);
        if (!Files.exists(file)) {
            WholeFile.write(file, now);
            return;
        }
        List<String> differences = new ArrayList<>();
        compare("", parsed(WholeFile.read(file, MAX_BYTES)), ResultsFile.JSON.readTree(now), differences);
        if (differences.stream().allMatch(difference -> difference.startsWith(COMMIT + " "))) {
            return;
        }
        int more = differences.size() - MAX_DIFFERENCES;
        throw new FolderRefused(folder + " holds measurements made under other conditions: "
                + String.join("; ", differences.subList(0, Math.min(MAX_DIFFERENCES, differences.size())))
                + (more > 0 ? "; and " + more + " more" : "")
                + ". Choose another folder, or delete this one");
    }

    private static JsonNode parsed(String json) {
        try {
            return ResultsFile.JSON.readTree(json);
        } catch (JacksonException e) {
            return ResultsFile.JSON.createObjectNode();
        }
    }

    private static void compare(String name, JsonNode then, JsonNode now, List<String> differences) {
        if (then.isObject() && now.isObject()) {
            Set<String> fields = new TreeSet<>(then.propertyNames());
            fields.addAll(now.propertyNames());
            for (String field : fields) {
                compare(field, then.path(field), now.path(field), differences);
            }
        } else if (!then.equals(now)) {
            differences.add(name + " was " + shown(then) + ", is " + shown(now));
        }
    }

    private static String shown(JsonNode value) {
        if (value.isMissingNode()) {
            return "not recorded";
        }
        String text = (value.isString() ? value.stringValue() : value.toString()).replaceAll("\\s+", " ");
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
