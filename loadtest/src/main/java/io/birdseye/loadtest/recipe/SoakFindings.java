package io.birdseye.loadtest.recipe;

import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How the requests of a soak have ended, and what was wrong. Safe for use by many threads. */
final class SoakFindings {

    private static final int TOO_LATE = 504;
    private static final int MAX_LINES = 50;

    /** @param tooLate whether the request missed its deadline under a fault that does not stall */
    private record Finding(String text, boolean tooLate) {}

    private final Map<String, Map<String, Integer>> endings = new TreeMap<>();
    private final Set<Finding> findings = new LinkedHashSet<>();

    /** @param ending a status, or what came instead of one */
    synchronized void ended(String strategy, String ending) {
        endings.computeIfAbsent(strategy, name -> new TreeMap<>()).merge(ending, 1, Integer::sum);
    }

    synchronized void wrong(String strategy, SoakFault fault, String what) {
        findings.add(new Finding(strategy + " under '" + fault.name() + "': " + what, false));
    }

    synchronized void wrongStatus(String strategy, SoakFault fault, int status, String body) {
        String text = strategy + " under '" + fault.name() + "': status " + status + ", " + body;
        findings.add(new Finding(text, status == TOO_LATE));
    }

    /** Something that no single request is to blame for. */
    synchronized void left(String what) {
        findings.add(new Finding(what, false));
    }

    /** After the warm-up: forgets its counts, and requests that missed their deadline. */
    synchronized void forgetLateAnswers() {
        endings.clear();
        findings.removeIf(Finding::tooLate);
    }

    synchronized int count() {
        return findings.size();
    }

    /** The findings, sorted; at most fifty. */
    synchronized List<String> lines() {
        return findings.stream().map(Finding::text).sorted().limit(MAX_LINES).toList();
    }

    synchronized List<String> table() {
        Map<String, Integer> sums = new TreeMap<>();
        endings.values().forEach(counts -> counts.forEach((kind, count) -> sums.merge(kind, count, Integer::sum)));
        List<String> lines = new ArrayList<>();
        lines.add(row("strategy", sums.keySet()));
        endings.forEach((strategy, counts) -> lines.add(row(
                strategy, sums.keySet().stream().map(kind -> counts.getOrDefault(kind, 0)).toList())));
        lines.add(row("all", sums.values()));
        return lines;
    }

    private static String row(String first, Collection<?> cells) {
        return Format.text("%-26s", first)
                + cells.stream().map(cell -> Format.text("%12s", cell)).collect(Collectors.joining());
    }
}
