package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.report.result.ResultsFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The tables of {@code docs/explanation/articles.md}: verdicts and figures of the committed ledger, and where machines disagree. */
final class ClaimFigures {

    /** {@code {evidence}} stands for a figure of the ledger as a ratio, {@code {evidence|%}} as a share, {@code {evidence|#}} as a number. */
    private static final Pattern FIGURE = Pattern.compile("\\{([^{}|]+)(?:\\|([%#]))?}");

    private final List<JsonNode> entries;

    /** @param ledger its JSON */
    ClaimFigures(String ledger) {
        entries = ResultsFile.JSON.readTree(ledger).path("entries").valueStream().toList();
    }

    /** How many claims have which verdicts. */
    String numbers() {
        return "In the committed ledger of %d claims %d effects are confirmed, %d not reproduced here and %d open; of the causes %d, %d and %d, and %d cannot be tested."
                .formatted(entries.size(), count("effect", "CONFIRMED"), count("effect", "NOT_REPRODUCED"), count("effect", "INCONCLUSIVE"),
                        count("cause", "CONFIRMED"), count("cause", "NOT_REPRODUCED"), count("cause", "INCONCLUSIVE"), count("cause", "NOT_TESTABLE"));
    }

    private long count(String half, String kind) {
        return entries.stream().filter(entry -> entry.path("judgement").path(half).path("kind").asString().equals(kind)).count();
    }

    /** @param lines of the page: claim, the figure beside its effect, the reason that the article gives, and what was measured; parts are empty where there is none */
    String table(List<String> lines) {
        return "| claim | happens? | for the reason given? | what was measured |\n|---|---|---|---|\n"
                + lines.stream().map(line -> row(line.split(" ; ", -1))).collect(Collectors.joining("\n"));
    }

    private String row(String[] parts) {
        String[] claim = parts[0].split(" ", 2);
        JsonNode judgement = entries.stream()
                .filter(entry -> entry.path("text").path("id").asString().equals(claim[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the ledger lacks " + claim[0]))
                .path("judgement");
        return "| [%s](claims.md#%s) %s | %s%s | %s%s | %s |".formatted(
                claim[0], claim[0].toLowerCase(Locale.ROOT), claim[1],
                verdict(judgement.path("effect")), parts[1].isBlank() ? "" : ", " + filled(parts[1].strip(), judgement),
                parts[2].isBlank() ? "" : parts[2].strip() + ": ", verdict(judgement.path("cause")), filled(parts[3].strip(), judgement));
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

    private static String verdict(JsonNode half) {
        return switch (half.path("kind").asString()) {
            case "CONFIRMED" -> "yes";
            case "NOT_REPRODUCED" -> "not here";
            case "INCONCLUSIVE" -> "open";
            default -> Format.NONE;
        };
    }

    /** Claims that several kinds of machine have tried by the same test and rules, and those with which they disagree. */
    static String disagreements(List<CommittedResult> ledgers) {
        Map<JsonNode, Map<CommittedResult, JsonNode>> tried = new LinkedHashMap<>();
        ledgers.forEach(ledger -> new ClaimFigures(ledger.text("ledger.json")).entries.forEach(entry ->
                tried.computeIfAbsent(entry.path("text"), _ -> new LinkedHashMap<>()).put(ledger, entry.path("judgement"))));
        tried.values().removeIf(judgements -> judgements.size() < 2);
        List<String> rows = tried.entrySet().stream()
                .flatMap(claim -> Stream.of("effect", "cause")
                        .filter(half -> claim.getValue().values().stream().map(each -> verdict(each.path(half))).distinct().count() > 1)
                        .map(half -> disagreement(claim.getKey(), half, ledgers, claim.getValue())))
                .toList();
        return "%d claims were tried on more than one kind of machine by the same test. Of their %d verdicts %d differ.\n\n".formatted(
                        tried.size(), 2 * tried.size(), rows.size())
                + "| claim | half | " + ledgers.stream().map(ledger -> ledger.step().machine().cpuModel()).collect(Collectors.joining(" | "))
                + " |\n|---|---|" + "---|".repeat(ledgers.size()) + "\n" + String.join("\n", rows);
    }

    private static String disagreement(JsonNode claim, String half, List<CommittedResult> ledgers, Map<CommittedResult, JsonNode> judgements) {
        String id = claim.path("id").asString();
        return "| [" + id + "](claims.md#" + id.toLowerCase(Locale.ROOT) + ") | " + half + " | " + ledgers.stream()
                .map(ledger -> judgements.containsKey(ledger)
                        ? ledger.link(verdict(judgements.get(ledger).path(half)), "claims.md#" + id.toLowerCase(Locale.ROOT)) : "")
                .collect(Collectors.joining(" | ")) + " |";
    }
}
