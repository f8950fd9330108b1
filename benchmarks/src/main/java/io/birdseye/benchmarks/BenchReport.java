package io.birdseye.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All outcomes of one run: as {@code bench.json}, as a table in Markdown, and between the markers of a page.
 *
 * @param machine where they were measured
 */
record BenchReport(Machine machine, String createdAt, boolean quick, List<Outcome> outcomes) {

    static final String BEGIN = "<!-- bench:begin -->";
    static final String END = "<!-- bench:end -->";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("bench.json"), JSON.writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("bench.md"), markdown());
    }

    /**
     * Replaces what stands between the markers of a page.
     *
     * @throws IOException if the page has no markers
     */
    void publish(Path page) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(page + " has no line " + BEGIN + " with a line " + END + " behind it");
        }
        Files.writeString(
                page, text.substring(0, begin) + BEGIN + "\n\n" + markdown() + "\n" + text.substring(end));
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("Measured ").append(createdAt).append(" on ").append(machine.text()).append('.');
        if (quick) {
            text.append(" With `--quick`: a direction, not a result.");
        }
        text.append('\n');
        for (Outcome outcome : outcomes) {
            text.append("\n### `").append(outcome.bench()).append("`\n\n").append(outcome.what()).append(".\n\n");
            if (!outcome.failure().isEmpty()) {
                text.append("Failed: ").append(cell(outcome.failure())).append(".\n");
                continue;
            }
            text.append("| figure | target | measured | | note |\n|---|---|---|---|---|\n");
            for (Figure figure : outcome.figures()) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s | %s |%n",
                        cell(figure.name()),
                        figure.target().text(figure.unit()),
                        figure.measuredText(),
                        figure.verdict(),
                        cell(figure.note())));
            }
        }
        return text.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
