package io.birdseye.service.overview;

import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.service.problem.BadParameter;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of an overview, and the reading of them. A parameter that is not known is refused, not ignored. */
public final class OverviewParameters {

    private static final String PUBLISHED = "published";
    private static final int MAX_FACTOR = 1_000_000;
    private static final int MAX_RANDOM_FACTOR = 100;

    private final Strategies strategies;
    private final BudgetLimits limits;
    private final Parameter.Choice strategy;
    private final Parameter.WholeNumber ioPoolSize;
    private final Parameter.WholeNumber cpuPoolSize;
    private final Parameter.WholeNumber maxInFlight;
    private final Parameter.Choice budget;
    private final Parameter.Megabytes sharedMemory;
    private final Parameter.Choice layout;
    private final Parameter.WholeNumber userId;
    private final Parameter.WholeNumber factor;

    public OverviewParameters(Strategies strategies, BudgetLimits limits, MemorySizes sizes) {
        this.strategies = strategies;
        this.limits = limits;
        strategy = new Parameter.Choice("strategy", "who runs which task, and who waits", strategies.names());
        ioPoolSize = new Parameter.WholeNumber(
                "ioPoolSize", "calls on the wire at once, over all requests of this budget", 1, limits.maxIo());
        cpuPoolSize = new Parameter.WholeNumber(
                "cpuPoolSize", "combinations at once, over all requests of this budget", 1, limits.maxCpu());
        maxInFlight = new Parameter.WholeNumber(
                "queueBound", "requests of this budget in progress at once; the next is refused", 1, limits.maxQueue());
        budget = new Parameter.Choice(
                "budget", "takes the article's pools instead of pool sizes", List.of(PUBLISHED));
        sharedMemory = new Parameter.Megabytes(
                "sharedMemory", "size of the shared lists, in the article's megabytes", sizes);
        layout = new Parameter.Choice(
                "layout",
                "how the shared lists hold their numbers; boxed if absent",
                Arrays.stream(Layout.values()).map(Layout::label).toList());
        userId = new Parameter.WholeNumber("userId", "whose items are kept; random if absent", 1, 10);
        factor = new Parameter.WholeNumber(
                "factor",
                "what both shared lists are multiplied by; if absent, each draws a random one of its own",
                1,
                MAX_FACTOR);
    }

    /** The parameter that names the strategy, by path or by query. */
    public Parameter strategy() {
        return strategy;
    }

    /** The parameters that choose a budget. */
    public List<Parameter> ofBudget() {
        return List.of(ioPoolSize, cpuPoolSize, maxInFlight);
    }

    /** All parameters but the strategy's name. */
    public List<Parameter> ofOverview() {
        return List.of(ioPoolSize, cpuPoolSize, maxInFlight, budget, sharedMemory, layout, userId, factor);
    }

    /**
     * Reads the parameters of an overview.
     *
     * @param inPath the strategy's name, if the path gives it
     * @throws BadParameter for the first one that is not allowed
     */
    OverviewRequest read(@Nullable String inPath, MultivaluedMap<String, String> query) {
        String name = inPath;
        if (name == null) {
            name = one(query, strategy);
            if (name == null) {
                throw new BadParameter(strategy.name(), null, strategy.allowed());
            }
        }
        StrategyEntry entry = find(name);
        refuseUnknown(query, inPath == null, ofOverview());
        int user = number(query, userId, p -> ThreadLocalRandom.current().nextInt(p.min(), p.max() + 1));
        int ints = number(query, factor, p -> randomFactor());
        int longs = query.containsKey(factor.name()) ? ints : randomFactor();
        String size = one(query, sharedMemory);
        String held = one(query, layout);
        return new OverviewRequest(
                entry,
                readBudget(entry, query),
                size == null ? sharedMemory.sizes().byDefault() : sharedMemory.read(size),
                held == null ? Layout.BOXED : Layout.valueOf(layout.read(held).toUpperCase(Locale.ROOT)),
                user,
                ints,
                longs);
    }

    /**
     * Reads a budget alone.
     *
     * @throws BadParameter for the first parameter that is not allowed
     */
    public Budget readBudget(MultivaluedMap<String, String> query) {
        refuseUnknown(query, false, ofBudget());
        return sizes(query);
    }

    private StrategyEntry find(String name) {
        return strategies.find(name).orElseThrow(() -> strategy.refuse(name));
    }

    private Budget readBudget(StrategyEntry entry, MultivaluedMap<String, String> query) {
        String named = one(query, budget);
        if (named == null) {
            return sizes(query);
        }
        budget.read(named);
        for (Parameter.WholeNumber size : List.of(ioPoolSize, cpuPoolSize)) {
            String value = one(query, size);
            if (value != null) {
                throw new BadParameter(size.name(), value, "nothing beside " + budget.name() + "=" + named);
            }
        }
        int bound = number(query, maxInFlight, p -> limits.byDefault().maxInFlight());
        return entry.publishedBudget(limits.httpThreads(), bound)
                .orElseThrow(() -> new BadParameter(
                        budget.name(),
                        named,
                        "pool sizes, because no pools were published for '" + entry.name() + "'"));
    }

    private Budget sizes(MultivaluedMap<String, String> query) {
        return new Budget(
                number(query, ioPoolSize, p -> limits.byDefault().ioConcurrency()),
                number(query, cpuPoolSize, p -> limits.byDefault().cpuConcurrency()),
                number(query, maxInFlight, p -> limits.byDefault().maxInFlight()));
    }

    private static int number(
            MultivaluedMap<String, String> query,
            Parameter.WholeNumber parameter,
            ToIntFunction<Parameter.WholeNumber> otherwise) {
        String value = one(query, parameter);
        return value == null ? otherwise.applyAsInt(parameter) : parameter.read(value);
    }

    private static @Nullable String one(MultivaluedMap<String, String> query, Parameter parameter) {
        List<String> values = query.get(parameter.name());
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw new BadParameter(parameter.name(), String.join(", ", values), parameter.allowed() + ", once");
        }
        return values.getFirst();
    }

    private void refuseUnknown(
            MultivaluedMap<String, String> query, boolean strategyToo, List<Parameter> known) {
        for (Map.Entry<String, List<String>> given : query.entrySet()) {
            String name = given.getKey();
            if (known.stream().noneMatch(parameter -> parameter.name().equals(name))
                    && !(strategyToo && strategy.name().equals(name))) {
                throw new BadParameter(
                        name,
                        String.join(", ", given.getValue()),
                        "none of that name, only "
                                + known.stream().map(Parameter::name).collect(Collectors.joining(", ")));
            }
        }
    }

    private static int randomFactor() {
        return ThreadLocalRandom.current().nextInt(2, MAX_RANDOM_FACTOR + 1);
    }
}
