package io.birdseye.documentation;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Limit;
import io.birdseye.strategy.StrategyInfo.Origin;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables and sections of {@code docs/reference/strategies.md}, from the strategies' {@link StrategyInfo}. */
final class StrategiesPage {

    private static final Budget BUDGET = new Budget(8, 2, 64);
    private static final int BIRDSEYES_JDK = 25;

    private final StringBuilder page = new StringBuilder();

    private StrategiesPage() {}

    static String of(Strategies strategies) {
        StrategiesPage page = new StrategiesPage();
        for (Origin origin : Origin.values()) {
            List<StrategyEntry> family = Stream.concat(strategies.all().stream(), strategies.onLaterJdks().stream())
                    .filter(entry -> entry.info().origin() == origin)
                    .sorted(StrategiesPage::inOrder)
                    .toList();
            page.table(origin, family);
            family.forEach(page::strategy);
        }
        return page.page.toString();
    }

    /** Published ones in the order of the article; the others by name, because their modules come in any order. */
    private static int inOrder(StrategyEntry a, StrategyEntry b) {
        return a.info().origin() == Origin.PUBLISHED ? 0 : a.name().compareTo(b.name());
    }

    private void table(Origin origin, List<StrategyEntry> family) {
        page.append("## ").append(title(origin)).append("\n\n");
        page.append("| strategy | what it is | who waits | client | HTTP thread | cannot |\n|---|---|---|---|---|---|\n");
        for (StrategyEntry entry : family) {
            StrategyInfo info = entry.info();
            page.append("| [`%s`](#%s) | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            entry.name(),
                            entry.name(),
                            info.summary(),
                            info.waits(),
                            client(info),
                            entry.blocksHttpThread() ? "held" : "given back",
                            limits(info)));
        }
        page.append('\n');
    }

    private void strategy(StrategyEntry entry) {
        StrategyInfo info = entry.info();
        page.append("### ").append(entry.name()).append("\n\n");
        page.append(sentence(info.summary())).append("\n\n```\n");
        page.append(Diagram.of(entry, entry.topology(BUDGET, Shape.TWO_BY_TWO))).append("```\n\n");
        page.append("- **Pools it creates:** ").append(pools(info)).append('\n');
        page.append("- **Cost of a request:** ").append(cost(entry)).append('\n');
        page.append("- **Use it when:** ").append(info.takeWhen()).append(".\n");
        page.append("- **Use another one when:** ").append(info.avoidWhen()).append(".\n");
        if (!info.hiddenLimit().isEmpty()) {
            page.append("- **Hidden limit:** ").append(info.hiddenLimit()).append(".\n");
        }
        if (info.publishedIo() != 0) {
            page.append("- **Published with:** ")
                    .append(published(info.publishedIo()))
                    .append(" for I/O, ")
                    .append(published(info.publishedCpu()))
                    .append(" for CPU.\n");
        }
        if (info.leastJdk() > BIRDSEYES_JDK) {
            page.append("- **JDK:** ").append(info.leastJdk()).append(" or later, such as `compare --java ")
                    .append(info.leastJdk()).append("`.\n");
        }
        page.append("- **Source:** ").append(info.source()).append(".\n\n");
    }

    private static String cost(StrategyEntry entry) {
        Topology topology = entry.topology(BUDGET, Shape.TWO_BY_TWO);
        String calls = topology.callsInTurn() ? "the sum of its calls" : "its slowest call";
        String threads = switch (entry.info().waiter()) {
            case NOBODY -> "no thread while they wait";
            case HTTP_THREAD, POOL_THREAD -> "a thread for each call that waits";
            case VIRTUAL_THREAD -> "a virtual thread for each call that waits";
        };
        String http = entry.blocksHttpThread() ? ", and its HTTP thread throughout" : "";
        String mixed = topology.cpuOnIoThreads() ? "; combinations take the threads that calls need" : "";
        return "the time of " + calls + ", " + threads + http + mixed + ".";
    }

    private static String pools(StrategyInfo info) {
        return info.pools().length == 0
                ? "none."
                : Stream.of(info.pools())
                        .map(pool -> "`%s` (%s)".formatted(pool.name(), size(pool)))
                        .collect(Collectors.joining(", ", "", "."));
    }

    private static String size(StrategyInfo.Pool pool) {
        String sum = Stream.of(
                        pool.io() ? "I/O budget" : "", pool.cpu() ? "CPU budget" : "",
                        pool.more() > 0 ? Integer.toString(pool.more()) : "")
                .filter(term -> !term.isEmpty())
                .collect(Collectors.joining(" + "));
        return pool.remark().isEmpty() ? sum : sum + ", " + pool.remark();
    }

    private static String published(int threads) {
        return threads == StrategyInfo.HTTP_THREADS ? "the HTTP threads" : String.valueOf(threads);
    }

    private static String client(StrategyInfo info) {
        return switch (info.waiter().client()) {
            case BLOCKING -> "blocking";
            case NON_BLOCKING -> "non-blocking";
        };
    }

    private static String limits(StrategyInfo info) {
        return Stream.of(info.limits()).map(StrategiesPage::limit).collect(Collectors.joining("; "));
    }

    private static String limit(Limit limit) {
        return switch (limit) {
            case ENDS_IN_TURN -> "end a request at once that is given up in its queue";
            case HEAD_OF_LINE_BLOCKING -> "send an answer while a client reads another one slowly";
            case LOAD_SHEDDING -> "admit as many requests as its max in flight allows";
            case HIDDEN_DEFAULT -> "use its whole I/O budget";
        };
    }

    private static String title(Origin origin) {
        return switch (origin) {
            case PUBLISHED -> "As published";
            case REPAIRED -> "Published ones, repaired";
            case TODAY -> "What one would write today";
        };
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
