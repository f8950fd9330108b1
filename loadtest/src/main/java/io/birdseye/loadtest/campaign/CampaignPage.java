package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.campaign.CampaignResult.Attempt;
import io.birdseye.loadtest.campaign.CampaignResult.Outcome;
import io.birdseye.loadtest.campaign.CampaignResult.Row;
import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of a campaign as Markdown and as JSON. */
public record CampaignPage(CampaignResult result) {

    /** The name of the page. */
    public static final String MARKDOWN = "reliability.md";

    /** The name of the file for programs. */
    public static final String JSON = "reliability.json";

    static final String BEGIN = "<!-- campaign: written by './birdseye soak --campaign --publish docs/explanation' -->";
    static final String END = "<!-- end of campaign -->";

    private static final int MOST_REASONS = 4;
    private static final int MOST_CHARACTERS = 160;

    /** An outcome for people. */
    static String words(Outcome outcome) {
        return switch (outcome) {
            case VALID -> "every trial valid";
            case MARKED -> "marked";
            case ENDED -> "ended early";
            case WRONG -> "WRONG";
            case NOT_JUDGED -> "not judged";
        };
    }

    /** Writes both files into a folder, and replaces those of an earlier campaign. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        json(folder);
        WholeFile.write(folder.resolve(MARKDOWN), markdown());
    }

    /**
     * Writes the JSON file into a folder, and the table into the page that is there, between its two markers.
     *
     * @throws IOException if the page is not there, or has no markers
     */
    public void publish(Path folder) throws IOException {
        WholeFile.writeBetween(folder.resolve(MARKDOWN), BEGIN, END, "\n\n" + markdown() + "\n");
        json(folder);
    }

    private void json(Path folder) throws IOException {
        WholeFile.write(folder.resolve(JSON), ResultsFile.JSON.writeValueAsString(result) + "\n");
    }

    /** The facts of the run and the table. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        List<Attempt> all = result.situations().stream().flatMap(row -> row.attempts().stream()).toList();
        text.append("Run ").append(result.createdAt(), 0, 10).append(" at commit ").append(result.commit())
                .append(" on ").append(result.machine().line()).append(", by `").append(result.command())
                .append("`. The comparison, `").append(result.comparison()).append("`, took ")
                .append(Format.number(result.undisturbedSeconds())).append(" s without a fault.\n\n");
        long wrong = all.stream().filter(attempt -> attempt.outcome() == Outcome.WRONG).count();
        int invalid = all.stream().mapToInt(Attempt::invalidAfterResume).sum();
        text.append(tries(all.size()))
                .append(wrong == 0 ? "; in none was anything wrong" : "; " + wrong + " of them wrong")
                .append(". After the resumed comparisons ")
                .append(invalid == 0
                        ? "every trial was valid.\n\n"
                        : Format.count(invalid, "trial") + " of the full tables " + (invalid == 1 ? "was" : "were")
                                + " invalid, since other programs used the machine.\n\n");
        text.append("| situation | how | tries | outcome | reasons given |\n|---|---|--:|---|---|\n");
        result.situations().forEach(row -> text.append(line(row)));
        List<String> faults = result.situations().stream()
                .flatMap(row -> row.attempts().stream().flatMap(attempt -> attempt.wrong().stream()
                        .map(fault -> "- " + row.situation() + " (" + attempt.fault() + "): " + cell(fault) + "\n")))
                .toList();
        if (!faults.isEmpty()) {
            text.append("\nWhat was wrong:\n\n");
            faults.forEach(text::append);
        }
        return text.toString();
    }

    /** {@code 1 try}, {@code 2 tries}. */
    static String tries(int count) {
        return count + (count == 1 ? " try" : " tries");
    }

    private static String line(Row row) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        row.attempts().forEach(attempt -> counts.merge(attempt.outcome(), 1, Integer::sum));
        List<String> outcomes = new ArrayList<>(counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + words(entry.getKey()))
                .toList());
        if (!row.untried().isEmpty()) {
            outcomes.add("not tried: " + row.untried());
        }
        return "| " + row.situation() + " | " + cell(row.what()) + " | " + row.attempts().size() + " | "
                + cell(String.join(", ", outcomes)) + " | " + reasons(row) + " |\n";
    }

    /** Reasons that differ in their figures only are one. */
    private static String reasons(Row row) {
        Map<String, String> examples = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        row.attempts().stream().flatMap(attempt -> attempt.reasons().stream()).forEach(reason -> {
            String kind = reason.replaceAll("\\(.*", "").replaceAll("/\\S+", "").replaceAll("[\\d.,]+", "#");
            examples.putIfAbsent(kind, reason);
            counts.merge(kind, 1, Integer::sum);
        });
        String shown = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_REASONS)
                .map(entry -> entry.getValue() + " × " + cut(String.valueOf(examples.get(entry.getKey()))))
                .collect(Collectors.joining("; "));
        int more = examples.size() - MOST_REASONS;
        return cell(shown + (more > 0 ? "; and " + more + " others" : ""));
    }

    private static String cut(String text) {
        // Folders of this machine say nothing to a reader.
        String line = text.replaceAll("/\\S*/", "…/");
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…";
    }

    /** Text that breaks no row. */
    private static String cell(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }
}
