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
import java.util.concurrent.ThreadLocalRandom;
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
        refuseUnknown(OF_OVERVIEW);
        int user = number("userId", userId, USERS, ThreadLocalRandom.current().nextInt(1, USERS + 1));
        int ints = number("factor", factor, MAX_FACTOR, randomFactor());
        return new Checked(
                entry,
                budget(entry, limits),
                megabytes(limits.memorySizes()),
                layout.isEmpty() ? Layout.BOXED : Layout.values()[LAYOUTS.indexOf(choice("layout", layout, LAYOUTS))],
                user,
                ints,
                factor.isEmpty() ? randomFactor() : ints);
    }

    /**
     * Checks a request that may only choose pool sizes.
     *
     * @throws ProblemException for the first parameter that is not allowed
     */
    public Budget checkPools(RequestLimits limits) {
        refuseUnknown(OF_POOLS);
        return poolSizes(limits);
    }

    private StrategyEntry strategy(Strategies strategies) {
        if (pathStrategy == null && strategy.isEmpty()) {
            throw Problems.badParameter("strategy", null, oneOf(strategies.names()));
        }
        String name = pathStrategy != null ? pathStrategy : choice("strategy", strategy, strategies.names());
        return strategies.find(name)
                .orElseThrow(() -> Problems.badParameter("strategy", name, oneOf(strategies.names())));
    }

    private Budget budget(StrategyEntry entry, RequestLimits limits) {
        if (budget.isEmpty()) {
            return poolSizes(limits);
        }
        choice("budget", budget, List.of(PUBLISHED));
        refuseBesidePublished("ioPoolSize", ioPoolSize);
        refuseBesidePublished("cpuPoolSize", cpuPoolSize);
        return entry.publishedBudget(limits.httpThreads(), maxInFlight(limits))
                .orElseThrow(() -> Problems.badParameter(
                        "budget",
                        PUBLISHED,
                        "pool sizes, because no pools were published for '" + entry.name() + "'"));
    }

    private static void refuseBesidePublished(String name, List<String> values) {
        if (!values.isEmpty()) {
            throw Problems.badParameter(name, String.join(", ", values), "nothing beside budget=" + PUBLISHED);
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
        String value = single("sharedMemory", sharedMemory, allowed);
        try {
            double megabytes = Double.parseDouble(value);
            if (sizes.allows(megabytes)) {
                return megabytes;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a size that is not allowed.
        }
        throw Problems.badParameter("sharedMemory", value, allowed);
    }

    private static int number(String name, List<String> values, int max, int otherwise) {
        if (values.isEmpty()) {
            return otherwise;
        }
        String allowed = "a whole number from 1 to " + max;
        String value = single(name, values, allowed);
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of bounds.
        }
        throw Problems.badParameter(name, value, allowed);
    }

    private static String choice(String name, List<String> values, List<String> choices) {
        String value = single(name, values, oneOf(choices));
        if (!choices.contains(value)) {
            throw Problems.badParameter(name, value, oneOf(choices));
        }
        return value;
    }

    private static String oneOf(List<String> choices) {
        String quoted = choices.stream().map(choice -> "'" + choice + "'").collect(Collectors.joining(", "));
        return choices.size() == 1 ? quoted : "one of " + quoted;
    }

    private static String single(String name, List<String> values, String allowed) {
        if (values.size() > 1) {
            throw Problems.badParameter(name, String.join(", ", values), allowed + ", once");
        }
        return values.getFirst();
    }

    private void refuseUnknown(List<String> known) {
        context.getUriInfo().getQueryParameters().forEach((name, values) -> {
            boolean strategyByQuery = pathStrategy == null && name.equals("strategy");
            if (!known.contains(name) && !name.equals(QUEUE_BOUND) && !strategyByQuery) {
                String allowed = "none of that name, only " + String.join(", ", known);
                throw Problems.badParameter(name, String.join(", ", values), allowed);
            }
        });
    }

    private static int randomFactor() {
        return ThreadLocalRandom.current().nextInt(2, MAX_RANDOM_FACTOR + 1);
    }
}
