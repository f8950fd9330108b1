package io.birdseye.cli.doctor;

import io.birdseye.model.Machine;
import io.birdseye.report.statistics.Ranking.Place;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the doctor found, as data for other programs.
 *
 * @param conclusion one sentence about the worst finding
 * @param proof null if none was asked for
 */
public record DoctorData(String conclusion, Machine machine, List<Finding> findings, @Nullable Proven proof) {

    public DoctorData {
        findings = List.copyOf(findings);
    }

    /**
     * The outcome of a proof.
     *
     * @param comparisons how many were made
     * @param withoutAlarm in how many of them none of the equal ones was called slower
     * @param twinFound in how many of them the slower twin was
     * @param equivalentShare of the equal ones, that were called the best or as good
     * @param verdicts of each comparison
     */
    public record Proven(
            boolean passed,
            int comparisons,
            int withoutAlarm,
            int twinFound,
            double equivalentShare,
            List<List<Said>> verdicts) {}

    /** What a comparison said of one name. */
    public record Said(String name, String verdict, double ratio) {}

    public static DoctorData of(List<Finding> findings, Proof.@Nullable Result proof) {
        return new DoctorData(Finding.conclusion(findings), Machine.here(), findings, proof == null ? null : proven(proof));
    }

    private static Proven proven(Proof.Result proof) {
        return new Proven(proof.passed(), proof.rankings().size(), proof.withoutAlarm(), proof.found(), proof.equivalent(),
                proof.rankings().stream()
                        .map(ranking -> ranking.places().stream().map(DoctorData::said).toList())
                        .toList());
    }

    private static Said said(Place place) {
        return new Said(place.strategy(), place.verdict().name().toLowerCase(Locale.ROOT), place.ratio());
    }
}
