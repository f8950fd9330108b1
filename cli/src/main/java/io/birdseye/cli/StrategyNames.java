package io.birdseye.cli;

import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which strategies a user means by names and origins. */
final class StrategyNames {

    private StrategyNames() {}

    /**
     * @param asked names or origins; empty for all
     * @param publishedOnly leaves out those that no article gives a budget for
     * @throws IllegalArgumentException if a name is neither, with those there are
     */
    static List<String> resolve(List<String> asked, Strategies known, boolean publishedOnly) {
        Set<String> chosen = new LinkedHashSet<>();
        for (String word : asked.isEmpty() ? List.of("all") : asked) {
            List<String> meant = meant(word, known);
            if (meant.isEmpty()) {
                throw new IllegalArgumentException("there is no strategy '" + word + "'; there are "
                        + String.join(", ", known.names()) + "; and published, repaired, today, all");
            }
            chosen.addAll(meant);
        }
        return chosen.stream()
                .filter(name -> !publishedOnly
                        || known.find(name).flatMap(entry -> entry.publishedBudget(1, 1)).isPresent())
                .toList();
    }

    private static List<String> meant(String word, Strategies known) {
        Predicate<StrategyEntry> filter = Stream.of(StrategyInfo.Origin.values())
                .filter(origin -> origin.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .<Predicate<StrategyEntry>>map(origin -> entry -> entry.info().origin() == origin)
                .orElse(entry -> word.equals("all") || entry.name().equals(word));
        return known.all().stream().filter(filter).map(StrategyEntry::name).toList();
    }
}
