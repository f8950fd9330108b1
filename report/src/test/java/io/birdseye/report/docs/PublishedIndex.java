package io.birdseye.report.docs;

import io.birdseye.model.Machine;
import io.birdseye.report.Reports;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code docs/results/index.md}: each result with its commit, machine, date and command, and whether its code has changed since. */
final class PublishedIndex {

    /** What a step writes to be read, and its data; a folder has one of each, or only {@value #PRINTED}. */
    private static final List<String> TO_READ = List.of(Reports.MARKDOWN, "claims.md", "bench.md", "reliability.md");
    private static final List<String> DATA = List.of(ResultsFile.NAME, "ledger.json", "bench.json", "reliability.json");
    private static final String PRINTED = "output.txt";

    private static final Pattern LINE = Pattern.compile("(\\d{4}-\\d{2}-\\d{2}) (\\S+) (.+)");

    /** A line of {@code stale.txt}. */
    record Known(String since, String reason) {}

    private PublishedIndex() {}

    /**
     * What is known to be older than its code.
     *
     * @throws IOException if a line is not a date, a name and a reason
     */
    static SortedMap<String, Known> known(Path file) throws IOException {
        SortedMap<String, Known> known = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                known.put(parts.group(2), new Known(parts.group(1), parts.group(3)));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IOException(file + ": not a date, a name and a reason: " + line);
            }
        }
        return known;
    }

    /** What is older than its code, and which parts of it have changed. */
    static SortedMap<String, String> stale(List<Placed> all, Map<String, String> today) {
        SortedMap<String, String> stale = new TreeMap<>();
        for (Placed placed : all) {
            List<String> changed = placed.step().changedSince(today);
            if (!changed.isEmpty()) {
                stale.put(placed.name(), String.join(", ", changed));
            }
        }
        return stale;
    }

    static String page(List<Placed> all, SortedMap<String, Known> known) {
        StringBuilder page = new StringBuilder("""
                # Results

                What README and the [findings](../explanation/findings.md) say is computed from these files. Each folder is of one commit
                and one kind of machine: `results.json` has all figures, `report.md` the tables; the site adds the page with charts.
                [How to measure them anew](../how-to/publish.md). Times of different machines are not to be compared.

                "Current" means that no code on which the figures depend has changed since: strategies, service, mock-api, the load test, its
                statistics, and the libraries. A stale result was right for its commit and may differ today.
                """);
        Map<String, List<Placed>> byMachine = all.stream().collect(Collectors.groupingBy(
                placed -> line(placed.step().machine()), LinkedHashMap::new, Collectors.toList()));
        byMachine.forEach((machine, results) -> {
            page.append("\n## ").append(machine).append("\n\n| result | measured | commit | command | its code today |\n|---|---|---|---|---|\n");
            results.forEach(placed -> page.append("| %s | %s | `%s` | `%s` | %s |\n".formatted(
                    links(placed), placed.step().createdAt().substring(0, 10), placed.step().commit(),
                    placed.step().command().replace("|", "\\|"),
                    known.containsKey(placed.name())
                            ? "**stale**, known since " + known.get(placed.name()).since() + ": " + known.get(placed.name()).reason()
                            : "current")));
        });
        return page.toString();
    }

    private static String line(Machine machine) {
        return machine.cpuModel() + ", " + machine.cores() + " cores, " + Math.round(machine.memoryBytes() / 1e9) + " GB, " + machine.os();
    }

    private static String links(Placed placed) {
        return link(placed, placed.step().step(), first(placed, TO_READ).orElse(PRINTED))
                + first(placed, DATA).map(data -> ", " + link(placed, "data", data)).orElse("");
    }

    private static Optional<String> first(Placed placed, List<String> names) {
        return names.stream().filter(name -> Files.exists(placed.folder().resolve(name))).findFirst();
    }

    private static String link(Placed placed, String words, String file) {
        return "[%s](%s/%s)".formatted(words, placed.name(), file);
    }
}
