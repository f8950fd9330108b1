package io.birdseye.service.overview;

import io.birdseye.model.Layout;
import io.birdseye.service.problem.ProblemException;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.server.Exchange;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one request as Jersey reads them, and their check. A parameter that is not known or is given twice
 * is refused, not ignored. They are described for users in {@code openapi.json}.
 */
@SuppressWarnings("NullAway.Init") // Jersey fills the fields
public final class OverviewParameters {

    private static final String PUBLISHED = "published";
    private static final int MAX_FACTOR = 1_000_000;
    private static final int MAX_RANDOM_FACTOR = 100;
    private static final int USERS = 10;
    private static final List<String> LAYOUTS = Arrays.stream(Layout.values()).map(Layout::label).toList();
    private static final List<String> OF_POOLS = List.of("ioPoolSize", "cpuPoolSize", "maxInFlight");
    private static final List<String> OF_OVERVIEW = Stream.concat(
                    OF_POOLS.stream(), Stream.of("budget", "sharedMemory", "layout", "userId", "factor"))
            .toList();

    /** The name of {@code maxInFlight} in earlier versions. */
    private static final String QUEUE_BOUND = "queueBound";

    @Context private ContainerRequestContext context;
    @PathParam("strategy") private @Nullable String pathStrategy;
    @QueryParam("strategy") private List<String> strategy;
    @QueryParam("ioPoolSize") private List<String> ioPoolSize;
    @QueryParam("cpuPoolSize") private List<String> cpuPoolSize;
    @QueryParam("maxInFlight") private List<String> maxInFlight;
    @QueryParam(QUEUE_BOUND) private List<String> queueBound;
    @QueryParam("budget") private List<String> budget;
    @QueryParam("sharedMemory") private List<String> sharedMemory;
    @QueryParam("layout") private List<String> layout;
    @QueryParam("userId") private List<String> userId;
    @QueryParam("factor") private List<String> factor;

    /** What one request asks for, checked and complete. */
    record Checked(
            StrategyEntry strategy, Budget budget,
            double megabytes, Layout layout,
            int userId, int intFactor, int longFactor) {}

    /** The request that these parameters belong to. */
    Exchange exchange() {
        return (Exchange) context.getProperty(Exchange.PROPERTY);
    }

    /**
     * Checks all parameters of an overview.
     *
     * @throws ProblemException for the first one that is not allowed
     */
    Checked check(Strategies strategies, RequestLimits limits) {
        StrategyEntry entry = strategy(strategies);
        refuseUnknown(OF_OVERVIEW, pathStrategy == null);
        int ints = number("factor", factor, MAX_FACTOR, randomFactor());
        return new Checked(
                entry,
                budget(entry, limits),
                megabytes(limits.memorySizes()),
                layout.isEmpty() ? Layout.BOXED : Layout.values()[LAYOUTS.indexOf(choice("layout", layout, LAYOUTS))],
                number("userId", userId, USERS, ThreadLocalRandom.current().nextInt(1, USERS + 1)),
                ints,
                factor.isEmpty() ? randomFactor() : ints);
    }

    /**
     * Checks a request that may only choose pool sizes.
     *
     * @throws ProblemException for the first parameter that is not allowed
     */
    public Budget checkPools(RequestLimits limits) {
        refuseUnknown(OF_POOLS, false);
        return poolSizes(limits);
    }

    private void refuseUnknown(List<String> known, boolean strategyToo) {
        context.getUriInfo().getQueryParameters().forEach((name, values) -> {
            if (!known.contains(name) && !name.equals(QUEUE_BOUND) && !(strategyToo && name.equals("strategy"))) {
                throw refused(name, values, "none of that name, only " + String.join(", ", known));
            }
        });
    }

    private StrategyEntry strategy(Strategies strategies) {
        if (pathStrategy == null && strategy.isEmpty()) {
            throw Problems.badParameter("strategy", null, oneOf(strategies.names()));
        }
        String name = pathStrategy != null ? pathStrategy : choice("strategy", strategy, strategies.names());
        return strategies.find(name).orElseThrow(() -> refused("strategy", List.of(name), oneOf(strategies.names())));
    }

    private Budget budget(StrategyEntry entry, RequestLimits limits) {
        if (budget.isEmpty()) {
            return poolSizes(limits);
        }
        choice("budget", budget, List.of(PUBLISHED));
        refuseBesidePublished("ioPoolSize", ioPoolSize);
        refuseBesidePublished("cpuPoolSize", cpuPoolSize);
        return entry.publishedBudget(limits.httpThreads(), maxInFlight(limits))
                .orElseThrow(() -> refused(
                        "budget", budget, "pool sizes, because no pools were published for '" + entry.name() + "'"));
    }

    private static void refuseBesidePublished(String name, List<String> values) {
        if (!values.isEmpty()) {
            throw refused(name, values, "nothing beside budget=" + PUBLISHED);
        }
    }

    private Budget poolSizes(RequestLimits limits) {
        Budget byDefault = limits.defaultBudget();
        return new Budget(
                number("ioPoolSize", ioPoolSize, limits.maxIo(), byDefault.ioConcurrency()),
                number("cpuPoolSize", cpuPoolSize, limits.maxCpu(), byDefault.cpuConcurrency()),
                maxInFlight(limits));
    }

    private int maxInFlight(RequestLimits limits) {
        List<String> values = maxInFlight;
        if (!queueBound.isEmpty()) {
            values = new ArrayList<>(values);
            values.addAll(queueBound);
        }
        return number("maxInFlight", values, limits.maxInFlight(), limits.defaultBudget().maxInFlight());
    }

    private double megabytes(MemorySizes sizes) {
        if (sharedMemory.isEmpty()) {
            return sizes.byDefault();
        }
        String allowed = sizes.toString().replace(",", ", ");
        return single("sharedMemory", sharedMemory, allowed, text -> {
            double megabytes = Double.parseDouble(text);
            return sizes.allows(megabytes) ? Optional.of(megabytes) : Optional.empty();
        });
    }

    private static int number(String name, List<String> values, int max, int otherwise) {
        if (values.isEmpty()) {
            return otherwise;
        }
        return single(name, values, "a whole number from 1 to " + max, text -> {
            int number = Integer.parseInt(text);
            return number >= 1 && number <= max ? Optional.of(number) : Optional.empty();
        });
    }

    private static String choice(String name, List<String> values, List<String> choices) {
        return single(name, values, oneOf(choices), text -> Optional.of(text).filter(choices::contains));
    }

    private static String oneOf(List<String> choices) {
        String quoted = choices.stream().map(choice -> "'" + choice + "'").collect(Collectors.joining(", "));
        return choices.size() == 1 ? quoted : "one of " + quoted;
    }

    /** @param parse empty or a {@link NumberFormatException} for a value that is not allowed */
    private static <T> T single(
            String name, List<String> values, String allowed, Function<String, Optional<T>> parse) {
        if (values.size() > 1) {
            throw refused(name, values, allowed + ", once");
        }
        try {
            return parse.apply(values.getFirst()).orElseThrow(() -> refused(name, values, allowed));
        } catch (NumberFormatException e) {
            throw refused(name, values, allowed);
        }
    }

    private static ProblemException refused(String name, List<String> values, String allowed) {
        return Problems.badParameter(name, String.join(", ", values), allowed);
    }

    private static int randomFactor() {
        return ThreadLocalRandom.current().nextInt(2, MAX_RANDOM_FACTOR + 1);
    }
}
