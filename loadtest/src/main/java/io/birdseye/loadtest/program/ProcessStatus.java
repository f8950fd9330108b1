package io.birdseye.loadtest.program;

import io.birdseye.model.SystemFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process in Linux's {@code /proc/<pid>}: the CPU time of all its threads in steps of 10 ms, and the most memory that
 * was ever resident. Why this and not OSHI: see {@code docs/adr/0010-proc-readers.md}.
 */
public record ProcessStatus(Duration cpu, long peakRssBytes, long rssBytes, int threads, int descriptors) {

    /** @throws IOException if the process has ended, or this is no Linux */
    public static ProcessStatus of(long pid) throws IOException {
        Path folder = Path.of("/proc/" + pid);
        String status = Files.readString(folder.resolve("status"));
        try (Stream<Path> open = Files.list(folder.resolve("fd"))) {
            return new ProcessStatus(
                    cpu(pid).orElseThrow(() -> new IOException("process " + pid + " has ended")),
                    field(status, "VmHWM") * 1024,
                    field(status, "VmRSS") * 1024,
                    Math.toIntExact(field(status, "Threads")),
                    Math.toIntExact(open.count()));
        } catch (RuntimeException e) {
            throw new IOException("the system's description of process " + pid + " cannot be read", e);
        }
    }

    /** All its threads, in user and in kernel mode; empty if the process has ended or the system does not tell. */
    public static Optional<Duration> cpu(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
    }

    /** Whether a signal or a debugger stopped it; false if it has ended or the system does not tell. */
    public static boolean stopped(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name before the state may have spaces and parentheses.
            return Character.toUpperCase(stat.charAt(stat.lastIndexOf(')') + 2)) == 'T';
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** How many threads of a process have a name that begins so: with at most 15 characters, which is as much as the system keeps. */
    public static int threadsNamed(long pid, String prefix) {
        return (int) SystemFile.ofThreads(Path.of("/proc/" + pid), "comm").values().stream()
                .filter(name -> name.startsWith(prefix))
                .count();
    }

    private static long field(String status, String name) throws IOException {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(status);
        if (!line.find()) {
            throw new IOException("/proc does not tell " + name);
        }
        return Long.parseLong(line.group(1));
    }
}
