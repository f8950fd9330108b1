package io.birdseye.model.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of a process and of all that it has started, in ticks of 10 ms, from {@code /proc/<pid>/stat}. The
 * system adds the time of a process that has ended to its parent's, so processes that came and went are included. Costs
 * one small file for each process of the machine.
 */
final class ProcessFamily {

    // Fields of proc(5), counted from the one behind the name.
    private static final int PARENT = 1;
    private static final int USER_TIME = 11;
    private static final int TIME_OF_ENDED_CHILDREN = 14;

    private final Map<Long, Long> parents = new HashMap<>();
    private final Map<Long, Long> ticks = new HashMap<>();

    private ProcessFamily() {}

    /** Empty where the system does not tell, or the process has ended. */
    static OptionalLong ticks(Path proc, long root) {
        ProcessFamily all = new ProcessFamily();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                all.read(process);
            }
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        return !all.ticks.containsKey(root)
                ? OptionalLong.empty()
                : OptionalLong.of(all.ticks.entrySet().stream()
                        .filter(process -> all.isOf(root, process.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum());
    }

    private void read(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            // The name may have spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long pid = Long.parseLong(process.getFileName().toString());
            parents.put(pid, Long.valueOf(fields[PARENT]));
            ticks.put(pid, LongStream.rangeClosed(USER_TIME, TIME_OF_ENDED_CHILDREN)
                    .map(field -> Long.parseLong(fields[(int) field]))
                    .sum());
        } catch (IOException | RuntimeException e) {
            // The process has ended since the folder was listed.
        }
    }

    private boolean isOf(long root, long pid) {
        @Nullable Long ancestor = pid;
        // A process number that is taken anew while the list is read could make a circle.
        for (int depth = 0; ancestor != null && depth < parents.size(); depth++) {
            if (ancestor == root) {
                return true;
            }
            ancestor = parents.get(ancestor);
        }
        return false;
    }
}
