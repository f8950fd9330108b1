package io.birdseye.documentation;

import io.birdseye.cli.Birdseye;
import io.birdseye.model.Format;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.report.page.Templates;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.service.Service;
import io.birdseye.service.ServiceMain;
import io.birdseye.service.server.ProblemType;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what README and docs show of the code and of the committed results. A page says what it wants:
 * {@code <!-- figures: NAME -->}, and what stands from there to {@code <!-- end of figures -->} is written anew.
 */
public final class Pages {

    static final String COMMAND = "docs/generate";

    /** Before the name of a result in a link; the way from the page to docs/results takes its place. */
    static final String RESULTS = "results://";

    static final Pattern MARKED = Pattern.compile("(?s)(<!-- figures: ([^>]+?)\\s*-->\n)(?:.*?\n)??(<!-- end of figures -->)");

    private final Path root;
    private final List<CommittedResult> all;

    Pages(Path root, Path results) throws IOException {
        this.root = root;
        this.all = CommittedResult.all(results);
    }

    /** Writes all pages that differ, and names them; the argument is the folder of the project. */
    public static void main(String... arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        for (Map.Entry<Path, String> page : new Pages(root, root.resolve("docs/results")).written().entrySet()) {
            if (!Files.readString(page.getKey()).equals(page.getValue())) {
                Files.writeString(page.getKey(), page.getValue());
                System.out.println("written anew: " + root.relativize(page.getKey()));
            }
        }
    }

