package io.birdseye.model.process;

import io.birdseye.model.SystemFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time of the processors since the machine was started, in ticks of 10 ms, from {@code /proc/stat}: user, nice,
 * system, idle, iowait, irq, softirq, steal. Only processors that this JVM may use are counted: others, of a host with
 * many containers, do not disturb it.
 *
 * @param programs in which they ran programs, in user or in kernel mode; without interrupts, which the kernel does not
 *     reliably charge to the program that causes them
 * @param stolen in which they had work, but a hypervisor ran another machine
 */
public record MachineTime(long all, long programs, long stolen) {

    private static final int SYSTEM = 2;
    private static final int STEAL = 7;
    private static final Pattern PROCESSOR = Pattern.compile("cpu(\\d+) .*");

    /** How many processors the system lists, and on how many this JVM may run; 0 where the system does not tell. */
    record Processors(int all, int allowed) {}

    static Processors processors() {
        Path proc = Path.of("/proc");
        try {
            long all = Files.readAllLines(proc.resolve("stat")).stream()
                    .filter(line -> PROCESSOR.matcher(line).matches())
                    .count();
            return new Processors((int) all, allowed(proc).cardinality());
        } catch (IOException | RuntimeException e) {
            return new Processors(0, 0);
        }
    }

    /** From a folder like {@code /proc}; empty where the system does not tell. */
    static Optional<MachineTime> read(Path proc) {
        try {
            List<String> lines = Files.readAllLines(proc.resolve("stat"));
            BitSet allowed = allowed(proc);
            List<long[]> ticks = lines.stream().filter(line -> isOf(allowed, line)).map(MachineTime::ticks).toList();
            return Optional.of(sum(ticks.isEmpty() ? List.of(ticks(lines.getFirst())) : ticks))
                    .filter(time -> time.all > 0);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isOf(BitSet allowed, String line) {
        Matcher processor = PROCESSOR.matcher(line);
        return processor.matches() && allowed.get(Integer.parseInt(processor.group(1)));
    }

    /** Processors by number, from a list such as {@code 0-3,8}; none where the system does not tell. */
    private static BitSet allowed(Path proc) {
        BitSet numbers = new BitSet();
        SystemFile.find(proc.resolve("self/status"), "^Cpus_allowed_list:\\s*([\\d,-]+)$")
                .ifPresent(list -> Pattern.compile(",").splitAsStream(list).forEach(range -> {
                    String[] ends = range.split("-");
                    numbers.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
                }));
        return numbers;
    }

    private static long[] ticks(String line) {
        String[] words = line.strip().split("\\s+");
        if (!words[0].startsWith("cpu")) {
            throw new IllegalArgumentException("no line of a processor: " + line);
        }
        long[] found = Arrays.stream(words).skip(1).limit(STEAL + 1L).mapToLong(Long::parseLong).toArray();
        // Old kernels do not count them all.
        return Arrays.copyOf(found, STEAL + 1);
    }

    private static MachineTime sum(List<long[]> processors) {
        return new MachineTime(
                sum(processors, ticks -> Arrays.stream(ticks).sum()),
                sum(processors, ticks -> Arrays.stream(ticks, 0, SYSTEM + 1).sum()),
                sum(processors, ticks -> ticks[STEAL]));
    }

    private static long sum(List<long[]> processors, ToLongFunction<long[]> part) {
        return processors.stream().mapToLong(part).sum();
    }
}
