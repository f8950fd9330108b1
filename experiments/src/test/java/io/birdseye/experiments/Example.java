package io.birdseye.experiments;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Run;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.model.Effort;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Made-up measurements, and the verdicts that a claim's rules must give. They are written in the file of the claim's
 * article, such as {@code BV.yaml}. Each variant has three runs, close together or far apart, which finish unless it
 * is said how they ended.
 */
public record Example(
        Claim claim, Kind effect, Kind cause, Map<String, Map<String, Double>> figures, Map<String, Ending> ended) {

    private static final double[] CLOSE = {0.999, 1, 1.001};
    private static final double[] FAR = {1 / 40.0, 1, 40};

    private record OfClaim(Map<String, Map<String, Double>> usual, List<Written> examples) {}

    private record Written(Kind effect, Kind cause, Map<String, Map<String, Double>> figures, Map<String, Ending> ended) {

        private Example of(Claim claim, OfClaim all, List<String> metrics) {
            List<String> variants = claim.experiments(Effort.QUICK).stream().map(Experiment::name).toList();
            Map<String, Ending> endings = requireNonNullElse(ended, Map.of());
            Map<String, Map<String, Double>> whole = new LinkedHashMap<>();
            endings.keySet().forEach(variant -> whole.put(variant, new LinkedHashMap<>()));
            for (Map<String, Map<String, Double>> some : List.of(
                    requireNonNullElse(all.usual, Map.<String, Map<String, Double>>of()),
                    requireNonNullElse(figures, Map.<String, Map<String, Double>>of()))) {
                some.forEach((variant, values) -> fitting(variant, variants).forEach(name ->
                        values.forEach((metric, value) -> fitting(metric, metrics).forEach(one ->
                                whole.computeIfAbsent(name, first -> new LinkedHashMap<>()).put(one, value)))));
            }
            return new Example(claim, effect, cause, whole, endings);
        }

        private static Collection<String> fitting(String pattern, Collection<String> names) {
            return pattern.contains("*")
                    ? names.stream().filter(name -> name.matches(pattern.replace("*", ".*"))).toList()
                    : List.of(pattern);
        }
    }

    static List<Example> all() {
        return Stream.of(Article.values()).flatMap(article -> of(article.name() + ".yaml")).toList();
    }

    private static Stream<Example> of(String file) {
        Object content = new Load(LoadSettings.builder().build())
                .loadFromInputStream(requireNonNull(Example.class.getResourceAsStream(file), file));
        Map<String, OfClaim> claims = JsonMapper.shared().convertValue(content, new TypeReference<>() {});
        List<String> metrics = claims.values().stream()
                .flatMap(claim -> Stream.concat(
                        Stream.ofNullable(claim.usual), claim.examples.stream().flatMap(one -> Stream.ofNullable(one.figures))))
                .flatMap(variants -> variants.values().stream())
                .flatMap(values -> values.keySet().stream())
                .filter(metric -> !metric.contains("*"))
                .distinct()
                .toList();
        Claims known = Claims.ofAllArticles(4);
        return claims.entrySet().stream().flatMap(claim -> claim.getValue().examples().stream()
                .map(one -> one.of(known.choose(List.of(claim.getKey())).getFirst(), claim.getValue(), metrics)));
    }

    /** Repeats that agree. */
    public Measurements clear() {
        return build(CLOSE, false);
    }

    /** Repeats that agree in nothing: a factor of forty up and down, and one run in three ends otherwise. */
    Measurements blurred() {
        return build(FAR, true);
    }

    /** Nothing could be measured. */
    Measurements impossible() {
        Run none = new Run(Ending.NOT_POSSIBLE, "needs 2 MB of free memory, and there are 1", Map.of());
        return new Measurements(figures.keySet().stream().collect(Collectors.toMap(name -> name, name -> List.of(none))));
    }

    private Measurements build(double[] factors, boolean disagree) {
        Map<String, List<Run>> all = new LinkedHashMap<>();
        figures.forEach((variant, metrics) -> all.put(variant, IntStream.range(0, factors.length)
                .mapToObj(i -> {
                    Ending ending = ended.getOrDefault(variant, Ending.FINISHED);
                    Ending other = ending == Ending.FINISHED ? Ending.DIED : Ending.FINISHED;
                    Map<String, Double> scaled = new LinkedHashMap<>(metrics);
                    scaled.replaceAll((metric, value) -> value * factors[i]);
                    return new Run(disagree && i == 0 && ended.containsKey(variant) ? other : ending, "", scaled);
                })
                .toList()));
        return new Measurements(all);
    }

    @Override
    public String toString() {
        return claim.text().id() + " effect " + effect.label() + ", cause " + cause.label();
    }
}
