package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The tables of {@code docs/explanation/articles.md}: verdicts and figures of the committed ledger, and where machines disagree. */
final class PublishedClaims {

    /** {@code {evidence}} stands for a figure of the ledger as a ratio, {@code {evidence|%}} as a share, {@code {evidence|#}} as a number. */
    private static final Pattern FIGURE = Pattern.compile("\\{([^{}|]+)(?:\\|([%#]))?}");

    /**
     * A claim in our words.
     *
     * @param effect the figure beside the verdict on the effect; empty for none
     * @param cause what the article gives as the reason; empty where it gives none
     */
    private record Line(String id, String claim, String effect, String cause, String measured) {}

    private static final List<Line> LINES = List.of(
            new Line("BV-1", "the table was taken at 50 requests/s", "", "",
                    "50 *users*: the published `executor` answers {50 users: answers a second / 50|%} of 50 requests/s; 16 threads and 0.8 s"
                            + " of calls allow 20/s"),
            new Line("BV-4", "at 400 ms sequential beats `executor` (24 threads)", "{sequential / executor(24): mean}", "context switches",
                    "48 threads answer {48 threads / 24: answers a second} as many as 24, with"
                            + " {48 threads: context switches per request|#} switches per request in place of"
                            + " {24 threads: context switches per request|#}"),
            new Line("BV-5", "Disruptor does not fit", "{as published: disruptor / executor}", "the library",
                    "with 8 and 2 threads each {8 + 2 threads each: disruptor-diamond / executor}, and a chain takes"
                            + " {parking: chain / diamond, mean} the time of a diamond; one worker made all calls for `comments`"),
            new Line("BV-6", "Akka cannot match", "{as published: akka / executor}", "the library",
                    "with 8 and 2 threads each {8 + 2 threads each: akka-pooled / executor}; 8 workers were compared with 16 threads. Actors"
                            + " that share the article's mutable event combine"
                            + " {combinations per request, 2 are needed: shared-event|#} times for a request that needs 2 combinations"),
            new Line("BV-3", "suspending the response is slower", "{as published: async-executor / executor}", "costly handling",
                    "with equal pools {16 + 2 threads each: response suspended / HTTP thread blocked}"),
            new Line("BV-7", "above 8 MB one thread beats several", "{10 MB boxed: 2 threads / one} with 10 MB and {5 MB boxed: 2 threads / one} with 5", "cache misses",
                    "two threads take {76 MB primitive: 2 threads / one} the time of one with 76 MB of primitives, and"
                            + " {10 MB boxed, serial collector: 2 threads / one} with 10 MB boxed and the serial collector"),
            new Line("BV-12", "with many requests sequential beats parallel", "{50 users: sequential / executor, answers a second}",
                    "context switches", "when both combine two at once, `executor` answers"
                            + " {executor with 16 + 2 threads / sequential with 200 + 2, answers a second} as many with 16 threads, and"
                            + " {200 + 2 threads: executor / sequential, answers a second} with 200"),
            new Line("BV-8", "five threads that double one list stall", "{tight heap: five at once / five in turn}", "cache misses",
                    "in a roomy heap five at once take {roomy heap: five at once / five in turn} the time of five in turn: it is the collector"),
            new Line("TR-1", "eight computations at once get in each other's way", "{eight at once over the ideal, shared generator}", "memory",
                    "with a random generator for each thread {eight at once over the ideal, a generator for each thread}: they shared that of"
                            + " `Math.random()`"),
            new Line("RX-1", "with many tasks coroutines take longer than RxJava", "{coroutines / RxJava, both as published}", "64 threads",
                    "64 threads take {coroutines with 64 / with 1,024 dispatcher threads} the time of 1,024. The client's queue lets five calls"
                            + " for each host through, and RxJava goes round it; with 64 for each host coroutines take"
                            + " {coroutines / RxJava, both with 64 for each host}"),
            new Line("RX-4", "RxJava dies with 10,000 tasks", "at {threads that RxJava had reached|#} threads", "threads without bound",
                    "on 64 threads the same code reaches the end"),
            new Line("FJ-3", "testing a prime, streams are the cheapest", "{stream / fork-join with 1} of fork/join on one thread",
                    "cheap hand-overs", "with 100,000 tasks streams take {100,000 tasks: stream / executor} the time of an executor, and"
                            + " {100,000 tasks: stream / fork-join} that of fork/join"));

    private PublishedClaims() {}

    /** @param claims the ledger's file */
    static String table(Path claims) throws IOException {
        JsonNode ledger = ResultsFile.JSON.readTree(Files.readString(claims));
        List<String> days = ledger.path("entries").valueStream()
                .map(PublishedClaims::day).distinct().sorted().toList();
        return "| claim | happens? | for the reason given? | what was measured |\n|---|---|---|---|\n"
                + LINES.stream().map(line -> row(line, entry(ledger, line.id()))).collect(Collectors.joining())
                + """

                Measured %s on %s by `./birdseye claims run`. [The ledger](claims.md) has the interval of each figure and the command,
                machine and commit of each claim.
                """.formatted(days.size() == 1 ? "on " + days.getFirst() : "from " + days.getFirst() + " to " + days.getLast(), machines(ledger));
    }

