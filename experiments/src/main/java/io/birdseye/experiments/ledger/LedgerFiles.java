package io.birdseye.experiments.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the ledger as {@code ledger.json}, {@code claims.md} and {@code claims.html}; each is replaced whole. */
public final class LedgerFiles {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final Path folder;

    /** @throws IOException if the folder cannot be made */
    public LedgerFiles(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** The ledger kept here; an empty one of this machine if there is none, or one of another machine. */
    public Ledger load(Machine here) throws IOException {
        Path file = folder.resolve("ledger.json");
        if (!Files.exists(file)) {
            return Ledger.empty(here);
        }
        Ledger kept = JSON.readValue(Files.readString(file), Ledger.class);
        return kept.schema() == Ledger.SCHEMA && kept.machine().equals(here) ? kept : Ledger.empty(here);
    }

    /** Writes all three files. */
    public void save(Ledger ledger) throws IOException {
        replace("ledger.json", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(ledger) + "\n");
        replace("claims.md", MarkdownLedger.render(ledger));
        replace("claims.html", PageLedger.render(ledger));
    }

    /** Writes what a repository keeps: {@code claims.md} and {@code claims.json}. */
    public void publish(Ledger ledger) throws IOException {
        replace("claims.json", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(ledger) + "\n");
        replace("claims.md", MarkdownLedger.render(ledger));
    }

    private void replace(String name, String content) throws IOException {
        Path whole = Files.createTempFile(folder, name, ".tmp");
        Files.writeString(whole, content);
        Files.move(whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
