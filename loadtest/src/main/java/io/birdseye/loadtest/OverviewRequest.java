package io.birdseye.loadtest;

import static io.birdseye.loadtest.SettingReader.refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which overview is asked for. The service judges the values; here only what would break the address is refused.
 *
 * @param strategy the strategy's name
 * @param budget the pools to use
 * @param sharedMemory the article's label in megabytes
 * @param layout {@code boxed} or {@code primitive}
 * @param userId empty for the service's default, a random user for each request
 * @param factor empty for the service's default, a random factor for each request
 */
public record OverviewRequest(
        String strategy,
        BudgetChoice budget,
        double sharedMemory,
        String layout,
        Optional<Integer> userId,
        Optional<Integer> factor) {

    public OverviewRequest {
        if (!strategy.matches("[a-z0-9-]+")) {
            throw refusal("birdseye.strategy", strategy, "a strategy's name, such as executor");
        }
        if (!layout.matches("[a-z]+")) {
            throw refusal("birdseye.layout", layout, "boxed or primitive");
        }
        if (!(sharedMemory >= 0)) {
            throw refusal("birdseye.sharedMemory", sharedMemory, "0 or more megabytes");
        }
    }

    /** The pools that a request asks for. */
    public sealed interface BudgetChoice {

        /** As the strategy's article has them. */
        record Published() implements BudgetChoice {}

        /**
         * @param ioPoolSize empty for the service's default
         * @param cpuPoolSize empty for the service's default
         */
        record Pools(Optional<Integer> ioPoolSize, Optional<Integer> cpuPoolSize) implements BudgetChoice {
            public Pools {
                ioPoolSize.ifPresent(size -> requirePositive("birdseye.ioPoolSize", size));
                cpuPoolSize.ifPresent(size -> requirePositive("birdseye.cpuPoolSize", size));
            }
        }
    }

    static OverviewRequest from(SettingReader reader) {
        return new OverviewRequest(
                reader.text("birdseye.strategy")
                        .orElseThrow(() -> new IllegalArgumentException(
                                "birdseye.strategy is not set, but must be a strategy's name, such as executor")),
                budget(reader),
                reader.number("birdseye.sharedMemory").orElse(5.0),
                reader.text("birdseye.layout").orElse("boxed"),
                reader.integer("birdseye.userId"),
                reader.integer("birdseye.factor"));
    }

    private static BudgetChoice budget(SettingReader reader) {
        BudgetChoice.Pools pools = new BudgetChoice.Pools(
                reader.integer("birdseye.ioPoolSize"), reader.integer("birdseye.cpuPoolSize"));
        Optional<String> budget = reader.text("birdseye.budget");
        if (budget.isEmpty()) {
            return pools;
        }
        if (!budget.get().equals("published")) {
            throw refusal("birdseye.budget", budget.get(), "published, or absent");
        }
        if (pools.ioPoolSize().isPresent() || pools.cpuPoolSize().isPresent()) {
            throw new IllegalArgumentException("birdseye.budget is 'published', so neither birdseye.ioPoolSize nor "
                    + "birdseye.cpuPoolSize may be set");
        }
        return new BudgetChoice.Published();
    }

    /** Path and query, the same for every request of a run. */
    public String pathAndQuery() {
        List<String> query = new ArrayList<>();
        switch (budget) {
            case BudgetChoice.Published() -> query.add("budget=published");
            case BudgetChoice.Pools(var io, var cpu) -> {
                io.ifPresent(size -> query.add("ioPoolSize=" + size));
                cpu.ifPresent(size -> query.add("cpuPoolSize=" + size));
            }
        }
        query.add("sharedMemory=" + plain(sharedMemory));
        query.add("layout=" + layout);
        userId.ifPresent(id -> query.add("userId=" + id));
        factor.ifPresent(number -> query.add("factor=" + number));
        return "/overview/" + strategy + "?" + String.join("&", query);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static void requirePositive(String property, int value) {
        if (value < 1) {
            throw refusal(property, value, "1 or more");
        }
    }
}
