package io.birdseye.cli.publish;

import io.birdseye.model.Exit;
import io.birdseye.report.published.MeasuredCode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is published, in the order in which it is measured: the comparisons first, from which README and the findings are
 * written. {@code docs/how-to/publish.md} says what each is for.
 */
final class PublishedSteps {

    private static final Set<Exit> VALID = Set.of(Exit.FINE);

    /** A missed target, or a fault that was found, is a result as much as one that was met. */
    private static final Set<Exit> MET_OR_MISSED = Set.of(Exit.FINE, Exit.CONDITION_FAILED);

    /** A claim that stays open is told as such in the ledger. */
    private static final Set<Exit> WITH_OPEN = Set.of(Exit.FINE, Exit.CANNOT_TELL);

    /** The articles' 16 threads carry 20 requests/s; at 50 no strategy of theirs would be ranked. */
    private static final String PUBLISHED_RATE = "15";

    /**
     * JVMs differ by more than windows, so five blocks of 20 s tell more than the three of 30 s that are the default, and all strategies
     * take less than two and a half hours.
     */
    private static final String MANY = "--blocks 5 --effort normal --duration 20s";

    /** Platform threads wait, none does, virtual threads do. The axes measure each with all their values, so there are no more. */
    private static final String EACH_KIND_OF_WAITING = "--strategies executor,http-async,virtual-threads";

    /** The first is the default of {@code compare}, as its flags have it. */
    private static final List<String> COLLECTORS = List.of(
            "--jvm", "parallel=-XX:+UseParallelGC -Xmn2g -XX:-UseAdaptiveSizePolicy", "--jvm", "g1=-XX:+UseG1GC", "--jvm", "zgc=-XX:+UseZGC");

    static final List<MeasuringStep> ALL = List.of(
            comparison("open", "--strategies all --rate 50 " + MANY),
            comparison("closed", "--strategies all --users 50 " + MANY),
            comparison("open-primitive", "--strategies all --rate 50 --layout primitive " + MANY),
            comparison("closed-primitive", "--strategies all --users 50 --layout primitive " + MANY),
            comparison("articles-open", "--published --strategies all --rate " + PUBLISHED_RATE + " --blocks 5 --effort normal"),
            comparison("articles-closed", "--published --strategies all --users 50 --blocks 5 --effort normal"),
            comparison("injectors-1", EACH_KIND_OF_WAITING + " --injectors 1 --blocks 5 --effort normal"),
            comparison("injectors-4", EACH_KIND_OF_WAITING + " --injectors 4 --blocks 5 --effort normal"),
            new MeasuringStep("example",
                    words("compare --service examples/spring-boot/birdseye.yaml --blocks 5 --effort normal"),
                    words("compare --service examples/spring-boot/birdseye.yaml --blocks 1 --warm-up 1s --duration 2s"),
                    VALID, List.of("example", "loadtest", "mock-api", "own-service", "statistics"), "", true),
            new MeasuringStep("axes",
                    collectors("compare " + EACH_KIND_OF_WAITING + " --java 25,26,27"
                            + " --layout boxed,primitive --rate 12 --blocks 3 --effort normal --duration 20s"),
                    collectors("compare --strategies executor --java 25 --layout boxed,primitive --rate 5 --blocks 1"
                            + " --warm-up 1s --duration 2s"),
                    VALID, MeasuredCode.OF_A_TRIAL, "", true),
            new MeasuringStep("claims", words("claims run --effort thorough"), words("claims run TR-5 --effort quick"),
                    WITH_OPEN, and("experiments"), "claims.md", true),
            new MeasuringStep("overload", words("overload --effort normal"), words("overload --step 2s --duration 4s"),
                    MET_OR_MISSED, and("overload"), "", false),
            new MeasuringStep("soak", words("soak --effort thorough"), words("soak --duration 5s"),
                    MET_OR_MISSED, MeasuredCode.OF_A_TRIAL, "", false),
            new MeasuringStep("campaign", words("soak --campaign"), words("soak --campaign --tries 1 --duration 20s"),
                    MET_OR_MISSED, and("campaign"), "reliability.md", true),
            new MeasuringStep("grid", words("predict --grid --effort thorough"),
                    words("predict --grid --warm-up 1s --duration 2s"),
                    VALID, and("planning"), "prediction.md", true),
            new MeasuringStep("replicas", words("predict --grid --replicas 4"), words("predict --grid --replicas 2"),
                    MET_OR_MISSED, and("planning"), "prediction.md", false),
            new MeasuringStep("proof", words("doctor --prove --effort normal"), List.of(),
                    MET_OR_MISSED, and("planning"), "", true),
            new MeasuringStep("bench", words("bench --effort normal"), words("bench --effort quick start"),
                    MET_OR_MISSED, and("benchmarks"), "performance.md", true));

    private PublishedSteps() {}

    private static MeasuringStep comparison(String name, String options) {
        String few = options.replace("--strategies all", "--strategies executor,akka")
                .replaceFirst("--rate \\d+", "--rate 5")
                .replaceFirst("--users \\d+", "--users 2")
                .replaceFirst("--blocks 5 .*", "--blocks 1 --warm-up 1s --duration 2s");
        return new MeasuringStep(
                name, words("compare " + options), words("compare " + few), VALID, MeasuredCode.OF_A_TRIAL, "", true);
    }

    private static List<String> collectors(String line) {
        return Stream.concat(words(line).stream(), COLLECTORS.stream()).toList();
    }

    private static List<String> and(String part) {
        return Stream.concat(MeasuredCode.OF_A_TRIAL.stream(), Stream.of(part)).toList();
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }
}