    /** Each page with marks, as it has to be. */
    Map<Path, String> written() throws IOException {
        Map<Path, String> pages = new TreeMap<>();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            for (Path page : Stream.concat(Stream.of(root.resolve("README.md")), docs.filter(file -> file.toString().endsWith(".md"))).toList()) {
                String text = Files.readString(page);
                if (MARKED.matcher(text).find()) {
                    pages.put(page, written(page, text));
                }
            }
        }
        return pages;
    }

    String written(Path page, String text) {
        String way = page.resolveSibling("").relativize(root.resolve("docs/results")).toString();
        return MARKED.matcher(text).replaceAll(mark -> Matcher.quoteReplacement(mark.group(1) + figures(mark.group(2)).strip().replace(RESULTS, way.isEmpty() ? "" : way + "/") + "\n" + mark.group(3)));
    }

    private String figures(String wanted) {
        String[] words = wanted.split("\\s+", 3);
        String name = words[0];
        return switch (name) {
            case "strategies" -> Templates.plain(Pages.class, "strategies.jte", new StrategiesPage(Strategies.load()));
            case "contract" -> Templates.plain(Pages.class, "contract.jte", new ContractPage(Strategies.load().all()));
            case "problems" -> Templates.plain(Pages.class, "problems.jte", ProblemType.values());
            case "http-api" -> Templates.plain(Pages.class, "api.jte", JsonMapper.shared().readTree(Service.class.getResourceAsStream("api/openapi.json")));
            case "commands" -> CommandsPage.text();
            case "results-format" -> SchemaFields.text(JsonMapper.shared().readTree(ResultsFile.class.getResourceAsStream("results.schema.json")));
            case "settings" -> "```text\n" + ServiceMain.help().stripTrailing() + "\n```";
            case "advise" -> advice(wanted);
            case "reported" -> reported(wanted.lines().skip(1).toList());
            case "compare", "capacity", "capacity-primitive" -> comparison(newest(name));
            case "common-pool" -> table(newest(name).table()) + "\n\n" + newest(name).measured();
            case "map" -> map(newest(name));
            case "findings" -> Findings.of(all);
            case "axes" -> new AxisFigures(newest("axes"), newest("axes").table()).text();
            case "claims" -> claims().numbers();
            case "claim" -> claims().table(wanted.lines().skip(1).toList()) + "\n\n" + newest("claims").measured();
            case "disagreements" -> ClaimFigures.disagreements(ofEachMachine(all, "claims"));
            case "index" -> index();
            case "run" -> newest(words[1]).measured();
            case "text" -> newest(words[1]).text(words[2]);
            case "bench" -> bench(newest("bench").text("bench.md"));
            case "printed" -> newest(words[1]).measured() + "\n\n```text\n" + newest(words[1]).text("output.txt").lines()
                    .filter(Pattern.compile(words[2]).asPredicate()).collect(Collectors.joining("\n")) + "\n```";
            default -> throw new IllegalArgumentException("no figures are called '" + wanted + "'");
        };
    }

    private static String advice(String command) {
        StringWriter out = new StringWriter();
        Birdseye.commandLine().setOut(new PrintWriter(out)).execute(command.split("\\s+"));
        return "```\n$ ./birdseye " + command + "\n" + out.toString().strip() + "\n```";
    }

    /** What somebody measured and what {@code predict} says: {@code WHAT | ANSWERS/S [MEDIAN MS] | OPTIONS}, of one strategy. */
    private String reported(List<String> lines) {
        return "| | reported | predicted | off |\n|---|--:|--:|--:|\n" + lines.stream().map(line -> {
            String[] cells = line.split("\\s*\\|\\s*");
            double[] reported = Stream.of(cells[1].split(" ")).mapToDouble(Double::parseDouble).toArray();
            StringWriter out = new StringWriter();
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(Writer.nullWriter()))
                    .execute(("predict --json " + cells[2].replace("DIR", root.resolve("docs/explanation/public-reports").toString())).split("\\s+"));
            JsonNode predicted = JsonMapper.shared().readTree(out.toString()).path("strategies").path(0);
            double[] figures = {predicted.path("achievedPerSecond").asDouble(), predicted.path("p50Ms").asDouble()};
            return "| %s | %s | %s | %s |".formatted(cells[0], figures(reported, reported.length), figures(figures, reported.length),
                    IntStream.range(0, reported.length).mapToObj(i -> "%+d %%".formatted(Math.round(100 * (figures[i] / reported[i] - 1)))).collect(Collectors.joining(", ")));
        }).collect(Collectors.joining("\n"));
    }

    private static String figures(double[] values, int shown) {
        return Format.rate(values[0]) + (shown < 2 ? "" : ", " + Format.plainMs(values[1]));
    }

    private static String comparison(CommittedResult result) {
        ComparisonTable comparison = result.table();
        return "**" + String.join(" ", comparison.recommendation().sentences()) + "**\n\n" + table(comparison) + "\n\n"
                + comparison.orderInWords() + " " + result.measured();
    }

    private static String table(ComparisonTable comparison) {
        return MarkdownReport.table(Column.results(comparison, true), comparison.rows());
    }

    private static String map(CommittedResult result) {
        SweepResult sweep = JsonMapper.shared().readValue(result.text("sweep.json"), SweepResult.class);
        return MarkdownReport.table(sweep.mapColumns(), sweep.map()) + "\n\n" + SweepResult.MAP + " " + result.measured();
    }

    private ClaimFigures claims() {
        return new ClaimFigures(newest("claims").text("ledger.json"));
    }

    /** The newest result of a step, whatever the machine. */
    private CommittedResult newest(String step) {
        return ofEachMachine(all, step).stream().findFirst()
                .orElseThrow(() -> new IllegalArgumentException("docs/results has no result of '" + step + "'"));
    }

    /** The newest of each kind of machine. */
    static List<CommittedResult> ofEachMachine(List<CommittedResult> all, String step) {
        return List.copyOf(all.stream()
                .filter(result -> result.step().step().equals(step))
                .collect(Collectors.toMap(CommittedResult::machine, Function.identity(), (newest, _) -> newest, LinkedHashMap::new)).values());
    }

    /** How many targets each bench met, and which it missed: those that differ in their subject only are told together. */
    private static String bench(String tables) {
        return "| bench | met | missed |\n|---|--:|---|\n" + Stream.of(tables.split("(?m)^### `")).skip(1).map(bench -> {
            List<String[]> judged = bench.lines().map(line -> line.replaceFirst("^\\| ", "").split(" \\| "))
                    .filter(cells -> cells.length > 3 && cells[3].matches("met|missed")).toList();
            Map<String, String> missed = judged.stream().filter(cells -> cells[3].equals("missed")).collect(Collectors.toMap(
                    cells -> (cells[0].contains(": ") ? cells[0].replaceFirst(".*?: ", "") + ", " : "") + "target " + cells[1],
                    cells -> cells[0].replaceFirst(": .*", "") + " " + cells[2].replaceFirst(" \\(.*", ""), (one, other) -> one + "; " + other, LinkedHashMap::new));
            return "| `%s` | %d of %d | %s |".formatted(bench.replaceFirst("(?s)`.*", ""), judged.size() - judged.stream().filter(cells -> cells[3].equals("missed")).count(),
                    judged.size(), missed.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).collect(Collectors.joining(". ")));
        }).collect(Collectors.joining("\n"));
    }

    private String index() {
        Map<String, List<CommittedResult>> machines = all.stream().collect(Collectors.groupingBy(
                result -> result.machine() + ", " + result.step().machine().os(), LinkedHashMap::new, Collectors.toList()));
        return machines.entrySet().stream().map(machine -> "## " + machine.getKey() + "\n\n| result | measured | of | on | command |\n|---|---|---|---|---|\n"
                        + machine.getValue().stream().map(Pages::line).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n\n"));
    }

    private static String line(CommittedResult result) {
        return "| %s: %s | %s | %s | %s | `%s` |".formatted(
                result.step().step(), String.join(", ", result.files().stream().map(file -> result.link(file, file)).toList()),
                result.step().createdAt().substring(0, 10), result.version(), result.step().machine().line(), result.step().command().replace("|", "\\|"));
    }
}
