package io.birdseye.service.overview;

import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problem;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one request, and their check. A parameter that is not known or is given twice is refused, not
 * ignored. They are described for users in {@code openapi.json}.
 *
 * <p>Jersey creates it as a bean parameter. It reads the query itself: with a field for each parameter, which Jersey
 * would inject, a request cost about 0.2 ms more CPU time.
 */
public final class OverviewParameters {

    private static final String STRATEGY = "strategy";
    private static final String PUBLISHED = "published";
    private static final String MAX_IN_FLIGHT = "maxInFlight";

    private static final int MAX_FACTOR = 1_000_000;
    private static final int MAX_RANDOM_FACTOR = 100;
    private static final int USERS = 10;
    private static final Map<String, Layout> LAYOUTS =
            new TreeMap<>(Arrays.stream(Layout.values()).collect(Collectors.toMap(Layout::label, layout -> layout)));
    private static final List<String> OF_POOLS = List.of("ioPoolSize", "cpuPoolSize", MAX_IN_FLIGHT);
    private static final List<String> OF_OVERVIEW = Stream.concat(
                    OF_POOLS.stream(), Stream.of("budget", "sharedMemory", "layout", "userId", "factor"))
            .toList();

    private final ContainerRequestContext context;
    private final MultivaluedMap<String, String> query;

    public OverviewParameters(@Context ContainerRequestContext context) {
        this.context = context;
        this.query = context.getUriInfo().getQueryParameters();
    }

    record Checked(
            StrategyEntry strategy, Budget budget, double megabytes, Layout layout,
            int userId, int intFactor, int longFactor) {}

    Exchange exchange() {
        return (Exchange) context.getProperty(Exchange.PROPERTY);
    }

    /** Checks all parameters of an overview; throws a {@link Problem} for the first one that is not allowed. */
    Checked check(Strategies strategies, RequestLimits limits) {
        List<String> byPath = context.getUriInfo().getPathParameters().get(STRATEGY);
        StrategyEntry entry = byPath == null
                ? strategy(query.get(STRATEGY), strategies)
                : strategies.find(byPath.getFirst()).orElseThrow(() -> Problem.unknownStrategy(
                        byPath.getFirst(), strategies.leftOut().get(byPath.getFirst()), oneOf(strategies.names())));
        refuseUnknown(OF_OVERVIEW, byPath == null);
        MemorySizes sizes = limits.memorySizes();
        int ints = number("factor", MAX_FACTOR, randomFactor());
        return new Checked(
                entry,
                withinThreads(entry, budget(entry, limits), limits),
                value("sharedMemory", sizes.byDefault(), () -> sizes.toString().replace(",", ", "), text ->
                        Optional.of(Double.valueOf(text)).filter(sizes::allows)),
                value("layout", Layout.BOXED, () -> oneOf(LAYOUTS.keySet()), text ->
                        Optional.ofNullable(LAYOUTS.get(text))),
                number("userId", USERS, ThreadLocalRandom.current().nextInt(1, USERS + 1)),
                ints,
                query.containsKey("factor") ? ints : randomFactor());
    }

    /** Checks a request that may only choose pool sizes; throws like {@link #check}. */
    public Budget checkPools(RequestLimits limits) {
        refuseUnknown(OF_POOLS, false);
        return poolSizes(limits);
    }

    private void refuseUnknown(List<String> known, boolean strategyToo) {
        query.forEach((name, values) -> {
            if (!known.contains(name) && !(strategyToo && name.equals(STRATEGY))) {
                throw refused(name, values, "none of that name, only " + String.join(", ", known));
            }
        });
    }

    private static StrategyEntry strategy(@Nullable List<String> names, Strategies strategies) {
        if (names == null) {
            throw Problem.badParameter(STRATEGY, null, oneOf(strategies.names()));
        }
        String name = names.getFirst();
        String why = strategies.leftOut().get(name);
        return single(STRATEGY, names, () -> why == null
                        ? oneOf(strategies.names())
                        : "another: '" + name + "' is left out here, since " + why, strategies::find);
    }

    private Budget budget(StrategyEntry entry, RequestLimits limits) {
        if (value("budget", "", () -> oneOf(List.of(PUBLISHED)), text -> Optional.of(text).filter(PUBLISHED::equals))
                .isEmpty()) {
            return poolSizes(limits);
        }
        for (String size : List.of("ioPoolSize", "cpuPoolSize")) {
            if (query.containsKey(size)) {
                throw refused(size, query.get(size), "nothing beside budget=" + PUBLISHED);
            }
        }
        return entry.publishedBudget(limits.httpThreads(), maxInFlight(limits))
                .orElseThrow(() -> Problem.badParameter(
                        "budget", PUBLISHED, "pool sizes, because no pools were published for '" + entry.name() + "'"));
    }

    /** Refuses pools that the service would never start, however idle it is. */
    private static Budget withinThreads(StrategyEntry entry, Budget budget, RequestLimits limits) {
        int threads = entry.threads(budget);
        if (threads > limits.maxThreads()) {
            throw Problem.badParameter(
                    "ioPoolSize", Integer.toString(budget.ioConcurrency()),
                    "at most " + limits.maxThreads() + " threads for all pools together; with cpuPoolSize="
                            + budget.cpuConcurrency() + " strategy '" + entry.name() + "' has " + threads);
        }
        return budget;
    }

    private Budget poolSizes(RequestLimits limits) {
        Budget byDefault = limits.defaultBudget();
        return new Budget(
                number("ioPoolSize", limits.maxIo(), byDefault.ioConcurrency()),
                number("cpuPoolSize", limits.maxCpu(), byDefault.cpuConcurrency()), maxInFlight(limits));
    }

    private int maxInFlight(RequestLimits limits) {
        return number(MAX_IN_FLIGHT, limits.maxInFlight(), limits.defaultBudget().maxInFlight());
    }

    private int number(String name, int max, int otherwise) {
        return value(name, otherwise, () -> "a whole number from 1 to " + max, text ->
                Optional.of(Integer.valueOf(text)).filter(number -> number >= 1 && number <= max));
    }

    private <T> T value(String name, T otherwise, Supplier<String> allowed, Function<String, Optional<T>> parse) {
        List<String> values = query.get(name);
        return values == null ? otherwise : single(name, values, allowed, parse);
    }

    /** @param parse empty or a {@link NumberFormatException} for a value that is not allowed */
    private static <T> T single(
            String name, List<String> values, Supplier<String> allowed, Function<String, Optional<T>> parse) {
        if (values.size() > 1) {
            throw refused(name, values, allowed.get() + ", once");
        }
        try {
            return parse.apply(values.getFirst()).orElseThrow(() -> refused(name, values, allowed.get()));
        } catch (NumberFormatException e) {
            throw refused(name, values, allowed.get());
        }
    }

    private static Problem refused(String name, List<String> values, String allowed) {
        return Problem.badParameter(name, String.join(", ", values), allowed);
    }

    private static String oneOf(Collection<String> choices) {
        String quoted = choices.stream().map(choice -> "'" + choice + "'").collect(Collectors.joining(", "));
        return choices.size() == 1 ? quoted : "one of " + quoted;
    }

    private static int randomFactor() {
        return ThreadLocalRandom.current().nextInt(2, MAX_RANDOM_FACTOR + 1);
    }
}
