package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.ResponseParts.Kind;
import io.birdseye.report.result.Trial.Measured;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains by its parts why the mean response time of one row is longer than that of another. */
final class SlowerBecause {

    /** Of the difference: smaller changes of a part are not told. */
    private static final double WORTH_TELLING = 0.1;

    /** Of the other's mean response time, and ms: a smaller difference is no difference. */
    private static final double SLOWER = 0.01;

    private static final double SLOWER_MS = 0.5;

    private SlowerBecause() {}

    /** @param ms by how much the part is larger than that of the other row */
    private record Grown(Kind kind, double ms) {}

    /**
     * {@code 12 ms slower than http-async: 9 ms waiting for a thread, 2 ms collecting}. Empty for a row that is not slower,
     * or whose parts are not known.
     */
    static Optional<String> words(Row row, Row other) {
        ResponseParts parts = row.figure(Measured::parts);
        ResponseParts others = other.figure(Measured::parts);
        if (parts == null || others == null) {
            return Optional.empty();
        }
        double slower = parts.totalMs() - others.totalMs();
        if (slower < Math.max(SLOWER_MS, SLOWER * others.totalMs())) {
            return Optional.empty();
        }
        List<Grown> told = Arrays.stream(Kind.values())
                .map(kind -> grown(kind, parts, others))
                .filter(Objects::nonNull)
                .filter(grown -> Math.abs(grown.ms) >= WORTH_TELLING * slower)
                .sorted(Comparator.comparingDouble(Grown::ms).reversed()).toList();
        return Optional.of(Format.ms(slower) + " slower than " + other.name() + ": "
                + Format.list(told.stream().map(grown -> words(grown, !row.pools().isEmpty())).toList()));
    }

    /** Null where one of the two does not know the part. */
    private static @Nullable Grown grown(Kind kind, ResponseParts parts, ResponseParts others) {
        Double ms = kind.of(parts);
        Double otherMs = kind.of(others);
        return ms == null || otherMs == null ? null : new Grown(kind, ms - otherMs);
    }

    private static String words(Grown grown, boolean pools) {
        return Format.ms(Math.abs(grown.ms)) + (grown.ms < 0 ? " less " : " ")
                + (pools && grown.kind == Kind.QUEUE ? "waiting for a thread, permit or pool" : grown.kind.words());
    }
}
