package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.model.Effort;
import io.birdseye.model.Machine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** All verdicts so far, in the order of their ids, and the machine of the newest measurements. */
public record Ledger(int schemaVersion, Machine machine, List<Entry> entries) {

    public static final int SCHEMA_VERSION = 1;

    /** One claim with its verdicts, and the command that reproduces it; without a picture where words say as much. */
    public record Entry(
            Claim.Text text, Judgement judgement, Effort effort, Instant judgedAt, String command,
            @Nullable Picture picture, Origin origin) {

        /** The day on which it was judged, in UTC. */
        private String day() {
            return judgedAt.atOffset(ZoneOffset.UTC).toLocalDate().toString();
        }

        /** When, of which code and where it was measured. */
        String measured() {
            return day() + ", commit " + origin.commit + ", " + origin.machine.line();
        }

        /** Its place in a page. */
        String anchor() {
            return text.id().toLowerCase(Locale.ROOT);
        }
    }

    /** Of which code, and where, figures were measured. */
    public record Origin(String commit, Machine machine) {}

    public Ledger {
        entries = List.copyOf(entries);
    }

    public static Ledger empty(Machine machine) {
        return new Ledger(SCHEMA_VERSION, machine, List.of());
    }

    /** With the entries of these claims only. */
    public Ledger only(List<String> ids) {
        return new Ledger(schemaVersion, machine, entries.stream().filter(e -> ids.contains(e.text.id())).toList());
    }

    List<Entry> of(Article article) {
        return entries.stream().filter(entry -> entry.text.article() == article).toList();
    }

    /** When and where its claims were measured, in one sentence. */
    String measured() {
        if (entries.stream().map(Entry::origin).distinct().count() > 1) {
            return "Each claim names when and where it was measured.";
        }
        List<String> days = entries.stream().map(Entry::day).distinct().sorted().toList();
        return "Measured on " + machine.line() + (days.isEmpty() ? "" : ", " + days.getFirst())
                + (days.size() > 1 ? " to " + days.getLast() : "") + ".";
    }

    /** With this entry in place of an older one of the same claim. */
    public Ledger with(Entry entry) {
        List<Entry> all = new ArrayList<>(entries);
        all.removeIf(old -> old.text.id().equals(entry.text.id()));
        all.add(entry);
        all.sort(Comparator.comparing(Entry::text, Claim.Text.BY_ID));
        return new Ledger(schemaVersion, machine, all);
    }
}
