package io.birdseye.experiments.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.model.Machine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFilesTest {

    private static final Machine MACHINE = new Machine(2, "a CPU", 8L << 30, "Linux", "6", "25");

    @TempDir
    private Path folder;

    @Test
    void theMachineAndTheEvidenceHaveTheirDocumentedNames() throws Exception {
        Ledger ledger = ledger().with(entry(Claims.ofAllArticles().texts().getLast(), "def"));
        new LedgerFiles(folder).save(ledger);

        assertThat(folder.resolve("ledger.json")).content().contains("\"cpuModel\" : ", "\"evidence\" : [");
        assertThat(folder.resolve("claims.md")).content()
                .contains("Each claim names when and where it was measured", "`run`, 1970-01-01, commit abc, 2 cores (a CPU)");
    }

    private static Ledger ledger() {
        return Ledger.empty(MACHINE).with(entry(Claims.ofAllArticles().texts().getFirst(), "abc"));
    }

    private static Ledger.Entry entry(ClaimText text, String commit) {
        Verdict verdict = Verdict.between("x", MeasuredValue.exactly(1), 0.8, 1.25);
        return new Ledger.Entry(text, new Judgement(verdict, verdict, "It is."), Effort.QUICK, Instant.EPOCH, "run", null,
                new Ledger.Origin(commit, MACHINE));
    }

    @Test
    void boundsAreKeptAsNumbers() throws Exception {
        LedgerFiles files = new LedgerFiles(folder);
        files.save(ledger());

        assertThat(files.load(MACHINE)).isEqualTo(ledger());
        assertThat(ledger().entries().getFirst().judgement().effect().evidence()).extracting(Evidence::bounds).containsExactly(List.of(0.8, 1.25));
    }

    @Test
    void theLedgerOfAnotherMachineIsNotContinued() throws Exception {
        LedgerFiles files = new LedgerFiles(folder);
        files.save(ledger());

        assertThat(files.load(Machine.here()).entries()).isEmpty();
    }
}
