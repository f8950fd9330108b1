package io.birdseye.experiments.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Evidence;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.model.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFilesTest {

    private static final Path DOCS = Path.of("..", "docs", "explanation");
    private static final Machine MACHINE = new Machine(2, "a CPU", 8L << 30, "Linux", "6", "25");

    @TempDir
    private Path folder;

    @Test
    void theCommittedLedgerIsReadAndGivesTheCommittedPage() throws Exception {
        Ledger ledger = LedgerFiles.read(DOCS.resolve("claims.json"));

        List<ClaimText> today = Claims.ofAllArticles().texts();
        assertThat(ledger.entries()).extracting(entry -> entry.text().id())
                .isEqualTo(today.stream().map(ClaimText::id).toList());
        assertThat(ledger.entries())
                .filteredOn(entry -> !today.contains(entry.text()))
                .allSatisfy(entry -> assertThat(entry.note())
                        .as("what is said of %s, which was judged by another test or rule than today's", entry.text().id())
                        .isNotNull());
        assertThat(MarkdownLedger.render(ledger)).isEqualTo(Files.readString(DOCS.resolve("claims.md")));
    }

    @Test
    void theMachineAndTheDataPointsHaveTheirDocumentedNames() throws Exception {
        Ledger ledger = LedgerFiles.read(DOCS.resolve("claims.json"));
        new LedgerFiles(folder).publish(ledger);

        assertThat(folder.resolve("claims.json")).content().contains("\"cpuModel\" : ", "\"points\" : [");
        assertThat(LedgerFiles.read(folder.resolve("claims.json"))).isEqualTo(ledger);
    }

    @Test
    void boundsAreKeptAsNumbers() throws Exception {
        Verdict verdict = Verdict.between("x", MeasuredValue.exactly(1), 0.8, 1.25);
        ClaimText text = Claims.ofAllArticles().texts().getFirst();
        Ledger ledger = Ledger.empty(MACHINE).with(entry(text, verdict));
        LedgerFiles files = new LedgerFiles(folder);
        files.save(ledger);

        assertThat(files.load(MACHINE)).isEqualTo(ledger);
        assertThat(verdict.evidence()).extracting(Evidence::bounds).containsExactly(List.of(0.8, 1.25));
    }

    private static Entry entry(ClaimText text, Verdict verdict) {
        return new Entry(text, new Judgement(verdict, verdict, "It is."), Effort.QUICK, Instant.EPOCH, "run", null,
                new Entry.Origin("abc", MACHINE));
    }

    @Test
    void whatIsPublishedOfSomeClaimsLeavesTheOthersAndSaysWhereEachWasMeasured() throws Exception {
        Ledger old = LedgerFiles.read(DOCS.resolve("claims.json"));
        LedgerFiles files = new LedgerFiles(folder);
        files.publish(old);
        ClaimText text = Claims.ofAllArticles().texts().getFirst();

        files.publish(Ledger.empty(MACHINE).with(entry(text, Verdict.notTestable("no"))));

        Ledger published = LedgerFiles.read(folder.resolve("claims.json"));
        assertThat(published.machine()).isEqualTo(MACHINE);
        assertThat(published.entries()).hasSameSizeAs(old.entries());
        assertThat(published.entries().getFirst().judgement().explanation()).isEqualTo("It is.");
        assertThat(published.entries().subList(1, published.entries().size()))
                .isEqualTo(old.entries().subList(1, old.entries().size()));
        assertThat(folder.resolve("claims.md")).content()
                .contains("Each claim names when and where it was measured", "`run`, 1970-01-01, commit abc, 2 cores (a CPU)");
    }

    @Test
    void theLedgerOfAnotherMachineIsNotContinued() throws Exception {
        LedgerFiles files = new LedgerFiles(folder);
        files.save(LedgerFiles.read(DOCS.resolve("claims.json")));

        assertThat(files.load(MACHINE).entries()).isEmpty();
    }
}
