package io.birdseye.experiments.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All verdicts so far, in the order of their ids.
 *
 * @param schema the version of the JSON format
 */
public record Ledger(int schema, Machine machine, List<Entry> entries) {

    public static final int SCHEMA = 1;

    public Ledger {
        entries = List.copyOf(entries);
    }

    public static Ledger empty(Machine machine) {
        return new Ledger(SCHEMA, machine, List.of());
    }

    /** With this entry in place of an older one of the same claim. */
    public Ledger with(Entry entry) {
        List<Entry> all = new ArrayList<>(entries);
        all.removeIf(old -> old.text().id().equals(entry.text().id()));
        all.add(entry);
        all.sort(Comparator.comparing((Entry e) -> e.text().article())
                .thenComparing(e -> Integer.valueOf(e.text().id().substring(3))));
        return new Ledger(schema, machine, all);
    }
}