    /**
     * Claims that several kinds of machine have tried by the same test and rules, and those with which they disagree.
     *
     * @param ledgers the results of step {@code claims}, the newest first
     */
    static String disagreements(List<Placed> ledgers) throws IOException {
        Map<String, Placed> machines = new LinkedHashMap<>();
        ledgers.forEach(placed -> machines.putIfAbsent(placed.step().machine().cpuModel(), placed));
        Map<JsonNode, Map<String, JsonNode>> verdicts = new LinkedHashMap<>();
        for (Map.Entry<String, Placed> machine : machines.entrySet()) {
            JsonNode ledger = ResultsFile.JSON.readTree(Files.readString(machine.getValue().folder().resolve("ledger.json")));
            ledger.path("entries").forEach(entry -> verdicts.computeIfAbsent(entry.path("text"), _ -> new HashMap<>())
                    .put(machine.getKey(), entry.path("judgement")));
        }
        verdicts.values().removeIf(tried -> tried.size() < 2);
        StringBuilder rows = new StringBuilder();
        int contrary = 0;
        int undecided = 0;
        for (Map.Entry<JsonNode, Map<String, JsonNode>> claim : verdicts.entrySet()) {
            for (String half : List.of("effect", "cause")) {
                Set<String> found = claim.getValue().values().stream().map(each -> verdict(each.path(half))).collect(Collectors.toSet());
                if (found.size() > 1) {
                    boolean both = found.containsAll(Set.of("yes", "no"));
                    contrary += both ? 1 : 0;
                    undecided += both ? 0 : 1;
                    String id = claim.getKey().path("id").asString();
                    rows.append("| ").append(id).append(": ").append(claim.getKey().path("claim").asString()).append(" | ").append(half).append(" |");
                    machines.forEach((cpu, placed) -> rows.append(claim.getValue().containsKey(cpu)
                            ? " [%s](../results/%s/claims.md#%s) |".formatted(verdict(claim.getValue().get(cpu).path(half)), placed.name(),
                                    id.toLowerCase(Locale.ROOT))
                            : " |"));
                    rows.append('\n');
                }
            }
        }
        return "%d claims were tried on more than one kind of machine by the same test. Of their verdicts %d are the same on all, %d are contrary, and %d are decided on one machine and not on another.\n\n"
                .formatted(verdicts.size(), 2 * verdicts.size() - contrary - undecided, contrary, undecided)
                + "| claim | half | " + String.join(" | ", machines.keySet()) + " |\n|---|---|" + "---|".repeat(machines.size()) + "\n" + rows;
    }

    private static String machines(JsonNode ledger) {
        return Format.list(ledger.path("entries").valueStream()
                .map(entry -> entry.path("origin").path("machine"))
                .map(machine -> "%d cores of %s (JDK %s)".formatted(machine.path("cores").asInt(), machine.path("cpu").asString(),
                        machine.path("jdk").asString().replaceFirst("\\+.*", "")))
                .distinct()
                .toList());
    }

    private static String day(JsonNode entry) {
        return entry.path("judgedAt").asString().substring(0, 10);
    }

    private static JsonNode entry(JsonNode ledger, String id) {
        return ledger.path("entries").valueStream()
                .filter(entry -> entry.path("text").path("id").asString().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the ledger lacks " + id));
    }

    private static String row(Line line, JsonNode entry) {
        JsonNode judgement = entry.path("judgement");
        return "| [%s](claims.md#%s) %s | %s%s | %s%s | %s |\n".formatted(
                line.id(), line.id().toLowerCase(Locale.ROOT), line.claim(),
                verdict(judgement.path("effect")), line.effect().isEmpty() ? "" : ", " + filled(line.effect(), judgement),
                line.cause().isEmpty() ? "" : line.cause() + ": ", verdict(judgement.path("cause")),
                filled(line.measured(), judgement));
    }

    private static String verdict(JsonNode half) {
        return switch (half.path("kind").asString()) {
            case "CONFIRMED" -> "yes";
            case "REFUTED" -> "no";
            case "INCONCLUSIVE" -> "open";
            default -> Format.NONE;
        };
    }

    private static String filled(String words, JsonNode judgement) {
        return FIGURE.matcher(words).replaceAll(found -> Matcher.quoteReplacement(figure(found.group(1), found.group(2), judgement)));
    }

    private static String figure(String what, String kind, JsonNode judgement) {
        double value = Stream.of("effect", "cause")
                .flatMap(half -> judgement.path(half).path("evidence").valueStream())
                .filter(evidence -> evidence.path("what").asString().equals(what))
                .mapToDouble(evidence -> evidence.path("ours").path("value").asDouble())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the ledger has no figure '" + what + "'"));
        return kind == null ? Format.times(value) : kind.equals("%") ? Format.percent(value) : Format.number(value);
    }
}
