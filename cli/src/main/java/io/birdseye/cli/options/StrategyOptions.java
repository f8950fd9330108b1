package io.birdseye.cli.options;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.scenario.Scenario;
import io.birdseye.strategy.Plugins;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --strategies} and {@code --plugin}. */
@OptionGroup.In(OptionGroup.MEASURED)
public final class StrategyOptions {

    private static final String FLAG = "--strategies";
    private static final SortedSet<Integer> OWN_JDK = new TreeSet<>(Set.of(Runtime.version().feature()));

    /** The families of the main article in the form in which one would run them today, and today's two. */
    static final String USUAL = "sequential,executor,completable-future,async-executor-split,rx,disruptor-diamond,akka-pooled,"
            + "virtual-threads,http-async";

    @Option(names = FLAG, split = ",", defaultValue = "all", paramLabel = "NAME", completionCandidates = Names.class,
            description = "Which strategies, separated by commas; 'all' stands for all, and 'published', 'repaired' and"
                    + " 'today' for all of that origin (default: ${DEFAULT-VALUE}, or those of the scenario; see 'birdseye strategies').")
    private List<String> names = List.of();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    /** Birdseye's strategies and those of the plugins. */
    public Strategies known(BirdseyeCommand command) {
        return plugins.strategies(command);
    }

    /** The programs, with the plugins on the class path of the service. */
    public Programs programs(BirdseyeCommand command) throws TrialFailure {
        return plugins.programs(command);
    }

    /** For completion in a shell. */
    private static final class Names implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return words(Plugins.load(List.of()).strategies()).iterator();
        }
    }

    private static List<String> words(Strategies known) {
        return Stream.concat(all(known).map(StrategyEntry::name), Stream.of("published", "repaired", "today", "all")).toList();
    }

    private static Stream<StrategyEntry> all(Strategies known) {
        return Stream.concat(known.all().stream(), known.onLaterJdks().stream());
    }

    /** The chosen strategies, where the service runs on Birdseye's JDK; the option has precedence over the scenario. */
    public List<String> chosen(BirdseyeCommand command, Optional<Scenario> scenario) {
        return chosen(command, scenario, OWN_JDK);
    }

    /** The same, where it runs on these JDKs, each by its feature version. */
    public List<String> chosen(BirdseyeCommand command, Optional<Scenario> scenario, SortedSet<Integer> jdks) {
        List<String> asked = command.given(FLAG)
                ? names
                : scenario.map(Scenario::strategies).filter(found -> !found.isEmpty()).orElse(names);
        return command.check(() -> resolve(asked, known(command), jdks));
    }

    /**
     * Finds the strategies that names and origins stand for. An origin stands for those whose least JDK is not later
     * than any of the JDKs, and a name for one whose least JDK is not later than all of them.
     *
     * @throws IllegalArgumentException if a name is neither, or needs a later JDK; the message tells what is allowed
     */
    public static List<String> resolve(List<String> asked, Strategies known, SortedSet<Integer> jdks) {
        Set<String> chosen = new LinkedHashSet<>();
        for (String word : asked) {
            List<StrategyEntry> found = all(known)
                    .filter(matches(word))
                    .filter(entry -> entry.name().equals(word) || entry.info().leastJdk() <= jdks.first())
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("there is no strategy '" + word + "'" + Similar.hint(word, words(known))
                        + " './birdseye strategies' lists them");
            }
            for (StrategyEntry entry : found) {
                requireJdk(entry, jdks.last());
                chosen.add(entry.name());
            }
        }
        return List.copyOf(chosen);
    }

    private static void requireJdk(StrategyEntry entry, int latest) {
        int needed = entry.info().leastJdk();
        if (needed > latest) {
            throw new IllegalArgumentException("'" + entry.name() + "' needs JDK " + needed + " or later, and the service runs on JDK "
                    + latest + "; 'compare --java " + needed + "' runs it on another");
        }
    }

    private static Predicate<StrategyEntry> matches(String word) {
        return Stream.of(StrategyInfo.Origin.values())
                .filter(origin -> origin.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .<Predicate<StrategyEntry>>map(origin -> entry -> entry.info().origin() == origin)
                .orElse(entry -> word.equals("all") || entry.name().equals(word));
    }

    public static final class PluginOption {

        @Option(names = "--plugin", split = ",", paramLabel = "JAR",
                description = "Jars with strategies of your own, and what they need (see docs/maintainers/own-strategy.md).")
        private List<Path> jars = List.of();

        private @Nullable Plugins loaded;

        private Plugins plugins(BirdseyeCommand command) {
            Plugins plugins = loaded == null ? command.check(() -> Plugins.load(jars)) : loaded;
            loaded = plugins;
            return plugins;
        }

        /** Birdseye's strategies and those of the plugins. */
        public Strategies strategies(BirdseyeCommand command) {
            return plugins(command).strategies();
        }

        /** The programs, with the plugins on the class path of the service. */
        public Programs programs(BirdseyeCommand command) throws TrialFailure {
            return command.workspace.programs().withPlugins(plugins(command).jars());
        }
    }
}
