package io.birdseye.documentation;

import io.birdseye.model.Topology;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws which threads run and wait for one request of the main case. */
final class Diagram {

    private static final List<String> CALLS = List.of("posts", "comments", "albums", "photos");
    private static final int CALL = 8;
    private static final int COMBINE = 3;

    private Diagram() {}

    static String of(StrategyEntry entry, Topology topology) {
        boolean inTurn = topology.callsInTurn();
        int callsEnd = inTurn ? CALLS.size() * CALL : CALL;
        boolean oneByOne = topology.cpuThreads() == 1 || combinesOnHttpThread(entry);
        int end = callsEnd + (oneByOne ? 2 * COMBINE : COMBINE);
        StringBuilder lines = new StringBuilder();
        lines.append(line(
                "HTTP thread",
                entry.blocksHttpThread() ? "▒".repeat(end) : "█",
                entry.blocksHttpThread() ? "held to the end" : "given back at once"));
        String held = entry.info().waiter() == StrategyInfo.Waiter.NOBODY ? "·" : "▒";
        for (int i = 0; i < CALLS.size(); i++) {
            lines.append(line(
                    CALLS.get(i), " ".repeat(inTurn ? i * CALL : 0) + held.repeat(CALL), i == 0 ? io(entry, topology) : ""));
        }
        lines.append(line("combine posts", " ".repeat(callsEnd) + "█".repeat(COMBINE), cpu(entry, topology)));
        lines.append(line(
                "combine albums", " ".repeat(oneByOne ? callsEnd + COMBINE : callsEnd) + "█".repeat(COMBINE), ""));
        return lines.toString();
    }

    /** Whether there is neither a pool for the CPU budget nor a pool with more threads than calls may hold. */
    private static boolean combinesOnHttpThread(StrategyEntry entry) {
        return entry.blocksHttpThread()
                && Stream.of(entry.info().pools())
                        .noneMatch(pool -> pool.cpu() || pool.io() && pool.more() > 0);
    }

    private static String io(StrategyEntry entry, Topology topology) {
        return switch (entry.info().waiter()) {
            case NOBODY -> "no thread; " + topology.ioThreads() + " permits for all calls";
            case HTTP_THREAD -> "on the HTTP thread; " + topology.ioThreads() + " permits for all calls";
            case POOL_THREAD -> entry.info().pools().length == 0
                    ? "the few threads of the JVM's common pool"
                    : threads(topology.ioThreads(), topology.ioPerCall(), "call");
            case VIRTUAL_THREAD -> entry.info().pools().length == 0
                    ? "a virtual thread each; " + topology.ioThreads() + " permits for all calls"
                    : threads(topology.ioThreads(), topology.ioPerCall(), "call");
        };
    }

    private static String cpu(StrategyEntry entry, Topology topology) {
        int threads = topology.cpuThreads();
        if (topology.cpuOnIoThreads()) {
            return "the same threads, " + threads + " of them at once";
        }
        if (combinesOnHttpThread(entry)) {
            return "on the HTTP thread; " + threads + " permits for all requests";
        }
        return entry.info().waiter() == StrategyInfo.Waiter.VIRTUAL_THREAD && entry.info().pools().length == 0
                ? "a virtual thread each; " + threads + " permits for all requests"
                : threads(threads, topology.cpuPerGroup(), "group");
    }

    private static String threads(int all, List<Integer> perTask, String task) {
        if (perTask.isEmpty()) {
            return all == 1 ? "1 thread for all requests" : all + " threads for all requests";
        }
        return perTask.stream().map(String::valueOf).collect(Collectors.joining(" + "))
                + " threads, each " + task + " its own";
    }

    private static String line(String name, String bar, String remark) {
        String drawn = "%-15s %-40s".formatted(name, bar);
        return (remark.isEmpty() ? drawn : drawn + remark).stripTrailing() + "\n";
    }
}
