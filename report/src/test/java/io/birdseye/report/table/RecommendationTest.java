package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Simplicity.Simplest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecommendationTest {

    private static final Simplicity ORDER = simplicity("virtual-threads", "executor", "rx", "flow");

    @TempDir
    private Path folder;

    private static Simplicity simplicity(String... names) {
        Map<String, String> why = new LinkedHashMap<>();
        Arrays.asList(names).forEach(name -> why.put(name, "it is simple"));
        return new Simplicity(why);
    }

    /** @param slower by how much each of the rows is, beside its name */
    private ComparisonTable table(int blocks, Simplicity simplicity, Map<String, Double> slower) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (Map.Entry<String, Double> row : slower.entrySet()) {
                double noise = 1 + 0.002 * ((block + row.getKey().length()) % 3 - 1);
                trials.add(Samples.trial(row.getKey(), block, Samples.pools(false, false, 60), Load.open(50), row.getValue() * noise, folder));
            }
        }
        Results results = Samples.results(Load.open(50), trials);
        return ComparisonTable.of(results, folder, simplicity);
    }

    private Recommendation recommended(int blocks, Simplicity simplicity, Map<String, Double> slower) {
        return table(blocks, simplicity, slower).recommendation();
    }

    @Test
    void ofThoseThatAnswerAboutAsFastTheSimplestIsTaken() {
        Recommendation one = recommended(1, ORDER, Map.of("rx", 1.0, "executor", 1.04, "flow", 1.02));

        assertThat(one.take()).isEqualTo("executor");
        assertThat(one.why()).startsWith("the simplest of the 3 that answered about equally fast (");
        assertThat(one.sure()).isEqualTo("One process each: an indication.");
        assertThat(one.next()).endsWith(" --effort normal");
        assertThat(one.passedOver()).isEmpty();
    }

    @Test
    void aSimplerOneThatIsSlowerIsPassedOverAndItIsSaidWhy() {
        Recommendation one = recommended(1, ORDER, Map.of("virtual-threads", 1.4, "executor", 1.0, "rx", 1.01));

        assertThat(one.take()).isEqualTo("executor");
        assertThat(one.sentences()).anySatisfy(sentence -> assertThat(sentence).startsWith("Simpler, but passed over: virtual-threads (slower, "));
    }

    @Test
    void withBlocksEnoughTheRankingDecidesAndNothingMoreIsAsked() {
        Recommendation ranked = recommended(5, ORDER, Map.of("virtual-threads", 1.09, "executor", 1.0, "rx", 1.0));

        assertThat(ranked.take()).isEqualTo("executor");
        assertThat(ranked.passedOver()).singleElement().satisfies(over -> assertThat(over.against()).startsWith("slower by "));
        assertThat(ranked.sure()).isEqualTo("Over 5 blocks, with 95 % confidence.");
        assertThat(ranked.next()).isNull();
    }

    @Test
    void withoutAnOrderOnlyTheFastestIsTakenAndNoneIfOthersAreAsFast() {
        assertThat(recommended(1, Simplicity.NONE, Map.of("a", 1.0, "b", 1.03)).take()).isNull();
        assertThat(recommended(1, Simplicity.NONE, Map.of("a", 1.0, "b", 1.03)).why()).startsWith("None is better: 2 answered about equally fast (");
        assertThat(recommended(1, Simplicity.NONE, Map.of("a", 1.0, "b", 1.3)).take()).isEqualTo("a");
    }

    @Test
    void rowsOfWhichNoneKeptUpAreNotRecommended() {
        Results results = Samples.results(Load.open(50), List.of(Samples.failed("rx", 1, "it died")));

        assertThat(ComparisonTable.of(results, folder, ORDER).recommendation())
                .isEqualTo(new Recommendation(null, "Nothing is recommended: no strategy did what was asked.", List.of(), "", null));
    }

    @Test
    void theFirstFineCandidateIsChosenAndThoseBehindItAreNotLookedAt() {
        List<Integer> asked = new ArrayList<>();
        Simplest<Integer> choice = Simplest.of(List.of(1, 2, 3, 4), candidate -> {
            asked.add(candidate);
            return candidate >= 3;
        });

        assertThat(choice).isEqualTo(new Simplest<>(3, List.of(1, 2)));
        assertThat(asked).containsExactly(1, 2, 3);
    }
}
