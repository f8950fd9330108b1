package io.birdseye.experiments.ledger;

import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the ledger as {@code ledger.json}, {@code claims.md} and {@code claims.html}; each is replaced whole. */
public record LedgerFiles(Path folder) {

    private static final JsonMapper JSON = JsonFile.mapper().build();

    /** The ledger kept here; an empty one of this machine if there is none, or one of another machine. */
    public Ledger load(Machine here) throws IOException {
        Path file = folder.resolve("ledger.json");
        if (!Files.exists(file)) {
            return Ledger.empty(here);
        }
        Ledger kept = read(file);
        return kept.schemaVersion() == Ledger.SCHEMA_VERSION && kept.machine().equals(here) ? kept : Ledger.empty(here);
    }

    /** Reads a ledger from a JSON file; throws an {@code IOException} in one line if it is none. */
    static Ledger read(Path file) throws IOException {
        return JsonFile.read(file, json -> JSON.readValue(json, Ledger.class));
    }

    /** Writes all three files. */
    public void save(Ledger ledger) throws IOException {
        Files.createDirectories(folder);
        WholeFile.write(folder.resolve("claims.html"), PageLedger.render(ledger));
        WholeFile.write(folder.resolve("ledger.json"), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(ledger) + "\n");
        WholeFile.write(folder.resolve("claims.md"), MarkdownLedger.render(ledger));
    }
}
