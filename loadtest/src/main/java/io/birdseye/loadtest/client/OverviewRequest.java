package io.birdseye.loadtest.client;

import static io.birdseye.loadtest.SettingReader.refusal;

import io.birdseye.loadtest.SettingReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which overview is asked for. The service checks the values; only what would break the address is refused here.
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

    /** From the properties {@code birdseye.strategy} and the like; README.md lists them. */
    public static OverviewRequest from(SettingReader reader) {
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
        List<String> query = properties().stream().skip(1).toList();
        return "/overview/" + strategy + "?" + String.join("&", query);
    }

    /** The same with a fixed user and factor, so that every answer is the same. */
    public OverviewRequest fixed(int user, int multiplier) {
        return new OverviewRequest(
                strategy, budget, sharedMemory, layout, Optional.of(user), Optional.of(multiplier));
    }

    /** The properties that {@link #from} reads back, without their prefix {@code birdseye.}. */
    public List<String> properties() {
        List<String> properties = new ArrayList<>(List.of("strategy=" + strategy));
        switch (budget) {
            case BudgetChoice.Published() -> properties.add("budget=published");
            case BudgetChoice.Pools(var io, var cpu) -> {
                io.ifPresent(size -> properties.add("ioPoolSize=" + size));
                cpu.ifPresent(size -> properties.add("cpuPoolSize=" + size));
            }
        }
        properties.add("sharedMemory=" + plain(sharedMemory));
        properties.add("layout=" + layout);
        userId.ifPresent(id -> properties.add("userId=" + id));
        factor.ifPresent(number -> properties.add("factor=" + number));
        return properties;
    }

    /** A number as flags and addresses have it. */
    public static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static void requirePositive(String property, int value) {
        if (value < 1) {
            throw refusal(property, value, "1 or more");
        }
    }
}
